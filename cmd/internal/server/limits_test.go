package server

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"nonogram/cmd/internal/operations"
)

// Requests that are too large, malformed or too many get an error that says what is allowed.

func TestErrors(t *testing.T) {
	limits := DefaultLimits()
	limits.Cells, limits.Side, limits.Colors, limits.Puzzles, limits.Solutions, limits.Positions = 120, 40, 3, 5, 10, 2
	limits.Pixels, limits.AllCells = 100_000, 150
	s := newTester(t, Config{Limits: limits, Body: 20_000})
	for _, c := range []struct {
		operation, request string
		status             int
		code, where        string
	}{
		// requests
		{"solve", `{`, 400, "bad_request", "byte 1"},
		{"solve", `[]`, 400, "bad_request", ""},
		{"solve", ``, 400, "bad_request", "puzzle"},
		{"solve", `{"pack":"cat","bla":1}`, 400, "bad_request", "bla"},
		{"solve", `{"pack":17}`, 400, "bad_request", "pack"},
		{"solve", `{}`, 400, "bad_request", "puzzle"},
		{"solve", `{"pack":"heart","text":"x"}`, 400, "bad_request", "puzzle"},
		{"solve", `{"pack":"heart","limit":-1}`, 400, "bad_request", "limit"},
		{"solve", `{"pack":"heart","timeout_ms":-1}`, 400, "bad_request", "timeout_ms"},
		{"hint", `{"pack":"heart","grade":5}`, 400, "bad_request", "grade"},
		{"hint", `{"pack":"heart","state":["#"]}`, 400, "bad_request", "state"},
		{"hint", `{"pack":"heart","state":["?????","?????","?x???","?????","?????"]}`, 400, "bad_request", "state[2]"},
		{"check", `{"pack":"heart"}`, 400, "bad_request", "state"},
		{"convert", `{"pack":"heart"}`, 400, "bad_request", "to"},
		{"convert", `{"to":"json","puzzles":[{"palette":[{}],"rows":[[{"c":"#"}]],"columns":[[1]]}]}`, 422, "bad_puzzle", "puzzles[0].palette"},
		{"solve", `{"pack":"heart","limit":1e3}`, 400, "bad_request", "limit"},
		{"solve", `{"pack":"heart","limit":99999999999999999999}`, 400, "bad_request", "limit"},
		{"solve", `{"pack":"heart","timeout_ms":"1"}`, 400, "bad_request", "timeout_ms"},
		{"solve", `{"pack":"heart","seed":1e30}`, 400, "bad_request", "seed"},
		{"solve", `{"pack":"heart","limit":1e400}`, 400, "bad_request", "limit"},
		{"solve", `{"puzzle":{"width":1e1,"rows":[[1]],"columns":[[1]]}}`, 422, "bad_puzzle", "puzzle.width"},
		{"solve", `{"puzzle":{"rows":[[-1]],"columns":[[1]]}}`, 422, "bad_puzzle", "puzzle.rows[0][0]"},
		{"solve", `{"puzzle":{"rows":[[9999999999999999999]],"columns":[[1]]}}`, 422, "bad_puzzle", "puzzle.rows[0][0]"},
		{"clues", `{"grid":["..","."]}`, 400, "bad_request", "grid[1]"},
		{"clues", `{"grid":[]}`, 400, "bad_request", "grid"},
		{"generate", `{"seed":"x"}`, 400, "bad_request", "seed"},
		{"generate", `{"density":2}`, 400, "bad_request", "density"},
		{"render", `{"pack":"heart","as":"svg","cell":1e9}`, 400, "bad_request", "cell"},
		{"render", `{"puzzle":` + heart + `,"as":"svg","goal":true}`, 400, "bad_request", "goal"},
		{"render", `{"pack":"heart","as":"pdf","paper":"nix"}`, 400, "bad_request", "paper"},
		{"render", `{"pack":"heart","as":"pdf","order":"nix"}`, 400, "bad_request", "order"},
		// names
		{"solve", `{"pack":"nix"}`, 404, "unknown_name", "pack"},
		{"solve", `{"pack":"heart","method":"nix"}`, 404, "unknown_name", "method"},
		{"solve", `{"text":"x","format":"nix"}`, 404, "unknown_name", "format"},
		{"convert", `{"pack":"heart","to":"nix"}`, 404, "unknown_name", "to"},
		{"generate", `{"kind":"nix"}`, 404, "unknown_name", "kind"},
		// puzzles
		{"solve", `{"puzzle":{}}`, 422, "bad_puzzle", "puzzle"},
		{"solve", `{"puzzle":{"rows":[[1]]}}`, 422, "bad_puzzle", "puzzle"},
		{"solve", `{"puzzle":{"rows":[[0,1]],"columns":[[1],[1]]}}`, 422, "bad_puzzle", "puzzle.rows[0][0]"},
		{"solve", `{"puzzle":{"rows":[[{"n":1,"c":"x"}]],"columns":[[1]]}}`, 422, "bad_puzzle", "puzzle.rows[0][0].c"},
		{"solve", `{"puzzle":{"width":2,"rows":[[1]],"columns":[[1]]}}`, 422, "bad_puzzle", "puzzle.width"},
		{"solve", `{"puzzle":{"rows":[[null]],"columns":[[1]]},"method":"perm_elim"}`, 422, "unsupported", ""},
		{"solve", `{"text":"hello"}`, 422, "unreadable", ""},
		{"solve", `{"text":"width 2\nheight 2\nrows\n1\nx\n","filename":"a.non"}`, 422, "unreadable", "a.non:5:1"},
		{"solve", `{"pack":"doodles"}`, 422, "many_puzzles", "pack"},
		{"solve", `{"data":"W3sicm93cyI6W1sxXV0sImNvbHVtbnMiOltbMV1dfSx7InJvd3MiOltbMV1dLCJjb2x1bW5zIjpbWzFdXX1d"}`, 422, "many_puzzles", "data"},
		{"solve", `{"text":"{\"rows\":[[1]],\"columns\":[[1]]}{\"rows\":[[1]],\"columns\":[[1]]}"}`, 422, "many_puzzles", "text"},
		{"convert", `{"pack":"heart","to":"mk"}`, 409, "would_lose", "to"},
		{"convert", `{"puzzle":` + heart + `,"to":"png"}`, 422, "unsupported", "to"},
		// limits
		{"solve", `{"puzzle":{"goal":[` + strings.Repeat(`"###########",`, 10) + `"###########"]}}`, 413, "too_large", "puzzle"},
		{"solve", `{"puzzle":{"goal":["` + strings.Repeat("#", 41) + `"]}}`, 413, "too_large", "puzzle"},
		{"solve", `{"puzzle":{"goal":["abc"],"palette":[{},{"symbol":"a"},{"symbol":"b"},{"symbol":"c"}]}}`, 413, "too_large", "puzzle"},
		{"solve", `{"puzzle":` + heart + `,"limit":11}`, 413, "too_large", "limit"},
		{"hint", `{"puzzle":{"rows":[[1]],"columns":[[1]]},"history":[["?"],["?"],["?"]]}`, 413, "too_large", "history"},
		{"generate", `{"width":10,"count":2}`, 413, "too_large", "count"},
		{"generate", `{"width":4,"count":6}`, 413, "too_large", "count"},
		{"generate", `{"width":50,"height":1}`, 413, "too_large", "width"},
		{"convert", `{"to":"json","puzzles":[` + strings.Repeat(`{"goal":["#"]},`, 5) + `{"goal":["#"]}]}`, 413, "too_large", ""},
		{"convert", `{"to":"json","puzzles":[` + strings.Repeat(`{"goal":["##############################"]},`, 4) + `{"goal":["###############################"]}]}`, 413, "too_large", ""},
		{"convert", `{"to":"json","puzzles":[null]}`, 400, "bad_request", "puzzles[0]"},
		{"convert", `{"to":"json","puzzles":[` + heart + `],"pack":"heart"}`, 400, "bad_request", "puzzles"},
		{"solve", `{"puzzle":` + heart + `,"limit":7}`, 413, "too_large", "limit"},
		{"render", `{"puzzle":` + heart + `,"as":"png","cell":100}`, 413, "too_large", "cell"},
		{"solve", `{"text":"` + strings.Repeat(" ", 20_000) + `"}`, 413, "too_large", "body"},
	} {
		a := s.post(c.operation, c.request)
		where, _ := a.field("error.where").(string)
		message, _ := a.field("error.message").(string)
		if strings.Contains(message, "Go ") || strings.Contains(message, "schema") {
			t.Errorf("%s %.80s speaks of the program's inside: %s", c.operation, c.request, message)
		}
		if a.status != c.status || a.field("error.code") != c.code || where != c.where || message == "" {
			t.Errorf("%s %.80s: %d %s\nexpected %d, %s at %q", c.operation, c.request, a.status, a.body, c.status, c.code, c.where)
		}
	}
}

