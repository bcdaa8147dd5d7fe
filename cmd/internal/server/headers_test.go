package server

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Headers of answers, requests of other sites, ids and metrics.

func TestHeaders(t *testing.T) {
	s := newTester(t, Config{})
	for _, a := range []*answer{s.get("/"), s.get("/docs"), s.get("/nix.js"), s.get(apiPrefix + "methods"), s.post("solve", `{"pack":"heart"}`), s.post("solve", `{`)} {
		policy := a.header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("the policy %q has no %s", policy, part)
			}
		}
		// Data alone may come from elsewhere: feeds.
		code := strings.Replace(policy, "; connect-src 'self' https: http:;", ";", 1)
		if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") || strings.Contains(code, "http") {
			t.Errorf("the policy %q allows too much", policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s is %q, expected %q", name, got, want)
			}
		}
		if a.header.Get("Content-Type") == "" {
			t.Errorf("headers %v", a.header)
		}
	}
}

// The pages have no script or style that the policy would forbid, and load nothing
// from elsewhere.
func TestPagesObeyThePolicy(t *testing.T) {
	s := newTester(t, Config{})
	for _, path := range []string{"/", "/docs", "/docs/docs.css", "/docs/docs.js"} {
		a := s.get(path)
		text := string(a.body)
		for _, bad := range []string{"<style", "style=", "onload=", "onclick=", "javascript:", "innerHTML", "eval("} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q", path, bad)
			}
		}
		for _, bad := range []string{"http://", "https://", `"//`, "'//"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s mentions another host: %q", path, bad)
			}
		}
		if i := strings.Index(text, "<script"); i >= 0 && !strings.Contains(text[i:], `src="/docs/docs.js"></script>`) {
			t.Errorf("%s has an inline script", path)
		}
	}
}

// origins are requests as browsers send them for pages of other sites.
func TestCrossOriginWritesAreRefused(t *testing.T) {
	s := newTester(t, Config{})
	for _, c := range []struct {
		header, value string
		status        int
		code          string
	}{
		{"Sec-Fetch-Site", "cross-site", http.StatusForbidden, "not_allowed"},
		{"Sec-Fetch-Site", "same-site", http.StatusForbidden, "not_allowed"},
		{"Origin", "https://example.com", http.StatusForbidden, "not_allowed"},
		{"Sec-Fetch-Site", "same-origin", http.StatusOK, ""},
		{"Sec-Fetch-Site", "none", http.StatusOK, ""},
		{"Origin", s.url, http.StatusOK, ""},
		{"X-Nothing", "curl", http.StatusOK, ""},
	} {
		r, _ := http.NewRequest(http.MethodPost, s.url+apiPrefix+"solve", strings.NewReader(`{"pack":"heart"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(c.header, c.value)
		a := s.do(r)
		s.want(a, c.status, c.code)
		if a.header.Get("Access-Control-Allow-Origin") != "" {
			t.Error("other sites may read the answers")
		}
	}
}

func TestRequestIDs(t *testing.T) {
	var log bytes.Buffer
	s := newTester(t, Config{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	first, second := s.get("/healthz").header.Get(idHeader), s.get("/healthz").header.Get(idHeader)
	if first == "" || first == second {
		t.Errorf("ids %q and %q", first, second)
	}
	for _, c := range []struct {
		sent string
		kept bool
	}{{"from-proxy.1", true}, {"bad id", false}, {strings.Repeat("x", 65), false}} {
		r, _ := http.NewRequest(http.MethodGet, s.url+"/healthz", nil)
		r.Header.Set(idHeader, c.sent)
		if got := s.do(r).header.Get(idHeader); (got == c.sent) != c.kept || got == "" {
			t.Errorf("%q became %q", c.sent, got)
		}
	}
	if !strings.Contains(log.String(), "level=DEBUG msg=request id=from-proxy.1") || strings.Contains(log.String(), "bad id") {
		t.Errorf("the log is\n%s", &log)
	}
}

func TestMetrics(t *testing.T) {
	s := newTester(t, Config{})
	s.post("solve", `{"pack":"heart"}`)
	s.post("solve", `{"pack":"nix"}`)
	s.get("/some/place/of/the/app")
	s.want(s.get("/metrics"), http.StatusNotFound, "") // which is for operators
	w := httptest.NewRecorder()
	s.Monitor().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	text := w.Body.String()
	for _, line := range []string{
		`nonogram_requests_total{route="POST /api/v1/solve",status="200"} 1`,
		`nonogram_requests_total{route="POST /api/v1/solve",status="404"} 1`,
		`nonogram_requests_total{route="/",status="404"} 2`,
		`nonogram_request_seconds_count{route="POST /api/v1/solve"} 2`,
		`nonogram_request_seconds_bucket{route="POST /api/v1/solve",le="+Inf"} 2`,
		`nonogram_running 0`, `nonogram_waiting 0`, `nonogram_refused_total 0`, `nonogram_cancelled_total 0`,
		`# TYPE nonogram_request_seconds histogram`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("there is no line %s", line)
		}
	}
	names := []string{"go_goroutines", "go_memstats_sys_bytes"}
	if runtime.GOOS == "linux" {
		names = append(names, "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds")
	}
	for _, name := range names {
		_, rest, found := strings.Cut(text, "\n"+name+" ")
		line, _, _ := strings.Cut(rest, "\n")
		if value, err := strconv.ParseFloat(line, 64); !found || err != nil || value < 0 || name != "process_cpu_seconds_total" && value == 0 {
			t.Errorf("%s is %q", name, line)
		}
	}
}

// Load balancers ask at both addresses, and no proxy remembers the answer.
func TestProbes(t *testing.T) {
	s := newTester(t, Config{})
	for _, handler := range []http.Handler{s.Handler(), s.Monitor()} {
		for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n"} {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+path, nil))
			if h := w.Header(); w.Code != http.StatusOK || w.Body.String() != want || h.Get("Content-Type") != "text/plain; charset=utf-8" || h.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %q %v", path, w.Code, w.Body, h)
			}
		}
	}
}

