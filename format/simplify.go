// Making a puzzle fit into a format that has too few colors, for those who
// accept that it becomes another puzzle.

package format

import "nonogram"

// Simplify gives the puzzle itself if the format can hold it, and otherwise what
// it becomes without its colors: colors that nothing has are dropped, and if
// several inks remain, all that is filled in the goal becomes black and the
// clues are those of that picture. Without a goal there is no such puzzle (the
// clues of two colors may lie side by side, those of one may not), and the error
// wraps [ErrCannotHold].
func Simplify(f *Format, p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	if err := wellFormed(p); err != nil {
		return nil, err
	}
	if f.Holds.Has(Colors) || !p.Colored() {
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

// blacken gives clues of one ink the color Black.
func blacken(clues []nonogram.Clue) []nonogram.Clue {
	out := make([]nonogram.Clue, len(clues))
	for i, clue := range clues {
		for _, b := range clue {
			out[i] = append(out[i], nonogram.Block{Length: b.Length, Color: nonogram.Black})
		}
	}
	return out
}

// filled paints all inks of a grid black.
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
