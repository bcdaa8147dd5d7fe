package lab_test

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/lab"
)

// The worked examples of the sources, through the front door.

// tally counts the boards of a run by depth, and the listed possibilities of rows.
type tally struct {
	boards map[int]int // by depth
	listed int
}

func (c *tally) add(e nonogram.Event) {
	switch {
	case e.Kind == nonogram.EventPlace:
		c.boards[e.Depth]++
	case e.Kind == nonogram.EventList && e.Row > 0:
		c.listed += int(e.Count)
	}
}

// run solves with a method and returns its result and its events.
func run(t *testing.T, label string, p *nonogram.Puzzle, o nonogram.Options) *nonogram.Result {
	t.Helper()
	m, err := lab.Lookup(label)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.New(nil)(context.Background(), p, o)
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	return r
}

func tallied(t *testing.T, label string, p *nonogram.Puzzle) (*nonogram.Result, *tally) {
	t.Helper()
	c := &tally{boards: map[int]int{}}
	return run(t, label, p, nonogram.Options{Limit: 1000, Trace: c.add}), c
}

// Wang, section 2-1: rows 1, 2, 1 of width 3 give 3, then 6, then 18 boards, the
// same for breadth first and depth first.
func TestEighteenLeaves(t *testing.T) {
	p := nonogram.New([][]int{{1}, {2}, {1}}, [][]int{{1}, {1}, {2}})
	for _, label := range []string{"table_bfs:none", "table_dfs:none"} {
		r, c := tallied(t, label, p)
		if c.boards[1] != 3 || c.boards[2] != 6 || c.boards[3] != 18 || len(c.boards) != 3 {
			t.Errorf("%s: %v boards", label, c.boards)
		}
		if r.Stats.Nodes != 3+6+18 {
			t.Errorf("%s: %d nodes", label, r.Stats.Nodes)
		}
	}
}

// pengs is the example of Peng's report, rows 1, 1 2, 1 1 1, 3 and 2 2 of width 5,
// with the columns of one of its boards.
func pengs() *nonogram.Puzzle {
	return picture("..#..", "#..##", "#.#.#", "..###", "##.##")
}

