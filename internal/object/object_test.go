package object_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/object"
	"nonogram/puzzles"
)

// read is how a request's puzzle is read.
func read(text string) (*nonogram.Puzzle, error) {
	var request struct{ Puzzle object.Puzzle }
	if err := json.Unmarshal([]byte(`{"puzzle":`+text+`}`), &request); err != nil {
		return nil, err
	}
	return request.Puzzle.Read("puzzle", 1)
}

// decode is how a file's puzzle is read.
func decode(text string) (*nonogram.Puzzle, error) {
	for p, err := range format.Decode([]byte(text), "", "json") {
		if p != nil {
			p.ReadAs = ""
		}
		return p, err
	}
	return nil, errors.New("nothing")
}

// The pack goes through the normal form, and through files of it, unchanged.
func TestPackComesBack(t *testing.T) {
	for _, e := range puzzles.All() {
		p := e.Puzzle()
		var file bytes.Buffer
		if err := format.Encode(&file, "json", p); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(object.New(p).JSON()), file.String()} {
			if got, err := read(text); err != nil || !reflect.DeepEqual(got, p) {
				t.Errorf("puzzle %d came back as %+v (%v)", e.Number, got, err)
			}
			if got, err := decode(text); err != nil || !reflect.DeepEqual(got, p) {
				t.Errorf("puzzle %d, read as a file, came back as %+v (%v)", e.Number, got, err)
			}
		}
	}
}

// where says whether files and requests accept an object.
type where uint8

const (
	nobody where = iota
	both
	files // requests are strict
)

// samples are accepted or rejected objects. The last ones are those in which files and
// requests once differed, with reasons.
var samples = []struct {
	text  string
	taken where
}{
	{`{"rows":[[1,1],[2]],"columns":[[2],[1],[1]]}`, both},
	{`{"id":"x","title":" a\u0001b\r\nc ","rows":[[0],[]],"columns":[[],[]]}`, both},
	{`{"rows":[[{"n":1}],[null]],"columns":[[1],[{"n":1,"c":"#"}]]}`, both},
	{`{"rows":[[{"n":1,"c":"black"}]],"columns":[[1]],"given":["?"],"goal":["#"]}`, both},
	{`{"goal":["r.","bb"],"palette":[{"symbol":"."},{"symbol":"r"},{"symbol":"b","name":"blue","color":"#00f"}]}`, both},
	{`{"goal":["X-"],"palette":[{"symbol":"-"},{"symbol":"X","color":"#123456"}]}`, both},
	{`{"goal":["#."],"palette":[{},{"name":"red"}]}`, both},
	{`{"width":2,"height":1,"goal":["#."]}`, both},
	{`{"rows":null,"columns":null,"palette":null,"given":null,"goal":["#."]}`, both},
	{`{"width":3,"goal":["#."]}`, nobody},
	{`{"goal":["#?"]}`, nobody},
	{`{"goal":["#.","#"]}`, nobody},
	{`{"goal":[""]}`, nobody},
	{`{"goal":["x"]}`, nobody},
	{`{"rows":[[1]]}`, nobody},
	{`{"rows":[],"columns":[]}`, nobody},
	{`{"rows":[[1]],"columns":[]}`, nobody},
	{`{"rows":[[1]],"columns":[[1]],"goal":["##"]}`, nobody},
	{`{"rows":[[1,0,1]],"columns":[[1],[1]]}`, nobody},
	{`{"rows":[[0,1]],"columns":[[1],[1]]}`, files},
	{`{"rows":[[-1]],"columns":[[1]]}`, nobody},
	{`{"rows":[[1.5]],"columns":[[1]]}`, nobody},
	{`{"rows":[["1"]],"columns":[[1]]}`, files},
	{`{"rows":[[1000000001]],"columns":[[1]]}`, nobody},
	{`{"rows":[[{"c":"#"}]],"columns":[[1]]}`, nobody},
	{`{"rows":[[{"n":1,"c":"."}]],"columns":[[1]],"palette":[{"symbol":"."},{"symbol":"r"},{"symbol":"b"}]}`, nobody},
	{`{"rows":[[1]],"columns":[[1]],"palette":[{"symbol":"."},{"symbol":"r"},{"symbol":"b"}]}`, nobody},
	{`{"rows":[[1]],"columns":[[1]],"palette":[{}]}`, nobody},
	{`{"rows":[[1]],"columns":[[1]],"palette":[{},{"symbol":"ab"}]}`, nobody},
	{`{"rows":[[1]],"columns":[[1]],"palette":[{},{"color":"red"}]}`, nobody},
	{`{"rows":[[1]],"columns":[[1]],"palette":[]}`, nobody},
	{`{}`, nobody},

	// A misspelled member is an error in a request; a file may say more than we know.
	{`{"rows":[[1]],"columns":[[1]],"colour":1}`, files},
	{`{"rows":[[1]],"columns":[[1]],"Title":"x"}`, files},
	{`{"rows":[[1]],"columns":[[1]],"grid":["#"]}`, files},
	{`{"rows":[[1]],"cols":[[1]]}`, files},
	{`{"rows":[[{"n":1,"x":2}]],"columns":[[1]]}`, files},
	{`{"goal":["#"],"palette":[{},{"rgb":"#00f"}]}`, files},
	{`{"id":7,"goal":["#"]}`, files},
	// The description of the API has null for lists only.
	{`{"title":null,"goal":["#"]}`, files},
	{`{"width":null,"goal":["#"]}`, files},
	// Nothing is as good as missing where a program would write it for that.
	{`{"rows":[],"columns":[],"goal":["#"]}`, both},
	{`{"rows":[[1]],"columns":[[1]],"goal":[],"given":[]}`, both},
	{`{"goal":["#"],"palette":[{"symbol":"","color":""},{"name":""}]}`, both},
	{`{"rows":[[{"n":1,"c":""}]],"columns":[[1]]}`, both},
	// A color's own symbol may be any ASCII character, and a color without one
	// can be named by the symbol that it gets.
	{`{"goal":["# #"],"palette":[{"symbol":" "},{}]}`, both},
	{`{"goal":["ab"],"palette":[{},{"name":"red"},{"name":"blue"}]}`, both},
	{`{"rows":[[{"n":1,"c":"b"}]],"columns":[[{"n":1,"c":"blue"}]],"palette":[{},{"name":"red"},{"name":"blue"}]}`, both},
	{`{"goal":["."],"palette":[{},{"symbol":"."}]}`, both},
	{`{"goal":["#"],"palette":[{},{"color":"00f"}]}`, both},
	// 0 is an empty line in any notation, but its color has to be one.
	{`{"rows":[[{"n":0}]],"columns":[[0]],"palette":[{},{"symbol":"r"},{"symbol":"b"}]}`, both},
	{`{"rows":[[{"n":0,"c":"x"}]],"columns":[[0]],"palette":[{},{"symbol":"r"},{"symbol":"b"}]}`, nobody},
	// A line of which nothing is known is "*". null is refused where it may be an empty line and that
	// makes a difference.
	{`{"rows":["*",[1]],"columns":[[1],"*"]}`, both},
	{`{"rows":["*"],"columns":["*"],"palette":[{},{"symbol":"r"},{"symbol":"b"}]}`, both},
	{`{"rows":[null],"columns":[[]]}`, both},
	{`{"rows":[null,[1]],"columns":[[2],null]}`, both},
	{`{"rows":[null,[1]],"columns":[[1],null]}`, nobody},
	{`{"rows":[null,[null]],"columns":[[1],[1]]}`, nobody},
	{`{"rows":["**"],"columns":[[1]]}`, nobody},
	{`{"rows":[["*"]],"columns":[[1]]}`, nobody},
	// A size has to be right if it is there.
	{`{"width":0,"goal":["#"]}`, nobody},
	{`{"rows":[[-0]],"columns":[[]]}`, nobody},
	{`{"palette":[{},{"name":null}],"goal":["#"]}`, nobody},
}

