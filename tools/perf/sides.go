package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/chart"
	"nonogram/internal/testkit/families"
)

// How CPU time and memory grow with the side of the board, for several kinds of boards, beside
// SAT solvers, measured as in the table of rivals.

// sidesLimit is how many seconds of CPU time a program has for a board.
const sidesLimit = 10

// sideKinds are the kinds of boards.
var sideKinds = []family{
	{name: "drawings", sizes: []int{20, 30, 40, 60, 80, 100}, make: func(rng *rand.Rand, side int) *nonogram.Puzzle {
		return families.Blotches(side, 0.45, rng.Uint64())
	}},
	{name: "ordered dither, photographs", sizes: []int{30, 60, 90, 120, 150}, make: ordered(4)},
	{name: "diffused dither, photographs", sizes: []int{30, 60, 90, 120, 150}, make: diffused},
	{name: "noise, 45 % filled", sizes: []int{15, 20, 25, 30, 35, 40}, make: func(rng *rand.Rand, side int) *nonogram.Puzzle {
		return board{side, 0.45, 1, rng.Uint64()}.puzzle()
	}},
	{name: "one block in every row", sizes: []int{20, 25, 30, 35, 40, 50}, make: blocks(1)},
	{name: "triddlers, noise, 45 % filled", sizes: []int{3, 5, 7, 9, 11, 13, 15}, make: hexagon(0)},
	{name: "triddler pictures, smooth", sizes: []int{5, 10, 15, 20, 30}, make: hexagon(2)},
}

// hexagon makes triddlers whose sides all have as many lines, of noise that is smoothed some times.
func hexagon(smooth int) func(rng *rand.Rand, side int) *nonogram.Puzzle {
	return func(rng *rand.Rand, side int) *nonogram.Puzzle {
		shape, err := nonogram.Triddler([6]int{side, side, side, side, side, side})
		if err != nil {
			panic(err)
		}
		return families.Triddler(rng, shape, 1, 0.45, smooth)
	}
}

// sideTitle is what a side is counted in.
func sideTitle(kind string) string {
	if strings.HasPrefix(kind, "triddler") {
		return "side of the hexagon (lines)"
	}
	return "side of the board (cells)"
}

// size names the boards of a row.
func (row *sideRow) size() string {
	if strings.HasPrefix(row.kind, "triddler") {
		return fmt.Sprintf("%d△", 6*row.side*row.side)
	}
	return fmt.Sprintf("%d×%d", row.side, row.side)
}

// sideBoards is how many boards there are of every kind and side.
const sideBoards = 5

// sideRow is one kind and side: what each program takes for each of its boards.
type sideRow struct {
	kind     string
	side     int
	programs [][]cost
}

// overLimit is the CPU time of a board that was given up.
const overLimit = math.MaxInt64

func runSides(ctx context.Context, args []string) error {
	var e experiment
	var sat []*rival
	for _, p := range allRivals() {
		if p.format == "" && p.build != "" {
			sat = append(sat, p)
		}
	}
	help := "Decides boards of several kinds and sizes with nonogram and SAT solvers; tells CPU time and memory."
	if err := e.parse("sides", help, args); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "sides")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	source := provenance(ctx, "make perf-sides")
	r := newRace(ctx, temporary, filepath.Join("bin", "nonogram"), "rivals", sidesLimit, sat)
	var rows []sideRow
	for _, kind := range sideKinds {
		for _, side := range kind.sizes {
			row := sideRow{kind.name, side, make([][]cost, len(r.programs))}
			for i := range e.count(sideBoards) {
				p := kind.make(rand.New(rand.NewPCG(e.seed+uint64(i), uint64(side))), side)
				if err := row.add(ctx, r, p); err != nil {
					return fmt.Errorf("%s, %s, board %d: %w", kind.name, row.size(), i+1, err)
				}
			}
			fmt.Fprintln(os.Stderr, row.String())
			rows = append(rows, row)
		}
	}
	programs := make([]string, len(r.programs))
	for i, p := range r.programs {
		programs[i] = p.title()
	}
	for _, kind := range sideKinds {
		if err := e.svg(kind.chartName(), sideChart(kind.name, programs, rows)); err != nil {
			return err
		}
	}
	return e.publish(sidesSection(source, programs, rows, e.count(sideBoards)))
}

// add measures all programs on a board.
func (row *sideRow) add(ctx context.Context, r *race, p *nonogram.Puzzle) error {
	verdicts, spent, err := r.verdicts(ctx, p)
	for k := range spent {
		if verdicts[k] == "" {
			spent[k].cpu = overLimit
		}
		row.programs[k] = append(row.programs[k], spent[k])
	}
	return err
}

// seconds is the median of CPU times, infinite if that board was given up.
func seconds(costs []cost) float64 {
	times := make([]float64, len(costs))
	for i, c := range costs {
		times[i] = c.cpu.Seconds()
		if c.cpu == overLimit {
			times[i] = math.Inf(1)
		}
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// megabytes is the most memory that a program took.
func megabytes(costs []cost) float64 {
	most := slices.MaxFunc(costs, func(a, b cost) int { return cmp.Compare(a.memory, b.memory) })
	return float64(most.memory) / 1e6
}

// String is the row of the table: median, boards given up and memory of each program.
func (row *sideRow) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s |", row.kind, row.size())
	for _, costs := range row.programs {
		time := "> " + chart.Seconds(sidesLimit)
		if s := seconds(costs); !math.IsInf(s, 1) {
			time = chart.Seconds(s)
		}
		over := 0
		for _, c := range costs {
			if c.cpu == overLimit {
				over++
			}
		}
		fmt.Fprintf(&b, " %s | %d | %.0f |", time, over, megabytes(costs))
	}
	return b.String()
}

func (f *family) chartName() string {
	first, _, _ := strings.Cut(f.name, ",")
	return "sides-" + strings.ReplaceAll(first, " ", "-") + ".svg"
}

func sideChart(kind string, programs []string, rows []sideRow) *chart.Chart {
	c := &chart.Chart{
		Title: strings.ToUpper(kind[:1]) + kind[1:], Subtitle: "CPU time until it is known whether there is a second solution; median",
		X: chart.Axis{Title: sideTitle(kind)}, Y: timeAxis(),
		Rules: []chart.Rule{{Y: sidesLimit, Label: "limit " + chart.Seconds(sidesLimit)}},
	}
	for k, name := range programs {
		s := chart.Series{Name: name}
		for _, r := range rows {
			if r.kind == kind {
				s.Points = append(s.Points, chart.Point{X: float64(r.side), Y: min(seconds(r.programs[k]), sidesLimit)})
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func sidesSection(source string, programs []string, rows []sideRow, boards int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d boards of every kind and side.\n\n", source, boards)
	for _, kind := range sideKinds {
		fmt.Fprintf(&b, "![CPU time by side: %s](performance/%s)\n\n", kind.name, kind.chartName())
	}
	b.WriteString("| boards | side |")
	for _, name := range programs {
		fmt.Fprintf(&b, " %s: median | given up | most MB |", name)
	}
	b.WriteString("\n| --- | ---: |" + strings.Repeat(" ---: | ---: | ---: |", len(programs)) + "\n")
	for i := range rows {
		b.WriteString(rows[i].String() + "\n")
	}
	return b.String()
}
