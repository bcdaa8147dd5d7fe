package generate_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"nonogram"
	"nonogram/generate"
	"nonogram/teach"
)

// take makes all puzzles of a recipe.
func take(t testing.TB, r generate.Recipe) []*generate.Made {
	t.Helper()
	puzzles, err := r.Puzzles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var list []*generate.Made
	for m, err := range puzzles {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func hardest(t teach.Technique) *teach.Technique { return &t }

func TestRecipes(t *testing.T) {
	for name, r := range map[string]generate.Recipe{
		"any":       {Width: 10, Height: 10, Count: 5},
		"trivial":   {Width: 10, Height: 10, Count: 5, Levels: []teach.Level{teach.Trivial}},
		"easy":      {Width: 12, Height: 8, Count: 5, Levels: []teach.Level{teach.Easy}},
		"medium":    {Width: 15, Height: 15, Count: 5, Levels: []teach.Level{teach.Medium}},
		"hard":      {Width: 10, Height: 10, Count: 3, Levels: []teach.Level{teach.Hard}},
		"things":    {Width: 16, Height: 14, Count: 6, Levels: []teach.Level{teach.Medium, teach.Hard}},
		"very hard": {Width: 10, Height: 10, Count: 3, Levels: []teach.Level{teach.VeryHard}},
		"noise":     {Width: 10, Height: 10, Count: 3, Texture: generate.Noise, Levels: lineLevels},
		"mirror":    {Width: 11, Height: 9, Count: 3, Symmetry: generate.Mirror},
		"mirrors":   {Width: 12, Height: 10, Count: 3, Symmetry: generate.Mirrors},
		"rotation":  {Width: 10, Height: 10, Count: 3, Symmetry: generate.Rotation, Levels: []teach.Level{teach.Medium}},
		"quarter":   {Width: 11, Height: 11, Count: 3, Symmetry: generate.Quarter},
		"density":   {Width: 12, Height: 12, Count: 5, Density: 0.5},
		"color":     {Width: 10, Height: 10, Count: 5, Colors: 3, Levels: []teach.Level{teach.Easy, teach.Medium}},
		"color too": {Width: 8, Height: 8, Count: 3, Colors: 5, Density: 0.6},
		"glue":      {Width: 8, Height: 8, Count: 3, Hardest: hardest(techniqueOf("glue"))},
		"squeezing": {Width: 8, Height: 8, Count: 2, Hardest: hardest(techniqueOf("squeezing"))},
		"supposing": {Width: 8, Height: 8, Count: 2, Hardest: hardest(techniqueOf("edge-contradiction"))},
		"tiny":      {Width: 3, Height: 3, Count: 2},
	} {
		t.Run(name, func(t *testing.T) {
			r.Seed = 11
			seen := map[generate.Hash]bool{}
			for i, m := range take(t, r) {
				verify(t, m.Puzzle, r.Levels)
				hash := generate.HashOf(m.Puzzle)
				if m.Puzzle.ID != fmt.Sprint(i+1) || seen[hash] {
					t.Errorf("puzzle %d has the id %s and the hash %v, seen before: %v", i+1, m.Puzzle.ID, hash, seen[hash])
				}
				seen[hash] = true
				checkRecipe(t, &r, m)
			}
			if len(seen) != r.Count {
				t.Errorf("%d puzzles, want %d", len(seen), r.Count)
			}
		})
	}
}

func checkRecipe(t *testing.T, r *generate.Recipe, m *generate.Made) {
	t.Helper()
	g := m.Puzzle.Goal
	filled := 0
	inks := map[nonogram.Color]bool{}
	for _, c := range g.Cells {
		if c != nonogram.Empty {
			filled++
			inks[c] = true
		}
	}
	if g.Width != r.Width || g.Height != r.Height || len(inks) != max(1, r.Colors) {
		t.Errorf("%d × %d cells with %d inks", g.Width, g.Height, len(inks))
	}
	if share := float64(filled) / float64(len(g.Cells)); r.Density > 0 && (share < r.Density-0.05 || share > r.Density+0.05) {
		t.Errorf("%.2f filled, want %.2f", share, r.Density)
	}
	if r.Hardest != nil {
		rating, err := teach.Rate(t.Context(), m.Puzzle, teach.Options{})
		if err != nil || rating.Facts.Hardest != *r.Hardest {
			t.Errorf("it needs %v (%v), want %v", rating.Facts.Hardest, err, *r.Hardest)
		}
	}
	if !symmetric(g, r.Symmetry) {
		t.Errorf("%v is lost:\n%v", r.Symmetry, g)
	}
}

// The number of workers changes nothing, and a seed everything.
func TestRecipeIsRepeatable(t *testing.T) {
	r := generate.Recipe{Width: 10, Height: 10, Count: 12, Levels: []teach.Level{teach.Medium}, Seed: 1}
	want := take(t, r)
	for _, workers := range []int{2, 5} {
		r.Workers = workers
		if got := take(t, r); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers make other puzzles", workers)
		}
	}
	r.Seed = 2
	if got := take(t, r); hashOf(got[0]) == hashOf(want[0]) {
		t.Error("another seed begins with the same puzzle")
	}
}

// Known puzzles do not come again.
func TestRecipeAvoidsKnown(t *testing.T) {
	r := generate.Recipe{Width: 8, Height: 8, Count: 4, Seed: 6}
	first := take(t, r)
	r.Known = map[generate.Hash]bool{hashOf(first[0]): true, hashOf(first[2]): true}
	got := take(t, r)
	if hashOf(got[0]) != hashOf(first[1]) || hashOf(got[1]) != hashOf(first[3]) {
		t.Error("the known puzzles were not left out")
	}
}

// There are only so many puzzles of 2×2, which the recipe has to admit.
func TestRecipeRunsShort(t *testing.T) {
	r := generate.Recipe{Width: 2, Height: 2, Count: 50, Attempts: 4, Workers: 2}
	attempts := 0
	r.Progress = func(_, n int) { attempts = n }
	puzzles, err := r.Puzzles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	var short error
	for m, err := range puzzles {
		if m != nil {
			made++
		} else if short = err; !errors.Is(err, generate.ErrAttempts) {
			t.Fatal(err)
		}
	}
	if want := fmt.Sprintf("found only %d of 50 puzzles in 200 attempts", made); short == nil || short.Error() != want || attempts != 200 {
		t.Errorf("%+v after %d puzzles and %d attempts", short, made, attempts)
	}
}

func TestRecipeStops(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		puzzles, err := generate.Recipe{Width: 10, Height: 10, Count: 1000, Workers: workers}.Puzzles(ctx)
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		var last error
		for _, err := range puzzles {
			if made++; made == 3 {
				cancel()
			}
			last = err
		}
		if !errors.Is(last, context.Canceled) || made > 10 {
			t.Errorf("%d workers: %v after %d", workers, last, made)
		}
		for range puzzles { // a walk that is left early, on a context that has ended
			break
		}
	}
}

