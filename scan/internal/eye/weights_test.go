package eye

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// The weights mean here what they meant where they were trained: tools/eye/train.py noted what
// they say of a picture that is made by a rule.
func TestWeights(t *testing.T) {
	data, err := os.ReadFile("weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	n, err := New(data)
	if err != nil {
		t.Fatal(err)
	}
	note, err := os.ReadFile("testdata/weights.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		There []float64 // numbers, then cells
		At    [][2]int  // y, x
		Read  [][]float64
	}
	if err := json.Unmarshal(note, &want); err != nil {
		t.Fatal(err)
	}
	const side = 96
	picture := newGrid(side, side, 3)
	for y := range side {
		for x := range side {
			for c := range 3 {
				picture.at(x, y)[c] = float32((x*x/3+y*7+x/9*(y/11)*31+c*40)%256)/255 - .5
			}
		}
	}
	s, err := n.watch(t.Context(), picture, &room{})
	if err != nil {
		t.Fatal(err)
	}
	compare := func(what string, got float32, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > 1e-3 {
			t.Errorf("%s: %v, expected %v", what, got, want)
		}
	}
	for i, v := range want.There {
		kind, place := i/(s.there.w*s.there.h), i%(s.there.w*s.there.h)
		compare("there", s.there.at(place%s.there.w, place/s.there.w)[kind], v)
	}
	for i, at := range want.At {
		read := n.read(s, at[1], at[0])
		for k, v := range want.Read[i] {
			compare("read", read[k], v)
		}
	}
	if len(want.There) != 2*side*side/16 || len(want.At) != 5 {
		t.Errorf("found %d and %d values to compare", len(want.There), len(want.At))
	}
}