// Files and requests take the same objects as the same puzzles, but for what
// requests are strict about.
func TestReadersAgree(t *testing.T) {
	for _, s := range samples {
		got, err := read(s.text)
		want, fileErr := decode(s.text)
		if (err == nil) != (s.taken == both) || (fileErr == nil) != (s.taken != nobody) {
			t.Errorf("%s\nin a request: %v\nas a file: %v", s.text, err, fileErr)
		} else if err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nbecomes %+v\nas a file %+v", s.text, got, want)
		}
		normal(t, s.text)
	}
}

// The object's own symbols go before those that colors without one get.
func TestOwnSymbolsFirst(t *testing.T) {
	p, err := decode(`{"goal":["a.c"],"palette":[{},{"name":"red"},{"symbol":"a","name":"blue"},{}]}`)
	if err != nil || !reflect.DeepEqual(p.Goal.Cells, []nonogram.Color{2, 0, 3}) {
		t.Errorf("%+v %v", p, err)
	}
	if p, err := decode(`{"goal":["b"],"palette":[{},{"name":"red"},{"symbol":"a","name":"blue"}]}`); err == nil {
		t.Errorf("a symbol that is nobody's is taken for one: %+v", p)
	}
}

// normal checks that whatever is read, the normal form of it comes back as the same
// puzzle, in a request and from a file, and that requests take nothing that files
// do not take as the same puzzle.
func normal(t *testing.T, text string) {
	t.Helper()
	p, err := decode(text)
	if q, requestErr := read(text); requestErr == nil && (err != nil || !reflect.DeepEqual(q, p)) {
		t.Errorf("%s\nis taken in a request as %+v, and as a file %+v (%v)", text, q, p, err)
	}
	if err != nil {
		return
	}
	again := string(object.New(p).JSON())
	if back, err := read(again); err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("%s\nbecomes %s\nand that %+v (%v)", text, again, back, err)
	}
	if back, err := decode(again); err != nil || !reflect.DeepEqual(back, p) {
		t.Errorf("%s\nbecomes %s\nand that, as a file, %+v (%v)", text, again, back, err)
	}
}