func TestContentType(t *testing.T) {
	s := newTester(t, Config{})
	r, _ := http.NewRequest(http.MethodPost, s.url+apiPrefix+"solve", strings.NewReader(`{"pack":"heart"}`))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	s.want(s.do(r), http.StatusUnsupportedMediaType, "bad_request")
	r, _ = http.NewRequest(http.MethodPost, s.url+apiPrefix+"solve", strings.NewReader(`{"pack":"heart"}`))
	s.want(s.do(r), http.StatusOK, "")
}

// The parameter of an address is that of the operation.
func TestParameterOfAnAddress(t *testing.T) {
	s := newTester(t, Config{})
	english, german := s.get(apiPrefix+"techniques"), s.get(apiPrefix+"techniques?language=de")
	s.want(german, http.StatusOK, "")
	if bytes.Equal(english.body, german.body) {
		t.Error("the answers in two languages are equal")
	}
	if short, long := s.get(apiPrefix+"puzzles"), s.get(apiPrefix+"puzzles?titles=true"); len(short.body) >= len(long.body) {
		t.Error("titles are not in the answer")
	}
	for query, message := range map[string]string{"titles=yes": `found the text "yes"`, "chapter=17": `"17"`} {
		a := s.get(apiPrefix + "puzzles?" + query)
		if text, _ := a.field("error.message").(string); a.status == http.StatusOK || !strings.Contains(text, message) {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
	if a := s.get(apiPrefix + "techniques?language=de&language=en"); a.status != http.StatusBadRequest || a.field("error.where") != "language" {
		t.Errorf("two languages: %d %.80s", a.status, a.body)
	}
}

func TestNoSuchOperation(t *testing.T) {
	s := newTester(t, Config{})
	s.want(s.post("nix", `{}`), http.StatusNotFound, "not_found")
	s.want(s.get("/api/v2/solve"), http.StatusNotFound, "not_found")
	s.want(s.get("/docs/nix.js"), http.StatusNotFound, "not_found")
	for path, allow := range map[string]string{"solve": "POST", "puzzles/17": "GET, HEAD"} {
		r, _ := http.NewRequest(http.MethodDelete, s.url+apiPrefix+path, nil)
		a := s.do(r)
		s.want(a, http.StatusMethodNotAllowed, "not_allowed")
		if a.header.Get("Allow") != allow {
			t.Errorf("%s allows %q, want %q", path, a.header.Get("Allow"), allow)
		}
	}
	s.want(s.get(apiPrefix+"solve"), http.StatusMethodNotAllowed, "not_allowed")
	if a := s.get(apiPrefix + "puzzles?title=true"); a.status != http.StatusBadRequest || a.field("error.where") != "title" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := s.get(apiPrefix + "puzzles/nix"); a.status != http.StatusNotFound || a.field("error.code") != "unknown_name" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// A chunked body has no length to look at beforehand.
func TestChunkedBody(t *testing.T) {
	s := newTester(t, Config{Body: 10_000})
	body := struct{ *strings.Reader }{strings.NewReader(`{"text":"` + strings.Repeat("x", 20_000) + `"}`)}
	r, _ := http.NewRequest(http.MethodPost, s.url+apiPrefix+"solve", body)
	r.ContentLength = -1
	r.Header.Set("Content-Type", "application/json")
	s.want(s.do(r), http.StatusRequestEntityTooLarge, "too_large")
	if !unused(s.bodies) {
		t.Error("bytes are still counted")
	}
}

// unused reports whether nothing of a budget is taken.
func unused(b *budget) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used == 0 && len(b.parts) == 0
}

// Bodies that would take more memory together than there may be are refused.
func TestBudgetOfBodies(t *testing.T) {
	s := newTester(t, Config{Bodies: 10_000})
	a := s.post("solve", `{"text":"`+strings.Repeat("x", 20_000)+`"}`)
	s.want(a, http.StatusTooManyRequests, "busy")
	if n := testutil.ToFloat64(s.metrics.refused); n != 1 {
		t.Errorf("%v are counted as refused", n)
	}
	s.want(s.post("solve", `{"pack":"heart"}`), http.StatusOK, "")
	if !unused(s.bodies) {
		t.Error("bytes are still counted")
	}
}

// endlessRequest asks for a search that no machine finishes: row by row through a
// board of noise, by a method that looks at nothing until the end.
func endlessRequest(more string) string {
	var rows []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf("[1,%d,1,%d]", 1+i%3, 1+i%2))
	}
	lines := "[" + strings.Join(rows, ",") + "]"
	return `{"method":"liao:dfs","puzzle":{"rows":` + lines + `,"columns":` + lines + `}` + more + `}`
}

