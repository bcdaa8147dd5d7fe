package qr

import (
	"math/bits"
	"strings"
)

// Modes of the parts of a text.
const (
	numbersMode  = 1
	lettersMode  = 2
	appendMode   = 3
	bytesMode    = 4
	firstMode    = 5
	charsetMode  = 7
	secondMode   = 9
	letters      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
	maxDistance  = 3 // of a format that can still be told from others
	appendLength = 16
)

// countBits is how many bits tell the length of a part.
func countBits(mode, version int) int {
	group := (version + 7) / 17 // up to 9, 26 and 40
	switch mode {
	case numbersMode:
		return 10 + 2*group
	case lettersMode:
		return 9 + 2*group
	}
	return 8 + 8*min(group, 1)
}

// text is what a code says, put right where it is damaged.
func (c *Code) text() (string, bool) {
	l, mask, ok := c.format()
	if !ok {
		return "", false
	}
	var w bitWriter
	c.data(func(x, y int) {
		bit := 0
		if c.Dark(x, y) != masked(mask, x, y) {
			bit = 1
		}
		w.put(bit, 1)
	})
	data, ok := separate(shapeOf(c.version, l), w.data)
	if !ok {
		return "", false
	}
	return unpack(data, c.version)
}

// format finds the level and the mask that are nearest to what stands in the code.
func (c *Code) format() (l level, mask int, ok bool) {
	var read [2]int
	for i := range 15 {
		a, b := c.formatPlaces(i)
		for j, at := range [][2]int{a, b} {
			if c.Dark(at[0], at[1]) {
				read[j] |= 1 << i
			}
		}
	}
	least := maxDistance + 1
	for try := low; try <= high; try++ {
		for m := range masks {
			for _, seen := range read {
				if d := bits.OnesCount(uint(seen ^ formatOf(try, m))); d < least {
					l, mask, least = try, m, d
				}
			}
		}
	}
	return l, mask, least <= maxDistance
}

// separate undoes interleave, and corrects the blocks.
func separate(s shape, in []byte) ([]byte, bool) {
	parts := make([][]byte, s.blocks)
	i := 0
	for k := range s.data + 1 {
		for b := range parts {
			if k < s.dataOf(b) {
				parts[b] = append(parts[b], in[i])
				i++
			}
		}
	}
	for range s.correction {
		for b := range parts {
			parts[b] = append(parts[b], in[i])
			i++
		}
	}
	f := newField()
	var out []byte
	for b, part := range parts {
		if !f.correct(part, s.correction) {
			return nil, false
		}
		out = append(out, part[:s.dataOf(b)]...)
	}
	return out, true
}

// bitReader reads bits, the highest first; bits behind the end are 0.
type bitReader struct {
	data []byte
	n    int
}

func (r *bitReader) get(n int) (value int) {
	for range n {
		value <<= 1
		if r.n/8 < len(r.data) {
			value |= int(r.data[r.n/8] >> (7 - r.n%8) & 1)
		}
		r.n++
	}
	return value
}

// unpack is the text of data.
func unpack(data []byte, version int) (string, bool) {
	r := &bitReader{data: data}
	var out strings.Builder
	for 8*len(data)-r.n >= 4 {
		mode := r.get(4)
		switch mode {
		case 0:
			return out.String(), true
		case firstMode, secondMode:
			continue
		case appendMode:
			r.get(appendLength)
			continue
		case charsetMode: // of one to three bytes; a link has no letters that it matters for
			for b := r.get(8); b&0x80 != 0; b <<= 1 {
				r.get(8)
			}
			continue
		case numbersMode, lettersMode, bytesMode:
		default:
			return "", false
		}
		n := r.get(countBits(mode, version))
		for n > 0 {
			n -= r.part(&out, mode, n)
		}
		if r.n > 8*len(data) {
			return "", false
		}
	}
	return out.String(), true
}

// part reads the next characters, of at most n, and tells how many.
func (r *bitReader) part(out *strings.Builder, mode, n int) int {
	switch {
	case mode == bytesMode:
		out.WriteByte(byte(r.get(8)))
		return 1
	case mode == lettersMode && n == 1:
		out.WriteByte(letters[r.get(6)%len(letters)])
		return 1
	case mode == lettersMode:
		pair := r.get(11)
		out.WriteByte(letters[pair/len(letters)%len(letters)])
		out.WriteByte(letters[pair%len(letters)])
		return 2
	}
	digits := min(n, 3)
	number := r.get(1 + 3*digits)
	for _, power := range []int{100, 10, 1}[3-digits:] {
		out.WriteByte(byte('0' + number/power%10))
	}
	return digits
}
