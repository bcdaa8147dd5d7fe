package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram/internal/operations"
	"nonogram/internal/operations/all"
	"nonogram/internal/service/mcp"
)

// connect starts a server and a client of the protocol's SDK that talks to it.
func connect(t *testing.T, limits operations.Limits, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	return dial(t, mcp.New("1.2.3", all.Service(limits), all.Operations()), options, "")
}

// dial connects a client that prefers a version of the protocol, its newest by default.
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

// Every version of the protocol that is spoken is agreed on, and one that is not is
// answered with the newest.
func TestVersions(t *testing.T) {
	for asked, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"2026-07-28": "2025-11-25",
	} {
		session := dial(t, mcp.New("", all.Service(operations.Limits{}), all.Operations()), nil, asked)
		if got := session.InitializeResult().ProtocolVersion; got != want {
			t.Errorf("asked for %s, the server speaks %s, expected %s", asked, got, want)
		}
		if text, result := call(t, session, "solve", `{"pack":"heart"}`); result.IsError || !strings.Contains(text, "unique") {
			t.Errorf("%s: %s", asked, text)
		}
	}
}

// exchange is what a server answers to some lines.
func exchange(t *testing.T, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	s := mcp.New("", all.Service(operations.Limits{}), all.Operations())
	if err := s.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What is no message, or none that is understood, is answered by the codes of JSON-RPC,
// and the session goes on.
func TestMessages(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":"p","method":"ping"}`
	for line, want := range map[string]string{
		ping:                       `{"jsonrpc":"2.0","id":"p","result":{}}`,
		"":                         "",
		`{`:                        `"id":null,"error":{"code":-32700`,
		`[]`:                       `"id":null,"error":{"code":-32600`,
		`[1]`:                      `[{"jsonrpc":"2.0","id":null,"error":{"code":-32700`,
		`{"id":1,"method":"ping"}`: `"id":1,"error":{"code":-32600`,
		`{"jsonrpc":"2.0","id":1}`: `"id":1,"error":{"code":-32600,"message":"found no method"`,
		`{"jsonrpc":"2.0","id":1,"method":"nix"}`:                                `"id":1,"error":{"code":-32601`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`:                         `"id":1,"error":{"code":-32602`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nix"}}`: `"id":1,"error":{"code":-32602,"message":"found the tool \"nix\"`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize"}`:                         `"id":1,"error":{"code":-32602`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                                   "",
		`{"jsonrpc":"2.0","method":"ping"}`:                                      "",
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}`:        "",
		`[` + ping + `,{"jsonrpc":"2.0","method":"ping"}]`:                       `[{"jsonrpc":"2.0","id":"p","result":{}}]`,
		strings.Repeat(" ", 17<<20):                                              `"id":null,"error":{"code":-32600,"message":"found a line of more than`,
	} {
		got := exchange(t, line, `{"jsonrpc":"2.0","id":"last","method":"ping"}`)
		if !strings.Contains(got, want) || want == "" && strings.Count(got, "\n") != 1 || !strings.Contains(got, `"last"`) {
			t.Errorf("%.80s: answered %s, expected %s", line, got, want)
		}
	}
}

// A call that is given up ends, and has no answer.
func TestGivenUp(t *testing.T) {
	got := exchange(t,
		`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"solve","arguments":`+endless(``)+`}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"too long"}}`)
	if got != "" {
		t.Errorf("it is answered %s", got)
	}
}

// Two calls cannot have one id as long as the first has no answer.
func TestSameID(t *testing.T) {
	line := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"solve","arguments":` + endless(`,"timeout_ms":100`) + `}}`
	if got := exchange(t, line, line); !strings.Contains(got, "an id that another call has") || strings.Count(got, "structuredContent") != 1 {
		t.Error(got)
	}
}

// A client that does not take answers ends the session.
func TestClientGone(t *testing.T) {
	r, w := io.Pipe()
	_ = r.Close()
	input, never := io.Pipe()
	defer never.Close()
	s := mcp.New("", all.Service(operations.Limits{}), all.Operations())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(t.Context(), input, w) }()
	if _, err := io.WriteString(never, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("the session ends as if all were well")
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
		if tool == nil || tool.Description != o.Summary {
			t.Errorf("there is no tool %s: %s", o.Name, o.Summary)
			continue
		}
		for what, described := range map[string]any{"input": tool.InputSchema, "output": tool.OutputSchema} {
			if _, err := resolve(described); err != nil {
				t.Errorf("the schema of %s's %s: %v", o.Name, what, err)
			}
		}
	}
	if len(tools) != len(all.Operations()) || tools["measure"] != nil {
		t.Errorf("there are %d tools, expected %d", len(tools), len(all.Operations()))
	}
	if got := session.InitializeResult(); got.ServerInfo.Version != "1.2.3" || !strings.Contains(got.Instructions, "pack") {
		t.Errorf("the server introduces itself as %+v", got)
	}
}

// resolve makes a checker of a schema, by a library that did not write it.
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

// The content is the JSON of the operation, as text and as structure, and as the
// schema of the tool says.
func TestCall(t *testing.T) {
	session := connect(t, operations.Limits{}, nil)
	schemas := map[string]*sdk.Tool{}
	for tool := range session.Tools(t.Context(), nil) {
		schemas[tool.Name] = tool
	}
	for _, c := range []struct{ name, request, want string }{
		{"solve", `{"pack":"heart"}`, `"status":"unique"`},
		{"count", `{"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]}}`, `"count":"2"`},
		{"hint", `{"pack":"heart","tip":4}`, `"technique"`},
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
		checker, err := resolve(schemas[c.name].OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		if err := checker.Validate(b); err != nil {
			t.Errorf("%s: the answer is not as described: %v", c.name, err)
		}
		if checker, err = resolve(schemas[c.name].InputSchema); err != nil {
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

// What is wrong is told to the assistant, not to the machinery around it.
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
		t.Error("a tool that is none was called")
	}
}

// endless is a search that no machine finishes.
func endless(more string) string {
	var rows []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf("[1,%d,1,%d]", 1+i%3, 1+i%2))
	}
	lines := "[" + strings.Join(rows, ",") + "]"
	return `{"method":"dfs","puzzle":{"rows":` + lines + `,"columns":` + lines + `}` + more + `}`
}

