package server

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nonogram/cmd/internal/atomicfile"
)

// Progress that players store on a server: codes, merging, limits, and files of others.

func progressFile(entries string) string {
	return fmt.Sprintf(`{"kind":"nonogram-progress","version":1,"entries":{%s}}`, entries)
}

// progress requests the progress of a code.
func (s *tester) progress(method, code, tag, body string) *answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+progressPath, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", jsonType)
	if code != "" {
		r.Header.Set("Authorization", codePrefix+code)
	}
	if tag != "" && method == http.MethodGet {
		r.Header.Set("If-None-Match", tag)
	} else if tag != "" {
		r.Header.Set("If-Match", tag)
	}
	return s.do(r)
}

// begin keeps something and gives the code and the tag.
func (s *tester) begin(body string) (code, tag string) {
	s.t.Helper()
	a := s.progress(http.MethodPost, "", "", body)
	code, _ = a.field("code").(string)
	if a.status != http.StatusCreated || !regexp.MustCompile(`^[A-Z2-7]{26}$`).MatchString(code) {
		s.t.Fatalf("begun with %d %s", a.status, a.body)
	}
	return code, a.header.Get("ETag")
}

// Progress survives a restart, and only a client with the latest ETag can replace it.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	s := newTester(t, Config{Sync: dir})
	one, two, three := progressFile(`"a":1`), progressFile(`"a":1,"b":2`), progressFile(`"c":3`)
	code, tag := s.begin(one)
	for _, written := range []string{code, strings.ToLower(code), code[:4] + "-" + code[4:9] + " " + code[9:]} {
		if a := s.progress(http.MethodGet, written, "", ""); string(a.body) != one || a.header.Get("Cache-Control") != "no-store" || a.header.Get("Content-Type") != jsonType {
			t.Errorf("%s: %d %s, %v", written, a.status, a.body, a.header)
		}
	}
	// Proxies that compress make tags weak.
	for _, tag := range []string{tag, "W/" + tag} {
		if a := s.progress(http.MethodGet, code, tag, ""); a.status != http.StatusNotModified || len(a.body) > 0 {
			t.Errorf("the same again with the tag %s: %d %s", tag, a.status, a.body)
		}
	}
	next := s.progress(http.MethodPut, code, "W/"+tag, two)
	if next.status != http.StatusNoContent || next.header.Get("ETag") == tag {
		t.Errorf("replaced: %d %v", next.status, next.header)
	}
	s.want(s.progress(http.MethodPut, code, tag, three), http.StatusPreconditionFailed, "would_lose")
	s.want(s.progress(http.MethodPut, code, "", three), http.StatusPreconditionRequired, "bad_request")
	s.want(s.progress(http.MethodPut, code, next.header.Get("ETag"), `{"kind":"cat","entries":{}}`), http.StatusBadRequest, "bad_request")
	s.want(s.progress(http.MethodPut, code, next.header.Get("ETag"), `{"kind":"nonogram-progress"}`), http.StatusBadRequest, "bad_request")
	s.want(s.progress(http.MethodPut, code, "*", three), http.StatusPreconditionFailed, "would_lose")
	s.want(s.progress(http.MethodPost, "", "", `[`), http.StatusBadRequest, "bad_request")
	s.want(s.progress(http.MethodPatch, code, "", ""), http.StatusMethodNotAllowed, "not_allowed")

	if _, err := New(Config{Sync: dir}); err == nil || !strings.Contains(err.Error(), "in use by another server") {
		t.Errorf("a second server on the folder: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := newTester(t, Config{Sync: dir})
	if a := again.progress(http.MethodGet, code, "", ""); string(a.body) != two {
		t.Errorf("after another start: %d %s", a.status, a.body)
	}
	if a := again.progress(http.MethodDelete, code, "", ""); a.status != http.StatusNoContent {
		t.Errorf("deleted: %d", a.status)
	}
	s.want(again.progress(http.MethodGet, code, "", ""), http.StatusNotFound, "unknown_name")
	s.want(newTester(t, Config{}).progress(http.MethodGet, code, "", ""), http.StatusNotFound, "not_found")
}

// Only the server's user may read the folder and its files.
func TestFolderIsPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept", "here")
	newTester(t, Config{Sync: dir}).begin(progressFile(""))
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"+storeEnding))
	if len(files) != 1 {
		t.Fatalf("%v, expected one file", files)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// A start removes the partial files of a server that was killed, counts the others that it has
// written, and leaves the rest.
func TestStartCleans(t *testing.T) {
	dir := t.TempDir()
	partial := filepath.Base(atomicfile.Beside("x"))
	for _, name := range []string{partial, "a" + storeEnding, "b" + storeEnding, "config.json.new", ".nonogram-mine.new"} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, 10), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(dir, filepath.Base(atomicfile.Beside("y"))) // which the store has not made
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := openStore(dir, 1<<20)
	if err != nil || s.held != 2*counted(10) {
		t.Fatalf("%d bytes held, expected %d; %v", s.held, 2*counted(10), err)
	}
	left, err := os.ReadDir(dir)
	if _, gone := os.Stat(filepath.Join(dir, partial)); err != nil || gone == nil || len(left) != 6 { // with the lock
		t.Errorf("%v are left, %v", left, err)
	}
}

// The limit of a request holds for progress too.
func TestLongProgress(t *testing.T) {
	s := newTester(t, Config{Sync: t.TempDir(), Body: 1000})
	code, tag := s.begin(progressFile(`"a":1`))
	long := progressFile(`"a":"` + strings.Repeat("x", 2000) + `"`)
	s.want(s.progress(http.MethodPut, code, tag, long), http.StatusRequestEntityTooLarge, "too_large")
	s.want(s.progress(http.MethodPost, "", "", long), http.StatusRequestEntityTooLarge, "too_large")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost"+progressPath, strings.NewReader(long)))
	if w.Header().Get("Connection") != "close" {
		t.Errorf("the rest is still to come, and the headers are %v", w.Header())
	}
}

// Concurrent writers are refused until they have merged, and nothing is lost.
func TestProgressOfMany(t *testing.T) {
	s := newTester(t, Config{Sync: t.TempDir(), Waiting: 1000, Patience: time.Minute})
	code, _ := s.begin(progressFile(`"x":0`))
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			for {
				read := s.progress(http.MethodGet, code, "", "")
				more := strings.Replace(string(read.body), `"entries":{`, fmt.Sprintf(`"entries":{"%d":1,`, i), 1)
				if s.progress(http.MethodPut, code, read.header.Get("ETag"), more).status == http.StatusNoContent {
					return
				}
			}
		})
	}
	all.Wait()
	body := string(s.progress(http.MethodGet, code, "", "").body)
	for i := range 20 {
		if !strings.Contains(body, fmt.Sprintf(`"%d":1`, i)) {
			t.Errorf("%d is lost: %s", i, body)
		}
	}
}

