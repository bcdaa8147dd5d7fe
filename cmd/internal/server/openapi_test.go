package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"nonogram/cmd/internal/operations/all"
)

// heart is a small puzzle with one solution.
const heart = `{"rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]}`

// calls has at least one good request for every operation, so that the answers of
// all of them are held against the description.
var calls = []struct{ operation, request string }{
	{"solve", `{"puzzle":` + heart + `}`},
	{"solve", `{"puzzle":` + heart + `,"trace":100,"method":"liao:dfs"}`},
	{"solve", `{"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]},"limit":5}`},
	{"solve", `{"puzzle":{"rows":[[2],[1]],"columns":[[1],[1]]}}`},
	{"solve", `{"pack":"cat"}`},
	{"solve", `{"pack":"toadstool"}`},
	{"solve", `{"text":"width 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n"}`},
	{"solve", `{"puzzle":{"rows":[[1],[1],[1]],"columns":[[1],[1],[1]]},"method":"force:max_iter=1"}`},
	{"count", `{"pack":"cat"}`},
	{"count", `{"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]}}`},
	{"table", `{"pack":"heart","first":3}`},
	{"lines", `{"length":5}`},
	{"lines", `{"length":5,"clue":[1,2]}`},
	{"rate", `{"pack":"17"}`},
	{"rate", `{"puzzle":{"rows":[[2],[1]],"columns":[[1],[1]]}}`},
	{"hint", `{"pack":"cat"}`},
	{"hint", `{"pack":"toadstool","grade":4}`},
	{"hint", supposing},
	{"hint", `{"puzzle":` + heart + `,"state":["#????","?????","?????","?????","?????"],"history":[["?????","?????","?????","?????","?????"]],"grade":4}`},
	{"explain", `{"pack":"toadstool"}`},
	{"explain", `{"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]}}`},
	{"explain", `{"puzzle":` + heart + `,"state":["?#?#?","?????","?????","?????","?????"]}`},
	{"check", `{"puzzle":` + heart + `,"state":["#????","?????","?????","?????","?????"],"history":[["?????","?????","?????","?????","?????"]]}`},
	{"check", `{"puzzle":` + heart + `,"state":["?#?#?","#####","#####","?###?","??#??"]}`},
	{"clues", `{"grid":[".#","##"],"title":"L"}`},
	{"clues", `{"grid":[".r","bb"],"palette":[{"symbol":"."},{"symbol":"r","color":"#f00"},{"symbol":"b","name":"blue"}]}`},
	{"generate", `{"kind":"puzzle","width":6,"levels":["easy"],"seed":"7"}`},
	{"generate", `{"kind":"image","width":2,"image":{"width":1,"height":1,"rgba":"AAAA/w=="}}`},
	{"generate", `{"kind":"repair","puzzle":{"goal":["#.",".#"]},"max_share":0.5}`},
	{"repair", `{"puzzle":{"goal":["#.",".#"]}}`},
	{"describe", `{"puzzle":` + heart + `}`},
	{"dedupe", `{"puzzles":[` + heart + `,` + heart + `]}`},
	{"scan", `{"image_file":"iVBORw0KGgoAAAANSUhEUgAAAGoAAABiCAMAAACPrLbIAAAAOVBMVEX///+4uLhEREQAAADv7++vr69wcHAgICBAQEBgYGAQEBC/v7/f398wMDDPz8+Pj49QUFCAgICfn5+FPswRAAABTUlEQVR4nOyZ/3KDIAyAUxcoGMQf7/+wu3NW6h3bRQupdfn+alqSr2CJVwRFUd7K7WB0SlWYaFMgIi9a8/j05OipXGwjL1rz9jD2qQAONvKiNW8H6EIqYGmMvGjN24H/yZ8LUNc7y4pSHp/RQFJhjMPEilIeG/xyzjx9V9hej1+jlHeAS21hEVVTiLOp/lgWdvRuVXi0RzRYV0W2W0z2XlkF0D1eOFWdW0W+9fPNDH3r6TL7SlXHVbccTZN9eyf/YwE3oDEkpIqu76VUNjuozqwGqQUECHcxFcy3YZFr5cfMoCqzCpgb9OFb+DIq7ewlVdrZX1VpZ39NpZ1dVcuH2tkLqtBM1f/hLwQzOSEVQBBTjV2QUgF1Yiqxzk52sJlBVWaF2tlPrNLOXlRV/Zw9mQTO2Vfqn0irqtDPQs/ZP1Al+FhTTKUo1fkOAAD//0HqEEDyLMwLAAAAAElFTkSuQmCC"}`},
	{"prove", `{"puzzle":` + heart + `}`},
	{"certify", `{"puzzle":` + heart + `,"certificate":"nothing of the kind"}`},
	{"repair", `{"puzzle":{"rows":[[1]],"columns":[[]]}}`},
	{"generate", `{"width":5,"count":3,"seed":"123456789012345678901234567890"}`},
	{"decode", `{"text":"width 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n"}`},
	{"decode", `{"text":"{\"rows\":[[null]],\"columns\":[[1]]}\n{\"rows\":3}\n"}`},
	{"decode", `{"pack":"toadstool"}`},
	{"convert", `{"puzzle":` + heart + `,"to":"non"}`},
	{"convert", `{"pack":"cat","to":"png","lossy":true}`},
	{"convert", `{"puzzles":[` + heart + `,` + heart + `],"to":"json"}`},
	{"render", `{"pack":"cat","as":"svg","goal":true}`},
	{"render", `{"pack":"cat","as":"png","theme":"dark"}`},
	{"render", `{"pack":"sketches","as":"pdf","answers":true,"title":"Sketches"}`},
	{"render", `{"puzzle":` + heart + `,"as":"text","state":["?#?#?","?????","?????","?????","?????"]}`},
}

