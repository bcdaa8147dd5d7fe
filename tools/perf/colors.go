package main

import (
	"context"
	"errors"
	"fmt"

	"nonogram/internal/chart"
)

// How cost grows with colors: boards of random cells, half of them filled, each
// filled cell with an ink by chance. More inks say more about where a block is,
// and make more literals and longer messages.

var colorSteps = []sizeStep{{15, 200}, {20, 200}, {30, 100}}

const (
	maxInks      = 8
	colorDensity = 0.5
)

func runColors(ctx context.Context, args []string) error {
	var e experiment
	if err := e.parse("colors", "Solves random color boards and reports how long they take.", args); err != nil {
		return err
	}
	source := provenance(ctx, "make perf-colors")
	var rows []row
	for _, step := range colorSteps {
		for inks := 1; inks <= maxInks; inks++ {
			b := board{side: step.side, density: colorDensity, inks: inks, seed: e.seed}
			r, err := measureRow(ctx, row{side: step.side, density: colorDensity, inks: inks}, alike(b, e.count(step.boards)))
			if err != nil {
				return err
			}
			rows = append(rows, r)
		}
	}
	table, err := csvTable(rows)
	if err := errors.Join(err, e.write("colors.csv", table), e.svg("colors.svg", colorChart(rows))); err != nil {
		return err
	}
	return e.publish(colorSection(source))
}

func inksOf(r *row) float64 { return float64(r.inks) }

// colorChart shows the verdicts; first solutions take nearly as long, and six
// lines would hide each other.
func colorChart(rows []row) *chart.Chart {
	c := &chart.Chart{
		Title: "Random color boards by number of inks: unique or not", Subtitle: bandNote,
		X: chart.Axis{Title: "inks"}, Y: timeAxis(), Rules: limitRule(rows),
	}
	for _, step := range colorSteps {
		c.Series = append(c.Series, chart.Series{
			Name: fmt.Sprintf("%d×%d", step.side, step.side), Band: true, Points: pointsOf(rowsOf(rows, step.side), inksOf, verdictOf),
		})
	}
	return c
}

func colorSection(source string) string {
	return source + "\n\n![Time by number of inks](performance/colors.svg)\n\n[colors.csv](performance/colors.csv) has the figures.\n"
}
