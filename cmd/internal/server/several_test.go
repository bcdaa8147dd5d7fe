package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
)

// lines posts a body and returns the status, the type and the lines of the answer.
func (s *tester) lines(operation, kind, body string) (status int, media string, lines []string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+apiPrefix+operation, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	response, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("Content-Type"), strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// An array and NDJSON get an answer for each puzzle, in order, errors among them.
func TestSeveral(t *testing.T) {
	s := newTester(t, Config{})
	const one, two, wrong, pack = `{"id":"a","rows":[[1]],"columns":[[1]]}`, `{"id":"b","rows":[[1],[1]],"columns":[[1],[1]]}`, `{"rows":[["x"]],"columns":[[1]]}`, `{"pack":"heart"}`
	list := []string{one, two, wrong, pack}
	for operation, want := range map[string][]string{
		"solve":    {`"id":"a"`, `"status":"multiple"`, `"code":"bad_puzzle"`, `"id":"6"`},
		"count":    {`"count":"1"`, `"count":"2"`, `"code":"bad_puzzle"`, `"id":"6"`},
		"rate":     {`"id":"a"`, `"id":"b"`, `"code":"bad_puzzle"`, `"level"`},
		"describe": {`"id":"a"`, `"status":"multiple"`, `"code":"bad_puzzle"`, `"level"`},
	} {
		for body, kind := range map[string]string{
			"[" + strings.Join(list, ",") + "]": "application/json",
			strings.Join(list, "\n") + "\n":     "application/x-ndjson",
		} {
			status, media, lines := s.lines(operation, kind, body)
			if status != http.StatusOK || media != "application/x-ndjson" || len(lines) != len(want) {
				t.Fatalf("%s: %d %s, %q", operation, status, media, lines)
			}
			for i, part := range want {
				if !strings.Contains(lines[i], part) {
					t.Errorf("%s, line %d: %s, expected %s", operation, i+1, lines[i], part)
				}
			}
		}
	}
	for body, code := range map[string]string{"[]": "bad_request", "[1": "bad_request", "[" + strings.Repeat("{},", maxSeveral) + "{}]": "too_large"} {
		if status, _, lines := s.lines("solve", "application/json", body); status == http.StatusOK || !strings.Contains(lines[0], code) {
			t.Errorf("%.20s: %d %s", body, status, lines[0])
		}
	}
	if status, _, lines := s.lines("solve", "application/json", "["+strings.Repeat("{},", maxSeveral-1)+"{}]"); status != http.StatusOK || len(lines) != maxSeveral {
		t.Errorf("%d puzzles: %d, %d lines", maxSeveral, status, len(lines))
	}
	if status, _, lines := s.lines("solve", "application/x-ndjson", one+"\n"+two); status != http.StatusOK || len(lines) != 2 {
		t.Errorf("two lines: %d %q", status, lines)
	}
	for body, part := range map[string]string{one + "\n{": `expected the puzzle as`, one + two + "\n{": "value 3 is not JSON"} {
		if status, _, lines := s.lines("solve", "application/x-ndjson", body); status != http.StatusBadRequest || !strings.Contains(lines[0], part) {
			t.Errorf("%s: %d %q, expected %s", body, status, lines, part)
		}
	}
	if status, _, lines := s.lines("lines", "application/json", `[{"length":5}]`); status != http.StatusBadRequest {
		t.Errorf("a list for an operation without puzzles: %d %s", status, lines[0])
	}
}

// All puzzles of a request together have the time of one.
func TestSeveralShareTheTime(t *testing.T) {
	limits := DefaultLimits()
	limits.Time = 20 * time.Millisecond
	s := newTester(t, Config{Limits: limits})
	hard := endlessRequest(``)
	_, _, lines := s.lines("solve", "application/json", fmt.Sprintf("[%s,%s,%s]", hard, hard, hard))
	if len(lines) != 3 {
		t.Fatalf("%q", lines)
	}
	for _, line := range lines {
		if !strings.Contains(line, `"status":"undecided"`) && !strings.Contains(line, `"error"`) {
			t.Errorf("answered %s", line)
		}
	}
}

// A request that loses its slot is refused whole, and no limit is no limit.
func TestSeveralEnd(t *testing.T) {
	s := newTester(t, Config{})
	every := all.Operations()
	solve := every[slices.IndexFunc(every, func(o operations.Operation) bool { return o.Name == "solve" })]
	list := []json.RawMessage{[]byte(endlessRequest(``))}
	lost, lose := context.WithCancelCause(t.Context())
	lose(errShare)
	w := httptest.NewRecorder()
	s.answerSeveral(w, httptest.NewRequestWithContext(lost, http.MethodPost, "/", nil), solve, list)
	if w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), `"busy"`) {
		t.Errorf("lost: %d %s", w.Code, w.Body)
	}
	s.cfg.Limits.Time = 0
	w = httptest.NewRecorder()
	s.answerSeveral(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil), solve, []json.RawMessage{[]byte(`{"rows":[[1]],"columns":[[1]]}`)})
	if !strings.Contains(w.Body.String(), `"unique"`) {
		t.Errorf("without a limit: %s", w.Body)
	}
}

