package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram/cmd/internal/mcp"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
)

// connect starts a server and returns a client of it.
func connect(t *testing.T, limits operations.Limits, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	return dial(t, mcp.New("1.2.3", all.Service(limits), all.Operations()), options, "")
}

// dial connects a client of one version of the protocol, the newest by default.
func dial(t *testing.T, s *mcp.Server, options *sdk.ClientOptions, version string) *sdk.ClientSession {
	t.Helper()
	requests, asks := io.Pipe()
	hears, answers := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(context.WithoutCancel(t.Context()), requests, answers) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, options).
		Connect(t.Context(), &sdk.IOTransport{Reader: hears, Writer: asks}, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-ended; err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("the session ended with %v", err)
		}
	})
	return session
}

// The server speaks every version of the protocol that clients use.
func TestVersions(t *testing.T) {
	for _, asked := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		session := dial(t, mcp.New("", all.Service(operations.Limits{}), all.Operations()), nil, asked)
		if got := session.InitializeResult().ProtocolVersion; got != asked {
			t.Errorf("asked for %s, the server speaks %s", asked, got)
		}
		if text, result := call(t, session, "solve", `{"pack":"heart"}`); result.IsError || !strings.Contains(text, "unique") {
			t.Errorf("%s: %s", asked, text)
		}
	}
}

// output collects the messages of a server.
type output struct{ bytes.Buffer }

func (*output) Close() error { return nil }

const (
	initialize  = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// exchange returns the answers of a server to some lines after the handshake, and the
// error that ended the session.
func exchange(t *testing.T, lines ...string) (string, error) {
	t.Helper()
	var out output
	s := mcp.New("", all.Service(operations.Limits{}), all.Operations())
	in := strings.Join(append([]string{initialize, initialized}, lines...), "\n") + "\n"
	err := s.Serve(t.Context(), io.NopCloser(strings.NewReader(in)), &out)
	return out.String(), err
}

// Requests that name no known method or tool are answered by the codes of JSON-RPC,
// and the session goes on.
func TestUnknownNames(t *testing.T) {
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`:                               `{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"nix"}`:                                `"code":-32601`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nix"}}`: `"code":-32602`,
		`{"jsonrpc":"2.0","method":"notifications/nix"}`:                         ``,
	} {
		got, err := exchange(t, line, `{"jsonrpc":"2.0","id":"last","method":"ping"}`)
		if err != nil || !strings.Contains(got, want) || !strings.Contains(got, `"last"`) {
			t.Errorf("%s: answered %s, error %v, expected %s", line, got, err, want)
		}
	}
}

// Input that is not JSON-RPC, and a message above 16 MB, end the session with an error.
func TestMalformedInput(t *testing.T) {
	for _, line := range []string{`{`, `[]`, `{"id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 17<<20) + `"}`} {
		if got, err := exchange(t, line); err == nil {
			t.Errorf("%.80s: answered %.200s without an error", line, got)
		}
	}
}

// A cancelled call ends, although its search would not.
func TestCancelled(t *testing.T) {
	got, err := exchange(t,
		`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"solve","arguments":`+endless(``)+`}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"too long"}}`)
	if err != nil || strings.Contains(got, "structuredContent") {
		t.Errorf("answered %s, error %v", got, err)
	}
}

// A session ends when the client has closed its end.
func TestClientGone(t *testing.T) {
	r, w := io.Pipe()
	_ = r.Close()
	input, never := io.Pipe()
	defer never.Close()
	s := mcp.New("", all.Service(operations.Limits{}), all.Operations())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(t.Context(), input, w) }()
	if _, err := io.WriteString(never, initialize+"\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("the session ends without an error")
	}
}

func call(t *testing.T, session *sdk.ClientSession, name, request string) (text string, result *sdk.CallToolResult) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(request)})
	if err != nil {
		t.Fatalf("%s %s: %v", name, request, err)
	}
	if len(result.Content) != 1 {
		t.Fatalf("%s %s: %d contents", name, request, len(result.Content))
	}
	return result.Content[0].(*sdk.TextContent).Text, result
}

