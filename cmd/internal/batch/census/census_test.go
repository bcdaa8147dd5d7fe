package census

import "testing"

// count counts a size in its slices.
func count(t testing.TB, s Size) (total Tally) {
	t.Helper()
	p, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	c := p.NewCounter()
	for from, to := range p.Slices() {
		part := c.Count(t.Context(), from, to)
		total.Add(&part)
	}
	return total
}

// The numbers up to 24 cells are those of the engine's exhaustive test, which counts
// another way; unique ones of squares are A242876 of the OEIS.
var sizes = []struct {
	width, height                            int
	descriptions, unique, lineSolvable, most uint64
}{
	{1, 1, 2, 2, 2, 1},
	{3, 1, 8, 8, 8, 1},
	{1, 8, 256, 256, 256, 1},
	{2, 2, 15, 14, 14, 2},
	{3, 2, 58, 52, 52, 2},
	{2, 5, 918, 816, 810, 4},
	{5, 2, 918, 816, 810, 4},
	{3, 3, 445, 384, 384, 6},
	{4, 3, 3_588, 3_152, 3_116, 6},
	{5, 3, 28_068, 24_230, 24_052, 12},
	{4, 4, 58_196, 52_362, 51_234, 24},
	{6, 3, 221_528, 189_898, 188_042, 30},
	{4, 5, 915_743, 814_632, 801_832, 36},
	{5, 4, 915_743, 814_632, 801_832, 36},
	{4, 6, 14_489_027, 12_819_322, 12_560_410, 84},
	{5, 5, 28_781_820, 25_309_575, 24_976_511, 120},
}

func TestSizes(t *testing.T) {
	for _, c := range sizes {
		for _, lines := range []bool{false, true} {
			got := count(t, Size{c.width, c.height, lines})
			want := Tally{Grids: 1 << (c.width * c.height), Descriptions: c.descriptions, Unique: c.unique, Ambiguous: c.descriptions - c.unique}
			if lines {
				want.LineSolvable, want.Most = c.lineSolvable, c.most
			}
			if got != want {
				t.Errorf("%d×%d: got  %+v\nwant %+v", c.width, c.height, got, want)
			}
		}
	}
}
