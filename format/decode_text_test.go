package format

import (
	"strings"
	"testing"
)

// Samples of the text formats that use every feature, and faulty files with their errors.

func TestDecodeOlsak(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "g", "Bicycle\n:\n1 1\n2\n:\n2\n1\n1\n:\n", `1: 3x2 [1 1 | 2] [2 | 1 | 1] "Bicycle"`},
		{"words behind colons, text behind the end", "g", ": rows\n1\n: columns\n1\n:end\n\nSee the manual.\n1 2 3\n", "1: 1x1 [1] [1]"},
		{"blank lines are clues", "g", ":\n1\n\n:\n\n1\n\n:\n", "1: 3x2 [1 | 0] [0 | 1 | 0]"},
		{"no last colon", "g", ":\n1\n0\n:\n1\n\n\n", "1: 1x2 [1 | 0] [1]"},
		{"no last colon, CRLF", "g", ":\r\n1,1\r\n:\r\n1\r\n0\r\n1", "1: 3x1 [1 1] [1 | 0 | 1]"},
		{"colors", "g", "#d\n  m:%  blue   modra\n  0:   white  bila\n  1:*  black\n:\n1 1m\n:\n1\n1m\n:\n",
			"1: 2x1 [1:2 1] [1:2 | 1] .=#ffffff(white) %=#0000ff(blue) *=#000000(black)"},
		{"hexadecimal, named by the remark", "g", "Two trees\n#declaration\n g:g #00B000 light green\n b:b brown\n:\n1g1b\n:\n",
			"error 6:3: found \"1b\", expected a blank between two blocks (puzzle 1)"},
		{"X11 differs from SVG", "g", "#D\n a:a green\n b:b gray\n c:c gray50\n d:d Grey100\n:\n1a 1b 1c 1d\n:\n1a\n1b\n1c\n1d\n:",
			"1: 4x1 [1 1:2 1:3 1:4] [1 | 1:2 | 1:3 | 1:4] .=#ffffff(white) a=#00ff00(green) b=#bebebe(gray) c=#808080(gray50) d=#ffffff(Grey100)"},
		{"a background of its own", "g", "#d\n 0:. #ffff00 sun\n:\n1\n:\n1\n:", "1: 1x1 [1] [1] .=#ffff00(sun) #=#000000(black)"},
		{"triddler", "g", "This is a triddler\n#triddler\n: A\n1\n:", "error 5:2: found the end of the file, expected the clues of six sides, each after a line that starts with \":\" (puzzle 1)"},
		{"triddler without the mark", "g", ":\n1\n:\n1\n:\n1\n:\n1\n:\n1\n:\n1\n:\n", "error 6:1: found over two groups of clues, expected rows and columns; a triddler has a line #t before them (puzzle 1)"},
		{"triangles", "g", "#d\n  1:*  black\n  t:/  black/orange\n:\n1\n:\n1\n:", "1: 1x1 [1] [1] .=#ffffff(white) *=#000000(black) /=#000000/#ffa500(black/orange)"},
	})
}

func TestDecodeSgriddler(t *testing.T) {
	const head = "MK Version 3.0\r\n\r\n3 2\r\n\r\n"
	const clues = "\r\n 2\r\n 1\r\n 1\r\n\r\n 1 1\r\n 2\r\n"
	runDecodeTests(t, []decodeTest{
		{"solved", "sgriddler", head + " # . #\r\n # # .\r\n" + clues, "1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##."},
		{"blank", "sgriddler", head + "\r\n\r\n" + clues, "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"undecided, guesses", "sgriddler", head + " ? , o\r\n #\r\n" + clues, "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"the wrong picture is none", "sgriddler", head + " # # #\r\n # # .\r\n" + clues, "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"picture only", "sgriddler", head + " # . #\r\n # # .\r\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##."},
		{"clues are backwards", "sgriddler", "MK Version 3.0\n\n1 4\n\n\n\n\n\n\n 2 1\n\n 1\n\n 1\n 1\n", "1: 1x4 [1 | 0 | 1 | 1] [1 2]"},
		{"marked numbers, rest ignored", "sgriddler", head + "\r\n\r\n\r\n -2\r\n 1\r\n 1\r\n\r\n -1 -1\r\n 2\r\nx", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"all empty", "sgriddler", "MK Version 3.0\n\n2 1\n\n ? ?\n\n\n\n\n\n", "1: 2x1 [0] [0 | 0]"},
		{"unfinished picture only", "sgriddler", head + " # ? #\r\n", "error 5:1: found unknown cells in the goal, expected clues or a complete goal (puzzle 1)"},
	})
}

func TestDecodeGno(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"full", "gno", textSeeds["gno"][0], `1: 3x2 [1 1 | 2] [2 | 0 | 1] #.#/##. "T" "A" "CC"`},
		{"no author", "gno", "[Description]\nRandom\n\n2021\n4\n[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n[Locked]\ntrue\n", `1: 1x1 [1] [1] "Random"`},
		{"short description", "gno", "[Description]\nT\n[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n", `1: 1x1 [1] [1] "T"`},
		{"solution only", "gno", "[Dimensions]\n1\n2\n[Row x]\n0\n[Column]\n0\n0\n[Solution]\n1 1", "1: 2x1 [0] [0 | 0] .."},
		{"unsolved solution", "gno", "[Dim]\n1\n1\n[Row]\n1\n[Col]\n1\n[Sol]\n0\n", "1: 1x1 [1] [1]"},
	})
}

