package eye

import (
	"math"
	"math/rand/v2"
	"testing"
)

// tilted is where a place on a page is in a picture of it.
func tilted(u, v float64) (x, y float64) {
	w := 1 + .002*u + .003*v
	return (60 + 21*u + 1.5*v) / w, (50 - 1.2*u + 20*v) / w
}

// one is a number that is surely there.
func one(u, v float64, value int) Number {
	x, y := tilted(u, v)
	n := Number{Spot: Spot{x, y, .9}, Turned: [3]float64{1}}
	n.Values[value] = 1
	return n
}

// page is what an eye sees of a board with its top left at 4, 3: most of the cells, none quite at
// its place, some that are not there, and in each line the numbers 1 and 2.
func page(w, h int) *View {
	r := rand.New(rand.NewPCG(5, 6))
	v := &View{Scale: 1}
	for j := range h {
		for i := range w {
			if r.Float64() < .9 {
				x, y := tilted(4.5+float64(i)+r.NormFloat64()*.03, 3.5+float64(j)+r.NormFloat64()*.03)
				v.Cells = append(v.Cells, Spot{x, y, .5 + r.Float64()*.4})
			}
		}
	}
	for range 12 {
		v.Cells = append(v.Cells, Spot{r.Float64() * 500, r.Float64() * 500, .3})
	}
	for j := range h {
		v.Numbers = append(v.Numbers, one(3.6, 3.5+float64(j), 2), one(2.8, 3.5+float64(j), 1))
	}
	for i := range w {
		v.Numbers = append(v.Numbers, one(4.5+float64(i), 2.6, 2), one(4.5+float64(i), 1.8, 1))
	}
	return v
}

func TestBoards(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {5, 9}, {20, 15}, {40, 30}} {
		v := page(size[0], size[1])
		v.Numbers = append(v.Numbers, one(-3, 5.5, 7)) // far from the clue: hardly part of it
		boards := Boards(v, v)
		if len(boards) == 0 {
			t.Fatalf("%v: no board", size)
		}
		b := boards[0]
		if b.Width != size[0] || b.Height != size[1] {
			t.Fatalf("%v: found a board of %d × %d", size, b.Width, b.Height)
		}
		for _, corner := range [4][2]float64{{0, 0}, {float64(size[0]), 0}, {0, float64(size[1])}, {float64(size[0]), float64(size[1])}} {
			x, y := b.At(corner[0], corner[1])
			wantX, wantY := tilted(4+corner[0], 3+corner[1])
			if math.Hypot(x-wantX, y-wantY) > 6 {
				t.Errorf("%v: found corner %v at %.0f, %.0f, expected %.0f, %.0f", size, corner, x, y, wantX, wantY)
			}
		}
		for k, lines := range [2][][]Number{b.Rows, b.Columns} {
			for q, line := range lines {
				far := k == 0 && q == 2
				if far {
					if len(line) != 3 || line[0].Values[7] != 1 || line[0].There > .5 {
						t.Errorf("%v: a number far from row 3 is surely part of it: %d numbers", size, len(line))
					}
					line = line[1:]
				}
				if len(line) != 2 || line[0].Values[1] != 1 || line[1].Values[2] != 1 {
					t.Errorf("%v: side %d, line %d: found %d numbers, expected 1 and 2", size, k, q, len(line))
				}
			}
		}
	}
}

// Cells without numbers are less of a board than with them, and cells by chance are none.
func TestBoardsWithoutPuzzle(t *testing.T) {
	bare := page(10, 10)
	with := Boards(bare)[0].Fit
	bare.Numbers = nil
	if without := Boards(bare)[0].Fit; without > with-2 {
		t.Errorf("a board without numbers fits as %.2f, with them as %.2f", without, with)
	}
	r := rand.New(rand.NewPCG(7, 8))
	chance := &View{Scale: 1}
	for range 300 {
		chance.Cells = append(chance.Cells, Spot{r.Float64() * 600, r.Float64() * 600, r.Float64()})
	}
	for _, b := range Boards(chance) {
		if b.Fit > with-2 {
			t.Errorf("found a board of %d × %d among cells by chance, which fits as %.2f", b.Width, b.Height, b.Fit)
		}
	}
	if list := Boards(&View{Scale: 1}); len(list) > 0 {
		t.Error("found a board where there is nothing")
	}
}
