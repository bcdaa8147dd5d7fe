package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// Blotting: the numbers of a puzzle are hidden one after the other, in random order, and
// a number that is needed comes back: without it the puzzle would have several solutions
// or another difficulty. What is left is as fair as before, with less to go by.
//
// Cost: a solve and a rating for every block that is tried, about a millisecond each on
// 15×15 cells.

// Blot hides up to so many numbers of a puzzle, which must have one solution, and returns
// how many, with the rating of what is left. The engine proves after each that there is
// still one solution; the rating stays within the levels, or at the level that it has if
// there are none. It ends early, with what it has, when the context does.
func Blot(ctx context.Context, p *nonogram.Puzzle, numbers int, levels []teach.Level, seed uint64) (hidden int, rating *teach.Rating, err error) {
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

// shuffledBlocks are the blocks of all clues, in random order. The clues are copied, so
// that nobody who shares them is changed with the puzzle.
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

// blotStream tells the random numbers of blots from those of pictures.
const blotStream = 0xb107