func TestDecodeFreenono(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "freenono", `<?xml version="1.0"?><FreeNono><Nonograms><Nonogram desc="d" difficulty="2" height="2" author="A" name="N &amp; M" width="3"><line> x _ x </line><line> x x _ </line></Nonogram></Nonograms></FreeNono>`,
			`1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##. "N & M" "A" "d"`},
		{"several, one bad", "freenono", textSeeds["freenono"][0], "1: 2x1 [1] [1 | 0] #. \"A & B\" \"x\"\nerror 2:18: found a width of \"x\", expected a number (puzzle 2)\n3: 1x1 [1] [1] #"},
	})
}

func TestDecodeRC(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "rc", "1,1:2-2:1:1\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"empty lines", "rc", "1::-:2", "1: 2x3 [1 | 0 | 0] [0 | 2]"},
		{"several, with ids", "rc", "17\t1-1\n\n18 b\t1-1\r\n1-1", "17: 1x1 [1] [1]\n18 b: 1x1 [1] [1]\n3: 1x1 [1] [1]"},
		{"blotted", "rc", "0,2:0-1:0:?", "1: 3x2 [? 2 | ?] [1 | ? | ?]"},
		{"a lone 0 beside nothing is blotted", "rc", "0:-1:", "1: 2x2 [? | 0] [1 | 0]"},
		{"zeros for empty lines", "rc", "0:1-1:0", "1: 2x2 [0 | 1] [1 | 0]"},
		{"question marks", "rc", "?:1-1:?", "1: 2x2 [? | 1] [1 | ?]"},
		{"a bad line between good ones", "rc", "1-1\n1:x-1\n1-1\n", "1: 1x1 [1] [1]\nerror 2:3: found \"x-1\", expected \":\", \",\" or the \"-\" between rows and columns (puzzle 2)\n3: 1x1 [1] [1]"},
	})
}

func TestDecodeCwd(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "cwd", "2\n3\n1 1\n2\n\n2\n1\n1\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"zero", "cwd", "1\n2\n1\n\n0\n1", "1: 2x1 [1] [0 | 1]"},
		{"blank clues", "cwd", "2\n2\n\n1\n\n\n1\n", "1: 2x2 [0 | 1] [0 | 1]"},
		{"blank last clue", "cwd", "1\n2\n1\n\n1\n\n", "1: 2x1 [1] [1 | 0]"},
		{"hidden last clue", "cwd", "1\n2\n1\n\n1\n", "1: 2x1 [1] [1 | 0]"},
		{"more spacing", "cwd", "\n1\n\n1\n\n1\n\n\n1\n\n", "1: 1x1 [1] [1]"},
	})
}

func TestDecodeLp(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "lp", "number_of_rows: 1\nnumber_of_columns: 2\nrow_1 number_of_clusters: 1 size(s): 1\ncolumn_1 number_of_clusters: 1 size(s): 1\ncolumn_2 number_of_clusters: 0 size(s):\n", "1: 2x1 [1] [1 | 0]"},
		{"other words, order and lines", "lp", textSeeds["lp"][0], "1: 2x1 [1] [1 | 0]"},
	})
}

