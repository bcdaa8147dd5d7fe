package scan

import (
	"context"
	"image"

	"nonogram"
	"nonogram/scan/internal/see"
)

// Unproved is the puzzle as it was seen at first, without proof-reading: the likeliest number
// at every place beside the likeliest board.
func Unproved(r *Reading) *nonogram.Puzzle {
	d := newDecoder(sightAlone, r.plain)
	return d.puzzle(d.fitting())
}

// sightAlone is the likeliest choice at every place, whether or not that fits.
func sightAlone(numbers []see.Number, _ int) []lineReading {
	r := lineReading{numbers: numbers}
	for _, n := range numbers {
		c := see.Choice{}
		if len(n.Choices) > 0 {
			c = n.Choices[0]
		}
		r = r.with(0, c)
	}
	return []lineReading{r}
}

// Suspects names the misread lines of a puzzle without a solution, of whose lines the logarithms of
// the odds that they are right are known, rows first.
func Suspects(ctx context.Context, p *nonogram.Puzzle, odds []float64) ([]nonogram.LineRef, error) {
	r, err := (&Reading{Puzzle: p, Status: nonogram.Unsolvable, odds: odds}).suspect(ctx)
	if err != nil {
		return nil, err
	}
	return r.Conflicts, nil
}

// Learned is what the network reads in a picture, without lines; nil if there is no puzzle.
func Learned(ctx context.Context, img image.Image) (*Reading, error) {
	l, err := look(ctx, img)
	if err == nil {
		err = l.read(ctx, img, Options{}, nil)
	}
	return l.best, err
}

// WithoutLines is the value of Reading.Retried for readings by the network.
const WithoutLines = withoutLines
