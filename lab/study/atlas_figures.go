package study

import (
	"math"
	"strconv"

	"nonogram"
	"nonogram/internal/bench"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
	"nonogram/teach"
)

// Statistics of the atlas: shares, medians, and transitions through one half.

// share is how many of some boards are something. Those that could not be decided stand
// for themselves: they count as no hit, and the interval reaches up as if they were.
type share struct{ hits, open, of int }

func (s share) value() float64 { return float64(s.hits) / float64(s.of) }

func (s share) interval() (low, high float64) {
	low, _ = stat.Wilson(s.hits, s.of)
	_, high = stat.Wilson(s.hits+s.open, s.of)
	return low, high
}

func (s share) String() string {
	low, high := s.interval()
	return percent(s.value()) + bracket(low, high, percent)
}

// fewUnique is the least number of unique boards of which a share is shown.
const fewUnique = 10

// density is the share of filled cells.
func (c *atlasBin) density() float64 { return float64(c.Filled) / float64(c.Side*c.Side) }

func (c *atlasBin) unique() share {
	s := share{of: len(c.Boards)}
	for i := range c.Boards {
		switch c.Boards[i].Status {
		case nonogram.Unique:
			s.hits++
		case nonogram.Undecided:
			s.open++
		}
	}
	return s
}

// found is how many of the unique boards single lines find.
func (c *atlasBin) found() share {
	s := share{of: c.unique().hits}
	for i := range c.Boards {
		if c.Boards[i].Open == 0 {
			s.hits++
		}
	}
	return s
}

// values are a figure of those boards that have one.
func (c *atlasBin) values(figure func(*atlasBoard) (float64, bool)) []float64 {
	var list []float64
	for i := range c.Boards {
		if v, ok := figure(&c.Boards[i]); ok {
			list = append(list, v)
		}
	}
	return list
}

func boardLines(b *atlasBoard) (float64, bool)     { return float64(b.Lines), true }
func boardConflicts(b *atlasBoard) (float64, bool) { return float64(b.Dead), true }
func boardScore(b *atlasBoard) (float64, bool)     { return b.Score, b.Level != "" }

// boardLog10 takes a number of solutions that is only bounded for larger than all others.
func boardLog10(b *atlasBoard) (float64, bool) {
	if !b.Exact {
		return math.Inf(1), b.Counted
	}
	return b.Log10, b.Counted
}

// solutions is the median of the logarithm of the number of solutions, a bound where half
// of the boards have no more than a bound, and its interval, open to the top likewise.
func (c *atlasBin) solutions() (median bench.Estimate, low, high float64) {
	values := c.values(boardLog10)
	low, high = interval(values, stat.Median)
	median.Value = stat.Median(values)
	if median.AtLeast = math.IsInf(median.Value, 1); median.AtLeast {
		median.Value = stat.Median(c.values(func(b *atlasBoard) (float64, bool) { return b.Log10, b.Counted }))
	}
	return median, low, high
}

// counted is of how many boards the solutions were counted, and how many to the end.
func (c *atlasBin) counted() (boards, exact int) {
	for i := range c.Boards {
		if b := &c.Boards[i]; b.Counted {
			boards++
			if b.Exact {
				exact++
			}
		}
	}
	return boards, exact
}

// atlasRow is the cells of one size and number of inks, sparse ones first.
func (d *Data) atlasRow(side, inks int) []*atlasBin {
	var row []*atlasBin
	for i := range d.Atlas {
		if c := &d.Atlas[i]; c.Side == side && c.Inks == inks && len(c.Boards) > 0 {
			row = append(row, c)
		}
	}
	return row
}

// Transitions. A share of boards that rises with the share of filled cells passes one half
// somewhere. It is drawn through the cells without going down (the means of neighbours
// that would make it do so; isotonic regression by pooling, Ayer et al. 1955), from the
// lowest cell on, since small boards with next to nothing in them are unique again; and
// straight between cells. The interval is the bootstrap over boards.

// vote is the answer of a board to a question.
type vote struct {
	row, cell int
	yes       bool
}

// poll is a question, asked of the boards of several sizes.
type poll struct {
	densities [][]float64 // by row and cell
	votes     []vote
}

// tally is how many boards of a density said yes.
type tally struct{ density, yes, of float64 }

