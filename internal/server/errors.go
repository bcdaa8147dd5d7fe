package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"nonogram/format/object"
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
var statuses = map[api.ErrorCode]int{
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
func fail(w http.ResponseWriter, e *api.Error) { failure(e).write(w) }

func (f *Failure) write(w http.ResponseWriter) {
	for name, values := range f.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(f.status)
	_, _ = w.Write(append(api.JSON(nil, &f.Problem), '\n')) // a client that has gone is no fault
}

// noSuchOperation answers for all that is not there below /api, and says which method
// would have been right where another one is there.
func noSuchOperation(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if allowed := methodsAt(mux, r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			failure := failure(api.Errorf(api.NotAllowed, r.URL.Path, "found %.20s, expected %s", r.Method, strings.Join(allowed, " or ")))
			failure.status = http.StatusMethodNotAllowed
			failure.write(w)
			return
		}
		notFound(w, r)
	}
}

// notFound answers for all that is not there under any method.
func notFound(w http.ResponseWriter, r *http.Request) {
	fail(w, api.Errorf(api.NotFound, r.URL.Path, "there is no %.20s %.80s; /docs lists what there is", r.Method, r.URL.Path))
}

// methodsAt lists the methods that an operation has at the address of a request.
func methodsAt(mux *http.ServeMux, r *http.Request) (allowed []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "" && pattern != apiRoot {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

// ownErrors has the library that checks requests report what it finds in our form.
// It has one way to say so, a variable of the whole program.
var ownErrors = sync.OnceFunc(func() {
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return newFailure(status, message, errs)
	}
})

// codesOf says which code an error of that library has.
var codesOf = map[int]api.ErrorCode{
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
	if field, text, ok := strings.Cut(detail.Message, fieldMark); ok {
		return field, text
	}
	var missing string
	if n, _ := fmt.Sscanf(detail.Message, validation.MsgExpectedRequiredProperty, &missing); n == 1 {
		return strings.TrimPrefix(where+"."+missing, "."), "found nothing, expected this field to be there"
	}
	switch { // only seeds and blocks have several
	case detail.Message == validation.MsgExpectedMatchExactlyOneSchema && where == "seed":
		return where, "expected a whole number, or one as a string of digits"
	case detail.Message == validation.MsgExpectedMatchExactlyOneSchema:
		return where, fmt.Sprintf("expected a block: its length, a whole number from 0 to %d, or an object with n and c", object.MaxLength)
	}
	return where, detail.Message
}

// unmarshal is json.Unmarshal with errors for people who do not write Go. The library
// passes only the words of an error on, so the place goes with them.
func unmarshal(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var wrong *json.UnmarshalTypeError
	var known *api.Error
	switch {
	case errors.As(err, &known):
		return errors.New(known.Where + fieldMark + known.Message)
	case !errors.As(err, &wrong):
		return err
	}
	found := strings.TrimPrefix(wrong.Value, "number ")
	return fmt.Errorf("%s%sfound %.40s, expected %s", fieldOf(wrong.Field), fieldMark, found, wanted(wrong.Type.Kind()))
}

// fieldMark divides place and words; no field has it in its name.
const fieldMark = "\x00"

// fieldOf is the field of a request as its sender knows it: without the names of
// embedded structs, which alone begin with a capital letter.
func fieldOf(path string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(path, "."), func(name string) bool {
		return name != "" && unicode.IsUpper(rune(name[0]))
	}), ".")
}

// wanted says what fits a field that the check has let pass: it takes 1e3 and numbers
// of any size for whole ones.
func wanted(kind reflect.Kind) string {
	switch kind {
	case reflect.Int, reflect.Int64:
		return fmt.Sprintf("a whole number up to %d, in digits", math.MaxInt64)
	case reflect.Uint64:
		return fmt.Sprintf("a whole number from 0 to %d, in digits", uint64(math.MaxUint64))
	case reflect.Float64:
		return fmt.Sprintf("a number up to %g", math.MaxFloat64)
	}
	return "something of another type"
}
