// Solutions as answers to puzzles, from whatever file they come in.

package format

import (
	"fmt"
	"iter"

	"nonogram"
	"nonogram/format/internal/cursor"
	"nonogram/format/object"
)

// Solution is an answer to a puzzle: a grid, and the ID of the puzzle that it
// answers.
type Solution struct {
	ID   string
	Grid *nonogram.Grid
	// Palette says what the grid's colors are. A puzzle file gives the
	// puzzle's; other files only give the characters that stand for them. Nil
	// means black and white.
	Palette nonogram.Palette
}

// For gives the solution's grid in the colors of the puzzle it is for, which
// may number them differently. Colors are matched by their text character, or
// else by their name, or else, if there is neither, by their looks; the ink of
// one black-and-white puzzle is that of any other.
func (s Solution) For(p *nonogram.Puzzle) (*nonogram.Grid, error) {
	palette := s.Palette
	if palette == nil {
		palette = nonogram.BlackAndWhite()
	}
	var colors [256]nonogram.Color
	var known [256]bool
	colors[nonogram.Unknown], known[nonogram.Unknown] = nonogram.Unknown, true
	for i, w := range palette {
		colors[i], known[i] = matchSwatch(p.Palette, w)
		if len(palette) == 2 && len(p.Palette) == 2 {
			colors[i], known[i] = nonogram.Color(i), true
		}
	}
	g := s.Grid.Clone()
	for i, c := range g.Cells {
		if !known[c] {
			return nil, fmt.Errorf("solution %s: the cell %q in row %d, column %d is none of the puzzle's colors",
				s.ID, palette.Symbol(c), i/g.Width+1, i%g.Width+1)
		}
		g.Cells[i] = colors[c]
	}
	return g, nil
}

// matchSwatch finds a color of another palette. One that says nothing of itself
// but its looks may also be the background.
func matchSwatch(p nonogram.Palette, w nonogram.Swatch) (nonogram.Color, bool) {
	if w.Symbol != 0 {
		if c, ok := p.BySymbol(w.Symbol); ok || w.Name == "" {
			return c, ok
		}
	}
	if c, ok := p.ByName(w.Name); ok && w.Name != "" {
		return c, true
	}
	if w.Symbol == 0 {
		for i := len(p) - 1; i >= 0; i-- {
			if p[i].RGB == w.RGB {
				return nonogram.Color(i), true
			}
		}
	}
	return 0, false
}

// DecodeSolutions reads the answers of a file: a tournament's solution file,
// the lines that "nonogram solve --json" prints, where puzzles without a grid
// are passed over, or the goals of any puzzle file. Each step gives a solution
// or an [*Error].
func DecodeSolutions(data []byte, filename string) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		f, err := open(data, filename)
		if err != nil {
			yield(Solution{}, err)
			return
		}
		found := false
		take := limited(f, yield, &found)
		d := &f.draft
		d.SkipSpace()
		switch {
		case d.Next('$'):
			decodeSolutions(d, take)
		case sniffJSON(d.Data) != No:
			object.Answers(d, func(a object.Answer, err error) bool { return take(Solution(a), err) })
		default:
			f.goals(d, take)
		}
		if !found {
			yield(Solution{}, &Error{File: filename, Message: "no solution found in this file"})
		}
	}
}

// goals reads the puzzles of a file of any format and passes on their goals.
func (f *file) goals(d *cursor.Draft, yield func(Solution, error) bool) {
	way, err := f.reading("")
	if err != nil {
		yield(Solution{}, err)
		return
	}
	way.format.decode(d, func(p *nonogram.Puzzle, err error) bool {
		switch {
		case err != nil:
			return yield(Solution{}, err)
		case p.Goal == nil:
			return true
		}
		if !way.format.Holds.Has(Symbols) { // then the characters are of our own choice
			for i := range p.Palette {
				p.Palette[i].Symbol = 0
			}
		}
		return yield(Solution{p.ID, p.Goal, p.Palette}, nil)
	})
}