func TestDecodeGlpk(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"comments, other statements, any order", "glpk", textSeeds["glpk"][0], "1: 2x1 [1] [1 | 0]"},
		{"plain", "glpk", "data;\nparam m := 2;\nparam n := 3;\nparam row : 1 2 :=\n1 1 1\n2 2 .\n;\nparam col : 1 :=\n1 2\n2 1\n3 1\n;\nend;", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
	})
}

func TestDecodeDzn(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"Kjellerstrand", "dzn", "rows = 2;\nrow_rule_len = 2;\nrow_rules = array2d(1..rows, 1..row_rule_len,\n [1,1,\n  0,2]);\ncols = 3;\ncol_rule_len = 1;\ncol_rules = array2d(1..cols, 1..col_rule_len, [2,1,1]);\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"bars", "dzn", textSeeds["dzn"][0], "1: 1x2 [1 | 0] [1]"},
		{"a list", "dzn", "row_rule_len = 1; row_rules = [1, 1]; col_rule_len = 1; col_rules = [2];", "1: 1x2 [1 | 1] [2]"},
		{"benchmarks", "dzn", textSeeds["dzn"][1], "1: 3x1 [1 1] [1 | 0 | 1]"},
		{"solution", "dzn-out", "A = array2d(1..2, 1..3, [2, 1, 2, 2, 2, 1]);\n----------\n==========\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##."},
	})
}

func TestDecodeCnon(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "cnon", "2 2 1\nA #F00\nB #0000ff\n1:A,1:B\n1:A\n1:B\n", "1: 2x1 [1 1:2] [1 | 1:2] .=#ffffff(white) a=#ff0000(A) b=#0000ff(B)"},
		{"names with blanks, empty lines", "cnon", textSeeds["cnon"][0], "1: 2x2 [1 1:2 | 0] [1 | 1:2] .=#ffffff(white) a=#ff0000(red) b=#0000ff(dark blue)"},
		{"one ink", "cnon", "1 1 1\nblack #000000\n1:black\n1:black", "1: 1x1 [1] [1]"},
		{"inks called white and black", "cnon", "2 2 1\nwhite #eeeeee\nblack #000001\n1:white,1:black\n1:white\n1:black\n", "1: 2x1 [1 1:2] [1 | 1:2] .=#ffffff(white) a=#eeeeee(white) b=#000001(black)"},
		{"an ink that nothing has", "cnon", "2 1 1\nA #F00\nB #00f\n1:B\n1:B\n", "1: 1x1 [1:2] [1:2] .=#ffffff(white) a=#ff0000(A) b=#0000ff(B)"},
	})
}

func TestDecodePzl(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "pzl", "2\n#ff0000\n#0000ff\n\n1 2\n\n2 1 255 0 0 1 0 0 255\n\n1 1 255 0 0\n1 1 0 0 255\n", "1: 2x1 [1 1:2] [1 | 1:2] .=#ffffff(white) a=#ff0000 b=#0000ff"},
		{"unused colors are dropped", "pzl", textSeeds["pzl"][0], "1: 2x1 [1 1:2] [1 | 1:2] .=#ffffff(white) a=#ff0000 b=#000000(black)"},
		{"black and white", "pzl", "1\n#000000\n1 1\n1 1 0 0 0\n1 1 0 0 0", "1: 1x1 [1] [1]"},
		{"white ink", "pzl", "1\n#ffffff\n1 1\n1 1 255 255 255\n1 1 255 255 255", "1: 1x1 [1] [1] .=#ffffff(white) #=#ffffff"},
		{"a color that is not in the list", "pzl", "0\n1 1\n1 1 9 9 9\n1 1 9 9 9", "1: 1x1 [1] [1] .=#ffffff(white) #=#090909"},
		{"all on one line", "pzl", "1 #000000 1 2 0 0 0", "1: 2x1 [0] [0 | 0]"},
	})
}

