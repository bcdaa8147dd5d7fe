package scan

import (
	"cmp"
	"context"
	"image"
	"image/color"
	"math"
	"slices"

	"nonogram"
	"nonogram/scan/internal/eye"
	"nonogram/scan/internal/see"
)

// The second proposer: a network that finds cells and numbers in the whole picture, without lines.
// It is asked where the search for lines leads to no puzzle, and the same decoder decides between
// the readings of its boards.

const (
	usualSide   = 640.0 // pixels of the longer side of the second look
	smallCell   = 16.0  // pixels up to which a third look is larger
	cellsAlone  = 1.2   // how well the cells alone are a board, for each line, so that it may be one
	leastFit    = 3.2   // the same with clues, from which a reading is a puzzle
	eyeBoards   = 8     // that are read
	eyeValues   = 6     // of a number
	likelier    = 10.0  // how much a number's probability decides whether it is there
	evenly      = .35   // the probability of a number that is as probably there as not
	modest      = .75   // the power of probabilities of values, which are too sure
	joined      = .1    // how probable two numbers are, for one of two digits
	leastValue  = .003  // the probability of a value that is considered
	sureOfSize  = 1.5   // how much a board that fits better is likelier
	leastSize   = -4.0  // the logarithm from which a size is improbable
	eachInk     = .3    // how much less likely each ink besides black is
	leastSized  = .3    // the probability that a size is right which the network does not see
	mostLearned = .98   // the probability that a reading confirmed by the network claims at most
)

// withoutLines is the value of Reading.Retried for readings by the network.
const withoutLines = "cells without lines"

// learned is what the network sees in a picture.
type learned struct {
	boards []*eye.Board // the likeliest first
	turned [3]float64   // how probably numbers are upright, turned clockwise, turned counterclockwise; zeros without any
	best   *Reading     // nil if there is no puzzle
	score  float64      // of the best
}

// read reads the boards. It ends where the network's own numbers are the puzzle
// that was read beside lines, if there is one, or the puzzle of the digits at the same place: such
// readings see a number in two ways, which are hardly wrong alike.
func (l *learned) read(ctx context.Context, img image.Image, o Options, beside *Reading) error {
	if len(l.boards) == 0 || l.boards[0].Fit < leastFit {
		return nil
	}
	var digits *see.Eye
	closer := map[[2]int]*see.Sight{} // by size
	for k, b := range l.boards {
		if b.Fit < leastFit || k > 0 && l.unlike(b) <= leastSize {
			break
		}
		own := sightOf(b)
		alone, err := decode(ctx, o, own)
		if err != nil {
			return err
		}
		l.consider(alone, b, img)
		if beside != nil && beside.confirmed(alone) {
			return nil
		}
		size := [2]int{b.Width, b.Height}
		if _, known := closer[size]; !known {
			closer[size] = nil
			if digits == nil {
				if digits, err = see.OpenAt(img, o.Stage, places(l.boards)...); err != nil {
					return nil // too small
				}
			}
			r, err := readBoard(ctx, digits, k, o, noSize)
			failed, err := unreadable(err)
			if err != nil {
				return err
			}
			if failed == nil {
				closer[size] = r.sight
				l.consider(r, b, img)
				if r.confirmed(alone) {
					l.best = r
					return nil
				}
			}
		}
		if closer[size] != nil {
			first, second := own, closer[size]
			if len(second.Palette) > len(first.Palette) {
				first, second = second, first // the palette is the first one's
			}
			both, err := decode(ctx, o, first, second)
			if err != nil {
				return err
			}
			l.consider(both, b, img)
		}
	}
	if r := l.best; r != nil && r.Status == nonogram.Unsolvable && closer[[2]int{r.Puzzle.Width(), r.Puzzle.Height()}] == nil {
		l.best = nil // nothing confirms it
	}
	return nil
}

// likely reports a size of a board that the network sees, or any if it sees none.
func (l *learned) likely(width, height int) bool {
	return len(l.boards) == 0 || l.boards[0].Fit < leastFit || slices.ContainsFunc(l.boards, func(b *eye.Board) bool {
		return b.Width == width && b.Height == height && l.unlike(b) > leastSize
	})
}

// unlike is the logarithm of how much less likely a board is than the likeliest.
func (l *learned) unlike(b *eye.Board) float64 {
	return sureOfSize * (b.Whole() - l.boards[0].Whole())
}

// consider keeps the reading of a board if it is better than those before.
func (l *learned) consider(r *Reading, b *eye.Board, img image.Image) {
	now := max(leastSize, l.unlike(b)) + max(-3, r.logP/float64(b.Width+b.Height)) - eachInk*float64(len(r.Puzzle.Palette)-2)
	switch r.Status {
	case nonogram.Unique:
		now += 1.5
	case nonogram.Unsolvable:
	default:
		now += .5
	}
	r.Retried, r.view = withoutLines, view{img: img}
	r.Probability *= sized(b.Width, b.Height, l.boards)
	if !r.bare() && (l.best == nil || now > l.score) {
		l.best, l.score = r, now
	}
}

// confirmed raises the probability of a reading if another one, which sees the numbers in another
// way, is the same puzzle, and reports whether it is.
func (r *Reading) confirmed(by *Reading) bool {
	if r.Status == nonogram.Unsolvable || !slices.EqualFunc(r.Puzzle.Rows, by.Puzzle.Rows, slices.Equal) || !slices.EqualFunc(r.Puzzle.Cols, by.Puzzle.Cols, slices.Equal) {
		return false
	}
	r.agreed = true
	r.Probability = max(r.Probability, min(1-(1-r.Probability)*(1-by.Probability), mostLearned))
	return true
}

