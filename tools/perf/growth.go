package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"nonogram/internal/chart"
)

// How cost grows: with the size of the board at the densities of the tournaments,
// and with the density at three sizes.

// sizeStep is a size and how many boards of it are solved: many where they take
// microseconds, so that the whole takes minutes.
type sizeStep struct{ side, boards int }

var (
	sizeSteps    = []sizeStep{{5, 1000}, {10, 1000}, {15, 1000}, {20, 1000}, {25, 1000}, {30, 400}, {35, 160}, {40, 60}}
	densitySteps = []sizeStep{{20, 200}, {25, 200}, {30, 100}}
)

const (
	sparse, dense = 0.20, 0.80
	densityStep   = 0.05
	defaultSeed   = 20_250_000
)

// experiment is the flags that growth and colors share.
type experiment struct {
	output
	seed  uint64
	scale float64
	name  string
}

// parse reads the flags and sees to it that one core is used.
func (e *experiment) parse(name, help string, args []string) error {
	flags := newFlags(name, "[flags]", help)
	flags.StringVar(&e.folder, "folder", defaultFolder, "where tables and charts go")
	flags.StringVar(&e.page, "page", defaultPage, "the page whose section is rewritten; empty leaves it alone")
	flags.Uint64Var(&e.seed, "seed", defaultSeed, "seed of the first board; the others follow, so that seeds which lie close have boards in common")
	flags.Float64Var(&e.scale, "scale", 1, "multiplies the number of boards, for a quick look")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !(e.scale > 0) {
		return fmt.Errorf("-scale is %v, expected more than 0", e.scale)
	}
	e.name = name
	runtime.GOMAXPROCS(1)
	return noArguments(flags)
}

// count scales a number of boards.
func (e *experiment) count(n int) int { return max(int(math.Round(float64(n)*e.scale)), 1) }

// publish rewrites the section of the page, unless there is none.
func (e *experiment) publish(text string) error {
	if e.page == "" {
		return nil
	}
	return e.section(e.name, text)
}

func runGrowth(ctx context.Context, args []string) error {
	var e experiment
	if err := e.parse("growth", "Solves random boards of many sizes and densities and reports how long they take.", args); err != nil {
		return err
	}
	source := provenance(ctx, "make perf-growth")
	sizes, err := e.bySize(ctx)
	if err != nil {
		return err
	}
	densities, err := e.byDensity(ctx)
	if err != nil {
		return err
	}
	if err := e.writeGrowth(sizes, densities); err != nil {
		return err
	}
	return e.publish(growthSection(source, sizes))
}

func (e *experiment) bySize(ctx context.Context) ([]row, error) {
	var rows []row
	for _, step := range sizeSteps {
		r, err := measureRow(ctx, row{side: step.side, inks: 1}, tournament(step.side, e.count(step.boards), e.seed))
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func (e *experiment) byDensity(ctx context.Context) ([]row, error) {
	var rows []row
	for _, step := range densitySteps {
		for i := range int(math.Round((dense-sparse)/densityStep)) + 1 {
			density := math.Round((sparse+float64(i)*densityStep)*100) / 100
			b := board{side: step.side, density: density, inks: 1, seed: e.seed}
			r, err := measureRow(ctx, row{side: step.side, density: density, inks: 1}, alike(b, e.count(step.boards)))
			if err != nil {
				return nil, err
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

func (e *experiment) writeGrowth(sizes, densities []row) error {
	sizeTable, err1 := csvTable(sizes)
	densityTable, err2 := csvTable(densities)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	return errors.Join(
		e.write("growth-size.csv", sizeTable),
		e.write("growth-density.csv", densityTable),
		e.svg("growth-size.svg", sizeChart(sizes)),
		e.svg("growth-density-first.svg", densityChart("First solution by density", densities, firstOf)),
		e.svg("growth-density-verdict.svg", densityChart("Verdict by density: unique or not", densities, verdictOf)),
	)
}

func sideOf(r *row) float64    { return float64(r.side) }
func densityOf(r *row) float64 { return r.density }

func sizeChart(rows []row) *chart.Chart {
	return &chart.Chart{
		Title: "Random boards by size", Subtitle: bandNote,
		X: chart.Axis{Title: "side of the board (cells)"}, Y: timeAxis(), Rules: limitRule(rows),
		Series: []chart.Series{
			{Name: "first solution", Band: true, Points: pointsOf(rows, sideOf, firstOf)},
			{Name: "unique or not", Band: true, Points: pointsOf(rows, sideOf, verdictOf)},
		},
	}
}

func densityChart(title string, rows []row, pick func(*row) *summary) *chart.Chart {
	c := &chart.Chart{
		Title: title, Subtitle: bandNote,
		X: chart.Axis{Title: "filled cells", Format: chart.Percent}, Y: timeAxis(), Rules: limitRule(rows),
	}
	for _, step := range densitySteps {
		own := rowsOf(rows, step.side)
		c.Series = append(c.Series, chart.Series{
			Name: fmt.Sprintf("%d×%d", step.side, step.side), Band: true, Points: pointsOf(own, densityOf, pick),
		})
	}
	return c
}

// rowsOf are the rows of one size.
func rowsOf(rows []row, side int) []row {
	var own []row
	for _, r := range rows {
		if r.side == side {
			own = append(own, r)
		}
	}
	return own
}

func growthSection(source string, sizes []row) string {
	return source + "\n\n![Time by size of the board](performance/growth-size.svg)\n\n" +
		markdown("side", sizes, func(r *row) string { return fmt.Sprintf("%d×%d", r.side, r.side) }) +
		"\n![Time of the first solution by density](performance/growth-density-first.svg)\n\n" +
		"![Time of the verdict by density](performance/growth-density-verdict.svg)\n\n" +
		"[growth-density.csv](performance/growth-density.csv) has the figures by density.\n"
}
