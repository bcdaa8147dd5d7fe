package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// The atlas on the page.

func (r *report) atlas() {
	r.chapter("atlas", "An atlas of random boards")
	if len(r.Atlas) == 0 {
		r.missing("the atlas")
		return
	}
	r.atlasMethod()
	r.atlasUnique()
	r.atlasFound()
	r.atlasTransitions()
	r.atlasSolutions()
	r.atlasEngine()
	r.atlasPeople()
	r.atlasPublished()
}

// atlasSides and atlasInks are those that were measured, at least in part.
func (r *report) atlasSides() []int {
	return slices.DeleteFunc(slices.Clone(r.Settings.AtlasSizes), func(side int) bool { return len(r.atlasRow(side, 1)) == 0 })
}

func (r *report) atlasInks() []int {
	var list []int
	for i := range r.Atlas {
		if inks := r.Atlas[i].Inks; !slices.Contains(list, inks) {
			list = append(list, inks)
		}
	}
	slices.Sort(list)
	return list
}

// fewAndMany are the fewest and the most inks, where all would be too many charts.
func (r *report) fewAndMany() []int {
	inks := r.atlasInks()
	return slices.Compact([]int{inks[0], inks[len(inks)-1]})
}

func inksOf(n int) string { return plural.Of(n, "ink") }

func (r *report) atlasMethod() {
	boards, open := 0, 0
	for i := range r.Atlas {
		u := r.Atlas[i].unique()
		boards, open = boards+u.of, open+u.open
	}
	s := &r.Settings
	r.text("How likely is it that a random picture makes a puzzle? A *random board* here has a given number of filled cells, all places equally likely, " +
		"and every filled cell one of the inks, all equally likely and independent of the others; the share of filled cells, the *density*, is that number divided by all cells. " +
		"Nothing is thrown away. A board is *unique* if no other has the same clues, and *line-solvable* if solving one line after the other completes it, which makes it unique.")
	text := plural.Sprintf("A cell of the atlas, a size, a density and a number of inks, has %d boards", s.Atlas)
	if n := s.atlasBoards(atlasLarge, 0); n < s.Atlas && slices.ContainsFunc(s.AtlasSizes, func(side int) bool { return side >= atlasLarge }) {
		text += fmt.Sprintf(" (%d from %s on below %s)", n, bench.SizeName(atlasLarge, atlasLarge), chart.Percent(atlasSparse))
	}
	r.text("%s; boards of one size and density have the same filled cells for every number of inks. Densities are tenths, and finer around the transition: %s boards in %d cells. "+
		"The engine may meet %d dead ends on a board. Left undecided: %s; these count as not unique, while the upper end of an interval takes them for unique. "+
		"Intervals are 95 %%: Wilson’s for shares, the bootstrap over boards for all else. No figure of this chapter depends on a clock: the seed gives all of them again. "+
		"With `--out` and a folder, `atlas.csv` has every cell with its intervals.",
		text, chart.Number(float64(boards)), len(r.Atlas), atlasConflicts, choose(open == 0, "none", plural.Of(open, "board")))
}

// densityAxis is that of the charts of the atlas.
func densityAxis() chart.Axis {
	return chart.Axis{Title: "filled cells", Format: chart.Percent, Ticks: densities, Min: 0, Max: 1}
}

// byDensity is a line for each size, of the cells that have the figure.
func (r *report) byDensity(inks int, point func(*atlasBin) (chart.Point, bool)) []chart.Series {
	var list []chart.Series
	for i, side := range r.atlasSides() {
		s := chart.Series{Name: bench.SizeName(side, side), Band: true, Look: i%engineLook + 1}
		for _, c := range r.atlasRow(side, inks) {
			if p, ok := point(c); ok {
				p.X = c.density()
				s.Points = append(s.Points, p)
			}
		}
		list = append(list, s)
	}
	return list
}

func sharePoint(s share, least int) (chart.Point, bool) {
	p := chart.Point{Y: s.value()}
	p.Low, p.High = s.interval()
	return p, s.of >= least
}

func (r *report) atlasUnique() {
	r.part("atlas-unique", "How many are unique")
	for _, n := range r.fewAndMany() {
		c := chart.Chart{
			Title: "Unique boards, " + inksOf(n), Subtitle: "line: share of the boards; band: 95 % interval", Height: 480,
			X: densityAxis(), Y: chart.Axis{Title: "unique", Format: chart.Percent, Min: 0, Max: 1}, Rules: []chart.Rule{{Y: 0.5, Label: "one half"}},
			Series: r.byDensity(n, func(c *atlasBin) (chart.Point, bool) { return sharePoint(c.unique(), 1) }),
		}
		r.figure(fmt.Sprintf("atlas-unique-%d", n), "The probability that a random board is the only one with its clues.", c)
	}
	r.text("The share rises with the density, later on larger boards and with more inks. What fits that: a few gaps in long blocks stand where they have to, while loose cells can change places; " +
		"a larger board has more places for that; and where inks alone separate blocks, their clues say less of gaps. Small boards with next to nothing in them are unique again: two cells in one line, or of two inks, have no other places.")
}

