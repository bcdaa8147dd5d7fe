package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/record"
	"nonogram/puzzles"
)

// read is how a request's puzzle is read.
func read(text []byte) (*nonogram.Puzzle, error) {
	var r record.Nonogram
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	return r.Puzzle()
}

// decode is how a file's puzzle is read.
func decode(text []byte) (*nonogram.Puzzle, error) {
	for p, err := range format.Decode(text, "", "json") {
		return p, err
	}
	return nil, errors.New("nothing")
}

// The pack goes through the normal form, and through files of it, unchanged.
func TestPackComesBack(t *testing.T) {
	for _, e := range puzzles.All() {
		p := e.Puzzle()
		text, err := json.Marshal(record.NewNonogram(p))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read(text); err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("puzzle %d came back as %+v (%v)", e.Number, got, err)
		}
		if got, err := decode(text); err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("puzzle %d, read as a file, came back as %+v (%v)", e.Number, got, err)
		}
		var file bytes.Buffer
		if err := format.Encode(&file, "json", p); err != nil {
			t.Fatal(err)
		}
		if got, err := read(file.Bytes()); err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("the file of puzzle %d became %+v (%v)", e.Number, got, err)
		}
	}
}

// samples are objects that both readers must take alike, and refuse alike.
var samples = []string{
	`{"rows":[[1,1],[2]],"columns":[[2],[1],[1]]}`,
	`{"id":"x","title":" a\u0001b\r\nc ","rows":[[0],[]],"columns":[[],[]]}`,
	`{"rows":[[{"n":1}],[null]],"columns":[[1],[{"n":1,"c":"#"}]]}`,
	`{"rows":[[{"n":1,"c":"black"}]],"columns":[[1]],"given":["?"],"goal":["#"]}`,
	`{"goal":["r.","bb"],"palette":[{"symbol":"."},{"symbol":"r"},{"symbol":"b","name":"blue","color":"#00f"}]}`,
	`{"goal":["X-"],"palette":[{"symbol":"-"},{"symbol":"X","color":"#123456"}]}`,
	`{"goal":["#."],"palette":[{},{"name":"red"}]}`,
	`{"width":2,"height":1,"goal":["#."]}`,
	`{"width":3,"goal":["#."]}`,
	`{"goal":["#?"]}`,
	`{"goal":["#.","#"]}`,
	`{"goal":[""]}`,
	`{"goal":["x"]}`,
	`{"rows":[[1]]}`,
	`{"rows":[],"columns":[]}`,
	`{"rows":[[1]],"columns":[[1]],"goal":["##"]}`,
	`{"rows":[[0,1]],"columns":[[1],[1]]}`,
	`{"rows":[[-1]],"columns":[[1]]}`,
	`{"rows":[[1.5]],"columns":[[1]]}`,
	`{"rows":[["1"]],"columns":[[1]]}`,
	`{"rows":[[1000000001]],"columns":[[1]]}`,
	`{"rows":[[{"c":"#"}]],"columns":[[1]]}`,
	`{"rows":[[{"n":1,"c":"."}]],"columns":[[1]],"palette":[{"symbol":"."},{"symbol":"r"},{"symbol":"b"}]}`,
	`{"rows":[[1]],"columns":[[1]],"palette":[{"symbol":"."},{"symbol":"r"},{"symbol":"b"}]}`,
	`{"rows":[[1]],"columns":[[1]],"palette":[{}]}`,
	`{"rows":[[1]],"columns":[[1]],"palette":[{},{"symbol":"ab"}]}`,
	`{"rows":[[1]],"columns":[[1]],"palette":[{},{"color":"red"}]}`,
	`{"rows":[[1]],"columns":[[1]],"palette":[]}`,
	`{}`,
}

// Both readers take the same objects, as the same puzzles.
func TestReadersAgree(t *testing.T) {
	for _, text := range samples {
		got, err := read([]byte(text))
		want, fileErr := decode([]byte(text))
		if (err == nil) != (fileErr == nil) {
			t.Errorf("%s\nhere: %v\nas a file: %v", text, err, fileErr)
		} else if err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nbecomes %+v\nas a file %+v", text, got, want)
		}
		normal(t, []byte(text))
	}
}

// normal checks that the normal form of whatever is read comes back as the same
// puzzle, here and from a file. (The readers need not take the same texts: that of
// files knows nothing of capitals in keys, and takes "cols" for "columns".)
func normal(t *testing.T, text []byte) {
	t.Helper()
	p, err := read(text)
	if err != nil {
		return
	}
	again, err := json.Marshal(record.NewNonogram(p))
	if err != nil {
		t.Fatal(err)
	}
	if back, err := read(again); err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("%s\nbecomes %s\nand that %+v (%v)", text, again, back, err)
	}
	if back, err := decode(again); err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("%s\nbecomes %s\nand that, as a file, %+v (%v)", text, again, back, err)
	}
}

func FuzzNonogram(f *testing.F) {
	for _, text := range samples {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { normal(t, text) })
}

func TestErrorsHaveAPlace(t *testing.T) {
	for text, where := range map[string]string{
		`{"rows":[[1],[1,0]],"columns":[[1],[1]]}`:                                     "rows[1][1]",
		`{"rows":[[1]],"columns":[[1],[{"n":1,"c":"x"}]]}`:                             "columns[1][0]",
		`{"goal":["..",".x"]}`:                                                         "goal[1]",
		`{"rows":[[1]],"columns":[[1]],"given":["..."]}`:                               "given[0]",
		`{"rows":[[1]],"columns":[[1]],"palette":[{},{"color":"x"}]}`:                  "palette[1]",
		`{"rows":[[1]],"columns":[[1]],"title":"` + strings.Repeat("x", 70_000) + `"}`: "title",
	} {
		_, err := read([]byte(text))
		var field *record.FieldError
		if !errors.As(err, &field) || field.Where != where || field.Message == "" {
			t.Errorf("%.80s: %v, expected an error at %s", text, err, where)
		}
	}
}

func TestStates(t *testing.T) {
	p := nonogram.New([][]int{{1}, {2}}, [][]int{{1}, {2}})
	states, err := record.ParseStates("f", []byte("\ufeff??\n??\n\n?#\r\n##"), p)
	if err != nil || len(states) != 2 || states[1].String() != "?#\n##\n" {
		t.Errorf("%v %v", states, err)
	}
	for text, want := range map[string]string{
		"":           "f:1:1: found no cells, expected 2 rows of them",
		"??\n":       "f:1:1: found 1 row, expected 2",
		"??\n\n??":   "f:2:1: found 1 row, expected 2",
		"??\n?":      "f:2:1: found a row of 1 cell, expected 2",
		"??\n?x\n":   "f:2:2: found 'x', expected ? or one of . #",
		"???\n???\n": "f:1:1: found a row of 3 cells, expected 2",
	} {
		if _, err := record.ParseStates("f", []byte(text), p); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}
