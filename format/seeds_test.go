package format

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"nonogram"
)

// textSeeds are small files of every format that can be text, with its dialects
// and corners. The fuzzer starts from them, and so does TestMutated.
var textSeeds = map[string][]string{
	"non": {
		"title \"T &amp; U\"\nby x\nwidth 3\nheight 2\n\nrows\n1,1\n\n\ncolumns\n1\n0\n1\n\ngoal \"101\n000\"\ngiven \"??0???\"\nsaved \"0\"\n====\nwidth 1\n",
		"width 2\nheight 2\ncolor r #ff0000\ncolor b #00f\nswatch r ! \"red\"\nbackground #eee \"paper\"\nrows\n1r,1b\n2b\ncolumns\n1r,1b\n2b\ngoal \"rbbb\"\n",
		"width 2\r\nheight 2\r\ncolor black 000000 X\r\ncolor green 00B000 #\r\nrows\r\ngreen 1 black 1\r\n0\r\ncolumns\r\ngreen 1\r\n1\r\n",
		"columns 2\nrows 1\ngoal 1a\nid 7\nnotes \"n\"\ncollection c\n",
	},
	"json": {
		`{"name":"N","data":{"a":{"problem":"1 2\n1\n0\n1","solution":"1 2\nx -"},"b":{"problem":"1"}}}`, `{"puzzles":[{"solution":[[1,0],[true,null]]},{"clues":{"row_hints":[[0,1.0],"1 1"],"colHints":[[1,0]]}}]}`,
		`{"goal":null}`, `{"rows":[[1]],"columns":null,"palette":null,"given":null}`,
		`{"id":"a","title":"T\n\u00e9\ud83d","rows":[[1,1],[]],"columns":[[1],[0],[null]],"given":["?..","..."],"width":3}`,
		`[{"palette":[{"symbol":".","color":"#fff"},{"name":"red","symbol":"r","color":"#ff0000"},{"name":"blue"}],"rows":[[{"n":1,"c":"r"},{"n":null,"c":"blue"}]],"columns":[[{"c":"red","n":1}],[]],"goal":["r?"]},{"goal":["#."]}]`,
		"{\"goal\":[\"#\"]}\n{\"grid\":[\"#\"],\"id\":5}\n{]\n{\"goal\":[\".\"]}",
	},
	"webpbn": {
		`<?xml version="1.0"?><!DOCTYPE pbn SYSTEM "x"><puzzleset><source>S</source><puzzle type="grid" defaultcolor="red" backgroundcolor="sky"><id>#1</id><title><![CDATA[A<B]]> &amp; C</title><description>d</description><note>n</note>` +
			`<color name="sky" char="s">00f</color><color name="red" char="r">F00</color><color name="g&quot;" char="%">0000Ff</color>` +
			`<clues type="rows"><line><count>1</count><count color="g&quot;">0</count></line></clues><clues type="columns"><line><count>1</count></line><line/></clues>` +
			`<solution type="goal"><image>|r[s%]|</image></solution><solution type="saved" id="given"><image>|?s|</image></solution></puzzle></puzzleset>`,
		"<puzzle><solution><image>\n|X.|\n</image></solution></puzzle><puzzle type='triddler'/><puzzle><clues><puzzle>",
	},
	"nin":        {"3 2\n1 1\n\n1\n0\n1\n", "1 1\r1\r1\r9 9", "2 2\n\n\n1\n1\n\n"},
	"mk":         {"2 3\n1 1\n\n#\n1\n0\n1\n#", "1 1\r\n1\r\n#\r\n1"},
	"tournament": {"$1\n1\t1\n\n1\n2\n\n\n$x 2x1\n1\n0\n1\n", "$1\r\n1\r\n1\r\n", "$\n\n\n\n$,\n1\n1\n"},
	"solution":   {"$1\n0\t1\n1\t1\n$2 1x1\n1\n", "$a\r\n01\r\n10\r\n\r\n"},
	"tatham":     {"3x2:1//1/1.1/,Abzc\n# c\n2:1/1/1/1\n", "30x1:" + "//////////////////////////////,zdA"},
	"sav":        {"SAVEFILE:1:x\nGAME    :7:Pattern\nPARAMS  :3:2x1\nDESC    :8:1//1,ab\nMOVE    :8:F0,0,1,1\n"},
	"g": {
		"A remark\n :x\n#d\n  0:.  white\n  1:*  gray50 dull\n  r:&  #FF0000 red & all\n  6:  red\n: rows\n1 1r\n\n0\n: columns\n1\n1r\n\n: end\nmore",
		":\r\n1\r\n:\r\n1\r\n", "#t\n:\n1\n:\n1\n:\n1\n:\n1\n:\n1\n:\n1\n:", "#d\n t:/ a/b <<\n:\n/1\\\n:\n1\n",
	},
	"sgriddler": {
		"MK Version 3.0\r\n\r\n3 2\r\n\r\n # . #\r\n # #\r\n\r\n 2\r\n 1\r\n -1\r\n\r\n 1 1\r\n\r\nand more",
		"MK Version 3.0\n\n2 1\n\n # .\n", "MK Version 3.0\n\n1 1\n\n ?\n\n\n\n\n",
	},
	"gno": {
		"[Description]\nT\nA\n2010\n4\n[License]\nCC\n[Dimensions]\n2\n3\n[Row clues]\n1, 1\n2\n[Column clues]\n2\n0\n1,\n[Solution]\n2 1 2\n2 2 1\n[Working grid]\n0 0 0\n0 0 0\n[State]\nX\n",
		"x\n[Dim]\n1 1\n[Sol]\n2\n", "[Dim]\n1\n1\n[Row]\n\n[Col]\n\n[Sol]\n0",
	},
	"freenono": {
		"<FreeNono><Nonograms><Nonogram name=\"A &amp; B\" author='x' desc=\"\" width=\"2\" height=\"1\"><line> x _ </line></Nonogram>\n<Nonogram width=\"x\"/><Nonogram width=\"1\" height=\"1\"><line>X</line></Nonogram></Nonograms></FreeNono>",
	},
	"rc":       {"1,1:2-2:1:1\n17\t0,1:-0:?:1\n\nx-\n", "0:1-1:0\n", "?:1-1:?\n"},
	"cwd":      {"2\n3\n1 1\n2\n\n2\n1\n1\n", "2\n1\n1\n\n\n1", "1\r\n1\r\n0\r\n\r\n0\r\n"},
	"nono":     {"3 2\n1\n0\n1\n1 1\n\n", "2,1\n1\n1\n\n2\n"},
	"plain":    {"1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n", "rows: 1 1, 2\nColumns = [2] [1] [1]\n", "# a\nZeile 1: ?\nSpalte 1: 1\n", "{:left [[1 1] [2]] :up [[2] [1] [1]]}", "- - 1\n  - 1\n- - 2\n---\n2\n1\n1", "1 1/2|2/1/1", "x\nrows\n- 1 1\n- 2\ncols\n2;1;1", "1\n\n1\n\n1\n1"},
	"grid":     {".#\n##\n\n#\n", "0 1\n1 1\n", "⬜⬛️\n🟥⬜\n", "|X.|\n|.X|", " █\n\n█\n", "#?\n..\n", "◢#\n##\n"},
	"penpa":    {"https://swaroopg92.github.io/penpa-edit/#m=edit&p=VY87C8JQDIV3f4Xc+Qw3ua222Vw6aUV0Kx06VBQKYh/LvfS/m/qgloRwviTkkO45VG2NGA4ugQVpMCegmLGxU/7icu+bWtbYDf3t0aoAjlmGa9V09aog3WDYchX8SYI/iM/HUeEsYYTPJRhmIwXreUOmhGGnSDNGiirnRrqYO7vE9O+YGuzV5mtnHBmJPqbaKxy9n9pOtXwB\n", "m=solve&p=Ky4sTSxK1THVMdYxttAx0DEEQiMjCx1DUyMdMwMQgsGQzJKcVCsFHcfSkoz8IiBDR8ffzU0nLTGnOJUr2hCowkjHIJaruirQqrrK16rKr7aWq1oprzQ3KbVIyapaychIySpayV4JaIGSoVKsjpKxAZqAkSVQAOQAJTOl2NpaAA==&a=x\n"},
	"puzzlink": {"https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h\n", "http://pzv.jp/p.html?nonogram/v:/1/2/1/1/1\nhttps://x/p?nonogram/3/2/.i1g\n", "https://puzz.link/p?nonogram/40/1/z-14+123"},
	"pzpr":     {"pzprv3/nonogram/2/3/. . 2 1 1 /1 1 # . # /. 2 # # . /", "pzprv3.1\nnonogram\n1\n1\n. - \n1 + \n"},
	"link":     {"https://example.org/play/#p=FqEruqguai-2\n", "/play/#p=FIQGAAAAAAA\nx"},
	"asp":      {"% c\nrow_hint(1,1,1). row_hint(1, 2, 1).\nrow_hint(2,1,2).\ncol_hint(1,1,2). col_hint(2,1,1). col_hint(3,1,1).\n", "column(0,0,1). row(0,0,1). width(1). a :- row(1,2,X).\n"},
	"lp":       {"number_of_rows: 1\nnumber_of_columns: 2\ncolumn_2 number_of_tiles: 0 width(s):\nrow_1 a: 1 b: 1\ncolumn_1 a: 1 b: 1"},
	"cnf":      {"c | width 2\nc | height 1\nc | rows\nc | 1\nc | columns\nc | 1\nc | 0\nc cells 1 to 2: cell (row - 1) * 2 + column is filled\np cnf 3 1\n-3 0\n", "p cnf 1 1\n1 0\n"},
	"glpk":     {"/* c */\ndata;\nparam m := 1; # x\nparam n := 2;\nparam row : 1 2 :=\n 1 1 . ;\nparam col : 1 := 2 . 1 1;\nset X;\nend;\n"},
	"dzn":      {"rows = 2;\nrow_rule_len = 2; % c\nrow_rules = [|0, 1|0,0|];\ncols=1; col_rule_len=1; col_rules = array2d(1..cols, 1..1, [1]);\n", "X = 3; Y = 1; /* c */ maxlen = 3;\nrows = [|1, 0, 1|];\ncols = [|1,-1,-1|-1,-1,-1|1,-1,-1|];\n", "row_states = array2d(1..row_total_states, 1..2, [1,2, 2,0,]); row_num_states=[2]; col_states = array2d(1..2, 1..2, [1,2, 2,0]); col_num_states=[2];"},
	"dzn-out":  {"A = array2d(1..1, 1..2, [1, 2]);\n----------\n", "A = [|1, 2|2, 2|];"},
	"cnon":     {"2 2 2\nred #f00\ndark blue #0000FF\n1:red,1:dark blue\n\n1:red\n1:dark blue\n", "0 1 1\n0\n0\n"},
	"pzl":      {"3\n#ff0000\n#fff\n#000000\n\n1 2\n\n2 1 255 0 0 1 0 0 0\n\n1 1 255 0 0\n1 1 0 0 0\n", "0 1 1 0 0"},
	"nonogrid": {
		"x = [ 'a', [1] ]\n[colors]\ndefs = [\n 'r = (red) r', # c\n \"b = (0, 0, 255) \\u0062\",\n]\n[clues]\nrows = \"\"\"\n 1r 1b 2B # c\n\"\"\"\ncolumns = '1r, 1b, 1, \"1\"' # d\n",
		"[clues]\ncolumns=3 1,1 1 1\n  ; c\n 1\nrows =\n  4 ; x\n  0\n\n[colors]\nb = (blue) *\n[other]\nk = 5\n",
	},
	"rosetta": {"AA B\nB A A\n\nA @\n@ A\n\nA\n\n1 A\nB\n", "C\r\nA A A\r\n"},
	"spoj":    {"2\n1 2\n1 0\n1 0\n0\n1 1\n0 0\n", "1 1 1 1 0 1 0"},
	"pbm":     {"P1\n# c\n3 2\n1 0 1\n110", "P4 9 1\n\xff\x80P4\n1 1\n\x80", "P6\n1 1\n255\n\xff\xff\xff"},
	"npy":     {npySeed("|u1", "(2, 4)", "\x01\x02\x01\x02\x00\x01\x01\x00"), npySeed("<i2", "(1, 2, 2)", "\x01\x00\x00\x00\x01\x00\x01\x00"), npySeed(">f8", "(9, 9)", "")},
	"xbm":     {"#define a_width 3\n#define a_height 2\n#define a_x_hot 1\nstatic unsigned char a_bits[] = { 0x05, 3, };", "#define _width 17\n#define _height 1\nstatic short _bits[] = {\n 0xffff, 0x1 };"},
}

