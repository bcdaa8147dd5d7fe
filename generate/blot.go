package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// Hiding numbers of a puzzle. blot hides numbers one by one in random order. It restores a
// number if hiding it makes the solution ambiguous or changes the difficulty.
//
// Cost: a solve and a rating per block, about a millisecond each on 15×15 cells.

// blot hides up to the given count of numbers in a puzzle with a unique solution. It returns
// the count of hidden numbers and the new rating. The solution stays unique, and the level
// stays within levels or, if levels is empty, unchanged. blot returns early when the context
// ends.
func blot(ctx context.Context, p *nonogram.Puzzle, numbers int, levels []teach.Level, seed uint64) (hidden int, rating *teach.Rating, err error) {
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
	if len(levels) == 0 {
		levels = []teach.Level{rating.Level}
	}
	for _, b := range shuffledBlocks(p, seed) {
		if hidden == numbers || ctx.Err() != nil {
			break
		}
		length := b.Length
		if length == 0 {
			continue
		}
		b.Length = 0
		r, err := rate()
		if err != nil {
			return hidden, rating, err
		}
		if r == nil || !slices.Contains(levels, r.Level) {
			b.Length = length
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

// blotStream separates the random numbers of blots from those of pictures.
const blotStream = 0xb107
