package scan_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/dev/pages"
	"nonogram/internal/machine"
	"nonogram/scan"
)

// The score: photographs whose clues are known are read, with and without proof-reading.
// A sample of them is read by every go test, in a typeface that needs no package of
// Debian's; "make scan-score" reads thousands, in typefaces that the network has not seen,
// and keeps what it has read in a file of JSON lines, so that it can be ended and gone on
// with.

// sides are the sizes of the boards, in turn.
var sides = []int{5, 10, 15, 20, 25, 30, 40}

// result is what became of one photograph.
type result struct {
	Page   int
	Side   int
	Colors int  `json:",omitempty"` // besides black
	Sight  bool // exact by sight
	Proved bool // exact with proof-reading
	// What went wrong with proof-reading, and which numbers were taken for which by
	// sight, lines with more or fewer numbers as -1 for -1.
	Wrong    string   `json:",omitempty"`
	Confused [][2]int `json:",omitempty"`
	CPU      float64  // seconds of reading
}

// TestSample reads a few pages as they come.
func TestSample(t *testing.T) {
	const photographs, enough = 6, 5
	exact := 0
	for i := range photographs {
		r := readPage(t, []*pages.Face{pages.Plain()}, i, []int{5, 10, 15})
		if r.Proved {
			exact++
		} else {
			t.Log(i, r.Wrong)
		}
	}
	if exact < enough {
		t.Errorf("%d of %d are exact, expected at least %d", exact, photographs, enough)
	}
}

// Clues are read on any side, and in dark themes, whatever their cells and numbers are like; a
// board is whole though a shadow ends in one of its columns.
func TestHardPages(t *testing.T) {
	plain := pages.Style{Face: pages.Plain(), Cell: 34, Size: .6, Pitch: .95, Thick: 5}
	far, rounded := plain, plain
	far.Far, rounded.Rounded = true, true
	farRuled := far
	farRuled.Ruled = true
	dark, darkFilled := rounded, plain
	dark.Dark, darkFilled.Dark, darkFilled.Filled = true, true, .8
	tilted := pages.Camera{TiltX: 6, TiltY: -5, Roll: 1, Margin: .06, Light: .3, Blur: .5, Noise: 3, Quality: 80}
	shadow := tilted
	shadow.Shadow = .4
	for _, c := range []struct {
		name   string
		seed   uint64
		colors int
		style  pages.Style
		camera pages.Camera
	}{
		{"clues at the right and at the bottom", 1, 0, far, tilted},
		{"ruled clues at the right and at the bottom", 2, 0, farRuled, tilted},
		{"a shadow that ends in a column", 6, 0, rounded, shadow},
		{"light numbers in colors and gaps darker than cells", 4, 2, dark, tilted},
		{"light numbers in colors and cells filled with light", 5, 2, darkFilled, tilted},
		{"light numbers on colors and on black", 6, 2, pages.Style{Own: true, Dark: true, Cell: 34}, tilted},
	} {
		p := pages.Puzzle(c.seed, 10, 10, c.colors)
		photo, err := (&pages.Page{Puzzle: p, Seed: c.seed, Style: c.style, Camera: c.camera}).Photograph()
		if err != nil {
			t.Fatal(err)
		}
		r, err := scan.Read(context.Background(), photo, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if !right(p, r.Puzzle) {
			t.Errorf("%s: found %d × %d, expected 10 × 10, %d lines wrong", c.name, r.Puzzle.Width(), r.Puzzle.Height(), wrongLines(p, r.Puzzle))
		}
	}
}

// TestScore is make scan-score: NONOGRAM_SCAN says how many photographs, and
// NONOGRAM_SCAN_FILE where the results are; photographs that are there are not read again.
func TestScore(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("NONOGRAM_SCAN"))
	if err != nil {
		t.Skip("NONOGRAM_SCAN does not say how many photographs to read; make scan-score does")
	}
	faces, err := pages.Unseen()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := strconv.Atoi(os.Getenv("NONOGRAM_SCAN_FIRST"))
	results, file := openResults(t, os.Getenv("NONOGRAM_SCAN_FILE"))
	known := map[int]bool{}
	for _, r := range results {
		known[r.Page] = true
	}
	for i := first; i < first+n; i++ {
		if known[i] {
			continue
		}
		r := readPage(t, faces, i, sides)
		results = append(results, r)
		if err := json.NewEncoder(file).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf("%d typefaces\n%s", len(faces), table(results))
}

// openResults reads the results that there are, and opens their file for more.
func openResults(t *testing.T, path string) (list []result, file *os.File) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	for d := json.NewDecoder(file); ; {
		var r result
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return list, file
		} else if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list = append(list, r)
	}
}

