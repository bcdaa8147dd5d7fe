package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"

	"nonogram"
	"nonogram/internal/plural"
	"nonogram/teach"
)

// Random puzzles: a random picture (things.go, texture.go) is changed until it is unique and of a
// wanted level (climb.go), and verified by the engine and package teach. An attempt that
// takes too long is given up, and the next one starts with the next seed.
//
// The result of an attempt depends on its number and the recipe only. Workers run attempts
// in parallel; results are taken in order, so that the number of workers does not matter.
//
// Cost: see docs/generating.md; about 0.1 s for a medium puzzle of 15×15.

// Recipe describes random puzzles.
type Recipe struct {
	Width, Height int
	// Shape, if not nil, is the board of triddlers, in place of the size. They have blobs or noise,
	// no symmetry and nothing hidden.
	Shape *nonogram.Shape
	Count int
	// Levels are those allowed; nil allows all.
	Levels []teach.Level
	// Hardest, if not nil, is the hardest technique that each puzzle needs, for practice.
	// If Levels is empty, the levels of the technique are used.
	Hardest *teach.Technique
	// Density is the wanted share of filled cells, within 0.05; 0 means any.
	Density float64
	// Colors is the number of inks; 0 means 1, which is black.
	Colors   int
	Symmetry Symmetry
	Texture  Texture
	// Blot is how many numbers to hide in each puzzle, as far as the solution stays unique
	// and the level allowed.
	Blot int
	// HideLines is how many clues of lines to hide in each puzzle, as far as the solution stays
	// unique and the level allowed. They are hidden before the numbers of Blot.
	HideLines int
	// Seed selects among the possible puzzles.
	Seed uint64
	// Known are puzzles to exclude.
	Known map[Hash]bool
	// Workers is the number of goroutines; 0 or 1 means the caller's only.
	Workers int
	// Attempts bounds the random pictures tried per puzzle, on average; 0 means
	// 200.
	Attempts int
	// Progress, if not nil, is called after each attempt, in order.
	Progress func(made, attempts int)
}

// Defaults and tolerances of a recipe.
const (
	// densityRange is the tolerance of the density.
	densityRange = 0.05
	// defaultAttempts is enough for usual recipes.
	defaultAttempts = 200
	// attemptCells is the size above which the work of an attempt grows with the square
	// of the size.
	attemptCells = 225
	// attemptChanges is the share of cells that an attempt may change, thingChanges that of
	// a thing, which has to look like one in the end.
	attemptChanges, thingChanges = 0.3, 0.08
	// steepness exceeds the cube root of the trials to make a thing harder within its level: few
	// become much harder.
	steepness = 5
)

// Made is a random puzzle.
type Made struct {
	Puzzle *nonogram.Puzzle // with its goal; the ID counts from 1
	Rating *teach.Rating
}

// ErrAttempts reports that a recipe ran out of attempts.
var ErrAttempts = errors.New("out of attempts")

// shortError is an ErrAttempts with its numbers.
type shortError struct{ made, wanted, attempts int }

func (e shortError) Error() string {
	return fmt.Sprintf("found only %d of %s in %s", e.made, plural.Of(e.wanted, "puzzle", "puzzles"), plural.Of(e.attempts, "attempt", "attempts"))
}

func (e shortError) Is(target error) bool { return target == ErrAttempts }

