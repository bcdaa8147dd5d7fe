package server

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"nonogram/cmd/internal/operations"
)

// Checks of the Host and Origin headers. A page of another site can make a browser on
// this machine send requests here in two ways: across origins, or by changing its own
// DNS entry to this machine (DNS rebinding), so that the browser takes the server for the
// site itself. The first is refused by its Origin, the second by its Host.
//
// Other programs send no Origin and a correct Host.

// names are the accepted host names besides those of this machine.
type names []string

// newNames accepts names as example.org.
func newNames(hosts []string) (n names, err error) {
	for _, host := range hosts {
		name := strings.ToLower(strings.TrimSuffix(host, "."))
		if name == "" || strings.ContainsAny(name, "/:*@ \t") && !isAddress(name) {
			return nil, fmt.Errorf("--host %q: expected the name of a host as example.org, without scheme and port", host)
		}
		n = append(n, name)
	}
	return n, nil
}

func isAddress(name string) bool {
	_, err := netip.ParseAddr(name)
	return err == nil
}

// alwaysOpen lists paths for monitoring, which may use any name.
var alwaysOpen = []string{"/healthz", "/readyz"}

// guard refuses requests for other names.
func (n names) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !n.known(r) && !slices.Contains(alwaysOpen, r.URL.Path) {
			f := failure(operations.Errorf(operations.NotAllowed, "Host", "found %.80q, expected localhost, the address of this machine%s, or a name that serve --host gives",
				r.Host, strings.Join(append([]string{""}, n...), ", ")))
			f.status = http.StatusMisdirectedRequest
			f.write(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// known reports whether a request is for a configured name, for localhost, or for the IP
// address at which it arrived.
func (n names) known(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if host == "" || host == "localhost" || strings.HasSuffix(host, ".localhost") || slices.Contains(n, host) {
		return true // browsers always send a name
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	return addr.IsLoopback() || addr.Unmap() == arrivedAt(r)
}

// arrivedAt is the local address of a request's connection.
func arrivedAt(r *http.Request) netip.Addr {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return local.AddrPort().Addr().Unmap().WithZone("")
}

// origins are the sites whose pages may call the API.
type origins struct {
	all    bool
	given  []string
	others *http.CrossOriginProtection
}

// newOrigins accepts origins as https://example.org, or "*".
func newOrigins(list []string) (*origins, error) {
	o := &origins{others: http.NewCrossOriginProtection()}
	o.others.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fail(w, operations.Errorf(operations.NotAllowed, "Origin", "requests of other sites are refused; serve --cors allows them"))
	}))
	for _, origin := range list {
		if origin == "*" {
			o.all = true
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Scheme+"://"+u.Host != origin || strings.Contains(origin, "*") {
			return nil, fmt.Errorf("--cors %q: expected an origin as https://example.org, without a path, or *", origin)
		}
		o.given = append(o.given, origin)
	}
	return o, nil
}

// CORS headers for allowed origins. Credentials are not allowed.
const (
	corsMethods = "GET, HEAD, POST"
	corsHeaders = "Content-Type, " + idHeader
	corsExposed = idHeader + ", " + retryHeader
	corsMaxAge  = "600" // seconds for which a browser need not ask again
)

// guard refuses requests of other sites, and adds CORS headers for allowed ones. Progress is
// for the pages of this server alone.
func (o *origins) guard(next http.Handler) http.Handler {
	guarded := o.others.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, apiRoot) || r.URL.Path == progressPath || !o.all && len(o.given) == 0 {
			guarded.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		if !o.all {
			h.Add("Vary", "Origin")
		}
		origin := r.Header.Get("Origin")
		if origin == "" || !o.all && !slices.Contains(o.given, origin) {
			guarded.ServeHTTP(w, r)
			return
		}
		if o.all {
			origin = "*"
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", corsExposed)
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			h.Set("Access-Control-Allow-Methods", corsMethods)
			h.Set("Access-Control-Allow-Headers", corsHeaders)
			h.Set("Access-Control-Max-Age", corsMaxAge)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}
