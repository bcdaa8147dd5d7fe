package qr

import "nonogram/internal/plural"

// MaxText is how many bytes the largest code holds.
const MaxText = 2953

// Encode makes the smallest code of a text, at the lowest level of correction.
func Encode(text string) (*Code, error) {
	for version := minVersion; version <= maxVersion; version++ {
		s := shapeOf(version, low)
		if 4+countBits(bytesMode, version)+8*len(text) <= 8*s.bytes() {
			return drawn(version, interleave(s, packed(text, version, s.bytes()))), nil
		}
	}
	return nil, plural.Errorf("the text has %d bytes, and a QR code holds %d at most", len(text), MaxText)
}

// packed is a text as the data of a code of so many bytes.
func packed(text string, version, size int) []byte {
	var w bitWriter
	w.put(bytesMode, 4)
	w.put(len(text), countBits(bytesMode, version))
	for i := range len(text) {
		w.put(int(text[i]), 8)
	}
	w.put(0, min(4, 8*size-w.n))
	w.put(0, (8-w.n%8)%8)
	for pad := 0xec; len(w.data) < size; pad ^= 0xec ^ 0x11 {
		w.put(pad, 8)
	}
	return w.data
}

// bitWriter writes bits, the highest first.
type bitWriter struct {
	data []byte
	n    int
}

func (w *bitWriter) put(value, bits int) {
	for i := bits - 1; i >= 0; i-- {
		if w.n%8 == 0 {
			w.data = append(w.data, 0)
		}
		w.data[w.n/8] |= byte(value>>i&1) << (7 - w.n%8)
		w.n++
	}
}

// interleave parts data into blocks, adds the correction, and takes a byte of each block
// in turn.
func interleave(s shape, data []byte) []byte {
	f := newField()
	var parts, corrections [][]byte
	for i := range s.blocks {
		parts = append(parts, data[:s.dataOf(i)])
		corrections = append(corrections, f.correction(parts[i], s.correction))
		data = data[s.dataOf(i):]
	}
	var out []byte
	for i := range s.data + 1 {
		for _, p := range parts {
			if i < len(p) {
				out = append(out, p[i])
			}
		}
	}
	for i := range s.correction {
		for _, c := range corrections {
			out = append(out, c[i])
		}
	}
	return out
}

// drawn puts the bytes into a code, under the mask that readers find easiest.
func drawn(version int, data []byte) *Code {
	var best *Code
	least := 0
	for mask := range masks {
		c := newCode(version)
		c.setFormat(formatOf(low, mask))
		i := 0
		c.data(func(x, y int) {
			dark := i < 8*len(data) && data[i/8]>>(7-i%8)&1 == 1
			c.dark[y*c.side+x] = dark != masked(mask, x, y)
			i++
		})
		if p := c.penalty(); best == nil || p < least {
			best, least = c, p
		}
	}
	return best
}

// penalty is the standard's measure of what disturbs readers: runs, blocks, what looks
// like an eye, and a lack of balance.
func (c *Code) penalty() int {
	sum, dark := 0, 0
	for i := range c.side {
		sum += c.runs(func(j int) bool { return c.Dark(j, i) }) + c.runs(func(j int) bool { return c.Dark(i, j) })
		for j := range c.side {
			if c.Dark(i, j) {
				dark++
			}
			if i > 0 && j > 0 && c.Dark(i, j) == c.Dark(i-1, j) && c.Dark(i, j) == c.Dark(i, j-1) && c.Dark(i, j) == c.Dark(i-1, j-1) {
				sum += 3
			}
		}
	}
	percent := 100 * dark / (c.side * c.side)
	return sum + 10*(max(percent-50, 50-percent)/5)
}

// runs is the penalty of a row or column.
func (c *Code) runs(at func(int) bool) int {
	const eye, wide = 0b0000_1011101, 0b11111111111
	sum, run, seen := 0, 0, 0
	for i := range c.side {
		if i > 0 && at(i) == at(i-1) {
			run++
		} else {
			run = 1
		}
		switch {
		case run == 5:
			sum += 3
		case run > 5:
			sum++
		}
		seen = seen << 1 & wide
		if at(i) {
			seen |= 1
		}
		if i >= 10 && (seen == eye || seen == 0b1011101_0000) {
			sum += 40
		}
	}
	return sum
}