// Puzzles returns an iterator over new puzzles with distinct hashes. The iterator ends with an
// error that matches [ErrAttempts] if it runs out of attempts, or with the error of the
// context. Puzzles itself fails with a [*ParamError], or with an error about the size.
func (r Recipe) Puzzles(ctx context.Context) (iter.Seq2[*Made, error], error) {
	if err := r.complete(); err != nil {
		return nil, err
	}
	return func(yield func(*Made, error) bool) {
		known := map[Hash]bool{}
		made, attempts := 0, 0
		for m := range r.attempts(ctx) {
			attempts++
			fresh := false
			if m != nil {
				hash := HashOf(m.Puzzle)
				fresh = !known[hash] && !r.Known[hash]
				known[hash] = true
			}
			if fresh {
				made++
				m.Puzzle.ID = strconv.Itoa(made)
			}
			if r.Progress != nil {
				r.Progress(made, attempts)
			}
			if fresh && !yield(m, nil) || made == r.Count {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(nil, err)
			return
		}
		yield(nil, shortError{made, r.Count, attempts})
	}, nil
}

// complete checks the recipe and sets defaults.
func (r *Recipe) complete() error {
	if r.Shape != nil {
		r.Width, r.Height = r.Shape.Width, r.Shape.Height
		if err := onTriangles(r.Symmetry); err != nil {
			return err
		}
		if r.Blot+r.HideLines > 0 {
			return badParam("hide_lines", "found clues to hide, expected none on a triddler")
		}
	}
	if err := nonogram.ValidateSize(r.Width, r.Height); err != nil {
		return err
	}
	r.Colors, r.Attempts = cmp.Or(r.Colors, 1), cmp.Or(r.Attempts, defaultAttempts)
	if err := oneOf("texture", cmp.Or(r.Texture, Things), Things, Blobs, Noise); err != nil {
		return err
	}
	switch {
	case r.Texture == Things && r.Shape != nil:
		return badParam("texture", "found things, expected blobs or noise on a triddler")
	case r.Texture == Things && !r.hasThings():
		return badParam("texture", "found things, which need a side of %d and no symmetry but mirror", minThing)
	case r.Count < 1:
		return badParam("count", "found %d, expected at least 1", r.Count)
	case !(r.Density >= 0 && r.Density < 1):
		return badParam("density", "found %v, expected between 0 and 1", r.Density)
	case r.Colors < 1 || r.Colors > maxInks:
		return badParam("colors", "found %d, expected 1 to %d", r.Colors, maxInks)
	case r.HideLines < 0:
		return badParam("hide_lines", "found %d, expected a positive number", r.HideLines)
	case r.Blot < 0:
		return badParam("blot", "found %d, expected a positive number", r.Blot)
	case r.Attempts < 1:
		return badParam("attempts", "found %d, expected at least 1", r.Attempts)
	case slices.ContainsFunc(r.Levels, func(l teach.Level) bool { return l > teach.Expert }):
		return badParam("levels", "found %v, expected %v", r.Levels, teach.Levels())
	}
	if err := r.aimAt(); err != nil {
		return err
	}
	if r.Texture == "" {
		r.Texture = Blobs
		switch expert := len(r.Levels) > 0 && slices.Min(r.Levels) == teach.Expert; {
		case r.Shape != nil:
		case expert && r.Symmetry == "":
			r.Symmetry = Mirror
		case !expert && r.hasThings() && r.Density == 0 && r.Hardest == nil:
			r.Texture = Things
		}
	}
	return r.Symmetry.check(r.Width, r.Height)
}

// hasThings reports whether there are things of the size and symmetry.
func (r *Recipe) hasThings() bool {
	return min(r.Width, r.Height) >= minThing && slices.Contains([]Symmetry{"", none, Mirror}, r.Symmetry)
}

// aimAt sets the levels at which the wanted technique can be the hardest.
func (r *Recipe) aimAt() error {
	if r.Hardest == nil {
		return nil
	}
	levels := levelsOf(*r.Hardest)
	if len(r.Levels) == 0 {
		r.Levels = levels
	}
	if !slices.ContainsFunc(r.Levels, func(l teach.Level) bool { return slices.Contains(levels, l) }) {
		return badParam("hardest", "found %v at %v, expected a technique that can be the hardest there", *r.Hardest, r.Levels)
	}
	return nil
}

// levelsOf lists the levels at which a technique can be the hardest. A supposition makes a
// puzzle hard, or very hard if it is long.
func levelsOf(t teach.Technique) []teach.Level {
	switch {
	case int(t) == len(teach.Techniques())-1: // case by case
		return []teach.Level{teach.Expert}
	case !t.SingleLine():
		return []teach.Level{teach.Hard, teach.VeryHard}
	}
	return []teach.Level{levelOf(t)}
}

// palette is black, or the inks of the recipe.
func (r *Recipe) palette() nonogram.Palette {
	if r.Colors == 1 {
		return nonogram.BlackAndWhite()
	}
	palette := nonogram.Palette{{Name: "white", RGB: nonogram.RGB{R: 255, G: 255, B: 255}}}
	palette = append(palette, inks[:r.Colors]...)
	palette.AssignSymbols()
	return palette
}

// attempt makes a puzzle, or returns nil.
func (r *Recipe) attempt(ctx context.Context, number int) *Made {
	if r.Shape != nil {
		return r.triangles(ctx, number)
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(number)))
	grid, symmetry := r.picture(rng)
	p := nonogram.FromGrid(grid, r.palette())
	cells, changes := r.Width*r.Height, attemptChanges
	if r.Texture == Things {
		changes = thingChanges
	}
	c := newClimber(ctx, p, RepairOptions{
		Levels: r.Levels, Symmetry: symmetry, Seed: rng.Uint64(), MaxChanges: max(2, int(changes*float64(cells))),
		Work: r.start().work * int64(max(cells, attemptCells)) / attemptCells * int64(max(cells, attemptCells)) / attemptCells,
	})
	c.assess()
	c.best = found{value: c.value}
	c.eager, c.shapeless, c.hasty = true, r.Texture != Things, c.far && r.easy()
	if !c.descend(0) {
		return nil
	}
	if r.Texture == Things {
		c.undoNeedless()
		k := rng.IntN(steepness)
		c.steepen(k * k * k)
	}
	m := &Made{Puzzle: c.puzzle()}
	state := c.state()
	if !c.aim.confirmed(&state) || !r.fits(m.Puzzle) {
		return nil
	}
	m.Rating = state.Rating
	for _, x := range []struct {
		most int
		hide func(context.Context, *nonogram.Puzzle, int, []teach.Level, uint64) (int, *teach.Rating, error)
	}{{r.HideLines, hideLines}, {r.Blot, blot}} {
		if x.most == 0 || m.Rating.Status != nonogram.Unique {
			continue
		}
		if _, rating, err := x.hide(ctx, m.Puzzle, x.most, r.Levels, rng.Uint64()); err != nil {
			return nil // the context has ended
		} else if rating != nil {
			m.Rating = rating
		}
	}
	if r.Hardest != nil && !r.practices(ctx, m) {
		return nil
	}
	return m
}

