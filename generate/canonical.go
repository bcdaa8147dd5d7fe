package generate

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"nonogram"
)

// Equality of puzzles up to rotation, reflection and renaming of colors. Clues and given
// cells count; titles, RGB values and goals do not.
//
// The canonical form is the smallest of the eight rotated and reflected forms, each with
// colors numbered in order of appearance. A triddler has only the form that it is in, with its sides.
//
// Cost: writing the clues eight times; under 0.1 ms for 25×25 cells.

// Hash identifies a puzzle up to rotation, reflection and renaming of colors.
type Hash [sha256.Size]byte

// String returns the first half in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:len(h)/2]) }

// HashOf returns the SHA-256 of the canonical form.
func HashOf(p *nonogram.Puzzle) Hash { return sha256.Sum256(canonical(p)) }

// canonical returns the same bytes for equal puzzles, and only for those.
func canonical(p *nonogram.Puzzle) []byte {
	v := view{rows: p.Rows, cols: p.Cols, given: p.Given}
	if p.Shape != nil {
		return append(v.form(), p.Shape.String()...)
	}
	var best []byte
	for range 4 {
		for range 2 {
			if form := v.form(); best == nil || bytes.Compare(form, best) < 0 {
				best = form
			}
			v = v.mirrored()
		}
		v = v.turned()
	}
	return best
}

// view is a rotated or reflected puzzle.
type view struct {
	rows, cols []nonogram.Clue
	given      *nonogram.Grid // may be nil
}

// mirrored exchanges left and right.
func (v view) mirrored() view {
	out := view{rows: backwards(v.rows), cols: slices.Clone(v.cols)}
	slices.Reverse(out.cols)
	if v.given != nil {
		out.given = v.given.Clone()
		for y := range out.given.Height {
			slices.Reverse(out.given.Row(y))
		}
	}
	return out
}

// turned rotates clockwise by a quarter turn.
func (v view) turned() view {
	out := view{rows: backwards(v.cols), cols: slices.Clone(v.rows)}
	slices.Reverse(out.cols)
	if g := v.given; g != nil {
		out.given = nonogram.NewGrid(g.Height, g.Width)
		for y := range g.Height {
			for x := range g.Width {
				out.given.Set(x, g.Height-1-y, g.At(y, x))
			}
		}
	}
	return out
}

// backwards reverses each clue.
func backwards(clues []nonogram.Clue) []nonogram.Clue {
	out := make([]nonogram.Clue, len(clues))
	for i, c := range clues {
		out[i] = slices.Clone(c)
		slices.Reverse(out[i])
	}
	return out
}

// missingClue is in place of the number of blocks; no line has as many.
const missingClue = nonogram.MaxSide + 1

// form encodes the view: sides, clues with their number of blocks, given cells.
func (v view) form() []byte {
	var number [256]uint64 // the new number of a color; 0 if it has none yet
	called := uint64(1)
	name := func(c nonogram.Color) uint64 {
		if number[c] == 0 {
			number[c] = called
			called++
		}
		return number[c]
	}
	out := binary.AppendUvarint(nil, uint64(len(v.rows)))
	out = binary.AppendUvarint(out, uint64(len(v.cols)))
	for _, clues := range [2][]nonogram.Clue{v.rows, v.cols} {
		for _, clue := range clues {
			if clue.Missing() {
				out = binary.AppendUvarint(out, missingClue)
				continue
			}
			out = binary.AppendUvarint(out, uint64(len(clue)))
			for _, b := range clue {
				out = binary.AppendUvarint(out, uint64(b.Length))
				out = binary.AppendUvarint(out, name(b.Color))
			}
		}
	}
	if v.given != nil && v.given.Open() < len(v.given.Cells) {
		for _, c := range v.given.Cells {
			switch c {
			case nonogram.Unknown:
				out = append(out, 0)
			case nonogram.Empty:
				out = append(out, 1)
			default:
				out = binary.AppendUvarint(out, 1+name(c))
			}
		}
	}
	return out
}
