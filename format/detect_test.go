package format

import (
	"strings"
	"testing"
)

// Detection of formats by content and by name.

func TestDetect(t *testing.T) {
	tests := []struct{ data, filename, want string }{
		{"width 1\nheight 1\nrows\n1\ncolumns\n1\n", "", "non"},
		{"title \"x\"\r\nrows\r\n1\r\ncolumns\r\n1\r\n", "a.txt", "non"},
		{"\xef\xbb\xbf$1\n1\n1\n", "", "tournament"},
		{"$1\n1\t1\n2\n1\n", "x.txt", "tournament"},
		{"$1\n10\n1\n", "x.txt", "tournament"},
		{"$1\n0\t1\n", "x.txt", "solution"},
		{"$1\n1\t1\n1\t0\n", "", "solution"},
		{"$1\n0\n1\n", "", "tournament"},
		{"2 1\n1\n1\n0\n", "", "nin"},
		{"2 1\n1\n1\n0\n", "x.mk", "nin"},
		{"1 2\n1\n#\n1\n0\n", "", "mk"},
		{"{\"rows\":[]}", "", "json"},
		{"\n [ {", "", "json"},
		{"<?xml version=\"1.0\"?>\n<puzzleset>", "", "webpbn"},
		{"3x2:", "", "tatham"},
		{"# ids\n3x2:1/", "", "tatham"},
		{"3x2#99", "", "tatham"},
		{"SAVEFILE:1:x", "", "sav"},
		{"what is this?", "x.NON", "non"},
		{"<svg>", "x.xml", "webpbn"},
		{"<?xml version='1.0'?>\n<svg/>", "", "cannot tell which format this is: it is an SVG drawing; generate image makes a puzzle from it"},
		{"what is this?", "", "cannot tell which format this is; nearest are plain (line 1, column 1: found \"what\", expected a number), " +
			"grid (line 1, column 1: found \"what\", expected a cell: # or . or a square)"},
		{"$1\nx", "y.txt", "tournament"},
		{"MK\n", "y.svg", "y.svg: cannot tell which format this is; nearest are plain (line 1, column 1: found \"MK\", expected a number), " +
			"grid (line 1, column 1: found \"MK\", expected a cell: # or . or a square)"},
		{"", "x.non", "x.non: no puzzle found, the file is empty"},
	}
	for _, tt := range tests {
		got := ""
		if f, err := (Decoder{}).Detect([]byte(tt.data), tt.filename); err != nil {
			got = err.Error()
		} else {
			got = f.Name
		}
		if got != tt.want {
			t.Errorf("%q in %q: got %s, want %s", tt.data, tt.filename, got, tt.want)
		}
	}
}

// TestAmbiguous runs with two formats that both claim everything.
func TestAmbiguous(t *testing.T) {
	defer func(saved []*Format) { formats = saved }(formats)
	claim := func([]byte) confidence { return likely }
	formats = []*Format{{Name: "one", Extensions: []string{".1"}, sniff: claim}, {Name: "two", Extensions: []string{".2"}, sniff: claim}}
	if f, err := (Decoder{}).Detect([]byte("x"), "a.2"); err != nil || f.Name != "two" {
		t.Errorf("got %v, %v", f, err)
	}
	if _, err := (Decoder{}).Detect([]byte("x"), "a.3"); err == nil || !strings.Contains(err.Error(), "any of one, two") {
		t.Errorf("got %v", err)
	}
}

func TestByFilename(t *testing.T) {
	for filename, want := range map[string]string{
		"a/b.nonpack": "non", "x.JSONL": "json", "x.nin": "nin",
		"x.txt": "x.txt: cannot tell which format this is, it may be any of tournament, solution, rc, rosetta, spoj",
		"x.doc": "x.doc: cannot tell which format this is; known are " + names(formats),
	} {
		got := ""
		if f, err := ByFilename(filename); err != nil {
			got = err.Error()
		} else {
			got = f.Name
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", filename, got, want)
		}
	}
}

// TestTable checks that the table is complete and says what people need.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range All() {
		if seen[f.Name] || f.Name == "" || f.Title == "" || f.sniff == nil || f.decode == nil {
			t.Errorf("format %q is incomplete or twice there", f.Name)
		}
		seen[f.Name] = true
		if len(f.Extensions) == 0 {
			t.Errorf("format %s has no ending", f.Name)
		}
		for _, e := range f.Extensions {
			if !strings.HasPrefix(e, ".") || strings.ToLower(e) != e {
				t.Errorf("format %s has the ending %q", f.Name, e)
			}
		}
		if got, err := ByName(f.Name); err != nil || got != f {
			t.Errorf("ByName(%q) gives %v, %v", f.Name, got, err)
		}
	}
}
