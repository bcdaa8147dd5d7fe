package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/testkit/families"
	"nonogram/solve"
)

// Families of boards on which a plain SAT solver was once faster than the engine, or which
// counting gave up on. A seed decides the members, so that fresh ones can be tried. The engine
// and the rivals that are installed decide each board one after the other: whether it has none,
// one or several solutions.

// family makes one member for each of some sizes.
type family struct {
	name  string
	sizes []int
	make  func(rng *rand.Rand, size int) *nonogram.Puzzle
	count bool // count the solutions, which cadical cannot
}

var hardFamilies = []family{
	{name: "unsolvable", sizes: []int{8, 9, 10, 11, 12, 13, 14, 15, 16}, make: unsolvable},
	{name: "stairs", sizes: []int{33, 34, 35, 36, 43, 44, 45, 46, 53, 54, 55, 56, 63, 64, 65, 66}, make: stairs},
	{name: "diagonal", sizes: []int{6, 7, 8}, make: diagonal},
	{name: "noise", sizes: []int{10, 11, 12}, make: besideNoise},
	{name: "red", sizes: []int{13, 14, 15, 16}, make: withRed},
	{name: "exchange", sizes: []int{8, 10, 12, 14, 16}, make: withExchange, count: true},
	{name: "sparse", sizes: []int{15, 20, 25, 30}, make: sparseBoard, count: true},
	{name: "ordered2", sizes: ditherSizes, make: ordered(2)},
	{name: "ordered4", sizes: ditherSizes, make: ordered(4)},
	{name: "ordered8", sizes: ditherSizes, make: ordered(8)},
	{name: "diffused", sizes: ditherSizes, make: diffused},
	{name: "bluenoise", sizes: ditherSizes, make: blueNoise},
	{name: "oneblock", sizes: []int{30, 40, 50, 60, 70}, make: blocks(1)},
	{name: "twoblocks", sizes: []int{30, 40, 50, 60, 70}, make: blocks(2)},
}

// The sides of dithered photographs.
var ditherSizes = []int{60, 75, 90, 110, 130, 150}

func runFamilies(ctx context.Context, args []string) error {
	names := make([]string, len(hardFamilies))
	for i := range hardFamilies {
		names[i] = hardFamilies[i].name
	}
	flags := newFlags("families", "[flags] [FAMILY…]", "Decides boards of families that were once hard, beside "+strings.Join(satSolvers, " and ")+" if they are installed: "+strings.Join(names, ", ")+".")
	seed := flags.Uint64("seed", defaultSeed, "seed of the boards")
	members := flags.Int("members", 1, "boards of every size")
	limit := flags.Duration("limit", boardTimeout, "CPU time after which a board is left undecided")
	boards := flags.Bool("boards", false, "write the boards to standard output, as JSON, instead of deciding them")
	if err := flags.Parse(args); err != nil {
		return err
	}
	wanted := flags.Args()
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%q is not a family, expected one of %s", name, strings.Join(names, ", "))
		}
	}
	runtime.GOMAXPROCS(1)
	m := familyMeter{rivals: installed(satSolvers), limit: *limit, boards: *boards}
	if !*boards {
		m.head()
	}
	for _, f := range hardFamilies {
		if len(wanted) > 0 && !slices.Contains(wanted, f.name) {
			continue
		}
		for _, size := range f.sizes {
			for i := range *members {
				rng := rand.New(rand.NewPCG(*seed+uint64(i), uint64(size)))
				p := f.make(rng, size)
				p.ID = fmt.Sprintf("%s-%d-%d", f.name, size, i)
				if err := m.measure(ctx, &f, size, p); err != nil {
					return fmt.Errorf("%s, size %d, member %d: %w", f.name, size, i, err)
				}
			}
		}
	}
	return nil
}

// familyMeter measures boards with one engine and with SAT solvers.
type familyMeter struct {
	engine solve.Engine
	rivals []string // their programs
	limit  time.Duration
	boards bool // only write the boards
}

// head prints the head of the table.
func (m *familyMeter) head() {
	fmt.Print("| family | size | verdict | conflicts | CPU s |")
	for _, rival := range m.rivals {
		fmt.Printf(" %s, CPU s | ratio |", filepath.Base(rival))
	}
	fmt.Println("\n| --- | ---: | --- | ---: | ---: |" + strings.Repeat(" ---: | ---: |", len(m.rivals)))
}

// measure prints the row of a board.
func (m *familyMeter) measure(ctx context.Context, f *family, size int, p *nonogram.Puzzle) error {
	if m.boards {
		return format.Encode(os.Stdout, "json", p)
	}
	limited, cancel := withCPULimit(ctx, m.limit)
	defer cancel()
	before := clock.Now()
	if f.count {
		c, err := m.engine.Count(limited, p, nonogram.Options{})
		if err != nil {
			return err
		}
		verdict := c.Count.String()
		if !c.Exact {
			verdict = "≥ " + verdict
		}
		fmt.Printf("| %s | %d | %s | %d | %.3f |%s\n", f.name, size, verdict, c.Stats.Conflicts, (clock.Now() - before).Seconds(), strings.Repeat(" | |", len(m.rivals)))
		return ctx.Err()
	}
	r, err := m.engine.Solve(limited, p, nonogram.Options{})
	ours := (clock.Now() - before).Seconds()
	if err != nil {
		return err
	}
	fmt.Printf("| %s | %d | %v | %d | %.3f |", f.name, size, r.Status, r.Stats.Conflicts, ours)
	for _, rival := range m.rivals {
		theirs, err := m.rival(ctx, rival, p, r, ours)
		if err != nil {
			return err
		}
		fmt.Print(theirs)
	}
	fmt.Println()
	return ctx.Err()
}

