package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"nonogram"
	"nonogram/internal/api"
	"nonogram/internal/api/draw"
	"nonogram/internal/api/files"
	"nonogram/internal/record"
	"nonogram/teach"
)

// The API: every operation of internal/api at a path of its own. The description
// comes from the same types that the requests are read into, so it cannot lag
// behind.

// apiPrefix is where the API is.
const apiPrefix = "/api/v1/"

// about is the beginning of the description.
const about = `Solves, counts, rates, explains, checks, draws and converts nonograms.

A puzzle is sent as the object **puzzle**, as the **text** or the **data** of a file in any known format, or as the name of one in the **pack** that comes with the program. The answers are those of the command line with --json. A search that runs out of its time or memory is no error: its status is "undecided".`

// registerAPI adds the operations to a mux and gives the handler of the description.
func (s *Server) registerAPI(mux *http.ServeMux) (http.HandlerFunc, error) {
	ownErrors()
	config := huma.DefaultConfig("nonogram", s.cfg.Version)
	config.Info.Description = about
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // would put a link to its schema into every answer
	nameSchemas(config.Components.Schemas)
	a := humago.New(mux, config)

	post(s, a, "solve", api.Solve)
	post(s, a, "count", api.Count)
	post(s, a, "rate", api.Rate)
	post(s, a, "hint", api.Hint)
	post(s, a, "explain", api.Explain)
	post(s, a, "check", api.Check)
	post(s, a, "clues", api.Clues)
	post(s, a, "generate", api.Generate)
	post(s, a, "decode", files.Decode)
	post(s, a, "convert", files.Convert)
	post(s, a, "render", draw.Render)
	get(s, a, "puzzles", "puzzles", files.Puzzles)
	get(s, a, "puzzle", "puzzles/{name}", files.Puzzle)
	get(s, a, "methods", "methods", api.Methods)
	get(s, a, "techniques", "techniques", api.Techniques)
	get(s, a, "formats", "formats", files.Formats)

	s.document = a.OpenAPI()
	keepOrder(s.document)
	document, err := json.MarshalIndent(s.document, "", " ")
	if err != nil {
		return nil, fmt.Errorf("the description of the API: %w", err)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(document))
	}, nil
}

// orderKey is the member of the description that keeps an order which objects of
// JSON do not have: that of operations and fields as people should see them.
const orderKey = "x-order"

// keepOrder notes the order of the operations and of all fields.
func keepOrder(document *huma.OpenAPI) {
	var names []string
	for _, o := range Operations() {
		names = append(names, o.Name)
	}
	document.Extensions = map[string]any{orderKey: names}
	registry := document.Components.Schemas
	for name, schema := range registry.Map() {
		if t := registry.TypeFromRef(schemaPrefix + name); t != nil {
			schema.Extensions = map[string]any{orderKey: fieldsOf(t)}
		}
	}
}

// schemaPrefix is where the description keeps its schemas.
const schemaPrefix = "#/components/schemas/"

// fieldsOf lists the names of the fields of a struct in JSON, those of embedded
// structs in their place.
func fieldsOf(t reflect.Type) []string {
	names := []string{}
	if t.Kind() != reflect.Struct {
		return names
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, fieldsOf(f.Type)...)
		case f.IsExported() && name != "-":
			names = append(names, name)
		}
	}
	return names
}

// Operations lists all operations there are.
func Operations() []api.Operation {
	return append(append(api.Operations(), files.Operations()...), draw.Operations()...)
}

func summaryOf(name string) string {
	for _, o := range Operations() {
		if o.Name == name {
			return o.Summary
		}
	}
	return name
}

type function[Request, Response any] func(context.Context, *api.Service, *Request) (*Response, error)

// post adds an operation whose request is the body.
func post[Request, Response any](s *Server, a huma.API, name string, f function[Request, Response]) {
	type input struct{ Body Request }
	type output struct{ Body *Response }
	op := describe(name, http.MethodPost, name)
	op.MaxBodyBytes, op.BodyReadTimeout = -1, -1 // read already
	huma.Register(a, op, func(ctx context.Context, in *input) (*output, error) {
		response, err := f(ctx, s.service, &in.Body)
		if err != nil {
			return nil, failure(err)
		}
		return &output{response}, nil
	})
}

// get adds an operation whose request is in the address.
func get[Request, Response any](s *Server, a huma.API, name, path string, f function[Request, Response]) {
	type output struct{ Body *Response }
	huma.Register(a, describe(name, http.MethodGet, path), func(ctx context.Context, in *Request) (*output, error) {
		response, err := f(ctx, s.service, in)
		if err != nil {
			return nil, failure(err)
		}
		return &output{response}, nil
	})
}

func describe(name, method, path string) huma.Operation {
	return huma.Operation{OperationID: name, Method: method, Path: apiPrefix + path, Summary: summaryOf(name)}
}

// nameSchemas tells what reflection cannot see: types that write themselves as
// something else than their kind.
func nameSchemas(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[record.Block](), reflect.TypeFor[blockSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[nonogram.Status](), reflect.TypeFor[statusSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[teach.Level](), reflect.TypeFor[levelSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[teach.Technique](), reflect.TypeFor[techniqueSchema]())
}

type (
	blockSchema     struct{}
	statusSchema    string
	levelSchema     string
	techniqueSchema string
)

func (blockSchema) Schema(huma.Registry) *huma.Schema {
	length := &huma.Schema{Type: huma.TypeInteger, Minimum: new(float64), Nullable: true, Description: "The length; null where it is unknown"}
	length.PrecomputeMessages()
	object := &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: false, Required: []string{"n"},
		Properties: map[string]*huma.Schema{
			"n": length,
			"c": {Type: huma.TypeString, Description: "The symbol or the name of its color"},
		},
		Description: "A block of a color",
	}
	object.PrecomputeMessages()
	block := &huma.Schema{OneOf: []*huma.Schema{length, object}, Description: "A block: its length, or in colour puzzles an object"}
	block.PrecomputeMessages()
	return block
}

func enum(description string, values ...string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: description}
	for _, v := range values {
		s.Enum = append(s.Enum, v)
	}
	s.PrecomputeMessages()
	return s
}

func (statusSchema) Schema(huma.Registry) *huma.Schema {
	return enum("What is known of the solutions", "undecided", "solved", "unique", "multiple", "unsolvable")
}

func (levelSchema) Schema(huma.Registry) *huma.Schema {
	var names []string
	for _, l := range teach.Levels() {
		names = append(names, l.String())
	}
	return enum("A degree of difficulty", names...)
}

func (techniqueSchema) Schema(huma.Registry) *huma.Schema {
	var names []string
	for _, t := range teach.Techniques() {
		names = append(names, t.ID)
	}
	return enum("A technique: "+strings.Join(names[:2], ", ")+" and so on", names...)
}
