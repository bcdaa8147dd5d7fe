package study

import (
	"fmt"
	"math"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// The first question: how complex is the game? Arrangements of a line, boards that
// the rows allow, and then time.

func (r *report) complexity() {
	r.chapter("complexity", "How complex is the game?")
	r.lineCounts()
	r.boardCounts()
	r.growth()
}

func (r *report) lineCounts() {
	r.part("lines", "Arrangements of a line")
	if len(r.Lines) == 0 {
		r.missing("the arrangements of lines")
		return
	}
	r.text("A clue of *k* blocks leaves *s* spaces in a line. The spaces have *s* + 1 gaps before, between and after them, and every block takes another one: " +
		"C(*s* + 1, *k*) arrangements. This study counts them the other way round, by listing all 2^{n} lines of *n* cells and sorting them by clue.")
	c := chart.Chart{
		Title: "Arrangements of a line", Subtitle: "clues of k blocks of one cell, counted among all lines of n cells",
		X: chart.Axis{Title: "number of blocks k", Ticks: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, Y: chart.Axis{Title: "arrangements", Log: true},
	}
	for _, n := range lineLengths {
		s := chart.Series{Name: fmt.Sprintf("n = %d", n)}
		for _, l := range r.Lines {
			if l.N == n && l.Blocks > 0 {
				s.Points = append(s.Points, chart.Point{X: float64(l.Blocks), Y: float64(l.Count)})
			}
		}
		c.Series = append(c.Series, s)
	}
	r.figure("lines-by-blocks", "Few blocks have little to arrange, many have little room; in between there are most arrangements.", c)
	r.lineTable()
}

// pengFormula is Peng's number of arrangements of a line with one or two blocks of
// one cell; he gives them for n such rows, as the nth power.
func pengFormula(n, k int) float64 {
	if k == 1 {
		return float64(n - 1)
	}
	return binomial(n-1, 2)
}

func (r *report) lineTable() {
	t := &table{
		Caption: markup("Arrangements of a line of *n* cells with one and with two blocks of one cell: counted, by C(*s* + 1, *k*), and by Peng’s formulas."),
		columns: columns("*n*", "one block: counted", "one block: C(*s* + 1, *k*)", "one block: †Peng", "two blocks: counted", "two blocks: C(*s* + 1, *k*)", "two blocks: †Peng"),
	}
	for _, n := range lineLengths {
		cells := []string{fmt.Sprint(n)}
		for k := 1; k <= 2; k++ {
			cells = append(cells, count(float64(r.lineCount(n, k))), count(binomial(n-k+1, k)), count(pengFormula(n, k)))
		}
		t.row(cells...)
	}
	r.table(t)
}

// lineCount finds a count; 0 if it was not made.
func (d *measurements) lineCount(n, k int) int {
	for _, l := range d.Lines {
		if l.N == n && l.Blocks == k {
			return l.Count
		}
	}
	return 0
}

// mostArranged is the number of blocks with most arrangements.
func (d *measurements) mostArranged(n int) int {
	best := 0
	for k := range n {
		if d.lineCount(n, k) > d.lineCount(n, best) {
			best = k
		}
	}
	return best
}

func choose[T any](yes bool, a, b T) T {
	if yes {
		return a
	}
	return b
}

func (r *report) boardCounts() {
	r.part("boards", "Boards to look through")
	if len(r.Spaces) == 0 {
		r.missing("the number of boards")
		return
	}
	small, large := r.Spaces[0].Side, r.Spaces[len(r.Spaces)-1].Side
	r.text("A solver need not look at all 2^{n·n} ways to fill *n* × *n* cells. The number of boxes is known, which leaves C(*n*², boxes). "+
		"The clues of the rows alone leave the product of their arrangements, and these are the boards that methods choose among which go row by row: on %s of each size, %s boards at %s and %s at %s (geometric means).",
		plural.Of(r.Settings.Boards, "random board", "random boards"), power(r.meanSpace(small, log2Rows)), bench.SizeName(small, small), power(r.meanSpace(large, log2Rows)), bench.SizeName(large, large))
	r.spaceTable()
	r.text("Such numbers are best compared by their exponents. The chart has the logarithm to base 2 of each, divided by the number of cells: blind filling has one bit per cell.")
	r.figure("bits-by-size", "The exponent after each step. Trees are counted up to the first solution.", r.spaceChart())
	first, last := r.meanSpace(small, log2Rows)/float64(small*small), r.meanSpace(large, log2Rows)/float64(large*large)
	r.text("The rows reduce the exponent but leave %.2f bits per cell at %s and %.2f at %s%s. "+
		"Liao concludes that depth first grows *exponentially* and brute force *double exponentially*, since depth first costs *n*·H. "+
		"That is the cost of listing the rows. A search that checks full boards goes through their product, and is exponential in *n*² as brute force is.",
		first, bench.SizeName(small, small), last, bench.SizeName(large, large), choose(last > first, ", so that their boards grow even faster than 2 to a fixed share of *n*²", ""))
}

// spaceTable has the numbers and the sources' formulas.
func (r *report) spaceTable() {
	t := &table{
		Caption: markup("How many boards there are: counted on the random boards (geometric means), and by the sources’ formulas."),
		columns: columns("boards", "all fillings", "right number of boxes", "rows fit", "†product of H (Liao)", "†(2*n*)^{n·n} (Liao’s bound)", "†*n*^{n} (Peng)"),
		Note:    markup("H taken at its word, with all *m* spaces of a row; the bound is his (2*n*)^{n} for each row."),
	}
	for _, side := range r.Settings.Sizes {
		if math.IsNaN(r.meanSpace(side, sumOf)) {
			continue // interrupted before
		}
		n := float64(side)
		t.row(bench.SizeName(side, side), power(n*n), power(r.meanSpace(side, log2Choose)), power(r.meanSpace(side, log2Rows)),
			power(r.meanSpace(side, log2Liao)), power(n*n*math.Log2(2*n)), power(n*math.Log2(n)))
	}
	r.table(t)
}

// spaceChart compares numbers of boards and of nodes by their bits per cell.
func (r *report) spaceChart() chart.Chart {
	c := chart.Chart{
		Title: "The exponent, step by step", Subtitle: "log₂ of the number of boards, or of the nodes of a tree, per cell",
		X: sideAxis(r.Settings.Sizes), Y: chart.Axis{Title: "bits per cell", Max: 1.1}, Height: 480,
	}
	for _, f := range []struct {
		name string
		log2 func(side int) float64
	}{
		{"all fillings", func(side int) float64 { return float64(side * side) }},
		{"right number of boxes", func(side int) float64 { return r.meanSpace(side, log2Choose) }},
		{"rows fit", func(side int) float64 { return r.meanSpace(side, log2Rows) }},
		{"nⁿ (Peng)", func(side int) float64 { return float64(side) * math.Log2(float64(side)) }},
		{"tree of dfs", r.log2Nodes("liao:dfs")},
		{"tree of dfs_rulecut", r.log2Nodes("dfs_rulecut")},
		{"tree of …_greedy", r.log2Nodes(greedyGuess)},
	} {
		c.Series = append(c.Series, curve(f.name, r.Settings.Sizes, func(side int) float64 { return f.log2(side) / float64(side*side) }))
	}
	return c
}

// log2Nodes is the logarithm of the median size of a tree.
func (r *report) log2Nodes(method string) func(side int) float64 {
	return func(side int) float64 { return math.Log2(r.medianNodes(method)(side)) }
}

// medianNodes is the median size of a tree over the sides; NaN if it is not known. A tree that
// is only a root counts as one node, since a logarithmic axis has no place for none.
func (d *measurements) medianNodes(method string) func(side int) float64 {
	return func(side int) float64 {
		s, ok := d.summary(method, side)
		if !ok || s.Nodes.Median.AtLeast {
			return math.NaN()
		}
		return max(s.Nodes.Median.Value, 1)
	}
}

// medianLooks is the median of the lines looked at over the sides; NaN if it is not known.
func (d *measurements) medianLooks(method string) func(side int) float64 {
	return func(side int) float64 {
		s, _ := d.summary(method, side)
		if s.Stalled > 0 && 2*s.Solved <= s.Runs { // most runs have no first solution
			return math.NaN()
		}
		return known(s.Looks.Median)
	}
}

func log2Rows(s *boardSpace) float64   { return s.Log2Rows }
func log2Choose(s *boardSpace) float64 { return s.Log2Choose }
func log2Liao(s *boardSpace) float64   { return s.Log2Liao }
func sumOf(s *boardSpace) float64      { return s.Sum }

// meanSpace is the mean over the boards of a side.
func (d *measurements) meanSpace(side int, pick func(*boardSpace) float64) float64 {
	var values []float64
	for i := range d.Spaces {
		if d.Spaces[i].Side == side {
			values = append(values, pick(&d.Spaces[i]))
		}
	}
	return stat.Mean(values)
}
