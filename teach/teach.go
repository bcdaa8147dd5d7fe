package teach

import (
	"context"
	"errors"
	"fmt"

	"nonogram"
)

// Explanations and ratings, the entry to this package: a path of deductions from a position to
// the solution, and its summary. Most time goes to puzzles that need suppositions;
// Options.Work bounds it.

// Options configures a path.
type Options struct {
	// From is the current drawing; nil starts at the puzzle's given cells. Given cells
	// count in any case.
	From *nonogram.Grid
	// History are earlier positions, the oldest first. Hint looks there for the
	// last one without a mistake.
	History []*nonogram.Grid
	// Solver finds the remaining cells where no supposition helps, and the cells in
	// which several solutions differ. Without it the path ends there, undecided.
	Solver nonogram.Solver
	// Checker replaces Solver where Hint looks for mistakes; nil means Solver.
	Checker nonogram.Solver
	// Work bounds the number of lines solved, at 0.1 to 0.3 µs each for usual
	// sizes; 0 means no bound but the context.
	Work int64
	// Language is the language of steps, tips and summaries.
	Language Language
}

// Explanation is the path from a position to the solution.
type Explanation struct {
	// Status is unique if the steps lead to the only solution, multiple if the
	// cells that are left differ between solutions, unsolvable if there is
	// none, and undecided if the path ended early.
	Status nonogram.Status
	Steps  []Step
	// Grid is the position after the steps.
	Grid *nonogram.Grid
	// Broken is a line that cannot be filled, if the puzzle is unsolvable for that
	// reason.
	Broken *nonogram.LineRef
	// Open lists the cells left open. With several solutions, and unless the path
	// was stopped, these are exactly the cells in which they differ.
	Open []nonogram.Cell
	// Stopped says why the path ended early, if it did.
	Stopped nonogram.StopReason
	// Language is the language of the steps.
	Language Language

	puzzle *nonogram.Puzzle
	// facts counts the deductions of the path. With several solutions it covers lines and
	// single suppositions only.
	facts   Facts
	unrated int // cells open where the facts end
}

// Explain finds the path from the position to the solution.
func Explain(ctx context.Context, p *nonogram.Puzzle, opts Options) (*Explanation, error) {
	return explain(ctx, p, opts, true)
}

func explain(ctx context.Context, p *nonogram.Puzzle, opts Options, record bool) (*Explanation, error) {
	b, drawn, err := position(p, opts.From)
	if err != nil {
		return nil, err
	}
	if b == nil {
		return &Explanation{Status: nonogram.Unsolvable, Grid: drawn, Language: opts.Language, puzzle: p}, nil
	}
	w := newPath(ctx, b)
	w.solver, w.limit, w.record, w.language = opts.Solver, opts.Work, record, opts.Language
	w.facts.Sweeps = w.trial.sweeps()
	w.share(drawn)
	w.walk()
	if w.err != nil {
		return nil, w.err
	}
	return w.explanation(), nil
}

// position makes the board of a puzzle with a drawing. The board is nil if the puzzle or
// the drawing is trivially unsolvable.
func position(p *nonogram.Puzzle, from *nonogram.Grid) (*sheet, *nonogram.Grid, error) {
	err := nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	if err != nil && !(errors.As(err, &invalid) && invalid.Unsolvable()) {
		return nil, nil, err
	}
	drawn, ok, wrong := drawing(p, from)
	if wrong != nil {
		return nil, nil, wrong
	}
	if err != nil || !ok {
		return nil, drawn, nil
	}
	b := newSheet(p)
	if !b.draw(drawn) {
		return nil, drawn, nil
	}
	return b, drawn, nil
}

// drawing merges the given cells and a drawing; ok is false if they disagree.
func drawing(p *nonogram.Puzzle, from *nonogram.Grid) (g *nonogram.Grid, ok bool, err error) {
	g = p.NewGrid()
	if p.Given != nil {
		for i, c := range p.Given.Cells {
			if c != nonogram.Unknown {
				g.Cells[i] = c
			}
		}
	}
	if from == nil {
		return g, true, nil
	}
	if from.Width != g.Width || from.Height != g.Height || len(from.Cells) != len(g.Cells) {
		return nil, false, fmt.Errorf("%w: grid %d × %d, puzzle %d × %d", nonogram.ErrGridSize, from.Width, from.Height, g.Width, g.Height)
	}
	ok = true
	for i, c := range from.Cells {
		switch {
		case c == nonogram.Unknown:
		case p.Shape != nil && !p.Shape.Has(i) && c != nonogram.Empty:
			return nil, false, fmt.Errorf("row %d: the cell in column %d of the grid is outside the board", i/g.Width+1, i%g.Width+1)
		case int(c) >= len(p.Palette):
			return nil, false, fmt.Errorf("row %d, column %d: the cell has color %d, the palette has 0 to %d", i/g.Width+1, i%g.Width+1, c, len(p.Palette)-1)
		default:
			ok = ok && (g.Cells[i] == nonogram.Unknown || g.Cells[i] == c)
			g.Cells[i] = c
		}
	}
	return g, ok, nil
}

// explanation sums a path up.
func (p *path) explanation() *Explanation {
	e := &Explanation{Steps: p.steps, Grid: p.b.Grid(), Stopped: p.stopped, facts: p.facts, Language: p.language, puzzle: p.b.p}
	for i, c := range e.Grid.Cells {
		if c == nonogram.Unknown {
			e.Open = append(e.Open, p.b.place(i))
		}
	}
	e.unrated = len(e.Open)
	if p.frozen {
		e.unrated = p.unrated
	}
	switch {
	case p.broken != noLine:
		e.Status = nonogram.Unsolvable
		broken := p.b.Ref(p.broken)
		e.Broken = &broken
	case p.stopped != nonogram.StopNone && p.status != nonogram.Multiple:
		e.Status = nonogram.Undecided
	case len(e.Open) == 0:
		e.Status = nonogram.Unique
	default:
		e.Status = p.status
	}
	return e
}
