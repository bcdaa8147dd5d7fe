package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// The rule that decides every claim. A claim has parts, a part has a statistic of boards and the
// range in which the claim puts it. A part is confirmed if the 95 % interval of its statistic
// lies inside the range, contradicted if it lies outside, and otherwise not decided; with fewer
// than leastBoards boards it is not decided. Boards on which a bound ended a run that the
// statistic needs are left out. A claim is confirmed or contradicted if all its parts are, "in
// part" if some are confirmed and others contradicted, and otherwise not decided.

// leastBoards is the least number of boards for a verdict: with fewer, not even the sign on
// every board differs from chance at 5 %.
const leastBoards = 6

// verdict is the result of testing a claim.
type verdict string

const (
	confirmed    verdict = "confirmed"
	contradicted verdict = "contradicted"
	inPart       verdict = "in part"
	undecided    verdict = "not decided"
)

// kind selects how a statistic is computed from the quantities x and y of each board.
type kind string

const (
	ratio   kind = "ratio"   // geometric mean of (x+1)/(y+1): a search may have no nodes
	less    kind = "less"    // share of boards with x < y
	most    kind = "most"    // share of boards with x ≤ y
	mean    kind = "mean"    // mean of x
	excess  kind = "excess"  // share of boards with x < y among the selected, less that among all
	rank    kind = "rank"    // rank correlation of x and y
	slope   kind = "slope"   // slope of y over x
	means   kind = "means"   // mean of x over the mean of y
	tails   kind = "tails"   // 90th percentile of x over that of y, plus 1 each
	bend    kind = "bend"    // difference of the slopes of y over x above and below its median
	peak    kind = "peak"    // share of filled cells with the largest geometric mean of x
	equal   kind = "equal"   // x = y on every board: an exact count, which needs no number of boards
	ordered kind = "ordered" // x < y on every board, exactly
)

// part is a statement that the counts of a run can decide.
type part struct {
	kind   kind
	sample string // id; "lines counted" for the arrangements of lines, "" for a computation
	side   int    // 0: all
	x, y   string // quantities, see [board.quantity]
	where  string // selects boards: a quantity that is not 0; "": all
	from   float64
	to     float64 // the claimed range
	text   string  // what is computed; "": by kind and quantities
}

// above, below and within are ranges.
func (p part) above(bound float64) part     { p.from, p.to = bound, math.Inf(1); return p }
func (p part) below(bound float64) part     { p.from, p.to = math.Inf(-1), bound; return p }
func (p part) within(from, to float64) part { p.from, p.to = from, to; return p }
func (p part) of(text string) part          { p.text = text; return p }
func (p part) only(quantity string) part    { p.where = quantity; return p }
func (k kind) on(sample string, side int, x, y string) part {
	return part{kind: k, sample: sample, side: side, x: x, y: y}.above(0.5)
}

// looksRatio compares the common cost of two methods.
func looksRatio(sample string, side int, slow, fast string) part {
	return ratio.on(sample, side, "looks of "+slow, "looks of "+fast).above(1)
}

// nodesRatio compares the nodes of two methods of a family.
func nodesRatio(sample string, side int, slow, fast string) part {
	return ratio.on(sample, side, "nodes of "+slow, "nodes of "+fast).above(1)
}

// evidence is a computed statistic.
type evidence struct {
	value, low, high float64
	hits, n          int // boards
}

// few reports that there are too few boards for a verdict.
func (e evidence) few() bool { return e.n < leastBoards }

// board joins the runs of all methods of a sample on one board.
type board struct {
	side    int
	density float64
	puzzle  string
	runs    map[string]*observation // by method; "": the board itself
}

// boards are those of a sample, in order; side 0 selects all sides.
func (d *measurements) boards(sample string, side int) []*board {
	switch sample {
	case "":
		return []*board{{}}
	case "lines counted":
		return d.lineBoards(side)
	}
	var list []*board
	for i := range d.Counts {
		o := &d.Counts[i]
		if o.Sample != sample || side != 0 && o.Side != side {
			continue
		}
		at := slices.IndexFunc(list, func(b *board) bool { return b.side == o.Side && b.density == o.Density && b.puzzle == o.Puzzle })
		if at < 0 {
			at = len(list)
			list = append(list, &board{o.Side, o.Density, o.Puzzle, map[string]*observation{}})
		}
		list[at].runs[o.Method] = o
	}
	return list
}

