package scan_test

import (
	"context"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/dev/pages"
	"nonogram/scan"
)

// The score: photographs whose clues are known are read, with and without proof-reading.
// A sample of them is read by every go test, in a typeface that needs no package of
// Debian's; "make scan-score" reads thousands, in typefaces that the network has not seen.

// sides are the sizes of the boards, in turn.
var sides = []int{5, 10, 15, 20, 25, 30, 40}

// score counts whole puzzles.
type score struct{ all, plain, proved, unseen int }

func (s *score) String() string {
	return fmt.Sprintf("%5d photographs: %5.1f %% exact by sight, %5.1f %% with proof-reading, %d without a board found", s.all,
		100*float64(s.plain)/float64(s.all), 100*float64(s.proved)/float64(s.all), s.unseen)
}

// confusion counts numbers read as others.
type confusion map[[2]int]int

// TestSample reads a few pages as they come.
func TestSample(t *testing.T) {
	const photographs, enough = 6, 4
	total, _ := run(t, []*pages.Face{pages.Plain()}, photographs, 0, []int{5, 10, 15})
	t.Log(total[0])
	if total[0].proved < enough {
		t.Errorf("%v, expected at least %d", total[0], enough)
	}
}

// TestScore is make scan-score: NONOGRAM_SCAN says how many photographs.
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
	total, wrong := run(t, faces, n, first, sides)
	fmt.Printf("%d typefaces\nall      %v\n", len(faces), total[0])
	for _, side := range sides {
		if s := total[side]; s != nil {
			fmt.Printf("%2d × %-2d  %v\n", side, side, s)
		}
	}
	fmt.Println(wrong)
}

// run reads n photographs. Totals are by side, and all together under 0.
func run(t *testing.T, faces []*pages.Face, n, first int, sides []int) (map[int]*score, confusion) {
	t.Helper()
	totals, wrong := map[int]*score{0: {}}, confusion{}
	for i := first; i < first+n; i++ {
		side, colors := sides[i%len(sides)], max(0, i/len(sides)%5-2)
		p := pages.Puzzle(uint64(i), side, side, colors)
		page := pages.Random(uint64(i), p, faces)
		photo, err := page.Photograph()
		if err != nil {
			t.Fatal(err)
		}
		if totals[side] == nil {
			totals[side] = &score{}
		}
		proved, err := scan.Read(context.Background(), photo, scan.Options{})
		plain, perr := scan.Read(context.Background(), photo, scan.Options{Unproved: true})
		for _, s := range []*score{totals[0], totals[side]} {
			s.all++
			switch {
			case err != nil || perr != nil:
				s.unseen++
			default:
				s.proved += right(p, proved.Puzzle)
				s.plain += right(p, plain.Puzzle)
			}
		}
		switch {
		case err != nil:
			t.Logf("%d: %v; %s", i, err, describe(page))
		case right(p, proved.Puzzle) == 0:
			wrong.add(p, proved.Puzzle)
			t.Logf("%d: read as %d × %d, expected %d, %d lines wrong, %v by %s; %s", i, proved.Puzzle.Width(), proved.Puzzle.Height(), side, wrongLines(p, proved.Puzzle), proved.Status, proved.Decided, describe(page))
		}
	}
	return totals, wrong
}

// describe says how a page looks.
func describe(p *pages.Page) string {
	s := p.Style
	s.Face = nil
	return fmt.Sprintf("%s %d colors %+v %+v", p.Style.Face.Name, len(p.Puzzle.Palette)-1, s, p.Camera)
}

// right is 1 if all clues are as printed. Colors are compared by which blocks share one.
func right(want, got *nonogram.Puzzle) int {
	if want.Width() != got.Width() || want.Height() != got.Height() || wrongLines(want, got) > 0 {
		return 0
	}
	return 1
}

// wrongLines counts the lines that were misread.
func wrongLines(want, got *nonogram.Puzzle) (n int) {
	there, back := map[nonogram.Color]nonogram.Color{}, map[nonogram.Color]nonogram.Color{}
	compare := func(a, b []nonogram.Clue) {
		for i := range min(len(a), len(b)) {
			if !alike(a[i], b[i], there) || !alike(b[i], a[i], back) {
				n++
			}
		}
	}
	compare(want.Rows, got.Rows)
	compare(want.Cols, got.Cols)
	return n
}

func alike(a, b nonogram.Clue, paired map[nonogram.Color]nonogram.Color) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if c, known := paired[a[i].Color]; !known {
			paired[a[i].Color] = b[i].Color
		} else if c != b[i].Color {
			return false
		}
		if a[i].Length != b[i].Length {
			return false
		}
	}
	return true
}

// add compares numbers of clues that have equally many.
func (c confusion) add(want, got *nonogram.Puzzle) {
	compare := func(a, b []nonogram.Clue) {
		for i := range min(len(a), len(b)) {
			if len(a[i]) != len(b[i]) {
				c[[2]int{-1, -1}]++
				continue
			}
			for k := range a[i] {
				if a[i][k].Length != b[i][k].Length {
					c[[2]int{a[i][k].Length, b[i][k].Length}]++
				}
			}
		}
	}
	compare(want.Rows, got.Rows)
	compare(want.Cols, got.Cols)
}

func (c confusion) String() string {
	var lines []string
	for k, n := range c {
		if k[0] < 0 {
			lines = append(lines, fmt.Sprintf("%5d lines with more or fewer numbers", n))
			continue
		}
		lines = append(lines, fmt.Sprintf("%5d × %d read as %d", n, k[0], k[1]))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(lines)))
	return "confused:\n" + strings.Join(lines[:min(len(lines), 25)], "\n")
}
