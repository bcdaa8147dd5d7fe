package format

import "testing"

func TestDecodeNon(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"Simpson", "non", "width 3\nheight 2\n\nrows\n1,1\n2\n\ncolumns\n2\n1\n1\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"size by rows and columns", "non", "columns 3\nrows 2\nrows\n1,1\n2\ncolumns\n2\n1\n1\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"columns first, no size", "non", "columns\n2\n1\n1\nrows\n1,1\n2", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"capitals and indentation", "non", "Width 1\n HEIGHT 1\n Rows\n 1\n COLUMNS\n\t1\n", "1: 1x1 [1] [1]"},
		{"CRLF", "non", "width 1\r\nheight 1\r\nrows\r\n1\r\ncolumns\r\n1\r\n", "1: 1x1 [1] [1]"},
		{"blank lines as clues", "non", "width 2\nheight 3\nrows\n1\n\n1\n\ncolumns\n\n2\n\n", "1: 2x3 [1 | 0 | 1] [0 | 2]"},
		{"blank lines as spacing", "non", "width 2\nheight 3\nrows\n\n1\n0\n\n1\n\ncolumns\n0\n2\n\n", "1: 2x3 [1 | 0 | 1] [0 | 2]"},
		{"texts", "non", "title \"A &quot;B&quot; &copy;\"\nby C\ncopyright \"\"\nlicense\ncatalogue \"x\ny\"\nfoo bar\nwidth 1\nheight 1\nrows\n1\ncolumns\n1",
			`1: 1x1 [1] [1] "A \"B\" ©" "C" "x"`},
		{"Latin-1", "non", "title \"caf\xe9\"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1", `1: 1x1 [1] [1] "café"`},
		{"own lines", "non", "id \"x y\"\nnotes \"a&#10;b\"\nwidth 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngiven \"?0\"\n", `x y: 2x1 [1] [1 | 0] ?. "a\nb"`},
		{"goal", "non", "width 2\nheight 2\nrows\n1\n2\ncolumns\n2\n1\ngoal \"1011\"\n", "1: 2x2 [1 | 2] [2 | 1] #./##"},
		{"goal over lines", "non", "width 2\nheight 2\nrows\n1\n2\ncolumns\n2\n1\ngoal \"10\n  11\"\ntitle T\n", "1: 2x2 [1 | 2] [2 | 1] #./## \"T\""},
		{"goal over lines without quotes", "non", "width 2\nheight 2\ngoal\n10\n11\nrows\n1\n2\ncolumns\n2\n1\n", "1: 2x2 [1 | 2] [2 | 1] #./##"},
		{"goal in other characters", "non", "width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal \"X.\"\n", "1: 2x1 [1] [1 | 0] #."},
		{"goal only", "non", "width 2\nheight 1\ngoal \"10\"\n", "1: 2x1 [1] [1 | 0] #."},
		{"colored goal only", "non", "width 3\nheight 1\ncolor a #f00\ngoal \"1a0\"\n", "1: 3x1 [1:2 1] [1:2 | 1 | 0] .=#ffffff(white) a=#ff0000 #=#000000(black) #a."},
		{"saved is not given", "non", "width 1\nheight 1\nsaved \"0\"\nrows\n1\ncolumns\n1", "1: 1x1 [1] [1]"},
		{"bundle", "non", "width 1\nheight 1\nrows\n1\ncolumns\n1\n====\n\n====\ntitle T\nwidth 1\nheight 1\nrows\n0\ncolumns\n0\n======", "1: 1x1 [1] [1]\n2: 1x1 [0] [0] \"T\""},
		{"Terry's colors", "non", "width 2\nheight 2\ncolor r #ff0000\ncolor b #0000ff\nrows\n1r,1b\n2b\ncolumns\n1r,1b\n2b\ngoal \"rbbb\"\n",
			"1: 2x2 [1 1:2 | 2:2] [1 1:2 | 2:2] .=#ffffff(white) r=#ff0000 b=#0000ff rb/bb"},
		{"colors declared late", "non", "width 2\nheight 1\nrows\n1r,1b\ncolumns\n1r\n1b\ncolor b #0000ff\ncolor r #ff0000\n",
			"1: 2x1 [1:2 1] [1:2 | 1] .=#ffffff(white) b=#0000ff r=#ff0000"},
		{"colors not declared", "non", "width 2\nheight 1\nrows\n1r,1\ncolumns\n1r\n1\n",
			"1: 2x1 [1:2 1] [1:2 | 1] .=#ffffff(white) #=#000000(black) r=#209030"},
		{"one ink, not black", "non", "width 1\nheight 1\ncolor r #ff0000\nrows\n1r\ncolumns\n1r\ngoal \"r\"",
			"1: 1x1 [1] [1] .=#ffffff(white) #=#ff0000 #"},
		{"nonny", "non", "collection \"Trees\"\nwidth 2\nheight 2\ncolor black 000000 X\ncolor green 00B000 #\nrows\ngreen 1 black 1\n0\ncolumns\ngreen 1\n1\n",
			"1: 2x2 [1:2 1 | 0] [1:2 | 1] .=#ffffff(white) X=#000000(black) #=#00b000(green) \"Trees\""},
		{"nonny, a color for several numbers", "non", "width 5\nheight 1\ncolor black 000000 X\ncolor green 00B000 #\nrows\ngreen 1 1 black 1\ncolumns\ngreen 1\n0\ngreen 1\n1\n0\n",
			"1: 5x1 [1:2 1:2 1] [1:2 | 0 | 1:2 | 1 | 0] .=#ffffff(white) X=#000000(black) #=#00b000(green)"},
		{"lines that start with anything", "non", ",1\n%\n \x01\nwidth 1\n,height\nheight 1\nrows\n1\ncolumns\n1", "1: 1x1 [1] [1]"},
		{"commas and blanks", "non", "width 3\nheight 1\nrows\n1, 1\ncolumns\n1\n0\n1", "1: 3x1 [1 1] [1 | 0 | 1]"},
		{"bad puzzle in a bundle", "non", "width 1\nheight 1\nrows\nx\ncolumns\n1\n====\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n",
			"error 4:1: found 0 rows, expected 1 (puzzle 1)\n2: 1x1 [1] [1]"},
	})
}

