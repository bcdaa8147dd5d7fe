package generate_test

import (
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/teach"
)

// Things have the symmetry that their rule says, are neither nearly full nor nearly empty, and
// differ from seed to seed.
func TestThings(t *testing.T) {
	for rule := range generate.ThingRules {
		for _, size := range [][2]int{{14, 14}, {15, 20}, {20, 15}, {25, 25}, {30, 14}} {
			seen := map[string]bool{}
			for seed := range uint64(20) {
				g, symmetry := generate.ThingOf(rule, size[0], size[1], seed)
				if err := symmetry.Holds(g); err != nil {
					t.Errorf("rule %d, %v: %v", rule, size, err)
				}
				filled := 0
				for _, c := range g.Cells {
					if c == nonogram.Black {
						filled++
					} else if c != nonogram.Empty {
						t.Fatalf("rule %d, %v: a cell is neither black nor empty", rule, size)
					}
				}
				if share := float64(filled) / float64(len(g.Cells)); share < 0.1 || share > 0.9 {
					t.Errorf("rule %d, %v, seed %d: %.0f %% are filled", rule, size, seed, 100*share)
				}
				seen[g.String()] = true
			}
			if len(seen) < 6 {
				t.Errorf("rule %d, %v: %d pictures of 20 seeds", rule, size, len(seen))
			}
		}
	}
}

// Recipes draw things unless they ask for what things cannot have.
func TestDefaultTexture(t *testing.T) {
	hard := []teach.Level{teach.Hard}
	for name, c := range map[string]struct {
		recipe generate.Recipe
		want   generate.Texture
	}{
		"hard":    {generate.Recipe{Width: 10, Height: 10, Levels: hard}, generate.Things},
		"mirror":  {generate.Recipe{Width: 10, Height: 10, Levels: hard, Symmetry: generate.Mirror}, generate.Things},
		"density": {generate.Recipe{Width: 10, Height: 10, Levels: hard, Density: 0.5}, generate.Blobs},
		"quarter": {generate.Recipe{Width: 10, Height: 10, Levels: hard, Symmetry: generate.Quarter}, generate.Blobs},
		"small":   {generate.Recipe{Width: 7, Height: 10}, generate.Blobs},
	} {
		c.recipe.Seed, c.recipe.Count = 3, 1
		want := c.recipe
		want.Texture = c.want
		if got, want := take(t, c.recipe)[0], take(t, want)[0]; hashOf(got) != hashOf(want) {
			t.Errorf("%s: the default is not %s", name, c.want)
		}
	}
}

// The scores of things of one level and size are spread: some are made harder within the level
// than they need to be.
func TestScoresSpread(t *testing.T) {
	r := generate.Recipe{Width: 10, Height: 10, Count: 40, Levels: []teach.Level{teach.Hard}, Seed: 9, Workers: 2}
	low, high := 100.0, 0.0
	for _, m := range take(t, r) {
		low, high = min(low, m.Rating.Score), max(high, m.Rating.Score)
	}
	if high-low < 4 {
		t.Errorf("the scores go from %.1f to %.1f", low, high)
	}
}