func (r *report) atlasFound() {
	r.part("atlas-lines", "How many of these single lines find")
	c := chart.Chart{
		Title: "Line-solvable, if unique, 1 ink", Subtitle: plural.Sprintf("cells with at least %d unique boards; band: 95 %% interval", fewUnique), Height: 480,
		X: densityAxis(), Y: chart.Axis{Title: "line-solvable, if unique", Format: chart.Percent, Min: 0, Max: 1}, Rules: []chart.Rule{{Y: 0.5, Label: "one half"}},
		Series: r.byDensity(1, func(c *atlasBin) (chart.Point, bool) { return sharePoint(c.found(), fewUnique) }),
	}
	r.figure("atlas-lines", "The probability that a random board which is unique is found by solving one line after the other.", c)
	most := share{}
	var low *atlasBin
	for i := range r.Atlas {
		u, f := r.Atlas[i].unique(), r.Atlas[i].found()
		if 2*u.hits >= u.of {
			most.hits, most.of = most.hits+f.hits, most.of+f.of
		}
		if f.of >= fewUnique && (low == nil || f.value() < low.found().value()) {
			low = &r.Atlas[i]
		}
	}
	if low == nil || most.of == 0 {
		return
	}
	f := low.found()
	r.text("In the cells, of any number of inks, of which at least half of the boards are unique, %s of %s unique ones are line-solvable. Where unique boards are rarer, fewer of them are: the lowest share of a cell with at least %d is %s of %d, at %s with %s and %s filled.",
		chart.Number(float64(most.hits)), chart.Number(float64(most.of)), fewUnique, f, f.of, bench.SizeName(low.Side, low.Side), inksOf(low.Inks), percent(low.density()))
	r.finding("Where at least half of the random boards are unique, %s of %s unique ones are found line by line.", chart.Number(float64(most.hits)), chart.Number(float64(most.of)))
}

func (r *report) atlasTransitions() {
	r.part("atlas-transitions", "Where the transitions lie")
	sides, inks := r.atlasSides(), r.atlasInks()
	t := &table{
		Caption: markup("The density from which on half of the boards are unique; how far it is from a quarter to three quarters; and the density from which on half of the unique boards are line-solvable. In brackets are intervals."),
		Head:    heads("boards"),
		Note:    markup("–: not passed between the least share and the largest density, or too few boards to say."),
	}
	var series []chart.Series
	for _, n := range inks {
		t.Head[0] = append(t.Head[0], headCell{Text: markup(inksOf(n))})
		series = append(series, chart.Series{Name: inksOf(n), Band: true})
	}
	for _, side := range sides {
		var halves, widths, found []string
		for i, n := range inks {
			tr := transitionOf(r.atlasRow(side, n), isUnique)
			halves = append(halves, tr.String())
			widths = append(widths, choose(math.IsNaN(tr.width), "–", decimals(tr.width)))
			found = append(found, transitionOf(r.atlasRow(side, n), isFoundIfUnique).String())
			if !math.IsNaN(tr.low) {
				series[i].Points = append(series[i].Points, chart.Point{X: float64(side), Y: tr.half, Low: tr.low, High: tr.high})
			}
		}
		t.Rows = append(t.Rows, row(bench.SizeName(side, side)+" unique", halves...), row("from ¼ to ¾", widths...), row("line-solvable", found...))
		t.Rows[len(t.Rows)-3].Group = len(t.Rows) > 3
	}
	axis := sideAxis(sides)
	axis.Log = true
	r.figure("atlas-transitions", "The density at which one half of the boards are unique, by the side of the board.", chart.Chart{
		Title: "Where one half are unique", Subtitle: "band: 95 % interval", X: axis, Y: chart.Axis{Title: "density", Format: chart.Percent}, Series: series,
	})
	r.table(t)
	r.atlasDrift(sides, inks)
	r.text("How far it can go is known. Let every cell be filled with probability *p*, independent of the others. Where two cells that touch at a corner are filled, the other two of their square "+
		"empty, and so the eight cells that touch its sides, the two can change places, and no clue says so. In each of the ⌊*n*/4⌋² separate squares of 4×4 cells this happens with probability "+
		"2*p*²(1 − *p*)^{10}, with *k* inks a *k*th of that. So the probability of being unique is at most (1 − 2*p*²(1 − *p*)^{10}/*k*)^{⌊n/4⌋²}, which goes to 0 as *n* grows, whatever *p* between 0 and 1 is: "+
		"the transition goes to 1. (Of all pictures, *p* = ½, ever fewer are unique.) The bound is far from what is seen here: at *p* = ½ and 40×40 it is %s. The boards of this chapter have a fixed number of filled cells instead, of which the same may be expected and is not proved here.",
		percent(math.Pow(1-2*math.Pow(0.5, 12), 100)))
}

