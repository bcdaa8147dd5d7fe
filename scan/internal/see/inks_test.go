package see

import (
	"image/color"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/pages"
	"nonogram/scan/internal/glyph"
)

// Boards with several inks, marks and chips.

// Cells without lines, on a page that has faded, are found by the look for faint lines.
func TestFaint(t *testing.T) {
	page := pages.Page{
		Puzzle: pages.Puzzle(3, 10, 10, 0), Seed: 1,
		Style:  pages.Style{Face: pages.Plain(), Cell: 45, Rounded: true, Size: .56, Pitch: .95},
		Camera: pages.Camera{TiltX: 8, Margin: .08, Light: .3, Blur: .6, Noise: 5, Fade: .3, Quality: 70},
	}
	s := sightOf(t, &page)
	if s.Width != 10 || s.Height != 10 {
		t.Fatalf("found %d × %d cells, expected 10 × 10", s.Width, s.Height)
	}
	for _, line := range compare(s, page.Puzzle) {
		t.Error(line)
	}
}

// A gap that may be one or none gives both readings; the width says which is likelier.
func TestJoined(t *testing.T) {
	s := spelling{size: 20, digits: 2, gap: 8}
	look := func(p *part) (scores glyph.Scores) {
		for k := range scores {
			scores[k] = -20
		}
		scores[1+p.x0%10] = 0
		return scores
	}
	for x, want := range map[int]string{13: "14", 33: "1 4"} {
		shares := map[string]float64{}
		s.spell([]part{{x1: 10, y1: 20}, {x0: x, x1: x + 10, y1: 20}}, look, 1, shares)
		other := map[string]string{"14": "1 4", "1 4": "14"}[want]
		if shares[want] < 10*shares[other] || shares[other] == 0 {
			t.Errorf("%d pixels apart: found %v, expected %q rather than %q, and both", x-10, shares, want, other)
		}
	}
}

// Numbers have the color that they are printed in.
func TestInks(t *testing.T) {
	p := pages.Puzzle(3, 10, 10, 2)
	s, err := look(photograph(t, p, pages.Style{Cell: 36}, pages.Camera{TiltX: 8, Margin: .08, Light: .3, Blur: .4, Quality: 85}))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Palette) != len(p.Palette) {
		t.Fatalf("found %d colors, expected %d", len(s.Palette), len(p.Palette))
	}
	paired := map[int]nonogram.Color{1: nonogram.Black}
	for i, line := range s.Rows {
		if len(line) != len(p.Rows[i]) {
			t.Fatalf("row %d: found %d numbers, expected %d", i, len(line), len(p.Rows[i]))
		}
		for k, n := range line {
			want, seen := p.Rows[i][k].Color, n.Choices[0].Color
			if _, known := paired[seen]; !known {
				paired[seen] = want
			}
			if paired[seen] != want {
				t.Errorf("row %d, number %d: found color %d, expected %d", i, k, seen, want)
			}
		}
	}
}

// Numbers on chips are parted by them, in two colors or in one, and as wide as they are.
func TestChips(t *testing.T) {
	clues := make([]nonogram.Clue, 12)
	for k := range clues {
		clues[k] = nonogram.Clue{{Length: 10, Color: 1}, {Length: 1, Color: 1}, {Length: 1 + k%9, Color: 2}, {Length: 10, Color: 2}}
	}
	p := &nonogram.Puzzle{Palette: pages.Puzzle(3, 5, 5, 1).Palette, Rows: clues, Cols: clues}
	page := pages.Page{
		Puzzle: p, Seed: 1, Style: pages.Style{Face: pages.Plain(), Cell: 27, Size: .6, Pitch: .85, Chips: true},
		Camera: pages.Camera{TiltX: 8, TiltY: -6, Margin: .06, Light: .2, Blur: .5, Noise: 3, Quality: 80},
	}
	s := sightOf(t, &page)
	for i, line := range slices.Concat(s.Rows, s.Columns) {
		var got nonogram.Clue
		for _, n := range line {
			for _, v := range n.Choices[0].Values {
				got = append(got, nonogram.Block{Length: v, Color: nonogram.Color(n.Choices[0].Color)})
			}
		}
		if want := clues[i%len(clues)]; !slices.Equal(got, want) {
			t.Errorf("line %d: found %v, expected %v", i, got, want)
		}
	}
}

