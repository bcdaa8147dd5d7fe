package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nonogram/internal/api"
	"nonogram/internal/schema"
)

// The description of the API, an OpenAPI 3.1 document. All of it follows from the
// table of operations and the types of requests and answers. It is made once, when the
// server starts; docs.go shows it to people.

// about is the beginning of the description.
const about = `Solves, counts, rates, explains, makes, repairs, checks, proves, draws and converts nonograms.

A puzzle is sent as the object **puzzle**, as the **text** or the **data** of a file in any known format, or as the name of one in the **pack** that comes with the program. The answers are those of the command line with --json. A search that runs out of its time or memory is no error: its status is "undecided".`

const (
	schemaPrefix = "#/components/schemas/"
	jsonType     = "application/json"
	// codesKey is the member of a response that lists the codes of its errors.
	codesKey = "x-codes"
)

// description is a document in the making.
type description struct {
	document *huma.OpenAPI
	schemas  *schema.Set
	order    []string
}

func newDescription(version string) *description {
	if version == "" {
		version = "(devel)"
	}
	schemas := schema.NewSet(schemaPrefix)
	return &description{
		schemas: schemas,
		document: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "nonogram", Version: version, Description: about,
				License: &huma.License{Name: "MIT License", Identifier: "MIT"},
			},
			Servers:    []*huma.Server{{URL: "/", Description: "Where this document comes from"}},
			Paths:      map[string]*huma.PathItem{},
			Components: &huma.Components{Schemas: schemas.Registry},
			Security:   []map[string][]string{}, // nothing asks for a password
		},
	}
}

// add describes an operation.
func (d *description) add(o api.Operation, at address) {
	op := &huma.Operation{OperationID: o.Name, Method: at.method, Path: at.path, Summary: o.Summary, Responses: map[string]*huma.Response{}}
	item := &huma.PathItem{}
	if at.method == http.MethodPost {
		op.RequestBody = &huma.RequestBody{Required: true, Content: d.content(o.Request)}
		item.Post = op
	} else {
		op.Parameters = d.parameters(at.parameters)
		item.Get = op
	}
	op.Responses["200"] = &huma.Response{Description: "The answer", Content: d.content(o.Answer)}
	for status, codes := range refusals(o, at) {
		op.Responses[strconv.Itoa(status)] = d.refusal(status, codes)
	}
	d.document.Paths[at.path] = item
	d.order = append(d.order, o.Name)
}

func (d *description) content(t reflect.Type) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{jsonType: {Schema: d.schemas.Of(t)}}
}

func (d *description) parameters(fields []schema.Field) (list []*huma.Param) {
	for _, f := range fields {
		p := &huma.Param{
			Name: f.Tag.Get("query"), In: "query", Description: f.Tag.Get("doc"),
			Schema: huma.SchemaFromField(d.schemas.Registry, f.StructField, f.Name),
		}
		if name := f.Tag.Get("path"); name != "" {
			p.Name, p.In, p.Required = name, "path", true
		}
		list = append(list, p)
	}
	return list
}

// refusal describes an error.
func (d *description) refusal(status int, codes []api.ErrorCode) *huma.Response {
	r := &huma.Response{
		Description: fmt.Sprintf("%s: %s", http.StatusText(status), codeNames(codes)),
		Content:     d.content(reflect.TypeFor[api.Failure]()),
		Extensions:  map[string]any{codesKey: codes},
	}
	if status == http.StatusTooManyRequests {
		r.Headers = map[string]*huma.Param{retryHeader: {
			Description: "In how many seconds to try again", Schema: &huma.Schema{Type: huma.TypeInteger},
		}}
	}
	return r
}

// handler serves the finished document.
func (d *description) handler() (http.HandlerFunc, error) {
	d.schemas.KeepOrder()
	d.document.Extensions = map[string]any{schema.OrderKey: d.order}
	document, err := json.MarshalIndent(d.document, "", " ")
	if err != nil {
		return nil, fmt.Errorf("the description of the API: %w", err)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", jsonType)
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(document))
	}, nil
}