func TestDecodeJSON(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "json", `{"rows":[[1,1],[2]],"columns":[[2],[1],[1]]}`, "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"zero and empty", "json", `{"columns":[[0],[1]],"rows":[[1],[]]}`, "1: 2x2 [1 | 0] [0 | 1]"},
		{"cols, size, unknown members", "json", `{"x":{"y":[1,{"z":null}]},"width":1,"height":1,"rows":[[1]],"cols":[[1]],"w":-1.5e3}`, "1: 1x1 [1] [1]"},
		{"texts", "json", `{"id":"a","title":"T\n\u00e9\ud83d\ude00\"","author":null,"notes":"n","rows":[[1]],"columns":[[1]]}`, `a: 1x1 [1] [1] "T\né😀\"" "n"`},
		{"id is a number", "json", `{"id":17,"rows":[[1]],"columns":[[1]]}`, "17: 1x1 [1] [1]"},
		{"colors", "json", `{"palette":[{"symbol":".","color":"#fff"},{"name":"red","symbol":"r","color":"#ff0000"},{"name":"blue","color":"#0000ff"}],
			"rows":[[{"n":1,"c":"r"},{"n":1,"c":"blue"}]],"columns":[[{"c":"red","n":1}],[{"n":1,"c":"blue"}]],"goal":["r?"]}`,
			"1: 2x1 [1 1:2] [1 | 1:2] .=#ffffff r=#ff0000(red) a=#0000ff(blue) r?"},
		{"unknown lengths", "json", `{"rows":[[null,1]],"columns":[[1],[],[null]]}`, "1: 3x1 [? 1] [1 | 0 | ?]"},
		{"grids", "json", `{"rows":[[1]],"columns":[[1],[]],"given":["?."],"goal":["#."]}`, "1: 2x1 [1] [1 | 0] #. ?."},
		{"goal only", "json", `{"goal":["#.","##"]}`, "1: 2x2 [1 | 2] [2 | 1] #./##"},
		{"array", "json", ` [ {"rows":[[1]],"columns":[[1]]} , {"id":"b","rows":[[]],"columns":[[]]} ] `, "1: 1x1 [1] [1]\nb: 1x1 [0] [0]"},
		{"lines", "json", "{\"rows\":[[1]],\"columns\":[[1]]}\n{\"rows\":[[0]],\"columns\":[[0]]}\n", "1: 1x1 [1] [1]\n2: 1x1 [0] [0]"},
		{"bad line", "json", "{\"rows\":[[1]],\"columns\":[[1]]}\n{\"rows\":[[1,],\"columns\":[[0]]}\n{\"rows\":[[0]],\"columns\":[[0]]}\n",
			"1: 1x1 [1] [1]\nerror 2:13: found \"]\", expected a JSON value (puzzle 2)\n3: 1x1 [0] [0]"},
		{"bad element", "json", "[{\"rows\":[[1]],\"columns\":[[-1]]},\n {\"rows\":[[0]],\"columns\":[[0]]}]",
			"error 1:28: found \"-1\", expected a whole number, null or a block (puzzle 1)\n2: 1x1 [0] [0]"},
	})
}

