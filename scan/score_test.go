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
	"nonogram/internal/machine"
	"nonogram/internal/testkit/pages"
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
	Kind   string `json:",omitempty"` // "odd" or "other", see readPage
	Side   int
	Colors int      `json:",omitempty"` // besides black
	Trials []string `json:",omitempty"` // what the page has done to it
	Sight  bool     // exact by sight
	Proved bool     // exact with proof-reading; of other pages, refused
	Claim  float64  // the probability that the reading claims; 0 if it is refused or has no solution
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
		r := readPage(t, "", []*pages.Face{pages.Plain()}, i, []int{5, 10, 15})
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
// board is whole though a shadow ends in one of its columns, and though it has black cells and
// no lines.
func TestHardPages(t *testing.T) {
	plain := pages.Style{Face: pages.Plain(), Cell: 34, Size: .6, Pitch: .95, Thick: 5}
	far, rounded := plain, plain
	far.Far, rounded.Rounded = true, true
	filled := rounded
	filled.Filled = .8
	farRuled := far
	farRuled.Ruled = true
	chips := plain
	chips.Ruled, chips.Chips, chips.Caption = true, true, true
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
		{"filled cells without lines", 2, 0, filled, pages.Camera{Margin: .06}},
		{"few ruled numbers on colors and a caption", 1, 2, chips, pages.Camera{Margin: .06}},
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

// TestScore is make scan-score: NONOGRAM_SCAN says how many photographs, NONOGRAM_SCAN_FIRST
// which is the first, and NONOGRAM_SCAN_FILE where the results are; photographs that are there
// are not read again. NONOGRAM_SCAN_KIND is "odd" for pages as apps and handhelds show them and
// "other" for pages without a nonogram. Several processes share the work and the file where
// NONOGRAM_SCAN_PART says "1/2" to one and "2/2" to the other. The table is of all that is in
// the file, whoever read it; none more are read where NONOGRAM_SCAN is 0.
func TestScore(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("NONOGRAM_SCAN"))
	if err != nil {
		t.Skip("NONOGRAM_SCAN does not say how many photographs to read; make scan-score does")
	}
	first, _ := strconv.Atoi(os.Getenv("NONOGRAM_SCAN_FIRST"))
	part, parts := 1, 1
	if s := os.Getenv("NONOGRAM_SCAN_PART"); s != "" {
		if _, err := fmt.Sscanf(s, "%d/%d", &part, &parts); err != nil || part < 1 || part > parts {
			t.Fatalf("NONOGRAM_SCAN_PART is %q, expected a part like 1/2", s)
		}
	}
	faces, err := pages.Unseen()
	if err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("NONOGRAM_SCAN_FILE")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	kind := os.Getenv("NONOGRAM_SCAN_KIND")
	known := map[int]bool{}
	for _, r := range results(t, path) {
		known[r.Page] = known[r.Page] || r.Kind == kind
	}
	for i := first + part - 1; i < first+n; i += parts {
		if known[i] {
			continue
		}
		if err := json.NewEncoder(file).Encode(readPage(t, kind, faces, i, sides)); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf("%d typefaces\n%s", len(faces), table(results(t, path)))
}

// results are those in a file.
func results(t *testing.T, path string) (list []result) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for d := json.NewDecoder(file); ; {
		var r result
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list = append(list, r)
	}
}

// waves is a trial that paper does not put a reader to.
const waves = "waves of a screen"

// trials lists what a page has done to it.
func trials(p *pages.Page) (list []string) {
	s, c := &p.Style, &p.Camera
	for _, trial := range []struct {
		name string
		is   bool
	}{
		{waves, c.Moire > 0},
		{"no camera, as screenshots", c.Blur == 0},
		{"a tilt of 15° or more", max(math.Abs(c.TiltX), math.Abs(c.TiltY)) >= 15},
		{"curl", c.Curl != 0 || c.Gutter > 0},
		{"a shadow across", c.Shadow > 0},
		{"noise of 5 or more", c.Noise >= 5},
		{"JPEG below 70", c.Quality > 0 && c.Quality < 70},
		{"a dark theme", s.Dark},
		{"rounded cells", s.Rounded && !s.Own},
		{"ruled clues", s.Ruled && !s.Own},
		{"no thick lines", s.Thick == 0 && !s.Own},
		{"filled cells", s.Filled > 0},
		{"chips", s.Chips && !s.Own && len(p.Puzzle.Palette) > 2},
	} {
		if trial.is {
			list = append(list, trial.name)
		}
	}
	return list
}

