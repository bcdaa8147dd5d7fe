package plural

import "testing"

func TestOf(t *testing.T) {
	for n, want := range map[int]string{0: "0 guesses", 1: "1 guess", 2: "2 guesses", -1: "-1 guesses"} {
		if got := Of(n, "guess", "guesses"); got != want {
			t.Errorf("Of(%d) = %q, not %q", n, got, want)
		}
	}
}
