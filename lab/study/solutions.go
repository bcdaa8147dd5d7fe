package study

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"nonogram"
	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
	"nonogram/solve"
)

// Does a board with many solutions take longer? The number of solutions is counted
// exactly, by the engine.

// solutionMethods are held against the number of solutions, on boards of one density,
// which would otherwise decide both.
var solutionMethods = []string{randomGuess, greedyGuess, "dfs_possiblecut", "engine"}

const solutionDensity = 0.4

// noRelation is up to where an interval around 0 speaks against a relation of note.
const noRelation = 0.3

// stallMethod counts the cells that intersection leaves open.
const stallMethod = "perm_elim"

func (l *laboratory) solutions(ctx context.Context) error {
	set, err := randomBoards(l.SolutionSide, l.Settings.Solutions, solutionDensity, solutionDensity, l.Seed)
	if err != nil {
		return err
	}
	methods, err := lookup(solutionMethods...)
	if err != nil {
		return err
	}
	stall, err := lookup(stallMethod)
	if err != nil {
		return err
	}
	for _, p := range set.Puzzles {
		counted, err := l.count(ctx, p)
		if err != nil {
			return err
		}
		cells, err := l.run(ctx, bench.Plan{Methods: append(methods, stall...), Sets: []bench.Set{{Name: set.Name, Puzzles: []*nonogram.Puzzle{p}}}, Timeout: l.Limit})
		if err != nil {
			return err
		}
		for i := range cells {
			counted.Runs = append(counted.Runs, cells[i].Runs...)
		}
		l.data.Solutions = append(l.data.Solutions, counted)
	}
	return nil
}

// count counts the solutions of a board.
func (l *laboratory) count(ctx context.Context, p *nonogram.Puzzle) (solutionBoard, error) {
	limited, cancel := l.clock.WithTimeout(ctx, l.Limit)
	defer cancel()
	counted, err := solve.Count(limited, p, nonogram.Options{})
	l.step()
	if err != nil {
		return solutionBoard{}, err
	}
	n, _ := new(big.Float).SetInt(counted.Count).Float64()
	return solutionBoard{Puzzle: p.ID, Count: min(n, math.MaxFloat64), Exact: counted.Exact}, nil
}

// solutionClasses sort boards by their number of solutions.
var solutionClasses = []struct {
	name     string
	from, to float64 // to is not in it
}{{"1", 1, 2}, {"2 to 9", 2, 10}, {"10 to 99", 10, 100}, {"100 to 9,999", 100, 1e4}, {"10,000 and more", 1e4, math.Inf(1)}}

func (r *report) solutionPart() {
	r.part("solutions", "The number of solutions")
	boards := slices.DeleteFunc(slices.Clone(r.Solutions), func(b solutionBoard) bool { return !b.Exact || b.Count < 1 })
	if len(boards) < fewBoards {
		r.missing("the number of solutions")
		return
	}
	name := bench.SizeName(r.Settings.SolutionSide, r.Settings.SolutionSide)
	most, unique := 0.0, 0
	for _, b := range boards {
		most = max(most, b.Count)
		if b.Count == 1 {
			unique++
		}
	}
	r.text("%d random boards of %s, all with %s of their cells filled, and the exact number of their solutions: %d have one, and the most is %s. The times are those to the *first* solution.",
		len(boards), name, chart.Percent(solutionDensity), unique, count(most))
	c := chart.Chart{
		Title: "Time by number of solutions", Subtitle: plural.Sprintf("%d boards of %s, %s filled; first solution", len(boards), name, chart.Percent(solutionDensity)),
		X: chart.Axis{Title: "number of solutions", Log: true}, Y: chart.Axis{Title: r.Clock, Log: true, Format: chart.Seconds}, Height: 500,
	}
	for _, m := range solutionMethods {
		s := seriesOf(m)
		s.Kind = chart.Scatter
		for _, b := range boards {
			if run := b.run(m); run != nil && run.Ended() && run.Time > 0 {
				s.Points = append(s.Points, chart.Point{X: b.Count, Y: run.Time.Seconds()})
			}
		}
		c.Series = append(c.Series, s)
	}
	r.figure("solutions", "Every mark is a board and a method. Runs that met the limit are not drawn.", c)
	r.solutionTable(boards)
	r.solutionClaims(boards, name)
}

// run finds a method's run.
func (b *solutionBoard) run(method string) *bench.Run {
	for i := range b.Runs {
		if b.Runs[i].Method == method {
			return &b.Runs[i]
		}
	}
	return nil
}

