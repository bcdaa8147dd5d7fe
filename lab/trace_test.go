package lab_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonogram"
)

// events runs a method and collects what it tells.
func events(t *testing.T, label string, p *nonogram.Puzzle, seed uint64) ([]nonogram.Event, *nonogram.Result) {
	t.Helper()
	var list []nonogram.Event
	r := run(t, label, p, nonogram.Options{Limit: 1 << 20, Seed: seed, Trace: func(e nonogram.Event) { list = append(list, e) }})
	return list, r
}

// traced are puzzles to watch: many solutions, one, none, and not square.
func traced() []*nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(3, 1))
	list := []*nonogram.Puzzle{pengs(), nonogram.New([][]int{{1}, {1}, {1}}, [][]int{{1}, {1}, {1}})}
	for _, size := range [][2]int{{4, 3}, {3, 4}, {6, 2}, {1, 5}, {2, 5}, {4, 3}, {3, 4}} {
		list = append(list, randomPuzzle(rng, size[0], size[1]))
	}
	return list
}

// TestSameSeedSameRun: the events, the counters and the solutions are the same every
// time, and a trace does not change the result.
func TestSameSeedSameRun(t *testing.T) {
	for _, label := range ending() {
		for _, p := range traced() {
			if blind(label) && p.Width() == 5 && p.Height() == 5 {
				continue // a hundred million events
			}
			first, r := events(t, label, p, 4)
			second, s := events(t, label, p, 4)
			silent := run(t, label, p, nonogram.Options{Limit: 1 << 20, Seed: 4})
			if !slices.Equal(first, second) || r.Stats != s.Stats || r.Stats != silent.Stats {
				t.Errorf("%s: runs differ on %s", label, describe(p))
			}
			for i := range r.Solutions {
				if !r.Solutions[i].Equal(silent.Solutions[i]) {
					t.Errorf("%s: solution %d differs on %s", label, i, describe(p))
				}
			}
		}
	}
}

// The methods that leave something to chance do so.
func TestSeedsMatter(t *testing.T) {
	for label, size := range map[string]int{"liao:dfs": 5, "dfs_rulecut": 5, "dfs_possiblecut": 5, "recursive_intersect": 12} {
		p := hard(t, size)
		first, _ := events(t, label, p, 1)
		other, _ := events(t, label, p, 2)
		if slices.Equal(first, other) {
			t.Errorf("%s does the same with two seeds", label)
		}
	}
}

// tree rebuilds the search tree from the events, and complains about what does not
// fit together.
type tree struct {
	t        *testing.T
	depth    map[int64]int
	closed   map[int64]bool
	checks   int64
	guesses  int64
	solution int
}

func (tr *tree) add(e nonogram.Event) {
	tr.t.Helper()
	switch e.Kind {
	case nonogram.EventPlace, nonogram.EventGuess:
		at, ok := tr.depth[e.Parent]
		if !ok || at+1 != e.Depth && e.Depth > 0 || e.Node != int64(len(tr.depth)) || tr.closed[e.Parent] {
			tr.t.Fatalf("%+v does not continue the tree", e)
		}
		tr.depth[e.Node] = e.Depth
		if e.Kind == nonogram.EventGuess {
			tr.guesses++
		}
	case nonogram.EventPrune, nonogram.EventBacktrack:
		if e.Row > 0 || e.Column > 0 {
			return // of possibilities, not of the node
		}
		if tr.closed[e.Node] {
			tr.t.Fatalf("%+v leaves its node a second time", e)
		}
		tr.closed[e.Node] = true
	case nonogram.EventCheck:
		tr.checks++
	case nonogram.EventSolution:
		tr.solution++
	}
	if at, ok := tr.depth[e.Node]; !ok || at != e.Depth {
		tr.t.Fatalf("%+v happens at no known node", e)
	}
}

