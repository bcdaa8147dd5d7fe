package server

import (
	"net/http"
	"strconv"
	"strings"

	"nonogram/internal/operations"
)

// Every error has the same body, {"error": {code, message, where, details}}, whoever
// finds it: an operation or the server.

// refusal is an error with its status.
type refusal struct {
	status int
	error  *operations.Error
}

func (f *refusal) Error() string { return f.error.Error() }

// retryAfter is in how many seconds a refused request may be sent again: about as
// long as the small ones before it take.
const (
	retryHeader = "Retry-After"
	retryAfter  = 1
)

// statuses says which status an error has.
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

// failure gives an error of an operation its status.
func failure(err error) *refusal {
	e := operations.AsError(err)
	return &refusal{statuses[e.Code], e}
}

// fail answers with an error where no operation is involved.
func fail(w http.ResponseWriter, e *operations.Error) { failure(e).write(w) }

func (f *refusal) write(w http.ResponseWriter) {
	if f.status == http.StatusTooManyRequests {
		w.Header().Set(retryHeader, strconv.Itoa(retryAfter))
	}
	w.Header().Set("Content-Type", jsonType)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(f.status)
	_, _ = w.Write(append(operations.JSON(nil, f.error), '\n')) // a client that has gone is no fault
}

// noSuchOperation answers for all that is not there below /api, and says which method
// would have been right where another one is there.
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

// notFound answers for all that is not there under any method.
func notFound(w http.ResponseWriter, r *http.Request) {
	fail(w, operations.Errorf(operations.NotFound, r.URL.Path, "there is no %.20s %.80s; /docs lists what there is", r.Method, r.URL.Path))
}

// methodsAt lists the methods that an operation has at the address of a request.
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
