// Writing clues.

package format

import (
	"strconv"

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

// appendLength writes the length of a block, "?" if it is unknown.
func appendLength(b []byte, n int) []byte {
	if n == 0 {
		return append(b, '?')
	}
	return strconv.AppendInt(b, int64(n), 10)
}
