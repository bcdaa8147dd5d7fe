package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/stat"
)

// The third question, what makes a nonogram hard: its size, and the share of cells
// that are filled.

func (r *report) difficulty() {
	r.chapter("difficulty", "What makes a nonogram hard?")
	r.sizeOfBoards()
	r.densityPart()
	r.solutionPart()
}

// densities are the shares of filled cells, and densityMethods the methods tried on them,
// each on boards that are neither too easy nor too hard for it.
var (
	densities      = []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}
	densityMethods = []struct {
		method string
		side   int
	}{{"row_dfs_cutoff", 9}, {"dfs_possiblecut", 11}, {greedyGuess, 15}, {"engine", 20}}
)

func (l *laboratory) densities(ctx context.Context) error {
	for _, m := range densityMethods {
		methods, err := lookup(m.method)
		if err != nil {
			return err
		}
		for i, density := range densities {
			set, err := randomBoards(m.side, l.Settings.Densities, density, density, l.Seed+uint64(i))
			if err != nil {
				return err
			}
			cells, err := l.run(ctx, bench.Plan{Methods: methods, Sets: []bench.Set{set}, Timeout: l.DensityLimit})
			if err != nil {
				return err
			}
			l.data.Densities = append(l.data.Densities, densitySeries{density, m.side, cells[0]})
		}
	}
	return nil
}

// sizeOfBoards says in a few lines what chapter 1 has shown.
func (r *report) sizeOfBoards() {
	r.part("size", "The size of the board")
	var rows []tableRow
	for _, m := range []string{"row_dfs_cutoff", "dfs_possiblecut", greedyGuess, "engine"} {
		if g := r.growthRate(m); g.from < g.to {
			rows = append(rows, row("`"+m+"`", fmt.Sprintf("%s to %s", bench.SizeName(g.from, g.from), bench.SizeName(g.to, g.to)), g.String()+" ×"))
		}
	}
	if len(rows) == 0 {
		r.missing("the methods by size")
		r.claim(liao, "Larger puzzles take more time.", undecided, "Not measured.")
		return
	}
	r.text("That a larger board takes longer needs no proof, but it depends on the method how much. The growth of the median time, per cell that is added to the side, within what each method could solve:")
	t := &table{Caption: markup("Growth of the median time per cell added to the side (geometric mean over the range)."), Head: heads("method", "from … to", "growth per cell"), Rows: rows}
	r.table(t)
	engine := r.growthRate("engine")
	v := inPart // the boards of this run do not show it
	switch {
	case engine.low > 1:
		v = confirmed
	case engine.high < 1:
		v = contradicted
	}
	r.claim(liao, "Larger puzzles take more time.", v, "The median time of the engine grows by a factor of %s per cell added to the side, that of `row_dfs_cutoff` by %s.", engine, r.growthRate("row_dfs_cutoff"))
}

// growth is the factor by which the median time grows for each cell that is added to
// the side, between the smallest and the largest size that a method solved.
type growth struct {
	rate, low, high float64
	from, to        int
}

// String has the interval over boards; one that reaches up to boards that met the limit
// has no upper end.
func (g growth) String() string {
	return factor(g.rate) + bracket(g.low, g.high, func(v float64) string {
		if math.IsInf(v, 1) {
			return "beyond the limit"
		}
		return factor(v)
	})
}

// growthRate draws the boards of both sizes by their number, since boards of the same
// number have the same density.
func (d *Data) growthRate(method string) growth {
	g := growth{rate: math.NaN(), low: math.NaN(), high: math.NaN()}
	for _, side := range d.Settings.Sizes {
		if math.IsNaN(d.timePoint(method, side).Y) {
			continue
		}
		if g.from == 0 {
			g.from = side
		}
		g.to = side
	}
	if g.from == g.to {
		return g
	}
	first, last := timesOf(d.cell(method, g.from)), timesOf(d.cell(method, g.to))
	rate := func(first, last []float64) float64 {
		return math.Pow(stat.Median(last)/stat.Median(first), 1/float64(g.to-g.from))
	}
	g.rate = rate(first, last)
	if n := min(len(first), len(last)); n >= fewBoards {
		g.low, g.high = stat.Interval(n, func(pick []int) float64 { return rate(picked(first, pick), picked(last, pick)) })
	}
	return g
}

func (r *report) densityPart() {
	r.part("density", "The share of filled cells")
	if len(r.Densities) == 0 {
		r.missing("boards of other densities")
		return
	}
	r.text("Random boards with one share of filled cells each, %d for every method and share, until the first solution. Every method has boards of a size that keeps it busy, so only the shape of the curves can be compared.", r.Settings.Densities)
	limit := r.Settings.DensityLimit.Seconds()
	c := chart.Chart{
		Title: "Time by density", Subtitle: "line: median; upper edge of the band: 90th percentile",
		X: chart.Axis{Title: "filled cells", Format: chart.Percent, Ticks: densities}, Y: chart.Axis{Title: r.Clock + " per board", Log: true, Format: chart.Seconds}, Height: 480,
	}
	cut := 0
	for _, m := range densityMethods {
		s := seriesOf(m.method)
		s.Name, s.Band = fmt.Sprintf("%s, %s", strings.Replace(m.method, "recursive_", "…", 1), bench.SizeName(m.side, m.side)), true
		for _, dc := range r.densityCells(m.method) {
			s.Points = append(s.Points, densityPoint(dc, limit))
			cut += dc.Summary().TimedOut
		}
		c.Series = append(c.Series, s)
	}
	if cut > 0 {
		c.Rules = []chart.Rule{{Y: limit, Label: "limit"}}
	}
	r.figure("density", r.densityCaption(), c)
	r.densityTable()
	r.densityClaims()
}

