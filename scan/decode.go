package scan

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nonogram"
	"nonogram/scan/internal/see"
	"nonogram/solve"
)

// Decoding: the likeliest reading that is a valid puzzle.

// Prior log-probabilities of printed puzzles by their status, and the limits of decoding.
const (
	severalSolutions = -4.0
	notDecided       = -1.0
	noSolution       = -60.0
	// conflicts bounds the search for each reading. Wrong readings nearly always fail
	// by lines alone.
	conflicts = 1000
	// confident is the probability from which a number is in no doubt.
	confident = 0.98
	// negligible is the probability below which a choice is not listed.
	negligible = 0.002
)

// decoder holds the readings of all lines, rows first.
type decoder struct {
	sight *see.Sight
	lines [][]lineReading
}

// candidate is a reading of the whole puzzle.
type candidate struct {
	picks  []int // which reading of each line
	logP   float64
	prior  float64
	status nonogram.Status
}

// newDecoder reads each line of one or several looks at a board, the far sides among them.
func newDecoder(look func([]see.Number, int) []lineReading, sights ...*see.Sight) *decoder {
	d := &decoder{sight: sights[0]}
	line := func(length int, of func(*see.Sight) []see.Number) {
		var near, far [][]lineReading
		for _, s := range sights {
			if read := look(of(s), length); s.Far {
				far = append(far, read)
			} else {
				near = append(near, read)
			}
		}
		d.lines = append(d.lines, united(near))
		if len(far) > 0 {
			d.lines[len(d.lines)-1] = confirmed(united(near), united(far))
		}
	}
	for i := range d.sight.Rows {
		line(d.sight.Width, func(s *see.Sight) []see.Number { return s.Rows[i] })
	}
	for i := range d.sight.Columns {
		line(d.sight.Height, func(s *see.Sight) []see.Number { return s.Columns[i] })
	}
	return d
}

// decode finds the likeliest puzzle in one or several sights of a board.
func decode(ctx context.Context, o Options, sights ...*see.Sight) (*Reading, error) {
	s := sights[0]
	if err := nonogram.ValidateSize(s.Width, s.Height); err != nil {
		return nil, err
	}
	d := newDecoder(readings, sights...)
	if r, err := d.solved(ctx); r != nil || err != nil {
		return r, err
	}
	n := o.Readings
	if n <= 0 {
		n = defaultReadings
	}
	ways := balanced(d.lines[:len(s.Rows)], d.lines[len(s.Rows):], n)
	if len(ways) == 0 { // no reading is a puzzle: the likeliest is shown, and does not add up
		c := d.fitting()
		c.status = nonogram.Unsolvable
		return d.reading(c, d.fitted(), 0), nil
	}
	return d.ask(ctx, ways)
}

// ask checks readings with equal totals, likeliest first, until none of the rest can be better
// than the best.
func (d *decoder) ask(ctx context.Context, ways []*way) (*Reading, error) {
	var best *candidate
	bestAt, sum := 0, 0.0
	for i, w := range ways {
		if best != nil && best.logP+best.prior > w.logP {
			// Not asked: wrong readings have no solution, as a rule.
			sum += math.Exp(w.logP + severalSolutions)
			continue
		}
		c := &candidate{picks: w.picks(len(d.lines)), logP: w.logP}
		if err := d.judge(ctx, c); err != nil {
			return nil, err
		}
		sum += math.Exp(c.logP + c.prior)
		if best == nil || c.logP+c.prior > best.logP+best.prior {
			best, bestAt = c, i
		}
	}
	decided := d.fitted()
	switch {
	case bestAt > 0:
		decided = ByUniqueness
	case !slices.Equal(best.picks, d.fitting().picks):
		decided = ByTotals
	}
	probability := 0.0
	if best.status != nonogram.Unsolvable {
		probability = math.Exp(best.logP+best.prior) / sum
	}
	return d.reading(best, decided, probability), nil
}

// judge solves a candidate and sets its prior.
func (d *decoder) judge(ctx context.Context, c *candidate) error {
	p := d.puzzle(c)
	if nonogram.Validate(p) != nil {
		c.status, c.prior = nonogram.Unsolvable, noSolution
		return nil
	}
	result, err := solve.Solve(ctx, p, nonogram.Options{Limit: 2, Budget: nonogram.Budget{Conflicts: conflicts}})
	if err != nil {
		return fmt.Errorf("proof-reading: %w", err)
	}
	c.status = result.Status
	switch result.Status {
	case nonogram.Unique:
	case nonogram.Unsolvable:
		c.prior = noSolution
	case nonogram.Multiple:
		c.prior = severalSolutions
	default:
		c.prior = notDecided
	}
	return nil
}

