package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram"
	"nonogram/cmd/internal/batch"
	"nonogram/cmd/internal/mcp"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/draw"
	"nonogram/cmd/internal/operations/files"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/cmd/internal/operations/schema"
	"nonogram/cmd/internal/server"
	"nonogram/format"
	"nonogram/internal/object"
	"nonogram/internal/testkit/libtest"
	"nonogram/internal/testkit/wasmtest"
)

// The transports that the contract test sends requests through, and what their answers have in
// common.

// transport asks an operation and gives its answer, or the error, as JSON.
type transport func(t *testing.T, o operations.Operation, request string) string

// direct is what all others are compared with.
func direct(t *testing.T, o operations.Operation, request string) string {
	return string(operations.JSON(o.Call(t.Context(), all.Service(operations.Limits{}), []byte(request))))
}

func overHTTP(t *testing.T) transport {
	s, err := server.New(server.Config{})
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(s.Handler())
	t.Cleanup(site.Close)
	return func(t *testing.T, o operations.Operation, request string) string {
		response, err := http.DefaultClient.Do(httpRequest(t, site.URL+"/api/v1/", o, request))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(string(body), "\n")
	}
}

// httpRequest puts a request into a body, or into the address where it belongs there.
func httpRequest(t *testing.T, root string, o operations.Operation, request string) *http.Request {
	t.Helper()
	var values map[string]any
	path, inAddress := o.Name, true
	query := []string{}
	_ = json.Unmarshal([]byte(request), &values)
	for _, f := range schema.Fields(o.Request) {
		value, _ := json.Marshal(values[f.Name])
		text := strings.Trim(string(value), `"`)
		switch {
		case f.Tag.Get("path") != "":
			path = o.Name + "s/" + text
		case f.Tag.Get("query") == "":
			inAddress = false
		case values[f.Name] != nil:
			query = append(query, f.Tag.Get("query")+"="+text)
		}
	}
	method, body := http.MethodPost, request
	if inAddress {
		method, body, path = http.MethodGet, "", path+"?"+strings.Join(query, "&")
	}
	r, err := http.NewRequestWithContext(t.Context(), method, root+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

func overMCP(t *testing.T) transport {
	s := mcp.New("", all.Service(server.DefaultLimits()), all.Operations())
	requests, asks := io.Pipe()
	hears, answers := io.Pipe()
	go func() { _ = s.Serve(t.Context(), requests, answers) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "contract"}, nil).Connect(t.Context(), &sdk.IOTransport{Reader: hears, Writer: asks}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return func(t *testing.T, o operations.Operation, request string) string {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: o.Name, Arguments: json.RawMessage(request)})
		if err != nil {
			t.Fatal(err)
		}
		text := result.Content[0].(*sdk.TextContent).Text
		var drawn []byte
		switch last := result.Content[len(result.Content)-1].(type) {
		case *sdk.ImageContent:
			drawn = last.Data
		case *sdk.EmbeddedResource:
			drawn = last.Resource.Blob
		}
		if drawn != nil {
			var drawing draw.RenderAnswer
			if err := json.Unmarshal([]byte(text), &drawing); err != nil {
				t.Fatal(err)
			}
			drawing.Data = drawn
			text = string(operations.JSON(&drawing, nil))
		}
		return text
	}
}

// modules are those of the browser, with what they are asked for.
func modules() map[string][]operations.Operation {
	return map[string][]operations.Operation{
		"engine": operations.Operations(),
		"make":   slices.Concat(create.Operations(), operations.Proving(), methods.Operations()),
		"files":  files.Operations(), "draw": draw.Operations(),
	}
}

// underNode asks the browser's modules for all of it at once, since starting one takes
// long, and gives the answers by request.
func underNode(t *testing.T, calls []wasmtest.Call) transport {
	node := wasmtest.Node(t)
	answers := map[wasmtest.Call]string{}
	for name, rows := range modules() {
		var mine []wasmtest.Call
		for _, c := range calls {
			has := func(o operations.Operation) bool { return o.Name == c.Operation }
			classic := strings.Contains(c.Request, `"method":`) // which only the module make has
			if classic && name == "make" || !classic && slices.ContainsFunc(rows, has) {
				mine = append(mine, c)
			}
		}
		for i, answer := range wasmtest.Run(t, node, wasmtest.Build(t, name), mine) {
			answers[mine[i]] = answer
		}
	}
	return func(t *testing.T, o operations.Operation, request string) string {
		answer, ok := answers[wasmtest.Call{Operation: o.Name, Request: request}]
		if !ok {
			t.Fatalf("no module of the browser has %s", o.Name)
		}
		return answer
	}
}