func TestTimeLimit(t *testing.T) {
	s := newTester(t, Config{})
	a := s.post("solve", endlessRequest(`,"timeout_ms":20`))
	s.want(a, http.StatusOK, "")
	if a.field("status") != "undecided" || a.field("reason") != "time" {
		t.Errorf("%s", a.body)
	}
	limits := DefaultLimits()
	limits.Time = 20 * time.Millisecond
	s = newTester(t, Config{Limits: limits})
	if a := s.post("solve", endlessRequest(``)); a.field("status") != "undecided" || a.field("reason") != "time" {
		t.Errorf("%s", a.body)
	}
	s.want(s.post("solve", endlessRequest(`,"timeout_ms":99999999`)), http.StatusBadRequest, "bad_request")
}

func TestMemoryLimit(t *testing.T) {
	limits := DefaultLimits()
	limits.Memory = 1000
	s := newTester(t, Config{Limits: limits})
	request := strings.Replace(endlessRequest(`,"memory_mb":1000000`), `"liao:dfs"`, `"table_dfs"`, 1)
	if a := s.post("solve", request); a.field("status") != "undecided" || a.field("reason") != "memory" {
		t.Errorf("%s", a.body)
	}
}

// The longest request still leaves the server its full time to write the answer.
func TestTimeToWrite(t *testing.T) {
	s := newTester(t, Config{})
	h := s.limited(t.Context())
	if left := h.WriteTimeout - h.ReadTimeout - DefaultPatience - DefaultLimits().Time; left != writeTime || h.ReadTimeout != DefaultReadTime ||
		h.ReadHeaderTimeout != DefaultHeaderTime || h.IdleTimeout != DefaultIdleTime || h.MaxHeaderBytes != maxHeader {
		t.Errorf("%v are left to write, with the limits %+v", left, s.cfg)
	}
}

func TestNoLimitIsLost(t *testing.T) {
	if l := DefaultLimits(); l.Side == 0 || l.Cells == 0 || l.Colors == 0 || l.Puzzles == 0 || l.AllCells == 0 || l.Time == 0 || l.DefaultTime == 0 ||
		l.Memory == 0 || l.Solutions == 0 || l.Events == 0 || l.Positions == 0 || l.Pixels == 0 || l == (operations.Limits{}) {
		t.Errorf("some limit of the server is missing: %+v", l)
	}
}
