package server

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"nonogram/internal/api"
)

// Every error has the same body, {"error": {code, message, where, details}}, whoever
// finds it: an operation, the check of the request against the schema, or the server.

// Failure is the body of an error.
type Failure struct {
	status  int
	Problem api.Error `json:"error"`
}

func (f *Failure) Error() string { return f.Problem.Error() }

// GetStatus is the status of the answer.
func (f *Failure) GetStatus() int { return f.status }

// GetHeaders are those that go with the status.
func (f *Failure) GetHeaders() http.Header {
	if f.status != http.StatusTooManyRequests {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(retryAfter)}}
}

// retryAfter is in how many seconds a refused request may be sent again: about as
// long as the small ones before it take.
const retryAfter = 1

// statuses says which status an error has.
var statuses = map[api.Code]int{
	api.BadRequest:  http.StatusBadRequest,
	api.BadPuzzle:   http.StatusUnprocessableEntity,
	api.Unreadable:  http.StatusUnprocessableEntity,
	api.UnknownName: http.StatusNotFound,
	api.ManyPuzzles: http.StatusUnprocessableEntity,
	api.TooLarge:    http.StatusRequestEntityTooLarge,
	api.Unsupported: http.StatusUnprocessableEntity,
	api.WouldLose:   http.StatusConflict,
	api.Cancelled:   http.StatusServiceUnavailable,
	api.Busy:        http.StatusTooManyRequests,
	api.NotFound:    http.StatusNotFound,
	api.NotAllowed:  http.StatusForbidden,
	api.TooSlow:     http.StatusRequestTimeout,
	api.Internal:    http.StatusInternalServerError,
}

// failure gives an error of an operation its status.
func failure(err error) *Failure {
	e := api.AsError(err)
	return &Failure{status: statuses[e.Code], Problem: *e}
}

// fail answers with an error where no operation is involved.
func fail(w http.ResponseWriter, e *api.Error) {
	f := failure(e)
	for name, values := range f.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(f.status)
	_, _ = w.Write(append(api.Answer(nil, e), '\n')) // a client that has gone is no fault
}

// noSuchOperation answers for all that is not there below /api.
func noSuchOperation(w http.ResponseWriter, r *http.Request) {
	fail(w, api.Errorf(api.NotFound, r.URL.Path, "there is no %s %.80s; /docs lists what there is", r.Method, r.URL.Path))
}

// ownErrors has the library that checks requests report what it finds in our form.
// It has one way to say so, a variable of the whole program.
var ownErrors = sync.OnceFunc(func() {
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return newFailure(status, message, errs)
	}
})

// codesOf says which code an error of that library has.
var codesOf = map[int]api.Code{
	http.StatusNotFound:              api.NotFound,
	http.StatusRequestEntityTooLarge: api.TooLarge,
	http.StatusRequestTimeout:        api.TooSlow,
	http.StatusInternalServerError:   api.Internal,
}

func newFailure(status int, message string, errs []error) *Failure {
	code, known := codesOf[status]
	if !known {
		code = api.BadRequest
	}
	e := api.Errorf(code, "", "%s", message)
	for i, err := range errs {
		where, text := located(err)
		if i == 0 {
			e.Where, e.Message = where, text
		}
		if len(errs) > 1 && i < maxDetails {
			e.Details = append(e.Details, strings.TrimPrefix(where+": "+text, ": "))
		}
	}
	if status == http.StatusUnsupportedMediaType {
		e.Where, e.Message = "Content-Type", message+"; expected application/json"
	}
	return &Failure{status: status, Problem: *e}
}

// maxDetails bounds the list of what is wrong with a request.
const maxDetails = 20

// located takes an error of the check apart.
func located(err error) (where, message string) {
	var detail *huma.ErrorDetail
	if !errors.As(err, &detail) {
		return "", fmt.Sprint(err)
	}
	where = strings.TrimPrefix(strings.TrimPrefix(detail.Location, "body"), ".")
	return where, detail.Message
}
