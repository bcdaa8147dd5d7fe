package server

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

// The files of the web app: types, compression, tags and addresses.

func mustURL(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

var (
	script = strings.Repeat("console.log('hello');\n", 100)
	engine = strings.Repeat("\x00asm", 1000)
	long   = func() (text string) { // also when it is packed
		for range 1000 {
			text += rand.Text()
		}
		return text
	}()
)

// packed is a text in Brotli, as the build stores it.
func packed(text string) []byte {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	_, _ = io.WriteString(w, text) // into memory: cannot fail
	_ = w.Close()
	return b.Bytes()
}

// unpack undoes a coding.
func unpack(t *testing.T, coding string, body []byte) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	switch coding {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		var err error
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func testSite() fstest.MapFS {
	return fstest.MapFS{
		"index.html":              {Data: []byte(`<!doctype html><script src="./assets/app-1a2b3c.js"></script>`)},
		"assets/app-1a2b3c.js.br": {Data: packed(script)},
		"engine/engine.wasm.br":   {Data: packed(engine)},
		"play/17/index.html":      {Data: []byte("<title>play</title>")},
		"techniques/index.html":   {Data: []byte("<title>techniques</title>")},
		"manifest.webmanifest":    {Data: []byte("{}")},
		"long.txt.br":             {Data: packed(long)},
		"small.txt":               {Data: []byte("small")},
		"plain.css":               {Data: []byte(strings.Repeat("a{}", 1000))},
	}
}

// fetch asks for a file, taking the codings of a list.
func (s *tester) fetch(method, path, codings string, header ...string) *answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", codings)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return s.do(r)
}

func TestSite(t *testing.T) {
	s := newTester(t, Config{Site: testSite()})
	const immutable, revalidate = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct {
		path, codings string
		status        int
		kind          string
		coding, cache string
		body          string
	}{
		{"/", "", 200, "text/html; charset=utf-8", "", revalidate, `<!doctype html><script src="./assets/app-1a2b3c.js"></script>`},
		{"/play/17", "", 200, "text/html; charset=utf-8", "", revalidate, "<title>play</title>"},
		{"/play/999", "", 404, "text/html; charset=utf-8", "", "no-store", `<!doctype html><script src="/assets/app-1a2b3c.js"></script>`},
		{"/nowhere", "", 404, "text/html; charset=utf-8", "", "no-store", `<!doctype html><script src="/assets/app-1a2b3c.js"></script>`},
		{"/index.html/more", "", 404, "text/html; charset=utf-8", "", "no-store", ""},
		{"/techniques/", "", 200, "text/html; charset=utf-8", "", revalidate, "<title>techniques</title>"},
		{"/techniques", "", 200, "text/html; charset=utf-8", "", revalidate, "<title>techniques</title>"},
		{"/assets/app-1a2b3c.js", "gzip, deflate, br", 200, "text/javascript; charset=utf-8", "br", immutable, script},
		{"/assets/app-1a2b3c.js", "", 200, "text/javascript; charset=utf-8", "", immutable, script},
		{"/assets/app-1a2b3c.js", "br;q=0", 200, "text/javascript; charset=utf-8", "", immutable, script},
		{"/assets/app-1a2b3c.js", "br; q=0.0", 200, "text/javascript; charset=utf-8", "", immutable, script},
		{"/assets/app-1a2b3c.js", "br; q=0.000", 200, "text/javascript; charset=utf-8", "", immutable, script},
		{"/engine/engine.wasm", "gzip, br", 200, "application/wasm", "br", revalidate, engine},
		{"/engine/engine.wasm", "gzip;q=1.0, identity", 200, "application/wasm", "gzip", revalidate, engine},
		{"/manifest.webmanifest", "gzip, br", 200, "application/manifest+json", "", revalidate, "{}"},
		{"/long.txt", "br", 200, "text/plain; charset=utf-8", "br", revalidate, long},
		{"/small.txt", "gzip, br", 200, "text/plain; charset=utf-8", "", revalidate, "small"},
		{"/assets/app-gone.js", "br", 404, "application/json", "", "no-store", ""},
		{"/engine/engine.wasm.br", "br", 404, "application/json", "", "no-store", ""},
		{"/../../etc/passwd.txt", "", 404, "application/json", "", "no-store", ""},
	} {
		a := s.fetch(http.MethodGet, c.path, c.codings)
		if a.status != c.status || a.header.Get("Content-Type") != c.kind || a.header.Get("Content-Encoding") != c.coding || a.header.Get("Cache-Control") != c.cache {
			t.Errorf("%s (%s): %d %v", c.path, c.codings, a.status, a.header)
		}
		if text := unpack(t, c.coding, a.body); c.body != "" && text != c.body {
			t.Errorf("%s (%s): %.100q", c.path, c.codings, text)
		}
		if c.status == 200 && (a.header.Get("Vary") != "Accept-Encoding" || a.header.Get("Content-Length") != strconv.Itoa(len(a.body))) {
			t.Errorf("%s: headers %v", c.path, a.header)
		}
	}
}

// What the build has not packed is packed here.
func TestSitePacks(t *testing.T) {
	s := newTester(t, Config{Site: testSite()})
	a := s.fetch(http.MethodGet, "/plain.css", "gzip, br")
	if a.header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("headers %v", a.header)
	}
	if plain := unpack(t, "gzip", a.body); plain != strings.Repeat("a{}", 1000) {
		t.Errorf("%.50q", plain)
	}
}

