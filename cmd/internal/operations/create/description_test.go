package create

import (
	"math"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/generate"
	"nonogram/puzzles"
	"nonogram/solve"
	"nonogram/teach"
)

// The pack is described as it describes itself.
func TestDescribePack(t *testing.T) {
	engine := new(solve.Engine)
	for _, e := range puzzles.All() {
		p := e.Puzzle()
		got, err := describe(t.Context(), engine, p, new(operations.Bounds))
		if err != nil {
			t.Fatal(e.Name, err)
		}
		filled := 0
		for _, c := range p.Goal.Cells {
			if c != nonogram.Empty {
				filled++
			}
		}
		if got.Status != nonogram.Unique || got.Rating.Level != e.Level || math.Abs(got.Rating.Score-e.Score) > 0.051 ||
			got.Colors != len(p.Palette)-1 || got.Width != p.Width() || got.Height != p.Height() ||
			math.Abs(got.Density-float64(filled)/float64(len(p.Goal.Cells))) > 1e-9 || got.Hash != generate.HashOf(p) {
			t.Errorf("%s: %+v", e.Name, got)
		}
	}
}

func TestDescribeOthers(t *testing.T) {
	several := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	d, err := describe(t.Context(), new(solve.Engine), several, new(operations.Bounds))
	if err != nil || d.Status != nonogram.Multiple || d.Blocks != 4 || d.Density != 0.5 {
		t.Errorf("%+v, %v", d, err)
	}
	none := nonogram.New([][]int{{2}, {0}}, [][]int{{2}, {0}})
	d, err = describe(t.Context(), new(solve.Engine), none, new(operations.Bounds))
	if err != nil || d.Status != nonogram.Unsolvable || d.Rating != nil {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestFilter(t *testing.T) {
	d := &Description{
		Width: 10, Height: 15, Colors: 2, Density: 0.5, Status: nonogram.Unique, Rating: &teach.Rating{Level: teach.Medium},
	}
	for _, c := range []struct {
		f    Filter
		want bool
	}{
		{Filter{}, true},
		{Filter{Sides: Range{Low: 10, High: 15}}, true},
		{Filter{Sides: Range{Low: 11}}, false},
		{Filter{Sides: Range{High: 14}}, false},
		{Filter{Density: Range{Low: 0.5, High: 0.5}}, true},
		{Filter{Density: Range{Low: 0.51}}, false},
		{Filter{Density: Range{High: 0.49}}, false},
		{Filter{Colors: Range{Low: 2, High: 2}}, true},
		{Filter{Colors: Range{Low: 3}}, false},
		{Filter{Colors: Range{High: 1}}, false},
		{Filter{Levels: []teach.Level{teach.Easy, teach.Medium}}, true},
		{Filter{Levels: []teach.Level{teach.Easy}}, false},
		{Filter{Unique: true}, true},
	} {
		if got := c.f.Wants(d); got != c.want {
			t.Errorf("%+v: %v", c.f, got)
		}
	}
	several := &Description{Status: nonogram.Multiple}
	unique, easy := Filter{Unique: true}, Filter{Levels: []teach.Level{teach.Easy}}
	if unique.Wants(several) || easy.Wants(several) {
		t.Error("a puzzle with several solutions and no rating passes")
	}
}
