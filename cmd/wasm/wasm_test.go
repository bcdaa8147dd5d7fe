package wasm_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/draw"
	"nonogram/cmd/internal/operations/files"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/internal/testkit/wasmtest"
)

// The modules, built and run under Node, answer what the same code answers natively.

// module is one of the programs, with calls that it is asked.
type module struct {
	name       string
	operations []operations.Operation
	service    *operations.Service
	calls      []wasmtest.Call
}

const heart = `{"rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]],"title":"Herz ♥"}`

func raw(operation, request string) wasmtest.Call {
	return wasmtest.Call{Operation: operation, Request: request}
}

func modules() []module {
	solving := []operations.Operation{operations.Each("solve", "", operations.OpenSolve)}
	return []module{
		{"engine", operations.Operations(), &operations.Service{}, []wasmtest.Call{
			raw("solve", `{"puzzle":`+heart+`,"trace":10}`),
			raw("solve", `{"puzzle":`+heart+`,"method":"liao:dfs","trace":50}`),
			raw("solve", `{"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]},"limit":3}`),
			raw("count", `{"puzzle":{"rows":[[1],[1],[1]],"columns":[[1],[1],[1]]}}`),
			raw("rate", `{"puzzle":`+heart+`}`),
			raw("hint", `{"puzzle":`+heart+`,"grade":4}`),
			raw("explain", `{"puzzle":`+heart+`}`),
			raw("check", `{"puzzle":`+heart+`,"state":["#????","?????","?????","?????","?????"]}`),
			raw("clues", `{"grid":[".#","##"]}`),
			raw("techniques", `{}`),
			raw("solve", `{"puzzle":{"rows":[["x"]],"columns":[[1]]}}`),
			raw("solve", `{"text":"hello"}`),
		}},
		{"make", slices.Concat(create.Operations(), operations.Proving(), methods.Operations(), solving), &operations.Service{Methods: methods.Lookup}, []wasmtest.Call{
			raw("solve", `{"puzzle":`+heart+`,"method":"liao:dfs","trace":50}`),
			raw("solve", `{"puzzle":`+heart+`,"method":"nothing"}`),
			raw("methods", `{}`),
			raw("table", `{"puzzle":`+heart+`}`),
			raw("lines", `{"length":5,"clue":[1,2]}`),
			raw("generate", `{"width":6,"seed":"12345678901234567890"}`),
			raw("generate", `{"kind":"repair","puzzle":{"goal":["#.",".#"]}}`),
			raw("generate", `{"kind":"puzzle","width":6,"levels":["easy"],"seed":7}`),
			raw("repair", `{"puzzle":{"goal":["#.",".#"]}}`),
			raw("describe", `{"puzzle":`+heart+`}`),
			raw("dedupe", `{"puzzles":[`+heart+`,`+heart+`]}`),
			raw("prove", `{"puzzle":`+heart+`}`),
			raw("certify", `{"puzzle":`+heart+`,"certificate":"nothing of the kind"}`),
			raw("generate", `{"kind":"nothing"}`),
			raw("scan", `{"image":{"width":1,"height":1,"rgba":"AAAA/w=="}}`),
		}},
		{"files", files.Operations(), &operations.Service{Reader: files.Reader{}}, []wasmtest.Call{
			raw("decode", `{"text":"width 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n"}`),
			raw("decode", `{"text":"width 2\nheight x\n"}`),
			raw("convert", `{"puzzle":`+heart+`,"to":"webpbn"}`),
			raw("convert", `{"puzzle":{"goal":["#."]},"to":"png","lossy":true}`),
			raw("formats", `{}`),
			raw("puzzles", `{"titles":true}`),
			raw("puzzle", `{"name":"17"}`),
		}},
		{"draw", draw.Operations(), &operations.Service{}, []wasmtest.Call{
			raw("render", `{"puzzle":`+heart+`,"as":"svg"}`),
			raw("render", `{"puzzle":`+heart+`,"as":"png"}`),
			raw("render", `{"puzzle":`+heart+`,"as":"pdf"}`),
			raw("render", `{"puzzle":`+heart+`,"as":"text"}`),
		}},
	}
}

// native answers a call in this process.
func (m *module) native(x wasmtest.Call) string {
	for _, o := range m.operations {
		if o.Name == x.Operation {
			return string(operations.JSON(o.Call(context.Background(), m.service, []byte(x.Request))))
		}
	}
	return "there is no operation " + x.Operation
}

var elapsed = regexp.MustCompile(`"elapsed_ms":[0-9.e-]+`)

func timeless(s string) string { return elapsed.ReplaceAllString(s, `"elapsed_ms":0`) }

func TestModulesAnswerAsTheLibraryDoes(t *testing.T) {
	node := wasmtest.Node(t)
	for _, m := range modules() {
		t.Run(m.name, func(t *testing.T) {
			answers := wasmtest.Run(t, node, wasmtest.Build(t, m.name), m.calls)
			for i, x := range m.calls {
				if want := m.native(x); timeless(answers[i]) != timeless(want) {
					t.Errorf("%s %s\nthe module answers %.2000s\nexpected %.2000s", x.Operation, x.Request, answers[i], want)
				}
			}
			asked := map[string]bool{}
			for _, x := range m.calls {
				asked[x.Operation] = true
			}
			for _, o := range m.operations {
				if !asked[o.Name] {
					t.Errorf("%s is not tested", o.Name)
				}
			}
		})
	}
}

// endless is a board of noise with which these methods do not come to an end.
func endless(more string) string {
	var rows []string
	for i := range 20 {
		rows = append(rows, []string{"[1,2,1,1]", "[1,1,1,2]", "[1,3,1,1]"}[i%3])
	}
	lines := "[" + strings.Join(rows, ",") + "]"
	return `{"puzzle":{"rows":` + lines + `,"columns":` + lines + `}` + more + `}`
}

// Nothing interrupts Go in a browser, and yet a search ends when its time is over,
// and tells of its progress before.
func TestTimeEndsASearch(t *testing.T) {
	node := wasmtest.Node(t)
	answers := wasmtest.Run(t, node, wasmtest.Build(t, "make"), []wasmtest.Call{
		{Operation: "solve", Request: endless(`,"method":"liao:dfs","timeout_ms":2000`), Progress: true},
	})
	answers = append(answers, wasmtest.Run(t, node, wasmtest.Build(t, "engine"), []wasmtest.Call{
		{Operation: "count", Request: endless(`,"timeout_ms":500`)},
		{Operation: "nothing", Request: `{}`},
	})...)
	var long struct {
		Reports []operations.Progress
		Answer  struct{ Status, Reason string }
	}
	if err := json.Unmarshal([]byte(answers[0]), &long); err != nil {
		t.Fatal(err)
	}
	if long.Answer.Status != "undecided" || long.Answer.Reason != "time" || len(long.Reports) == 0 {
		t.Errorf("%s", answers[0])
	}
	if !strings.Contains(answers[1], `"exact":false`) || !strings.Contains(answers[1], `"reason":"time"`) {
		t.Errorf("%s", answers[1])
	}
	if !strings.Contains(answers[2], `"code":"unknown_name"`) {
		t.Errorf("%s", answers[2])
	}
}