// Every operation but measure is a tool, with schemas that a client can use.
func TestTools(t *testing.T) {
	session := connect(t, operations.Limits{}, nil)
	tools := map[string]*sdk.Tool{}
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		tools[tool.Name] = tool
	}
	for _, o := range all.Operations() {
		tool := tools[o.Name]
		if tool == nil || !strings.HasPrefix(tool.Description, o.Summary+". ") || !strings.Contains(tool.Description, "Example: {") {
			t.Errorf("there is no tool %s: %s", o.Name, o.Summary)
			continue
		}
		checker, err := resolve(tool.InputSchema)
		if err != nil {
			t.Errorf("the schema of %s: %v", o.Name, err)
			continue
		}
		var example any
		_, text, _ := strings.Cut(tool.Description, "Example: ")
		if err := json.Unmarshal([]byte(text), &example); err != nil {
			t.Errorf("the example of %s: %v", o.Name, err)
		} else if err := checker.Validate(example); err != nil {
			t.Errorf("the example of %s is not as described: %v", o.Name, err)
		}
	}
	if len(tools) != len(all.Operations())+1 || tools["measure"] != nil || tools["more"] == nil {
		t.Errorf("there are %d tools, expected %d", len(tools), len(all.Operations())+1)
	}
	const most = 25_000
	if list, _ := json.Marshal(slices.Collect(maps.Values(tools))); len(list) > most {
		t.Errorf("the list of tools has %d bytes, expected at most %d", len(list), most)
	} else {
		t.Logf("the list of tools has %d bytes", len(list))
	}
	if got := session.InitializeResult(); got.ServerInfo.Version != "1.2.3" || !strings.Contains(got.Instructions, "pack") {
		t.Errorf("the server introduces itself as %+v", got)
	}
}

// resolve compiles a schema.
func resolve(described any) (*jsonschema.Resolved, error) {
	data, err := json.Marshal(described)
	if err != nil {
		return nil, err
	}
	s := new(jsonschema.Schema)
	if err := json.Unmarshal(data, s); err != nil {
		return nil, err
	}
	return s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
}

// The content is the JSON of the operation, as text and as structure, and conforms to
// the schema of the tool.
func TestCall(t *testing.T) {
	session := connect(t, operations.Limits{}, nil)
	schemas := map[string]*sdk.Tool{}
	for tool := range session.Tools(t.Context(), nil) {
		schemas[tool.Name] = tool
	}
	for _, c := range []struct{ name, request, want string }{
		{"solve", `{"pack":"heart"}`, `"status":"unique"`},
		{"count", `{"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]}}`, `"count":"2"`},
		{"hint", `{"pack":"heart","grade":4}`, `"technique"`},
		{"hint", `{"puzzle":{"rows":[[1],[1,1],[1,1],[1],[1,1]],"columns":[[1],[2],[1],[2],[1,1]]},"grade":4}`, `"chain":{"suppose":{"row":2,"column":3,"is":"#"},"links":[{"line":"row 2","marks":[{"row":2,"column":2,"is":"."},{"row":2,"column":4,"is":"."}]},{"line":"column 2","marks":[{"row":4,"column":2,"is":"#"}]},{"line":"column 4","marks":[{"row":4,"column":4,"is":"#"}]}],"breaks":"row 4","rounds":3,"depth":1}`},
		{"generate", `{"kind":"puzzle","width":5,"levels":["easy","trivial"],"seed":"3"}`, `"kind":"puzzle"`},
		{"puzzle", `{"name":"6"}`, `"width":5`},
		{"methods", `{}`, `"name":"engine"`},
	} {
		text, result := call(t, session, c.name, c.request)
		if result.IsError || !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %s", c.name, c.request, text)
		}
		structured, _ := json.Marshal(result.StructuredContent)
		var a, b any
		if json.Unmarshal(structured, &a) != nil || json.Unmarshal([]byte(text), &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s: the structure is %s, the text %s", c.name, structured, text)
		}
		checker, err := resolve(schemas[c.name].InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var asked any
		_ = json.Unmarshal([]byte(c.request), &asked)
		if err := checker.Validate(asked); err != nil {
			t.Errorf("%s: the request is not as described: %v", c.name, err)
		}
		if checker.Validate(map[string]any{"nix": 1}) == nil {
			t.Errorf("%s: the schema takes anything", c.name)
		}
	}
}