// rival is the CPU time of a rival for the verdict, and how many times it the engine takes. A
// board that the engine leaves undecided has no ratio.
func (m *familyMeter) rival(ctx context.Context, solver string, p *nonogram.Puzzle, r *nonogram.Result, ours float64) (cells string, err error) {
	spent, err := verdictBy(ctx, solver, p, r, m.limit)
	switch {
	case errors.Is(err, errOverLimit):
		return fmt.Sprintf(" > %.0f | |", m.limit.Seconds()), nil
	case err != nil:
		return "", err
	case r.Status == nonogram.Undecided:
		return fmt.Sprintf(" %.3f | |", spent.cpu.Seconds()), nil
	}
	return fmt.Sprintf(" %.3f | %.2f |", spent.cpu.Seconds(), ours/spent.cpu.Seconds()), nil
}

// unsolvable is n-dom with one clue changed that does not change the totals.
func unsolvable(rng *rand.Rand, n int) *nonogram.Puzzle {
	p := families.Dominoes(n)
	clue := [][]int{{1, 3}, {2, 2}, {4}}[rng.IntN(3)]
	row := 2 * (1 + rng.IntN(n-1))
	p.Rows[row] = nonogram.New([][]int{clue}, nil).Rows[0]
	return p
}

// stairs are twelve bars across and down, of the lengths that the digits of size name, two
// cells apart. n-dom has bars of three.
func stairs(_ *rand.Rand, size int) *nonogram.Puzzle {
	const steps, apart = 12, 2
	across, down := size/10, size%10
	g := whiteGrid(across+apart*(steps-1), down+apart*(steps-1))
	for k := range steps {
		left, top := apart*k, apart*(steps-1-k)
		for i := range across {
			g.Set(top, left+i, nonogram.Black)
		}
		for i := range down {
			g.Set(top+i, left+across-1, nonogram.Black)
		}
	}
	return clues(g, 1)
}

// diagonal is two n-doms in opposite corners, with an empty line between them.
func diagonal(_ *rand.Rand, n int) *nonogram.Puzzle {
	side := 2*n + 1
	g := whiteGrid(2*side+1, 2*side+1)
	drawDominoes(g, n, 0, 0)
	drawDominoes(g, n, side+1, side+1)
	return clues(g, 1)
}

// besideNoise is n-dom with a square of 65 % random cells on its right.
func besideNoise(rng *rand.Rand, n int) *nonogram.Puzzle {
	side := 2*n + 1
	g := whiteGrid(2*side+1, side)
	drawDominoes(g, n, 0, 0)
	noise := board{side: side, density: 0.65, inks: 1, seed: rng.Uint64()}.puzzle().Goal
	for y := range side {
		for x := range side {
			g.Set(y, side+1+x, noise.At(y, x))
		}
	}
	return clues(g, 1)
}

// withRed is n-dom with up to three cells red.
func withRed(rng *rand.Rand, n int) *nonogram.Puzzle {
	g := whiteGrid(2*n+1, 2*n+1)
	drawDominoes(g, n, 0, 0)
	for red := 1 + rng.IntN(3); red > 0; {
		if i := rng.IntN(len(g.Cells)); g.Cells[i] == nonogram.Black {
			g.Cells[i] = 2
			red--
		}
	}
	return clues(g, 2)
}

// withExchange is n-dom with two cells of a switching component in a corner.
func withExchange(_ *rand.Rand, n int) *nonogram.Puzzle {
	side := 2*n + 1
	g := whiteGrid(side+3, side+3)
	drawDominoes(g, n, 0, 0)
	g.Set(side+1, side+1, nonogram.Black)
	g.Set(side+2, side+2, nonogram.Black)
	return clues(g, 1)
}

func sparseBoard(rng *rand.Rand, side int) *nonogram.Puzzle {
	return board{side: side, density: 0.1 + 0.3*rng.Float64(), inks: 1, seed: rng.Uint64()}.puzzle()
}

// blocks have n blocks of five to nine cells in every row, at random places.
func blocks(n int) func(rng *rand.Rand, side int) *nonogram.Puzzle {
	return func(rng *rand.Rand, side int) *nonogram.Puzzle {
		g := whiteGrid(side, side)
		for y := range side {
			lengths, free := make([]int, n), side-(n-1)
			for i := range lengths {
				lengths[i] = 5 + rng.IntN(5)
				free -= lengths[i]
			}
			x := 0
			for i, length := range lengths {
				gap := rng.IntN(free/(n-i) + 1)
				free -= gap
				x += gap
				for range length {
					g.Set(y, x, nonogram.Black)
					x++
				}
				x++
			}
		}
		return clues(g, 1)
	}
}

// drawDominoes draws n-dom with its upper left corner in a cell.
func drawDominoes(g *nonogram.Grid, n, left, top int) {
	for k := range n {
		x, y := left+2*k, top+2*(n-1-k)
		for i := range 3 {
			g.Set(y, x+i, nonogram.Black)
			g.Set(y+i, x+2, nonogram.Black)
		}
	}
}

func whiteGrid(width, height int) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
	}
	return g
}

// clues is the puzzle of a picture.
func clues(g *nonogram.Grid, inks int) *nonogram.Puzzle {
	return nonogram.FromGrid(g, inkPalette(inks))
}
