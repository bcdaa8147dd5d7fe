package bench_test

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/generate"
	"nonogram/lab"
	"nonogram/solve"
)

// stopped is a clock for an example whose output must not change. A program that
// wants to know times brings one that moves.
type stopped struct{}

func (stopped) Now() time.Duration { return 0 }

func (stopped) WithTimeout(parent context.Context, _ time.Duration) (context.Context, context.CancelFunc) {
	return context.WithCancel(parent)
}

// Two methods on ten boards of 7×7, and how large their search trees are.
func ExampleMeasure() {
	methods, err := bench.LookupAll("dfs_rulecut,recursive_intersect_greedy")
	if err != nil {
		fmt.Println(err)
		return
	}
	boards, err := bench.Boards(generate.Random{Width: 7, Height: 7, Count: 10, First: 0.5, Last: 0.35, Seed: big.NewInt(12345)})
	if err != nil {
		fmt.Println(err)
		return
	}
	cells, err := bench.Measure(context.Background(), stopped{}, bench.Plan{Methods: methods, Sets: []bench.Set{boards}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range cells {
		s := c.Summary()
		fmt.Printf("%s, %s: %d of %d solved, %.1f nodes on average\n", s.Method, s.Set, s.Solved, s.Runs, s.Nodes.Mean.Value)
	}
	// Output:
	// dfs_rulecut, 7×7: 10 of 10 solved, 897.3 nodes on average
	// recursive_intersect_greedy, 7×7: 10 of 10 solved, 2.7 nodes on average
}

// A method of one's own is a nonogram.Solver. This one tries the possibilities of the first row
// and leaves the rest to the engine; it races a method of the lab.
func Example_ownMethod() {
	own := bench.Entry{Label: "first_row", New: func() nonogram.Solver {
		return func(ctx context.Context, p *nonogram.Puzzle, o nonogram.Options) (*nonogram.Result, error) {
			_, lines := lab.LinesOf(p.Width(), p.Rows[0])
			answer := &nonogram.Result{Status: nonogram.Unsolvable, Exhausted: true}
			for line := range lines {
				try := *p
				try.Given = nonogram.NewGrid(p.Width(), p.Height())
				for x, cell := range line {
					try.Given.Set(0, x, nonogram.Color(cell-'0'))
				}
				result, err := new(solve.Engine).Solve(ctx, &try, o)
				if err != nil {
					return nil, err
				}
				answer.Stats.Nodes++
				if len(result.Solutions) > 0 {
					answer.Status, answer.Solutions = nonogram.Solved, result.Solutions
					break
				}
			}
			return answer, nil
		}
	}}
	methods, err := bench.LookupAll("table_dfs")
	if err != nil {
		fmt.Println(err)
		return
	}
	boards, err := bench.Boards(generate.Random{Width: 7, Height: 7, Count: 10, First: 0.5, Last: 0.35, Seed: big.NewInt(12345)})
	if err != nil {
		fmt.Println(err)
		return
	}
	cells, err := bench.Measure(context.Background(), stopped{}, bench.Plan{Methods: append(methods, own), Sets: []bench.Set{boards}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range cells {
		s := c.Summary()
		fmt.Printf("%s: %d of %d solved, %.1f nodes on average\n", s.Method, s.Solved, s.Runs, s.Nodes.Mean.Value)
	}
	// Output:
	// table_dfs: 10 of 10 solved, 223.1 nodes on average
	// first_row: 10 of 10 solved, 4.5 nodes on average
}
