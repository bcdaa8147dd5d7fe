package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Statistics compared with published figures and closed forms.

func TestQuantile(t *testing.T) {
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(i + 1)
	}
	for _, c := range []struct {
		values      []float64
		share, want float64
	}{
		{hundred, 0.5, 50}, {hundred, 0.99, 99}, {hundred, 1, 100}, {hundred, 0, 1},
		{[]float64{3}, 0.99, 3}, {[]float64{1, 2}, 0.5, 1}, {[]float64{1, 2, math.Inf(1)}, 0.5, 2}, {[]float64{1, 2, math.Inf(1)}, 0.99, math.Inf(1)},
	} {
		if got := Quantile(c.values, c.share); got != c.want {
			t.Errorf("Quantile(%d values, %v) = %v, want %v", len(c.values), c.share, got, c.want)
		}
	}
	if !math.IsNaN(Quantile(nil, 0.5)) {
		t.Error("a quantile of nothing")
	}
}

func TestRankCorrelation(t *testing.T) {
	up := []float64{1, 2, 3, 4, 5}
	for _, c := range []struct {
		ys   []float64
		want float64
	}{
		{[]float64{10, 20, 30, 40, 1000}, 1},
		{[]float64{5, 4, 3, 2, -100}, -1},
		{[]float64{2, 1, 4, 3, 5}, 0.8},
		{[]float64{1, 1, 2, 2, 3}, 0.9487},
	} {
		if got := RankCorrelation(up, c.ys); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%v: %v, want %v", c.ys, got, c.want)
		}
	}
	if got := RankCorrelation(up, []float64{7, 7, 7, 7, 7}); !math.IsNaN(got) {
		t.Errorf("against a constant: %v", got)
	}
}

func TestMeans(t *testing.T) {
	if got := Mean([]float64{1, 2, 6}); got != 3 {
		t.Errorf("mean %v, want 3", got)
	}
	if got := GeometricMean([]float64{1, 2, 4}); math.Abs(got-2) > 1e-12 {
		t.Errorf("geometric mean %v, want 2", got)
	}
	if !math.IsNaN(Mean(nil)) || !math.IsNaN(GeometricMean(nil)) || !math.IsNaN(Median(nil)) {
		t.Error("a mean of nothing")
	}
}

// An interval holds the true mean about as often as it claims, is the same
// each time, and narrows with the number of things.
func TestInterval(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	held, narrow := 0, 0.0
	const trials = 200
	for range trials {
		values := make([]float64, 40)
		for i := range values {
			values[i] = random.NormFloat64() + 5
		}
		mean := func(pick []int) float64 {
			sum := 0.0
			for _, i := range pick {
				sum += values[i]
			}
			return sum / float64(len(pick))
		}
		low, high := Interval(len(values), mean)
		if again, _ := Interval(len(values), mean); again != low {
			t.Fatal("another answer to the same question")
		}
		if low <= 5 && 5 <= high {
			held++
		}
		narrow += (high - low) / trials
	}
	if held < trials*85/100 || held > trials*99/100 {
		t.Errorf("the mean lies in %d of %d intervals", held, trials)
	}
	if math.Abs(narrow-2*1.96/math.Sqrt(40)) > 0.1 {
		t.Errorf("intervals of %v", narrow)
	}
	if low, high := Interval(3, func([]int) float64 { return math.NaN() }); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("%v to %v of nothing", low, high)
	}
	if s := Slope([]float64{1, 2, 3}, []float64{5, 7, 9}); math.Abs(s-2) > 1e-12 {
		t.Errorf("slope %v", s)
	}
}

// The ends are those that published tables have, and an interval holds the probability in
// 95 of 100 cases, as nearly as the steps of a count allow.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{{0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 0, 0, 1}, {0, 3, 0, 0.5615}} {
		if low, high := Wilson(c.hits, c.n); c.low == 0 && low != 0 || c.high == 1 && high != 1 || math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.hits, c.n, low, high, c.low, c.high)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	const trials, p = 2000, 0.1
	held := 0
	for range trials {
		hits := 0
		for range 40 {
			if random.Float64() < p {
				hits++
			}
		}
		if low, high := Wilson(hits, 40); low <= p && p <= high {
			held++
		}
	}
	if held < trials*92/100 || held > trials*99/100 {
		t.Errorf("held %d of %d times", held, trials)
	}
}

func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		positive, negative int
		want               float64
	}{{0, 0, 1}, {5, 0, 0.0625}, {0, 6, 0.03125}, {8, 2, 0.109375}, {3, 3, 1}} {
		if got := SignTest(c.positive, c.negative); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d and %d: %v, want %v", c.positive, c.negative, got, c.want)
		}
	}
}
