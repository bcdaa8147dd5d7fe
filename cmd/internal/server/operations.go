package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/record"
	"nonogram/cmd/internal/operations/schema"
)

// The API has an address for every operation of the table. Operations decode the requests
// themselves, so errors read the same in every transport.

// apiPrefix is the root of this version of the API, apiRoot that of all versions.
const (
	apiRoot   = "/api/"
	apiPrefix = apiRoot + "v1/"
)

// registerAPI adds the operations to a mux and returns the handler of the description.
func (s *Server) registerAPI(mux *http.ServeMux) (http.HandlerFunc, error) {
	d := newDescription(s.cfg.Version)
	for _, o := range all.Operations() {
		at := addressOf(o)
		d.add(o, at)
		mux.HandleFunc(at.method+" "+at.path, s.answer(o, at))
	}
	s.document = &d.document
	return d.handler()
}

// address is the route of an operation: a POST with a body, or a GET with parameters.
type address struct {
	method, path string
	parameters   []schema.Field // of a GET
}

// addressOf derives the address from the request type: a GET if every field is tagged as
// part of the address. A field in the path selects an element of a list, which has the
// operation's name in the plural.
func addressOf(o operations.Operation) address {
	fields := schema.Fields(o.Request)
	at := address{http.MethodGet, apiPrefix + o.Name, fields}
	for _, f := range fields {
		inPath := f.Tag.Get("path")
		switch {
		case inPath != "":
			at.path = apiPrefix + o.Name + "s/{" + inPath + "}"
		case f.Tag.Get("query") == "":
			return address{http.MethodPost, apiPrefix + o.Name, nil}
		}
	}
	return at
}

// answer returns the handler of an operation.
func (s *Server) answer(o operations.Operation, at address) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		request, fault := at.request(r)
		if fault != nil {
			fault.write(w)
			return
		}
		list, wrong := several(o, request)
		switch {
		case wrong != nil:
			fail(w, wrong)
			return
		case list != nil:
			s.answerSeveral(w, r, o, list)
			return
		}
		if o.Name == drawing {
			request = withFormat(request, r.Header.Values("Accept"))
		}
		answer, err := o.Call(r.Context(), s.service, request)
		drawn, isDrawn := answer.(interface {
			Drawing() (mediaType string, content []byte)
		})
		switch {
		case cutShort(r.Context(), answer, err):
			s.refuse(w, errShare)
		case err != nil:
			fail(w, operations.AsError(err))
		case isDrawn && namesType(r, drawn.Drawing):
			media, content := drawn.Drawing()
			w.Header().Set("Content-Type", media)
			_, _ = w.Write(content) // the client may be gone
		default:
			writeJSON(w, http.StatusOK, answer, nil)
		}
	}
}

// drawing is the operation that answers with a file if the header Accept names its type, and
// with JSON otherwise.
const drawing = "render"

// drawnTypes are the media types of drawings, by the values of "as".
var drawnTypes = map[string]string{"image/png": "png", "image/svg+xml": "svg", "application/pdf": "pdf"}

// acceptedTypes lists the media types of the header Accept, without parameters.
func acceptedTypes(headers []string) (list []string) {
	for _, header := range headers {
		for part := range strings.SplitSeq(header, ",") {
			if media, _, err := mime.ParseMediaType(part); err == nil {
				list = append(list, media)
			}
		}
	}
	return list
}

// namesType reports whether a request names the type of a drawing.
func namesType(r *http.Request, drawing func() (string, []byte)) bool {
	media, _ := drawing()
	plain, _, _ := mime.ParseMediaType(media)
	return slices.Contains(acceptedTypes(r.Header.Values("Accept")), plain)
}

// withFormat adds the format that the header Accept names to a request without one.
func withFormat(request []byte, accept []string) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(request, &members) != nil || members["as"] != nil {
		return request
	}
	for _, media := range acceptedTypes(accept) {
		if as := drawnTypes[media]; as != "" {
			members["as"], _ = json.Marshal(as)
			request, _ = json.Marshal(members) // it was JSON before
			return request
		}
	}
	return request
}

// cutShort reports an incomplete answer of a request that lost its slot.
func cutShort(ctx context.Context, answer any, err error) bool {
	if !errors.Is(context.Cause(ctx), errShare) {
		return false
	}
	known, ok := answer.(interface{ Code() record.Code })
	return err != nil || ok && known.Code() == record.CodeUndecided
}

// request returns the request as a JSON object.
func (at *address) request(r *http.Request) ([]byte, *refusal) {
	if at.method == http.MethodGet {
		return at.inAddress(r), nil
	}
	if kind := r.Header.Get("Content-Type"); !isJSON(kind) {
		return nil, wrongType(kind)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil { // cannot happen: the body is in memory
		return nil, failure(err)
	}
	return body, nil
}

// isJSON reports whether a content type is JSON, or missing.
func isJSON(kind string) bool {
	media, _, err := mime.ParseMediaType(kind)
	return kind == "" || err == nil && (media == jsonType || media == ndjsonType)
}

func wrongType(kind string) *refusal {
	return &refusal{http.StatusUnsupportedMediaType, operations.Errorf(operations.BadRequest, "Content-Type", "found %.60q, expected application/json", kind)}
}

// inAddress converts path and query to a JSON object, which the operation validates.
func (at *address) inAddress(r *http.Request) []byte {
	members := map[string]any{}
	for name, values := range r.URL.Query() {
		members[name] = values
		if len(values) == 1 {
			members[name] = at.value(name, values[0])
		}
	}
	for _, f := range at.parameters {
		if name := f.Tag.Get("path"); name != "" {
			members[f.Name] = r.PathValue(name)
		}
	}
	data, _ := json.Marshal(members) // strings and valid JSON
	return data
}

// value converts a parameter to the type of its field, if possible.
func (at *address) value(name, text string) any {
	i := slices.IndexFunc(at.parameters, func(f schema.Field) bool { return f.Tag.Get("query") == name })
	if i >= 0 && at.parameters[i].Type.Kind() != reflect.String && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return text
}

// refusals lists the errors of an operation by status.
func refusals(o operations.Operation, at address) map[int][]operations.ErrorCode {
	list := map[int][]operations.ErrorCode{http.StatusMisdirectedRequest: {operations.NotAllowed}}
	add := func(codes ...operations.ErrorCode) {
		for _, code := range codes {
			if status := statuses[code]; !slices.Contains(list[status], code) {
				list[status] = append(list[status], code)
			}
		}
	}
	add(operations.BadRequest, operations.Internal)
	if at.method == http.MethodPost {
		add(operations.NotAllowed, operations.TooLarge, operations.TooSlow, operations.Busy, operations.Cancelled)
		list[http.StatusUnsupportedMediaType] = []operations.ErrorCode{operations.BadRequest}
	}
	if len(at.parameters) > 0 {
		add(operations.UnknownName, operations.ManyPuzzles)
	}
	if schema.Has(o.Request, "puzzle") {
		add(operations.BadPuzzle, operations.Unreadable, operations.ManyPuzzles, operations.Unsupported, operations.UnknownName)
	}
	if schema.Has(o.Request, "lossy") {
		add(operations.WouldLose)
	}
	return list
}
