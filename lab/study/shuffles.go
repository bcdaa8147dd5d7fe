package study

import (
	"context"
	"fmt"
	"math"
	"time"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
)

// Which Python made Liao's boards? He gives boardgen's seed and densities, but not the
// version of Python, and versions 2 and 3 shuffle differently. His table of ten 15×15 has
// two clues: the ratio of random to greedy times, and the share of the slowest board. They
// are compared with the nodes of his methods, as programmed, on the boards of both
// versions.

// shuffleSide is that of the boards of Liao's table of guesses.
const shuffleSide = 15

// shuffleMethods are Liao's two as he programmed them.
var shuffleMethods = []string{randomGuess + ":liao", greedyGuess + ":liao"}

// shuffles are those that are compared.
var shuffles = []generate.Shuffle{generate.Python2, generate.Python3}

func shuffleRuns(*settings) int {
	return len(shuffleMethods) * len(shuffles) * sourceBoards
}

func (l *laboratory) shuffles(ctx context.Context) error {
	methods, err := lookup(shuffleMethods...)
	if err != nil {
		return err
	}
	for _, shuffle := range shuffles {
		set, err := randomBoards(shuffleSide, sourceBoards, sourceFirst, sourceLast, sourceSeed, shuffle)
		if err != nil {
			return err
		}
		cells, err := l.run(ctx, bench.Plan{Methods: methods, Sets: []bench.Set{set}, Timeout: shuffleLimit})
		if err != nil {
			return err
		}
		for _, c := range cells {
			l.data.Shuffles = append(l.data.Shuffles, shuffleSeries{shuffle, c})
		}
	}
	return nil
}

// shuffleLimit exceeds the time of any of these boards.
const shuffleLimit = time.Minute

// shuffled is a method on the boards of a shuffle.
func (d *measurements) shuffled(method string, shuffle generate.Shuffle) *bench.Series {
	for i := range d.Shuffles {
		if s := &d.Shuffles[i]; s.Method == method && s.Shuffle == shuffle {
			return &s.Series
		}
	}
	return nil
}

// slowestShare is the share of the largest value in the sum.
func slowestShare(c *bench.Series) float64 {
	var most, sum float64
	for i := range c.Runs {
		n := float64(c.Runs[i].Nodes)
		most, sum = max(most, n), sum+n
	}
	return most / sum
}

func (r *report) shuffleEvidence() {
	if len(r.Shuffles) < len(shuffleMethods)*len(shuffles) {
		r.missing("the boards of both Pythons")
		return
	}
	r.part("python", "Boards of Python 2 and of Python 3")
	r.text("Liao made his boards with `boardgen.py` and seed 12345, but does not say under which Python, and `random.shuffle` of Python 2 and of Python 3 (since 3.2) make other boards of the same seed. " +
		"His table of ten boards of 15×15 can tell them apart: in the table below are his times beside the nodes that his two methods, as he programmed them (`:liao`), see on the boards of each.")
	t := &table{
		Caption: markup("Ten boards of 15×15, seed 12345, as Liao timed them and as his program’s rules search the boards of either Python (mean nodes)."),
		columns: columns("boards", "random guess", "greedy guess", "ratio", "slowest board, random", "slowest board, greedy"),
		Note:    markup("slowest board: its share of the time, or of the nodes, of all ten."),
	}
	t.row("Liao, seconds", guessQuotes[randomGuess][0], guessQuotes[greedyGuess][0], factor(hisRatio()), percent(hisSlowest(randomGuess)), percent(hisSlowest(greedyGuess))).Source = true
	nearest, least := generate.Shuffle(""), 0.0
	for _, shuffle := range shuffles {
		random, greedy := r.shuffled(shuffleMethods[0], shuffle), r.shuffled(shuffleMethods[1], shuffle)
		a, b := random.Summary().Nodes.Mean, greedy.Summary().Nodes.Mean
		ratio := a.Value / b.Value
		t.row("Python "+string(shuffle[len(shuffle)-1:])+", nodes", nodesOf(a), nodesOf(b), factor(ratio), percent(slowestShare(random)), percent(slowestShare(greedy)))
		if off := math.Abs(math.Log(ratio/hisRatio())) + math.Abs(slowestShare(random)-hisSlowest(randomGuess)) + math.Abs(slowestShare(greedy)-hisSlowest(greedyGuess)); nearest == "" || off < least {
			nearest, least = shuffle, off
		}
	}
	r.table(t)
	r.text("The figures of %s are the nearer ones in ratio and shares together, and the study uses its boards. That is evidence, not proof: nodes are not seconds, and ten boards are few.%s",
		map[generate.Shuffle]string{generate.Python2: "Python 2", generate.Python3: "Python 3"}[nearest],
		choose(nearest == generate.Python3, "", " (*The boards of this study are Python 3’s all the same.*)"))
}

