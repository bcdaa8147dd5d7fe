package all

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/methods"
)

// All operations, given a board of triangles: each answers rightly or says that it takes only
// rectangles.

// triddler has 16 cells and one solution.
const triddler = `{"triddler": [2,1,2,2,1,2], "rows": [[3],[3,2],[1,3]], "rising": [[1,3],[2,2],[4]], "falling": [[2],[4],[2,2],[1,1]]}`

// solution is its grid, in a rectangle.
const solution = `["..###.","###.##","#.###."]`

// certificate proves that.
const certificate = "nonogram-certificate 3\ntriddler 2 1 2 2 1 2\ncolors 2\nrow 3\nrow 3 2\nrow 1 3\nrising 1 3\nrising 2 2\nrising 4\nfalling 2\nfalling 4\nfalling 2 2\nfalling 1 1\n" +
	"k r1 r2 r3 /1 /2 /3\ns 1\n..###.\n###.##\n#.###.\nk 1\nend exactly 1\n"

// onShapes has a line for every operation: further fields of a request, and a part of the right
// answer. An empty part means that the operation takes only rectangles.
var onShapes = []struct{ name, fields, answer string }{
	{"solve", `"limit": 3`, `"status":"unique","solutions":1,"grid":` + solution},
	{"count", ``, `"count":"1","exact":true`},
	{"rate", ``, `"level":"trivial"`},
	{"hint", `"grade": 4`, `"message":"Row 2: 3 and 2 with the gap between them fill the whole row."`},
	{"explain", `"language": "de"`, `Aufwärtslinie 1: 1 und 3 füllen mit der Lücke dazwischen die ganze Linie.`},
	{"check", `"score": true, "state": ["??#???","..?.??","??????"]`, `"status":"wrong","wrong":2,"cells":[{"row":2,"column":1},{"row":2,"column":2}]`},
	{"check", `"score": true, "state": ["??#???","??????","??????"]`, `"score":{"solved":false,"cells":16,"cells_right":1,"cells_open":15,"lines":10,`},
	{"prove", ``, `"claim":"exactly 1 solution"`},
	{"certify", `"certificate": ` + quoted(certificate), `"claim":"exactly 1 solution"`},
	{"table", ``, ``},
	{"measure", `"method": "engine"`, `"outcome":"solved"`},
	{"repair", ``, `"reached":true`},
	{"describe", ``, ``},
	{"dedupe", `"puzzles": [` + triddler + `,` + triddler + `]`, `"puzzles":2,"again":[{`},
	{"render", `"as": "svg"`, `<svg xmlns=`},
	{"convert", `"to": "json"`, `\"triddler\": [\n`},
	{"decode", `"text": ` + quoted(triddler), `"triddler":[2,1,2,2,1,2]`},
	{"generate", `"kind": "repair"`, `"reached":true`},
	{"generate", `"kind": "puzzle", "seed": 3, "triddler": [2,2,2,2,2,2]`, `"triddler":[2,2,2,2,2,2],"rows":`},
	{"solve", `"method": "table_dfs"`, ``},
	{"render", `"as": "text"`, `"  3  ╱△▽△▽△╲\n3 2 ╱△▽△▽△▽╱\n`},
	{"render", `"as": "pdf"`, `"data":"JVBERi`},
	{"convert", `"to": "webpbn"`, `type=\"triddler\"`},
	{"convert", `"to": "g"`, `#t\n`},
	{"clues", `"triddler": [2,1,2,2,1,2], "grid": ` + solution, `"rising":[[{"n":1,"c":"#"},{"n":3,"c":"#"}]`},
}

// noPuzzle are the operations that take none.
var noPuzzle = []string{"techniques", "methods", "lines", "formats", "puzzles", "puzzle", "scan"}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

func TestShapes(t *testing.T) {
	s := Service(operations.Limits{})
	byName := map[string]operations.Operation{}
	for _, o := range append(Operations(), methods.Measuring()...) {
		byName[o.Name] = o
	}
	left := maps.Clone(byName)
	for _, name := range noPuzzle {
		delete(left, name)
	}
	for _, c := range onShapes {
		delete(left, c.name)
		request := `{"puzzle": ` + triddler + `, ` + c.fields + `}`
		switch {
		case c.name == "decode" || c.name == "clues" || c.name == "dedupe" || strings.Contains(c.fields, `"kind": "puzzle"`):
			request = `{` + c.fields + `}`
		case c.fields == "":
			request = `{"puzzle": ` + triddler + `}`
		}
		answer, err := byName[c.name].Call(t.Context(), s, []byte(request))
		var e *operations.Error
		switch {
		case c.answer != "" && err != nil:
			t.Errorf("%s %s: %v", c.name, c.fields, err)
		case c.answer != "":
			if got := string(operations.JSON(answer, nil)); !strings.Contains(got, c.answer) {
				t.Errorf("%s %s: got %s\nwant %s", c.name, c.fields, got, c.answer)
			}
		case !errors.As(err, &e) || e.Code != operations.Unsupported || !strings.Contains(e.Message, "rectangles") || !strings.Contains(e.Message, "triddler"):
			t.Errorf("%s %s: %v, %v, want that it takes only rectangles", c.name, c.fields, answer, err)
		}
	}
	for name := range left {
		t.Errorf("%s: what does it do with a triddler?", name)
	}
}
