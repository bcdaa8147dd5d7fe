package generate

// Triddlers at random and of images.

import (
	"errors"
	"image"
	"image/color"
	"slices"
	"testing"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

func hexagon(t *testing.T, side int) *nonogram.Shape {
	t.Helper()
	s, err := nonogram.Triddler([6]int{side, side, side, side, side, side})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRandomTriddlers makes triddlers of all textures and of some levels and holds them against the engine.
func TestRandomTriddlers(t *testing.T) {
	for name, r := range map[string]Recipe{
		"blobs":   {Shape: hexagon(t, 5), Count: 30},
		"colors":  {Shape: hexagon(t, 6), Count: 10, Colors: 3, Density: 0.6},
		"noise":   {Shape: hexagon(t, 4), Count: 10, Texture: Noise},
		"medium":  {Shape: hexagon(t, 5), Count: 2, Levels: []teach.Level{teach.Medium}, Attempts: 2000},
		"trivial": {Shape: hexagon(t, 7), Count: 5, Levels: []teach.Level{teach.Trivial}},
	} {
		attempts := 0
		r.Progress = func(_, n int) { attempts = n }
		list, err := r.Puzzles(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		made := 0
		for m, err := range list {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			made++
			result, err := solve.Solve(t.Context(), m.Puzzle, nonogram.Options{Limit: 2})
			if err != nil || result.Status != nonogram.Unique || !result.Solutions[0].Equal(m.Puzzle.Goal) {
				t.Errorf("%s: %v, %v", name, result, err)
			}
			if len(r.Levels) > 0 && m.Rating.Level != r.Levels[0] || r.Colors > 0 && len(m.Puzzle.Palette) != r.Colors+1 {
				t.Errorf("%s: %v with %d colors", name, m.Rating, len(m.Puzzle.Palette))
			}
		}
		if made != r.Count {
			t.Errorf("%s: %d made, expected %d", name, made, r.Count)
		}
		t.Logf("%s: %d in %d attempts", name, made, attempts)
	}
}

// TestTriddlerOfImage draws a ring, whose cells are those whose middle is in it.
func TestTriddlerOfImage(t *testing.T) {
	s := hexagon(t, 8)
	const side = 400
	img := image.NewGray(image.Rect(0, 0, side*115/100, side))
	in := func(x, y float64) bool { // from the middle, in pixels
		d := x*x + y*y
		return d > 70*70 && d < 150*150
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			img.SetGray(x, y, color.Gray{255})
			if in(float64(x-img.Rect.Dx()/2), float64(y-side/2)) {
				img.SetGray(x, y, color.Gray{0})
			}
		}
	}
	p, doubt, err := FromImage(t.Context(), img, ImageOptions{Shape: s, Fit: Stretch})
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for cell, c := range p.Goal.Cells {
		if !s.Has(cell) {
			if c != nonogram.Empty || doubt[cell] != 0 {
				t.Fatalf("cell %d is outside and has color %d, doubt %v", cell, c, doubt[cell])
			}
			continue
		}
		row, col := cell/s.Width, cell%s.Width
		down := 1.0 / 3
		if s.Up(row, col) {
			down = 2.0 / 3
		}
		x := (float64(col+1)/float64(s.Width+1) - 0.5) * float64(img.Rect.Dx())
		y := ((float64(row)+down)/float64(s.Height) - 0.5) * side
		if in(x, y) != (c == nonogram.Black) {
			wrong++
		}
	}
	if wrong > s.Count/60 {
		t.Errorf("%d of %d cells are not those of the ring\n%s", wrong, s.Count, p.Goal)
	}
	r, err := Repair(t.Context(), p, RepairOptions{Doubt: doubt})
	if err != nil || !r.Reached {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRepairTriddler repairs pictures with several solutions, and changes no cell of one with a single one.
func TestRepairTriddler(t *testing.T) {
	s := hexagon(t, 2)
	several := 0
	for number := range 40 {
		g := s.NewGrid()
		for cell := range g.Cells {
			if g.Cells[cell] = nonogram.Empty; s.Has(cell) && (cell*7+number*number)%5 < 1 {
				g.Cells[cell] = nonogram.Black
			}
		}
		p := redrawn(&nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Shape: s}, g)
		for most := range 3 {
			r, err := Repair(t.Context(), p, RepairOptions{MaxChanges: most + 1})
			changes := 0
			for cell, c := range r.Puzzle.Goal.Cells {
				if c != g.Cells[cell] {
					changes++
				}
			}
			if err != nil || changes > most+1 || !r.Reached && r.Stopped != nonogram.StopStalled {
				t.Errorf("picture %d: %d changes, at most %d, %s, %v", number, changes, most+1, r.Stopped, err)
			}
		}
		r, err := Repair(t.Context(), p, RepairOptions{MaxChanges: 10})
		if err != nil {
			t.Fatal(err)
		}
		if r.Before.Status == nonogram.Multiple {
			several++
		} else if !r.Puzzle.Goal.Equal(g) {
			t.Errorf("picture %d has one solution and was changed", number)
		}
		result, err := solve.Solve(t.Context(), r.Puzzle, nonogram.Options{Limit: 2})
		if err != nil || (result.Status == nonogram.Unique) != r.Reached {
			t.Errorf("picture %d: %v, %v, reached %v", number, result, err, r.Reached)
		}
		if !r.Reached {
			t.Errorf("picture %d is not repaired: %s", number, r.Stopped)
		}
	}
	if several < 5 {
		t.Errorf("only %d pictures had several solutions", several)
	}
}

// What a triddler cannot have is refused by name.
func TestTriddlerOptions(t *testing.T) {
	s := hexagon(t, 3)
	for param, r := range map[string]Recipe{
		"symmetry": {Shape: s, Count: 1, Symmetry: Mirror}, "texture": {Shape: s, Count: 1, Texture: Things}, "hide_lines": {Shape: s, Count: 1, HideLines: 1},
	} {
		var e *ParamError
		if _, err := r.Puzzles(t.Context()); !errors.As(err, &e) || e.Param != param {
			t.Errorf("%s: %v", param, err)
		}
	}
	img := image.NewGray(image.Rect(0, 0, 20, 20))
	for param, o := range map[string]ImageOptions{"symmetry": {Shape: s, Symmetry: Mirror}, "specks": {Shape: s, Specks: 1}} {
		var e *ParamError
		if _, _, err := FromImage(t.Context(), img, o); !errors.As(err, &e) || e.Param != param {
			t.Errorf("%s: %v", param, err)
		}
	}
}

// TestNearby: triangles that share a side are on two lines together, and one of them points up.
func TestNearby(t *testing.T) {
	s := hexagon(t, 3)
	inner := 0
	for cell := range s.Of {
		list := nearby(s, cell)
		if !s.Has(cell) {
			if list != nil {
				t.Errorf("cell %d is outside and has the neighbors %v", cell, list)
			}
			continue
		}
		if len(list) == 4 {
			inner++
		}
		for _, near := range list[1:] {
			shared := 0
			for _, p := range s.Of[cell] {
				if s.At(int(p.Line), near) >= 0 {
					shared++
				}
			}
			if shared != 2 || s.Up(cell/s.Width, cell%s.Width) == s.Up(near/s.Width, near%s.Width) || !slices.Contains(nearby(s, near), cell) {
				t.Errorf("cells %d and %d share %d lines", cell, near, shared)
			}
		}
	}
	if inner != 36 { // of 54 cells 18 are at a side of the board
		t.Errorf("%d cells have three neighbors, expected 36", inner)
	}
}

// TestRepairDoubt: of two cells in which solutions differ, the one in doubt changes.
func TestRepairDoubt(t *testing.T) {
	s := hexagon(t, 2)
	g := s.NewGrid()
	for cell := range g.Cells {
		g.Cells[cell] = nonogram.Empty
	}
	g.Cells[s.Lines[0][1]], g.Cells[s.Lines[3][3]] = nonogram.Black, nonogram.Black
	p := redrawn(&nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Shape: s}, g)
	_, other := stateOf(t.Context(), p, 1000)
	if other == nil {
		t.Fatal("the picture has one solution")
	}
	for cell := range g.Cells {
		if other.Cells[cell] == g.Cells[cell] {
			continue
		}
		doubt := make([]float64, len(g.Cells))
		doubt[cell] = 0.5
		r, err := Repair(t.Context(), p, RepairOptions{Doubt: doubt, MaxChanges: 1})
		if err != nil || r.Puzzle.Goal.Cells[cell] == g.Cells[cell] {
			t.Errorf("cell %d is in doubt and stays, %v", cell, err)
		}
	}
}