// Whatever is wrong with a code, the answer is the same, and the right one is answered
// however many wrong ones came before: a page of another site can make a browser ask without
// a code.
func TestWrongCodes(t *testing.T) {
	s := newTester(t, Config{Sync: t.TempDir()})
	code, _ := s.begin(progressFile(""))
	want := ""
	for i, wrong := range []string{"", "x", strings.Repeat("A", 26), code[1:], "../" + code, strings.Repeat("A", 5000)} {
		a := s.progress([]string{http.MethodGet, http.MethodDelete}[i%2], wrong, "", "")
		if s.want(a, http.StatusNotFound, "unknown_name"); want == "" {
			want = string(a.body)
		}
		if string(a.body) != want {
			t.Errorf("%.40q is answered %s, the first one %s", wrong, a.body, want)
		}
	}
	for range 40 {
		s.want(s.progress(http.MethodGet, "", "", ""), http.StatusNotFound, "unknown_name")
	}
	if a := s.progress(http.MethodGet, code, "", ""); a.status != http.StatusOK {
		t.Errorf("the right code is answered %d %s", a.status, a.body)
	}
}

// A page of another site stores nothing, even if --cors allows it to call the API.
func TestProgressIsForTheOwnPages(t *testing.T) {
	s := newTester(t, Config{Sync: t.TempDir(), Origins: []string{"*"}})
	send := func(kind string, headers ...string) *answer {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+progressPath, strings.NewReader(progressFile("")))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return s.do(r)
	}
	s.want(send("text/plain", "Origin", "https://example.org"), http.StatusForbidden, "not_allowed")
	s.want(send(jsonType, "Sec-Fetch-Site", "cross-site"), http.StatusForbidden, "not_allowed")
	s.want(send("text/plain"), http.StatusUnsupportedMediaType, "bad_request")
	s.want(send(""), http.StatusUnsupportedMediaType, "bad_request")
	if a := send(jsonType); a.status != http.StatusCreated || a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%d %v", a.status, a.header)
	}
}

