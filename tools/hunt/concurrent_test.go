package hunt

import (
	"bytes"
	"context"
	"reflect"
	"sync"
	"testing"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/line"
	"nonogram/internal/testkit/families"
	"nonogram/lab"
	"nonogram/render"
	"nonogram/solve"
	"nonogram/teach"
)

// Concurrent use, for the race detector (make race): puzzles, prepared lines, sets of
// lines and idle cores may be shared; engines may not. Every goroutine has to come to
// the answers that one alone comes to.

// goroutines is more than there are cores, so that they are interrupted in the
// middle of things.
const goroutines = 6

// concurrentPuzzles are shared by all.
func concurrentPuzzles() []*nonogram.Puzzle {
	list := []*nonogram.Puzzle{families.Dominoes(5), families.Shuffled(15, 1, 0.4, 3), families.Shuffled(10, 3, 0.5, 1)}
	for i := range int64(30) {
		list = append(list, number(i))
	}
	return list
}

// answers is all that can be asked about a puzzle, in a form that can be compared.
func answers(t *testing.T, p *nonogram.Puzzle) []any {
	ctx := context.Background()
	r, err := solve.Solve(ctx, p, nonogram.Options{Limit: 5})
	c, err2 := solve.Count(ctx, p, nonogram.Options{})
	e, err3 := teach.Explain(ctx, p, teach.Options{Solver: solve.Solve})
	if err != nil || err2 != nil || err3 != nil {
		t.Errorf("%v %v %v", err, err2, err3)
		return nil
	}
	list := []any{r, c.Count.String(), e.Status, e.Grid}
	if !p.Colored() && p.Width() <= 6 && p.Height() <= 6 {
		m, _ := lab.Lookup("perm_elim:parallel")
		known, err := m.New(nil)(ctx, p, nonogram.Options{})
		if err != nil {
			t.Error(err)
			return nil
		}
		list = append(list, known)
	}
	var b bytes.Buffer
	if err := format.Encode(&b, "json", p); err != nil {
		t.Error(err)
	}
	if err := render.SVG(&b, &render.Drawing{Puzzle: p}); err != nil {
		t.Error(err)
	}
	return append(list, b.String())
}

func TestConcurrentSharing(t *testing.T) {
	shared := concurrentPuzzles()
	var want [][]any
	for _, p := range shared {
		want = append(want, answers(t, p))
	}
	var wg sync.WaitGroup
	for k := range goroutines {
		wg.Go(func() {
			for i := range shared {
				j := (i + k*5) % len(shared)
				if got := answers(t, shared[j]); !reflect.DeepEqual(got, want[j]) {
					t.Errorf("among others: %v\nalone: %v\n%s", got, want[j], Describe(shared[j]))
				}
			}
		})
	}
	wg.Wait()
}

// Teams share their idle cores, are cancelled at any moment, and give all cores back.
func TestConcurrentTeams(t *testing.T) {
	cores := solve.NewCores(2)
	shared := concurrentPuzzles()
	var wg sync.WaitGroup
	for k := range goroutines {
		wg.Go(func() {
			team := solve.Team{Cores: cores}
			var e solve.Engine
			for i := range 20 {
				p := shared[(i+k)%len(shared)]
				ctx, cancel := context.WithCancel(context.Background())
				events := 0
				r, err := team.Solve(ctx, p, nonogram.Options{Trace: func(nonogram.Event) {
					if events++; events == 3*k {
						cancel()
					}
				}})
				cancel()
				want, _ := e.Solve(context.Background(), p, nonogram.Options{})
				if err != nil || r.Stopped == nonogram.StopNone && r.Status != want.Status {
					t.Errorf("%v, %v, an engine says %v", r, err, want.Status)
				}
			}
		})
	}
	wg.Wait()
}

// A prepared line never changes, so that goroutines with memory of their own may
// use the same one.
func TestConcurrentLines(t *testing.T) {
	for _, n := range []int{20, 100, 300} {
		l := line.New(nonogram.BlackClue(3, 1, 4, 1, 5), n, 2)
		blank := make([]uint64, 2*line.Words(n))
		l.Fill(blank)
		want := l.Count(blank, new(line.Scratch))
		var wg sync.WaitGroup
		for range goroutines {
			wg.Go(func() {
				var s line.Scratch
				for range 50 {
					can := append([]uint64(nil), blank...)
					if !l.Solve(can, &s) || !l.Feasible(can, &s) || l.Count(can, &s) != want {
						t.Error("a line that is shared has no arrangement, or another number of them")
					}
				}
			})
		}
		wg.Wait()
	}
}
