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
	"os"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/terminal"
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
	contractMissing = `{"id":"missing","rows":[[1,1],"*",[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]}`
	contractBlotted = `{"id":"blotted","rows":[[null,null],[5],[null],[3],[1]],"columns":[[null],[4],[null],[4],[2]]}`
	contractOne     = `{"id":"one","goal":["#"]}`
	certificate     = "nonogram-certificate 1\nsize 1 1\ncolors 2\nrow 1\ncolumn 1\nk r1\ns 1\n#\nk 1\nend exactly 1\n"
	// contractNoise takes more than a conflict.
	contractNoise    = `{"id":"noise","rows":[[1,4,1],[4,1,2,1],[3,1,1],[3,1],[2,1],[2,1],[1,2,2],[4,2,1],[1,1,1,2],[4,1,1,1],[1,1,3],[2,2,1,1]],"columns":[[2,1,2],[1,1,1,1,1,1],[2,1,5],[5,1,1],[1,1,1,1,2],[1,1,1,1],[1,1,1,1,1],[1,1,1,1],[2,1,1],[1,1,3],[1,1,1,1],[1,1,3,1]]}`
	contractChain    = `{"id":"chain","rows":[[1],[1,1],[1,1],[1],[1,1]],"columns":[[1],[2],[1],[2],[1,1]]}`
	contractTriddler = `{"id":"star","triddler":[2,1,2,2,1,2],"rows":[[3],[3,2],[1,3]],"rising":[[1,3],[2,2],[4]],"falling":[[2],[4],[2,2],[1,1]]}`
	contractState    = `"state":["?#?#?","?????","?????","?????","?????"]`
)

var contracts = []contract{
	{"solve", contractHeart, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractTwo, `"limit":3`, []string{"solve", "--json", "--limit", "3"}, nil, nil},
	{"solve", contractNone, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractColor, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractBlotted, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractMissing, ``, []string{"solve", "--json"}, nil, nil},
	{"solve", contractTriddler, ``, []string{"solve", "--json"}, nil, nil},
	{"explain", contractMissing, ``, []string{"explain", "--json"}, nil, nil},
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
	{"hint", contractChain, `"grade":4`, []string{"hint", "--json", "--grade", "4"}, nil, nil},
	{"hint", contractHeart, contractState + `,"grade":3`, nil, nil, nil},
	{"hint", contractHeart, `"grade":4,"language":"ja"`, []string{"hint", "--json", "--grade", "4", "--language", "ja"}, nil, nil},
	{"explain", contractHeart, `"language":"de"`, []string{"explain", "--json", "--language", "de"}, nil, nil},
	{"check", contractHeart, contractState, nil, nil, nil},
	{"check", contractHeart, `"score":true,"moves":["r1c1 .","r2 #####","r3c3 ."]`, nil, nil, nil},
	{"clues", ``, `"grid":[".#","##"],"title":"L"`, nil, nil, nil},
	{"clues", ``, `"grid":["..###.","###.##","#.###."],"triddler":[2,1,2,2,1,2]`, nil, nil, nil},
	{"describe", contractHeart, ``, []string{"describe", "--json"}, nil, nil},
	{"describe", contractTwo, ``, []string{"describe", "--json"}, nil, nil},
	{"repair", contractGoal, ``, []string{"generate", "repair", "--json"}, nil, nil},
	{"dedupe", ``, `"puzzles":[{"id":"a","goal":["##","#."]},{"id":"b","goal":["#.","##"]}]`, nil, nil, nil},
	{"generate", ``, `"width":5,"count":3,"seed":"12345678901234567890"`,
		[]string{"generate", "random", "--size", "5", "--count", "3", "--seed", "12345678901234567890", "--density", "0.5"}, clueLines, clueLinesOf},
	{"generate", ``, `"kind":"puzzle","width":6,"height":5,"levels":["easy","trivial"],"seed":7`,
		[]string{"generate", "puzzle", "--size", "6x5", "--difficulty", "easy,trivial", "--seed", "7", "--quiet", "--to", "json", "--out", "-"}, clueLines, clueLinesOf},
	{"generate", ``, `"kind":"puzzle","triddler":[2,2,2,2,2,2],"seed":7`,
		[]string{"generate", "puzzle", "--triddler", "2,2,2,2,2,2", "--seed", "7", "--quiet", "--to", "json", "--out", "-"}, clueLines, clueLinesOf},
	{"generate", ``, `"kind":"image","width":2,"height":1,"image":{"width":2,"height":1,"rgba":"AAAA//////8="}`, nil, nil, nil},
	{"generate", ``, `"kind":"image","width":2,"height":1,"symmetry":"mirror","image":{"width":2,"height":1,"rgba":"AAAA//////8="}`, nil, nil, nil},
	{"generate", contractGoal, `"kind":"repair","max_share":0.5`, nil, nil, nil},
	{"generate", contractGoal, `"kind":"repair","keep":[{"row":1,"column":2,"height":1,"width":2}]`, nil, nil, nil},
	{"generate", ``, `"kind":"image","width":2,"height":1,"sheet":true,"image":{"width":2,"height":1,"rgba":"AAAA//////8="}`, nil, nil, nil},
	{"generate", ``, `"kind":"image","width":2,"height":1,"candidate":4,"image":{"width":2,"height":1,"rgba":"AAAA//////8="}`, nil, nil, nil},
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
	transports := map[string]transport{"HTTP": overHTTP(t), "MCP": overMCP(t), "browser": underNode(t, calls), "library": overC(t, calls)}
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
		wanted := []string{"HTTP", "MCP", "browser", "library"}
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
