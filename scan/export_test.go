package scan

import (
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
