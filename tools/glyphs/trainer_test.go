package glyphs

import (
	"bytes"
	"math"
	"os"
	"testing"

	"nonogram/internal/testkit/pages"
)

// The gradient is the slope of the loss.
func TestGradients(t *testing.T) {
	s := NewSampler([]*pages.Face{pages.Plain()}, nil, 3).Next()
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

func checkSlope(t *testing.T, trainer *Trainer, s *Sample, layer int, l *layer, h float64) {
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

// The weights of scan/internal/glyph read digits as cameras see them, in pixel typefaces too, and
// reject other shapes.
func TestReadsDigits(t *testing.T) {
	file, err := os.ReadFile("../../scan/internal/glyph/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	trainer := NewTrainer(1)
	if err := trainer.Load(file); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(trainer.Weights(), file) {
		t.Error("the weights differ after reading and writing")
	}
	_, bitmaps := pages.Bitmaps()
	for name, c := range map[string]struct {
		source *Sampler
		enough int // of 600
	}{
		"outlines": {NewSampler([]*pages.Face{pages.Plain()}, nil, 9), 560},
		"pixels":   {NewSampler(bitmaps, bitmaps, 9), 550},
	} {
		right := 0
		for range 600 {
			s := c.source.Next()
			if _, ok := trainer.Learn(&s); ok {
				right++
			}
		}
		if right < c.enough {
			t.Errorf("%s: %d of 600 read, expected %d", name, right, c.enough)
		}
	}
}
