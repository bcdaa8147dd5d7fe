package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/schema"
)

// The description of the API as an OpenAPI 3.1 document, generated at start from the table
// of operations and the types of requests and answers.

// about introduces the API.
const about = `Solves, counts, rates, explains, makes, repairs, checks, proves, draws and converts nonograms.

A puzzle is sent as the object **puzzle**, as the **text** or the **data** of a file in any known format, or as the name of one in the **pack** that comes with the program. The answers are those of the command line with --json. A search that runs out of its time or memory is no error: its status is "undecided".`

const (
	schemaPrefix = "#/components/schemas/"
	jsonType     = "application/json"
)

// The subset of OpenAPI in use, spec.openapis.org/oas/v3.1.0.
type (
	openAPI struct {
		OpenAPI    string               `json:"openapi"`
		Info       map[string]any       `json:"info"`
		Servers    []map[string]string  `json:"servers"`
		Paths      map[string]*pathItem `json:"paths"`
		Components struct {
			Schemas map[string]*schema.Schema `json:"schemas"`
		} `json:"components"`
		Security []struct{} `json:"security"` // empty: operations need no credentials
		Order    []string   `json:"x-order"`  // of the operations
	}
	pathItem struct {
		Get  *operation `json:"get,omitempty"`
		Post *operation `json:"post,omitempty"`
	}
	operation struct {
		ID         string               `json:"operationId"`
		Summary    string               `json:"summary"`
		Parameters []parameter          `json:"parameters,omitempty"`
		Body       *requestBody         `json:"requestBody,omitempty"`
		Responses  map[string]*response `json:"responses"`
	}
	parameter struct {
		Name        string         `json:"name,omitempty"`
		In          string         `json:"in,omitempty"`
		Description string         `json:"description"`
		Required    bool           `json:"required,omitempty"`
		Schema      *schema.Schema `json:"schema"`
	}
	requestBody struct {
		Description string  `json:"description,omitempty"`
		Content     content `json:"content"`
		Required    bool    `json:"required"`
	}
	response struct {
		Description string               `json:"description"`
		Headers     map[string]parameter `json:"headers,omitempty"`
		Content     content              `json:"content,omitempty"`
		// Codes are the error codes.
		Codes []operations.ErrorCode `json:"x-codes,omitempty"`
	}
	// content is a body by media type.
	content      map[string]mediaContent
	mediaContent struct {
		Schema *schema.Schema `json:"schema"`
	}
)

// description builds the document.
type description struct {
	document openAPI
	schemas  *schema.Set
}

func newDescription(version string) *description {
	d := &description{schemas: schema.NewSet(schemaPrefix), document: openAPI{
		OpenAPI: "3.1.0",
		Info: map[string]any{
			"title": "nonogram", "version": cmp.Or(version, "(devel)"), "description": about,
			"license": map[string]string{"name": "MIT License", "identifier": "MIT"},
		},
		Servers:  []map[string]string{{"url": "/", "description": "Where this document comes from"}},
		Paths:    map[string]*pathItem{},
		Security: []struct{}{},
	}}
	d.document.Components.Schemas = d.schemas.Named
	return d
}

// add describes an operation.
func (d *description) add(o operations.Operation, at address) {
	op := &operation{ID: o.Name, Summary: o.Summary, Responses: map[string]*response{}}
	item := &pathItem{}
	if at.method == http.MethodPost {
		op.Body = &requestBody{Required: true, Content: d.content(o.Request)}
		item.Post = op
	} else {
		op.Parameters = d.parameters(at.parameters)
		item.Get = op
	}
	op.Responses["200"] = &response{Description: "The answer", Content: d.content(o.Answer)}
	if takesSeveral(o) {
		op.Body.Description = "A request. Or several requests or puzzles, as an array or as NDJSON, answered as NDJSON in their order"
		op.Body.Content[ndjsonType] = op.Body.Content[jsonType]
		op.Responses["200"].Description = "The answer, or with several puzzles a line of NDJSON for each: its answer or its error"
		op.Responses["200"].Content[ndjsonType] = op.Responses["200"].Content[jsonType]
	}
	if o.Name == drawing {
		for media := range drawnTypes {
			op.Responses["200"].Content[media] = mediaContent{&schema.Schema{Type: "string", Format: "binary"}}
		}
	}
	for status, codes := range refusals(o, at) {
		op.Responses[strconv.Itoa(status)] = d.refusal(status, codes)
	}
	d.document.Paths[at.path] = item
	d.document.Order = append(d.document.Order, o.Name)
}

func (d *description) content(t reflect.Type) content {
	return content{jsonType: {Schema: d.schemas.Of(t)}}
}

func (d *description) parameters(fields []schema.Field) (list []parameter) {
	for _, f := range fields {
		p := parameter{Name: f.Tag.Get("query"), In: "query", Description: f.Tag.Get("doc"), Schema: d.schemas.OfField(f)}
		if name := f.Tag.Get("path"); name != "" {
			p.Name, p.In, p.Required = name, "path", true
		}
		list = append(list, p)
	}
	return list
}

// refusal describes an error.
func (d *description) refusal(status int, codes []operations.ErrorCode) *response {
	r := &response{
		Description: http.StatusText(status) + ": " + strings.Trim(strings.ReplaceAll(fmt.Sprint(codes), " ", ", "), "[]"),
		Content:     d.content(reflect.TypeFor[operations.Failure]()),
		Codes:       codes,
	}
	if status == http.StatusTooManyRequests {
		r.Headers = map[string]parameter{retryHeader: {
			Description: "In how many seconds to try again", Schema: &schema.Schema{Type: "integer"},
		}}
	}
	return r
}

// handler serves the finished document.
func (d *description) handler() (http.HandlerFunc, error) {
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
