package server

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"nonogram/cmd/internal/operations"
)

// Progress of players, stored with serve --sync. It is not part of the OpenAPI description,
// since only the web app uses it; docs/api.md describes it. The server neither reads nor merges it:
// the browser merges, and sends the result with the ETag of the version it has seen, so
// that concurrent changes are never overwritten. A code of 130 bits replaces an account.
// It is sent in a header because addresses are logged, and because pages of other sites
// cannot send that header. Nobody guesses it, so wrong codes need no limit, with which one
// person could lock out others behind the same address; new bytes are rate-limited.

const (
	progressPath = apiPrefix + "progress"
	// progressKind is the kind in a file of progress, see web/src/games/progressFile.ts.
	progressKind = "nonogram-progress"
	codePrefix   = "Bearer "
)

// The rate limit for what a client adds: so many kilobytes at once, and one more after each
// pause. That suffices for a school class that shares an address.
const (
	newUnit      = 1 << 10
	newUnits     = 5 << 10
	newUnitPause = time.Second
)

// progress serves the stored progress.
type progress struct {
	store   *store
	more    *allowance
	proxies proxies
}

func newProgress(dir string, most int64, p proxies) (*progress, error) {
	s, err := openStore(dir, most)
	if err != nil {
		return nil, err
	}
	return &progress{s, newAllowance(newUnits, newUnitPause), p}, nil
}

func (p *progress) register(mux *http.ServeMux) {
	mux.HandleFunc("POST "+progressPath, p.begin)
	mux.HandleFunc("GET "+progressPath, p.withCode(p.give))
	mux.HandleFunc("PUT "+progressPath, p.withCode(p.take))
	mux.HandleFunc("DELETE "+progressPath, p.withCode(p.forget))
}

// begin stores the progress of a new player and answers with the code.
func (p *progress) begin(w http.ResponseWriter, r *http.Request) {
	body, err := readProgress(r)
	if err != nil {
		failProgress(w, err)
		return
	}
	code, tag, err := p.store.add(body, p.allow(r))
	if err != nil {
		failProgress(w, err)
		return
	}
	w.Header().Set("ETag", tag)
	writeJSON(w, http.StatusCreated, map[string]string{"code": code}, nil)
}

// allow returns a function that reports whether the client of a request may add so many
// bytes.
func (p *progress) allow(r *http.Request) func(bytes int64) error {
	return func(bytes int64) error {
		if units := int((bytes + newUnit - 1) / newUnit); units > 0 && !p.more.take(p.proxies.clientOf(r), units) {
			return operations.Errorf(operations.Busy, "", "this address has stored much in a short time; try again later")
		}
		return nil
	}
}

// withCode answers a request with a code.
func (p *progress) withCode(next func(http.ResponseWriter, *http.Request, string) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		code, _ := strings.CutPrefix(r.Header.Get("Authorization"), codePrefix)
		if err := next(w, r, code); err != nil {
			failProgress(w, err)
		}
	}
}

func (p *progress) give(w http.ResponseWriter, r *http.Request, code string) error {
	body, tag, err := p.store.get(code)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", tag)
	if strong(r.Header.Get("If-None-Match")) == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	w.Header().Set("Content-Type", jsonType)
	_, _ = w.Write(body) // the client may be gone
	return nil
}

// strong is an ETag that a proxy may have made weak, because it compresses the content. The
// tag is a hash of the content, so it identifies the content all the same.
func strong(tag string) string { return strings.TrimPrefix(tag, "W/") }

func (p *progress) take(w http.ResponseWriter, r *http.Request, code string) error {
	tag := strong(r.Header.Get("If-Match"))
	if tag == "" {
		return &refusal{http.StatusPreconditionRequired, operations.Errorf(operations.BadRequest, "If-Match", "expected the ETag of the progress that this one replaces")}
	}
	body, err := readProgress(r)
	if err != nil {
		return err
	}
	now, err := p.store.replace(code, tag, body, p.allow(r))
	if err != nil {
		return err
	}
	w.Header().Set("ETag", now)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (p *progress) forget(w http.ResponseWriter, _ *http.Request, code string) error {
	if err := p.store.forget(code); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// readProgress reads a body and checks that it is a file of progress. A form of a page of
// another site has another content type.
func readProgress(r *http.Request) ([]byte, error) {
	if kind := r.Header.Get("Content-Type"); kind == "" || !isJSON(kind) {
		return nil, wrongType(kind)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var file struct {
		Kind    string                     `json:"kind"`
		Entries map[string]json.RawMessage `json:"entries"`
	}
	if err := json.Unmarshal(body, &file); err != nil {
		return nil, operations.Errorf(operations.BadRequest, "body", "the progress is not JSON: %v", err)
	}
	if file.Kind != progressKind || file.Entries == nil {
		return nil, operations.Errorf(operations.BadRequest, "body", "found the kind %.40q, expected %q with entries, as the web app writes it", file.Kind, progressKind)
	}
	return body, nil
}

func failProgress(w http.ResponseWriter, err error) {
	var known *refusal
	switch {
	case errors.As(err, &known):
		known.write(w)
	case errors.Is(err, errNoCode):
		fail(w, operations.Errorf(operations.UnknownName, "Authorization", "no progress is stored under this code"))
	case errors.Is(err, errChanged):
		(&refusal{http.StatusPreconditionFailed, operations.Errorf(operations.WouldLose, "If-Match", "the progress has changed since; read it, merge yours into it and send the result")}).write(w)
	case errors.Is(err, errFull):
		(&refusal{http.StatusInsufficientStorage, operations.Errorf(operations.TooLarge, "", "this server has no room left for progress")}).write(w)
	default:
		fail(w, operations.AsError(err))
	}
}

// allowance is a rate limit per client.
type allowance struct {
	most  int
	pause time.Duration // per token
	now   func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	pruned  time.Time
}

// maxClients is the number of buckets; further clients share one.
const maxClients = 10_000

func newAllowance(most int, pause time.Duration) *allowance {
	return &allowance{most: most, pause: pause, now: time.Now, buckets: map[string]*rate.Limiter{}}
}

// take takes n tokens, if there are as many.
func (a *allowance) take(client string, n int) bool { return a.bucket(client).AllowN(a.now(), n) }

// bucket returns the bucket of a client. If there are too many, it forgets the full ones, at
// most once in a pause.
func (a *allowance) bucket(client string) *rate.Limiter {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.buckets[client] == nil && len(a.buckets) >= maxClients {
		if now := a.now(); now.Sub(a.pruned) >= a.pause {
			a.pruned = now
			maps.DeleteFunc(a.buckets, func(_ string, b *rate.Limiter) bool { return b.TokensAt(now) >= float64(a.most) })
		}
		if len(a.buckets) >= maxClients {
			client = "" // the shared bucket
		}
	}
	if a.buckets[client] == nil {
		a.buckets[client] = rate.NewLimiter(rate.Every(a.pause), a.most)
	}
	return a.buckets[client]
}