// Digits as close as those of one number are two numbers on two chips, whatever their colors.
func TestByChip(t *testing.T) {
	const width, pitch = 204, 34
	c := &canvas{scale: 40, plane: plane{w: width}, y1: 1, grounds: &grounds{rows: []ground{{colors: slices.Repeat([]color3{{.3, .3, .3}}, width), paper: color3{.9, .9, .9}}}}}
	for x := range width {
		switch {
		case x%pitch < 2:
			c.grounds.rows[0].colors[x] = color3{.5, .5, .5}
		case x/pitch == 3:
			c.grounds.rows[0].colors[x] = color3{.8, .3, .3}
		}
	}
	for _, test := range []struct{ middles, want []int }{
		{[]int{183, 149, 115, 81}, []int{1, 1, 1, 1}},
		{[]int{179, 195, 149, 115}, []int{1, 1, 2}},
		{[]int{183, 146, 162, 115, 81}, []int{1, 1, 2, 1}},
	} {
		var strip []blob
		for _, x := range test.middles {
			strip = append(strip, blob{x0: x - 7, x1: x + 7, y1: 22, area: 120})
		}
		var got []int
		for _, n := range c.byChip(strip) {
			got = append(got, len(n))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("digits at %v: found numbers of %v digits, expected %v", test.middles, got, test.want)
		}
	}
}

// A board and the same with lines beside it are two boards, so that one found later keeps its
// place after them.
func TestDistinct(t *testing.T) {
	board := func(n int, wide bool) *sighting { return &sighting{mesh: newMesh(n, n), wide: wide} }
	a, wider, b := board(5, false), board(5, true), board(9, false)
	if got := distinct([]*sighting{a, wider, board(5, false), b}); !slices.Equal(got, []*sighting{a, wider, b}) {
		t.Errorf("found %d boards, expected 3 in their order", len(got))
	}
}

// The color of a chip differs between rows and columns where light falls on a page at an angle.
// These are the chips of an ice cream in red, pink and brown, photographed from the side: the
// reds, one in the rows and one in the columns, are the same ink.
func TestHalvesOfAnInk(t *testing.T) {
	line := func(colors ...[3]float64) (list []Number) {
		for _, c := range colors {
			for ch := range c {
				c[ch] /= 255
			}
			list = append(list, Number{ink: ink{light: c, amount: 1, chip: true}, Choices: []Choice{{Values: []int{1}}}})
		}
		return list
	}
	s := &Sight{
		Rows: [][]Number{
			line([3]float64{197, 48, 47}), line([3]float64{229, 113, 161}), line([3]float64{230, 112, 159}),
			line([3]float64{134, 89, 42}), line([3]float64{138, 89, 43}),
		},
		Columns: [][]Number{
			line([3]float64{232, 111, 161}), line([3]float64{228, 111, 158}, [3]float64{139, 89, 42}),
			line([3]float64{213, 39, 40}, [3]float64{232, 110, 161}, [3]float64{136, 90, 40}),
			line([3]float64{232, 111, 161}, [3]float64{135, 88, 43}), line([3]float64{225, 115, 159}),
		},
		Palette: []color.RGBA{{255, 255, 255, 255}, {0, 0, 0, 255}},
	}
	p := s.decideInks(false)
	if p.paint(s); len(s.Palette) != 4 {
		t.Fatalf("found %d inks, expected 3: %v", len(s.Palette)-1, s.Palette)
	}
	if row, column := &s.Rows[0][0], &s.Columns[2][0]; row.Choices[0].Color != column.Choices[0].Color || row.Foreign > .01 {
		t.Errorf("the reds are %v and %v, and are none of the inks by %.3f", row.Choices, column.Choices, row.Foreign)
	}
	green := line([3]float64{40, 160, 60})
	if p.color(&green[0]); green[0].Foreign < .5 {
		t.Errorf("green is none of the inks by %.3f", green[0].Foreign)
	}
}