// solutionTable has the median times by class.
func (r *report) solutionTable(boards []solutionBoard) {
	t := &table{
		Caption: markup("Median time to the first solution, by number of solutions, and the rank correlations of the time with that number and with the cells that lines alone leave open."),
		Head:    heads("number of solutions", "boards"),
	}
	for _, m := range solutionMethods {
		t.Head[0] = append(t.Head[0], headCell{Text: markup("`" + shortName(m) + "`")})
	}
	for _, class := range solutionClasses {
		in := slices.DeleteFunc(slices.Clone(boards), func(b solutionBoard) bool { return b.Count < class.from || b.Count >= class.to })
		if len(in) == 0 {
			continue
		}
		figures := []string{fmt.Sprint(len(in))}
		for _, m := range solutionMethods {
			var values []bench.Estimate
			for i := range in {
				if run := in[i].run(m); run != nil && run.Timed() {
					values = append(values, bench.Estimate{Value: run.Time.Seconds(), AtLeast: !run.Ended()})
				}
			}
			figures = append(figures, secondsOf(bench.Summarize(values, 0).Median))
		}
		t.Rows = append(t.Rows, row(class.name, figures...))
	}
	for i, c := range []struct {
		name string
		with func(*solutionBoard) float64
	}{{"correlation with the number", solutionCount}, {"correlation with open cells", openCells}} {
		figures := []string{""}
		for _, m := range solutionMethods {
			figures = append(figures, r.solutionCorrelation(boards, m, c.with).String())
		}
		tr := row(c.name, figures...)
		tr.Group = i == 0
		t.Rows = append(t.Rows, tr)
	}
	r.table(t)
}

// shortName fits a method into the head of a column.
func shortName(method string) string {
	switch method {
	case randomGuess:
		return "…intersect"
	case greedyGuess:
		return "…greedy"
	}
	return method
}

func solutionCount(b *solutionBoard) float64 { return b.Count }

// openCells is the number of cells that line solving leaves open, as the greedy method
// counts it.
func openCells(b *solutionBoard) float64 {
	if run := b.run(greedyGuess); run != nil {
		return float64(run.Stats.LineOpen)
	}
	return math.NaN()
}

// solutionCorrelation ranks times against something else; runs that were cut off rank
// last.
func (r *report) solutionCorrelation(boards []solutionBoard, method string, with func(*solutionBoard) float64) correlation {
	var xs, ys []float64
	for i := range boards {
		run, x := boards[i].run(method), with(&boards[i])
		if run == nil || !run.Timed() || math.IsNaN(x) {
			continue
		}
		y := run.Time.Seconds()
		if !run.Ended() {
			y = math.MaxFloat64
		}
		xs, ys = append(xs, x), append(ys, y)
	}
	return correlate(xs, ys)
}

func (r *report) solutionClaims(boards []solutionBoard, name string) {
	rho := r.solutionCorrelation(boards, greedyGuess, solutionCount)
	open := r.solutionCorrelation(boards, greedyGuess, openCells)
	engine := r.solutionCorrelation(boards, bench.EngineLabel, solutionCount)
	says := "More solutions make a puzzle more difficult; with a single one, determined cells are easily found."
	v := undecided
	switch {
	case rho.sure() > 0:
		v = confirmed
	case rho.sure() < 0 || rho.high < noRelation:
		v = contradicted
	}
	r.claim(liao, says, v, "On %d boards of %s, all %s filled, the rank correlation of the number of solutions with the time to the first one is %s for his greedy method and %s for the engine.",
		len(boards), name, chart.Percent(solutionDensity), rho, engine)
	if math.IsNaN(rho.rho) || math.IsNaN(open.rho) {
		return
	}
	more := open.low > rho.high
	r.text("For Liao’s greedy method the rank correlation of time and number of solutions is %s, %s; for the engine it is %s. "+
		"With the number of cells that lines alone leave open it is %s for the greedy method. %s",
		rho, correlationWords(rho.rho), engine, open,
		choose(more,
			"So the second tells more than the first: a puzzle is hard where its lines say little by themselves, and several solutions are one way to get there, not the only one.",
			"The intervals overlap, so this run does not say which of them tells more."))
	switch rho.sure() {
	case 1:
		r.finding("Many solutions go with long times (rank correlation %s for `%s`)%s.", rho, greedyGuess,
			choose(more, fmt.Sprintf(", but less than the cells that single lines leave open (%s)", open), ""))
	case -1:
		r.finding("Many solutions go with short times (rank correlation %s for `%s`).", rho, greedyGuess)
	}
}
