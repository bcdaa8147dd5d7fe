package operations_test

import (
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
)

// The error of a bad request gives the place and the expected value, in plain words.
func TestRequestErrors(t *testing.T) {
	rows := map[string]operations.Operation{}
	for _, o := range all.Operations() {
		rows[o.Name] = o
	}
	for _, c := range []struct{ operation, request, where, message string }{
		{"solve", `{`, "byte 1", "found the end, expected more JSON"},
		{"solve", `nix`, "byte 2", "found no JSON: invalid character 'i' in literal null (expecting 'u')"},
		{"solve", `[]`, "", "found an array, expected an object"},
		{"solve", `"x"`, "", `found the text "x", expected an object`},
		{"solve", `{} {}`, "", "found more after the request, expected one JSON object"},
		{"solve", `{"bla":1}`, "bla", `found "bla", which is not a field of this request, expected conflicts, data, filename, format, limit, memory_mb, method, pack, puzzle, seed, text, timeout_ms, trace`},
		{"solve", `{"limit":1,"pack":17}`, "pack", "found 17, expected a text"},
		{"solve", `{"":1}`, "", `found "", which is not a field of this request, expected conflicts, data, filename, format, limit, memory_mb, method, pack, puzzle, seed, text, timeout_ms, trace`},
		{"repair", `{"-":1}`, "-", `found "-", which is not a field of this request, expected data, doubt, filename, format, keep, levels, max_changes, max_share, pack, puzzle, seed, symmetry, text, timeout_ms, tries, work`},
		{"solve", `{"limit":"3"}`, "limit", `found the text "3", expected a whole number up to 9223372036854775807, in digits`},
		{"solve", `{"limit":1e3}`, "limit", "found 1e3, expected a whole number up to 9223372036854775807, in digits"},
		{"solve", `{"seed":[]}`, "seed", `found "[]", expected a whole number of up to 1000 digits`},
		{"solve", `{"puzzle":3}`, "puzzle", "found 3, expected an object"},
		{"solve", `{"data":"%"}`, "data", "found something else at its character 1, expected a text in Base64"},
		{"solve", `{"data":"ab%"}`, "data", "found something else at its character 3, expected a text in Base64"},
		{"solve", `{"data":{}}`, "data", "found an object, expected a text in Base64"},
		{"solve", `{"data":["x"]}`, "data", "found an array, expected a text in Base64"},
		{"solve", ` { "limit" : true } `, "limit", "found true, expected a whole number up to 9223372036854775807, in digits"},
		{"hint", `{"state":"x"}`, "state", `found the text "x", expected an array`},
		{"hint", `{"history":[["x"],["x",{}]]}`, "history[1][1]", "found an object, expected a text"},
		{"generate", `{"levels":"easy"}`, "levels", `found the text "easy", expected an array of names`},
		{"generate", `{"image":{"width":1,"height":true}}`, "image.height", "found true, expected a whole number up to 9223372036854775807, in digits"},
		{"generate", `{"palette":[{},{"colour":"red"}]}`, "palette[1].colour", `found "colour", which is not a field of this request, expected color, name, symbol`},
		{"generate", `{"invert":1}`, "invert", "found 1, expected true or false"},
		{"generate", `{"density":"x"}`, "density", `found the text "x", expected a number up to 1.7976931348623157e+308`},
		{"convert", `{"puzzles":[{},3]}`, "puzzles[1]", "found 3, expected an object"},
	} {
		_, err := rows[c.operation].Call(t.Context(), all.Service(operations.Limits{}), []byte(c.request))
		if e := operations.AsError(err); err == nil || e.Code != operations.BadRequest || e.Where != c.where || e.Message != c.message {
			t.Errorf("%s %s: %v\nexpected %s: %s", c.operation, c.request, err, c.where, c.message)
		}
		if open := rows[c.operation].Open; open != nil {
			if _, err := open(all.Service(operations.Limits{}), []byte(c.request)); err == nil || operations.AsError(err).Message != c.message {
				t.Errorf("%s %s, for many: %v", c.operation, c.request, err)
			}
		}
	}
}

// What means nothing in particular is as good as missing, however long the seed.
func TestGoodRequests(t *testing.T) {
	for _, o := range all.Operations() {
		if o.Name != "generate" {
			continue
		}
		for _, request := range []string{``, ` `, `{}`, `{"seed":null,"levels":null,"image":null,"width":null}`, `{"seed":17}`, `{"Seed":"17"}`, `{"seed":"` + strings.Repeat("9", 1000) + `"}`} {
			if _, err := o.Call(t.Context(), all.Service(operations.Limits{}), []byte(request)); err != nil {
				t.Errorf("%.60s: %v", request, err)
			}
		}
	}
}
