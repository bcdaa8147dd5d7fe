package glyphs

import (
	"math"
	"testing"

	"nonogram/internal/pages"
)

// The gradient is the slope of the loss.
func TestGradients(t *testing.T) {
	s := pages.NewSampler([]*pages.Face{pages.Plain()}, 3).Next()
	trainer := NewTrainer(4)
	trainer.Learn(&s)
	const h = 1e-2
	for i, l := range trainer.layers {
		l.turnBack()
		if l.side == 0 {
			continue // turned nothing: dw is as it was added up
		}
		checkSlope(t, trainer, &s, i, l, h)
	}
}

func checkSlope(t *testing.T, trainer *Trainer, s *pages.Sample, layer int, l *layer, h float64) {
	t.Helper()
	loss := func() float64 { return -math.Log(float64(trainer.Forward(s.Patch[:])[s.Class])) }
	largest := 0
	for k, g := range l.dw {
		if math.Abs(float64(g)) > math.Abs(float64(l.dw[largest])) {
			largest = k
		}
	}
	was := l.w[largest]
	l.w[largest] = was + float32(h)
	up := loss()
	l.w[largest] = was - float32(h)
	down := loss()
	l.w[largest] = was
	slope, gradient := (up-down)/(2*h), float64(l.dw[largest])
	if math.Abs(slope-gradient) > 0.1*math.Abs(slope)+1e-3 {
		t.Errorf("layer %d: gradient %v, slope %v", layer, gradient, slope)
	}
}

// Weights survive the file.
func TestHalf(t *testing.T) {
	for v, want := range map[float32]uint16{0: 0, 1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 1e6: 0x7bff, 1.0 / (1 << 24): 1, 0.5: 0x3800, 1.99999: 0x4000} {
		if got := half(v); got != want {
			t.Errorf("%v is %#x, expected %#x", v, got, want)
		}
	}
}
