package hunt

import (
	"fmt"
	"testing"

	"nonogram"
	"nonogram/solve"
)

// dominoes is Josh Greifer's pattern of n dominoes down a diagonal, which has one
// solution and takes long to prove, perhaps with a switch of four cells in the corner,
// which makes two of it.
func dominoes(n int, another bool) *nonogram.Puzzle {
	rows, cols := [][]int{{3}}, [][]int{{1}, {1}}
	for range n - 1 {
		rows = append(rows, []int{1}, []int{3, 1})
		cols = append(cols, []int{1, 3}, []int{1})
	}
	rows, cols = append(rows, []int{1}, []int{1}), append(cols, []int{3})
	if another {
		rows, cols = append(rows, []int{1}, []int{1}), append(cols, []int{1}, []int{1})
	}
	return nonogram.New(rows, cols)
}

// TestTeamsOnHardBoards lets teams work on boards that take thousands of conflicts, as
// they are, mirrored and turned. How many solutions there are is known; helpers that
// told each other something wrong would lose some, or all.
func TestTeamsOnHardBoards(t *testing.T) {
	boards := []struct {
		n       int
		another bool
	}{{8, true}, {9, false}}
	if testing.Short() {
		boards = boards[:1]
	}
	var alone solve.Engine
	var conflicts, helped int64
	for k, b := range boards {
		p := dominoes(b.n, b.another)
		p.Rows[0][0].Length = 0 // it follows from the totals, and rules out the Lagrangian bound
		want := solveAll(t, alone.Solve, "alone", p, nonogram.Options{Limit: 3})
		team := solve.Team{Cores: solve.NewCores(2)}
		for i, s := range Symmetries(p) {
			name := fmt.Sprintf("%d dominoes, another %v, %s", b.n, b.another, s.Name)
			r := solveAll(t, team.Solve, name, s.Puzzle(p), nonogram.Options{Limit: 3, Seed: uint64(10*k + i)})
			if r.Status != want.Status || len(r.Solutions) != len(want.Solutions) || !r.Exhausted {
				t.Errorf("%s: a team says %v with %d solutions, an engine %v with %d", name, r.Status, len(r.Solutions), want.Status, len(want.Solutions))
			}
			conflicts += r.Stats.Conflicts
			helped += int64(min(1, r.Helpers))
			t.Logf("%s: %d solutions, %d conflicts, %d helpers", name, len(r.Solutions), r.Stats.Conflicts, r.Helpers)
		}
	}
	if conflicts < 2000 || helped == 0 {
		t.Errorf("%d conflicts, and helpers in %d searches: that tests little", conflicts, helped)
	}
}
