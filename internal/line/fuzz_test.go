package line

import (
	"testing"

	"nonogram"
)

// FuzzSolve compares the kernels with the reference on lines read off the data: a
// picture gives the clue, and every cell gets candidates, with the picture's
// color among them or not.
func FuzzSolve(f *testing.F) {
	f.Add(uint8(2), []byte{0, 1, 1, 0, 1})
	f.Add(uint8(4), []byte{1, 2, 2, 3, 0x81, 0x42, 0, 0})
	long := make([]byte, 130)
	for i := range long {
		long[i] = byte(i * i / 7)
	}
	f.Add(uint8(2), long)
	f.Add(uint8(5), long)
	f.Fuzz(func(t *testing.T, colors uint8, data []byte) {
		n, c := min(len(data), 300), 2+int(colors)%6
		picture := make([]nonogram.Color, n)
		cells := make([]Set, n)
		for i, x := range data[:n] {
			picture[i] = nonogram.Color(int(x&7) % c)
			cells[i] = Set(x>>3) & All(c)
			if x < 0xf0 {
				cells[i] |= Of(picture[i])
			}
			if x&0x18 == 0 {
				cells[i] = All(c)
			}
		}
		clue := nonogram.ClueOf(picture)
		want, ok := newReference(clue).solve(cells)
		l := forAllKernels(clue, n, c)
		checkKernels(t, kernelsUnderTest, l, clue, l.masks(cells), l.masks(want), ok, new(Scratch))
	})
}
