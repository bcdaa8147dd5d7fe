package generate

import (
	"math"
	"testing"

	"nonogram"
)

// Every color comes back from OKLab, and known ones are where Ottosson puts them.
func TestOKLab(t *testing.T) {
	for i := range 17 * 17 * 17 {
		c := nonogram.RGB{R: uint8(i % 17 * 15), G: uint8(i / 17 % 17 * 15), B: uint8(i / 289 * 15)}
		if got := oklabOf(c).rgb(); got != c {
			t.Fatalf("%v comes back as %v", c, got)
		}
	}
	red := oklabOf(nonogram.RGB{R: 255})
	for _, c := range []struct{ got, want float32 }{{red.l, 0.628}, {red.a, 0.225}, {red.b, 0.126}} {
		if math.Abs(float64(c.got-c.want)) > 0.001 {
			t.Errorf("red is at %v", red)
		}
	}
}

// Otsu's threshold separates two heaps, and lies in the middle between them.
func TestOtsu(t *testing.T) {
	got := otsu([]float64{0.1, 0.1, 0.12, 0.7, 0.72, 0.7})
	if math.Abs(got-0.41) > 0.02 {
		t.Errorf("%v", got)
	}
	if got := otsu([]float64{0.3, 0.3}); got != 0.5 {
		t.Errorf("all alike: %v", got)
	}
}

// Shares distribute every pixel and fill every point.
func TestShares(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {10, 4}, {4, 10}, {7, 7}, {1000, 3}, {3, 1000}} {
		n, m := c[0], c[1]
		points := make([]float64, m)
		for _, list := range shares(n, m) {
			sum := 0.0
			for _, s := range list {
				points[s.to] += s.weight
				sum += s.weight
			}
			if math.Abs(sum-float64(m)/float64(n)) > 1e-6 {
				t.Fatalf("%d pixels to %d points: one gives %v", n, m, sum)
			}
		}
		for _, p := range points {
			if math.Abs(p-1) > 1e-6 {
				t.Fatalf("%d pixels to %d points: one gets %v", n, m, p)
			}
		}
	}
}
