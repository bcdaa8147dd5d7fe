package glyph_test

import (
	"math"
	"testing"

	"nonogram/internal/pages"
	"nonogram/scan/internal/glyph"
)

// The network reads digits of a typeface as cameras see them, and rejects other shapes.
func TestReadsDigits(t *testing.T) {
	const samples, enough = 600, 0.93
	source, right := pages.NewSampler([]*pages.Face{pages.Plain()}, 9), 0
	for range samples {
		s := source.Next()
		scores := glyph.Read((*glyph.Patch)(&s.Patch))
		sum, best := 0.0, 0
		for class, v := range scores {
			sum += math.Exp(float64(v))
			if v > scores[best] {
				best = class
			}
		}
		if math.Abs(sum-1) > 1e-3 {
			t.Fatalf("probabilities add up to %v", sum)
		}
		if best == s.Class {
			right++
		}
	}
	if share := float64(right) / samples; share < enough {
		t.Errorf("%.1f %% read, expected %.1f", 100*share, 100*enough)
	} else {
		t.Logf("%.1f %% read", 100*share)
	}
}

func BenchmarkRead(b *testing.B) {
	s := pages.NewSampler([]*pages.Face{pages.Plain()}, 9).Next()
	for b.Loop() {
		glyph.Read((*glyph.Patch)(&s.Patch))
	}
}
