package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// Hiding parts of a puzzle: the numbers of blocks, or the clues of lines. Parts are hidden one
// by one in random order, and restored if the solution becomes ambiguous or the difficulty
// another one. A puzzle with more hidden has all the solutions of one with less, so one pass
// hides as much as that order allows.
//
// Cost: a solve and a rating per part, about a millisecond each on 15×15 cells.

// blot hides up to the given count of numbers in a puzzle with a unique solution. It returns
// the count of hidden numbers and the new rating. The solution stays unique, and the level
// stays within levels or, if levels is empty, unchanged. blot returns early when the context
// ends.
func blot(ctx context.Context, p *nonogram.Puzzle, numbers int, levels []teach.Level, seed uint64) (hidden int, rating *teach.Rating, err error) {
	var parts []func() (restore func())
	for _, b := range shuffledBlocks(p, seed) {
		parts = append(parts, func() func() {
			length := b.Length
			if length == 0 {
				return nil
			}
			b.Length = 0
			return func() { b.Length = length }
		})
	}
	return hide(ctx, p, parts, numbers, func(before, now teach.Level) bool {
		return now == before && len(levels) == 0 || slices.Contains(levels, now)
	})
}

// hideLines hides the clues of up to the given count of lines, like blot, but without levels
// the difficulty may change. It copies the lists of clues.
func hideLines(ctx context.Context, p *nonogram.Puzzle, lines int, levels []teach.Level, seed uint64) (hidden int, rating *teach.Rating, err error) {
	p.Rows, p.Cols = slices.Clone(p.Rows), slices.Clone(p.Cols)
	var parts []func() (restore func())
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		for i := range clues {
			parts = append(parts, func() func() {
				clue := clues[i]
				if clue.Missing() {
					return nil
				}
				clues[i] = nonogram.MissingClue()
				return func() { clues[i] = clue }
			})
		}
	}
	rng := rand.New(rand.NewPCG(seed, lineStream))
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return hide(ctx, p, parts, lines, func(_, now teach.Level) bool {
		return len(levels) == 0 || slices.Contains(levels, now)
	})
}

// hide hides up to the given count of parts of a puzzle with a unique solution. A part is
// hidden by its function, which returns how to restore it, or nil if there is nothing to hide.
// allowed compares the level with that of the whole puzzle.
func hide(ctx context.Context, p *nonogram.Puzzle, parts []func() (restore func()), most int, allowed func(before, now teach.Level) bool) (hidden int, rating *teach.Rating, err error) {
	var e solve.Engine
	rate := func() (*teach.Rating, error) {
		r, err := e.Solve(ctx, p, nonogram.Options{})
		if err != nil || r.Status != nonogram.Unique {
			return nil, err
		}
		rating, err := teach.Rate(ctx, p, teach.Options{Solver: e.Solve})
		if err != nil || rating.Status != nonogram.Unique {
			return nil, err
		}
		return rating, nil
	}
	if rating, err = rate(); err != nil || rating == nil {
		return 0, rating, err
	}
	before := rating.Level
	for _, part := range parts {
		if hidden == most || ctx.Err() != nil {
			break
		}
		restore := part()
		if restore == nil {
			continue
		}
		r, err := rate()
		if err != nil {
			return hidden, rating, err
		}
		if r == nil || !allowed(before, r.Level) {
			restore()
			continue
		}
		hidden, rating = hidden+1, r
	}
	return hidden, rating, nil
}

// shuffledBlocks returns the blocks of all clues in random order. It copies the clues, which
// may be shared with other puzzles.
func shuffledBlocks(p *nonogram.Puzzle, seed uint64) []*nonogram.Block {
	var blocks []*nonogram.Block
	for _, clues := range []*[]nonogram.Clue{&p.Rows, &p.Cols} {
		*clues = slices.Clone(*clues)
		for i, clue := range *clues {
			clue = slices.Clone(clue)
			(*clues)[i] = clue
			for j := range clue {
				blocks = append(blocks, &clue[j])
			}
		}
	}
	rng := rand.New(rand.NewPCG(seed, blotStream))
	rng.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	return blocks
}

// blotStream and lineStream separate the random numbers of blots and of hidden lines from
// those of pictures.
const (
	blotStream = 0xb107
	lineStream = 0x11e5
)