// An address adds so many bytes at once and no more, in new and in old progress.
func TestMuchProgress(t *testing.T) {
	s := newTester(t, Config{Sync: t.TempDir()})
	large := progressFile(`"a":"` + strings.Repeat("x", 2<<20) + `"`)
	s.begin(large)
	code, tag := s.begin(progressFile(""))
	a := s.progress(http.MethodPut, code, tag, large)
	s.want(s.progress(http.MethodPost, "", "", large), http.StatusTooManyRequests, "busy")
	if again := s.progress(http.MethodPut, code, a.header.Get("ETag"), large+" "); again.status != http.StatusNoContent {
		t.Errorf("a small change is answered %d %s", again.status, again.body)
	}
	s.begin(progressFile("")) // of a school class
}

// Progress that nobody has used for long makes room.
func TestUnusedProgressMakesRoom(t *testing.T) {
	dir := t.TempDir()
	s := newTester(t, Config{Sync: dir, SyncBytes: 3 * storeLeast})
	var codes []string
	for range 3 {
		code, _ := s.begin(progressFile(""))
		codes = append(codes, code)
	}
	s.want(s.progress(http.MethodPost, "", "", progressFile("")), http.StatusInsufficientStorage, "too_large")
	files, _ := filepath.Glob(filepath.Join(dir, "*"+storeEnding))
	for _, f := range files {
		if err := os.Chtimes(f, time.Time{}, time.Now().Add(-unusedTime-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if a := s.progress(http.MethodGet, codes[1], "", ""); a.status != http.StatusOK {
		t.Fatal(a.status)
	}
	s.begin(progressFile(""))
	s.begin(progressFile(""))
	s.want(s.progress(http.MethodPost, "", "", progressFile("")), http.StatusInsufficientStorage, "too_large")
	if a := s.progress(http.MethodGet, codes[1], "", ""); a.status != http.StatusOK {
		t.Errorf("used progress is gone: %d", a.status)
	}
	s.want(s.progress(http.MethodGet, codes[0], "", ""), http.StatusNotFound, "unknown_name")
}

// The progress that was unused longest is removed first, no more of it than needed, and no file
// that the store has not written.
func TestOldestMakesRoom(t *testing.T) {
	anything := func(int64) error { return nil }
	s, err := openStore(t.TempDir(), 4*storeLeast)
	if err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(s.dir, "notes.txt")
	if err := os.WriteFile(notes, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	paths := []string{notes}
	for range 4 {
		code, _, err := s.add([]byte("{}"), anything)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, s.path(code))
	}
	slices.Sort(paths[1:])
	byAge := []string{notes, paths[3], paths[1], paths[4], paths[2]} // not in the order of names
	for i, path := range byAge {
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-unusedTime-time.Hour*time.Duration(len(byAge)-i))); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.add(make([]byte, 2*storeLeast), anything); err != nil {
		t.Fatal(err)
	}
	for i, path := range byAge {
		_, err := os.Stat(path)
		if gone := i == 1 || i == 2; gone != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("file %d by age: %v", i, err)
		}
	}
	if s.held != s.most {
		t.Errorf("%d bytes are held, expected %d", s.held, s.most)
	}
}

// A begun kilobyte counts as one, and what gets shorter neither costs nor gains anything.
func TestAllowanceOfBytes(t *testing.T) {
	for _, c := range []struct {
		bytes int64
		times int // so often, of three kilobytes
	}{{1, 3}, {newUnit, 3}, {newUnit + 1, 1}, {3 * newUnit, 1}, {3*newUnit + 1, 0}} {
		p := &progress{more: newAllowance(3, time.Hour)}
		allow := p.allow(httptest.NewRequest(http.MethodPost, "/", http.NoBody))
		times := 0
		for allow(c.bytes) == nil {
			times++
		}
		if times != c.times {
			t.Errorf("%d bytes are allowed %d times, expected %d", c.bytes, times, c.times)
		}
		for p.more.take(p.proxies.clientOf(httptest.NewRequest(http.MethodPost, "/", http.NoBody)), 1) {
			times++ // the rest
		}
		if allow(0) != nil || allow(-2*newUnit) != nil || allow(1) == nil {
			t.Errorf("after %d bytes: a shorter progress is refused, or makes room", c.bytes)
		}
	}
}

// Tries come back with time, for each client apart, and memory is bounded.
func TestAllowance(t *testing.T) {
	now := time.Unix(1e9, 0)
	a := newAllowance(3, time.Second)
	a.now = func() time.Time { return now }
	tries := func(client string) (n int) {
		for a.take(client, 1) {
			n++
		}
		return n
	}
	if got := tries("a"); got != 3 {
		t.Errorf("%d tries, expected 3", got)
	}
	if a.take("a", 1) || !a.take("b", 3) {
		t.Error("one client's tries are another's")
	}
	now = now.Add(2 * time.Second)
	if got := tries("a"); got != 2 {
		t.Errorf("%d tries after two pauses", got)
	}
	clear(a.buckets)
	for i := range 3 * maxClients {
		a.take(fmt.Sprint("client ", i), 1)
	}
	if len(a.buckets) > maxClients+1 {
		t.Errorf("%d clients are remembered", len(a.buckets))
	}
	if !a.take("client 0", 1) || a.take("nobody", 1) {
		t.Error("a client has the tries that others share")
	}
	now = now.Add(time.Minute)
	a.pruned = now.Add(-a.pause) // just long enough ago
	if !a.take("late", 1) || len(a.buckets) != 1 {
		t.Errorf("nothing is forgotten: %d", len(a.buckets))
	}
}

// The server takes so much and no more, and forgotten progress makes room.
func TestProgressIsBounded(t *testing.T) {
	s := newTester(t, Config{Sync: t.TempDir(), SyncBytes: 3 * storeLeast, Body: 2 * storeLeast})
	long := func(n int) string { return progressFile(`"a":"` + strings.Repeat("x", n) + `"`) }
	s.want(s.progress(http.MethodPost, "", "", long(2*storeLeast)), http.StatusRequestEntityTooLarge, "too_large")
	code, tag := s.begin(long(1))
	s.begin(long(2))
	other, _ := s.begin(long(3))
	s.want(s.progress(http.MethodPut, code, tag, long(2*storeLeast-100)), http.StatusInsufficientStorage, "too_large")
	s.want(s.progress(http.MethodPost, "", "", long(4)), http.StatusInsufficientStorage, "too_large")
	if a := s.progress(http.MethodDelete, other, "", ""); a.status != http.StatusNoContent {
		t.Errorf("deleted: %d", a.status)
	}
	s.begin(long(5))
}

// Each step of writing fails once: the old or the new file is complete, the sum is right,
// and the next start finds no partial file.
func TestEveryStepFails(t *testing.T) {
	boom := errors.New("no disk")
	for n := 1; ; n++ {
		anything := func(int64) error { return nil }
		dir := t.TempDir()
		s, err := openStore(dir, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		code, tag, err := s.add([]byte("before"), anything)
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		s.step = func() error {
			if steps++; steps == n {
				return boom
			}
			return nil
		}
		_, err = s.replace(code, tag, []byte(strings.Repeat("after", storeLeast)), anything)
		if err == nil {
			if steps < 5 {
				t.Errorf("only %d steps", steps)
			}
			return
		}
		body, _, getErr := s.get(code)
		if !errors.Is(err, boom) || getErr != nil || string(body) != "before" && len(body) != 5*storeLeast {
			t.Errorf("step %d: %v, then %.10s, %v", n, err, body, getErr)
		}
		if got := counted(int64(len(body))); s.held != got {
			t.Errorf("step %d: %d bytes are counted, expected %d", n, s.held, got)
		}
		// A crash leaves the new one beside it; the next start takes it away.
		half := atomicfile.Beside(s.path(code))
		if err := os.WriteFile(half, []byte("ha"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
		again, err := openStore(dir, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.*"))
		if again.held != s.held || len(files) != 1 {
			t.Errorf("step %d, next start: %d bytes, %d files", n, again.held, len(files))
		}
	}
}

// A folder that cannot be opened is an error at the start.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Config{Sync: file}); err == nil || !strings.Contains(err.Error(), "--sync") {
		t.Errorf("got %v", err)
	}
}
