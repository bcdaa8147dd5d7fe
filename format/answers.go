// Solutions of puzzles, from files of all kinds.

package format

import (
	"fmt"
	"iter"

	"nonogram"
	"nonogram/internal/object"
	"nonogram/internal/object/cursor"
)

// SolutionGrid returns the goal of a solution, as [DecodeSolutions] yields it, in the colors of
// a puzzle. Colors are matched by symbol, then by name, then by RGB value; with one ink each,
// the inks match.
func SolutionGrid(solution, p *nonogram.Puzzle) (*nonogram.Grid, error) {
	palette := solution.Palette
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
	g := solution.Goal.Clone()
	for i, c := range g.Cells {
		if !known[c] {
			return nil, fmt.Errorf("solution %s: the cell %q in row %d, column %d is none of the puzzle's colors",
				solution.ID, palette.Symbol(c), i/g.Width+1, i%g.Width+1)
		}
		g.Cells[i] = colors[c]
	}
	return g, nil
}

// matchSwatch finds a color in another palette.
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
			if p[i].SamePaint(w) {
				return nonogram.Color(i), true
			}
		}
	}
	return 0, false
}

// DecodeSolutions iterates over the solutions in a file: a solution file of a tournament,
// the output of "nonogram solve --json", or the goals of any puzzle file. Each step yields
// a solution or an [*Error]. A solution is a puzzle with an ID, a goal and a palette. Files other
// than puzzle files give only the symbols of colors; a nil palette is black and white.
func DecodeSolutions(data []byte, filename string) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		f, err := open(data, filename)
		if err != nil {
			yield(nil, err)
			return
		}
		found := false
		take := limited(f, yield, &found)
		d := &f.draft
		d.SkipSpace()
		switch {
		case d.Next('$'):
			solutionFormat.decode(d, take)
		case sniffJSON(d.Data) != no:
			object.Answers(d, take)
		default:
			f.goals(d, take)
		}
		if !found {
			yield(nil, &Error{File: filename, Message: "no solution found in this file"})
		}
	}
}

// goals yields the goals of the puzzles of a file.
func (f *file) goals(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	way, err := f.reading("")
	if err != nil {
		yield(nil, err)
		return
	}
	way.format.decode(d, func(p *nonogram.Puzzle, err error) bool {
		switch {
		case err != nil:
			return yield(nil, err)
		case p.Goal == nil:
			return true
		}
		if !way.format.holds.has(holdsSymbols) { // the symbols were assigned by the reader
			for i := range p.Palette {
				p.Palette[i].Symbol = 0
			}
		}
		return yield(p, nil)
	})
}