// Errors of operations are results, which assistants see.
func TestBadCalls(t *testing.T) {
	session := connect(t, operations.Limits{Cells: 10}, nil)
	for request, want := range map[string]string{
		`{"pack":17}`:      `{"error":{"code":"bad_request","message":"found 17, expected a text","where":"pack"}}`,
		`{"pack":"heart"}`: `{"error":{"code":"too_large","message":"found 5 × 5 cells, the limit of this service is 10 in all","where":"puzzle"}}`,
	} {
		if text, result := call(t, session, "solve", request); !result.IsError || text != want || result.StructuredContent != nil {
			t.Errorf("%s: %s, error %v", request, text, result.IsError)
		}
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "nix"}); err == nil {
		t.Error("an unknown tool was called")
	}
}

// endless is a search that no machine finishes.
func endless(more string) string {
	var rows []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf("[1,%d,1,%d]", 1+i%3, 1+i%2))
	}
	lines := "[" + strings.Join(rows, ",") + "]"
	return `{"method":"liao:dfs","puzzle":{"rows":` + lines + `,"columns":` + lines + `}` + more + `}`
}

// A client that sends a token gets progress, and its cancellation ends the call.
func TestProgressAndCancelling(t *testing.T) {
	notes := make(chan *sdk.ProgressNotificationParams, 1000)
	session := connect(t, operations.Limits{}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { notes <- r.Params },
	})
	ctx, cancel := context.WithCancel(t.Context())
	params := &sdk.CallToolParams{Name: "solve", Arguments: json.RawMessage(endless(``))}
	params.SetProgressToken("token")
	ended := make(chan error, 1)
	go func() {
		_, err := session.CallTool(ctx, params)
		ended <- err
	}()
	first, second := <-notes, <-notes
	if first.ProgressToken != "token" || second.Progress <= first.Progress || !strings.Contains(first.Message, "steps") {
		t.Errorf("progress %+v, then %+v", first, second)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("a cancelled call has an answer")
	}
}

// Calls are answered although the input has ended.
func TestAnswersAfterTheEnd(t *testing.T) {
	out, err := exchange(t,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"solve","arguments":`+endless(`,"timeout_ms":100`)+`}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"solve","arguments":{"pack":"heart"}}}`,
	)
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{`"id":1`, `"id":2`, `\"reason\":\"time\"`, `\"status\":\"unique\"`} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %s in\n%s", want, out)
		}
	}
}

// A session ends with its context, although its input is open.
func TestEnds(t *testing.T) {
	s := mcp.New("", all.Service(operations.Limits{Time: time.Minute}), nil)
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, r, &output{}) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

// At most one call per processor runs; the others wait.
func TestSlots(t *testing.T) {
	var working, most atomic.Int64
	release := make(chan struct{})
	block := operations.Once("block", "Wait", func(context.Context, *operations.Service, *operations.Nothing) (*operations.Nothing, error) {
		now := working.Add(1)
		for was := most.Load(); now > was && !most.CompareAndSwap(was, now); was = most.Load() {
		}
		<-release
		working.Add(-1)
		return &operations.Nothing{}, nil
	})
	s := mcp.New("", all.Service(operations.Limits{}), []operations.Operation{block})
	session := dial(t, s, nil, "")
	var calls sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		calls.Go(func() {
			if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "block", Arguments: json.RawMessage(`{}`)}); err != nil {
				t.Error(err)
			}
		})
	}
	for working.Load() < int64(runtime.GOMAXPROCS(0)) {
		runtime.Gosched()
	}
	for range 100 { // by then the server has seen all calls
		if err := session.Ping(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	close(release)
	calls.Wait()
	if got := most.Load(); got != int64(runtime.GOMAXPROCS(0)) {
		t.Errorf("%d calls ran at once, expected %d", got, runtime.GOMAXPROCS(0))
	}
}
