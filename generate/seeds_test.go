package generate_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nonogram/generate"
	"nonogram/teach"
)

// The same recipe and seed give the same puzzles, release after release: people write
// down seeds. A change that moves one of these hashes, such as another strategy of the
// engine that a repair asks for solutions, has to say so.

var seedRecipes = []struct {
	name   string
	recipe generate.Recipe
	want   string
}{
	{"black", generate.Recipe{Width: 15, Height: 12, Texture: generate.Blobs, Levels: []teach.Level{teach.Medium}}, "fb37dd8b434d c288a72cd0d7 "},
	{"hard", generate.Recipe{Width: 10, Height: 10, Texture: generate.Blobs, Levels: []teach.Level{teach.Hard}}, "63daf94f3b65 01475ba56688 "},
	{"mirrored", generate.Recipe{Width: 14, Height: 10, Texture: generate.Blobs, Symmetry: generate.Mirror}, "40115bac53fe 7dec049740cb "},
	{"color", generate.Recipe{Width: 12, Height: 12, Texture: generate.Blobs, Colors: 3}, "b937157b9416 10424ffa0e71 "},
	{"wide", generate.Recipe{Width: 70, Height: 9, Texture: generate.Blobs, Levels: lineLevels}, "03c22671bfe3 d785bfb37895 "},
	{"things", generate.Recipe{Width: 15, Height: 12, Levels: []teach.Level{teach.Medium}}, "9b8d0fd8d3fe e1a49aea673a "},
	{"hard things", generate.Recipe{Width: 10, Height: 10, Levels: []teach.Level{teach.Hard}}, "b9a47aef52ae 679c3abb1146 "},
	{"colored things", generate.Recipe{Width: 12, Height: 12, Colors: 3}, "f19e90f2b040 e4aaa69b4adb "},
	{"wide things", generate.Recipe{Width: 70, Height: 9, Levels: lineLevels}, "9a0b957bd4ca 8c070c3749e3 "},
}

func TestRecipeSeedsStay(t *testing.T) {
	for _, c := range seedRecipes {
		c.recipe.Seed, c.recipe.Count = 16, 2
		got := ""
		for _, m := range take(t, c.recipe) {
			got += fmt.Sprintf("%x ", hashPart(m))
		}
		if got != c.want {
			t.Errorf("%s: %q, recorded is %q", c.name, got, c.want)
		}
	}
}

var seedRepairs = []struct {
	width, height, inks int
	want                string
}{
	{12, 12, 1, "42cb10df478d 3 changes, true"},
	{20, 15, 1, "86d0dd40862b 3 changes, true"},
	{10, 10, 3, "8ea8f5cb52aa 0 changes, true"},
	{66, 6, 1, "d74c598d5568 8 changes, true"},
	{65, 5, 2, "1c4c9f5cabef 10 changes, true"},
}

func TestRepairSeedsStay(t *testing.T) {
	for i, c := range seedRepairs {
		p := picture(rand.New(rand.NewPCG(16, uint64(i))), c.width, c.height, c.inks, 0.42)
		r, err := generate.Repair(t.Context(), p, generate.RepairOptions{Seed: 5, Work: 300_000, Levels: lineLevels})
		if err != nil {
			t.Fatal(err)
		}
		hash := generate.HashOf(r.Puzzle)
		got := fmt.Sprintf("%x %d changes, %v", hash[:6], generate.Changed(p.Goal, r.Puzzle.Goal), r.Reached)
		if got != c.want {
			t.Errorf("%d×%d in %d inks: %q, recorded is %q", c.width, c.height, c.inks, got, c.want)
		}
	}
}

func hashPart(m *generate.Made) []byte {
	h := generate.HashOf(m.Puzzle)
	return h[:6]
}
