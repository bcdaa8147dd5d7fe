package scan

import (
	"cmp"
	"slices"

	"nonogram"
	"nonogram/scan/internal/see"
)

// The likely clues of each line: sequences of choices, best first. The sum of a clue and
// the gaps between its blocks must fit into the line.

// The bounds of the search in a line.
const (
	// lineReadings is how many clues of a line are kept. A line with three numbers that
	// may each be two things has eight.
	lineReadings = 16
	// lineBeam is how many beginnings of a clue are kept while it is put together.
	lineBeam = 64
	// lineSpread is how much less likely than the best one may be, as a logarithm.
	lineSpread = 14
	// unfit is the log-probability that a clue which does not fit is printed correctly.
	// It stays in the race for the case that nothing else is left.
	unfit = -40
)

// lineReading is one clue of a line.
type lineReading struct {
	numbers []see.Number // the places
	picks   []int        // which choice at each of them
	clue    nonogram.Clue
	totals  totals
	logP    float64
	fits    bool
}

// totals counts cells by color.
type totals [maxColors]int32

// maxColors bounds the palette of a photograph.
const maxColors = 16

// readings lists the likely clues of a line, best first.
func readings(numbers []see.Number, length int) []lineReading {
	list := []lineReading{{numbers: numbers}}
	for _, n := range numbers {
		var next []lineReading
		for _, begun := range list {
			for pick, c := range n.Choices {
				next = append(next, begun.with(pick, c))
			}
			if len(n.Choices) == 0 {
				next = append(next, begun.with(0, see.Choice{}))
			}
		}
		list = best(next, lineBeam)
	}
	for i := range list {
		if list[i].fits = room(list[i].clue) <= length; !list[i].fits {
			list[i].logP += unfit
		}
	}
	list = best(list, lineReadings)
	likely := 1
	for likely < len(list) && list[likely].logP > list[0].logP-lineSpread {
		likely++
	}
	return list[:likely]
}

// united are the likely clues of a line by several looks, best first: each as likely as the
// look says that shows it best.
func united(looks [][]lineReading) []lineReading {
	if len(looks) == 1 {
		return looks[0]
	}
	var list []lineReading
	for _, r := range best(slices.Concat(looks...), len(looks)*lineReadings) {
		if !slices.ContainsFunc(list, func(o lineReading) bool { return slices.Equal(o.clue, r.clue) }) {
			list = append(list, r)
		}
	}
	return list[:min(len(list), lineReadings)]
}

// confirmed are the likely clues of a line that is printed twice, best first: as likely as both
// say together.
func confirmed(a, b []lineReading) []lineReading {
	other := func(r *lineReading, list []lineReading) float64 {
		for _, o := range list {
			if slices.Equal(o.clue, r.clue) {
				return o.logP
			}
		}
		return -lineSpread
	}
	var list []lineReading
	for _, r := range a {
		r.logP += other(&r, b)
		list = append(list, r)
	}
	for _, r := range b {
		if !slices.ContainsFunc(a, func(o lineReading) bool { return slices.Equal(o.clue, r.clue) }) {
			r.logP -= lineSpread
			list = append(list, r)
		}
	}
	return best(list, lineReadings)
}

func best(list []lineReading, n int) []lineReading {
	slices.SortStableFunc(list, func(a, b lineReading) int { return cmp.Compare(b.logP, a.logP) })
	return list[:min(n, len(list))]
}

// with is a beginning and one more choice.
func (r lineReading) with(pick int, c see.Choice) lineReading {
	r.picks = append(slices.Clip(r.picks), pick)
	r.logP += c.LogP
	for _, value := range c.Values {
		ink := min(max(c.Color, 1), maxColors-1)
		r.clue = append(slices.Clip(r.clue), nonogram.Block{Length: value, Color: nonogram.Color(ink)})
		r.totals[ink] += int32(value)
	}
	return r
}

// room is how many cells a clue needs at least.
func room(c nonogram.Clue) int {
	need := 0
	for i, b := range c {
		need += b.Length
		if i > 0 && c[i-1].Color == b.Color {
			need++
		}
	}
	return need
}
