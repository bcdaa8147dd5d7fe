package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/schema"
)

// tester is a server that is asked in tests. Every answer of the API that passes
// through it is held against the description of the API.
type tester struct {
	*Server
	t      *testing.T
	url    string
	client *http.Client
	api    *openAPI
}

func newTester(t *testing.T, cfg Config) *tester {
	t.Helper()
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		server.Close()
		_ = s.Close()
	})
	return &tester{Server: s, t: t, url: server.URL, client: server.Client(), api: s.document}
}

// The stages of stopping share the time for it, and a handler that sets no status has 200.
func TestDefaults(t *testing.T) {
	var status int
	c := Config{StopTime: 5 * time.Second, answered: func(_ string, s int) { status = s }}.filled()
	if c.Drain != time.Second || c.Grace != 4*time.Second {
		t.Errorf("drain %v, grace %v", c.Drain, c.Grace)
	}
	s := newTester(t, c)
	s.account(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), &watched{}, "/", "", 0)
	if status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	if a := s.post("solve", `{"pack":"heart"}`); !bytes.HasSuffix(a.body, []byte("}\n")) {
		t.Errorf("the answer does not end its line: %q", a.body)
	}
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// field takes a member of a JSON answer by its path: "error.code".
func (a *answer) field(path string) any {
	var value any
	_ = json.Unmarshal(a.body, &value)
	for name := range strings.SplitSeq(path, ".") {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// post sends a request to an operation: a JSON text, or anything that becomes one.
func (s *tester) post(operation string, request any) *answer {
	s.t.Helper()
	text, ok := request.(string)
	if !ok {
		b, err := json.Marshal(request)
		if err != nil {
			s.t.Fatal(err)
		}
		text = string(b)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+apiPrefix+operation, strings.NewReader(text))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return s.do(r)
}

func (s *tester) get(path string) *answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.do(r)
}

func (s *tester) do(r *http.Request) *answer {
	s.t.Helper()
	response, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	a := &answer{response.StatusCode, response.Header, body}
	if err := s.conforms(r, a); err != nil {
		s.t.Errorf("%s %s: %v\n%.500s", r.Method, r.URL.Path, err, body)
	}
	return a
}

// conforms holds an answer of the API against its description: the status, the code
// of an error, and all of the body.
func (s *tester) conforms(r *http.Request, a *answer) error {
	op := s.operation(r.Method, r.URL.Path)
	if op == nil {
		return nil
	}
	described := op.Responses[fmt.Sprint(a.status)]
	if described == nil {
		return fmt.Errorf("status %d is not described", a.status)
	}
	if code, _ := a.field("error.code").(string); code != "" && !slices.Contains(described.Codes, operations.ErrorCode(code)) {
		return fmt.Errorf("the code %s is not described for status %d", code, a.status)
	}
	if len(described.Content) == 0 && len(a.body) == 0 {
		return nil
	}
	kind, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	content, ok := described.Content[kind]
	if !ok {
		return fmt.Errorf("the type %q is not described for status %d", kind, a.status)
	}
	var value any
	if err := json.Unmarshal(a.body, &value); err != nil {
		return err
	}
	shape, err := s.resolved(content.Schema)
	if err != nil {
		return err
	}
	if err := shape.Validate(value); err != nil {
		return fmt.Errorf("the answer with status %d is not as described: %w", a.status, err)
	}
	return nil
}

// shapes caches resolved schemas by operation, for all servers.
var shapes sync.Map

// resolved is a schema of the description together with all others, as another
// implementation of JSON Schema understands them.
func (s *tester) resolved(described *schema.Schema) (*jsonschema.Resolved, error) {
	if made, ok := shapes.Load(described.Ref); ok {
		return made.(*jsonschema.Resolved), nil
	}
	alone := *described
	alone.Defs = s.api.Components.Schemas
	text, err := json.Marshal(alone)
	if err != nil {
		return nil, err
	}
	var read jsonschema.Schema
	if err := json.Unmarshal(bytes.ReplaceAll(text, []byte(schemaPrefix), []byte("#/$defs/")), &read); err != nil {
		return nil, err
	}
	made, err := read.Resolve(nil)
	if err == nil {
		shapes.Store(described.Ref, made)
	}
	return made, err
}

// operation finds the description of an address.
func (s *tester) operation(method, path string) *operation {
	item := s.api.Paths[path]
	if item == nil && strings.HasPrefix(path, apiPrefix+"puzzles/") {
		item = s.api.Paths[apiPrefix+"puzzles/{name}"]
	}
	switch {
	case item != nil && method == http.MethodPost:
		return item.Post
	case item != nil && method == http.MethodGet:
		return item.Get
	}
	return nil // another method is not an operation
}

// want fails unless the answer has a status and, for an error, a code.
func (s *tester) want(a *answer, status int, code string) {
	s.t.Helper()
	got, _ := a.field("error.code").(string)
	if a.status != status || got != code {
		s.t.Errorf("status %d, code %q, expected %d and %q\n%.500s", a.status, got, status, code, a.body)
	}
}

// supposing asks for a hint that refutes a supposition.
const supposing = `{"puzzle":{"rows":[[1],[1,1],[1,1],[1],[1,1]],"columns":[[1],[2],[1],[2],[1,1]]},"grade":4}`

// Such a hint arrives with its chain, link by link.
func TestChainOfAHint(t *testing.T) {
	const chain = `"chain":{"suppose":{"row":2,"column":3,"is":"#"},"links":[{"line":"row 2","marks":[{"row":2,"column":2,"is":"."},{"row":2,"column":4,"is":"."}]},{"line":"column 2","marks":[{"row":4,"column":2,"is":"#"}]},{"line":"column 4","marks":[{"row":4,"column":4,"is":"#"}]}],"breaks":"row 4","rounds":3,"depth":1}`
	s := newTester(t, Config{})
	a := s.post("hint", supposing)
	s.want(a, http.StatusOK, "")
	if !strings.Contains(string(a.body), chain) {
		t.Errorf("found %s, expected %s in it", a.body, chain)
	}
}
