package format

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nonogram"
)

// orgPage writes a page as nonograms.org does, which the package itself has no
// use for.
func orgPage(p *nonogram.Puzzle) string {
	var d [][4]int
	sum := func(n int) { // f(x) = n
		m := n + 7
		d = append(d, [4]int{n + 2*m, 3 + m, 3 + 3*m, m})
	}
	d = append(d, [4]int{5, 7, 3, 9})
	sum(p.Width())
	sum(p.Height())
	sum(len(p.Palette) - 1)
	d = append(d, [4]int{8, 6, 4, 7})
	for _, w := range p.Palette[1:] {
		d = append(d, [4]int{int(w.RGB.R) + 6, int(w.RGB.G) + 8, int(w.RGB.B) + 7, 99})
	}
	var runs [][4]int
	for y := range p.Height() {
		row := p.Goal.Row(y)
		for x := 0; x < len(row); {
			from := x
			for x < len(row) && row[x] == row[from] {
				x++
			}
			if c := row[from]; c != nonogram.Empty {
				runs = append(runs, [4]int{from + 1 + 20, x - from + 30, int(c) + 40, y + 1 + 10})
			}
		}
	}
	a := int(math.Sqrt(float64(len(runs))))
	rest, m := len(runs)-a*a, len(runs)+3
	d = append(d, [4]int{a + m, rest/2 + 2*m, rest % 2, m}, [4]int{20, 30, 40, 10})
	d = append(d, runs...)
	return "<html>\n<script>\nvar d=" + strings.ReplaceAll(fmt.Sprint(d), " ", ",") + ";\n</script>\n"
}

func TestDecodeNonogramsOrg(t *testing.T) {
	g := &nonogram.Grid{Width: 3, Height: 2, Cells: []nonogram.Color{1, 0, 2, 1, 1, 0}}
	palette := nonogram.Palette{{Name: "white", RGB: white}, {Name: "black"}, {RGB: nonogram.RGB{R: 255, G: 128, B: 1}}}
	colored := orgPage(nonogram.FromGrid(g, palette))
	plain := orgPage(nonogram.FromGrid(filled(g), nonogram.BlackAndWhite()))
	runDecodeTests(t, []decodeTest{
		{"black and white", "nonograms.org", plain, "1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##."},
		{"colors", "nonograms.org", colored, "1: 3x2 [1 1:2 | 2] [2 | 1 | 1:2] .=#ffffff(white) a=#000000(black) b=#ff8001 a.b/aa."},
		{"found by itself", "", plain, "1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##."},
		{"no picture", "nonograms.org", "<html>www.nonograms.org</html>", "error 1:1: found no line var d=[[, expected the source of a puzzle's page (puzzle 1)"},
		{"cut off", "nonograms.org", plain[:strings.Index(plain, "var d=")+40], `error 3:41: found the end of the file, expected "," or "]" (puzzle 1)`},
		{"short entry", "nonograms.org", "var d=[[1,2,3],[1,2,3,4]]", "error 1:8: found an entry of 3 numbers, expected 4 (puzzle 1)"},
		{"long entry", "nonograms.org", "var d=[[1,2,3,4,5]]", "error 1:8: found an entry of over 4 numbers (puzzle 1)"},
		{"divisor 0", "nonograms.org", "var d=[[1,2,3,4],[1,2,3,0]]", "error 1:18: found an entry that ends with 0, expected a divisor (puzzle 1)"},
		{"size", "nonograms.org", "var d=[[1,2,3,4],[1,2,3,999999999],[999999,0,0,999999999],[1,0,0,2],[0,0,0,0]]", "error 1:59: a puzzle needs at least one row and one column, this one is 0 × 999999 (puzzle 1)"},
		{"a run over the edge", "nonograms.org", strings.Replace(plain, "[21,32,41,12]", "[22,33,41,12]", 1), "error 3:132: found a run of 3 cells of ink 1 at column 2, row 2, which is not on the board (puzzle 1)"},
		{"more runs than cells", "nonograms.org", strings.Replace(plain, "[21,31,41,11],[23,31,41,11]", "[21,33,41,11],[21,33,41,11]", 1), "error 3:132: found runs of 8 cells, the board has 6 (puzzle 1)"},
		{"color", "nonograms.org", strings.Replace(plain, "[6,8,7,99]", "[5,8,7,99]", 1), "error 3:68: found the color -1, 0, 0, expected channels from 0 to 255 (puzzle 1)"},
	})
}