// Who asks is told how far a call is, and who gives it up ends it.
func TestProgressAndCancelling(t *testing.T) {
	told := make(chan *sdk.ProgressNotificationParams, 1000)
	session := connect(t, operations.Limits{}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { told <- r.Params },
	})
	ctx, cancel := context.WithCancel(t.Context())
	params := &sdk.CallToolParams{Name: "solve", Arguments: json.RawMessage(endless(``))}
	params.SetProgressToken("token")
	ended := make(chan error, 1)
	go func() {
		_, err := session.CallTool(ctx, params)
		ended <- err
	}()
	first, second := <-told, <-told
	if first.ProgressToken != "token" || second.Progress <= first.Progress || !strings.Contains(first.Message, "steps") {
		t.Errorf("told %+v, then %+v", first, second)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("a call that was given up has an answer")
	}
}

// Calls whose input ends behind them are answered all the same.
func TestAnswersAfterTheEnd(t *testing.T) {
	out := exchange(t,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"solve","arguments":`+endless(`,"timeout_ms":100`)+`}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"solve","arguments":{"pack":"heart"}}}`,
	)
	for _, want := range []string{`"id":1`, `"id":2`, `"id":3`, `\"reason\":\"time\"`, `\"status\":\"unique\"`} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %s in\n%s", want, out)
		}
	}
}

// A session without input that is told to end does so.
func TestEnds(t *testing.T) {
	s := mcp.New("", all.Service(operations.Limits{Time: time.Minute}), nil)
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, r, io.Discard) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

// No more calls are worked on at once than there are processors; the others wait.
func TestPlaces(t *testing.T) {
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
		t.Errorf("%d calls were worked on at once, expected %d", got, runtime.GOMAXPROCS(0))
	}
}
