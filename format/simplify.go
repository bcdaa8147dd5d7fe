// Reducing a puzzle to black and white, for formats without colors.

package format

import "nonogram"

// Simplify returns the puzzle itself if the format can hold it, and otherwise a black
// version: unused colors are dropped, and if several inks remain, the filled cells of the
// goal become black and the clues follow from it. A puzzle with several inks needs a goal;
// without one the error wraps [ErrCannotHold].
func Simplify(f *Format, p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	if err := wellFormed(p); err != nil {
		return nil, err
	}
	if f.holds.has(holdsColors) || !p.Colored() {
		return accepted(f, p)
	}
	q := *p
	q.Palette = nonogram.BlackAndWhite()
	ink, inks := nonogram.Black, 0
	for c, used := range usedColors(p) {
		if used && c > 0 {
			ink = nonogram.Color(c)
			inks++
		}
	}
	switch {
	case inks <= 1:
		q.Palette = nonogram.Palette{p.Palette[nonogram.Empty], p.Palette[ink]}
		q.Rows, q.Cols = blacken(p.Rows), blacken(p.Cols)
	case p.Goal == nil:
		return nil, refuse("it has %d inks and no goal that could be painted black, and format %s holds only black and white", inks, f.Name)
	default:
		q.Rows, q.Cols = nonogram.CluesOf(filled(p.Goal))
	}
	q.Goal, q.Given = filled(p.Goal), filled(p.Given)
	q.Palette.AssignSymbols()
	return accepted(f, &q)
}

func accepted(f *Format, p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	if err := f.accepts(p); err != nil {
		return nil, err
	}
	return p, nil
}

// blacken recolors clues in black.
func blacken(clues []nonogram.Clue) []nonogram.Clue {
	out := make([]nonogram.Clue, len(clues))
	for i, clue := range clues {
		for _, b := range clue {
			out[i] = append(out[i], nonogram.Block{Length: b.Length, Color: nonogram.Black})
		}
	}
	return out
}

// filled recolors a grid in black.
func filled(g *nonogram.Grid) *nonogram.Grid {
	if g == nil {
		return nil
	}
	h := g.Clone()
	for i, c := range h.Cells {
		if c != nonogram.Empty && c != nonogram.Unknown {
			h.Cells[i] = nonogram.Black
		}
	}
	return h
}
