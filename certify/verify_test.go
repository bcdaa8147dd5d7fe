package certify_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"nonogram"
	"nonogram/certify"
	"nonogram/solve"
)

// cross is a puzzle with one solution, diagonal one with two.
func cross() *nonogram.Puzzle {
	return nonogram.New([][]int{{1}, {3}, {1}}, [][]int{{1}, {3}, {1}})
}

func diagonal() *nonogram.Puzzle { return nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}}) }

const (
	crossHead    = "nonogram-certificate 2\nsize 3 3\ncolors 2\nrow 1\nrow 3\nrow 1\ncolumn 1\ncolumn 3\ncolumn 1\n"
	crossSolved  = crossHead + "k r2 c1 c2 c3\ns 1\n.#.\n###\n.#.\n"
	diagonalHead = "nonogram-certificate 2\nsize 2 2\ncolors 2\nrow 1\nrow 1\ncolumn 1\ncolumn 1\n"
	oneWay       = "s 1\n#.\n.#\n"
	otherWay     = "s 2\n.#\n#.\n"
)

func TestVerify(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"by lines", crossSolved + "k 1\nend exactly 1\n", "exactly 1 solution"},
		{"at least one", crossSolved + "end at-least 1\n", "at least 1 solution"},
		{"nothing at all", crossHead + "end at-least 0\n", "at least 0 solutions"},
		{"the solution as a clause", crossHead + "s 7\n.#.\n###\n.#.\na 9 : r2 c2 c1 c3 7\nend exactly 1\n", "exactly 1 solution"},
		{"cell by cell", crossHead + "a 1 5 : r2\na 2 4 : r2\na 4 6 : r2\nk c1 c3 r1 r3\ns 6\n.#.\n###\n.#.\nk 6\nend exactly 1\n", "exactly 1 solution"},
		{"deleted in time", crossHead + "a 1 5 4 : r2\nd 1\ns 2\n.#.\n###\n.#.\nk r2 c1 c2 c3 2\nend exactly 1\n", "exactly 1 solution"},
		{"behind the contradiction", crossSolved + "k 1\nk r1 17\na 2 1 -1 : r1\nend exactly 1\n", "exactly 1 solution"},
		{"a clause that says nothing", crossHead + "a 1 1 -1 2 :\nend at-least 0\n", "at least 0 solutions"},
		{"blanks and line ends", strings.ReplaceAll(crossSolved, "\n", "\r\n") + "k\t1  \r\nend exactly 1\r\n", "exactly 1 solution"},
		{"other words", "hello\n", `line 1: expected "nonogram-certificate 2", found "hello": no certificate, or of another version`},
		{"another version", "nonogram-certificate 3\n", `line 1: expected "nonogram-certificate 2", found "nonogram-certificate 3": no certificate, or of another version`},
		{"another puzzle", strings.Replace(crossHead, "row 3", "row 2", 1), `line 5: the certificate is for another puzzle: expected "row 3", found "row 2"`},
		{"longer clue", strings.Replace(crossHead, "row 3", "row 3 1 1 1", 1), `line 5: the certificate is for another puzzle: expected "row 3", found "row 3 "`},
		{"empty", "", "line 1: the certificate is cut off: the last line is missing"},
		{"cut off", crossSolved, "line 15: the certificate is cut off: the last line is missing"},
		{"cut off in a line", crossSolved + "k 1\nend exactly 1", "line 16: the certificate is cut off: the last line is missing"},
		{"something behind", crossSolved + "k 1\nend exactly 1\nk\n", "line 17: expected nothing after the last line"},
		{"more behind a step", crossHead + "s 1 2\n", `line 10: expected the end of the line, found "2"`},
		{"an endless word behind a step", crossHead + "s 1 " + strings.Repeat("k", 100), `line 10: expected a number or a letter, found "kkkkkkkkkkkkkkkkkkkk"…`},
		{"more behind the claim", crossSolved + "k 1\nend exactly 1 2\n", `line 16: expected the end of the line, found "2"`},
		{"no claim", crossHead + "end\n", "line 10: expected exactly or at-least, found the end of the line"},
		{"unknown step", crossHead + "x 1\n", `line 10: found "x", expected a step or end`},
		{"empty line", crossHead + "\n", "line 10: expected a step, found the end of the line"},
		{"endless word", crossHead + strings.Repeat("k", 100), `line 10: expected a number or a letter, found "kkkkkkkkkkkkkkkkkkkk"…`},
		{"wrong solution", crossHead + "s 1\n.#.\n##.\n.#.\n", "line 13: the grid is not a solution: row 2: the clue is 3, the grid has 2"},
		{"short row", crossHead + "s 1\n.#\n", `line 11: expected a row of 3 cells, found ".#"`},
		{"long row", crossHead + "s 1\n.#..\n", `line 11: expected a row of 3 cells, found ".#.."`},
		{"unknown color", crossHead + "s 1\n.2.\n", `line 11: expected a color, one of .#, in column 2, found '2'`},
		{"unknown cell", crossHead + "s 1\n.?.\n", `line 11: expected a color, one of .#, in column 2, found '?'`},
		{"twice", crossSolved + "s 2\n.#.\n###\n.#.\n", "line 18: the solution is listed twice"},
		{"no contradiction", crossSolved + "end exactly 1\n", "line 15: the steps do not lead to a contradiction, so there may be other solutions"},
		{"wrong number", crossSolved + "k 1\nend exactly 2\n", `line 16: the claim is "2" solutions, the certificate lists 1`},
		{"no number", crossSolved + "k 1\nend exactly\n", "line 16: expected the number of solutions, found the end of the line"},
		{"no claim", crossSolved + "k 1\nend maybe 1\n", `line 16: expected exactly or at-least, found "maybe"`},
		{"does not follow", crossHead + "a 1 1 : r2 c2\n", "line 10: clause 1 does not follow: its hints do not lead to a contradiction"},
		{"says nothing", crossHead + "a 1 4 -5 : r2\na 2 1 2 : r1\nk 2\n", "line 11: clause 2 does not follow: its hints do not lead to a contradiction"},
		{"open clause", crossHead + "a 1 1 2 3 : r1\nk 1\n", "line 11: clause 1 has no effect here: 3 of its literals are open"},
		{"number used before", crossHead + "a 1 1 2 3 : r1\na 1 1 2 3 : r1\n", `line 11: expected the number of a clause above 1, found "1"`},
		{"huge number", crossHead + "a 99999999999999999999 1 : r1\n", `line 10: expected the number of a clause above 0, found "99999999999999999999"`},
		{"no literal", crossHead + "a 1 0 : r1\n", `line 10: expected a literal, ±1 to ±17, found "0"`},
		{"literal too large", crossHead + "a 1 -18 : r1\n", `line 10: expected a literal, ±1 to ±17, found "-18"`},
		{"block in the version before", strings.Replace(crossHead, "2", "1", 1) + "a 1 -10 : r1\n", `line 10: expected a literal, ±1 to ±9, found "-10"`},
		{"block without a reason", crossHead + "a 1 -10 : r1\n", "line 10: clause 1 does not follow: its hints do not lead to a contradiction"},
		{"zeros before a number", crossHead + "a 01 1 : r1\n", `line 10: expected the number of a clause above 0, found "01"`},
		{"a carriage return within a line", crossHead + "k r1\r c2\n", "line 10: found a carriage return that does not end the line"},
		{"no colon", crossHead + "a 1 5\n", "line 10: expected a literal or a colon, found the end of the line"},
		{"no such row", crossHead + "k r4\n", `line 10: hint "r4" is not a line of the puzzle`},
		{"row 0", crossHead + "k r0\n", `line 10: hint "r0" is not a line of the puzzle`},
		{"no such column", crossHead + "k c4\n", `line 10: hint "c4" is not a line of the puzzle`},
		{"no hint", crossHead + "k -1\n", `line 10: a hint is r and a row, c and a column, / or \ and a line of a triddler, or the number of a clause, found "-1"`},
		{"no such clause", crossHead + "k 3\n", "line 10: there is no clause 3"},
		{"deleted clause", crossHead + "a 1 1 2 3 : r1\nd 1\nk 1\n", "line 12: there is no clause 1"},
		{"deleted twice", crossHead + "a 1 1 2 3 : r1\nd 1 1\n", `line 11: there is no clause "1" to delete`},
		{"totals agree", crossHead + "t 1\n", "line 10: lines of all directions can have 5 cells of color 1"},
		{"no such color", crossHead + "t 2\n", `line 10: "2" is not a color, expected 1 to 1`},
		{"too much in a line", crossHead + "t 1 1\n", "line 10: lines of all directions can have 5 cells of color 1"},
	} {
		claim, err := certify.Verify(context.Background(), strings.NewReader(c.text), cross())
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = claim.String()
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestNoOtherButTheListed checks that neither of two solutions can be hidden.
func TestClaimInWords(t *testing.T) {
	two := []*nonogram.Grid{nil, nil}
	for want, c := range map[string]certify.Claim{
		"no solution":          {Exact: true},
		"exactly 2 solutions":  {Exact: true, Solutions: two},
		"at least 2 solutions": {Solutions: two},
	} {
		if got := c.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A long line is not repeated whole.
func TestLongLinesAreShortened(t *testing.T) {
	ones := make([]int, 60)
	cols := make([][]int, 119)
	for i := range ones {
		ones[i], cols[2*i] = 1, []int{1}
	}
	p := nonogram.New([][]int{ones}, cols)
	text := "nonogram-certificate 2\nsize 119 1\ncolors 2\nrow" + strings.Repeat(" 2", 60) + "\n"
	_, err := certify.Verify(t.Context(), strings.NewReader(text), p)
	if err == nil || !strings.Contains(err.Error(), "…") || len(err.Error()) > 300 {
		t.Errorf("%v", err)
	}
}

// A puzzle with given cells of which none is known has the header of one without.
func TestNothingGiven(t *testing.T) {
	p := diagonal()
	p.Given = nonogram.NewGrid(2, 2)
	text, err := os.ReadFile("testdata/accepted/two.proof")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := certify.Verify(t.Context(), bytes.NewReader(text), p); err != nil {
		t.Error(err)
	}
}

// TestWriter writes every step.
func TestWriter(t *testing.T) {
	var b strings.Builder
	w := certify.NewWriter(&b, diagonal())
	grid := nonogram.NewGrid(2, 2)
	grid.Set(0, 0, nonogram.Black)
	if err := errors.Join(w.Known([]int64{-1, -2, -3, 12}), w.Clause(10, []int32{-11, 12}, []int64{-4, 3}), w.Delete([]int64{10, 2}),
		w.Solution(11, grid), w.Totals(12), w.Lagrangian(11, 13, []int64{-14, 15, 0, 1})); err != nil || b.Len() > 0 {
		t.Fatalf("%v, %d bytes before the end", err, b.Len())
	}
	if err := w.End(false); err != nil {
		t.Fatal(err)
	}
	_, steps, _ := strings.Cut(b.String(), "column 1\ncolumn 1\n")
	want := "k r1 r2 c1 12\na 10 -11 12 : c2 3\nd 10 2\ns 11\n#?\n??\nt 12\nw 11 13 -14 15 0 1\nend at-least 1\n"
	if steps != want {
		t.Errorf("%s\nwant\n%s", steps, want)
	}
}

// failingOnce is a writer of which only the first call fails.
type failingOnce struct{ calls int }

func (f *failingOnce) Write(b []byte) (int, error) {
	if f.calls++; f.calls == 1 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

// TestWriterKeepsItsError writes nothing after an error.
func TestWriterKeepsItsError(t *testing.T) {
	var f failingOnce
	w := certify.NewWriter(&f, diagonal())
	for range 2 {
		if err := w.End(true); !errors.Is(err, io.ErrShortWrite) || f.calls != 1 {
			t.Errorf("%v after %d calls", err, f.calls)
		}
	}
}

func TestNoOtherButTheListed(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // empty: accepted
	}{
		{oneWay + otherWay + "a 3 1 : r1 c1 c2 r2 2\nk r1 c1 c2 r2 1\nend exactly 2\n", ""},
		{"a 1 1 2 : r1\nk 1\n", "line 9: clause 1 has no effect here: 2 of its literals are open"},
		{"a 1 1 2 : r1\na 2 3 : 1\n", "line 9: clause 1 has no effect here: 2 of its literals are open"},
		{oneWay + "k r1 c1 c2 r2 1\nend exactly 1\n", "line 11: clause 1 has no effect here: 4 of its literals are open"},
		{oneWay + "a 3 1 : r1 c1 c2 r2 1\nend exactly 1\n", "line 11: clause 3 does not follow: its hints do not lead to a contradiction"},
		{oneWay + otherWay + "a 3 1 : r1 c1 c2 r2 2\nk r1 c1 c2 r2\nend exactly 2\n", "line 16: the steps do not lead to a contradiction, so there may be other solutions"},
	} {
		_, err := certify.Verify(context.Background(), strings.NewReader(diagonalHead+c.text), diagonal())
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s%v, want %q", c.text, err, c.want)
		}
	}
}

// Assumptions for one clause do not affect the next.
func TestAssumptionsEnd(t *testing.T) {
	text := diagonalHead + "a 1 1 2 : r1\na 2 -1 -2 : r1\na 3 1 3 : c1\nk r1 c1\nend exactly 0\n"
	_, err := certify.Verify(context.Background(), strings.NewReader(text), diagonal())
	if want := "line 12: the steps do not lead to a contradiction, so there may be other solutions"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestGivenCellsAndColor(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	p.Given = nonogram.NewGrid(2, 2)
	p.Given.Set(0, 1, nonogram.Black)
	_, proof := prove(t, new(solve.Engine), p, nonogram.Options{})
	if !bytes.Contains(proof, []byte("given ?#\ngiven ??\n")) {
		t.Errorf("the given cells are missing:\n%s", proof)
	}
	accept(t, p, proof, 1)
	if _, err := certify.Verify(context.Background(), bytes.NewReader(proof), diagonal()); err == nil {
		t.Error("accepted without the given cells")
	}
	// All 64 colors, in a line where they need no gaps.
	wide := nonogram.NewGrid(nonogram.MaxColors, 2)
	for i := range wide.Cells {
		wide.Cells[i] = nonogram.Color(i % nonogram.MaxColors)
	}
	p = nonogram.FromGrid(wide, make(nonogram.Palette, nonogram.MaxColors))
	_, proof = prove(t, new(solve.Engine), p, nonogram.Options{})
	accept(t, p, proof, 1)
}

func TestPuzzleIsValidated(t *testing.T) {
	strange := cross()
	strange.Rows[0] = nonogram.Clue{{Length: 1, Color: 9}}
	var invalid *nonogram.InvalidError
	if _, err := certify.Verify(context.Background(), strings.NewReader(""), strange); !errors.As(err, &invalid) {
		t.Errorf("%v, want an *InvalidError", err)
	}
}

// forever repeats some text without end.
type forever string

func (f forever) Read(b []byte) (int, error) {
	return copy(b, strings.Repeat(string(f), len(b)/len(f))), nil
}

func TestReadErrors(t *testing.T) {
	_, err := certify.Verify(context.Background(), strings.NewReader(crossSolved), cross())
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut off: %v", err)
	}
	broken := errors.New("the disk is gone")
	_, err = certify.Verify(context.Background(), io.MultiReader(strings.NewReader(crossHead), iotest.ErrReader(broken)), cross())
	if !errors.Is(err, broken) {
		t.Errorf("broken: %v", err)
	}
	_, err = certify.Verify(context.Background(), io.MultiReader(strings.NewReader(crossSolved+"k 1\nend exactly 1\n"), iotest.ErrReader(broken)), cross())
	if !errors.Is(err, broken) {
		t.Errorf("broken behind the end: %v", err)
	}
	// Certificates that never end are ended by the context.
	for _, text := range []forever{" ", "r1 ", "r1\nk ", "r1 c1 r2 c2\nk r1 "} {
		ctx, cancel := context.WithCancel(context.Background())
		reads := 0
		r := io.MultiReader(strings.NewReader(crossHead+"k "), readerFunc(func(b []byte) (int, error) {
			if reads++; reads == 10 {
				cancel()
			}
			return text.Read(b)
		}))
		if _, err := certify.Verify(ctx, r, cross()); !errors.Is(err, context.Canceled) {
			t.Errorf("%q for ever: %v", text, err)
		}
		cancel()
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// limitedWriter fails after so many bytes.
type limitedWriter int

var errFull = errors.New("the disk is full")

func (w *limitedWriter) Write(b []byte) (int, error) {
	if *w -= limitedWriter(len(b)); *w < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// A proof that cannot be written ends the search with the writer's error.
func TestWriteErrors(t *testing.T) {
	p := hardPuzzle()
	for _, room := range []int{0, 100_000} {
		w := limitedWriter(room)
		r, err := solve.Prove(context.Background(), p, nonogram.Options{}, certify.NewWriter(&w, p))
		if !errors.Is(err, errFull) || r != nil {
			t.Errorf("room for %d bytes: %v, %v", room, r, err)
		}
	}
}

// A contradiction by totals is final.
func TestVerifyKeepsTotals(t *testing.T) {
	totals := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {2}})
	const text = "nonogram-certificate 2\nsize 2 2\ncolors 2\nrow 1\nrow 1\ncolumn 1\ncolumn 2\nt 1\na 1 1 2 :\nend exactly 0\n"
	claim, err := certify.Verify(t.Context(), strings.NewReader(text), totals)
	if err != nil || !claim.Exact || len(claim.Solutions) != 0 {
		t.Errorf("%+v, %v", claim, err)
	}
}

// FuzzVerify feeds anything to the checker. It must not crash, and what it accepts
// must be true.
func FuzzVerify(f *testing.F) {
	color := nonogram.FromGrid(&nonogram.Grid{Width: 3, Height: 3, Cells: []nonogram.Color{1, 2, 2, 1, 0, 0, 2, 0, 1}}, make(nonogram.Palette, 3))
	totals := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {2}})
	puzzles := []*nonogram.Puzzle{cross(), diagonal(), color, totals, nonogram.New([][]int{{1}, {1}, {1}}, [][]int{{1}, {1}, {1}})}
	counts := make([]int, len(puzzles))
	for i, p := range puzzles {
		counts[i] = len(allSolutions(p))
		for limit := 1; limit <= 7; limit += 3 {
			_, proof := prove(f, new(solve.Engine), p, nonogram.Options{Limit: limit})
			f.Add(uint8(i), proof)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		i := int(which) % len(puzzles)
		claim, err := certify.Verify(context.Background(), bytes.NewReader(text), puzzles[i])
		if err != nil {
			return
		}
		if n := len(claim.Solutions); n > counts[i] || claim.Exact && n != counts[i] {
			t.Errorf("accepted as %v, there are %d", claim, counts[i])
		}
	})
}

// TestDocumentedExamples compares the examples of docs/certificates.md with the
// checker.
func TestDocumentedExamples(t *testing.T) {
	page, err := os.ReadFile("../docs/certificates.md")
	if err != nil {
		t.Fatal(err)
	}
	puzzles := []*nonogram.Puzzle{cross(), diagonal()}
	n := 0
	for _, part := range strings.Split(string(page), "```\n") {
		if !strings.HasPrefix(part, "nonogram-certificate 2\n") {
			continue
		}
		if n == len(puzzles) {
			t.Fatal("the page has more examples than are known here")
		}
		if _, err := certify.Verify(context.Background(), strings.NewReader(part), puzzles[n]); err != nil {
			t.Errorf("example %d: %v", n+1, err)
		}
		n++
	}
	if n != len(puzzles) {
		t.Errorf("%d examples, expected %d", n, len(puzzles))
	}
}