// atlasDrift says how transitions move with size.
func (r *report) atlasDrift(sides, inks []int) {
	var parts []string
	for _, n := range inks {
		var rows [][]*atlasBin
		for _, side := range sides {
			rows = append(rows, r.atlasRow(side, n))
		}
		d := driftOf(sides, rows)
		if math.IsNaN(d.low) {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s for %s (which misses a size by up to %s)", decimals(d.slope)+bracket(d.low, d.high, decimals), inksOf(n), decimals(d.miss)))
		if n == 1 {
			last := transitionOf(rows[len(rows)-1], isUnique)
			first := transitionOf(rows[0], isUnique)
			r.finding("Half of the random boards in one ink are unique at a density of %s for %s and of %s for %s.",
				first, bench.SizeName(sides[0], sides[0]), last, bench.SizeName(sides[len(sides)-1], sides[len(sides)-1]))
		}
	}
	if len(parts) > 0 {
		r.text("A straight line through these points, over the logarithm of the side, rises with every doubling of the side by %s. It describes these sizes; that it goes on like that is not shown, and cannot be, since a density ends at 1.", listed(parts))
	}
}

func (r *report) atlasSolutions() {
	r.part("atlas-solutions", "How many solutions there are")
	c := chart.Chart{
		Title: "Number of solutions, 1 ink", Subtitle: "median of the boards; band: 95 % interval of it", Height: 480,
		X: densityAxis(), Y: chart.Axis{Title: "log₁₀ of the number"},
		Series: r.byDensity(1, func(c *atlasBin) (chart.Point, bool) {
			median, low, high := c.solutions()
			p := chart.Point{Y: median.Value, Low: low, High: high}
			if median.AtLeast || math.IsNaN(low) || math.IsInf(high, 1) {
				p.Y = math.NaN() // a gap
			}
			return p, true
		}),
	}
	bounds, counted, exact := 0, 0, 0
	var most bench.Estimate
	var where *atlasBin
	for i := range r.Atlas {
		n, all := r.Atlas[i].counted()
		if n == 0 {
			continue
		}
		counted, exact = counted+n, exact+all
		median, _, _ := r.Atlas[i].solutions()
		if median.AtLeast {
			bounds++
		}
		if median.Value > most.Value {
			most, where = median, &r.Atlas[i]
		}
	}
	if where == nil {
		r.missing("the number of solutions")
		return
	}
	r.figure("atlas-solutions", fmt.Sprintf("The median number of solutions up to %s, where it is known with both ends of its interval.", bench.SizeName(atlasCountSide, atlasCountSide)), c)
	r.text("Of %s boards the number of solutions was asked for, and %s counted to the end. Where half of a cell’s boards were not, its median is only a *lower bound*: so in %d cells. "+
		"The largest median is %s10^{%.1f}, at %s with %s and %s filled.",
		chart.Number(float64(counted)), chart.Number(float64(exact)), bounds, choose(most.AtLeast, "at least ", ""), most.Value, bench.SizeName(where.Side, where.Side), inksOf(where.Inks), percent(where.density()))
}

func (r *report) atlasEngine() {
	r.part("atlas-engine", "What they cost the engine")
	c := chart.Chart{
		Title: "Work of the engine, 1 ink", Subtitle: "line: median; upper edge of the band: 90th percentile", Height: 480,
		X: densityAxis(), Y: chart.Axis{Title: "lines solved per board", Log: true},
		Series: r.byDensity(1, func(c *atlasBin) (chart.Point, bool) {
			values := c.values(boardLines)
			p := chart.Point{Y: stat.Median(values)}
			p.Low, p.High = p.Y, stat.Quantile(values, 0.9)
			return p, p.Y > 0
		}),
	}
	r.figure("atlas-engine", "Until it is known whether a board is unique: a unique one has to be proved, of the others a second solution is enough.", c)
	t := &table{
		Caption: markup("The density at which the median board of a size takes the engine longest: lines solved there, median with its interval and 90th percentile, and dead ends likewise."),
		Head:    heads("boards", "inks", "density", "lines", "lines, 90 %", "dead ends", "dead ends, 90 %"),
	}
	for _, side := range r.atlasSides() {
		for i, n := range r.fewAndMany() {
			hardest, most := (*atlasBin)(nil), -1.0
			for _, c := range r.atlasRow(side, n) {
				if m := stat.Median(c.values(boardLines)); m > most {
					hardest, most = c, m
				}
			}
			if hardest == nil {
				continue
			}
			lines, dead := hardest.values(boardLines), hardest.values(boardConflicts)
			tr := row(bench.SizeName(side, side), fmt.Sprint(n), percent(hardest.density()), count(most)+within(lines, stat.Median, count), count(stat.Quantile(lines, 0.9)), count(stat.Median(dead)), count(stat.Quantile(dead, 0.9)))
			tr.Group = i == 0 && len(t.Rows) > 0
			t.Rows = append(t.Rows, tr)
		}
	}
	r.table(t)
}

func (r *report) atlasPeople() {
	r.part("atlas-people", "What they cost a person")
	c := chart.Chart{
		Title: "Score of unique boards, 1 ink", Subtitle: plural.Sprintf("median; cells with at least %d rated boards; band: 95 %% interval", fewUnique), Height: 480,
		X: densityAxis(), Y: chart.Axis{Title: "score, 0 to 100"},
		Series: r.byDensity(1, func(c *atlasBin) (chart.Point, bool) {
			scores := c.values(boardScore)
			p := chart.Point{Y: stat.Median(scores)}
			p.Low, p.High = interval(scores, stat.Median)
			return p, len(scores) >= fewUnique
		}),
	}
	r.figure("atlas-people", "The score of `rate`: below 10 trivial, to 35 easy, to 60 medium, to 75 hard, to 85 very hard, beyond expert.", c)
	counts := map[string]int{}
	unique, rated := 0, 0
	var levels []string
	for i := range r.Atlas {
		for _, b := range r.Atlas[i].Boards {
			if b.Level == "" {
				continue
			}
			if counts[b.Level] == 0 {
				levels = append(levels, b.Level)
			}
			counts[b.Level]++
			rated++
		}
		unique += r.Atlas[i].unique().hits
	}
	if rated == 0 {
		return
	}
	slices.SortFunc(levels, func(a, b string) int { return counts[b] - counts[a] })
	for i, level := range levels {
		levels[i] = chart.Number(float64(counts[level])) + " " + level
	}
	r.text("%s of the %s unique boards could be rated: %s. A score says how hard a way to the solution is for a person who knows the techniques; "+
		"boards with several solutions have no such way, and none is given for them. What people took is known of six puzzles of 10×10 (`docs/difficulty.md`).", chart.Number(float64(rated)), chart.Number(float64(unique)), strings.Join(levels, ", "))
}

// atlasPublished sets the figures beside those of others.
func (r *report) atlasPublished() {
	r.part("atlas-published", "Beside what is published")
	var items, all []string
	for _, known := range []struct {
		side  int
		share float64
	}{{5, 25309575.0 / (1 << 25)}, {7, 382348268720346.0 / (1 << 49)}} {
		for _, c := range r.atlasRow(known.side, 1) {
			if !c.Finer && c.Filled == known.side*known.side/2 {
				all = append(all, fmt.Sprintf("%.1f %% of %s, and %s of the boards here of density %d/%d", 100*known.share, bench.SizeName(known.side, known.side), c.unique(), c.Filled, c.Side*c.Side))
			}
		}
	}
	if len(all) > 0 {
		items = append(items, "*All pictures* of some sizes have been counted (`docs/records.md`; 5×5 as A242876 of the OEIS has it). They are half filled on average. Unique are "+listed(all)+".")
	}
	items = append(items,
		"*Foote and Krizanc, Nonogram: Complexity of Inference and Phase Transition Behavior, arXiv 2507.07283 (2025).* They ask whether an open cell’s value is forced, find a phase transition, and that the density of filled cells largely decides how hard that is. "+
			"The question here is another, all cells instead of one, and the answer of the same kind: density decides. Only the abstract could be read, so their densities are not beside ours.",
		"*Batenburg, Henstra, Kosters and Palenstijn, Constructing Simple Nonograms of Varying Difficulty (2009), and Batenburg and Kosters, On the Difficulty of Nonograms (2012).* Their *simple* puzzles, solved by local steps, are the line-solvable ones here; they count types of puzzles by listing all small ones and by samples. "+
			"Only the abstracts could be read.",
		"*Puzzling Stack Exchange, question 85031 (2019)* asks which share of all pictures, and of all clues, is unique, and whether it goes to 0. Of pictures it does, by the bound above; of clues this chapter says nothing.",
		"*Wolter, Survey of Paint-by-Number Puzzle Solvers (webpbn.com/survey)* has random puzzles too; its page on them could not be read.",
	)
	r.list(items...)
}