// ask puts a question to boards; a board may have no answer. A cell with fewer than
// fewUnique answers says too little to be passed by a line.
func ask(rows [][]*atlasBin, question func(*atlasBoard) (yes, answers bool)) *poll {
	p := &poll{}
	for r, cells := range rows {
		var list []float64
		for k, c := range cells {
			list = append(list, c.density())
			before := len(p.votes)
			for i := range c.Boards {
				if yes, ok := question(&c.Boards[i]); ok {
					p.votes = append(p.votes, vote{r, k, yes})
				}
			}
			if len(p.votes)-before < fewUnique {
				p.votes = p.votes[:before]
			}
		}
		p.densities = append(p.densities, list)
	}
	return p
}

func isUnique(b *atlasBoard) (yes, answers bool) {
	return b.Status == nonogram.Unique, b.Status != nonogram.Undecided
}

func isFoundIfUnique(b *atlasBoard) (yes, answers bool) {
	return b.Open == 0, b.Status == nonogram.Unique
}

// count counts some of the votes, by row.
func (p *poll) count(pick []int) [][]tally {
	rows := make([][]tally, len(p.densities))
	for r, list := range p.densities {
		for _, d := range list {
			rows[r] = append(rows[r], tally{density: d})
		}
	}
	for _, i := range pick {
		v := p.votes[i]
		t := &rows[v.row][v.cell]
		t.of++
		if v.yes {
			t.yes++
		}
	}
	return rows
}

// all counts all of them.
func (p *poll) all() [][]tally {
	all := make([]int, len(p.votes))
	for i := range all {
		all[i] = i
	}
	return p.count(all)
}

// estimate is a figure of all votes, with its interval.
func (p *poll) estimate(figure func([][]tally) float64) (value, low, high float64) {
	value, low, high = figure(p.all()), math.NaN(), math.NaN()
	if len(p.votes) >= fewBoards && !math.IsNaN(value) {
		low, high = stat.Interval(len(p.votes), func(pick []int) float64 { return figure(p.count(pick)) })
	}
	return value, low, high
}

// crossing is the density from which on the share of yes is at least the level, NaN if
// there is none between the lowest cell and the last.
func crossing(row []tally, level float64) float64 {
	var known []tally
	for _, t := range row {
		if t.of > 0 {
			known = append(known, t)
		}
	}
	lowest := 0
	for i, t := range known {
		if t.yes*known[lowest].of <= known[lowest].yes*t.of {
			lowest = i
		}
	}
	if len(known) == 0 {
		return math.NaN()
	}
	shares := rising(known[lowest:])
	for i := 1; i < len(shares); i++ {
		if from, to := shares[i-1], shares[i]; from < level && to >= level {
			a, b := known[lowest+i-1].density, known[lowest+i].density
			return a + (b-a)*(level-from)/(to-from)
		}
	}
	return math.NaN()
}

// rising is the shares, none below the one before, that are nearest to those seen.
func rising(row []tally) []float64 {
	var pools []tally
	var sizes []int
	for _, t := range row {
		pools, sizes = append(pools, t), append(sizes, 1)
		for k := len(pools) - 1; k > 0 && pools[k].yes*pools[k-1].of < pools[k-1].yes*pools[k].of; k-- {
			pools[k-1].yes, pools[k-1].of = pools[k-1].yes+pools[k].yes, pools[k-1].of+pools[k].of
			sizes[k-1] += sizes[k]
			pools, sizes = pools[:k], sizes[:k]
		}
	}
	var shares []float64
	for k, t := range pools {
		for range sizes[k] {
			shares = append(shares, t.yes/t.of)
		}
	}
	return shares
}

// transition is where a row passes one half, and how far it is from a quarter to three.
type transition struct{ half, low, high, width float64 }

func transitionOf(row []*atlasBin, question func(*atlasBoard) (yes, answers bool)) transition {
	p := ask([][]*atlasBin{row}, question)
	var t transition
	t.half, t.low, t.high = p.estimate(func(rows [][]tally) float64 { return crossing(rows[0], 0.5) })
	all := p.all()[0]
	t.width = crossing(all, 0.75) - crossing(all, 0.25)
	return t
}