// Buckets are cumulative, and a bound belongs to its bucket.
func TestMetricsBuckets(t *testing.T) {
	m := newMetrics()
	for _, took := range []time.Duration{time.Millisecond, 2 * time.Millisecond, time.Minute} {
		m.request("/", 200, took)
	}
	w := httptest.NewRecorder()
	m.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	b := w.Body
	for _, line := range []string{`le="0.001"} 1`, `le="0.0025"} 2`, `le="30"} 2`, `le="+Inf"} 3`} {
		if !strings.Contains(b.String(), `nonogram_request_seconds_bucket{route="/",`+line+"\n") {
			t.Errorf("there is no %s in\n%s", line, b)
		}
	}
	if !strings.Contains(b.String(), "nonogram_request_seconds_sum{route=\"/\"} 60.003\n") {
		t.Errorf("the sum is wrong:\n%s", b)
	}
}

// A panic is answered and written down, and the server goes on.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	s, err := New(Config{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	handler := s.observe(mux, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("ouch") }))
	w := &buffered{header: http.Header{}}
	handler.ServeHTTP(w, &http.Request{Method: http.MethodGet, URL: mustURL(t, "/x"), Header: http.Header{}})
	if w.status != http.StatusInternalServerError || !strings.Contains(w.body.String(), "internal_error") || strings.Contains(w.body.String(), "ouch") {
		t.Errorf("%d %s", w.status, &w.body)
	}
	for _, line := range []string{"ouch", "level=ERROR msg=request"} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("there is no %q in the log: %s", line, &log)
		}
	}
	// When a part of the answer is sent, no error is written behind it.
	log.Reset()
	handler = s.observe(mux, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "four")
		panic("ouch")
	}))
	w = &buffered{header: http.Header{}}
	handler.ServeHTTP(w, &http.Request{Method: http.MethodGet, URL: mustURL(t, "/x"), Header: http.Header{}})
	if w.body.String() != "four" || !strings.Contains(log.String(), "status=200 bytes=4") {
		t.Errorf("the answer is %q, and the log %s", &w.body, &log)
	}
}

// hostile is a title that would do harm wherever it is not escaped.
const hostile = `</title></text></svg><script>alert(1)</script><img src=x onerror=alert(2)> & "quoted" ]]>`

// A title stays text in all that is made of it.
func TestHostileTitle(t *testing.T) {
	s := newTester(t, Config{})
	puzzle := map[string]any{"title": hostile, "author": hostile, "copyright": hostile, "goal": []string{"#"}}
	a := s.post("render", map[string]any{"as": "svg", "puzzle": puzzle})
	svg, _ := a.field("text").(string)
	dec := xml.NewDecoder(strings.NewReader(svg))
	found := false
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if name := token.Name.Local; name == "script" || name == "img" {
				t.Errorf("the title has become an element %s", name)
			}
		case xml.CharData:
			found = found || strings.Contains(string(token), "<script>alert(1)</script>")
		}
	}
	if !found {
		t.Errorf("the title is not in %s", svg)
	}
	for _, to := range []string{"webpbn", "json", "non"} {
		a := s.post("convert", map[string]any{"to": to, "puzzle": puzzle, "lossy": true})
		back := s.post("decode", map[string]any{"text": a.field("text"), "format": to})
		var decoded struct{ Puzzles []struct{ Title string } }
		if err := json.Unmarshal(back.body, &decoded); err != nil || len(decoded.Puzzles) != 1 || decoded.Puzzles[0].Title != hostile {
			t.Errorf("%s came back as %s (%v)", to, back.body, err)
		}
	}
	// An answer is never taken for a page, whatever is in it.
	if kind := a.header.Get("Content-Type"); kind != "application/json" {
		t.Errorf("the type is %s", kind)
	}
}