// readPage makes a photograph and reads it.
func readPage(t *testing.T, faces []*pages.Face, i int, sides []int) result {
	t.Helper()
	side, colors := sides[i%len(sides)], max(0, i/len(sides)%5-2)
	p := pages.Puzzle(uint64(i), side, side, colors)
	page := pages.Random(uint64(i), p, faces)
	photo, err := page.Photograph()
	if err != nil {
		t.Fatal(err)
	}
	r := result{Page: i, Side: side, Colors: colors}
	clock := machine.CPU()
	before := clock.Now()
	proved, err := scan.Read(context.Background(), photo, scan.Options{})
	r.CPU = (clock.Now() - before).Seconds()
	plain := proved
	if err != nil || proved.Decided != scan.BySight {
		plain, _ = scan.Read(context.Background(), photo, scan.Options{Unproved: true})
	}
	if plain != nil {
		if r.Sight = right(p, plain.Puzzle); !r.Sight {
			r.Confused = confused(p, plain.Puzzle)
		}
	}
	switch {
	case err != nil:
		r.Wrong = fmt.Sprintf("%v; %s", err, describe(page))
	case right(p, proved.Puzzle):
		r.Proved = true
	default:
		r.Wrong = fmt.Sprintf("read as %d × %d, %d lines wrong, %v by %s; %s", proved.Puzzle.Width(), proved.Puzzle.Height(), wrongLines(p, proved.Puzzle), proved.Status, proved.Decided, describe(page))
	}
	return r
}

// table sums results up: by colors and size, and what was confused with what.
func table(results []result) string {
	var b strings.Builder
	line := func(name string, of func(*result) bool) {
		n, sight, proved, seconds := 0, 0, 0, 0.0
		for i := range results {
			if r := &results[i]; of(r) {
				n++
				seconds += r.CPU
				if r.Sight {
					sight++
				}
				if r.Proved {
					proved++
				}
			}
		}
		if n > 0 {
			fmt.Fprintf(&b, "%-28s %5d photographs: %5.1f %% exact by sight, %5.1f %% with proof-reading, %.2f s each\n",
				name, n, 100*float64(sight)/float64(n), 100*float64(proved)/float64(n), seconds/float64(n))
		}
	}
	line("all", func(*result) bool { return true })
	for colors := range 3 {
		name := [3]string{"black and white", "two colors", "three colors"}[colors]
		line(name, func(r *result) bool { return r.Colors == colors })
		line(name+", up to 25", func(r *result) bool { return r.Colors == colors && r.Side <= 25 })
		for _, side := range sides {
			line(fmt.Sprintf("%s, %d × %d", name, side, side), func(r *result) bool { return r.Colors == colors && r.Side == side })
		}
	}
	counts := map[[2]int]int{}
	for _, r := range results {
		for _, pair := range r.Confused {
			counts[pair]++
		}
	}
	pairs := slices.SortedFunc(maps.Keys(counts), func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), slices.Compare(a[:], b[:]))
	})
	fmt.Fprintln(&b, "confused by sight:")
	for _, pair := range pairs[:min(len(pairs), 30)] {
		if pair[0] < 0 {
			fmt.Fprintf(&b, "%5d lines with more or fewer numbers\n", counts[pair])
			continue
		}
		fmt.Fprintf(&b, "%5d × %d read as %d\n", counts[pair], pair[0], pair[1])
	}
	return b.String()
}

// describe says how a page looks.
func describe(p *pages.Page) string {
	s := p.Style
	s.Face = nil
	return fmt.Sprintf("%s %d colors %+v %+v", p.Style.Face.Name, len(p.Puzzle.Palette)-1, s, p.Camera)
}

// right says that all clues are as printed, in the colors that they are printed in.
func right(want, got *nonogram.Puzzle) bool {
	return want.Width() == got.Width() && want.Height() == got.Height() && wrongLines(want, got) == 0
}

// wrongLines counts the lines that were misread. A color that was seen stands for the printed
// one that it is nearest to.
func wrongLines(want, got *nonogram.Puzzle) (n int) {
	var printed []nonogram.Color
	for c := range got.Palette {
		printed = append(printed, nearest(want.Palette, got.Palette[c].RGB))
	}
	compare := func(a, b []nonogram.Clue) {
		for i := range min(len(a), len(b)) {
			if !slices.EqualFunc(a[i], b[i], func(a, b nonogram.Block) bool {
				return a.Length == b.Length && a.Color == printed[b.Color]
			}) {
				n++
			}
		}
	}
	compare(want.Rows, got.Rows)
	compare(want.Cols, got.Cols)
	return n
}

// nearest is the color of a palette whose channels lie as those of another one do, whatever
// their brightness.
func nearest(p nonogram.Palette, c nonogram.RGB) nonogram.Color {
	best, least := nonogram.Black, math.Inf(1)
	for k, s := range p {
		off := 0.0
		for _, d := range [3][4]uint8{{s.RGB.R, s.RGB.G, c.R, c.G}, {s.RGB.G, s.RGB.B, c.G, c.B}, {s.RGB.B, s.RGB.R, c.B, c.R}} {
			off += math.Abs(float64(d[0]) - float64(d[1]) - float64(d[2]) + float64(d[3]))
		}
		if nonogram.Color(k) != nonogram.Empty && off < least {
			best, least = nonogram.Color(k), off
		}
	}
	return best
}

// confused are the numbers that were taken for others.
func confused(want, got *nonogram.Puzzle) (list [][2]int) {
	compare := func(a, b []nonogram.Clue) {
		for i := range min(len(a), len(b)) {
			if len(a[i]) != len(b[i]) {
				list = append(list, [2]int{-1, -1})
				continue
			}
			for k := range a[i] {
				if a[i][k].Length != b[i][k].Length {
					list = append(list, [2]int{a[i][k].Length, b[i][k].Length})
				}
			}
		}
	}
	if want.Width() == got.Width() && want.Height() == got.Height() {
		compare(want.Rows, got.Rows)
		compare(want.Cols, got.Cols)
	}
	return list
}
