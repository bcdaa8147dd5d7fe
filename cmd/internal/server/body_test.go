package server

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestClientOf(t *testing.T) {
	for _, c := range []struct{ remote, forwarded, want string }{
		{"192.0.2.7:1234", "", "192.0.2.7"},
		{"192.0.2.7:1234", "198.51.100.1", "192.0.2.7"}, // no proxy of ours
		{"127.0.0.1:1234", "", "127.0.0.1"},
		{"127.0.0.1:1234", "203.0.113.5, 198.51.100.1", "198.51.100.1"}, // only the last is the proxy's own
		{"127.0.0.1:1234", "203.0.113.5\n198.51.100.1", "198.51.100.1"}, // the same in two headers
		{"[::1]:1234", "2001:db8:1:2:3::4", "2001:db8:1:2::/64"},
		{"[2001:db8:1:2:ffff::9]:80", "", "2001:db8:1:2::/64"},
		{"[::ffff:192.0.2.7]:80", "", "192.0.2.7"},
		{"127.0.0.1:1234", "unknown", "127.0.0.1"},
		{"@", "x", "@"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header[forwardedHeader] = strings.Split(c.forwarded, "\n")
		}
		if got := (proxies{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}).clientOf(r); got != c.want {
			t.Errorf("%s for %q is %s, expected %s", c.remote, c.forwarded, got, c.want)
		}
	}
}

// Without a named proxy no header counts, and a network names all its addresses.
func TestProxies(t *testing.T) {
	r := &http.Request{RemoteAddr: "127.0.0.1:1", Header: http.Header{forwardedHeader: {"198.51.100.1"}}}
	if got := proxies(nil).clientOf(r); got != "127.0.0.1" {
		t.Errorf("without proxies: %s", got)
	}
	named, err := newProxies([]string{"10.0.0.0/8", "::1"})
	r.RemoteAddr = "[::ffff:10.1.2.3]:1"
	if got := named.clientOf(r); got != "198.51.100.1" || err != nil {
		t.Errorf("by a network: %s, %v", got, err)
	}
	if _, err := New(Config{Proxies: []string{"localhost"}}); err == nil || !strings.Contains(err.Error(), `--proxy "localhost"`) {
		t.Errorf("a name: %v", err)
	}
}
