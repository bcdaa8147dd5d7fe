package chart

import "math"

// Scales map values to pixels and choose ticks: at multiples of 1, 2 or 5 times a power of
// ten, depending on the room. A logarithmic scale has its ticks at powers of ten, and at 2
// and 5 times these if it spans less than two and a half decades.

type scale struct {
	log      bool
	min, max float64 // of the values
	from, to float64 // their pixels
}

// at is the pixel of a value.
func (s *scale) at(v float64) float64 {
	lo, hi := s.min, s.max
	if s.log {
		v, lo, hi = math.Log10(v), math.Log10(lo), math.Log10(hi)
	}
	return s.from + (v-lo)/(hi-lo)*(s.to-s.from)
}

// contains allows for rounding at the ends.
func (s *scale) contains(v float64) bool {
	if s.log {
		return v >= s.min*(1-1e-9) && v <= s.max*(1+1e-9)
	}
	slack := 1e-9 * (s.max - s.min)
	return v >= s.min-slack && v <= s.max+slack
}

// tick is a mark on an axis.
type tick struct {
	value float64
	minor bool // a thin line without a label
}

// ticks lists the ticks in ascending order. wanted is the number of labels that fit.
func (s *scale) ticks(wanted int) []tick {
	if s.log {
		return s.logTicks(wanted)
	}
	step := stepFor((s.max - s.min) / float64(max(wanted, 1)))
	var list []tick
	first := math.Ceil(s.min/step - 1e-9)
	for i := range maxTicks {
		v := step * (first + float64(i))
		if !s.contains(v) {
			break
		}
		list = append(list, tick{value: v})
	}
	return list
}

// maxTicks exceeds the room of any chart.
const maxTicks = 200

// stepFor is the smallest of 1, 2, 5 times a power of ten that is at least width.
func stepFor(width float64) float64 {
	decade := math.Pow10(int(math.Floor(math.Log10(width))))
	for _, step := range [3]float64{decade, 2 * decade, 5 * decade} {
		if step >= width*(1-1e-9) {
			return step
		}
	}
	return 10 * decade
}

const (
	// fineDecades is the span below which a logarithmic axis has labels at 2 and 5.
	fineDecades = 2.5
	// minorDecade is the least length of a decade, in pixels, with minor ticks.
	minorDecade = 70
)

func (s *scale) logTicks(wanted int) []tick {
	lo, hi := math.Floor(math.Log10(s.min)+1e-9), math.Ceil(math.Log10(s.max)-1e-9)
	fine := math.Log10(s.max/s.min) < fineDecades
	minors := math.Abs(s.to-s.from) >= minorDecade*math.Log10(s.max/s.min)
	skip := max(1, math.Ceil((hi-lo)/float64(max(wanted, 1))))
	var list []tick
	for e := lo; e <= hi && len(list) < maxTicks; e++ {
		for digit := 1; digit <= 9; digit++ {
			v := float64(digit) * math.Pow10(int(e))
			major := digit == 1 && math.Mod(e-lo, skip) == 0 || fine && (digit == 2 || digit == 5)
			if s.contains(v) && (digit == 1 || major || minors) {
				list = append(list, tick{v, !major})
			}
		}
	}
	return list
}

// span is the range of the values on an axis.
type span struct{ min, max float64 }

func newSpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s *span) add(v float64) { s.min, s.max = min(s.min, v), max(s.max, v) }

// nonEmpty widens a span of a single value.
func (s span) nonEmpty(log bool) span {
	switch {
	case s.max-s.min > 1e-12*max(math.Abs(s.min), math.Abs(s.max)):
		return s
	case log:
		return span{s.min / 2, s.max * 2}
	}
	pad := max(math.Abs(s.min)/2, 0.5)
	return span{s.min - pad, s.max + pad}
}

// rounded widens a span to round numbers, so that the axis ends at labels.
func (s span) rounded(log bool, wanted int) span {
	if log {
		return s.roundedLog()
	}
	step := stepFor((s.max - s.min) / float64(max(wanted, 1)))
	return span{step * math.Floor(s.min/step+1e-9), step * math.Ceil(s.max/step-1e-9)}
}

// roundedLog widens a span to 1, 2 or 5 times a power of ten.
func (s span) roundedLog() span {
	decade := math.Pow10(int(math.Floor(math.Log10(s.min) + 1e-9)))
	lo := decade
	for _, v := range [2]float64{2 * decade, 5 * decade} {
		if v <= s.min*(1+1e-9) {
			lo = v
		}
	}
	return span{lo, stepFor(s.max)}
}