// lineBoards has the arrangements of every number of blocks as a board of its own.
func (d *measurements) lineBoards(side int) []*board {
	var list []*board
	for _, l := range d.Lines {
		if side == 0 || l.N == side {
			list = append(list, &board{side: l.N, runs: map[string]*observation{"": {Ended: true, Values: map[string]float64{
				"one": indicator(l.Blocks == 1), "two": indicator(l.Blocks == 2), "three": indicator(l.Blocks == 3), "arrangements": float64(l.Count),
				"Peng’s formula": pengFormula(l.N, l.Blocks), "blocks with most": float64(d.mostArranged(l.N)), "blocks that fit": float64((l.N + 1) / 2),
			}}}})
		}
	}
	return list
}

func indicator(yes bool) float64 { return choose(yes, 1.0, 0) }

// quantity is a value of a board: a counter of a method, "nodes of METHOD", a derived one, one of
// several methods, or a number. It is NaN if a bound ended the run, unless its name begins with "least".
func (b *board) quantity(text string) float64 {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	if v, ok := b.joint(text); ok {
		return v
	}
	name, method, _ := strings.Cut(text, " of ")
	o := b.runs[method]
	if o == nil {
		return math.NaN()
	}
	name, bound := strings.CutPrefix(name, "least ")
	switch {
	case name == "ended":
		return indicator(o.Ended)
	case name == "solved":
		return indicator(o.Solved)
	case name == "stalled":
		return indicator(!o.Solved)
	case !o.Ended && !bound:
		return math.NaN()
	}
	if derive := derived[name]; derive != nil {
		return derive(float64(b.side), o.Values)
	}
	v, ok := o.Values[name]
	return choose(ok, v, math.NaN())
}

// order is the sign of x − y, NaN if it is not known. A run that a bound ended has at least the
// counts that it had then.
func (b *board) order(x, y string) float64 {
	vx, vy := b.quantity(x), b.quantity(y)
	switch {
	case math.IsNaN(vx) && b.quantity("least "+x) > vy:
		return 1
	case math.IsNaN(vy) && b.quantity("least "+y) > vx:
		return -1
	case vx == vy:
		return 0
	}
	return math.Copysign(1, vx-vy) + 0*(vx-vy)
}

// derived are quantities of the side and the counters.
var derived = map[string]func(n float64, v map[string]float64) float64{
	"free cells":                func(n float64, v map[string]float64) float64 { return n*n - v["fixed"] },
	"log₂ nodes":                func(_ float64, v map[string]float64) float64 { return math.Log2(v["nodes"] + 1) },
	"log₂ nodes over n·H":       func(_ float64, v map[string]float64) float64 { return math.Log2((v["nodes"] + 1) / v["rows"]) },
	"log₂ possibilities a line": func(n float64, v map[string]float64) float64 { return math.Log2(v["listed"] / (2 * n)) },
	"2n³":                       func(n float64, _ map[string]float64) float64 { return 2 * n * n * n },
	"nⁿ, log₂":                  func(n float64, _ map[string]float64) float64 { return n * math.Log2(n) },
	"log₂ rows":                 func(_ float64, v map[string]float64) float64 { return math.Log2(v["rows"]) },
	"log₂ n(2n)ⁿ":               func(n float64, _ map[string]float64) float64 { return math.Log2(n) + n*math.Log2(2*n) },
	"rows over n²":              func(n float64, v map[string]float64) float64 { return v["rows"] / (n * n) },
	"repeated clues":            func(n float64, v map[string]float64) float64 { return 1 - v["clues"]/(2*n) },
	"wrong rows refuted soon":   func(_ float64, v map[string]float64) float64 { return v["soon"] / v["wrong"] }, // NaN: none
	"tree seen":                 func(_ float64, v map[string]float64) float64 { return v["nodes"] / max(v["whole"], 1) },
	"guessed":                   func(_ float64, v map[string]float64) float64 { return indicator(v["guesses"] > 0) },
	"unguessed":                 func(_ float64, v map[string]float64) float64 { return indicator(v["guesses"] == 0) },
	"work, log₁₀":               func(n float64, v map[string]float64) float64 { return math.Log10(v["lines"] * v["listed"] / (2 * n)) },
	"(2n³t)^g, log₁₀": func(n float64, v map[string]float64) float64 {
		return v["guesses"] * math.Log10(n*n*v["listed"]) // 2n³t with t = listed / 2n
	},
}