func TestEveryOperation(t *testing.T) {
	s := newTester(t, Config{})
	asked := map[string]bool{}
	for _, c := range calls {
		asked[c.operation] = true
		s.want(s.post(c.operation, c.request), http.StatusOK, "")
	}
	for name, path := range map[string]string{
		"puzzles": "puzzles?titles=true&chapter=doodles", "puzzle": "puzzles/17?goal=true&titles=true",
		"methods": "methods", "techniques": "techniques", "formats": "formats",
	} {
		asked[name] = true
		s.want(s.get(apiPrefix+path), http.StatusOK, "")
	}
	for _, o := range all.Operations() {
		if !asked[o.Name] {
			t.Errorf("no request for %s", o.Name)
		}
	}
}

func TestDescriptionListsTheOperations(t *testing.T) {
	s := newTester(t, Config{Version: "1.2.3"})
	a := s.get("/openapi.json")
	var described struct {
		OpenAPI string
		Info    struct{ Version string }
		Paths   map[string]map[string]struct{ OperationID, Summary string }
	}
	if err := json.Unmarshal(a.body, &described); err != nil {
		t.Fatal(err)
	}
	if described.OpenAPI != "3.1.0" || described.Info.Version != "1.2.3" {
		t.Errorf("OpenAPI %q, version %q", described.OpenAPI, described.Info.Version)
	}
	var got, want []string
	for _, item := range described.Paths {
		for _, op := range item {
			got = append(got, op.OperationID+": "+op.Summary)
		}
	}
	for _, o := range all.Operations() {
		want = append(want, o.Name+": "+o.Summary)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("described are\n%q\nbut there are\n%q", got, want)
	}
}

// The check of answers has to refuse something, or it proves nothing.
func TestConformanceBites(t *testing.T) {
	s := newTester(t, Config{})
	r, _ := http.NewRequest(http.MethodPost, s.url+apiPrefix+"solve", nil)
	for _, body := range []string{`{}`, `{"id":"1","width":5,"height":5,"status":"perhaps","solutions":1,"elapsed_ms":1,"method":"engine","stats":{"guesses":0,"conflicts":0,"line_solves":0,"line_open":0}}`, `{"error":{"code":"x","message":"y"}}`} {
		a := &answer{http.StatusOK, http.Header{"Content-Type": {"application/json"}}, []byte(body)}
		if s.conforms(r, a) == nil {
			t.Errorf("accepted %s", body)
		}
	}
}