func hisRatio() float64 {
	return inSeconds(guessQuotes[randomGuess][0]) / inSeconds(guessQuotes[greedyGuess][0])
}

// hisSlowest is the share of the longest of his ten times.
func hisSlowest(method string) float64 {
	return inSeconds(guessQuotes[method][1]) / (sourceBoards * inSeconds(guessQuotes[method][0]))
}

// The examples of Peng, with the columns of one of its boards, and of Wang, whose whole tree the
// methods walk through.

var exampleMethods = []struct {
	method string
	all    bool
}{
	{"row_dfs", true}, {"row_dfs_cutoff", true}, {"shift_bfs", false}, {"shift_bfs:visited", false}, {"shift_bfs:columns", false}, {"shift_bfs:visited:columns", false},
	{"table_bfs:none", true}, {"table_dfs:none", true},
}

// pengRuns is the number of methods on Peng's example; the others are for Wang's.
const pengRuns = 6

func (l *laboratory) examples(ctx context.Context) error {
	peng := nonogram.New([][]int{{1}, {1, 2}, {1, 1, 1}, {3}, {2, 2}}, [][]int{{2, 1}, {1}, {1, 2}, {1, 2}, {4}})
	wang := nonogram.New([][]int{{1}, {2}, {1}}, [][]int{{1}, {1}, {2}})
	for i, e := range exampleMethods {
		methods, err := lookup(e.method)
		if err != nil {
			return err
		}
		p := choose(i < pengRuns, peng, wang)
		p.ID = "1"
		plan := bench.Plan{Methods: methods, Sets: []bench.Set{{Name: "example", Puzzles: []*nonogram.Puzzle{p}}}, Timeout: l.Limit}
		if e.all {
			plan.Limit = endless
		}
		cells, err := l.run(ctx, plan)
		if err != nil {
			return err
		}
		l.data.Examples = append(l.data.Examples, exampleRun{e.method, e.all, cells[0].Runs[0].Stats})
	}
	return nil
}

func (r *report) pengExample() {
	if len(r.Examples) < len(exampleMethods) {
		r.missing("Peng’s example")
		return
	}
	r.part("example", "Peng’s example, counted")
	r.text("Peng’s rows 1, 1 2, 1 1 1, 3 and 2 2 of five cells allow 5·3·1·3·1 = 45 boards out of 5+3+1+3+1 = 13 stored rows, by his account. With columns that one of those boards has, his methods count:")
	t := &table{
		Caption: markup("Peng’s methods on his example: full boards looked at, rows stored, and moves of blocks to the solution."),
		columns: columns("method", "asked for", "full boards", "rows stored", "moves"),
	}
	for _, e := range r.Examples[:pengRuns] {
		t.row("`"+e.Method+"`", choose(e.All, "all solutions", "the first"), fmt.Sprint(e.Stats.Boards), orDash(e.Stats.Listed), orDash(e.Stats.Moves))
	}
	r.table(t)
	queue, visited := r.example("shift_bfs"), r.example("shift_bfs:visited")
	c := chart.Chart{
		Title: "Queue with and without repetitions", Subtitle: "boards visited until the solution of Peng’s example",
		X: chart.Axis{Names: []string{"plain queue, rows", "visited once, rows", "plain queue, columns", "visited once, columns"}}, Y: chart.Axis{Title: "boards", Log: true},
	}
	bars := chart.Series{Kind: chart.Bars}
	for i, m := range []string{"shift_bfs", "shift_bfs:visited", "shift_bfs:columns", "shift_bfs:visited:columns"} {
		bars.Points = append(bars.Points, chart.Point{X: float64(i), Y: float64(r.example(m).Boards)})
	}
	c.Series = []chart.Series{bars}
	r.figure("forgetting", plural.Sprintf("Peng’s queue is plain: a board waits once for every order of the moves to it. Up to the solution that is %d boards, of which %d are different.", queue.Boards, visited.Boards), c)
}

// example returns the counts of a method on its example.
func (d *measurements) example(method string) (s struct{ Boards, Listed, Moves int64 }) {
	for _, e := range d.Examples {
		if e.Method == method {
			s.Boards, s.Listed, s.Moves = e.Stats.Boards, e.Stats.Listed, e.Stats.Moves
		}
	}
	return s
}

func orDash(n int64) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}
