package hunt

import (
	"nonogram"

	"nonogram/internal/testkit/naive"
)

// Making puzzles. Most come from a picture, so that there is something to find;
// then some are spoiled: a clue from elsewhere, clues of two pictures with the same
// totals, clues of no drawing. Cells may be given, rightly or not. Everything is
// decided by a Chance, choice by choice, so that the same chance makes the same
// puzzle, and a tool that records choices can shrink them.

// Chance is where choices come from; *rand.Rand has it.
type Chance interface {
	// IntN is a number from 0 to n-1.
	IntN(n int) int
}

// Shape bounds the puzzles to make.
type Shape struct {
	MinSide, MaxSide int // of both sides; MinSide 0 means 1
	MaxCells         int // gives way to MinSide
	MaxInks          int // the puzzles have 1 to MaxInks
	Blotted          int // one puzzle in so many has blotted blocks; 0 means none
}

// one says yes in one of n cases.
func one(c Chance, n int) bool { return c.IntN(n) == 0 }

// Puzzle makes a puzzle. Its Goal is set if the clues are those of a picture.
func (s Shape) Puzzle(c Chance) *nonogram.Puzzle {
	low := max(s.MinSide, 1)
	width := low + c.IntN(s.MaxSide-low+1)
	height := low + c.IntN(max(min(s.MaxSide, s.MaxCells/width)-low, 0)+1)
	if one(c, 2) {
		width, height = height, width
	}
	palette := Inks(1)
	if !one(c, 2) {
		palette = Inks(1 + c.IntN(s.MaxInks))
	}
	p := nonogram.FromGrid(picture(c, width, height, len(palette)), palette)
	goal := p.Goal
	spoil(c, p)
	if one(c, 4) {
		give(c, p, goal)
	}
	if s.Blotted > 0 && one(c, s.Blotted) {
		blot(c, p)
	}
	return p
}

// maxBlottedWays is how many ways to lay all rows plain counting bears where columns have
// little to say against them.
const maxBlottedWays = 100_000

// blot hides the lengths of some blocks, few or many of them, and in one of two puzzles of
// one axis only; where that would be too much for plain counting, of three blocks at most.
// The goal is dropped: clues derived from it would have their lengths again.
func blot(c Chance, p *nonogram.Puzzle) {
	p.Goal = nil
	var blocks []*nonogram.Block
	axes := [][]nonogram.Clue{p.Rows, p.Cols}
	if one(c, 2) {
		axes = axes[c.IntN(2):][:1]
	}
	for _, clues := range axes {
		for _, clue := range clues {
			for k := range clue {
				blocks = append(blocks, &clue[k])
			}
		}
	}
	share := 1 + c.IntN(10)
	lengths := make([]int, len(blocks))
	for i, b := range blocks {
		lengths[i] = b.Length
		if c.IntN(10) < share {
			b.Length = 0
		}
	}
	if len(blocks) == 0 || ways(p) <= maxBlottedWays {
		return
	}
	for i, b := range blocks {
		b.Length = lengths[i]
	}
	for range 1 + c.IntN(3) {
		blocks[c.IntN(len(blocks))].Length = 0
	}
}

// ways is the number of ways to lay the rows of a puzzle, roughly if it is large.
func ways(p *nonogram.Puzzle) int {
	n := 1
	for _, clue := range p.Rows {
		n *= len(naive.Arrangements(clue, p.Width(), len(p.Palette)))
		if n == 0 || n > maxBlottedWays {
			break
		}
	}
	return n
}

// Inks is a palette of n inks.
func Inks(n int) nonogram.Palette {
	if n == 1 {
		return nonogram.BlackAndWhite()
	}
	palette := make(nonogram.Palette, n+1)
	for i := range palette {
		// Looks that differ, so that formats which go by them can tell the inks apart.
		palette[i].RGB = nonogram.RGB{R: uint8(255 - 50*i), G: uint8(255 - 30*i*i%256), B: 255}
	}
	palette[0].RGB = nonogram.RGB{R: 255, G: 255, B: 255}
	palette.AssignSymbols()
	return palette
}

// picture draws noise or, as often, something that hangs together: a cell is then
// likely to look like its neighbor to the left or above. Both extremes of density
// occur, and with them empty and full lines.
func picture(c Chance, width, height, colors int) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	density := c.IntN(11)
	smooth := one(c, 2)
	for i := range g.Cells {
		x, y := i%width, i/width
		switch {
		case smooth && x > 0 && one(c, 2):
			g.Cells[i] = g.At(y, x-1)
		case smooth && y > 0 && one(c, 2):
			g.Cells[i] = g.At(y-1, x)
		case c.IntN(10) < density:
			g.Cells[i] = nonogram.Color(1 + c.IntN(colors-1))
		default:
			g.Cells[i] = nonogram.Empty
		}
	}
	return g
}

// spoil leaves half of the puzzles alone.
func spoil(c Chance, p *nonogram.Puzzle) {
	width, height, colors := p.Width(), p.Height(), len(p.Palette)
	switch c.IntN(10) {
	case 0: // a row of another picture
		other := picture(c, width, height, colors)
		y := c.IntN(height)
		p.Rows[y] = nonogram.ClueOf(other.Row(y))
	case 1, 2: // the columns of another picture with the same inks
		_, p.Cols = nonogram.CluesOf(shuffle(c, p.Goal))
	case 3: // rows in another order
		i, j := c.IntN(height), c.IntN(height)
		p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
	case 4: // clues of no drawing, which may not even fit
		for _, l := range p.Lines() {
			clues, n := p.Rows, width
			if l.Axis == nonogram.Column {
				clues, n = p.Cols, height
			}
			clues[l.Index] = anyClue(c, n, colors)
		}
	default:
		return
	}
	if nonogram.Check(p, p.Goal) != nil {
		p.Goal = nil
	}
}

// anyClue makes a clue that fits its line, nearly always.
func anyClue(c Chance, n, colors int) nonogram.Clue {
	if one(c, 50) {
		return nonogram.Clue{{Length: n + c.IntN(2), Color: 1}, {Length: 1, Color: nonogram.Color(colors - 1)}}
	}
	return nonogram.ClueOf(picture(c, n, 1, colors).Cells)
}

func shuffle(c Chance, g *nonogram.Grid) *nonogram.Grid {
	h := g.Clone()
	for i := len(h.Cells) - 1; i > 0; i-- {
		j := c.IntN(i + 1)
		h.Cells[i], h.Cells[j] = h.Cells[j], h.Cells[i]
	}
	return h
}

// give reveals cells: of the picture or, in one of four puzzles, any.
func give(c Chance, p *nonogram.Puzzle, goal *nonogram.Grid) {
	p.Given = nonogram.NewGrid(p.Width(), p.Height())
	wild := one(c, 4)
	for range 1 + c.IntN(3) {
		i := c.IntN(len(goal.Cells))
		p.Given.Cells[i] = goal.Cells[i]
		if wild {
			p.Given.Cells[i] = nonogram.Color(c.IntN(len(p.Palette)))
		}
	}
	if p.Goal != nil && nonogram.Check(p, p.Goal) != nil {
		p.Goal = nil
	}
}