// fitting is the likeliest clue of every line.
func (d *decoder) fitting() *candidate {
	c := &candidate{picks: make([]int, len(d.lines))}
	for _, line := range d.lines {
		c.logP += line[0].logP
	}
	return c
}

// fitted is the decision when the likeliest clue of every line is taken.
func (d *decoder) fitted() Decision {
	for _, line := range d.lines {
		if slices.ContainsFunc(line[0].picks, func(pick int) bool { return pick != 0 }) {
			return ByFit
		}
	}
	return BySight
}

// puzzle converts a candidate.
func (d *decoder) puzzle(c *candidate) *nonogram.Puzzle {
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite()}
	for i, line := range d.lines {
		clue := line[c.picks[i]].clue
		if i < len(d.sight.Rows) {
			p.Rows = append(p.Rows, clue)
		} else {
			p.Cols = append(p.Cols, clue)
		}
		if slices.ContainsFunc(clue, func(b nonogram.Block) bool { return b.Color > 1 }) {
			p.Palette = palette(d.sight)
		}
	}
	return p
}

// palette converts the inks of a sight.
func palette(s *see.Sight) nonogram.Palette {
	if len(s.Palette) <= 2 {
		return nonogram.BlackAndWhite()
	}
	p := nonogram.BlackAndWhite()
	for i, c := range s.Palette[:min(len(s.Palette), maxColors)] {
		rgb := nonogram.RGB{R: c.R, G: c.G, B: c.B}
		if i < len(p) {
			if p[i].RGB != rgb {
				p[i].Name, p[i].RGB = rgb.String(), rgb
			}
			continue
		}
		p = append(p, nonogram.Swatch{Name: rgb.String(), Symbol: byte('a' + i - 2), RGB: rgb})
	}
	return p
}

// reading assembles the answer.
func (d *decoder) reading(c *candidate, decided Decision, probability float64) *Reading {
	r := &Reading{
		Puzzle: d.puzzle(c), Probability: probability, Status: c.status, Decided: decided,
		Board: quad(d.sight.Board), sight: d.sight, plain: d.sight, logP: c.logP,
	}
	for i, line := range d.lines {
		ref, length := nonogram.LineRef{Axis: nonogram.Row, Index: i}, d.sight.Width
		if i >= len(d.sight.Rows) {
			ref, length = nonogram.LineRef{Axis: nonogram.Column, Index: i - len(d.sight.Rows)}, d.sight.Height
		}
		read := &line[c.picks[i]]
		r.odds = append(r.odds, oddsOf(line, c.picks[i]))
		r.Doubts = append(r.Doubts, doubts(ref, read, length)...)
		for k, n := range read.numbers {
			if len(n.Choices) > 0 && len(n.Choices[read.picks[k]].Values) > 0 {
				r.Probability *= 1 - n.Foreign // no other reading has such an ink either
			}
		}
	}
	return r
}

// oddsOf is the logarithm of the odds that a reading of a line is right, by sight: at most
// sureOfLine.
func oddsOf(line []lineReading, pick int) float64 {
	right, others := line[pick].logP, math.Exp(-sureOfLine)
	if !line[pick].fits {
		return 0
	}
	for k, other := range line {
		if k != pick {
			others += math.Exp(min(other.logP-right, 0))
		}
	}
	for k, n := range line[pick].numbers {
		if len(n.Choices) > 0 { // what was not listed
			others += 1 - math.Exp(n.Choices[line[pick].picks[k]].LogP)
		}
	}
	return -math.Log(others)
}

// doubts lists the numbers of a line with several likely readings. A number that does not fit
// into the line is not likely. Places with several numbers are not listed.
func doubts(ref nonogram.LineRef, read *lineReading, length int) (list []Doubt) {
	index := 0
	for i, n := range read.numbers {
		if len(n.Choices) == 0 {
			continue
		}
		doubt := Doubt{Line: ref, Index: index, At: quad(n.At)}
		chosen, sum := n.Choices[read.picks[i]], 0.0
		index += len(chosen.Values)
		if len(chosen.Values) > 1 {
			continue
		}
		for k, c := range n.Choices {
			value := 0
			if len(c.Values) > 0 {
				value = c.Values[0]
			}
			if k == read.picks[i] {
				doubt.Chosen = len(doubt.Choices)
			} else if len(c.Values) > 1 || value > length || math.Exp(c.LogP) < negligible {
				continue
			}
			doubt.Choices = append(doubt.Choices, Choice{nonogram.Block{Length: value, Color: nonogram.Color(c.Color)}, math.Exp(c.LogP)})
			sum += math.Exp(c.LogP)
		}
		if doubt.Chosen > 0 || math.Exp(chosen.LogP)*(1-n.Foreign) < confident*sum {
			list = append(list, doubt)
		}
	}
	return list
}