func TestDecodeWebpbn(t *testing.T) {
	const clues = `<clues type="rows"><line><count>1</count></line></clues><clues type="columns"><line><count>1</count></line></clues>`
	runDecodeTests(t, []decodeTest{
		{"plain", "webpbn", "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"http://webpbn.com/pbn-0.3.dtd\">\n<puzzleset><source>S</source><puzzle>" + clues + "</puzzle></puzzleset>\n", `1: 1x1 [1] [1] "S"`},
		{"bare puzzle, comments, CDATA", "webpbn", "<!-- a > b --><puzzle><id>#1</id><title><![CDATA[A<B]]> &amp; C &#233; &eacute;</title>" + clues + "</puzzle>", `#1: 1x1 [1] [1] "A<B & C é é"`},
		{"empty lines", "webpbn", `<puzzle><clues type="rows"><line/><line></line></clues><clues type="columns"><line></line></clues></puzzle>`, "1: 1x2 [0 | 0] [0]"},
		{"texts", "webpbn", "<puzzleset><author>A</author><copyright>C</copyright><puzzle><author>B</author><authorid>b</authorid><description>\nD\n</description><note>n</note><note>m</note>" + clues + "</puzzle></puzzleset>",
			`1: 1x1 [1] [1] "B" "C" "D\nn\nm"`},
		{"colors", "webpbn", `<puzzle defaultcolor="red"><color name="white" char=" ">fff</color><color name="red" char="r">F00</color><color name="b&amp;w" char="%">0000Ff</color>
			<clues type="rows"><line><count>1</count><count color="b&amp;w">2</count></line></clues><clues type="columns"><line><count>1</count></line><line><count color='b&amp;w'> 1 </count></line><line><count color="b&amp;w">1</count></line><line></line></clues>
			<solution><image>|r%% |</image></solution></puzzle>`,
			"1: 4x1 [1 2:2] [1 | 1:2 | 1:2 | 0] .=#ffffff(white) r=#ff0000(red) %=#0000ff(b&w) r%%."},
		{"another background", "webpbn", `<puzzle backgroundcolor="sky" defaultcolor="white"><color name="sky" char="s">00f</color>
			<clues type="rows"><line><count>1</count></line></clues><clues type="columns"><line><count>1</count></line><line/></clues><solution type="goal"><image>|.s|</image></solution></puzzle>`,
			"1: 2x1 [1] [1 | 0] .=#0000ff(sky) #=#ffffff(white) #."},
		{"black background", "webpbn", `<puzzle backgroundcolor="black" defaultcolor="white"><clues type="rows"><line><count>1</count></line></clues><clues type="columns"><line><count>1</count></line></clues></puzzle>`,
			"1: 1x1 [1] [1] .=#000000(black) #=#ffffff(white)"},
		{"a declared color takes a predefined character", "webpbn", `<puzzle><color name="red" char="X">F00</color><solution type="goal"><image>|X.|</image></solution></puzzle>`,
			"1: 2x1 [1] [1 | 0] .=#ffffff(white) #=#ff0000(red) #."},
		{"unknown lengths", "webpbn", `<puzzle><clues type="rows"><line><count>0</count></line></clues><clues type="columns"><line><count>0</count></line></clues></puzzle>`, "1: 1x1 [?] [?]"},
		{"goal only", "webpbn", "<puzzle><solution type=\"goal\"><image>\n|.X|\n|XX|\n</image></solution></puzzle>", "1: 2x2 [1 | 2] [1 | 2] .#/##"},
		{"goal before solution, saved", "webpbn", `<puzzle><solution type="solution"><image>|X.|</image></solution><solution type="goal"><image>|.X|</image></solution><solution type="saved"><image>|??|</image></solution>
			<solution type="saved" id="given"><image>|?[.X]|</image></solution></puzzle>`, "1: 2x1 [1] [0 | 1] .#"},
		{"given", "webpbn", `<puzzle><solution type="goal"><image>|.X|</image></solution><solution type="saved" id="given"><image>|?X|</image></solution></puzzle>`, "1: 2x1 [1] [0 | 1] .# ?#"},
		{"another shape", "webpbn", "<puzzleset><puzzle type=\"ring\"><title>T</title></puzzle>\n<puzzle>" + clues + "</puzzle></puzzleset>",
			"error 1:12: found a puzzle of type \"ring\", expected grid or triddler (puzzle 1)\n2: 1x1 [1] [1]"},
		{"triangles", "webpbn", `<puzzle><color name="t" char="t">f00/00f</color>` + clues + "</puzzle>", "1: 1x1 [1:2] [1:2] .=#ffffff(white) t=#ff0000/#0000ff(t) X=#000000(black)"},
		{"broken puzzle between others", "webpbn", "<puzzleset>\n<puzzle>" + clues + "</puzzle>\n<puzzle><clues></puzzle>\n<puzzle><id>c</id>" + clues + "</puzzle></puzzleset>",
			"1: 1x1 [1] [1]\nerror 3:9: found clues of type \"\", expected rows or columns (puzzle 2)\nc: 1x1 [1] [1]"},
	})
}
