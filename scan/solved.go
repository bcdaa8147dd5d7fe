package scan

import (
	"context"
	"math"
	"slices"

	"nonogram"
)

// A board that is solved has its answer in it: the runs of its filled cells are its clues. Where
// nearly all lines can be read so, this is the puzzle, as no other reading fits by chance. A line
// that cannot is taken from the cells: a highlighted number, or one under a mark. Cost: linear in
// the cells.

// solved is the reading that a solved board confirms, nil if there is none.
func (d *decoder) solved(ctx context.Context) (*Reading, error) {
	const confirmed, mended = .999, .95 // probabilities, where no line and where some are taken from the cells
	if d.sight.Dark == nil || len(d.sight.Palette) > 2 {
		return nil, nil
	}
	read := slices.Clone(d.lines)
	for _, filled := range [2]bool{true, false} {
		if c, taken := d.shown(filled); c != nil {
			if err := d.judge(ctx, c); err != nil {
				return nil, err
			}
			if c.status == nonogram.Unique {
				decided, probability := ByUniqueness, confirmed
				if taken > 0 {
					probability = mended
				} else if slices.Equal(c.picks, d.fitting().picks) {
					decided = d.fitted()
				}
				r := d.reading(c, decided, probability)
				r.agreed = true
				return r, nil
			}
		}
		copy(d.lines, read)
	}
	return nil, nil
}

// shown is the candidate whose clues are the runs of the dark cells, or of the others, and how many
// of its lines are not among the readings; nil if these are more than one row and one column or more
// than a fifth of all, or if others are unlikely.
func (d *decoder) shown(dark bool) (c *candidate, taken int) {
	const most, unlikely = 5, 5.0
	surprises := 0
	c = &candidate{picks: make([]int, len(d.lines))}
	w, h := d.sight.Width, d.sight.Height
	var lost [2]int
	for i, line := range d.lines {
		first, step, n, axis := i*w, 1, w, 0
		if i >= h {
			first, step, n, axis = i-h, w, h, 1
		}
		var clue nonogram.Clue
		for k, length := 0, 0; k <= n; k++ {
			if k < n && d.sight.Dark[first+k*step] == dark {
				length++
			} else if length > 0 {
				clue = append(clue, nonogram.Block{Length: length, Color: nonogram.Black})
				length = 0
			}
		}
		pick := slices.IndexFunc(line, func(r lineReading) bool { return slices.Equal(r.clue, clue) })
		if pick >= 0 && line[pick].logP < line[0].logP-unlikely {
			return nil, 0 // on a small board cells may fit by chance
		}
		surprises += min(max(pick, 0), 1)
		if pick < 0 {
			if line[0].logP > math.Log(confident) {
				return nil, 0
			}
			if lost[axis]++; lost[axis] > 1 || (taken+1)*most > len(d.lines) {
				return nil, 0
			}
			taken++
			pick = len(line)
			d.lines[i] = append(slices.Clip(line), lineReading{clue: clue, logP: line[len(line)-1].logP - lineSpread, fits: true})
		}
		c.picks[i] = pick
		c.logP += d.lines[i][pick].logP
	}
	if surprises > 0 && taken > 0 {
		return nil, 0
	}
	return c, taken
}