// joint is a quantity of a board, or of several methods on it.
func (b *board) joint(name string) (v float64, ok bool) {
	n := float64(b.side)
	switch name {
	case "side":
		return n, true
	case "cells":
		return n * n, true
	case "log₂ side":
		return math.Log2(n), true
	case "gap":
		return b.quantity("nodes of table_bfs") / b.quantity("nodes of table_dfs"), true
	case "differing":
		return math.Abs(b.order("nodes of "+greedyGuess, "nodes of "+randomGuess)), true
	case "look-ups left":
		if b.quantity("least nodes of table_dfs:columns") != b.quantity("least nodes of table_dfs") {
			return math.NaN(), true
		}
		return b.quantity("least checks of table_dfs") / b.quantity("least checks of table_dfs:columns"), true
	}
	return 0, false
}

// selected are the boards of a part whose quantities, or whose order for a share, are known.
func (p *part) selected(d *measurements) []*board {
	return slices.DeleteFunc(d.boards(p.sample, p.side), func(b *board) bool {
		known := b.order(p.x, p.y)
		if !p.kind.share() {
			known = b.quantity(p.x) + b.quantity(p.y)
		}
		where := choose(p.where == "" || p.kind == excess, "1", p.where)
		return math.IsNaN(known) || !(b.quantity(where) > 0)
	})
}

// share reports whether a statistic counts boards.
func (k kind) share() bool { return k == less || k == most || k == equal || k == ordered }

// evidence computes the statistic of a part.
func (p *part) evidence(d *measurements) evidence {
	if p.kind == peak {
		return d.peakEvidence(p.x)
	}
	list := p.selected(d)
	xs, ys := make([]float64, len(list)), make([]float64, len(list))
	e := evidence{n: len(list)}
	for i, b := range list {
		xs[i], ys[i] = b.quantity(p.x), b.quantity(p.y)
		if p.holds(b) {
			e.hits++
		}
	}
	if p.kind.share() {
		e.value = float64(e.hits) / float64(e.n)
		e.low, e.high = stat.Wilson(e.hits, e.n)
		return e
	}
	figure := func(pick []int) float64 {
		if p.kind == excess {
			return p.excess(list, pick)
		}
		return p.figure(picked(xs, pick), picked(ys, pick))
	}
	if e.n == 0 {
		return evidence{value: math.NaN(), low: math.NaN(), high: math.NaN()}
	}
	every := make([]int, e.n)
	for i := range every {
		every[i] = i
	}
	e.value = figure(every)
	e.low, e.high = bootstrapped(e.n, figure)
	return e
}

// bootstrapped is the interval of a statistic, NaN from too few boards.
func bootstrapped(n int, figure func(pick []int) float64) (low, high float64) {
	if n < leastBoards {
		return math.NaN(), math.NaN()
	}
	return stat.Interval(n, figure)
}

// holds reports whether a board counts for a share.
func (p *part) holds(b *board) bool {
	switch p.kind {
	case less, ordered:
		return b.order(p.x, p.y) < 0
	case most:
		return b.order(p.x, p.y) <= 0
	case equal:
		return math.Abs(b.quantity(p.x)-b.quantity(p.y)) <= 1e-9*math.Abs(b.quantity(p.y)) // logarithms are rounded
	}
	return false
}

// figure computes a statistic with a bootstrap interval.
func (p *part) figure(xs, ys []float64) float64 {
	switch p.kind {
	case ratio:
		sum := 0.0
		for i := range xs {
			sum += math.Log((xs[i] + 1) / (ys[i] + 1))
		}
		return math.Exp(sum / float64(len(xs)))
	case mean:
		return stat.Mean(xs)
	case rank:
		return stat.RankCorrelation(xs, ys)
	case slope:
		return stat.Slope(xs, ys)
	case means:
		return (stat.Mean(xs) + 1) / (stat.Mean(ys) + 1)
	case tails:
		return (stat.Quantile(xs, 0.9) + 1) / (stat.Quantile(ys, 0.9) + 1)
	case bend:
		return bendOf(xs, ys)
	}
	return math.NaN()
}

// bendOf is the slope of y over x from the middle of x on, less the slope up to there.
func bendOf(xs, ys []float64) float64 {
	middle := (slices.Min(xs) + slices.Max(xs)) / 2
	var lower, upper [2][]float64
	for i, x := range xs {
		if x <= middle {
			lower[0], lower[1] = append(lower[0], x), append(lower[1], ys[i])
		}
		if x >= middle {
			upper[0], upper[1] = append(upper[0], x), append(upper[1], ys[i])
		}
	}
	return stat.Slope(upper[0], upper[1]) - stat.Slope(lower[0], lower[1])
}

