package calibration

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Times that were made with other factors lead to a claim, times that were made with the
// present ones do not, and neither do few.
func TestCalibration(t *testing.T) {
	for _, c := range []struct {
		n       int
		factors []float64
		want    string
	}{
		{60, []float64{1, 1, 4, 6}, "the fitted costs predict times better"},
		{60, []float64{1, 1, 1, 1}, "the costs may stay as they are"},
		{minCalibrated - 1, []float64{1, 1, 4, 6}, "Costs are not fitted to fewer than 12 puzzles"},
	} {
		rng := rand.New(rand.NewPCG(24, 4))
		var list []timedPuzzle
		for range c.n {
			p := timedPuzzle{parts: make([]float64, len(effortParts))}
			for k := range p.parts {
				p.parts[k] = 400 * rng.Float64()
			}
			p.seconds = p.predicted(c.factors) * (0.8 + 0.4*rng.Float64())
			list = append(list, p)
		}
		var b strings.Builder
		if err := compare(&b, list); err != nil || !strings.Contains(b.String(), c.want) {
			t.Errorf("%d puzzles, factors %v: expected %q in\n%s%v", c.n, c.factors, c.want, b.String(), err)
		}
	}
}

// Lines of JSON hold puzzles and times; a value that is not a time is rejected with its
// place.
func TestTimeLines(t *testing.T) {
	times, err := readTimes([]byte("{\"id\":\"a\",\"seconds\":3}\n\n{\"id\":7,\"seconds\":1.5,\"hints\":2}\n{\"id\":\"a\",\"seconds\":5}\n"), "x")
	if err != nil || len(times) != 2 || len(times["a"]) != 2 || times["7"][0] != 1.5 {
		t.Errorf("%v, %v", times, err)
	}
	for _, bad := range []string{`{"id":"a"}`, `{"seconds":3}`, `{"id":"a","seconds":-1}`, `{"id":"a","seconds":"3"}`, `{"id":`} {
		if _, err := readTimes([]byte("{\"id\":1,\"seconds\":1}\n"+bad), "x"); err == nil || !strings.HasPrefix(err.Error(), "x:2:1: found ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
