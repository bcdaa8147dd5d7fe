package main

import (
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"nonogram/internal/testkit/libtest"
)

// The library is used by programs in C, which the address sanitizer watches.

// TestLibrary uses every function once, also after a fork, and asks hostile requests.
func TestLibrary(t *testing.T) {
	libtest.Compiler(t)
	folder := libtest.Build(t)
	t.Run("tour", func(t *testing.T) {
		if out, err := exec.Command(libtest.Compile(t, folder, "tour")).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("hostile", func(t *testing.T) { testHostile(t, folder) })
}

// seeds are requests that the hostile ones are made of. None leads to much work.
var seeds = []libtest.Call{
	{Operation: "solve", Request: `{"puzzle":{"rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]},"limit":3,"timeout_ms":50}`},
	{Operation: "count", Request: `{"text":"rows\n1\n\n1\n\ncolumns\n1\n","format":"non","timeout_ms":50}`},
	{Operation: "hint", Request: `{"puzzle":{"goal":["#.","##"],"title":"Größe 数独"},"grade":4,"language":"ja"}`},
	{Operation: "check", Request: `{"puzzle":{"rows":[[1]],"columns":[[{"n":1,"c":"#"}]]},"moves":["r1c1 #"],"score":true}`},
	{Operation: "clues", Request: `{"grid":["ab","#."],"palette":[{"symbol":"."},{"symbol":"a","color":"#123456"}]}`},
	{Operation: "decode", Request: `{"data":"UDQKMyAzCoBAIA==","filename":"x.pbm"}`},
	{Operation: "convert", Request: `{"puzzle":{"rows":[[1]],"columns":[[1]]},"to":"webpbn"}`},
	{Operation: "certify", Request: `{"puzzle":{"rows":[[1]],"columns":[[1]]},"certificate":"nonogram-certificate 1\nend"}`},
	{Operation: "lines", Request: `{"length":9,"clue":[2,4],"first":3}`},
	{Operation: "dedupe", Request: `{"puzzles":[{"goal":["#."]},{"goal":[".#"]}]}`},
}

// intruders replace a part of a request.
var intruders = []string{
	"\x00", "\xff", "\xe2\x82", `"`, "{", "[[[[[[[[", "null", "-1", "1e309", "9223372036854775808", "-9223372036854775809",
	"999999999999999999999999999999", "1e-400", `\u0000`, `\ud800`, "true", `"nix":`, ",", "", strings.Repeat("[", 9999), strings.Repeat("9", 999),
}

// hostile makes a request by replacing parts of a good one.
func hostile(r *rand.Rand) libtest.Call {
	c := seeds[r.IntN(len(seeds))]
	for range 1 + r.IntN(3) {
		at := r.IntN(len(c.Request) + 1)
		end := min(len(c.Request), at+r.IntN(1+r.IntN(9)))
		c.Request = c.Request[:at] + intruders[r.IntN(len(intruders))] + c.Request[end:]
	}
	if r.IntN(20) == 0 {
		at := r.IntN(len(c.Operation))
		c.Operation = c.Operation[:at] + intruders[r.IntN(8)] + c.Operation[at:]
	}
	return c
}

// testHostile asks 100,000 hostile requests from eight threads. Every one gets an answer.
func testHostile(t *testing.T, folder string) {
	const requests = 100_000
	r := rand.New(rand.NewPCG(61, 1))
	calls := make([]libtest.Call, requests)
	for i := range calls {
		calls[i] = hostile(r)
	}
	errors, late := map[string]int{}, 0
	for i, answer := range libtest.Ask(t, libtest.Compile(t, folder, "ask"), "8", "5000", calls) {
		var parsed struct{ Error struct{ Code string } }
		switch err := json.Unmarshal([]byte(answer), &parsed); {
		case answer == "":
			late++
		case err != nil:
			t.Fatalf("%q answers %.300q: %v", calls[i], answer, err)
		default:
			errors[parsed.Error.Code]++
		}
	}
	t.Logf("answers by error: %v, %d late", errors, late)
	if errors["bad_request"] < requests/2 || errors["internal_error"] > 0 || late > 0 {
		t.Errorf("%v, %d late: expected mostly bad_request, none internal_error or late", errors, late)
	}
}

// TestPanic guards a call and the work on a puzzle.
func TestPanic(t *testing.T) {
	if answer := string(guarded(func() []byte { panic("boom") })); answer != `{"error":{"code":"internal_error","message":"boom"}}` {
		t.Errorf("a panic answers %s", answer)
	}
}

// TestShape refuses arrays that do not fit, before memory for them is taken.
func TestShape(t *testing.T) {
	const side = 1 << 20
	data := make([]byte, 2*side*bytesPerNumber)
	for _, shape := range [][4]int64{{1, side, side, 1}, {1, 0, 2, 1}, {-1, 1, 1, 1}, {2, 1, 1, 1}, {1, side + 1, 1, 1}, {1 << 62, 1 << 62, 4, 1}} {
		if answer := string(take(beginEach("solve", nil, data, &shape, 1))); !strings.Contains(answer, `"where":"shape"`) {
			t.Errorf("%v: %.200s", shape, answer)
		}
	}
}
