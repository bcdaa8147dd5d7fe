package format

import "testing"

// Arrays of NumPy are boards: pictures of 0 and 1, or clues that are aligned to the right.
func TestNPY(t *testing.T) {
	const clues = "\x00\x01\x00\x01\x01\x01\x00\x01\x01\x01\x00\x01" // of 3 × 3 cells, in two places each
	for name, test := range map[string]struct{ file, want string }{
		"pictures": {npySeed("|b1", "(2, 2, 2)", "\x01\x00\x01\x01\x00\x01\x01\x00"), "1: 2x2 [1 | 2] [2 | 1] #./##\n2: 2x2 [1 | 1] [1 | 1] .#/#."},
		"clues":    {npySeed("|u1", "(1, 12)", clues), "1: 3x3 [1 | 1 | 1 1] [1 | 1 1 | 1]"},
		"wide":     {npySeed("<i2", "(1, 4)", "\x02\x00\x01\x00\x02\x00\x01\x00"), "1: 2x2 [2 | 1] [2 | 1]"},
		"left":     {npySeed("|u1", "(1, 12)", "\x02\x00"+clues[2:]), "error found a 0 after the numbers of clue 1, expected clues that are aligned to the right (puzzle 1)"},
		"torn":     {npySeed("|u1", "(3, 12)", clues), "error found an array that ends before its 3 rows"},
		"shape":    {npySeed("|u1", "(1, 7)", clues), "error found rows of 7 numbers, expected the cells or the clues of a square board (puzzle 1)"},
	} {
		if got := sketches(test.file, "", ""); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}