// The description says that a body may have several puzzles, and in which media types.
func TestSeveralIsDescribed(t *testing.T) {
	s := newTester(t, Config{})
	var described struct {
		Paths map[string]struct {
			Post struct {
				RequestBody struct {
					Description string
					Content     map[string]any
				}
				Responses map[string]struct{ Content map[string]any }
			}
		}
	}
	if err := json.Unmarshal(s.get("/openapi.json").body, &described); err != nil {
		t.Fatal(err)
	}
	for _, operation := range []string{"lines", "solve", "describe", "hint"} {
		post := described.Paths[apiPrefix+operation].Post
		list := strings.Contains(post.RequestBody.Description, "array")
		_, lines := post.RequestBody.Content[ndjsonType]
		_, answers := post.Responses["200"].Content[ndjsonType]
		if want := operation != "lines"; list != want || lines != want || answers != want {
			t.Errorf("%s: array %v, lines %v, answers %v, expected %v", operation, list, lines, answers, want)
		}
	}
}

// A drawing is sent as a file to a client that names its type, and as JSON to others.
func TestDrawingsAsFiles(t *testing.T) {
	s := newTester(t, Config{})
	for _, c := range []struct{ accept, body, media, begins string }{
		{"image/png", `{"pack":"heart"}`, "image/png", "\x89PNG"},
		{"text/html, image/svg+xml;q=0.9", `{"pack":"heart"}`, "image/svg+xml", "<svg"},
		{"application/pdf", `{"pack":"heart","as":"pdf"}`, "application/pdf", "%PDF"},
		{"*/*", `{"pack":"heart","as":"png"}`, jsonType, `{"media_type":"image/png"`},
		{"image/png", `{"pack":"heart","as":"svg"}`, jsonType, `{"media_type":"image/svg+xml"`},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+apiPrefix+"render", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", jsonType)
		r.Header.Set("Accept", c.accept)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(a.Body)
		_ = a.Body.Close()
		if err != nil || a.StatusCode != http.StatusOK || a.Header.Get("Content-Type") != c.media || !strings.HasPrefix(string(body), c.begins) {
			t.Errorf("%s for %s: %d %s %.60s, %v", c.accept, c.body, a.StatusCode, a.Header.Get("Content-Type"), body, err)
		}
	}
	a := s.post("solve", `{"rows":[[1]],"columns":[[1]]}`)
	if s.want(a, http.StatusBadRequest, "bad_request"); !strings.Contains(string(a.body), `expected the puzzle as {\"puzzle\"`) {
		t.Errorf("%s", a.body)
	}
}
