package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"nonogram"
)

// fuzzDecode is what all targets check: no panic, every error an *Error, every
// puzzle well-formed, and every puzzle the same after it has been written and
// read again.
func fuzzDecode(f *testing.F, format *Format, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for p, err := range Decode(data, "f", format.Name) {
			if err != nil {
				var e *Error
				if !errors.As(err, &e) || e.Message == "" {
					t.Fatalf("%T: %v", err, err)
				}
				continue
			}
			var invalid *nonogram.InvalidError
			if err := nonogram.Validate(p); errors.As(err, &invalid) && !invalid.Unsolvable() {
				t.Fatalf("%v in %s", err, sketch(p))
			}
			again(t, format, p)
		}
		for range DecodeSolutions(data, "f") {
		}
	})
}

func again(t *testing.T, format *Format, p *nonogram.Puzzle) {
	if format.Encode == nil {
		format = &tathamFormat
	}
	if !format.Holds.Has(ID) {
		p.ID = "1"
	}
	var buf bytes.Buffer
	if err := Encode(&buf, format.Name, p); err != nil {
		t.Fatalf("%v for %s", err, sketch(p))
	}
	got := decodeAll(t, buf.Bytes(), format.Name)
	if len(got) != 1 || !reflect.DeepEqual(got[0], p) {
		t.Fatalf("got\n%s\nwant\n%s\nfrom\n%s", sketch(got[0]), sketch(p), clip(buf.Bytes()))
	}
}

func FuzzNon(f *testing.F) {
	fuzzDecode(f, &nonFormat,
		"title \"T &amp; U\"\nby x\nwidth 3\nheight 2\n\nrows\n1,1\n\n\ncolumns\n1\n0\n1\n\ngoal \"101\n000\"\ngiven \"??0???\"\nsaved \"0\"\n====\nwidth 1\n",
		"width 2\nheight 2\ncolor r #ff0000\ncolor b #00f\nswatch r ! \"red\"\nbackground #eee \"paper\"\nrows\n1r,1b\n2b\ncolumns\n1r,1b\n2b\ngoal \"rbbb\"\n",
		"width 2\r\nheight 2\r\ncolor black 000000 X\r\ncolor green 00B000 #\r\nrows\r\ngreen 1 black 1\r\n0\r\ncolumns\r\ngreen 1\r\n1\r\n",
		"columns 2\nrows 1\ngoal 1a\nid 7\nnotes \"n\"\ncollection c\n")
}

func FuzzJSON(f *testing.F) {
	fuzzDecode(f, &jsonFormat,
		`{"goal":null}`, `{"rows":[[1]],"columns":null,"palette":null,"given":null}`,
		`{"id":"a","title":"T\n\u00e9\ud83d","rows":[[1,1],[]],"columns":[[1],[0],[null]],"given":["?..","..."],"width":3}`,
		`[{"palette":[{"symbol":".","color":"#fff"},{"name":"red","symbol":"r","color":"#ff0000"},{"name":"blue"}],"rows":[[{"n":1,"c":"r"},{"n":null,"c":"blue"}]],"columns":[[{"c":"red","n":1}],[]],"goal":["r?"]},{"goal":["#."]}]`,
		"{\"goal\":[\"#\"]}\n{\"grid\":[\"#\"],\"id\":5}\n{]\n{\"goal\":[\".\"]}")
}

// FuzzJSONSyntax compares the scanner with encoding/json.
func FuzzJSONSyntax(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e+3,true,false,null,"\u00e9\n"],"b":{}}`, `[01]`, `[1.]`, `-`, `["\x"]`, "[\"\x01\"]", `[1,]`, "\"\xff\"", `{"a" 1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := Source{data: data}
		s.skipSpace()
		err := s.skipValue(0)
		s.skipSpace()
		var limit *Error
		if errors.As(err, &limit) && strings.Contains(limit.Message, "nested") {
			return
		}
		if ours := err == nil && s.eof(); ours != json.Valid(data) {
			t.Fatalf("valid: %v, for encoding/json %v (%v)", ours, !ours, err)
		}
	})
}

func FuzzWebpbn(f *testing.F) {
	fuzzDecode(f, &webpbnFormat,
		`<?xml version="1.0"?><!DOCTYPE pbn SYSTEM "x"><puzzleset><source>S</source><puzzle type="grid" defaultcolor="red" backgroundcolor="sky"><id>#1</id><title><![CDATA[A<B]]> &amp; C</title><description>d</description><note>n</note>`+
			`<color name="sky" char="s">00f</color><color name="red" char="r">F00</color><color name="g&quot;" char="%">0000Ff</color>`+
			`<clues type="rows"><line><count>1</count><count color="g&quot;">0</count></line></clues><clues type="columns"><line><count>1</count></line><line/></clues>`+
			`<solution type="goal"><image>|r[s%]|</image></solution><solution type="saved" id="given"><image>|?s|</image></solution></puzzle></puzzleset>`,
		"<puzzle><solution><image>\n|X.|\n</image></solution></puzzle><puzzle type='triddler'/><puzzle><clues><puzzle>")
}

func FuzzNin(f *testing.F) {
	fuzzDecode(f, &ninFormat, "3 2\n1 1\n\n1\n0\n1\n", "1 1\r1\r1\r9 9", "2 2\n\n\n1\n1\n\n")
}

func FuzzMk(f *testing.F) {
	fuzzDecode(f, &mkFormat, "2 3\n1 1\n\n#\n1\n0\n1\n#", "1 1\r\n1\r\n#\r\n1")
}

func FuzzTournament(f *testing.F) {
	fuzzDecode(f, &tournamentFormat, "$1\n1\t1\n\n1\n2\n\n\n$x 2x1\n1\n0\n1\n", "$1\r\n1\r\n1\r\n", "$\n\n\n\n$,\n1\n1\n")
}

func FuzzSolution(f *testing.F) {
	fuzzDecode(f, &solutionFormat, "$1\n0\t1\n1\t1\n$2 1x1\n1\n", "$a\r\n01\r\n10\r\n\r\n")
}

func FuzzTatham(f *testing.F) {
	fuzzDecode(f, &tathamFormat, "3x2:1//1/1.1/,Abzc\n# c\n2:1/1/1/1\n", "30x1:"+"//////////////////////////////,zdA")
}

func FuzzSav(f *testing.F) {
	fuzzDecode(f, &savFormat, "SAVEFILE:1:x\nGAME    :7:Pattern\nPARAMS  :3:2x1\nDESC    :8:1//1,ab\nMOVE    :8:F0,0,1,1\n")
}

// FuzzDetect lets the format be found.
func FuzzDetect(f *testing.F) {
	for _, s := range []string{"width 1\nheight 1\n", "$1\n0 1\n", "3 2\n", "1 1\n#", "{}", "[{", "<puzzle>", "1x1:/", "SAVEFILE:"} {
		f.Add([]byte(s), "a.txt")
	}
	f.Fuzz(func(t *testing.T, data []byte, filename string) {
		if format, err := Detect(data, filename); (format == nil) == (err == nil) {
			t.Fatalf("format %v, error %v", format, err)
		}
		for p, err := range Decode(data, filename, "") {
			if (p == nil) == (err == nil) {
				t.Fatalf("puzzle %v, error %v", p, err)
			}
		}
	})
}