func TestTraceIsATree(t *testing.T) {
	for _, label := range ending() {
		for _, p := range traced() {
			if blind(label) && p.Width() == 5 && p.Height() == 5 {
				continue
			}
			tr := &tree{t: t, depth: map[int64]int{0: 0}, closed: map[int64]bool{}}
			r := run(t, label, p, nonogram.Options{Limit: 1 << 20, Trace: tr.add})
			if got := int64(len(tr.depth) - 1); got != r.Stats.Nodes || tr.checks != r.Stats.Checks || tr.guesses != r.Stats.Guesses || tr.solution != len(r.Solutions) {
				t.Errorf("%s: %d nodes, %d checks, %d guesses and %d solutions told, counted %+v and %d", label, got, tr.checks, tr.guesses, tr.solution, r.Stats, len(r.Solutions))
			}
		}
	}
}

// replay fills a board as the events say. Every node remembers what the board was
// before it.
func replay(t *testing.T, p *nonogram.Puzzle, list []nonogram.Event) (solutions []string) {
	t.Helper()
	boards := map[int64]*nonogram.Grid{0: nonogram.NewGrid(p.Width(), p.Height())}
	if p.Given != nil {
		boards[0] = p.Given.Clone()
	}
	for _, e := range list {
		switch e.Kind {
		case nonogram.EventPlace, nonogram.EventGuess:
			boards[e.Node] = boards[e.Parent].Clone()
			write(boards[e.Node], e)
		case nonogram.EventFix:
			write(boards[e.Node], e)
		case nonogram.EventSolution:
			got := strings.ReplaceAll(boards[e.Node].String(), "\n", "")
			if got != e.Cells {
				t.Fatalf("the board is %s when the solution %s is told", got, e.Cells)
			}
			solutions = append(solutions, e.Cells)
		}
	}
	return solutions
}

func write(g *nonogram.Grid, e nonogram.Event) {
	at := 0
	for y := range g.Height {
		for x := range g.Width {
			if (e.Row == 0 || e.Row == y+1) && (e.Column == 0 || e.Column == x+1) {
				g.Set(y, x, nonogram.Empty)
				if e.Cells[at] == nonogram.BlackSymbol {
					g.Set(y, x, nonogram.Black)
				}
				at++
			}
		}
	}
}

// A run can be replayed from its trace: the events lead to every solution.
func TestReplay(t *testing.T) {
	for _, label := range ending() {
		for _, p := range traced() {
			if blind(label) && p.Width() == 5 && p.Height() == 5 {
				continue
			}
			list, r := events(t, label, p, 9)
			if got := replay(t, p, list); len(got) != len(r.Solutions) {
				t.Errorf("%s: %d solutions replayed, %d found", label, len(got), len(r.Solutions))
			}
		}
	}
}

// Events survive JSON, and say nothing of what does not apply.
func TestEventJSON(t *testing.T) {
	for want, e := range map[string]nonogram.Event{
		`{"kind":"place","node":7,"parent":3,"depth":2,"row":2,"cells":"#.##"}`: {Kind: nonogram.EventPlace, Node: 7, Parent: 3, Depth: 2, Row: 2, Cells: "#.##"},
		`{"kind":"check","node":7,"depth":2,"column":4,"failed":true}`:          {Kind: nonogram.EventCheck, Node: 7, Depth: 2, Column: 4, Failed: true},
		`{"kind":"prune","node":1,"depth":1,"row":3,"count":12}`:                {Kind: nonogram.EventPrune, Node: 1, Depth: 1, Row: 3, Count: 12},
		`{"kind":"fix","row":1,"column":2,"cells":"."}`:                         {Kind: nonogram.EventFix, Row: 1, Column: 2, Cells: "."},
	} {
		data, err := json.Marshal(e)
		if err != nil || string(data) != want {
			t.Errorf("%s, %v, want %s", data, err, want)
		}
		var back nonogram.Event
		if err := json.Unmarshal(data, &back); err != nil || back != e {
			t.Errorf("%s comes back as %+v, %v", data, back, err)
		}
	}
}
