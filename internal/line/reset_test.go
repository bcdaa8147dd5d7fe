package line

import (
	"testing"

	"nonogram"
)

// A line that is reset to a clue that does not fit has no arrangement, whatever it was before.
func TestResetToAClueWithoutRoom(t *testing.T) {
	for _, n := range []int{10, 100, 1000} {
		fits, wide := nonogram.Clue{{Length: 3, Color: 1}}, nonogram.Clue{{Length: n, Color: 1}, {Length: 1, Color: 1}}
		l, can := New(fits, n, 2), make([]uint64, 2*Words(n))
		for i := range n {
			can[i>>6] |= 1 << (i & 63)
			can[Words(n)+i>>6] |= 1 << (i & 63)
		}
		var s Scratch
		if !l.Solve(can, &s) {
			t.Fatalf("3 does not fit into %d cells", n)
		}
		if l.Reset(wide, n, 2); l.Solve(can, &s) {
			t.Errorf("%d 1 fits into %d cells", n, n)
		}
	}
}
