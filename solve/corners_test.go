package solve_test

import (
	"context"
	"testing"

	"nonogram"
	"nonogram/solve"
)

// stairs draws bars across and down, two cells apart.
func stairs(g *nonogram.Grid, steps, across, down, left, top int) {
	for k := range steps {
		x, y := left+2*k, top+2*(steps-1-k)
		for i := range across {
			g.Set(y, x+i, nonogram.Black)
		}
		for i := range down {
			g.Set(y+i, x+across-1, nonogram.Black)
		}
	}
}

// TestCorners finds solutions of drawings that neither dives nor proof mode find within 2,000
// conflicts: two 8-doms that share lines, and staircases.
func TestCorners(t *testing.T) {
	shared := nonogram.NewGrid(35, 35)
	stairs(shared, 8, 3, 3, 0, 0)
	stairs(shared, 8, 3, 3, 18, 18)
	long := nonogram.NewGrid(26, 26)
	stairs(long, 12, 4, 4, 0, 0)
	var e solve.Engine
	for name, g := range map[string]*nonogram.Grid{"8-doms": shared, "staircase": long} {
		for i, c := range g.Cells {
			if c != nonogram.Black {
				g.Cells[i] = nonogram.Empty
			}
		}
		for side := range 2 {
			p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
			p.Goal = nil
			if side == 1 {
				p.Rows, p.Cols = p.Cols, p.Rows
			}
			r, err := e.Solve(context.Background(), p, nonogram.Options{Budget: nonogram.Budget{Conflicts: 300}})
			if err != nil || r.Status != nonogram.Multiple {
				t.Errorf("%s, way %d: %v, %v", name, side, r, err)
			}
		}
	}
}
