// Train makes the weights of scan/internal/glyph.
//
//	go run ./tools/glyphs/train -samples 600000 -out scan/internal/glyph/weights.bin
//
// With -from it trains the weights of a file further, at half the rate. Seeds are fixed: equal
// flags and typefaces give equal files. The file is written after every 20,000 samples, so a
// run may be stopped early.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"

	"nonogram/internal/testkit/pages"
	"nonogram/tools/glyphs"
)

func main() {
	samples := flag.Int("samples", 600_000, "samples to learn from")
	from := flag.String("from", "", "file of weights to train further")
	out := flag.String("out", "scan/internal/glyph/weights.bin", "file of the weights")
	flag.Parse()
	if err := train(*samples, *from, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The schedule: a warm start, then half a cosine down.
const (
	batch     = 32
	warm      = 200
	firstRate = 2e-3
	report    = 20_000
)

func train(samples int, from, out string) error {
	known, err := pages.Training()
	if err != nil {
		return err
	}
	bitmaps, _ := pages.Bitmaps()
	fmt.Println(len(known)+len(bitmaps), "typefaces")
	t, source := glyphs.NewTrainer(1), glyphs.NewSampler(known, bitmaps, 1)
	rate := firstRate
	if from != "" {
		file, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := t.Load(file); err != nil {
			return err
		}
		rate, source = firstRate/2, glyphs.NewSampler(known, bitmaps, 2)
	}
	steps := samples / batch
	var loss float64
	wrong, seen := 0, 0
	for step := range steps {
		for range batch {
			s := source.Next()
			l, right := t.Learn(&s)
			loss += l
			seen++
			if !right {
				wrong++
			}
		}
		t.Step(batch, rate*min(1, float64(step+1)/warm)*(0.01+0.99*(1+math.Cos(math.Pi*float64(step)/float64(steps)))/2))
		if seen >= report {
			fmt.Printf("%7d samples: loss %.4f, wrong %.2f %%\n", (step+1)*batch, loss/float64(seen), 100*float64(wrong)/float64(seen))
			loss, wrong, seen = 0, 0, 0
			if err := os.WriteFile(out, t.Weights(), 0o644); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(out, t.Weights(), 0o644)
}
