package generate_test

import (
	"math"
	"testing"

	"nonogram"
	"nonogram/generate"
)

// areas counts the connected areas of filled cells, by sides and corners, and of empty cells,
// by sides.
func areas(g *nonogram.Grid) (filled, empty int) {
	seen := make([]bool, len(g.Cells))
	for start, c := range g.Cells {
		if seen[start] {
			continue
		}
		if c == nonogram.Empty {
			empty++
		} else {
			filled++
		}
		seen[start] = true
		for stack := []int{start}; len(stack) > 0; {
			y, x := stack[0]/g.Width, stack[0]%g.Width
			stack = stack[1:]
			for v := max(y-1, 0); v <= min(y+1, g.Height-1); v++ {
				for u := max(x-1, 0); u <= min(x+1, g.Width-1); u++ {
					i := v*g.Width + u
					if !seen[i] && g.Cells[i] == c && (c != nonogram.Empty || v == y || u == x) {
						seen[i] = true
						stack = append(stack, i)
					}
				}
			}
		}
	}
	return filled, empty
}

// outline draws a curve, given in polar coordinates around the middle, one cell wide.
func outline(width, height int, radius func(angle float64) float64) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		y, x := float64(i/width)-float64(height-1)/2, float64(i%width)-float64(width-1)/2
		g.Cells[i] = nonogram.Empty
		if off := math.Hypot(x, y) - radius(math.Atan2(y, x)); off >= -0.5 && off < 0.5 {
			g.Cells[i] = 1
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// Closed outlines stay closed and in one piece, whatever their form, though nearly all of
// their cells are open at first.
func TestRepairKeepsOutlines(t *testing.T) {
	for name, radius := range map[string]func(float64) float64{
		"circle": func(float64) float64 { return 11 },
		"egg":    func(a float64) float64 { return 9 - 2*math.Sin(a+0.4) },
		"leaf":   func(a float64) float64 { return 8 + 3*math.Cos(a-0.7) },
		"clover": func(a float64) float64 { return 9 + 2*math.Cos(3*a+0.3) },
		"heart":  func(a float64) float64 { return 9 + 1.5*math.Sin(a) + 1.5*math.Cos(2*a) },
	} {
		t.Run(name, func(t *testing.T) {
			p := outline(26, 26, radius)
			filled, empty := areas(p.Goal)
			r, err := generate.Repair(t.Context(), p, generate.RepairOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Reached || r.Before.Open == 0 {
				t.Fatalf("%+v", r)
			}
			verify(t, r.Puzzle, nil)
			if f, e := areas(r.Puzzle.Goal); f != filled || e != empty {
				t.Errorf("%d areas with %d gaps, before %d with %d:\n%v", f, e, filled, empty, r.Puzzle.Goal)
			}
		})
	}
}

// A picture that is its own mirror image stays one, unless the caller does not care.
func TestRepairKeepsMirror(t *testing.T) {
	p := outline(25, 21, func(a float64) float64 { return 8 + 2*math.Cos(2*a) })
	r, err := generate.Repair(t.Context(), p, generate.RepairOptions{})
	if err != nil || !r.Reached || generate.Changed(p.Goal, r.Puzzle.Goal) == 0 {
		t.Fatal(r, err)
	}
	if err := generate.Mirror.Holds(r.Puzzle.Goal); err != nil {
		t.Errorf("%v:\n%v", err, r.Puzzle.Goal)
	}
	free, err := generate.Repair(t.Context(), p, generate.RepairOptions{Symmetry: "none"})
	if err != nil || !free.Reached {
		t.Fatal(free, err)
	}
	if generate.Changed(p.Goal, free.Puzzle.Goal) >= generate.Changed(p.Goal, r.Puzzle.Goal) {
		t.Errorf("%d cells changed without the symmetry, %d with it", generate.Changed(p.Goal, free.Puzzle.Goal), generate.Changed(p.Goal, r.Puzzle.Goal))
	}
}

// Breaks is how many connected areas come or go around a cell, for all surroundings.
func TestBreaks(t *testing.T) {
	for around := range 256 {
		g := nonogram.NewGrid(3, 3)
		k := 0
		for i := range g.Cells {
			g.Cells[i] = nonogram.Empty
			if i != 4 {
				g.Cells[i] = nonogram.Color(around >> k & 1)
				k++
			}
		}
		parts, _ := areas(g)
		want := max(parts, 1) - min(parts, 1)
		if sides := [4]int{1, 3, 5, 7}; g.Cells[sides[0]]+g.Cells[sides[1]]+g.Cells[sides[2]]+g.Cells[sides[3]] == 4 {
			want = 1 // a hole
		}
		if got := generate.Breaks(g, 4, 1); got != want {
			t.Errorf("%d, want %d:\n%v", got, want, g)
		}
	}
}

// Dents are bumps on straight edges, not ends of lines or corners.
func TestDents(t *testing.T) {
	for rows, want := range map[string]bool{
		"......###": true, "#..#..#..": true,
		"......##.": false, ".......#.": false, "#..#..###": false, ".........": false,
	} {
		g := nonogram.NewGrid(3, 3)
		for i, r := range rows {
			g.Cells[i] = nonogram.Empty
			if r == '#' {
				g.Cells[i] = 1
			}
		}
		if got := generate.Dents(g, 4, 1); got != want {
			t.Errorf("%s: %v", rows, got)
		}
	}
}