func TestRecipeParameters(t *testing.T) {
	for name, r := range map[string]generate.Recipe{
		"count":    {Width: 5, Height: 5},
		"density":  {Width: 5, Height: 5, Count: 1, Density: 1.5},
		"colors":   {Width: 5, Height: 5, Count: 1, Colors: 99},
		"texture":  {Width: 5, Height: 5, Count: 1, Texture: "nine"},
		"attempts": {Width: 5, Height: 5, Count: 1, Attempts: -1},
		"levels":   {Width: 5, Height: 5, Count: 1, Levels: []teach.Level{50}},
		"hardest":  {Width: 5, Height: 5, Count: 1, Levels: []teach.Level{teach.Hard}, Hardest: hardest(techniqueOf("glue"))},
		"symmetry": {Width: 5, Height: 6, Count: 1, Symmetry: generate.Quarter},
	} {
		_, err := r.Puzzles(t.Context())
		var param *generate.ParamError
		if !errors.As(err, &param) || param.Param != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, r := range []generate.Recipe{
		{Width: 7, Height: 20, Count: 1, Texture: generate.Things}, {Width: 9, Height: 9, Count: 1, Texture: generate.Things, Symmetry: generate.Quarter},
	} {
		if _, err := r.Puzzles(t.Context()); err == nil {
			t.Errorf("things of %d × %d cells with symmetry %q are accepted", r.Width, r.Height, r.Symmetry)
		}
	}
	if _, err := (generate.Recipe{Width: 0, Height: 5, Count: 1}).Puzzles(t.Context()); err == nil {
		t.Error("a puzzle without columns is accepted")
	}
}

// BenchmarkMedium15 makes medium puzzles of 15×15 from blobs, of which 1,000 in 30 s on two
// cores are promised. Every one is verified by the recipe itself.
func BenchmarkMedium15(b *testing.B) {
	r := generate.Recipe{Width: 15, Height: 15, Texture: generate.Blobs, Count: b.N, Levels: []teach.Level{teach.Medium}, Seed: 7, Workers: 2}
	if n := len(take(b, r)); n != b.N {
		b.Fatalf("%d puzzles, want %d", n, b.N)
	}
}

func ExampleRecipe() {
	recipe := generate.Recipe{Width: 8, Height: 8, Count: 1, Levels: []teach.Level{teach.Easy}, Symmetry: generate.Mirror, Seed: 3}
	puzzles, err := recipe.Puzzles(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, err := range puzzles {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(m.Rating.Status, m.Rating.Level, symmetric(m.Puzzle.Goal, generate.Mirror))
	}
	// Output:
	// unique easy true
}

// techniqueOf finds a technique by its ID.
func techniqueOf(id string) (t teach.Technique) {
	if err := t.UnmarshalText([]byte(id)); err != nil {
		panic(err)
	}
	return t
}

func hashOf(m *generate.Made) generate.Hash { return generate.HashOf(m.Puzzle) }

// lineLevels are the levels for which line solving suffices.
var lineLevels = []teach.Level{teach.Trivial, teach.Easy, teach.Medium}
