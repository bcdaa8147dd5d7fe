package plural

import "testing"

func TestOf(t *testing.T) {
	for _, c := range []struct {
		n    int
		noun string
		want string
	}{{1, "guess", "1 guess"}, {2, "guess", "2 guesses"}, {0, "cell", "0 cells"}, {3, "entry", "3 entries"}, {2, "way", "2 ways"}, {-1, "cell", "-1 cells"}} {
		if got := Of(c.n, c.noun); got != c.want {
			t.Errorf("Of(%d, %s) = %q", c.n, c.noun, got)
		}
	}
}

func TestSprintf(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []any
		want   string
	}{
		{"the line has only %d cells", []any{1}, "the line has only 1 cell"},
		{"the line has only %d cells", []any{2}, "the line has only 2 cells"},
		{"%d entries and %d guesses", []any{1, int64(1)}, "1 entry and 1 guess"},
		{"100 %% of %d rows, %s, %d columns", []any{2, "x", uint8(1)}, "100 % of 2 rows, x, 1 column"},
		{"after %d given cells, expected a letter", []any{1}, "after 1 given cell, expected a letter"},
		{"%d × %d cells, %d×%d pixels", []any{5, 1, 5, 1}, "5 × 1 cells, 5×1 pixels"},
		{"found %d %s, %d %s", []any{1, "rows", 2, "rows"}, "found 1 row, 2 rows"},
		{"column %d has color %d", []any{1, 1}, "column 1 has color 1"},
		{"block %d is as long as %d", []any{1, 1}, "block 1 is as long as 1"},
		{"%[2]d cells of %[1]s", []any{"x", 1}, "1 cells of x"}, // not understood, not changed
		{"the limit of %d", []any{1}, "the limit of 1"},
	} {
		if got := Sprintf(c.format, c.args...); got != c.want {
			t.Errorf("%q with %v gives %q, not %q", c.format, c.args, got, c.want)
		}
		if got := Errorf(c.format, c.args...).Error(); got != c.want {
			t.Errorf("the error %q with %v is %q, not %q", c.format, c.args, got, c.want)
		}
	}
}
