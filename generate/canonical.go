package generate

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"nonogram"
)

// When two puzzles are the same: if one becomes the other by turning it, mirroring it
// and giving its colors other names. What counts is what a solver sees, the clues and
// the given cells; titles, RGB values and goals do not.
//
// The canonical form is the smallest of the eight forms that turning and mirroring
// give, each with the colors numbered as they come up. The smallest of equals is
// equal whatever one starts with.
//
// Cost: writing the clues eight times; under 0.1 ms for 25×25 cells.

// Hash names a puzzle up to rotation, reflection and the names of its colors.
type Hash [sha256.Size]byte

// String is the first half in hexadecimal, which is enough to tell puzzles apart.
func (h Hash) String() string { return hex.EncodeToString(h[:len(h)/2]) }

// MarshalText writes String.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// Part says to which of several parts a puzzle belongs, when they are to have the given
// shares of all puzzles. It is always the same one, whoever asks, and however the puzzle
// is turned, so that sets made at different times never have a puzzle of one part in
// another.
func (h Hash) Part(shares []int) int {
	sum := 0
	for _, s := range shares {
		sum += s
	}
	at := int(binary.BigEndian.Uint64(h[:]) % uint64(max(1, sum)))
	for i, s := range shares {
		if at < s {
			return i
		}
		at -= s
	}
	return len(shares) - 1
}

// HashOf is the SHA-256 of the canonical form.
func HashOf(p *nonogram.Puzzle) Hash { return sha256.Sum256(Canonical(p)) }

// Canonical gives the same bytes for puzzles that are the same, and only for those.
// The bytes mean nothing else.
func Canonical(p *nonogram.Puzzle) []byte {
	v := view{rows: p.Rows, cols: p.Cols, given: p.Given}
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

// view is a puzzle as seen from one side.
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

// turned is a quarter turn clockwise: the columns from left to right, read upwards,
// become the rows.
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

// backwards is the clues read from their ends.
func backwards(clues []nonogram.Clue) []nonogram.Clue {
	out := make([]nonogram.Clue, len(clues))
	for i, c := range clues {
		out[i] = slices.Clone(c)
		slices.Reverse(out[i])
	}
	return out
}

// form writes the view down: sides, clues with their number of blocks, given cells.
func (v view) form() []byte {
	var number [256]uint64 // what a color is called; 0: it has not come up yet
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