func (t transition) String() string {
	if math.IsNaN(t.half) {
		return "–"
	}
	return decimals(t.half) + bracket(t.low, t.high, decimals)
}

// decimals writes a density.
func decimals(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

// drift is by how much the transition moves when the side of the board doubles: the slope
// of a straight line over the logarithm of the side, and the most that it misses a size by.
type drift struct{ slope, low, high, miss float64 }

func driftOf(sides []int, rows [][]*atlasBin) drift {
	logs := make([]float64, len(sides))
	for i, side := range sides {
		logs[i] = math.Log2(float64(side))
	}
	p := ask(rows, isUnique)
	var xs []float64
	var of []int // the rows that pass one half; a sample in which one does not has no slope
	for i, row := range p.all() {
		if !math.IsNaN(crossing(row, 0.5)) {
			xs, of = append(xs, logs[i]), append(of, i)
		}
	}
	halves := func(tallies [][]tally) (ys []float64) {
		for _, i := range of {
			ys = append(ys, crossing(tallies[i], 0.5))
		}
		return ys
	}
	var d drift
	d.slope, d.low, d.high = p.estimate(func(tallies [][]tally) float64 { return stat.Slope(xs, halves(tallies)) })
	ys := halves(p.all())
	for i := range xs {
		d.miss = max(d.miss, math.Abs(ys[i]-stat.Mean(ys)-d.slope*(xs[i]-stat.Mean(xs))))
	}
	return d
}

// atlasCSV has a line for every cell.
func (d *Data) atlasCSV() ([]byte, error) {
	head := []string{
		"inks", "side", "filled", "density", "boards", "unique", "undecided", "unique_share", "unique_low", "unique_high",
		"line_solvable", "of_unique_share", "of_unique_low", "of_unique_high",
		"lines_median", "lines_low", "lines_high", "lines_p90", "conflicts_median", "conflicts_p90",
		"counted", "counted_exactly", "log10_solutions_median", "log10_is_bound", "log10_low", "log10_high",
		"rated", "score_median", "score_low", "score_high",
	}
	for _, level := range teach.Levels() {
		head = append(head, level.String())
	}
	records := [][]string{head}
	for i := range d.Atlas {
		if c := &d.Atlas[i]; len(c.Boards) > 0 {
			records = append(records, c.record())
		}
	}
	return csvOf(records)
}

func (c *atlasBin) record() []string {
	record := []string{strconv.Itoa(c.Inks), strconv.Itoa(c.Side), strconv.Itoa(c.Filled), number(c.density())}
	add := func(values ...float64) {
		for _, v := range values {
			record = append(record, number(v))
		}
	}
	middle := func(values []float64) {
		low, high := interval(values, stat.Median)
		add(stat.Median(values), low, high)
	}
	u, f := c.unique(), c.found()
	from, to := u.interval()
	add(float64(u.of), float64(u.hits), float64(u.open), u.value(), from, to)
	from, to = f.interval()
	add(float64(f.hits), f.value(), from, to)
	lines, conflicts := c.values(boardLines), c.values(boardConflicts)
	middle(lines)
	add(stat.Quantile(lines, 0.9), stat.Median(conflicts), stat.Quantile(conflicts, 0.9))
	median, low, high := c.solutions()
	counted, exact := c.counted()
	add(float64(counted), float64(exact), median.Value)
	record = append(record, strconv.FormatBool(median.AtLeast))
	add(low, high)
	scores := c.values(boardScore)
	record = append(record, strconv.Itoa(len(scores)))
	middle(scores)
	for _, level := range teach.Levels() {
		n := 0
		for i := range c.Boards {
			if c.Boards[i].Level == level.String() {
				n++
			}
		}
		record = append(record, strconv.Itoa(n))
	}
	return record
}

// checkAtlas validates cells.
func (d *Data) checkAtlas() error {
	for i := range d.Atlas {
		c := &d.Atlas[i]
		if c.Side < 1 || c.Side > maxSize || c.Filled < 0 || c.Filled > c.Side*c.Side || c.Inks < 1 {
			return plural.Errorf("a cell of the atlas with side %d, %d filled cells and %d inks, expected a side up to %d, cells that fit, and an ink", c.Side, c.Filled, c.Inks, maxSize)
		}
	}
	return nil
}
