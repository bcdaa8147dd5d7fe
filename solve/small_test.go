package solve

import (
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"nonogram"
)

// tally is what the exhaustive tests count over all grids of a size.
type tally struct{ descriptions, unique, lineSolvable, most int64 }

// lineTable lists all lines of a length by clue.
type lineTable struct {
	clues   []nonogram.Clue
	members [][]uint32 // bit masks
	clueOf  []int      // by bit mask
}

func newLineTable(n int) *lineTable {
	t := &lineTable{clueOf: make([]int, 1<<uint(n))}
	index := map[string]int{}
	cells := make([]nonogram.Color, n)
	for m := range t.clueOf {
		for i := range cells {
			cells[i] = nonogram.Color(m >> uint(i) & 1)
		}
		clue := nonogram.ClueOf(cells)
		k, ok := index[clue.String()]
		if !ok {
			k = len(t.clues)
			index[clue.String()] = k
			t.clues = append(t.clues, clue)
			t.members = append(t.members, nil)
		}
		t.members[k] = append(t.members[k], uint32(m))
		t.clueOf[m] = k
	}
	return t
}

// exhaust solves every description of grids of a size once, and compares the
// verdict and the solution with enumeration: for each combination of row
// clues all grids are listed, so that the number of grids with the same column
// clues is the number of solutions.
func exhaust(t *testing.T, width, height int) tally {
	rows, cols := newLineTable(width), newLineTable(height)
	combos := 1
	for range height {
		combos *= len(rows.clues)
	}
	keys := 1
	for range width {
		keys *= len(cols.clues)
	}
	var total tally
	var mu sync.Mutex
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := newExhauster(width, height, rows, cols, keys)
			for {
				c := int(next.Add(1) - 1)
				if c >= combos || t.Failed() {
					break
				}
				w.combo(t, c)
			}
			mu.Lock()
			defer mu.Unlock()
			total.descriptions += w.descriptions
			total.unique += w.unique
			total.lineSolvable += w.lineSolvable
			total.most = max(total.most, w.most)
		}()
	}
	wg.Wait()
	return total
}

type exhauster struct {
	tally
	width, height int
	rows, cols    *lineTable
	count         []uint16 // by column key: grids seen with these rows
	example       []uint64
	touched       []int32
	engine        Engine
	puzzle        *nonogram.Puzzle
}

func newExhauster(width, height int, rows, cols *lineTable, keys int) *exhauster {
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: make([]nonogram.Clue, height), Cols: make([]nonogram.Clue, width)}
	return &exhauster{width: width, height: height, rows: rows, cols: cols, count: make([]uint16, keys), example: make([]uint64, keys), puzzle: p}
}

// combo lists all grids with the row clues of combination c, and solves each set
// of column clues that occurs.
func (w *exhauster) combo(t *testing.T, c int) {
	lists := make([][]uint32, w.height)
	for y := range lists {
		k := c % len(w.rows.clues)
		c /= len(w.rows.clues)
		lists[y] = w.rows.members[k]
		w.puzzle.Rows[y] = w.rows.clues[k]
	}
	w.place(lists, 0, 0)
	for _, key := range w.touched {
		w.solve(t, int(key), int64(w.count[key]), w.example[key])
		w.count[key] = 0
	}
	w.touched = w.touched[:0]
}

func (w *exhauster) place(lists [][]uint32, y int, grid uint64) {
	if y == w.height {
		key := w.key(grid)
		if w.count[key] == 0 {
			w.touched = append(w.touched, int32(key))
			w.example[key] = grid
		}
		w.count[key]++
		return
	}
	for _, m := range lists[y] {
		w.place(lists, y+1, grid|uint64(m)<<uint(y*w.width))
	}
}

// key numbers the column clues of a grid.
func (w *exhauster) key(grid uint64) int {
	key := 0
	for x := w.width - 1; x >= 0; x-- {
		m := 0
		for y := range w.height {
			m |= int(grid>>uint(y*w.width+x)&1) << uint(y)
		}
		key = key*len(w.cols.clues) + w.cols.clueOf[m]
	}
	return key
}

func (w *exhauster) solve(t *testing.T, key int, solutions int64, grid uint64) {
	for x := range w.width {
		w.puzzle.Cols[x] = w.cols.clues[key%len(w.cols.clues)]
		key /= len(w.cols.clues)
	}
	w.descriptions++
	w.most = max(w.most, solutions)
	r, err := w.engine.Solve(context.Background(), w.puzzle, nonogram.Options{Limit: 2})
	if err != nil {
		t.Errorf("%v: %v", w.puzzle, err)
		return
	}
	want := nonogram.Multiple
	if solutions == 1 {
		want = nonogram.Unique
	}
	if r.Status != want || len(r.Solutions) != int(min(solutions, 2)) {
		t.Errorf("rows %v columns %v: %v with %d solutions, there are %d", w.puzzle.Rows, w.puzzle.Cols, r.Status, len(r.Solutions), solutions)
		return
	}
	if solutions == 1 {
		w.unique++
		if r.Stats.LineOpen == 0 {
			w.lineSolvable++
		}
		for i, c := range r.Solutions[0].Cells {
			if uint64(c) != grid>>uint(i)&1 {
				t.Errorf("rows %v columns %v: wrong solution", w.puzzle.Rows, w.puzzle.Cols)
				return
			}
		}
	} else if r.Stats.LineOpen == 0 {
		t.Errorf("rows %v columns %v: the line solver decides a puzzle with %d solutions", w.puzzle.Rows, w.puzzle.Cols, solutions)
	}
}

// The expected numbers come from an independent enumeration; those of unique
// square grids are sequence A242876 of the OEIS.
func TestAllSmallGrids(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          tally
	}{
		{1, 1, tally{2, 2, 2, 1}},
		{3, 1, tally{8, 8, 8, 1}},
		{2, 2, tally{15, 14, 14, 2}},
		{3, 2, tally{58, 52, 52, 2}},
		{5, 2, tally{918, 816, 810, 4}},
		{3, 3, tally{445, 384, 384, 6}},
		{4, 3, tally{3_588, 3_152, 3_116, 6}},
		{5, 3, tally{28_068, 24_230, 24_052, 12}},
		{4, 4, tally{58_196, 52_362, 51_234, 24}},
		{5, 4, tally{915_743, 814_632, 801_832, 36}},
		{5, 5, tally{28_781_820, 25_309_575, 24_976_511, 120}},
		{6, 3, tally{221_528, 189_898, 188_042, 30}},
	} {
		if c.width == 5 && testing.Short() {
			continue
		}
		if got := exhaust(t, c.width, c.height); got != c.want {
			t.Errorf("%d×%d: got %+v, want %+v", c.width, c.height, got, c.want)
		}
	}
}

// TestAllGrids4x6 takes some minutes; set NONOGRAM_LONG=1 to run it.
func TestAllGrids4x6(t *testing.T) {
	if os.Getenv("NONOGRAM_LONG") == "" {
		t.Skip("set NONOGRAM_LONG=1 to run the test over all 16,777,216 grids of 4×6")
	}
	want := tally{14_489_027, 12_819_322, 12_560_410, 84}
	for _, size := range [][2]int{{4, 6}, {6, 4}} {
		if got := exhaust(t, size[0], size[1]); got != want {
			t.Errorf("%d×%d: got %+v, want %+v", size[0], size[1], got, want)
		}
	}
}