// seeds gives small files of the format.
func seeds(f *Format) []string {
	if f == &nonogramsOrgFormat {
		return []string{orgPage(seedPicture(false)), orgPage(seedPicture(true))}
	}
	if texts := textSeeds[f.Name]; texts != nil {
		return texts
	}
	var out []string
	for _, colored := range []bool{false, true} {
		var buf bytes.Buffer
		// Colors where there are none, too: a Writer would refuse them.
		if err := f.whole(&buf, []*nonogram.Puzzle{seedPicture(colored)}); err != nil {
			panic(err)
		}
		out = append(out, buf.String())
	}
	return out
}

// npySeed is an array of NumPy.
func npySeed(descr, shape, data string) string {
	head := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n"
	return npyMagic + "\x01\x00" + string([]byte{byte(len(head)), 0}) + head + data
}

// seedPicture is a small picture. In colors, one of its inks looks like the
// background, which has to become transparent.
func seedPicture(colored bool) *nonogram.Puzzle {
	g := &nonogram.Grid{Width: 4, Height: 3, Cells: []nonogram.Color{1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0}}
	palette := nonogram.BlackAndWhite()
	if colored {
		g.Cells[0], g.Cells[3] = 2, 3
		palette = append(palette, nonogram.Swatch{RGB: nonogram.RGB{R: 200, G: 10}}, nonogram.Swatch{RGB: white})
	}
	return nonogram.FromGrid(g, palette)
}

