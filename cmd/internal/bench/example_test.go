package bench_test

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"nonogram/cmd/internal/bench"
	"nonogram/generate"
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
	// dfs_rulecut, 7×7: 10 of 10 solved, 1382.1 nodes on average
	// recursive_intersect_greedy, 7×7: 10 of 10 solved, 2.7 nodes on average
}