// quarters are the turns by which the picture may be made upright, the likeliest first. Numbers
// that are upside down look upright, but are beside no board then.
func (l *learned) quarters() []int {
	switch {
	case len(l.boards) == 0 || l.turned[0] > .5 && l.boards[0].Fit >= leastFit:
		return nil
	case l.turned[0] > .5:
		return []int{2}
	case l.turned[1] > l.turned[2]:
		return []int{3, 1}
	}
	return []int{1, 3}
}

// places are where the boards are.
func places(boards []*eye.Board) (list []see.Board) {
	for _, b := range boards {
		at := func(u, v float64) see.Point {
			x, y := b.At(u, v)
			return see.Point{X: x, Y: y}
		}
		list = append(list, see.Board{Width: b.Width, Height: b.Height, At: at})
	}
	return list
}

// sized is how probably a board has the right size, for the boards that the network sees: at least
// leastSized.
func sized(width, height int, boards []*eye.Board) float64 {
	if len(boards) == 0 || boards[0].Fit < leastFit {
		return 1
	}
	best := map[[2]int]float64{}
	sum := 0.0
	for _, b := range boards { // best first
		if size := [2]int{b.Width, b.Height}; best[size] == 0 {
			best[size] = math.Exp(sureOfSize * (b.Whole() - boards[0].Whole()))
			sum += best[size]
		}
	}
	return max(best[[2]int{width, height}]/sum, leastSized)
}

// look sees the boards of a small picture and, if there are some, of a larger one too.
func look(ctx context.Context, img image.Image) (l learned, err error) {
	b := img.Bounds()
	var views []*eye.View
	for _, side := range [3]float64{.7 * usualSide, usualSide, 1.4 * usualSide} {
		if side > 2.6*float64(max(b.Dx(), b.Dy())) {
			break
		}
		v, err := eye.Learned().Look(ctx, img, side/float64(max(b.Dx(), b.Dy())))
		if err != nil {
			return l, err
		}
		views = append(views, v)
		l.boards, l.turned = eye.Boards(views...), v.Turned()
		l.boards = l.boards[:min(len(l.boards), eyeBoards)]
		switch {
		case len(views) < 2:
		case len(l.boards) == 0 || l.boards[0].Fit < cellsAlone:
			return learned{}, nil
		case l.boards[0].Size*v.Scale > smallCell:
			return l, nil
		}
	}
	return l, nil
}

// sightOf is what the network sees as the decoder knows it.
func sightOf(b *eye.Board) *see.Sight {
	at := func(u, v float64) see.Point {
		x, y := b.At(u, v)
		return see.Point{X: x, Y: y}
	}
	w, h := float64(b.Width), float64(b.Height)
	s := &see.Sight{
		Width: b.Width, Height: b.Height,
		Board:   [4]see.Point{at(0, 0), at(w, 0), at(w, h), at(0, h)},
		Palette: []color.RGBA{{255, 255, 255, 255}, {0, 0, 0, 255}},
		Cells: func(x, y int) see.Quad {
			u, v := float64(x), float64(y)
			return see.Quad{at(u, v), at(u+1, v), at(u+1, v+1), at(u, v+1)}
		},
	}
	lines := func(all [][]eye.Number, length int, across bool) [][]see.Number {
		list := make([][]see.Number, len(all))
		for k, line := range all {
			for _, n := range line {
				list[k] = append(list[k], numberOf(n, length, across, b.Size/3))
			}
		}
		return list
	}
	s.Rows, s.Columns = lines(b.Rows, b.Width, true), lines(b.Columns, b.Height, false)
	return s
}

// numberOf is a number in a line of some length.
func numberOf(n eye.Number, length int, across bool, half float64) see.Number {
	there := 1 / (1 + math.Exp(-likelier*(n.There-evenly)))
	there = min(max(there, .001), .999)
	out := see.Number{At: see.Quad{{X: n.X - half, Y: n.Y - half}, {X: n.X + half, Y: n.Y - half}, {X: n.X + half, Y: n.Y + half}, {X: n.X - half, Y: n.Y + half}}}
	fits := make([]float64, min(length+1, len(n.Values)))
	sum := 0.0
	add := func(p float64, values ...int) {
		if p > leastValue {
			out.Choices = append(out.Choices, see.Choice{Values: values, Color: 1, LogP: math.Log(there * p)})
		}
	}
	for v, p := range n.Values {
		p = math.Pow(p, modest)
		if v < len(fits) {
			fits[v] = p
			sum += p
		}
		if across && v > 10 && v%10 > 0 && v/10+v%10 < length {
			sum += joined * p
		}
	}
	sum = max(sum, .05)
	for v, p := range fits[1:] {
		add(p/sum, v+1)
	}
	for v, p := range n.Values {
		if across && v > 10 && v%10 > 0 && v/10+v%10 < length { // two numbers close together
			add(joined*math.Pow(p, modest)/sum, v/10, v%10)
		}
	}
	zero := fits[0] / sum
	out.Zero = there * zero
	out.Choices = append(out.Choices, see.Choice{LogP: math.Log(1 - there + there*zero)})
	slices.SortStableFunc(out.Choices, func(a, b see.Choice) int { return cmp.Compare(b.LogP, a.LogP) })
	out.Choices = out.Choices[:min(len(out.Choices), eyeValues)]
	return out
}
