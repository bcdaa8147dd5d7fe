package generate_test

import (
	"math"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/puzzles"
	"nonogram/teach"
)

// The pack is described as it describes itself.
func TestDescribePack(t *testing.T) {
	var d generate.Describer
	for _, e := range puzzles.All() {
		p := e.Puzzle()
		got, err := d.Describe(t.Context(), p, generate.DescribeOptions{})
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
	d, err := generate.Describe(t.Context(), several, generate.DescribeOptions{})
	if err != nil || d.Status != nonogram.Multiple || d.Blocks != 4 || d.Density != 0.5 {
		t.Errorf("%+v, %v", d, err)
	}
	none := nonogram.New([][]int{{2}, {0}}, [][]int{{2}, {0}})
	d, err = generate.Describe(t.Context(), none, generate.DescribeOptions{})
	if err != nil || d.Status != nonogram.Unsolvable || d.Rating != nil {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestFilter(t *testing.T) {
	d := &generate.Description{
		Width: 10, Height: 15, Colors: 2, Density: 0.5, Status: nonogram.Unique, Rating: &teach.Rating{Level: teach.Medium},
	}
	for _, c := range []struct {
		f    generate.Filter
		want bool
	}{
		{generate.Filter{}, true},
		{generate.Filter{MinSide: 10, MaxSide: 15}, true},
		{generate.Filter{MinSide: 11}, false},
		{generate.Filter{MaxSide: 14}, false},
		{generate.Filter{MinDensity: 0.5, MaxDensity: 0.5}, true},
		{generate.Filter{MinDensity: 0.51}, false},
		{generate.Filter{MaxDensity: 0.49}, false},
		{generate.Filter{MinColors: 2, MaxColors: 2}, true},
		{generate.Filter{MinColors: 3}, false},
		{generate.Filter{MaxColors: 1}, false},
		{generate.Filter{Levels: []teach.Level{teach.Easy, teach.Medium}}, true},
		{generate.Filter{Levels: []teach.Level{teach.Easy}}, false},
		{generate.Filter{Unique: true}, true},
	} {
		if got := c.f.Wants(d); got != c.want {
			t.Errorf("%+v: %v", c.f, got)
		}
	}
	several := &generate.Description{Status: nonogram.Multiple}
	unique, easy := generate.Filter{Unique: true}, generate.Filter{Levels: []teach.Level{teach.Easy}}
	if unique.Wants(several) || easy.Wants(several) {
		t.Error("a puzzle with several solutions and no rating passes")
	}
}
