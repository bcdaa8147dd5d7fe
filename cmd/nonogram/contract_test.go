package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	imagedraw "image/draw"
	"image/png"
	"io"
	"maps"
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
	"nonogram/cmd/internal/terminal"
	"nonogram/format"
	"nonogram/internal/object"
	"nonogram/internal/testkit/wasmtest"
	"nonogram/render"
)

// The contract: all transports give the same answers. Every operation is called through
// every transport that has it, with the same requests, and the answers are compared,
// byte by byte except for times, with those of the operation itself.
//
//	command --json · HTTP · the browser's modules under Node · batch · MCP
//
// A new operation without a case here fails; so does one that is neither on the
// command line nor in the list of those that are not.

// contract is a request, and how the command line is asked the same.
type contract struct {
	operation string
	puzzle    string // an object, which commands and batches read from a file
	rest      string // the other members of the request
	// command are the arguments, before the file with the puzzle; nil where the
	// command line has no words for just this.
	command []string
	// shows makes of the answer what the command prints; nil: the line of --json.
	shows func(t *testing.T, answer []byte) string
	// reads makes of what the command prints what it is compared as; nil: as it is.
	reads func(t *testing.T, printed string) string
}

const (
	contractHeart   = `{"id":"heart","rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]],"title":"Herz ♥ <b>"}`
	contractTwo     = `{"id":"two","rows":[[1],[1]],"columns":[[1],[1]]}`
	contractNone    = `{"id":"none","rows":[[2],[1]],"columns":[[1],[1]]}`
	contractGoal    = `{"id":"goal","goal":["#..",".#.","..#"]}`
	contractColor   = `{"id":"color","palette":[{"symbol":"."},{"symbol":"r","color":"#f00"},{"symbol":"b","name":"blue"}],"goal":["rrb",".b.","b.r"]}`
	contractBlotted = `{"id":"blotted","rows":[[null,null],[5],[null],[3],[1]],"columns":[[null],[4],[null],[4],[2]]}`
	contractOne     = `{"id":"one","goal":["#"]}`
	certificate     = "nonogram-certificate 1\nsize 1 1\ncolors 2\nrow 1\ncolumn 1\nk r1\ns 1\n#\nk 1\nend exactly 1\n"
	// contractNoise takes more than a conflict.
	contractNoise = `{"id":"noise","rows":[[1,4,1],[4,1,2,1],[3,1,1],[3,1],[2,1],[2,1],[1,2,2],[4,2,1],[1,1,1,2],[4,1,1,1],[1,1,3],[2,2,1,1]],"columns":[[2,1,2],[1,1,1,1,1,1],[2,1,5],[5,1,1],[1,1,1,1,2],[1,1,1,1],[1,1,1,1,1],[1,1,1,1],[2,1,1],[1,1,3],[1,1,1,1],[1,1,3,1]]}`
	contractState = `"state":["?#?#?","?????","?????","?????","?????"]`
)

