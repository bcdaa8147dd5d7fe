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
	usualSide  = 640.0 // pixels of the longer side of the second look
	smallCell  = 16.0  // pixels up to which a third look is larger
	cellsAlone = 1.2   // how well the cells alone are a board, for each line, so that it may be one
	leastFit   = 3.2   // the same with clues, from which a reading is a puzzle
	eyeBoards  = 8     // that are read
	eyeValues  = 6     // of a number
	likelier   = 10.0  // how much a number's probability decides whether it is there
	evenly     = .35   // the probability of a number that is as probably there as not
	modest     = .75   // the power of probabilities of values, which are too sure
	joined     = .1    // how probable two numbers are, for one of two digits
	leastValue = .003  // the probability of a value that is considered
	sureOfSize = 1.5   // how much a board that fits better is likelier
	leastSize  = -4.0  // the logarithm from which a size is improbable
	eachInk    = .3    // how much less likely each ink besides black is
	leastSized = .3    // the probability that a size is right which the network does not see
)

// withoutLines is the value of Reading.Retried for readings by the network.
const withoutLines = "cells without lines"

// readLearned reads a picture by the network. It returns nil if there is no puzzle, and the boards
// that there may be.
func readLearned(ctx context.Context, img image.Image, o Options) (best *Reading, boards []*eye.Board, err error) {
	boards, err = learnedBoards(ctx, img)
	if err != nil || len(boards) == 0 || boards[0].Fit < leastFit {
		return nil, boards, err
	}
	boards = boards[:min(len(boards), eyeBoards)]
	digits, err := see.OpenAt(img, o.Stage, places(boards)...)
	if err != nil {
		return nil, boards, nil
	}
	score := 0.0
	consider := func(r *Reading, b *eye.Board) {
		now := max(leastSize, sureOfSize*(b.Whole()-boards[0].Whole())) + max(-3, r.logP/float64(b.Width+b.Height)) - eachInk*float64(len(r.Puzzle.Palette)-2)
		switch r.Status {
		case nonogram.Unique:
			now += 1.5
		case nonogram.Unsolvable:
		default:
			now += .5
		}
		if !r.bare() && (best == nil || now > score) {
			r.Retried, r.view = withoutLines, view{img: img}
			r.Probability *= sized(b.Width, b.Height, boards)
			best, score = r, now
		}
	}
	closer := map[[2]int]*see.Sight{} // by size
	for k, b := range boards {
		if b.Fit < leastFit {
			break
		}
		sights := []*see.Sight{sightOf(b)}
		r, err := decode(ctx, o, sights...)
		if err != nil {
			return nil, nil, err
		}
		consider(r, b)
		size := [2]int{b.Width, b.Height}
		if _, known := closer[size]; !known && sureOfSize*(b.Whole()-boards[0].Whole()) > leastSize {
			closer[size] = nil
			r, err := readBoard(ctx, digits, k, o)
			failed, err := unreadable(err)
			if err != nil {
				return nil, nil, err
			}
			if failed == nil {
				closer[size] = r.sight
				consider(r, b)
			}
		}
		if closer[size] != nil {
			if r, err = decode(ctx, o, sights[0], closer[size]); err != nil {
				return nil, nil, err
			}
			consider(r, b)
		}
	}
	if best != nil && best.Status == nonogram.Unsolvable && closer[[2]int{best.Puzzle.Width(), best.Puzzle.Height()}] == nil {
		return nil, boards, nil // nothing confirms it
	}
	return best, boards, nil
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

// learnedBoards are the boards that the network sees in a small picture and, if there are some, in
// a larger one too.
func learnedBoards(ctx context.Context, img image.Image) (boards []*eye.Board, err error) {
	b := img.Bounds()
	var views []*eye.View
	for _, side := range [3]float64{.7 * usualSide, usualSide, 1.4 * usualSide} {
		if side > 2.6*float64(max(b.Dx(), b.Dy())) {
			break
		}
		v, err := eye.Learned().Look(ctx, img, side/float64(max(b.Dx(), b.Dy())))
		if err != nil {
			return nil, err
		}
		views = append(views, v)
		boards = eye.Boards(views...)
		switch {
		case len(views) < 2:
		case len(boards) == 0 || boards[0].Fit < cellsAlone:
			return nil, nil
		case boards[0].Size*v.Scale > smallCell:
			return boards, nil
		}
	}
	return boards, nil
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
