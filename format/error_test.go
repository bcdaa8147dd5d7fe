package format

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"nonogram"
)

// TestErrors pins where errors are and what they say.
func TestErrors(t *testing.T) {
	tests := []struct{ format, data, want string }{
		{"tournament", "1\n2\n$1\n1\n1\n", "f:1:1: found \"1\", expected a line like $1 before the first clue\n1: 1x1 [1] [1]"},
		{"tournament", "$1\n1\tx\n1\n$2\n1\n1\n", "f:2:3: found \"x\", expected a number (1)\n2: 1x1 [1] [1]"},
		{"tournament", "$1\n1\n1\n1\n$2\n1\n1\n", "f:1:1: found 3 lines of clues, expected as many columns as rows (1)\n2: 1x1 [1] [1]"},
		{"tournament", "$1\n2\n\n1\n1\n$2\n1\n2\n", "1: 2x2 [1 | 1] [2 | 0]\nf:6:1: the file ends after 2 lines of clues, expected 4 as for the puzzle before (2)"},
		{"tournament", "$1\n$2\n1\n1\n", "f:1:1: found 0 lines of clues, expected as many columns as rows (1)\n2: 1x1 [1] [1]"},
		{"tournament", "$1\n1\t0\n1\n", "f:2:3: found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0 (1)"},
		{"tournament", "$1\n-1\n1\n", "f:2:1: found \"-1\", expected a number (1)"},
		{"tournament", "$1\n1\n3.5\n", "f:3:1: found \"3.5\", expected a number (1)"},
		{"tournament", "$1 2x\n1\n1\n", "f:1:6: found the end of the line, expected a number (1)"},
		{"tournament", "$a 2x1\n1\n1\n", "f:1:1: found 2 lines of clues, expected 3: the columns, then the rows (a)"},
		{"tournament", "$1 10001x1\n1\n1\n", "f:1:4: size 10001 × 1 is over the limit of 10000 cells a side (1)"},
		{"tournament", "$1\n" + strings.Repeat("9", 50) + "\n1\n", "f:2:1: the number \"999999999999999999999999\" is over the limit of 1000000000 (1)"},
		{"solution", "$1\n0\t2\n", "f:2:3: found \"2\", expected 0 or 1 (1)"},
		{"solution", "$1\n0\t1\n0\n$2\n1\n", "f:3:1: found a row of 1 cell, expected 2 (1)\n2: 1x1 [1] [1] #"},
		{"solution", "$1\n\n$2 1x2\n1\n", "f:3:1: found 0 rows of cells, expected 1 (1)\nf:5:1: found 1 row of cells, expected 2 (2)"},

		{"nin", "3\n", "f:1:2: found the end of the line, expected a number (1)"},
		{"nin", "3 2 1\n", "f:1:5: found \"1\", expected the end of the line after the size (1)"},
		{"nin", "0 2\n1\n1\n", "f:1:1: a puzzle needs at least one row and one column, this one is 0 × 2 (1)"},
		{"nin", "1000000 1000000\n1\n", "f:1:1: size 1000000 × 1000000 is over the limit of 10000 cells a side (1)"},
		{"nin", "10000 10000\n1\n", "f:1:1: size 10000 × 10000 is over the limit of 4000000 cells (1)"},
		{"nin", "2 1\n1\n1\n", "f:4:1: found 2 clues of rows and columns, expected 3 (1)"},
		{"nin", "2 1\n1\n1\n1\n1\n1 1\n", "f:5:1: found more than 3 clues of rows and columns (1)"},
		{"nin", "2 1\n1\n1,1\n0\n", "f:3:1: found \"1\", expected a number (1)"},
		{"mk", "1 1\n1\n", "f:3:1: found the end of the file, expected a line \"#\" between rows and columns (1)"},
		{"mk", "1 1\n1\n1\n#\n1\n", "f:3:1: found more than 1 row (1)"},
		{"mk", "1 2\n1\n#\n1\n", "f:5:1: found 1 column, expected 2 (1)"},

		{"tatham", "2x2:1/1/1\n1x1:1/1\n", "f:1:10: found the end of the line after 3 clues, expected \"/\": there are 2 columns and 2 rows (1)\n2: 1x1 [1] [1]"},
		{"tatham", "1x1:1/1/1\n", "f:1:8: found \"/1\", expected the end of the line after 1 column and 1 row (1)"},
		{"tatham", "1x1:1./1\n", "f:1:7: found \"/1\", expected a number (1)"},
		{"tatham", "1x1:0.1/1\n", "f:1:5: found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0 (1)"},
		{"tatham", "5x5#12345\n", "f:1:4: found a random seed, expected a colon and a description: only the program itself can generate the puzzle of a seed (1)"},
		{"tatham", "2x1:1//1,a\n", "f:1:11: found the end of the line after 1 given cell, expected a letter: there are 2 cells (1)"},
		{"tatham", "2x1:1//1,d\n", "f:1:10: found \"d\", expected at most 2 cells (1)"},
		{"tatham", "2x1:1//1,aaa\n", "f:1:12: found \"a\", expected the end of the line after 2 columns and 1 row (1)"},
		{"tatham", "1000000x1000000:1/1", "f:1:1: size 1000000 × 1000000 is over the limit of 10000 cells a side (1)"},
		{"sav", "SAVEFILE:1:x\nGAME    :7:Pattern\n", "f:3:1: found no PARAMS or no DESC, expected both (1)"},
		{"sav", "hello", "f:1:1: found \"hello\", expected a key of 8 characters and a colon (1)"},

		{"non", "width x\n", "f:1:7: found \"x\", expected a number (1)"},
		{"non", "width 3x\n", "f:1:7: found \"3x\", expected a number (1)"},
		{"non", "height 1000000\n", "f:1:8: size 1 × 1000000 is over the limit of 10000 cells a side (1)"},
		{"non", "width 1\nheight 1\nrows\n1,,1\n", "f:4:3: found \",1\", expected a number (1)"},
		{"non", "width 1\nheight 1\nrows\n1,\n", "f:4:3: found the end of the line, expected a number (1)"},
		{"non", "width 1\nheight 1\nrows\n-1\n", "f:4:1: found \"-1\", expected a number (1)"},
		{"non", "width 1\nheight 1\nrows\n1,0\n", "f:4:3: found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0 (1)"},
		{"non", "width 1\nheight 1\nrows\n1\n1\ncolumns\n1\n", "f:5:1: found more than 1 row (1)"},
		{"non", "width 1\nheight 2\nrows\n1\ncolumns\n1\n", "f:5:1: found 1 row, expected 2 (1)"},
		{"non", "width 1\nheight 1\nrows\n1\nrows\n1\n", "f:5:1: found a second block of rows, expected one: a line ==== separates puzzles (1)"},
		{"non", "title T\nrows\n1\n", "f:1:1: found no width, expected width, height, rows and columns (1)"},
		{"non", "width 3\nheight 2\nrows\n3\nx 1\n1\n", "f:5:1: found \"x\" before more clues, expected a clue or a keyword (1)"},
		{"non", "width 1\n2,1\n", "f:2:1: found the clue \"2\" outside of the rows and columns (1)"},
		{"non", "width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal \"10\"\n", "f:7:7: found 2 cells in the goal, expected 1 × 1 (1)"},
		{"non", "width 2\nheight 1\ncolor a #f00\ncolor b #00f\nrows\n1a,1b\ncolumns\n1a\n1b\ngoal \"ax\"\n", "f:10:8: found \"x\", expected the character of a cell (1)"},
		{"non", "color a red\n", "f:1:9: found \"red\", expected a color like #ff0000 (1)"},
		{"non", "color red f00 r\nwidth 1\nheight 1\nrows\nred x\n", "f:5:5: found \"x\", expected a number (1)"},
		{"non", "color red f00 r\nwidth 1\nheight 1\nrows\nred 1 blue 1\n", "f:5:7: found the color \"blue\", expected a number or a color that the file declares (1)"},
		{"non", "color white fff .\nwidth 1\nheight 1\nrows\nwhite 1\n", "f:5:7: found the background color in a clue, expected another color (1)"},

		{"json", "{\"rows\": [[1]]}", "f:1:1: found an object without a puzzle, expected \"rows\" and \"columns\" or a \"goal\" (1)"},
		{"json", "{\"goal\": null}", "f:1:1: found an object without a puzzle, expected \"rows\" and \"columns\" or a \"goal\" (1)"},
		{"json", "{\n \"rows\": [[1],\n  [1, \"x\"]],\n \"columns\": []}", "f:3:7: found the text \"x\", expected a whole number, null or a block (1)"},
		{"json", "{\"rows\": [[1.5]], \"columns\": [[1]]}", "f:1:12: found \"1.5\", expected a whole number, null or a block (1)"},
		{"json", "{\"rows\": [[2, 0, 1]], \"columns\": [[1]]}", "f:1:15: found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0 (1)"},
		{"json", "{\"id\":\"x\", \"rows\": [], \"columns\": [[1]]}", "f:1:1: a puzzle needs at least one row and one column, this one is 1 × 0 (x)"},
		{"json", "{\"rows\": [[1]], \"columns\": 5}", "f:1:28: found \"5\", expected an array [...] (1)"},
		{"json", "{\"rows\": [[1]], \"columns\": [[1]]", "f:1:33: found the end of the file, expected \",\" or \"}\" (1)"},
		{"json", "{\"rows\": [[1]] \"columns\": [[1]]}", "f:1:16: found the text \"columns\", expected \",\" or \"}\" (1)"},
		{"json", "{\"width\": 2, \"rows\": [[1]], \"columns\": [[1]]}", "f:1:11: found the width 2, but clues for 1 column (1)"},
		{"json", "{\"title\": 5, \"rows\": [[1]], \"columns\": [[1]]}", "f:1:11: found \"5\", expected a string (1)"},
		{"json", "{\"rows\": [[1]], \"columns\": [[1]], \"goal\": [\"##\"]}", "f:1:43: found a grid of 2 × 1 cells, expected 1 × 1 (1)"},
		{"json", "{\"goal\": [\"#x\"]}", "f:1:11: found the character 'x' as cell 2 of a row, expected the symbol of a color (1)"},
		{"json", "{\"goal\": [\"#?\"]}", "f:1:10: found unknown cells in the goal, expected clues or a complete goal (1)"},
		{"json", "{\"palette\": [{}], \"goal\": [\"#\"]}", "f:1:13: found 1 color, expected the background and at least one ink (1)"},
		{"json", "{\"palette\": [{},{\"symbol\":\"é\"}], \"goal\": [\"#\"]}", "f:1:27: found the text \"é\", expected one ASCII character (1)"},
		{"json", "{\"palette\": [{},{\"symbol\":\"r\"},{\"symbol\":\"b\"}], \"rows\": [[1]], \"columns\": [[1]]}", "f:1:59: found a block without a color, expected one like {\"n\": 3, \"c\": \"r\"} (1)"},
		{"json", "{\"palette\": [{},{\"symbol\":\"r\"},{\"symbol\":\"b\"}], \"rows\": [[{\"n\":1,\"c\":\"x\"}]], \"columns\": [[1]]}", "f:1:70: found the text \"x\", expected the symbol or the name of an ink of the palette (1)"},
		{"json", "{\"a\": " + strings.Repeat("[", 100) + "}", "f:1:70: found values nested over 64 deep, which is the limit (1)"},
		{"json", "{\"a\": \"\\x\"}", "f:1:8: found \"\\\\x\", expected an escape sequence (1)"},
		{"json", "{\"a\": \"b\n\"}", "f:1:9: found the end of the line in a string, expected the closing \" (1)"},
		{"json", "{\"a\": nul}", "f:1:7: found \"nul\", expected a JSON value (1)"},

		{"webpbn", "<html></html>", "f:1:1: found <html>, expected <puzzleset> or <puzzle>"},
		{"webpbn", "<!DOCTYPE pbn [<!ENTITY a \"b\">]>\n<puzzle/>", "f:1:1: found declarations in the document type, expected a document type without declarations\nf:2:1: found neither clues of rows and columns nor a goal, expected one of them (1)"},
		{"webpbn", "<puzzle><title>x</puzzle>", "f:1:17: found </puzzle>, expected </title> (1)"},
		{"webpbn", "<puzzle>\n<title>x", "f:2:9: found the end of the file, expected </title> (1)"},
		{"webpbn", "<puzzle><clues type=\"rows\"><count/></clues></puzzle>", "f:1:28: found <count>, expected <line> (1)"},
		{"webpbn", "<puzzle><clues type=\"rows\"><line><count>\n -1</count></line></clues></puzzle>", "f:2:2: found \"-1\", expected a number of at most 1000000000 (1)"},
		{"webpbn", "<puzzle><clues type=\"rows\"><line><count color=\"red\">1</count></line></clues><clues type=\"columns\"><line/></clues></puzzle>", "f:1:48: found the color \"red\", expected one that the puzzle declares (1)"},
		{"webpbn", "<puzzle><clues type=\"rows\"><line><count color=\"white\">1</count></line></clues></puzzle>", "f:1:34: found the background color in a clue, expected another color (1)"},
		{"webpbn", "<puzzle><clues type=\"top\"></clues></puzzle>", "f:1:9: found clues of type \"top\", expected rows or columns (1)"},
		{"webpbn", "<puzzle><color name=\"red\">reddish</color></puzzle>", "f:1:27: found the color \"reddish\", expected six hexadecimal digits, or twice six with a / or \\ between them (1)"},
		{"webpbn", "<puzzle><solution><image>\n|X|\n|XX|</image></solution></puzzle>", "f:3:2: found a row of 2 cells in the image, expected 1 (1)"},
		{"webpbn", "<puzzle><solution><image>\n|Xy|</image></solution></puzzle>", "f:2:3: found the character 'y' in the image, expected that of a color (1)"},
		{"webpbn", "<puzzle a></puzzle>", "f:1:10: found \">\", expected = after the name of an attribute"},
		{"webpbn", "<puzzle><!-- </puzzle>", "f:1:9: found the end of the file, expected --> at the end of a comment (1)"},
		{"webpbn", strings.Repeat("<a>", 100), "f:1:1: found <a>, expected <puzzleset> or <puzzle>"},
		{"webpbn", "<puzzle>" + strings.Repeat("<a>", 100), "f:1:198: found elements nested over 64 deep, which is the limit (1)"},
	}
	for _, tt := range tests {
		got := strings.ReplaceAll(strings.ReplaceAll(sketches(tt.data, "f", tt.format), "error ", ""), "(puzzle ", "(")
		if got != tt.want {
			t.Errorf("%s %q:\ngot  %s\nwant %s", tt.format, tt.data, got, tt.want)
		}
	}
}