func TestDecodeNonogrid(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "nonogrid", "# c\n[clues]\nrows = \"\"\"\n 1 1\n 2\n\"\"\"\ncolumns = '2, 1, 1'\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"colors, comments, unknown values", "nonogrid", textSeeds["nonogrid"][0],
			"1: 4x1 [1 1:2 2:3] [1 | 1:2 | 1:3 | 1:3] .=#ffffff(white) r=#ff0000(r) b=#0000ff(b) #=#000000(black)"},
		{"INI", "nonogrid", textSeeds["nonogrid"][1], "1: 3x2 [4:2 | 0] [3:2 1:2 | 1:2 1:2 1:2 | 1:2] .=#ffffff(white) *=#0000ff(b) #=#000000(black)"},
		{"compact INI", "nonogrid", "[clues]\ncolumns=3 1,1 1 1,1 1 1,1 3\nrows=4,1,4,1,4\n", "1: 4x5 [4 | 1 | 4 | 1 | 4] [3 1 | 1 1 1 | 1 1 1 | 1 3]"},
		{"quoted clues, last commas", "nonogrid", "[clues]\nrows = '''\n \"1\", 0,\n \"1 1\",\n'''\ncolumns = \"\"\"1 1, 0, 1\"\"\"", "1: 3x3 [1 | 0 | 1 1] [1 1 | 0 | 1]"},
		{"hexadecimal", "nonogrid", "[colors]\ndefs = ['r=(FF0000)&']\n[clues]\nrows = '1r'\ncolumns='1r'", "1: 1x1 [1] [1] .=#ffffff(white) #=#ff0000(r)"},
	})
}

func TestDecodeRosetta(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "rosetta", "AA B\nB A A\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"several, one bad", "rosetta", textSeeds["rosetta"][0], "1: 3x2 [1 1 | 2] [2 | 1 | 1]\n2: 2x2 [1 | 0] [0 | 1]\n" +
			"error 8:1: found the end of the line, expected the columns in the line below the rows (puzzle 3)\n" +
			"error 9:1: found \"1\", expected a letter from A to Z (puzzle 4)"},
	})
}

func TestDecodeSpoj(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "spoj", textSeeds["spoj"][0], "1: 2x1 [1] [1 | 0]\n2: 1x1 [0] [0]"},
		{"too few", "spoj", "2\n1 1\n1 0\n1 0\n", "1: 1x1 [1] [1]\nerror 5:1: found 1 puzzle, expected 2 (puzzle 1)"},
		{"too many", "spoj", "1\n1 1\n1 0\n1 0\n1", "1: 1x1 [1] [1]\nerror 5:1: found \"1\", expected the end of the file after 1 puzzle (puzzle 1)"},
		{"one line", "spoj", textSeeds["spoj"][1], "1: 1x1 [1] [1]"},
	})
}