// TestSeeds wants a seed for every format, of which something is read.
func TestSeeds(t *testing.T) {
	for _, f := range All() {
		puzzles := 0
		for _, s := range seeds(f) {
			for _, err := range Decode([]byte(s), "", f.Name) {
				if err == nil {
					puzzles++
				}
			}
		}
		if puzzles == 0 {
			t.Errorf("no seed of %s has a puzzle", f.Name)
		}
	}
}

// TestMutated is a short fuzzing that always does the same: seeds with bytes
// changed, doubled, swapped and cut out.
func TestMutated(t *testing.T) {
	const rounds = 3000
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(5, uint64(len(f.Name))))
			list := seeds(f)
			for range rounds {
				checkDecode(t, f, mutate(rng, []byte(list[rng.IntN(len(list))])))
			}
		})
	}
}

// interesting are bytes that mean something in some format.
const interesting = "0123456789-,.:;#$%&<>[]{}()|\"'=?@/\\ \t\r\n\x00\xff\x80aAzZ"

func mutate(rng *rand.Rand, data []byte) []byte {
	for range 1 + rng.IntN(4) {
		if len(data) == 0 {
			return data
		}
		i, j := rng.IntN(len(data)), rng.IntN(len(data))
		if i > j {
			i, j = j, i
		}
		switch rng.IntN(6) {
		case 0:
			data[i] = interesting[rng.IntN(len(interesting))]
		case 1:
			data = slices.Insert(data, i, interesting[rng.IntN(len(interesting))])
		case 2:
			data = slices.Delete(data, i, min(j, i+8))
		case 3:
			data = slices.Insert(data, i, slices.Clone(data[i:min(j, i+40)])...)
		case 4:
			data[i], data[j] = data[j], data[i]
		case 5:
			data[i] ^= 1 << rng.IntN(8)
		}
	}
	return data
}