// readPage makes a photograph of a kind and reads it.
func readPage(t *testing.T, kind string, faces []*pages.Face, i int, sides []int) result {
	t.Helper()
	side, colors := sides[i%len(sides)], max(0, i/len(sides)%5-2)
	if kind != "" {
		side, colors = []int{5, 10, 15, 20}[i%4], 0
	}
	p := pages.Puzzle(uint64(i), side, side, colors)
	page := pages.Random(uint64(i), p, faces)
	r := result{Page: i, Kind: kind, Side: side, Colors: colors, Trials: trials(page)}
	switch kind {
	case "odd":
		page, r.Trials = pages.Odd(uint64(i), p, faces), []string{pages.Kinds[i%len(pages.Kinds)]}
	case "other":
		page, r.Trials = pages.Other(uint64(i), p, faces), []string{pages.Others[i%len(pages.Others)]}
	}
	photo, err := page.Photograph()
	if err != nil {
		t.Fatal(err)
	}
	clock := machine.CPU()
	before := clock.Now()
	proved, err := scan.Read(context.Background(), photo, scan.Options{})
	r.CPU = (clock.Now() - before).Seconds()
	if err == nil {
		plain := scan.Unproved(proved)
		if r.Sight = right(p, plain); !r.Sight {
			r.Confused = confused(p, plain)
		}
	}
	if err == nil && proved.Status != nonogram.Unsolvable {
		r.Claim = proved.Probability
	}
	switch {
	case kind == "other" && r.Claim == 0:
		r.Proved = true
	case err != nil:
		r.Wrong = fmt.Sprintf("%v; %s", err, describe(page))
	case kind != "other" && right(p, proved.Puzzle):
		r.Proved = true
	default:
		r.Wrong = fmt.Sprintf("read as %d × %d, %d lines wrong, %v by %s; %s", proved.Puzzle.Width(), proved.Puzzle.Height(), wrongLines(p, proved.Puzzle), proved.Status, proved.Decided, describe(page))
	}
	return r
}

// table sums results up: by colors and size, by what pages have done to them, and what was
// confused with what.
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
			fmt.Fprintf(&b, "%-54s %5d photographs, exact by sight %5d, %5.1f %%, with proof-reading %5d, %5.1f %%, %.2f s each\n",
				name, n, sight, 100*float64(sight)/float64(n), proved, 100*float64(proved)/float64(n), seconds/float64(n))
		}
	}
	wavy := func(r *result) bool { return slices.Contains(r.Trials, waves) }
	for _, group := range []struct {
		name string
		of   func(*result) bool
	}{
		{"all", func(*result) bool { return true }},
		{"without " + waves, func(r *result) bool { return !wavy(r) }},
		{"with " + waves, wavy},
	} {
		line(group.name, group.of)
		for colors := range 3 {
			name := group.name + ", " + [3]string{"black and white", "two colors", "three colors"}[colors]
			colored := func(r *result) bool { return r.Colors == colors && group.of(r) }
			line(name, colored)
			line(name+", up to 25", func(r *result) bool { return colored(r) && r.Side <= 25 })
			for _, side := range sides {
				line(fmt.Sprintf("%s, %d × %d", name, side, side), func(r *result) bool { return colored(r) && r.Side == side })
			}
		}
	}
	met := map[string]bool{}
	for _, r := range results {
		for _, trial := range r.Trials {
			met[trial] = true
		}
	}
	for _, trial := range slices.Sorted(maps.Keys(met)) {
		line("pages with "+trial, func(r *result) bool { return slices.Contains(r.Trials, trial) })
	}
	line("pages with none of these", func(r *result) bool { return len(r.Trials) == 0 })
	fmt.Fprint(&b, calibration(results))
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

// calibration compares the probabilities that readings claim with how many are right.
func calibration(results []result) string {
	var b strings.Builder
	limits := []float64{0, .5, .8, .9, .95, .98, .99, .999, 1.1}
	for k := 1; k < len(limits); k++ {
		n, right, claimed := 0, 0, 0.0
		for _, r := range results {
			if r.Claim < limits[k-1] || r.Claim >= limits[k] || r.Claim == 0 {
				continue
			}
			n++
			claimed += r.Claim
			if r.Proved {
				right++
			}
		}
		if n > 0 {
			fmt.Fprintf(&b, "claimed %.3f to %.3f: %5d readings, mean %.4f, right %5d, %.4f\n", limits[k-1], limits[k], n, claimed/float64(n), right, float64(right)/float64(n))
		}
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
				return a.Length == b.Length && int(b.Color) < len(printed) && a.Color == printed[b.Color]
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