// picture makes a puzzle of a drawing.
func picture(rows ...string) *nonogram.Puzzle {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if rows[i/g.Width][i%g.Width] == nonogram.BlackSymbol {
			g.Cells[i] = nonogram.Black
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// Peng: T = 5·3·1·3·1 = 45 boards, 5+3+1+3+1 = 13 possibilities in store.
func TestFortyFiveBoards(t *testing.T) {
	p := pengs()
	r, c := tallied(t, "row_dfs", p)
	if c.boards[5] != 45 || c.listed != 13 {
		t.Errorf("row_dfs: %d full boards of %d possibilities", c.boards[5], c.listed)
	}
	if !r.Exhausted {
		t.Error("row_dfs has not seen them all")
	}
	if _, cut := tallied(t, "row_dfs_cutoff", p); cut.boards[5] >= 45 || cut.listed != 13 {
		t.Errorf("row_dfs_cutoff: %d full boards of %d possibilities", cut.boards[5], cut.listed)
	}
	if r.Stats.Boards != 45 || r.Stats.Listed != 13 {
		t.Errorf("row_dfs counts %d boards, %d listed", r.Stats.Boards, r.Stats.Listed)
	}
	// Moving blocks from left to right reaches the same boards, each once.
	all := 0
	r, c = tallied(t, "shift_bfs:visited", p)
	for _, n := range c.boards {
		all += n
	}
	if all != 45 || r.Stats.Nodes != 45 {
		t.Errorf("shift_bfs:visited: %d boards, %d nodes", all, r.Stats.Nodes)
	}
}

// Peng's queue is plain: a board waits once for every order of the moves to it. Up to
// the solution of the example that makes 117 boards, of which 34 are different.
func TestPriceOfForgetting(t *testing.T) {
	for label, want := range map[string]int64{"shift_bfs": 117, "shift_bfs:queue": 117, "shift_bfs:visited": 34} {
		r := run(t, label, pengs(), nonogram.Options{Limit: 1})
		if r.Stats.Boards != want || r.Stats.Moves != 5 || r.Status != nonogram.Solved {
			t.Errorf("%s: %+v, want %d boards and 5 moves", label, r.Stats, want)
		}
	}
}

// From the other side the blocks of the columns move down, and the rows are checked.
func TestShiftColumns(t *testing.T) {
	p := pengs()
	turned := &nonogram.Puzzle{Palette: p.Palette, Rows: p.Cols, Cols: p.Rows}
	for _, way := range []string{"queue", "visited"} {
		rows, columns := run(t, "shift_bfs:"+way, p, nonogram.Options{Limit: 1}), run(t, "shift_bfs:columns:"+way, turned, nonogram.Options{Limit: 1})
		if rows.Stats != columns.Stats {
			t.Errorf("%s: %+v, turned %+v", way, rows.Stats, columns.Stats)
		}
	}
	var first, second nonogram.Event
	run(t, "shift_bfs:columns", p, nonogram.Options{Limit: 1, Trace: func(e nonogram.Event) {
		switch {
		case e.Kind != nonogram.EventPlace:
		case e.Node == 1:
			first = e
		case e.Node == 2:
			second = e
		}
	}})
	// The columns of the example are 2 1, 1, 1 2, 1 2 and 4, packed to the top.
	if first.Cells != "#####"+"#...#"+"..###"+"#.###"+"....." || second.Column != 1 || second.Cells != "##..#" {
		t.Errorf("the first boards are %+v and %+v", first, second)
	}
}

// The R package's own counts of iterations, with all lines going by the same snapshot,
// and those of rows and columns in turn.
func TestIterations(t *testing.T) {
	for _, c := range []struct {
		label string
		want  int64
	}{{"perm_elim", 1}, {"perm_elim:snapshot", 1}, {"perm_elim:turns", 2}} {
		p := nonogram.New([][]int{{1, 1}, {1}, {3}}, [][]int{{1, 1}, {2}, {1, 1}})
		if r := run(t, c.label, p, nonogram.Options{}); r.Stats.Sweeps != c.want || r.Status != nonogram.Unique {
			t.Errorf("%s: %d iterations, %s, want %d", c.label, r.Stats.Sweeps, r.Status, c.want)
		}
	}
}

// The first board of Peng's example has every block at the left.
func TestFirstBoard(t *testing.T) {
	var first nonogram.Event
	run(t, "shift_bfs", pengs(), nonogram.Options{Trace: func(e nonogram.Event) {
		if first.Kind == "" {
			first = e
		}
	}})
	if want := "#....#.##.#.#.####..##.##"; first.Cells != want || first.Kind != nonogram.EventPlace || first.Row != 0 {
		t.Errorf("the first board is %+v, want %s", first, want)
	}
}

// Liao, section IV: of a block of 4 in 6 cells the middle two are simple boxes; and
// nothing is passed on from line to line.
func TestSimpleBoxes(t *testing.T) {
	p := nonogram.New([][]int{{4}}, [][]int{{}, {1}, {1}, {1}, {1}, {}})
	var row []int
	for _, label := range []string{"bruteforce_wiki", "dfs_wiki"} {
		row = row[:0]
		run(t, label, p, nonogram.Options{Trace: func(e nonogram.Event) {
			if e.Kind == nonogram.EventFix && len(row) < 2 {
				row = append(row, e.Column)
			}
		}})
		if len(row) != 2 || row[0] != 3 || row[1] != 4 {
			t.Errorf("%s: the row fixes cells %v, want 3 and 4", label, row)
		}
	}
}

// The R package's example has 6 boxes in 9 cells. Drawing 6 boxes takes C(9, 6) = 84 boards on
// average, drawing cell by cell, as the program does, 3^9/2^6 = 307.5.
func TestForceDraws(t *testing.T) {
	p := nonogram.New([][]int{{1, 1}, {1}, {3}}, [][]int{{1, 1}, {2}, {1, 1}})
	for label, want := range map[string]float64{"force:max_iter=inf": 84, "force:cells:max_iter=inf": 307.5} {
		const seeds = 4000
		draws := int64(0)
		for seed := range uint64(seeds) {
			draws += run(t, label, p, nonogram.Options{Limit: 1, Seed: seed}).Stats.Boards
		}
		if mean := float64(draws) / seeds; math.Abs(mean/want-1) > 0.04 {
			t.Errorf("%s draws %.1f boards on average, want %v", label, mean, want)
		}
	}
}

// The R package's example, 3×3, solved with force and no limit, and by elimination.
func TestReadmeOfR(t *testing.T) {
	p := nonogram.New([][]int{{1, 1}, {1}, {3}}, [][]int{{1, 1}, {2}, {1, 1}})
	for _, label := range []string{"force:max_iter=inf", "perm_elim"} {
		r := run(t, label, p, nonogram.Options{Limit: 1})
		if len(r.Solutions) != 1 || r.Solutions[0].String() != "#.#\n.#.\n###\n" {
			t.Errorf("%s: %+v", label, r)
		}
	}
	if r := run(t, "force", p, nonogram.Options{Limit: 2}); r.Status != nonogram.Undecided || r.Stopped != nonogram.StopStalled || r.Stats.Nodes != 10 {
		t.Errorf("force with its default: %+v", r)
	}
}

// Early exit prunes the same boards with fewer looks at columns.
func TestEarlyLooksLess(t *testing.T) {
	p := pengs()
	for _, name := range []string{"table_bfs", "table_dfs"} {
		early, columns := run(t, name, p, nonogram.Options{}), run(t, name+":columns", p, nonogram.Options{})
		none := run(t, name+":none", p, nonogram.Options{})
		if early.Stats.Nodes != columns.Stats.Nodes || early.Stats.Checks >= columns.Stats.Checks || none.Stats.Nodes <= early.Stats.Nodes {
			t.Errorf("%s: early %+v, columns %+v, none %+v", name, early.Stats, columns.Stats, none.Stats)
		}
	}
}

// Liao's program pursues dead branches of intersection: 820 and 191 nodes on average on the
// ten 15×15 boards of Python 3, where 796 and 175 do if they are cut.
func TestLiaoPursuesDeadBranches(t *testing.T) {
	nodes := map[string]int64{}
	for _, p := range liaoBoards(t, 15) {
		for _, label := range []string{"11:liao", "12:liao"} {
			nodes[label] += run(t, label, p, nonogram.Options{Limit: 1}).Stats.Nodes
		}
	}
	if nodes["11:liao"] != 8199 || nodes["12:liao"] != 1913 {
		t.Errorf("nodes on ten boards: %v", nodes)
	}
}

// liaoBoards are ten boards of Liao's experiments.
func liaoBoards(t *testing.T, side int) []*nonogram.Puzzle {
	t.Helper()
	boards, err := generate.Random{Width: side, Height: side, Count: 10, First: 0.5, Last: 0.35, Seed: big.NewInt(12345)}.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(boards)
}

// Liao skips fixed cells: they are not nodes. His program (:liao) does not check their lines
// either, and cuts less.
func TestFixedCellsAreNoNodes(t *testing.T) {
	nodes := map[string]int64{}
	for _, p := range liaoBoards(t, 5) {
		for _, label := range []string{"4", "4:liao"} {
			nodes[label] += run(t, label, p, nonogram.Options{Limit: 1}).Stats.Nodes
		}
	}
	if nodes["4"] != 416 || nodes["4:liao"] != 5696 {
		t.Errorf("nodes on ten boards: %v", nodes)
	}
}