// overC asks the C library for all of it, by a program in C.
func overC(t *testing.T, calls []wasmtest.Call) transport {
	libtest.Compiler(t)
	asked := make([]libtest.Call, len(calls))
	for i, c := range calls {
		asked[i] = libtest.Call{Operation: c.Operation, Request: c.Request}
	}
	answers := map[libtest.Call]string{}
	for i, answer := range libtest.Ask(t, libtest.Compile(t, libtest.Build(t), "ask"), "2", "0", asked) {
		answers[asked[i]] = answer
	}
	return func(_ *testing.T, o operations.Operation, request string) string {
		return answers[libtest.Call{Operation: o.Name, Request: request}]
	}
}

// inBatch runs a job of one puzzle; nil for what no batch does.
func (c *contract) inBatch(t *testing.T, o operations.Operation) (string, bool) {
	if !ofBatches(o) || c.puzzle == "" {
		return "", false
	}
	file := fileOfPuzzle(t, c.puzzle)
	line := commandOutput(t, "batch", "run", "--do", o.Name+" {"+c.rest+"}", "--out", "-", file)
	return strings.TrimSuffix(certified.ReplaceAllString(line, ""), "\n"), true
}

// ofBatches reports whether an operation is a kind of work: all that are about a
// puzzle, but for those whose answer is a file of its own.
func ofBatches(o operations.Operation) bool {
	_, err := batch.KindNamed(batch.PuzzleKinds(), o.Name)
	return o.Open != nil && err == nil
}

func fileOfPuzzle(t *testing.T, puzzle string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "puzzle.json")
	if err := os.WriteFile(file, []byte(puzzle), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// byCommand runs the command.
func (c *contract) byCommand(t *testing.T) string {
	args := c.command
	if c.puzzle != "" {
		args = append(slices.Clone(args), fileOfPuzzle(t, c.puzzle))
	}
	if i := slices.Index(args, "CERTIFICATE"); i >= 0 { // after the puzzle
		args = append(slices.Delete(args, i, i+1), fileOfPuzzle(t, certificate))
	}
	if c.operation == "convert" {
		args = append(args, "-")
	}
	printed := commandOutput(t, args...)
	if c.reads != nil {
		return c.reads(t, printed)
	}
	return strings.TrimSuffix(printed, "\n")
}

// member is a text of the answer, which the command prints as it is.
func member(name string) func(*testing.T, []byte) string {
	return func(t *testing.T, answer []byte) string {
		var members map[string]json.RawMessage
		var text string
		if err := errors.Join(json.Unmarshal(answer, &members), json.Unmarshal(members[name], &text)); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(text, "\n")
	}
}

// undecided is the answer of a search that was cut short. It claims no level.
func undecided(t *testing.T, answer []byte) string {
	t.Helper()
	var r struct {
		Status, Level string
		AtLeast       string `json:"at_least"`
	}
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatal(err)
	}
	if r.Status != "undecided" || r.Level != "" || r.AtLeast == "" {
		t.Errorf("%s: expected undecided, without a level, and what it is at least", answer)
	}
	return string(answer)
}

// linesOf is a list of the answer, of which the command prints a line each.
func linesOf(name string) func(*testing.T, []byte) string {
	return func(t *testing.T, answer []byte) string {
		var members map[string]json.RawMessage
		var list []json.RawMessage
		if err := errors.Join(json.Unmarshal(answer, &members), json.Unmarshal(members[name], &list)); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, line := range list {
			lines = append(lines, string(line))
		}
		return strings.Join(lines, "\n")
	}
}

// withoutCertificate leaves out the certificate, which the command writes to a file.
func withoutCertificate(t *testing.T, answer []byte) string {
	t.Helper()
	var r operations.ProveAnswer
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatal(err)
	}
	return string(operations.JSON(r.Prove, nil))
}

// clueLines are the clues of the puzzles that were made, one by one.
func clueLines(t *testing.T, answer []byte) string {
	t.Helper()
	var made struct{ Puzzles []object.Puzzle }
	if err := json.Unmarshal(answer, &made); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i, text := range made.Puzzles {
		p, err := text.Read("", i+1)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, cluesOf(p))
	}
	return strings.Join(lines, "\n")
}

func clueLinesOf(t *testing.T, printed string) string {
	t.Helper()
	var lines []string
	for p, err := range format.Decode([]byte(printed), "", "") {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, cluesOf(p))
	}
	return strings.Join(lines, "\n")
}

func cluesOf(p *nonogram.Puzzle) string {
	q := &nonogram.Puzzle{Rows: p.Rows, Cols: p.Cols, Palette: p.Palette}
	return string(object.New(q).JSON())
}
