package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"nonogram"
)

// The engine's guesses form a tree that can be followed, in black and white and in
// color, and listening changes nothing.
func TestTrace(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	var e Engine
	guesses := int64(0)
	for i := range 300 {
		p := randomPuzzle(rng, 6+i%3, 7, 2+i%2)
		silent, err := e.Solve(context.Background(), p, nonogram.Options{Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		path := []int64{0}
		traced, solutions := int64(0), 0
		r, err := e.Solve(context.Background(), p, nonogram.Options{Limit: 5, Trace: func(ev nonogram.Event) {
			switch ev.Kind {
			case nonogram.EventGuess:
				if traced++; ev.Node != traced || ev.Parent != path[len(path)-1] || ev.Depth != len(path) || ev.Cells == "" {
					t.Fatalf("%+v does not follow %v", ev, path)
				}
				path = append(path, ev.Node)
			case nonogram.EventBacktrack:
				if ev.Node != path[len(path)-1] || ev.Depth != len(path)-1 {
					t.Fatalf("%+v does not leave the last of %v", ev, path)
				}
				path = path[:len(path)-1]
			case nonogram.EventSolution:
				solutions++
			default:
				t.Fatalf("unexpected %+v", ev)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Stats != silent.Stats || traced != r.Stats.Guesses || solutions != len(r.Solutions) {
			t.Fatalf("%d guesses and %d solutions traced, counted %+v and %d; without a listener %+v", traced, solutions, r.Stats, len(r.Solutions), silent.Stats)
		}
		guesses += traced
	}
	if guesses < 100 {
		t.Errorf("only %d guesses: nothing was tested", guesses)
	}
}
