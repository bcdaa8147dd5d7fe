// Package scan reads a puzzle from a photograph or a screenshot.
//
//	image ── see ───────▶ places of numbers, each with likely readings
//	      ── lines ─────▶ likely clues of each line that fit into it
//	      ── totals ────▶ likely readings whose rows and columns ask for equally many cells
//	      ── engine ────▶ the likeliest that has one solution
//
// So the answer is not the best guess number by number but the likeliest reading that is
// a puzzle. That it has one solution is a strong prior, not a requirement: printed
// puzzles sometimes have several. A [Reading] says which of the rules decided, and where
// the numbers were in doubt.
//
// Nothing here opens files or reads a clock. Work is bounded by [Options]; the context
// ends it early.
package scan

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"

	"nonogram"
	"nonogram/scan/internal/see"
)

// Options bounds a call. The zero value takes the defaults.
type Options struct {
	// Pixels bounds the photograph and Side the cells of a side; 0 leaves the bounds
	// to the package.
	Pixels, Side int
	// Readings is how many readings the engine may be asked about; 0 is
	// DefaultReadings.
	Readings int
}

// DefaultReadings is how many readings the engine is asked about at most. Usually it is
// one.
const DefaultReadings = 96

// Decision is the rule by which a reading was chosen.
type Decision string

// The decisions, in the order in which the rules are asked.
const (
	BySight      Decision = "sight"      // the likeliest number at every place
	ByFit        Decision = "fit"        // a likelier number did not fit into its line
	ByTotals     Decision = "totals"     // a likelier reading had unequal totals
	ByUniqueness Decision = "uniqueness" // a likelier reading had no solution, or several
)

// Point is a place in the photograph, in pixels.
type Point = see.Point

// Quad is an outline in the photograph, clockwise from the top left.
type Quad = see.Quad

// Reading is a puzzle as it was read.
type Reading struct {
	Puzzle *nonogram.Puzzle
	// Probability is that of the whole puzzle, among all readings that were weighed.
	Probability float64
	// Status is what the engine says of it: Undecided if it was not asked or ran out
	// of its budget.
	Status  nonogram.Status
	Decided Decision
	Doubts  []Doubt
	Board   Quad

	sight *see.Sight
	plain *see.Sight // the usual look at the likeliest board that has clues
}

// Unproved is the puzzle as it was seen at first, without proof-reading: the likeliest number
// at every place beside the likeliest board.
func (r *Reading) Unproved() *nonogram.Puzzle {
	d := newDecoder(sightAlone, r.plain)
	return d.puzzle(d.fitting())
}

// Doubt is a number that was not read with confidence.
type Doubt struct {
	Line nonogram.LineRef
	// Index is the place of the number in its clue; of a place that was read as
	// nothing, that of the number after it.
	Index   int
	At      Quad
	Choices []Choice // as seen, likeliest first
	Chosen  int      // which of them is in the puzzle
}

// Choice is one way to read a number. Value 0 says that nothing is printed there.
type Choice struct {
	Value       int
	Color       nonogram.Color
	Probability float64
}

// Read finds the puzzle in a photograph. Where there is none to be found it returns a
// [*SightError].
//
// The reading of the likeliest board is usually a puzzle. If it is not, the board is examined
// again, for fainter and for bolder ink, and what else may be the board after it. A board
// few of whose lines have clues is taken only if no other is one with more of them, and none
// that has less than half as many as one before: few clues beside a part soon are a puzzle.
func Read(ctx context.Context, img image.Image, o Options) (*Reading, error) {
	eye, err := see.Open(img, see.Limits{Pixels: o.Pixels, Side: o.Side})
	if err != nil {
		return nil, &SightError{err: err}
	}
	var first, weak *Reading
	var plain *see.Sight
	var failure error
	most := 0 // lines with clues that a board had
	for board := 0; eye.Has(board); board++ {
		r, err := readBoard(ctx, eye, board, o)
		if failed := (*SightError)(nil); errors.As(err, &failed) {
			if failed.sight != nil {
				most = max(most, clued(failed.sight))
			}
		} else if err != nil {
			return nil, err
		} else {
			plain = cmp.Or(plain, r.sight)
			r.plain = plain
			most = max(most, clued(r.sight))
		}
		if err == nil && r.Status != nonogram.Unsolvable && 2*clued(r.sight) >= most {
			if board > 0 {
				r.Decided = ByUniqueness
			}
			switch share := cluedShare(r.sight); {
			case share >= wellClued && (weak == nil || clued(r.sight) > clued(weak.sight)):
				return r, nil
			case weak == nil && share >= leastClued:
				weak = r
			case board == 0 && share < fewClued:
				err = &SightError{err: &see.CluesError{Side: "left"}, sight: r.sight}
			}
		}
		if board == 0 {
			first, failure = r, err
		}
	}
	if weak != nil {
		return weak, nil
	}
	if failure != nil {
		return nil, failure
	}
	return first, nil
}

// Where there is no board, or it is a part of one, few numbers are seen beside it, and few
// numbers soon have one solution.
const (
	wellClued  = .65 // share of lines with clues, for no other board to be asked for
	leastClued = .4  // the same for a board to be preferred to the likeliest
	fewClued   = .2  // the same below which there are no clues
)

// clued is how many lines have numbers; a zero is one, too.
func clued(s *see.Sight) (lines int) {
	some := func(n see.Number) bool { return len(n.Choices[0].Values) > 0 || n.Zero > .5 }
	for _, line := range slices.Concat(s.Rows, s.Columns) {
		if slices.ContainsFunc(line, some) {
			lines++
		}
	}
	return lines
}

// cluedShare is the share of lines that have numbers.
func cluedShare(s *see.Sight) float64 { return float64(clued(s)) / float64(s.Width+s.Height) }

// readBoard reads the clues around a board.
func readBoard(ctx context.Context, eye *see.Eye, board int, o Options) (*Reading, error) {
	sight, err := eye.Look(board, see.Usual)
	if err != nil {
		return nil, &SightError{err: err, sight: sight}
	}
	r, err := decode(ctx, o, sight)
	if err != nil || r.Status != nonogram.Unsolvable {
		return r, err
	}
	sights := []*see.Sight{sight}
	for _, ink := range [2]see.Ink{see.Faint, see.Bold} {
		if cluedShare(r.sight) < wellClued {
			break // no board, mostly
		}
		if again, err := eye.Look(board, ink); err == nil && again.Width == sight.Width && again.Height == sight.Height && len(again.Palette) == len(sight.Palette) {
			sights = append(sights, again)
		}
	}
	if len(sights) > 1 {
		if r, err = decode(ctx, o, sights...); err != nil {
			return nil, err
		}
	}
	if r.Status == nonogram.Unsolvable && sight.Cut != nil {
		return nil, &SightError{err: sight.Cut, sight: sight}
	}
	r.Decided = ByUniqueness
	return r, nil
}

// SightError says why there is nothing to read in a photograph: no board, clues cut off.
type SightError struct {
	err   error
	sight *see.Sight // as far as it came
}

func (e *SightError) Error() string { return e.err.Error() }
func (e *SightError) Unwrap() error { return e.err }