// picture makes the random picture that an attempt begins with, and names its symmetry.
// Hard blobs look like something if they are equal on the left and right.
func (r *Recipe) picture(rng *rand.Rand) (*nonogram.Grid, Symmetry) {
	if r.Texture == Things {
		g, symmetry := r.thing(rng)
		r.paint(g, rng, symmetry)
		return g, symmetry
	}
	density, smoothness := r.choose(rng)
	return r.draw(rng, r.Symmetry, density, smoothness), r.Symmetry
}

// practices reports whether the wanted technique is the hardest one needed.
func (r *Recipe) practices(ctx context.Context, m *Made) bool {
	if m.Rating.Facts.Hardest != *r.Hardest {
		return false
	}
	if r.Colors == 1 {
		return true // the rating's path shows it
	}
	needs, err := teach.Needs(ctx, m.Puzzle, *r.Hardest)
	return needs && err == nil
}

// easy reports whether line-solvable puzzles are wanted.
func (r *Recipe) easy() bool {
	return len(r.Levels) == 0 || slices.Min(r.Levels) <= teach.Medium
}

// fits reports whether the picture has the wanted density and inks.
func (r *Recipe) fits(p *nonogram.Puzzle) bool {
	var used [maxInks + 1]bool
	filled, inks := 0, 0
	for _, c := range p.Goal.Cells {
		if c != nonogram.Empty {
			filled++
			if !used[c] {
				used[c] = true
				inks++
			}
		}
	}
	off := float64(filled)/float64(p.NewGrid().Open()) - r.Density
	return inks == r.Colors && (r.Density == 0 || off >= -densityRange && off <= densityRange)
}

