package stat

import (
	"math"
	"testing"
)

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