var contracts = []contract{
	{"solve", contractHeart, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractTwo, `"limit":3`, []string{"solve", "--json", "--limit", "3"}, nil, nil},
	{"solve", contractNone, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractColor, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractBlotted, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractHeart, `"method":"liao:dfs","seed":"5"`, []string{"solve", "--json", "--method", "liao:dfs", "--seed", "5"}, nil, nil},
	{"solve", contractHeart, `"method":"liao:dfs","trace":20`, nil, nil, nil},
	{"count", contractTwo, ``, []string{"count", "--json"}, nil, nil},
	{"count", contractNone, ``, []string{"count", "--json"}, nil, nil},
	{"rate", contractHeart, ``, []string{"rate", "--json"}, nil, nil},
	{"rate", contractNone, ``, []string{"rate", "--json"}, nil, nil},
	{"rate", contractNoise, `"conflicts":1`, []string{"rate", "--json", "--conflicts", "1"}, undecided, nil},
	{"explain", contractColor, ``, []string{"explain", "--json"}, nil, nil},
	{"explain", contractHeart, contractState, nil, nil, nil},
	{"hint", contractHeart, ``, []string{"hint", "--json"}, nil, nil},
	{"hint", contractHeart, `"grade":4`, []string{"hint", "--json", "--grade", "4"}, nil, nil},
	{"hint", contractHeart, contractState + `,"grade":3`, nil, nil, nil},
	{"hint", contractHeart, `"grade":4,"language":"ja"`, []string{"hint", "--json", "--grade", "4", "--language", "ja"}, nil, nil},
	{"explain", contractHeart, `"language":"de"`, []string{"explain", "--json", "--language", "de"}, nil, nil},
	{"check", contractHeart, contractState, nil, nil, nil},
	{"check", contractHeart, `"score":true,"moves":["r1c1 .","r2 #####","r3c3 ."]`, nil, nil, nil},
	{"clues", ``, `"grid":[".#","##"],"title":"L"`, nil, nil, nil},
	{"describe", contractHeart, ``, []string{"describe", "--json"}, nil, nil},
	{"describe", contractTwo, ``, []string{"describe", "--json"}, nil, nil},
	{"repair", contractGoal, ``, []string{"generate", "repair", "--json"}, nil, nil},
	{"dedupe", ``, `"puzzles":[{"id":"a","goal":["##","#."]},{"id":"b","goal":["#.","##"]}]`, nil, nil, nil},
	{"generate", ``, `"width":5,"count":3,"seed":"12345678901234567890"`,
		[]string{"generate", "random", "--size", "5", "--count", "3", "--seed", "12345678901234567890", "--density", "0.5"}, clueLines, clueLinesOf},
	{"generate", ``, `"kind":"puzzle","width":6,"height":5,"levels":["easy","trivial"],"seed":7`,
		[]string{"generate", "puzzle", "--size", "6x5", "--difficulty", "easy,trivial", "--seed", "7", "--quiet", "--to", "json", "--out", "-"}, clueLines, clueLinesOf},
	{"generate", ``, `"kind":"image","width":2,"height":1,"image":{"width":2,"height":1,"rgba":"AAAA//////8="}`, nil, nil, nil},
	{"generate", contractGoal, `"kind":"repair","max_share":0.5`, nil, nil, nil},
	{"prove", contractHeart, ``, []string{"prove", "--out", "-"}, member("certificate"), nil},
	{"prove", contractTwo, ``, []string{"prove", "--json", "--out", os.DevNull}, withoutCertificate, nil},
	{"certify", contractOne, `"certificate":"` + strings.ReplaceAll(certificate, "\n", `\n`) + `"`, []string{"certify", "--json", "CERTIFICATE"}, nil, nil},
	{"certify", contractNone, `"certificate":"` + strings.ReplaceAll(certificate, "\n", `\n`) + `"`, []string{"certify", "--json", "CERTIFICATE"}, nil, nil},
	{"convert", contractHeart, `"to":"webpbn"`, []string{"convert", "--to", "webpbn", "--format", "json"}, member("text"), nil},
	{"convert", contractGoal, `"to":"pbm","lossy":true`, nil, nil, nil},
	{"decode", contractColor, ``, nil, nil, nil},
	{"decode", ``, `"data":"UDQKMyAzCoBAIA=="`, nil, nil, nil},
	{"render", contractHeart, `"as":"svg"`, nil, nil, nil},
	{"render", contractColor, `"as":"png","goal":true`, nil, nil, nil},
	{"render", contractColor, `"as":"html","stars":true,"lessons":true,"captions":"all","ink":"gray"`, nil, nil, nil},
	{"render", contractHeart, `"as":"pdf","title":"A book","paper":"6x9","bleed":3,"marks":true`, nil, nil, nil},
	{"puzzles", ``, `"titles":true,"chapter":"sketches"`, []string{"puzzles", "--json", "--titles", "--chapter", "sketches"}, linesOf("puzzles"), nil},
	{"puzzle", ``, `"name":"17","goal":true`, nil, nil, nil},
	{"methods", ``, ``, []string{"methods", "--json"}, linesOf("methods"), nil},
	{"techniques", ``, ``, nil, nil, nil},
	{"techniques", ``, `"language":"zh"`, nil, nil, nil},
	{"table", contractHeart, ``, []string{"table", "--json"}, nil, nil},
	{"table", contractTwo, `"first":1`, []string{"table", "--json", "--first", "1"}, nil, nil},
	{"lines", ``, `"length":5,"first":3`, []string{"lines", "--json", "--first", "3", "5"}, nil, nil},
	{"lines", ``, `"length":12,"clue":[2,4,1]`, []string{"lines", "--json", "12", "2,4,1"}, nil, nil},
	{"formats", ``, ``, nil, nil, nil},
	{"scan", ``, `"image":` + contractPhoto(), nil, nil, nil},
}