func TestSiteTags(t *testing.T) {
	s := newTester(t, Config{Site: testSite()})
	plain, packed := s.fetch(http.MethodGet, "/plain.css", "").header.Get("ETag"), s.fetch(http.MethodGet, "/plain.css", "gzip").header.Get("ETag")
	if !regexp.MustCompile(`^"[0-9a-f]{24}"$`).MatchString(plain) || packed != plain[:25]+`-gzip"` {
		t.Errorf("tags %s and %s", plain, packed)
	}
	if a := s.fetch(http.MethodGet, "/plain.css", "gzip", "If-None-Match", packed); a.status != http.StatusNotModified || len(a.body) > 0 {
		t.Errorf("%d %q", a.status, a.body)
	}
	if a := s.fetch(http.MethodHead, "/plain.css", ""); a.status != http.StatusOK || len(a.body) > 0 || a.header.Get("Content-Length") != "3000" {
		t.Errorf("HEAD: %d %v", a.status, a.header)
	}
	if a := s.fetch(http.MethodHead, "/nowhere", ""); a.status != http.StatusNotFound || len(a.body) > 0 || a.header.Get("Content-Length") != strconv.Itoa(len(s.get("/nowhere").body)) {
		t.Errorf("HEAD of nothing: %d %v", a.status, a.header)
	}
	if a := s.fetch(http.MethodPost, "/plain.css", ""); a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", a.status, a.header)
	}
}

// Only what gets smaller is packed: no short file, no picture or font, which are packed already.
func TestSitePacksWhatGetsSmaller(t *testing.T) {
	text := []byte(strings.Repeat("a", worthPacking))
	for _, c := range []struct {
		name   string
		data   []byte
		packed bool
	}{{"a.css", text, true}, {"a.css", text[1:], false}, {"a.png", text, false}, {"a.woff2", text, false}} {
		if got := newAsset(c.name, c.data).pack(); (got != nil) != c.packed {
			t.Errorf("%s of %d bytes: %d when packed", c.name, len(c.data), len(got))
		}
	}
	random := make([]byte, 2*worthPacking)
	_, _ = rand.Read(random)
	if newAsset("a.css", random).pack() != nil {
		t.Error("packed, and not smaller")
	}
	defer func() {
		if found := fmt.Sprint(recover()); !strings.Contains(found, "a.css of the web app") {
			t.Errorf("a corrupt file: %s", found)
		}
	}()
	newPacked("a.css", random).plain()
}

// A page that is the index of a folder is shown with the slash that its relative
// addresses need.
func TestSiteFolders(t *testing.T) {
	s := newTester(t, Config{Site: testSite()})
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if a := s.fetch(http.MethodGet, "/techniques", ""); a.header.Get("Location") != "/techniques/" {
		t.Errorf("%d, to %q", a.status, a.header.Get("Location"))
	}
	if a := s.fetch(http.MethodGet, "/nowhere", ""); a.status != http.StatusNotFound {
		t.Errorf("nowhere: %d, to %q", a.status, a.header.Get("Location"))
	}
}

func TestSiteNeedsAnIndex(t *testing.T) {
	if _, err := New(Config{Site: fstest.MapFS{"x": {}}}); err == nil {
		t.Error("a site without index.html was accepted")
	}
	s := newTester(t, Config{})
	for path, status := range map[string]int{"/": http.StatusOK, "/play/17": http.StatusNotFound} {
		if a := s.get(path); a.status != status || !strings.Contains(string(a.body), "make web") {
			t.Errorf("%s without a site: %d %s", path, a.status, a.body)
		}
	}
}

// An encoding of weight 0 is refused.
func TestAccepts(t *testing.T) {
	for list, want := range map[string]bool{
		"": false, "gzip": false, "br": true, "gzip, BR": true, "br;q=0.8, gzip": true, "br; q=0.001": true, "brotli": false, "br;q=1": true,
		"br;q=0": false, "br; q=0.0": false, "br;q=0.00": false, "br;q = 0.000": false, "gzip;q=0, br": true,
	} {
		if got := accepts(list, "br"); got != want {
			t.Errorf("%q accepts br: %v", list, got)
		}
	}
}
