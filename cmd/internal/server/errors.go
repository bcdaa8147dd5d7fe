package server

import (
	"net/http"
	"strconv"
	"strings"

	"nonogram/cmd/internal/operations"
)

// refusal is an error with its status. Its body is {"error": {code, message, where,
// details}}, as for operations.
type refusal struct {
	status int
	error  *operations.Error
}

func (f *refusal) Error() string { return f.error.Error() }

// retryAfter is the number of seconds after which to retry a refused request.
const (
	retryHeader = "Retry-After"
	retryAfter  = 1
)

// statuses maps errors to HTTP statuses.
var statuses = map[operations.ErrorCode]int{
	operations.BadRequest:  http.StatusBadRequest,
	operations.BadPuzzle:   http.StatusUnprocessableEntity,
	operations.Unreadable:  http.StatusUnprocessableEntity,
	operations.UnknownName: http.StatusNotFound,
	operations.ManyPuzzles: http.StatusUnprocessableEntity,
	operations.TooLarge:    http.StatusRequestEntityTooLarge,
	operations.Unsupported: http.StatusUnprocessableEntity,
	operations.WouldLose:   http.StatusConflict,
	operations.Cancelled:   http.StatusServiceUnavailable,
	operations.Busy:        http.StatusTooManyRequests,
	operations.NotFound:    http.StatusNotFound,
	operations.NotAllowed:  http.StatusForbidden,
	operations.TooSlow:     http.StatusRequestTimeout,
	operations.Internal:    http.StatusInternalServerError,
}

// failure converts the error of an operation.
func failure(err error) *refusal {
	e := operations.AsError(err)
	return &refusal{statuses[e.Code], e}
}

// fail answers with an error.
func fail(w http.ResponseWriter, e *operations.Error) { failure(e).write(w) }

func (f *refusal) write(w http.ResponseWriter) {
	if f.status == http.StatusTooManyRequests {
		w.Header().Set(retryHeader, strconv.Itoa(retryAfter))
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, f.status, nil, f.error)
}

// writeJSON sends an answer or an error as a line of JSON.
func writeJSON(w http.ResponseWriter, status int, answer any, err error) {
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_, _ = w.Write(append(operations.JSON(answer, err), '\n')) // the client may be gone
}

// noSuchOperation answers unknown paths below /api with 404, and wrong methods with 405.
func noSuchOperation(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if allowed := methodsAt(mux, r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			f := failure(operations.Errorf(operations.NotAllowed, r.URL.Path, "found %.20s, expected %s", r.Method, strings.Join(allowed, " or ")))
			f.status = http.StatusMethodNotAllowed
			f.write(w)
			return
		}
		notFound(w, r)
	}
}

// notFound answers 404.
func notFound(w http.ResponseWriter, r *http.Request) {
	fail(w, operations.Errorf(operations.NotFound, r.URL.Path, "there is no %.20s %.80s; /docs lists what there is", r.Method, r.URL.Path))
}

// methodsAt lists the methods that the path of a request supports.
func methodsAt(mux *http.ServeMux, r *http.Request) (allowed []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "" && pattern != apiRoot {
			allowed = append(allowed, method)
		}
	}
	return allowed
}
