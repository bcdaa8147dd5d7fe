package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"nonogram/internal/api"
	"nonogram/internal/api/all"
	"nonogram/internal/api/draw"
	"nonogram/internal/api/files"
)

// The API: every operation of internal/api at a path of its own. The description
// comes from the same types that the requests are read into, so it cannot lag
// behind.

// apiPrefix is where the API is, apiRoot where all its versions would be.
const (
	apiRoot   = "/api/"
	apiPrefix = apiRoot + "v1/"
)

// about is the beginning of the description.
const about = `Solves, counts, rates, explains, checks, draws and converts nonograms.

A puzzle is sent as the object **puzzle**, as the **text** or the **data** of a file in any known format, or as the name of one in the **pack** that comes with the program. The answers are those of the command line with --json. A search that runs out of its time or memory is no error: its status is "undecided".`

// registerAPI adds the operations to a mux and gives the handler of the description.
func (s *Server) registerAPI(mux *http.ServeMux) (http.HandlerFunc, error) {
	ownErrors()
	config := huma.DefaultConfig("nonogram", s.cfg.Version)
	config.Info.Description = about
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil                   // would put a link to its schema into every answer
	config.RejectUnknownQueryParameters = true // a misspelt one that is ignored is worse than an error
	config.Formats = map[string]huma.Format{}
	for _, name := range []string{"application/json", "json"} {
		config.Formats[name] = huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshal}
	}
	nameSchemas(config.Components.Schemas)
	a := humago.New(mux, config)

	post(s, a, "solve", api.One(api.OpenSolve))
	post(s, a, "count", api.One(api.OpenCount))
	post(s, a, "rate", api.One(api.OpenRate))
	post(s, a, "hint", api.One(api.OpenHint))
	post(s, a, "explain", api.One(api.OpenExplain))
	post(s, a, "check", api.One(api.OpenCheck))
	post(s, a, "clues", api.Clues)
	post(s, a, "generate", api.Generate)
	post(s, a, "repair", api.One(api.OpenRepair))
	post(s, a, "describe", api.One(api.OpenDescribe))
	post(s, a, "dedupe", api.Dedupe)
	post(s, a, "prove", api.One(api.OpenProve))
	post(s, a, "certify", api.One(api.OpenCertify))
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

// Operations lists all operations there are.
func Operations() []api.Operation {
	return all.Operations()
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