// TestLocate counts lines and columns over all kinds of line ends, forth and
// back.
func TestLocate(t *testing.T) {
	f, err := open([]byte("\xef\xbb\xbfaé\r\nb\rc\n\n\xffd"), "")
	if err != nil {
		t.Fatal(err)
	}
	want := [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 3}, {1, 4}, {2, 1}, {2, 2}, {3, 1}, {3, 2}, {4, 1}, {5, 1}, {5, 2}, {5, 3}}
	for _, order := range []func(i int) int{func(i int) int { return i }, func(i int) int { return len(want) - 1 - i }} {
		for i := range want {
			at := order(i)
			if at == 2 {
				continue // inside é
			}
			if line, column := f.locate(at); line != want[at][0] || column != want[at][1] {
				t.Errorf("offset %d: got %d:%d, want %d:%d", at, line, column, want[at][0], want[at][1])
			}
		}
	}
}

func TestErrorText(t *testing.T) {
	for _, tt := range []struct {
		e    Error
		want string
	}{
		{Error{File: "f", Line: 3, Column: 4, Message: "m"}, "f:3:4: m"},
		{Error{File: "f", Line: 3, Message: "m"}, "f:3: m"},
		{Error{File: "f", Message: "m"}, "f: m"},
		{Error{Line: 3, Column: 4, Message: "m"}, "3:4: m"},
		{Error{Message: "m"}, "m"},
	} {
		if got := tt.e.Error(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestUnreadable has what no format can make sense of.
func TestUnreadable(t *testing.T) {
	tests := []struct{ name, data, format, want string }{
		{"empty", "", "", "f: no puzzle found, the file is empty"},
		{"blank", " \r\n\t\n\x00", "", "f: no puzzle found, the file is empty"},
		{"mark only", "\xef\xbb\xbf", "", "f: no puzzle found, the file is empty"},
		{"UTF-16", "\xff\xfe \x00\n\x00", "", "f: no puzzle found, the file is empty"},
		{"UTF-16 BE", "\xfe\xff\x00w", "non", "f: no puzzle found in this non file"},
		{"junk", "\x7fELF\x02\x01\x00", "", "f: cannot tell which format this is; nearest are plain (line 1, column 1: found \"\\x7fELF\", expected a number), " +
			"grid (line 1, column 1: found \"\\x7fELF\", expected a cell: # or . or a square)"},
		{"unknown format", "x", "nix", "f: unknown format \"nix\", expected one of " + names(formats)},
		{"no puzzle", "hello\n", "non", "f: no puzzle found in this non file"},
		{"nothing but comments", "# a\n", "tatham", "f: no puzzle found in this tatham file"},
		{"empty array", "[]", "json", "f: no puzzle found in this json file"},
		{"empty set", "<puzzleset></puzzleset>", "webpbn", "f: no puzzle found in this webpbn file"},
	}
	for _, tt := range tests {
		if got := strings.TrimPrefix(sketches(tt.data, "f", tt.format), "error "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestHostile has files that ask for more than they should get. The test is
// that it ends soon, in an error or not.
func TestHostile(t *testing.T) {
	const n = 1 << 18
	many := func(s string) string { return strings.Repeat(s, n/len(s)) }
	files := map[string]string{
		"long line":         "$1\n" + many("1 "),
		"long number":       "$1\n" + many("7"),
		"newlines":          "$1\n" + many("\n"),
		"carriage returns":  "$1\n" + many("\r"),
		"dollars":           many("$\n"),
		"non newlines":      "width 1\nheight 1\nrows\n" + many("\n"),
		"non rules":         "width 1\nheight 1\nrows\n" + many("1\n"),
		"non numbers":       "width 1\nheight 1\nrows\n" + many("1,"),
		"non bundles":       many("width\n====\n"),
		"non quotes":        many("goal \"\n====\n"),
		"non colors":        many("color abc f00 x\ncolor d #f00\n"),
		"non color letters": "width 1\nheight 1\nrows\n1" + strings.Join(strings.Split(many("abcdefgh!$%ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ""), ",1"),
		"json arrays":       many("["),
		"json nested":       "{\"rows\":" + many("["),
		"json objects":      many("{\"a\":"),
		"json lines":        many("{\n"),
		"json string":       "{\"" + many("a"),
		"json rows":         "{\"rows\":[" + many("[],") + "[]],\"columns\":[[]]}",
		"json blocks":       "{\"rows\":[[" + many("1,") + "1]],\"columns\":[[]]}",
		"xml elements":      "<puzzle>" + many("<a>"),
		"xml puzzles":       many("<puzzle>"),
		"xml comments":      many("<puzzle><!--"),
		"xml quotes":        many("<puzzle a=\""),
		"xml attributes":    "<puzzle " + many("a='' ") + ">",
		"xml lines":         "<puzzle><clues type='rows'>" + many("<line/>"),
		"xml counts":        "<puzzle><clues type='rows'><line>" + many("<count>1</count>"),
		"xml colors":        "<puzzle>" + many("<color name='a'>fff</color><color name='&#98;'>fff</color>") + "</puzzle>",
		"xml text":          "<puzzle><title>" + many("&amp;") + "</title></puzzle>",
		"xml image":         "<puzzle><solution><image>" + many("|X|") + "</image></solution></puzzle>",
		"tatham slashes":    "5x5:" + many("/"),
		"tatham numbers":    "5x5:" + many("1."),
		"tatham lines":      many("1x1:\n"),
		"sav length":        "SAVEFILE:999999999:x",
		"big board":         "$1\n" + strings.Repeat("\n", 20000),
		"nul":               "$1\n" + many("\x00"),
		"g colons":          many(":\n"),
		"g clues":           ":\n" + many("1 "),
		"g colors":          "#d\n" + many("a:a red\nb:b blue\n"),
		"g blank lines":     ":\n1\n:\n" + many("\n"),
		"gno sections":      many("[Row]\n1\n"),
		"gno brackets":      many("["),
		"gno cells":         "[Dim]\n2000 2000\n[Sol]\n" + many("1 "),
		"rc strings":        many("1-1\n"),
		"rc colons":         many(":") + "-" + many(":"),
		"rc bad lines":      many("x\n"),
		"dzn numbers":       "A = [" + many("1,") + "1];",
		"dzn bars":          "A = [" + many("|"),
		"dzn parameters":    many("a = 1;"),
		"dzn remarks":       many("/* */"),
		"glpk table":        "param row : " + many("1 ") + ":= 1 . ;",
		"glpk rows":         "param row : 1 := " + many("9999 1 "),
		"lp rows":           "number_of_rows: 1 number_of_columns: 1 " + many("row_9999 a: 0 b: "),
		"lp count":          "number_of_rows: 1 number_of_columns: 1 row_1 a: 999999999 b: " + many("1 "),
		"pzl colors":        "999999999 " + many("#ffffff "),
		"pzl blocks":        "0 1 1 999999999 " + many("1 0 0 0 "),
		"cnon inks":         "999999999 1 1\n" + many("a #fff\n"),
		"cnon clue":         "1 1 1\na #fff\n" + many("1:a,"),
		"toml keys":         "[clues]\n" + many("a = 1\n"),
		"toml array":        "[colors]\ndefs = [" + many("'a = (red) r',"),
		"toml brackets":     "x = " + many("["),
		"toml clues":        "[clues]\ncolumns='1'\nrows = \"\"\"" + many("1,"),
		"rosetta words":     many("A ") + "\n" + many("A "),
		"rosetta puzzles":   many("A\nA\n\n"),
		"rosetta bad":       many("A\n\n"),
		"spoj puzzles":      "999999999\n" + many("1 1 1 0 1 0\n"),
		"spoj clue":         "1 1 1 " + many("1 "),
		"sgriddler rows":    "MK Version 3.0\n\n9 9\n\n" + many("\n"),
		"org runs":          "var d=[[0,0,0,0],[9999,0,0,99999],[400,0,0,99999],[1,0,0,9],[0,0,0,0],[0,0,0,0],[99998,0,0,99999],[0,0,0,0]" + many(",[1,9999,1,1]"),
		"pbm comments":      "P1\n" + many("#\n"),
		"pbm pictures":      many("P1 1 1 1\n"),
		"xbm defines":       many("#define a_width 1\n"),
	}
	for name, data := range files {
		for _, f := range All() {
			n, errs := 0, 0
			var last Error
			for p, err := range Decode([]byte(data), "", f.Name) {
				if err != nil {
					errs++
				}
				if n++; p == nil && err == nil {
					t.Fatalf("%s as %s: neither puzzle nor error", name, f.Name)
				}
				var e *Error
				if err != nil && !errors.As(err, &e) {
					t.Fatalf("%s as %s: %T", name, f.Name, err)
				}
				if err != nil && *e == last {
					t.Fatalf("%s as %s: twice the same error, %v", name, f.Name, err)
				}
				if err != nil {
					last = *e
				}
			}
			if n == 0 || errs > maxErrors+1 {
				t.Errorf("%s as %s: %d steps, %d errors", name, f.Name, n, errs)
			}
		}
	}
}

// TestTruncated cuts a good file of every format at every byte.
func TestTruncated(t *testing.T) {
	p := nonogram.FromGrid(&nonogram.Grid{Width: 3, Height: 2, Cells: []nonogram.Color{1, 0, 1, 1, 1, 0}}, nonogram.BlackAndWhite())
	p.ID = "1"
	for _, f := range All() {
		if !f.Writes() {
			continue
		}
		var buf bytes.Buffer
		puzzles := []*nonogram.Puzzle{p, p}
		if !f.holds.has(holdsMany) {
			puzzles = puzzles[:1]
		}
		if err := Encode(&buf, f.Name, puzzles...); err != nil {
			t.Fatal(err)
		}
		for n := range buf.Len() {
			for _, name := range []string{f.Name, ""} {
				for p, err := range Decode(buf.Bytes()[:n], "x", name) {
					if (p == nil) == (err == nil) {
						t.Fatalf("%s cut at %d: puzzle %v, error %v", f.Name, n, p, err)
					}
				}
			}
		}
	}
}

// TestStop checks that readers stop when the caller does.
func TestStop(t *testing.T) {
	files := map[string]string{
		"tournament": "$1\n1\n1\n$2\n1\n1\n", "solution": "$1\n1\n$2\n1\n", "tatham": "1x1:1/1\n1x1:1/1\n",
		"json":   "[{\"goal\":[\"#\"]},{\"goal\":[\"#\"]}]",
		"non":    "width 1\nheight 1\ngoal 1\n====\nwidth 1\nheight 1\ngoal 1\n",
		"webpbn": "<puzzleset><puzzle><solution><image>|X|</image></solution></puzzle><puzzle/></puzzleset>",
	}
	for name, data := range files {
		for range 2 {
			n := 0
			for range Decode([]byte(data), "", name) {
				n++
				break
			}
			if n != 1 {
				t.Errorf("%s: %d steps", name, n)
			}
			data = "\n" + data
		}
	}
	for range DecodeSolutions([]byte(files["json"]), "") {
		break
	}
}

func TestEncodeRefuses(t *testing.T) {
	plain := nonogram.New([][]int{{1}}, [][]int{{1}})
	colored := nonogram.New([][]int{{1}}, [][]int{{1}})
	colored.Palette = append(colored.Palette, nonogram.Swatch{Name: "red", Symbol: 'r'})
	blotted := nonogram.New([][]int{{1}}, [][]int{{1}})
	blotted.Rows[0][0].Length = 0
	wrongGoal := nonogram.New([][]int{{1}}, [][]int{{1}})
	wrongGoal.Goal = nonogram.NewGrid(2, 2)
	tests := []struct {
		format  string
		puzzles []*nonogram.Puzzle
		want    string
		refused bool
	}{
		{"nin", []*nonogram.Puzzle{colored}, "puzzle 1: it has 2 inks, and format nin holds only black and white", true},
		{"non", []*nonogram.Puzzle{blotted}, "puzzle 1: it has blocks of unknown length, and format non holds only numbers; json holds both", true},
		{"mk", []*nonogram.Puzzle{plain, plain}, "a file of format mk holds one puzzle, not 2", true},
		{"nonograms.org", []*nonogram.Puzzle{plain}, "format nonograms.org can only be read", true},
		{"json", []*nonogram.Puzzle{wrongGoal}, "puzzle 1: the goal is 2 × 2, the puzzle is 1 × 1", false},
		{"json", []*nonogram.Puzzle{{ID: "x"}}, "puzzle x: a puzzle needs at least one row", false},
		{"json", nil, "no puzzle to write", false},
		{"solution", []*nonogram.Puzzle{plain}, "puzzle 1: it has no goal, and format solution holds nothing but the picture", true},
		{"zip", []*nonogram.Puzzle{plain}, "unknown format \"zip\"", false},
	}
	for _, tt := range tests {
		err := Encode(io.Discard, tt.format, tt.puzzles...)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || errors.Is(err, ErrCannotHold) != tt.refused {
			t.Errorf("%s: got %v, want %q", tt.format, err, tt.want)
		}
	}
}

func TestLosses(t *testing.T) {
	p := nonogram.FromGrid(&nonogram.Grid{Width: 1, Height: 1, Cells: []nonogram.Color{1}}, nonogram.BlackAndWhite())
	p.ID, p.Title, p.License = "a1", "T", "CC0"
	p.Palette[1].RGB.R = 200
	p.Given = p.Goal.Clone()
	for name, want := range map[string]string{
		"json":       "",
		"non":        "",
		"webpbn":     "the license",
		"g":          "given cells, the goal, the id, the title, the license",
		"gno":        "the color of the ink, given cells, the id",
		"png":        "given cells, the id, the title, the license",
		"xbm":        "the color of the ink, given cells, the id, the title, the license",
		"nin":        "the color of the ink, given cells, the goal, the id, the title, the license",
		"tatham":     "the color of the ink, the goal, the id, the title, the license",
		"tournament": "the color of the ink, given cells, the goal, the title, the license",
	} {
		f, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Losses(f, p), ", "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	p = nonogram.New([][]int{{1}}, [][]int{{1}})
	p.ID = "a 1"
	if got := strings.Join(Losses(&tournamentFormat, p), ", "); got != "the id" {
		t.Errorf("ID of two words: got %q", got)
	}
}

// TestLossesOfColors has what happens to the colors of a puzzle.
func TestLossesOfColors(t *testing.T) {
	p := nonogram.FromGrid(&nonogram.Grid{Width: 3, Height: 1, Cells: []nonogram.Color{0, 1, 3}}, nonogram.Palette{
		{Name: "paper", RGB: nonogram.RGB{R: 250, G: 250, B: 250}, Symbol: '.'}, {Name: "deep red", RGB: nonogram.RGB{R: 99}, Symbol: 'r'},
		{Name: "green", RGB: nonogram.RGB{G: 99}, Symbol: '|'}, {RGB: nonogram.RGB{B: 99}, Symbol: 'x'},
	})
	for name, want := range map[string]string{
		"json":     "",
		"non":      "",
		"webpbn":   "the characters of colors",
		"g":        "the goal",
		"cnon":     "the color of the background, the names of colors, the characters of colors, the goal",
		"pzl":      "the color of the background, the names of colors, the characters of colors, colors that nothing has, the goal",
		"nonogrid": "the color of the background, the names of colors, the goal",
		"png":      "the names of colors, the characters of colors, colors that nothing has",
		"nin":      "colors, the color of the background, the goal",
	} {
		f, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Losses(f, p), ", "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if got := Losses(&jsonFormat, &nonogram.Puzzle{}); got != nil {
		t.Errorf("got %q for no puzzle", got)
	}
}

// TestSimplify makes black-and-white puzzles of colored ones.
func TestSimplify(t *testing.T) {
	colors := append(nonogram.BlackAndWhite(), nonogram.Swatch{Name: "red", Symbol: 'r', RGB: nonogram.RGB{R: 255}})
	two := nonogram.FromGrid(&nonogram.Grid{Width: 3, Height: 1, Cells: []nonogram.Color{1, 2, 0}}, colors)
	two.ID, two.Title = "a", "T"
	two.Given = nonogram.NewGrid(3, 1)
	two.Given.Set(0, 1, 2)
	one := nonogram.FromGrid(&nonogram.Grid{Width: 2, Height: 1, Cells: []nonogram.Color{2, 0}}, colors)
	one.ID, one.Goal = "b", nil
	blind := nonogram.FromGrid(two.Goal, colors)
	blind.Goal = nil
	blotted := nonogram.New([][]int{{1}}, [][]int{{1}})
	blotted.Rows[0][0].Length = 0
	for _, tt := range []struct {
		name string
		f    *Format
		p    *nonogram.Puzzle
		want string
	}{
		{"kept", &jsonFormat, two, sketch(two)},
		{"painted black", &ninFormat, two, `a: 3x1 [2] [1 | 1 | 0] ##. ?#? "T"`},
		{"only one ink", &ninFormat, one, "b: 2x1 [1] [1 | 0] .=#ffffff(white) #=#ff0000(red)"},
		{"no goal", &ninFormat, blind, "it has 2 inks and no goal that could be painted black, and format nin holds only black and white"},
		{"blotted", &ninFormat, blotted, "it has blocks of unknown length, and format nin holds only numbers; json holds both"},
		{"no puzzle", &ninFormat, &nonogram.Puzzle{}, "a puzzle needs at least one row and one column, this one is 0 × 0"},
	} {
		got := ""
		if q, err := Simplify(tt.f, tt.p); err != nil {
			got = err.Error()
		} else {
			got = sketch(q)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
