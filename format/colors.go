// The characters that colors are written with.

package format

import "nonogram"

// symbols gives the characters to write a palette's colors with: their own
// where allowed permits them, others from the pool elsewhere. All differ. The
// pool must have an allowed character for every color.
func symbols(p nonogram.Palette, pool string, allowed func(c byte) bool) []byte {
	out := make([]byte, len(p))
	var taken [256]bool
	for i, w := range p {
		if allowed(w.Symbol) && !taken[w.Symbol] {
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
