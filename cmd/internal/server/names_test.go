package server

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// asked sends a small request with headers, "Host" among them.
func (s *tester) asked(method, path string, header ...string) *answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(`{"pack":"heart"}`))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	return s.do(r)
}

// The address at which a request arrives is a name of this machine.
func TestOwnAddressIsKnown(t *testing.T) {
	local := &net.TCPAddr{IP: net.ParseIP("192.0.2.1"), Port: 80}
	for host, known := range map[string]bool{"": true, "192.0.2.1": true, "192.0.2.1:80": true, "192.0.2.2": false} {
		r := httptest.NewRequestWithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, local), http.MethodGet, "/", nil)
		r.Host = host
		if got := (names{}).known(r); got != known {
			t.Errorf("%s: %v", host, got)
		}
	}
}

// A name that leads to this machine without being one of its own is refused, for
// whatever it asks: that is how a page of another site would get past the rules of
// browsers.
func TestForeignNamesAreRefused(t *testing.T) {
	s := newTester(t, Config{Hosts: []string{"Puzzles.example.org"}})
	solve := apiPrefix + "solve"
	for host, known := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LocalHost.": true, "app.localhost:1": true, "127.0.0.1": true, "127.1.2.3:80": true, "[::1]:8080": true,
		"puzzles.example.org": true, "puzzles.example.org:443": true, "PUZZLES.EXAMPLE.ORG.": true,
		"evil.example": false, "evil.example:8080": false, "localhost.evil.example": false, "127.0.0.1.evil.example": false,
		"192.0.2.1": false, "[2001:db8::1]:80": false, "x.puzzles.example.org": false, "notlocalhost": false,
	} {
		a := s.asked(http.MethodPost, solve, "Host", host)
		if known {
			s.want(a, http.StatusOK, "")
			continue
		}
		s.want(a, http.StatusMisdirectedRequest, "not_allowed")
		if a.field("error.where") != "Host" || !strings.Contains(string(a.body), "--host") || !strings.Contains(string(a.body), "puzzles.example.org") {
			t.Errorf("%s is answered %s", host, a.body)
		}
		for _, path := range []string{"/", "/docs", "/openapi.json", "/metrics", apiPrefix + "puzzles"} {
			s.want(s.asked(http.MethodGet, path, "Host", host), http.StatusMisdirectedRequest, "not_allowed")
		}
		s.want(s.asked(http.MethodGet, "/readyz", "Host", host), http.StatusOK, "")
	}
	for _, bad := range []string{"", "https://example.org", "example.org:80", "*.example.org", "a b"} {
		if _, err := New(Config{Hosts: []string{bad}}); err == nil {
			t.Errorf("%q was accepted for a name", bad)
		}
	}
	if _, err := New(Config{Hosts: []string{"2001:db8::1"}}); err != nil {
		t.Error(err)
	}
}

// Allowed origins may call the API and nothing else; preflight requests are answered.
func TestAllowedOrigins(t *testing.T) {
	const friend, stranger = "https://friend.example", "https://stranger.example"
	solve := apiPrefix + "solve"
	s := newTester(t, Config{Origins: []string{friend, "http://localhost:5173"}})
	for _, c := range []struct {
		origin string
		status int
		code   string
	}{{friend, http.StatusOK, ""}, {"http://localhost:5173", http.StatusOK, ""}, {stranger, http.StatusForbidden, "not_allowed"}, {"null", http.StatusForbidden, "not_allowed"}, {friend + ".evil.example", http.StatusForbidden, "not_allowed"}} {
		a := s.asked(http.MethodPost, solve, "Origin", c.origin, "Sec-Fetch-Site", "cross-site")
		s.want(a, c.status, c.code)
		allowed := a.header.Get("Access-Control-Allow-Origin")
		if (allowed == c.origin) != (c.status == http.StatusOK) || !slices.Contains(a.header.Values("Vary"), "Origin") || a.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: headers %v", c.origin, a.header)
		}
		ask := s.asked(http.MethodOptions, solve, "Origin", c.origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
		if (ask.status == http.StatusNoContent && ask.header.Get("Access-Control-Allow-Origin") == c.origin &&
			strings.Contains(ask.header.Get("Access-Control-Allow-Methods"), "POST") && strings.Contains(ask.header.Get("Access-Control-Allow-Headers"), "Content-Type")) != (c.status == http.StatusOK) {
			t.Errorf("%s asks beforehand: %d %v", c.origin, ask.status, ask.header)
		}
	}
	if a := s.asked(http.MethodOptions, solve, "Origin", friend); a.status != http.StatusMethodNotAllowed {
		t.Errorf("OPTIONS that asks for no method: %d", a.status)
	}
	one := newTester(t, Config{Origins: []string{friend}})
	one.want(one.asked(http.MethodPost, solve, "Origin", friend, "Sec-Fetch-Site", "cross-site"), http.StatusOK, "")
	if a := newTester(t, Config{}).asked(http.MethodPost, solve, "Origin", stranger); slices.Contains(a.header.Values("Vary"), "Origin") {
		t.Error("without origins the answers depend on one")
	}
	// An error can be read too, or its message would be lost.
	if a := s.asked(http.MethodPost, apiPrefix+"nix", "Origin", friend); a.status != http.StatusNotFound || a.header.Get("Access-Control-Allow-Origin") != friend {
		t.Errorf("an error: %d %v", a.status, a.header)
	}
	for _, path := range []string{"/", "/metrics", "/openapi.json", "/readyz"} {
		if a := s.asked(http.MethodGet, path, "Origin", friend); a.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s may be read by other sites", path)
		}
	}
	s = newTester(t, Config{Origins: []string{"*"}})
	if a := s.asked(http.MethodPost, solve, "Origin", stranger, "Sec-Fetch-Site", "cross-site"); a.status != http.StatusOK || a.header.Get("Access-Control-Allow-Origin") != "*" || a.header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("%d %v", a.status, a.header)
	}
	for _, bad := range []string{"", "example.org", "https://example.org/", "https://*.example.org", "ftp://example.org", "https://u:p@example.org", "http://", "https://exa mple.org", "https://exam*ple.org"} {
		if _, err := New(Config{Origins: []string{bad}}); err == nil {
			t.Errorf("%q was accepted for an origin", bad)
		}
	}
}

// Nothing between server and client may keep an answer of the API.
func TestAnswersAreNotStored(t *testing.T) {
	s := newTester(t, Config{})
	for _, a := range []*answer{s.post("solve", `{"pack":"heart"}`), s.post("solve", `{`), s.get(apiPrefix + "puzzles"), s.get(apiPrefix + "nix"), s.get(apiPrefix + "solve")} {
		if got := a.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("status %d, Cache-Control %q", a.status, got)
		}
	}
}