// start configures an attempt.
type start struct {
	// low and high are the densities at which puzzles of a level are frequent;
	// smoothness is the approximate one of blobs.
	low, high, smoothness float64
	// work bounds the attempt, in lines solved: easy puzzles are found faster by new
	// attempts, hard ones by longer attempts.
	work int64
}

// starts is indexed by the easiest wanted level. The numbers are from trials with 10×10 to
// 25×25 cells.
var starts = [...]start{
	teach.Trivial:  {0.60, 0.75, 0.8, 60_000},
	teach.Easy:     {0.45, 0.60, 2.0, 60_000},
	teach.Medium:   {0.32, 0.42, 0.6, 60_000},
	teach.Hard:     {0.35, 0.45, 1.0, 400_000},
	teach.VeryHard: {0.33, 0.42, 0.6, 2_000_000},
	teach.Expert:   {0.30, 0.40, 0.4, 4_000_000},
}

// noisier is the additional density of hard noise, which otherwise has too many solutions.
const noisier = 0.06

// denser is the additional density per cell of a side above 15.
const denser = 0.004

// start returns the configuration of the attempts.
func (r *Recipe) start() start {
	if len(r.Levels) == 0 {
		return start{0.4, 0.6, 1.5, 100_000}
	}
	return starts[slices.Min(r.Levels)]
}

// choose picks the density and the smoothness of a picture.
func (r *Recipe) choose(rng *rand.Rand) (density, smoothness float64) {
	s := r.start()
	density = s.low + float64((s.high-s.low)*rng.Float64()) + float64(denser*float64(min(max(r.Width, r.Height), 50)-15))
	if r.Density > 0 {
		density = r.Density + float64(densityRange*(rng.Float64()-0.75)) // repairs fill more than they empty
	}
	if r.Texture == Noise && r.Density == 0 && !r.easy() {
		density += noisier
	}
	if r.Texture == Blobs {
		smoothness = s.smoothness * (0.8 + float64(0.4*rng.Float64()))
	}
	return min(max(density, 0.02), 0.98), smoothness
}

// inks are distinct colors that are visible on white.
var inks = []nonogram.Swatch{
	{Name: "black", RGB: nonogram.RGB{R: 0, G: 0, B: 0}},
	{Name: "red", RGB: nonogram.RGB{R: 214, G: 40, B: 40}},
	{Name: "blue", RGB: nonogram.RGB{R: 33, G: 85, B: 205}},
	{Name: "green", RGB: nonogram.RGB{R: 42, G: 157, B: 58}},
	{Name: "orange", RGB: nonogram.RGB{R: 247, G: 127, B: 0}},
	{Name: "purple", RGB: nonogram.RGB{R: 123, G: 44, B: 191}},
	{Name: "brown", RGB: nonogram.RGB{R: 127, G: 79, B: 36}},
	{Name: "sky", RGB: nonogram.RGB{R: 72, G: 180, B: 224}},
	{Name: "pink", RGB: nonogram.RGB{R: 240, G: 120, B: 180}},
	{Name: "gray", RGB: nonogram.RGB{R: 128, G: 128, B: 128}},
	{Name: "olive", RGB: nonogram.RGB{R: 150, G: 150, B: 30}},
	{Name: "teal", RGB: nonogram.RGB{R: 0, G: 120, B: 120}},
	{Name: "yellow", RGB: nonogram.RGB{R: 235, G: 190, B: 20}},
	{Name: "maroon", RGB: nonogram.RGB{R: 110, G: 10, B: 50}},
	{Name: "lime", RGB: nonogram.RGB{R: 130, G: 210, B: 70}},
	{Name: "navy", RGB: nonogram.RGB{R: 20, G: 30, B: 100}},
}