// drawnPage is the file of a puzzle as it is drawn.
func drawnPage() string {
	p := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	var b bytes.Buffer
	if err := render.PNG(&b, &render.Drawing{Puzzle: p, Style: render.Style{Cell: 24}}); err != nil {
		panic(err)
	}
	return b.String()
}

// contractPhoto is its pixels.
func contractPhoto() string {
	img, err := png.Decode(strings.NewReader(drawnPage()))
	if err != nil {
		panic(err)
	}
	pixels := image.NewNRGBA(img.Bounds())
	imagedraw.Draw(pixels, pixels.Rect, img, image.Point{}, imagedraw.Src)
	text, err := json.Marshal(create.Pixels{Width: pixels.Rect.Dx(), Height: pixels.Rect.Dy(), RGBA: pixels.Pix})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// notCommands are the operations that no command prints the answer of, and why.
var notCommands = map[string]string{
	"check":      "the command of that name holds files of solutions against puzzles",
	"clues":      "convert makes puzzles of pictures",
	"scan":       "the command goes by files of photographs",
	"dedupe":     "the command goes by files, and prints a line for each puzzle that is there again",
	"decode":     "every command reads every format",
	"render":     "show draws, with the sizes that suit files and terminals",
	"puzzle":     "@17 is the puzzle in every command",
	"techniques": "docs/techniques.md lists them",
	"formats":    "convert --help lists them",
}

// misuse is a bad request, with the code that it is refused with.
type misuse struct {
	operation, request string
	code               operations.ErrorCode
	command            []string // that makes the same mistake
}

var misuses = []misuse{
	{"solve", `{`, operations.BadRequest, nil},
	{"solve", `[1]`, operations.BadRequest, nil},
	{"solve", `{"nix":1}`, operations.BadRequest, nil},
	{"solve", `{"limit":1e3}`, operations.BadRequest, nil},
	{"solve", `{"puzzle":` + contractHeart + `,"limit":-1}`, operations.BadRequest, nil},
	{"solve", `{}`, operations.BadRequest, nil},
	{"solve", `{"puzzle":` + contractHeart + `,"method":"nix"}`, operations.UnknownName, []string{"solve", "--method", "nix"}},
	{"solve", `{"puzzle":` + contractHeart + `,"method":"liao:dfs:nix"}`, operations.BadRequest, []string{"solve", "--method", "liao:dfs:nix"}},
	{"solve", `{"puzzle":` + contractHeart + `,"conflicts":-1}`, operations.BadRequest, []string{"solve", "--conflicts", "-1"}},
	{"count", `{"puzzle":` + contractHeart + `,"memory_mb":-1}`, operations.BadRequest, []string{"count", "--memory", "-1"}},
	{"rate", `{"puzzle":` + contractHeart + `,"seed":"-1"}`, operations.BadRequest, nil},
	{"solve", `{"puzzle":{"rows":[[-1]],"columns":[[1]]}}`, operations.BadPuzzle, nil},
	{"solve", `{"puzzle":{"rows":[[1],[{"n":1,"c":"x"}]],"columns":[[1]]}}`, operations.BadPuzzle, nil},
	{"solve", `{"puzzle":` + contractBlotted + `,"method":"perm_elim"}`, operations.Unsupported, nil},
	{"hint", `{"puzzle":` + contractHeart + `,"grade":5}`, operations.BadRequest, []string{"hint", "--grade", "5"}},
	{"hint", `{"puzzle":` + contractHeart + `,"language":"tlh"}`, operations.BadRequest, []string{"hint", "--language", "tlh"}},
	{"explain", `{"puzzle":` + contractHeart + `,"state":["#"]}`, operations.BadRequest, nil},
	{"check", `{"puzzle":` + contractHeart + `}`, operations.BadRequest, nil},
	{"clues", `{"grid":["#","##"]}`, operations.BadRequest, nil},
	{"describe", `{"puzzle":3}`, operations.BadRequest, nil},
	{"repair", `{"puzzle":` + contractGoal + `,"tries":-1}`, operations.BadRequest, nil},
	{"dedupe", `{"puzzles":[null]}`, operations.BadRequest, nil},
	{"scan", `{}`, operations.BadRequest, nil},
	{"scan", `{"image":{"width":1,"height":1,"rgba":"AAAA/w=="}}`, operations.Unreadable, nil},
	{"generate", `{"kind":"nix"}`, operations.UnknownName, nil},
	{"generate", `{"density":2}`, operations.BadRequest, nil},
	{"generate", `{"levels":"easy"}`, operations.BadRequest, nil},
	{"generate", `{"kind":"image"}`, operations.BadRequest, nil},
	{"prove", `{"puzzle":` + contractHeart + `,"limit":"x"}`, operations.BadRequest, nil},
	{"certify", `{"puzzle":` + contractHeart + `}`, operations.BadRequest, nil},
	{"convert", `{"puzzle":` + contractHeart + `,"to":"nix"}`, operations.UnknownName, nil},
	{"convert", `{"puzzle":` + contractColor + `,"to":"mk"}`, operations.WouldLose, nil},
	{"decode", `{"text":"width 2\nheight x\n","filename":"mine.non"}`, operations.Unreadable, nil},
	{"render", `{"puzzle":` + contractHeart + `,"as":"gif"}`, operations.UnknownName, nil},
	{"render", `{"puzzle":` + contractHeart + `,"as":"pdf","ink":"red"}`, operations.UnknownName, nil},
	{"render", `{"puzzle":` + contractHeart + `,"as":"pdf","bleed":99}`, operations.BadRequest, nil},
	{"puzzles", `{"chapter":"nix"}`, operations.UnknownName, nil},
	{"puzzle", `{"name":"nix"}`, operations.UnknownName, nil},
	{"puzzle", `{"name":"17","titles":"x"}`, operations.BadRequest, nil},
}

// request is the request in full.
func (c *contract) request() string {
	members := []string{}
	if c.puzzle != "" {
		members = append(members, `"puzzle":`+c.puzzle)
	}
	if c.rest != "" {
		members = append(members, c.rest)
	}
	return `{` + strings.Join(members, ",") + `}`
}

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

// inBatch runs a job of one puzzle; nil for what no batch does.
func (c *contract) inBatch(t *testing.T, o operations.Operation) (string, bool) {
	if !ofBatches(o) || c.puzzle == "" {
		return "", false
	}
	file := fileOfPuzzle(t, c.puzzle)
	return strings.TrimSuffix(commandOutput(t, "batch", "run", "--do", o.Name+" {"+c.rest+"}", "--out", "-", file), "\n"), true
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

func TestContract(t *testing.T) {
	rows := map[string]operations.Operation{}
	for _, o := range all.Operations() {
		rows[o.Name] = o
	}
	var calls []wasmtest.Call
	for i := range contracts {
		calls = append(calls, wasmtest.Call{Operation: contracts[i].operation, Request: contracts[i].request()})
	}
	for _, m := range misuses {
		calls = append(calls, wasmtest.Call{Operation: m.operation, Request: m.request})
	}
	transports := map[string]transport{"HTTP": overHTTP(t), "MCP": overMCP(t), "browser": underNode(t, calls)}
	met := map[string]map[string]int{} // operation → transport → answers that were equal
	equal := func(operation, name, request, got, want string) {
		if timeless(got) != timeless(want) || got == "" {
			t.Errorf("%s, %s %.200s\nanswers  %.2000s\nexpected %.2000s", name, operation, request, got, want)
			return
		}
		if met[operation] == nil {
			met[operation] = map[string]int{}
		}
		met[operation][name]++
	}
	for i := range contracts {
		c := &contracts[i]
		o, request := rows[c.operation], c.request()
		want := direct(t, o, request)
		if strings.HasPrefix(want, `{"error"`) {
			t.Fatalf("%s %s: %s", o.Name, request, want)
		}
		for name, ask := range transports {
			equal(o.Name, name, request, ask(t, o, request), want)
		}
		if got, ok := c.inBatch(t, o); ok {
			equal(o.Name, "batch", request, got, want)
		}
		if c.command != nil {
			shown := want
			if c.shows != nil {
				shown = c.shows(t, []byte(want))
			}
			equal(o.Name, "command", request, c.byCommand(t), shown)
		}
	}
	refused := 0
	for _, m := range misuses {
		o := rows[m.operation]
		want := direct(t, o, m.request)
		var failure operations.Failure
		if json.Unmarshal([]byte(want), &failure) != nil || failure.Error.Code != m.code {
			t.Errorf("%s %s: %s\nexpected %s", o.Name, m.request, want, m.code)
		}
		for name, ask := range transports {
			if name == "MCP" && !json.Valid([]byte(m.request)) {
				continue // the protocol itself is JSON
			}
			refused++
			if got := ask(t, o, m.request); got != want {
				t.Errorf("%s, %s %s\nanswers  %s\nexpected %s", name, o.Name, m.request, got, want)
			}
		}
		if m.command != nil {
			refused++
			if err := commandError(t, append(slices.Clone(m.command), fileOfPuzzle(t, contractHeart))...); !hasCode(err, m.code) {
				t.Errorf("%v ends with %v, expected the code %s", m.command, err, m.code)
			}
		}
	}
	account(t, rows, met)
	t.Logf("%d bad requests were refused in the same words", refused)
}

// account prints how much was compared and the missing parts.
func account(t *testing.T, rows map[string]operations.Operation, met map[string]map[string]int) {
	pairs, answers := 0, 0
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		wanted := []string{"HTTP", "MCP", "browser"}
		if ofBatches(rows[name]) {
			wanted = append(wanted, "batch")
		}
		if why, not := notCommands[name]; not == (met[name]["command"] > 0) {
			t.Errorf("%s by the command line: %d answers, but it is said of it %q", name, met[name]["command"], why)
		}
		for _, transport := range wanted {
			if met[name][transport] == 0 {
				t.Errorf("%s has not been asked over %s", name, transport)
			}
		}
		pairs += len(met[name])
		for _, n := range met[name] {
			answers += n
		}
	}
	t.Logf("%d operations × their transports: %d pairs, %d answers, all equal", len(rows), pairs, answers)
}

// commandError runs a command that must fail before it does anything.
func commandError(t *testing.T, args ...string) error {
	t.Helper()
	a := &app{in: strings.NewReader(""), out: terminal.NewOutput(io.Discard), err: io.Discard}
	root := newRoot(a)
	root.SetArgs(args)
	return root.ExecuteContext(context.WithoutCancel(t.Context()))
}

func hasCode(err error, code operations.ErrorCode) bool {
	var e *operations.Error
	return errors.As(err, &e) && e.Code == code
}
