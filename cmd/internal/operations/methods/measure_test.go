package methods_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/methods"
)

// measure calls the operation as a worker does, by its JSON.
func measure(t *testing.T, request string) (answer methods.MeasureAnswer, failure operations.Failure) {
	t.Helper()
	s := &operations.Service{}
	response, err := methods.Measuring()[0].Call(t.Context(), s, []byte(request))
	data := operations.JSON(response, err)
	if err := json.Unmarshal(data, &answer); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &failure); err != nil {
		t.Fatal(err)
	}
	return answer, failure
}

const square = `"puzzle":{"rows":[[1],[1]],"columns":[[1],[1]]}`

func TestMeasure(t *testing.T) {
	for _, test := range []struct {
		method, outcome, status string
		limit                   string
		nodes                   int64
	}{
		{"table_dfs:none", "solved", "solved", "1", 3},
		{"table_dfs:none", "solved", "multiple", "2", 5},
		{"perm_elim", "stalled", "undecided", "1", 0},
	} {
		got, failure := measure(t, `{`+square+`,"method":"`+test.method+`","limit":`+test.limit+`}`)
		if failure.Error.Code != "" || string(got.Outcome) != test.outcome || got.Status.String() != test.status || got.Nodes != test.nodes {
			t.Errorf("%s, limit %s: %+v, %+v", test.method, test.limit, got, failure)
		}
		// Nothing of this takes ten milliseconds once.
		if got.Time <= 0 || got.Repeats < 2 || got.Method != test.method {
			t.Errorf("%s: %v ms, %d times", got.Method, got.Time, got.Repeats)
		}
	}
}

func TestMeasureErrors(t *testing.T) {
	for request, code := range map[string]operations.ErrorCode{
		`{` + square + `,"method":"guesswork"}`: operations.UnknownName,
		`{"method":"liao:dfs"}`:                 operations.BadRequest,
		`{` + square + `,"trace":5}`:            operations.BadRequest,
	} {
		if _, failure := measure(t, request); failure.Error.Code != code {
			t.Errorf("%s: %+v, want %s", request, failure, code)
		}
	}
}

// A run that is cut off says so, with what it has.
func TestMeasureOutOfBudget(t *testing.T) {
	line := strings.Repeat("[1],", 19) + "[1]"
	got, failure := measure(t, `{"puzzle":{"rows":[`+line+`],"columns":[`+line+`]},"method":"table_bfs:none","memory_mb":1}`)
	if failure.Error.Code != "" || got.Outcome != "out of budget" || got.Status.String() != "undecided" {
		t.Errorf("%+v, %+v", got, failure)
	}
}

// A name that several authors use is refused with the candidates.
func TestAmbiguousMethod(t *testing.T) {
	_, err := methods.Lookup("DFS", nil)
	if err == nil || !strings.Contains(err.Error(), "expected one of liao:dfs, wang:dfs, peng:dfs") {
		t.Error(err)
	}
}