// densityPoint is the median and the 90th percentile; runs that were cut off count
// with the limit.
func densityPoint(dc *densitySeries, limit float64) chart.Point {
	var times []float64
	for i := range dc.Runs {
		if run := &dc.Runs[i]; run.Timed() {
			times = append(times, min(run.Time.Seconds(), limit))
		}
	}
	p := chart.Point{X: dc.Density, Y: stat.Quantile(times, 0.5)}
	p.Low, p.High = p.Y, stat.Quantile(times, 0.9)
	if p.Y <= 0 {
		p.Y = math.NaN()
	}
	return p
}

func (d *Data) densityCells(method string) []*densitySeries {
	var cells []*densitySeries
	for i := range d.Densities {
		if dc := &d.Densities[i]; dc.Method == method && measured(&dc.Series) {
			cells = append(cells, dc)
		}
	}
	return cells
}

// densityPeak is the density with the longest mean time, and how many times as long
// that is as at both ends.
func (d *Data) densityPeak(method string) (peak, overSparse, overDense float64) {
	cells := d.densityCells(method)
	if len(cells) < 3 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	value := func(c *densitySeries) float64 { return c.Summary().Time.Mean.Value }
	best := cells[0]
	for _, c := range cells {
		if value(c) > value(best) {
			best = c
		}
	}
	return best.Density, value(best) / value(cells[0]), value(best) / value(cells[len(cells)-1])
}

// densityCaption describes the medians that are drawn.
func (r *report) densityCaption() string {
	limit := r.Settings.DensityLimit.Seconds()
	var parts []string
	for _, m := range densityMethods {
		best := chart.Point{Y: math.NaN()}
		for _, dc := range r.densityCells(m.method) {
			if p := densityPoint(dc, limit); math.IsNaN(best.Y) || p.Y > best.Y {
				best = p
			}
		}
		if !math.IsNaN(best.Y) {
			parts = append(parts, fmt.Sprintf("`%s` %s", m.method, chart.Percent(best.X)))
		}
	}
	return "The share at which the median time of a method is longest: " + listed(parts) + ". The table below has means, which a few hard boards can move."
}

func (r *report) densityTable() {
	t := &table{
		Caption: markup("Where a method takes longest on average, and how many times as long that is as at the sparse and at the dense end."),
		Head:    heads("method", "boards", "hardest share", "than at 10 %", "than at 90 %", "met the limit"),
	}
	for _, m := range densityMethods {
		peak, sparse, dense := r.densityPeak(m.method)
		if math.IsNaN(peak) {
			continue
		}
		cut, runs := 0, 0
		for _, dc := range r.densityCells(m.method) {
			s := dc.Summary()
			cut, runs = cut+s.TimedOut, runs+s.Runs
		}
		tr := row("", bench.SizeName(m.side, m.side), chart.Percent(peak), factor(sparse)+" ×", factor(dense)+" ×", fmt.Sprintf("%d of %d", cut, runs))
		tr.Cells[0].Text = method(m.method)
		t.Rows = append(t.Rows, tr)
	}
	r.table(t)
}

func (r *report) densityClaims() {
	says := "If boxes are very many or very few a puzzle is easy; it is difficult where boxes and spaces are about equally many."
	inside, atHalf, known := 0, 0, 0
	var peaks []string
	var values []float64
	for _, m := range densityMethods {
		peak, sparse, dense := r.densityPeak(m.method)
		if math.IsNaN(peak) {
			continue
		}
		known++
		values = append(values, peak)
		peaks = append(peaks, chart.Percent(peak))
		if sparse > 1 && dense > 1 && peak > densities[0] && peak < densities[len(densities)-1] {
			inside++
		}
		if math.Abs(peak-0.5) < 0.06 {
			atHalf++
		}
	}
	switch {
	case known == 0:
		r.claim(liao, says, undecided, "Not measured.")
		return
	case inside < known:
		r.claim(liao, says, inPart, "%d of %d methods are slowest in between; hardest shares: %s.", inside, known, listed(peaks))
	case atHalf == known:
		r.claim(liao, says, confirmed, "All %d methods are slowest at %s.", known, listed(peaks))
	default:
		r.claim(liao, says, inPart, "Both ends are easy for all %d methods, but the hardest shares are %s rather than a half.", known, listed(peaks))
	}
	if inside > 0 {
		r.text("An empty line and a full one say everything, so both ends are easy. In between, the sparse side is the harder one wherever the peak lies below a half: " +
			"few boxes leave many places for them, while many boxes leave little room, and a long block fixes its middle wherever it lies.")
	}
	if inside == known {
		low, high := slices.Min(values), slices.Max(values)
		r.finding("Boards are easy if few or most of their cells are filled, and hardest at %s, depending on the method.",
			choose(low < high, chart.Percent(low)+" to "+chart.Percent(high), chart.Percent(low)))
	}
}