func FuzzObject(f *testing.F) {
	for _, s := range samples {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "{") && json.Valid([]byte(text)) {
			normal(t, text)
		}
	})
}

// Every error of a request names the value that it is about.
func TestErrorsHaveAPlace(t *testing.T) {
	for text, where := range map[string]string{
		`{}`:           "puzzle",
		`{"rows":[]}`:  "puzzle",
		`{"rows":5}`:   "puzzle",
		`{"title":5}`:  "puzzle.title",
		`{"colour":5}`: "puzzle.colour",
		`{"rows":[[1],[1,0]],"columns":[[1],[1]]}`:                                     "puzzle.rows[1][1]",
		`{"rows":[[1],5],"columns":[[1],[1]]}`:                                         "puzzle.rows[1]",
		`{"rows":[[1]],"columns":[[1],[{"n":1,"c":"x"}]]}`:                             "puzzle.columns[1][0].c",
		`{"rows":[[1]],"columns":[[1],[{"n":1,"d":"x"}]]}`:                             "puzzle.columns[1][0].d",
		`{"rows":[[1]],"columns":[[1],[{"c":"#"}]]}`:                                   "puzzle.columns[1][0]",
		`{"goal":["..",".x"]}`:                                                         "puzzle.goal[1]",
		`{"rows":[[1]],"columns":[[1]],"given":["..."]}`:                               "puzzle.given",
		`{"rows":[[1]],"columns":[[1]],"palette":[{},{"color":"x"}]}`:                  "puzzle.palette[1].color",
		`{"rows":[[1]],"columns":[[1]],"title":"` + strings.Repeat("x", 70_000) + `"}`: "puzzle.title",
		`{"rows":[[1]],"columns":[[1]],"width":9}`:                                     "puzzle.width",
	} {
		_, err := read(text)
		var field *object.FieldError
		if !errors.As(err, &field) || field.Where != where || field.Message == "" {
			t.Errorf("%.80s: %v, expected an error at %s", text, err, where)
		}
	}
}

// A member that is there twice is refused by its name, in files and in requests: JavaScript and
// Python take the last one, others the first.
func TestMembersOnce(t *testing.T) {
	const rest = `"columns":[[1]]}`
	for text, name := range map[string]string{
		`{"rows":[[1]],"rows":[[]],` + rest:                                    "rows",
		`{"rows":[[1]],"r\u006fws":[[]],` + rest:                               "rows",
		`{"rows":[[1]],"rows":null,` + rest:                                    "rows",
		`{"rows":[[1]],"columns":[[]],` + rest:                                 "columns",
		`{"id":"1","id":"2","rows":[[1]],` + rest:                              "id",
		`{"rows":[[{"n":1,"n":2,"c":"#"}]],` + rest:                            "n",
		`{"palette":[{},{"color":"#f00","color":"#0f0"}],"rows":[[1]],` + rest: "color",
		`{"palette":[{},{"symbol":"a","symbol":"b"}],"rows":[[1]],` + rest:     "symbol",
		`{"palette":[{},{"name":"red","name":"blue"}],"rows":[[1]],` + rest:    "name",
		`{"rows":[[1]],"title":"a","title":"b",` + rest:                        "title",
	} {
		want := "found a second member " + strconv.Quote(name)
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("request %s: %v, expected %s", text, err, want)
		}
		for _, err := range format.Decode([]byte(text), "x.json", "") {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("file %s: %v, expected %s", text, err, want)
			}
		}
	}
}

// Values other than objects are rejected when unmarshaling; null is not a puzzle.
func TestOnlyObjects(t *testing.T) {
	var request struct{ Puzzle object.Puzzle }
	for _, text := range []string{`1`, `"x"`, `[]`, `true`} {
		var kind *json.UnmarshalTypeError
		if err := json.Unmarshal([]byte(`{"puzzle":`+text+`}`), &request); !errors.As(err, &kind) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"puzzle":null}`), &request); err != nil || len(request.Puzzle) > 0 {
		t.Errorf("null: %q %v", request.Puzzle, err)
	}
	if b, err := json.Marshal(request); err != nil || string(b) != `{"Puzzle":null}` {
		t.Errorf("%s %v", b, err)
	}
	if p, err := object.Puzzle(`{"goal":["#"]}`).Read("puzzles[6]", 7); err != nil || p.ID != "7" {
		t.Errorf("the seventh is %+v (%v)", p, err)
	}
}
