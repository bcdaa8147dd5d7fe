// Writing clues and colors.

package format

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"nonogram"
)

// clueStyle describes how a format writes clues.
type clueStyle struct {
	before, between, after string // each clue, its blocks, each clue
	empty                  string // a clue without blocks
	// colors follow the lengths of blocks, by color. Nil means that there are none.
	colors []string
}

var (
	// spacedClues is a clue per line, 0 for an empty one.
	spacedClues = clueStyle{between: " ", after: "\n", empty: "0"}
	// commaClues is the same with commas.
	commaClues = clueStyle{between: ",", after: "\n", empty: "0"}
)

// append writes clues.
func (s clueStyle) append(b []byte, clues []nonogram.Clue) []byte {
	for _, clue := range clues {
		b = append(b, s.before...)
		if len(clue) == 0 {
			b = append(b, s.empty...)
		}
		if clue.Missing() {
			b, clue = append(b, '*'), nil
		}
		for i, block := range clue {
			if i > 0 {
				b = append(b, s.between...)
			}
			b = appendLength(b, block.Length)
			if s.colors != nil {
				b = append(b, s.colors[block.Color]...)
			}
		}
		b = append(b, s.after...)
	}
	return b
}

// cellStyle describes how a format writes the rows of a grid.
type cellStyle struct {
	before, between, after string   // each row, its cells, each row
	cells                  []string // by color; "?" for the others
}

// append writes a grid.
func (s cellStyle) append(b []byte, g *nonogram.Grid) []byte {
	for y := range g.Height {
		b = append(b, s.before...)
		for x, c := range g.Row(y) {
			if x > 0 {
				b = append(b, s.between...)
			}
			if int(c) < len(s.cells) {
				b = append(b, s.cells[c]...)
			} else {
				b = append(b, nonogram.UnknownSymbol)
			}
		}
		b = append(b, s.after...)
	}
	return b
}

// appendLength writes the length of a block, "?" if it is unknown.
func appendLength(b []byte, n int) []byte {
	if n == 0 {
		return append(b, '?')
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// blocksUpTo is the fits of a format that cannot write longer blocks.
func blocksUpTo(limit int, message string) func(*nonogram.Puzzle) error {
	return func(p *nonogram.Puzzle) error {
		for _, clue := range slices.Concat(p.Rows, p.Cols) {
			if slices.ContainsFunc(clue, func(b nonogram.Block) bool { return b.Length > limit }) {
				return errors.New(message)
			}
		}
		return nil
	}
}

// total is the number of cells that clues fill.
func total(clues []nonogram.Clue) (n int) {
	for _, c := range clues {
		n += c.Cells()
	}
	return n
}

// symbols returns a distinct character for each color: its own symbol if that is allowed, or
// else one from the pool, which must be large enough.
func symbols(p nonogram.Palette, pool, allowed string) []byte {
	out := make([]byte, len(p))
	var taken [256]bool
	for i, w := range p {
		if strings.IndexByte(allowed, w.Symbol) >= 0 && !taken[w.Symbol] {
			out[i] = w.Symbol
			taken[w.Symbol] = true
		}
	}
	next := 0
	for i := range out {
		for out[i] == 0 {
			if c := pool[next]; !taken[c] {
				out[i] = c
				taken[c] = true
			}
			next++
		}
	}
	return out
}
