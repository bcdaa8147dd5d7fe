package main

import (
	"math/rand/v2"
	"strconv"

	"nonogram"
)

// Random boards. As in the tournaments of TAAI, TCGA and ICGA, a board has an
// exact number of filled cells, shuffled; with several inks, each filled cell has
// one of them by chance. The seed and the parameters decide the board, so every
// run measures the same boards, and a new seed gives boards that have not been
// tuned on.

// board is the parameters of a random board.
type board struct {
	side    int
	density float64 // the share of filled cells
	inks    int
	seed    uint64
}

func (b board) puzzle() *nonogram.Puzzle {
	rng := rand.New(rand.NewPCG(b.seed, uint64(b.side)<<32|uint64(b.inks)))
	g := nonogram.NewGrid(b.side, b.side)
	filled := int(float64(b.density*float64(len(g.Cells))) + 1e-9) // 0.35 of 400 is 140, whatever the binary says
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		if i < filled {
			g.Cells[i] = nonogram.Color(1 + rng.IntN(b.inks))
		}
	}
	rng.Shuffle(len(g.Cells), func(i, j int) { g.Cells[i], g.Cells[j] = g.Cells[j], g.Cells[i] })
	return nonogram.FromGrid(g, inkPalette(b.inks))
}

func inkPalette(inks int) nonogram.Palette {
	if inks == 1 {
		return nonogram.BlackAndWhite()
	}
	palette := make(nonogram.Palette, inks+1)
	for i := range palette {
		palette[i].Name = "ink " + strconv.Itoa(i)
	}
	palette.AssignSymbols()
	return palette
}

// The share of filled cells in a tournament falls from the first board to the
// last.
const densest, sparsest = 0.50, 0.35

// tournament makes n boards as a tournament does.
func tournament(side, n int, seed uint64) []board {
	boards := make([]board, n)
	for i := range boards {
		density := densest
		if n > 1 {
			density += (sparsest - densest) * float64(i) / float64(n-1)
		}
		boards[i] = board{side, density, 1, seed + uint64(i)}
	}
	return boards
}

// alike makes n boards of one density.
func alike(b board, n int) []board {
	boards := make([]board, n)
	for i := range boards {
		boards[i] = b
		boards[i].seed += uint64(i)
	}
	return boards
}
