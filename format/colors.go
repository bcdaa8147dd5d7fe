// The characters of colors in files.

package format

import (
	"strings"

	"nonogram"
)

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