// TestErrorsMore pins where errors are and what they say in the newer formats.
func TestErrorsMore(t *testing.T) {
	tests := []struct{ format, data, want string }{
		{"g", "hello\n", "f:2:1: found the end of the file, expected a line that starts with \":\" before the rows (1)"},
		{"g", ":\n1\n", "f:3:1: found the end of the file, expected a line that starts with \":\" between rows and columns (1)"},
		{"g", ":\n1x\n:\n1\n:", "f:2:2: found the color \"x\", expected one that the file declares (1)"},
		{"g", ":\n-1\n:\n1\n:", "f:2:1: found \"-1\", expected a number (1)"},
		{"g", ":\n1 0\n:\n1\n:", "f:2:3: found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0 (1)"},
		{"g", "#d\n r:r reddish\n:", "f:2:6: found \"reddish\", expected the name of a color or one like #ff0000, or two with a / or \\ between them (1)"},
		{"g", "#d\n red\n:", "f:2:2: found \"red\", expected a color like \"r:r  red\" (1)"},
		{"g", "#d\n 7:r red\n:", "f:2:2: found \"7:r\", expected a character other than a digit or a comma (1)"},

		{"sgriddler", "MK\n", "f:1:1: found \"MK\", expected \"MK Version 3.0\" (1)"},
		{"sgriddler", "MK Version 3.0\n\n2 x\n", "f:3:3: found \"x\", expected a number (1)"},
		{"sgriddler", "MK Version 3.0\n\n100000 100000\n", "f:3:1: size 100000 × 100000 is over the limit of 10000 cells a side (1)"},
		{"sgriddler", "MK Version 3.0\n\n2 1\n # #\n", "f:4:2: found \"#\", expected an empty line (1)"},
		{"sgriddler", "MK Version 3.0\n\n2 1\n\n##\n\n", "f:5:1: found \"##\", expected a blank before every cell (1)"},
		{"sgriddler", "MK Version 3.0\n\n1 1\n\n # #\n\n", "f:5:1: found a row of 2 cells, expected at most 1 (1)"},
		{"sgriddler", "MK Version 3.0\n\n1 2\n\n\n\n\n 1\n\n x\n", "f:10:2: found \"x\", expected a number (1)"},
		{"sgriddler", "MK Version 3.0\n\n1 3\n\n\n\n\n\n 1\n\n 1\n", "f:12:1: found 1 row, expected 3 (1)"},

		{"gno", "[Row clues]\n1\n", "f:1:1: found the clues of the rows, expected the dimensions first (1)"},
		{"gno", "[Solution]\n1\n", "f:1:1: found the solution, expected the dimensions first (1)"},
		{"gno", "[Dimensions]\n1\n", "f:3:1: found the end of the file, expected a number (1)"},
		{"gno", "[Dimensions]\n1\n1\n[Row clues]\n1;1\n", "f:5:1: found \"1;1\", expected a number (1)"},
		{"gno", "[Dimensions]\n1\n1\n[Row clues]\n1\n1\n", "f:6:1: found more than 1 row (1)"},
		{"gno", "[Dimensions]\n1\n2\n[Row clues]\n1\n[Column clues]\n1\n[X]\n", "f:8:1: found 1 column, expected 2 (1)"},
		{"gno", "[Dimensions]\n1\n1\n[Solution]\n3\n", "f:5:1: found \"3\", expected a cell: 0, 1 or 2 (1)"},
		{"gno", "[Dimensions]\n1\n1\n[Solution]\n1 1\n", "f:5:3: found more cells than 1 × 1 (1)"},
		{"gno", "[Dimensions]\n1\n2\n[Solution]\n1\n", "f:6:1: found 1 cell in the solution, expected 2 × 1 (1)"},
		{"gno", "[Dimensions]\n1\n1\n", "f:1:1: found no clues, expected [Dimensions], [Row clues] and [Column clues] (1)"},

		{"freenono", "<FreeNono><Nonogram width='1' height='2'><line>x</line></Nonogram>", "f:1:11: found 1 line, expected 2 (1)"},
		{"freenono", "<FreeNono><Nonogram width='2' height='1'><line>x</line></Nonogram></FreeNono>", "f:1:42: found a line of 1 cell, expected 2 (1)"},
		{"freenono", "<FreeNono><Nonogram width='1' height='1'><line>\no</line></Nonogram></FreeNono>", "f:2:1: found \"o\", expected x or _ (1)"},
		{"freenono", "<FreeNono><Nonogram width='1' height='1'><row>x</row></Nonogram></FreeNono>", "f:1:42: found <row>, expected <line> (1)"},
		{"freenono", "<FreeNono><Nonogram width='99999' height='99999'></Nonogram></FreeNono>", "f:1:11: size 99999 × 99999 is over the limit of 10000 cells a side (1)"},
		{"freenono", "<!DOCTYPE a [<!ENTITY b 'c'>]><FreeNono/>", "f:1:1: found declarations in the document type, expected a document type without declarations"},

		{"rc", "1:2\n", "f:1:4: found the end of the line, expected \":\", \",\" or the \"-\" between rows and columns (1)"},
		{"rc", "1-1,\n", "f:1:5: found the end of the line, expected a number (1)"},
		{"rc", "1-1-1\n", "f:1:4: found \"-1\", expected \":\", \",\" or the end of the line (1)"},
		{"rc", "a\tb\n", "f:1:3: found \"b\", expected \":\", \",\" or the \"-\" between rows and columns (a)"},

		{"cwd", "2 1\n", "f:1:3: found \"1\", expected the end of the line after a number (1)"},
		{"cwd", "1\n2\n1\n\n", "f:5:1: found 2 clues of rows and columns, expected 3 (1)"},
		{"cwd", "1\n1\n1\n\n1\n1\n", "f:6:1: found more than 2 clues of rows and columns (1)"},
		{"cwd", "1000000000\n1\n", "f:1:1: size 1 × 1000000000 is over the limit of 10000 cells a side (1)"},

		{"lp", "number_of_rows 1", "f:1:1: found \"number_of_rows\", expected number_of_rows: (1)"},
		{"lp", "number_of_rows: 1 number_of_columns: 1 line_1", "f:1:40: found \"line_1\", expected row_ or column_ and its number (1)"},
		{"lp", "number_of_rows: 1 number_of_columns: 1 row_1 a 1", "f:1:46: found \"a\", expected a word with a colon, like number_of_clusters: (1)"},
		{"lp", "number_of_rows: 1 number_of_columns: 1\nrow_2 a: 0 b: column_1 a: 0 b:", "f:2:1: found row 2, expected at most 1 (1)"},
		{"lp", "number_of_rows: 2 number_of_columns: 1\nrow_2 a: 0 b: column_1 a: 0 b:", "f:2:31: found the clues of 1 row, expected 2 (1)"},
		{"lp", "number_of_rows: 1 number_of_columns: 1\nrow_1 a: 0 b:\nrow_1 a: 0 b:", "f:3:1: found row 1 a second time (1)"},
		{"lp", "number_of_rows: 1 number_of_columns: 1\nrow_99999 a: 0 b:", "f:2:1: found the number 99999 of a row, expected 1 to 10000 (1)"},
		{"lp", "number_of_rows: 1 number_of_columns: 1\nrow_1 a: 1 b: 0", "f:2:15: found \"0\", expected a number from 1 (1)"},

		{"glpk", "param m := 1;\nparam n := 1;\nparam row : 1 := 1 x;", "f:3:20: found \"x;\", expected a number (1)"},
		{"glpk", "param m := 1;\nparam n = 1;", "f:2:9: found \"=\", expected \":=\" (1)"},
		{"glpk", "param m := 1;\n/* ", "f:2:1: found a comment without an end, expected */ (1)"},
		{"glpk", "param m := 1;\nparam n := 1", "f:2:13: found the end of the file, expected a semicolon (1)"},
		{"glpk", "param m := 1; param n := 2; param row : 1 := 1 1; param col : 1 := 1 1;", "f:1:72: found the clues of 1 column, expected 2 (1)"},
		{"glpk", "param m := 1; param n := 1; param row : 1 := 1 0;", "f:1:48: found \"0;\", expected a number from 1, or a dot (1)"},

		{"dzn", "row_rules = [|1|1,1|];\n", "f:1:1: found no puzzle, expected a list of the rows' clues and one of the columns', or a matrix of 0 and 1"},
		{"dzn", "rows = 2;\nrow_rules = [|1|];\ncol_rules = [|1|];\n", "f:1:8: found rows = 2, but clues for 1 row (1)"},
		{"dzn", "X = 1;", "f:1:1: found no puzzle, expected a list of the rows' clues and one of the columns', or a matrix of 0 and 1"},
		{"dzn", "x = array2d(1..2, 1..n, [1]);", "f:1:1: found no puzzle, expected a list of the rows' clues and one of the columns', or a matrix of 0 and 1"},
		{"dzn-out", "A = array2d(1..1, 1..2, [1, 3]);", "f:1:29: found \"3\", expected a cell, 1 or 2 (1)"},
		{"dzn-out", "A = array2d(1..1, 1..2, [1, 1, 1]);", "f:1:12: found no rows of cells, expected array2d(1..HEIGHT, 1..WIDTH, [...]) (1)"},
		{"dzn-out", "B = 1;", "f:1:1: found no array A of cells, expected one (1)"},

		{"cnon", "1 1\n", "f:1:4: found the end of the line, expected a number (1)"},
		{"cnon", "1 1 1 1\n", "f:1:7: found \"1\", expected the end of the line after the number of inks, the width and the height (1)"},
		{"cnon", "1 1 1\nred\n", "f:2:1: found \"red\", expected a color like red #ff0000 (1)"},
		{"cnon", "2 1 1\nred #f00\nred #00f\n", "f:3:1: found the color \"red\" a second time (1)"},
		{"cnon", "1 1 1\nred #f00\n1:blue\n1:red\n", "f:3:3: found the color \"blue\", expected one of those above (1)"},
		{"cnon", "1 1 1\nred #f00\n1\n1:red\n", "f:3:2: found the end of the line, expected a colon and a color after the number (1)"},
		{"cnon", "1 1 1\nred #f00\n1:red\n", "f:4:1: found 1 clue of rows and columns, expected 2 (1)"},

		{"pzl", "1\nred\n", "f:2:1: found \"red\", expected a color like #ff0000 (1)"},
		{"pzl", "0\n1 1\n1 1 0 0 256\n", "f:3:9: found \"256\", expected a channel from 0 to 255 (1)"},
		{"pzl", "0\n1 1\n1 0 0 0 0\n", "f:3:3: found \"0\", expected a length from 1 (1)"},
		{"pzl", "0\n1 1\n0\n0\n0\n", "f:5:1: found \"0\", expected the end of the file after 1 row and 1 column (1)"},
		{"pzl", "0\n9999 9999\n", "f:2:1: size 9999 × 9999 is over the limit of 4000000 cells (1)"},
		{"pzl", "999999999\n", "f:2:1: found the end of the file, expected a color like #ff0000 (1)"},

		{"nonogrid", "[clues]\nrows = '1'\n", "f:1:1: found no rows or no columns, expected both in [clues] (1)"},
		{"nonogrid", "[clues]\nrows = \"\"\"\n 1\n 1x\n\"\"\"\ncolumns = '2'\n", "f:4:3: found the color \"x\", expected one that the file defines (1)"},
		{"nonogrid", "[clues]\nrows = '1'\ncolumns = 'x'\n", "f:3:12: found \"x\", expected a number (1)"},
		{"nonogrid", "[clues]\nrows = '1W'\ncolumns = '1'\n", "f:2:9: found the background color in a clue, expected another color (1)"},
		{"nonogrid", "[clues]\nrows = '1'\nrows = '1'\n", "f:3:8: found rows a second time (1)"},
		{"nonogrid", "[clues]\nrows = \"\"\"\n", "f:2:8: found a string without an end, expected \"\"\" (1)"},
		{"nonogrid", "[clues]\nrows\n", "f:2:1: found \"rows\", expected a line like rows = ... (1)"},
		{"nonogrid", "[colors]\ndefs = ['r']\n", "f:2:9: found \"'r'\", expected a color like \"r = (red) r\" (1)"},
		{"nonogrid", "[colors]\ndefs = ['r = (reddish) r']\n", "f:2:9: found the color \"(reddish) r\", expected one like (red) r or (ff0000) r (1)"},
		{"nonogrid", "[colors]\ndefs = ['1 = (red) r']\n", "f:2:9: found the name \"1\" of a color, expected a word that does not start with a digit (1)"},
		{"nonogrid", "[colors]\ndefs = ['r\n", "f:2:9: found a string without an end, expected the closing ' (1)"},
		{"nonogrid", "x = [\n", "f:1:1: found an array without an end, expected ] (1)"},

		{"rosetta", "A\nAb\n", "f:2:2: found \"b\", expected a letter from A to Z (1)"},
		{"rosetta", "A\nA\nA\n", "f:3:1: found \"A\", expected a blank line between two puzzles (1)"},
		{"rosetta", "A@\nA A\n", "f:1:2: found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0 (1)"},
		{"spoj", "x", "f:1:1: found \"x\", expected a number"},
		{"spoj", "1\n1 1\n1 0\n1", "f:4:2: found the end of the file, expected a number (1)"},
		{"spoj", "1\n1000000000 1000000000\n", "f:2:1: size 1000000000 × 1000000000 is over the limit of 10000 cells a side (1)"},
	}
	for _, tt := range tests {
		got := strings.ReplaceAll(strings.ReplaceAll(sketches(tt.data, "f", tt.format), "error ", ""), "(puzzle ", "(")
		if got != tt.want {
			t.Errorf("%s %q:\ngot  %s\nwant %s", tt.format, tt.data, got, tt.want)
		}
	}
}

// TestSeveralGrids reads a file of picross-solver with several puzzles.
func TestSeveralGrids(t *testing.T) {
	const first = "# puzzles\nGRID Two trees\nROWS\n[ 1 1 ]\n[ 2 ]\nCOLUMNS\n[ 2 ]\n[ 1 ]\n[ 1 ]\n\n"
	const last = "GRID\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n"
	const trees, dot = "1: 3x2 [1 1 | 2] [2 | 1 | 1] \"Two trees\"\n", ": 1x1 [1] [1]"
	if got, want := sketches(first+last, "f", ""), trees+"2"+dot; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	broken := "GRID \"Broken\"\nROWS\n[ x ]\nCOLUMNS\n[ 1 ]\n"
	want := trees + "error f:13:3: found \"x\", expected a number (puzzle 2)\n3" + dot
	if got := sketches(first+broken+last, "f", "plain"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
