package operations_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/files"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/object"
)

// table has all operations by name.
func table() map[string]operations.Operation {
	list := map[string]operations.Operation{}
	for _, o := range all.Operations() {
		list[o.Name] = o
	}
	return list
}

// call makes a call as the browser does, and gives the answer as an object.
func call(t *testing.T, s *operations.Service, operation, request string) map[string]any {
	t.Helper()
	o, ok := table()[operation]
	if !ok {
		t.Fatalf("there is no operation %s", operation)
	}
	text := operations.JSON(o.Call(t.Context(), s, []byte(request)))
	var answer map[string]any
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return answer
}

func service() *operations.Service {
	return &operations.Service{Reader: files.Reader{}, Methods: methods.Lookup}
}

func TestEngineIsTheOnlyMethodWithoutOthers(t *testing.T) {
	engineOnly := &operations.Service{}
	for method, code := range map[string]any{`engine`: nil, `0`: nil, ``: nil, `liao:dfs`: "unsupported"} {
		answer := call(t, engineOnly, "solve", `{"puzzle":{"rows":[[1]],"columns":[[1]]},"method":"`+method+`"}`)
		failure, _ := answer["error"].(map[string]any)
		if failure["code"] != code || code == nil && answer["method"] != "engine" {
			t.Errorf("method %q: %v", method, answer)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	n := len(all.Operations())
	if list := table(); len(list) != n {
		t.Errorf("%d operations have %d names", n, len(list))
	}
	for name, o := range table() {
		if o.Summary == "" || o.Call == nil {
			t.Errorf("%s is not complete", name)
		}
	}
}

func TestBadRequests(t *testing.T) {
	for request, want := range map[string]string{
		`{`:                            "bad_request",
		`{} {}`:                        "bad_request",
		`{"bla":1}`:                    "bad_request",
		`{"puzzle":1}`:                 "bad_request",
		`{"limit":"x"}`:                "bad_request",
		`{"timeout_ms":-1,"text":"x"}`: "bad_request",
		`{"memory_mb":99999999999999,"text":"x"}`: "bad_request",
		`{"trace":-1,"text":"x"}`:                 "bad_request",
		``:                                        "bad_request",
		`null`:                                    "bad_request",
	} {
		answer := call(t, service(), "solve", request)
		e, _ := answer["error"].(map[string]any)
		if e["code"] != want || e["message"] == "" {
			t.Errorf("%s: %v", request, answer)
		}
	}
}

// The kinds of answer of check: what a player wants to know.
func TestCheck(t *testing.T) {
	const heart = `"puzzle":{"rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]}`
	const blank = `["?????","?????","?????","?????","?????"]`
	const diagonal = `"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]}`
	for _, c := range []struct {
		request, status string
		wrong, last     float64
	}{
		{heart + `,"state":` + blank, "right", 0, 0},
		{heart + `,"state":["?#???","?????","?????","?????","?????"]`, "right", 0, 0},
		{heart + `,"state":["#????","?????","?????","?????","????#"]`, "wrong", 2, 0},
		{heart + `,"state":["#????","?????","?????","?????","?????"],"history":[` + blank + `,["?#???","?????","?????","?????","?????"]]`, "wrong", 1, 2},
		{heart + `,"state":["?#?#?","#####","#####","?###?","??#??"]`, "done", 0, 0},
		{heart + `,"state":[".#.#.","#####","#####",".###.","..#.."]`, "done", 0, 0},
		// of two solutions either will do, but not half of both
		{diagonal + `,"state":["#?","??"]`, "right", 0, 0},
		{diagonal + `,"state":["#?","?#"]`, "done", 0, 0},
		{diagonal + `,"state":["?#","#?"]`, "done", 0, 0},
		{diagonal + `,"state":["##","??"]`, "wrong", 1, 0},
		{`"puzzle":{"rows":[[2],[]],"columns":[[1],[]]},"state":["??","??"]`, "unsolvable", 0, 0},
	} {
		answer := call(t, service(), "check", `{`+c.request+`}`)
		last, _ := answer["last_right"].(float64)
		if answer["status"] != c.status || answer["wrong"] != c.wrong || last != c.last {
			t.Errorf("%s\n%v, expected %s with %v wrong and position %v", c.request, answer, c.status, c.wrong, c.last)
		}
	}
}

// A search that is cut short does not call a position right.
func TestCheckUndecided(t *testing.T) {
	var rows []string
	for i := range 25 {
		rows = append(rows, []string{"[1,2,1,1,3]", "[2,1,1,2]", "[1,1,1,1,1,1]"}[i%3])
	}
	lines := "[" + strings.Join(rows, ",") + "]"
	state := `["` + strings.Repeat(strings.Repeat("?", 25)+`","`, 24) + strings.Repeat("?", 25) + `"]`
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	request := `{"puzzle":{"rows":` + lines + `,"columns":` + lines + `},"state":` + state + `}`
	text := string(operations.JSON(table()["check"].Call(ctx, service(), []byte(request))))
	if !strings.Contains(text, `"status":"undecided"`) {
		t.Error(text)
	}
}

func TestTrace(t *testing.T) {
	const request = `{"method":"liao:dfs","puzzle":{"rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]},"trace":7}`
	answer := call(t, service(), "solve", request)
	trace, _ := answer["trace"].(map[string]any)
	events, _ := trace["events"].([]any)
	if seen, _ := trace["seen"].(float64); len(events) != 7 || seen <= 7 {
		t.Errorf("%v", trace)
	}
	s := service()
	s.Limits.Events = 3
	answer = call(t, s, "solve", request)
	trace, _ = answer["trace"].(map[string]any)
	if events, _ := trace["events"].([]any); len(events) != 3 {
		t.Errorf("%v", trace)
	}
	if answer := call(t, service(), "solve", strings.Replace(request, `,"trace":7`, ``, 1)); answer["trace"] != nil {
		t.Error("there is a trace that nobody asked for")
	}
}

// Whoever listens hears of a long run, and the run is the same.
func TestProgress(t *testing.T) {
	var rows []string
	for i := range 20 {
		rows = append(rows, []string{"[1,2,1,1]", "[1,1,1,2]"}[i%2])
	}
	lines := "[" + strings.Join(rows, ",") + "]"
	request := []byte(`{"method":"liao:dfs","puzzle":{"rows":` + lines + `,"columns":` + lines + `}}`)
	ctx, cancel := context.WithCancel(t.Context())
	var told []operations.Progress
	ctx = operations.WithWatch(ctx, operations.Watch{Progress: func(p operations.Progress) {
		if told = append(told, p); len(told) == 3 {
			cancel()
		}
	}})
	text := string(operations.JSON(table()["solve"].Call(ctx, service(), request)))
	if len(told) < 3 || told[2].Steps <= told[1].Steps || told[2].Elapsed <= told[1].Elapsed {
		t.Errorf("told %+v", told)
	}
	if !strings.Contains(text, `"reason":"cancelled"`) {
		t.Error(text)
	}
}

func TestGenerateIsReproducible(t *testing.T) {
	const request = `{"kind":"random","width":8,"height":6,"count":2,"density":0.4,"seed":"99"}`
	first, second := call(t, service(), "generate", request), call(t, service(), "generate", request)
	a, _ := json.Marshal(first)
	b, _ := json.Marshal(second)
	if string(a) != string(b) || first["error"] != nil {
		t.Errorf("%s\n%s", a, b)
	}
	other := call(t, service(), "generate", strings.Replace(request, "99", "100", 1))
	if c, _ := json.Marshal(other); string(c) == string(a) {
		t.Error("another seed makes the same boards")
	}
}

// The pack keeps its secrets unless it is asked.
func TestPackHidesTitles(t *testing.T) {
	for request, secret := range map[string]bool{
		`{"name":"17"}`: true,
		`{"name":"17","titles":true,"goal":true}`:   false,
		`{"name":"cat","titles":true,"goal":false}`: false,
	} {
		answer := call(t, service(), "puzzle", request)
		object, _ := answer["puzzle"].(map[string]any)
		if hidden := answer["title"] == nil && answer["name"] == nil && object["title"] == nil; hidden != secret || object["rows"] == nil {
			t.Errorf("%s: %v", request, answer)
		}
		if goal := object["goal"] != nil; goal != strings.Contains(request, `"goal":true`) {
			t.Errorf("%s: the goal is there: %v", request, goal)
		}
	}
}

// A service without a reader says what it cannot do.
func TestWithoutReader(t *testing.T) {
	for _, request := range []string{`{"text":"x"}`, `{"data":"eA=="}`, `{"pack":"cat"}`} {
		answer := call(t, &operations.Service{}, "solve", request)
		if e, _ := answer["error"].(map[string]any); e["code"] != "unsupported" {
			t.Errorf("%s: %v", request, answer)
		}
	}
}

func TestConvertPicturesBothWays(t *testing.T) {
	answer := call(t, service(), "convert", `{"puzzle":{"goal":[".#","##"]},"to":"png","lossy":true}`)
	data, _ := answer["data"].(string)
	back := call(t, service(), "decode", `{"data":"`+data+`"}`)
	list, _ := back["puzzles"].([]any)
	if len(list) != 1 || back["format"] != "png" {
		t.Fatalf("%v", back)
	}
	text, _ := json.Marshal(list[0])
	if !strings.Contains(string(text), `"goal":[".#","##"]`) {
		t.Errorf("%s", text)
	}
}

func TestAsError(t *testing.T) {
	for _, c := range []struct {
		err  error
		code operations.ErrorCode
	}{
		{errors.New("x"), operations.Internal},
		{context.Canceled, operations.Cancelled},
		{&object.FieldError{Where: "a", Message: "b"}, operations.BadPuzzle},
		{&record.FileError{File: "f", Line: 1, Column: 2, Message: "m"}, operations.Unreadable},
		{operations.Errorf(operations.Busy, "", "x"), operations.Busy},
	} {
		if got := operations.AsError(c.err); got.Code != c.code {
			t.Errorf("%v has the code %s, expected %s", c.err, got.Code, c.code)
		}
	}
}

// Time that is over before the work begins still gives an answer.
func TestTimeout(t *testing.T) {
	s := service()
	s.Limits.Time = time.Nanosecond
	for _, operation := range []string{"solve", "rate", "explain", "hint", "count"} {
		if answer := call(t, s, operation, `{"pack":"150"}`); answer["error"] != nil {
			t.Errorf("%s: %v", operation, answer)
		}
	}
}