// excess is the share of boards with x < y among those that where selects, less that among all.
func (p *part) excess(list []*board, pick []int) float64 {
	var hits, n [2]float64
	for _, i := range pick {
		b := list[i]
		hit := indicator(b.quantity(p.x) < b.quantity(p.y))
		hits[0], n[0] = hits[0]+hit, n[0]+1
		if b.quantity(p.where) > 0 {
			hits[1], n[1] = hits[1]+hit, n[1]+1
		}
	}
	return hits[1]/n[1] - hits[0]/n[0] // NaN: none selected
}

// decide applies the rule to one part.
func (p *part) decide(e evidence) verdict {
	switch {
	case p.kind == equal || p.kind == ordered:
		return choose(e.n == 0, undecided, choose(e.hits == e.n, confirmed, choose(e.hits == 0, contradicted, inPart)))
	case e.few() || math.IsNaN(e.low):
		return undecided
	case e.low > p.from && e.high < p.to:
		return confirmed
	case e.high < p.from || e.low > p.to:
		return contradicted
	}
	return undecided
}

// combined is the verdict of a claim by those of its parts.
func combined(parts []verdict) verdict {
	has := func(v verdict) bool { return slices.Contains(parts, v) }
	switch {
	case has(inPart) || has(confirmed) && has(contradicted):
		return inPart
	case len(parts) == 0 || has(undecided):
		return undecided
	}
	return parts[0]
}

// describe names the statistic of a part.
func (p *part) describe() string {
	if p.text != "" {
		return p.text
	}
	x, y := quoted(p.x), quoted(p.y)
	at := ""
	if p.side > 0 {
		at = " at " + bench.SizeName(p.side, p.side)
	}
	switch p.kind {
	case ratio:
		return x + " over " + y + at + ", geometric mean"
	case less, ordered:
		return "boards" + at + " with " + x + " < " + y
	case most:
		return "boards" + at + " with " + x + " ≤ " + y
	case equal:
		return x + " = " + y + at
	case rank:
		return "rank correlation of " + x + " and " + y + at
	case slope:
		return "slope of " + y + " over " + x + at
	case means:
		return "mean " + x + " over mean " + y + at
	case tails:
		return "90th percentile of " + x + " over that of " + y + at
	}
	return x + at + ", " + string(p.kind)
}

// quoted writes the method of a quantity as code.
func quoted(quantity string) string {
	name, method, ok := strings.Cut(strings.TrimPrefix(quantity, "least "), " of ")
	if !ok {
		return name
	}
	return name + " of `" + method + "`"
}

// write formats the evidence of a part and the rule that decides it.
func (p *part) write(e evidence) string {
	text := capital(p.describe())
	switch p.kind {
	case equal, ordered:
		return fmt.Sprintf("%s: %d of %d; exact.", text, e.hits, e.n)
	case less, most:
		if e.n == 0 {
			return text + ": on no board of this run."
		}
		return fmt.Sprintf("%s: %d of %d%s; claimed %s.", text, e.hits, e.n, bracket(e.low, e.high, percent), p.claimed())
	}
	format := p.format()
	few := choose(e.few(), fmt.Sprintf(", fewer than the %d a verdict needs", leastBoards), "")
	if e.n == 0 || math.IsNaN(e.value) {
		return fmt.Sprintf("%s: on %s%s.", text, plural.Of(e.n, "board", "boards"), few)
	}
	return fmt.Sprintf("%s: %s%s on %s%s; claimed %s.", text, format(e.value), bracket(e.low, e.high, format), plural.Of(e.n, "board", "boards"), few, p.claimed())
}

func (p *part) format() func(float64) string {
	switch p.kind {
	case rank, bend:
		return signed
	case slope:
		return twoDigits
	case mean, peak, excess:
		return percent
	}
	return factor
}

// twoDigits writes a number of any size with two digits.
func twoDigits(v float64) string {
	return strings.Replace(strconv.FormatFloat(roundTo(v, 2), 'f', -1, 64), "-", "−", 1)
}

// claimed writes the range.
func (p *part) claimed() string {
	write := choose(p.kind.share() || p.kind == mean || p.kind == peak || p.kind == excess, percent, twoDigits)
	switch {
	case math.IsInf(p.to, 1):
		return "above " + write(p.from)
	case math.IsInf(p.from, -1):
		return "below " + write(p.to)
	}
	return write(p.from) + " to " + write(p.to)
}

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
