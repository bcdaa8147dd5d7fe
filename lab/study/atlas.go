package study

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// The atlas: random boards of many sizes, densities and inks. For each it records whether
// its clues are unique, whether line solving finds it, the number of its solutions, and the
// work of the engine and the rating for a person.
//
// A random board has a fixed number of filled cells, all places equally likely
// (generate.Random), and each filled cell one of the inks, all equally likely and
// independent of the others. No board is discarded, so that a share of boards estimates a
// probability.
//
// Every figure is a count, and counts bound the work: the same seed gives the same atlas on
// every machine.
//
// Cost: up to a second for a sparse color board of 40×40, microseconds for most.

// atlasBin is the boards of one size, number of filled cells and number of inks.
type atlasBin struct {
	Side   int          `json:"side"`
	Inks   int          `json:"inks"`
	Filled int          `json:"filled"`
	Finer  bool         `json:"finer,omitempty"` // put in between, near the transition
	Boards []atlasBoard `json:"boards"`
}

// atlasBoard is a random board with its results.
type atlasBoard struct {
	Status nonogram.Status `json:"status"`
	Open   int             `json:"open"`  // cells that single lines leave open
	Lines  int64           `json:"lines"` // solved by the engine until the status was known
	Dead   int64           `json:"dead"`  // ends that it met
	// Log10 is the logarithm of the number of solutions, at least, or exactly.
	Log10   float64 `json:"log10,omitempty"`
	Counted bool    `json:"counted,omitempty"`
	Exact   bool    `json:"exact,omitempty"`
	// Score is that of teach.Rate, 0 to 100, of boards that are unique and were rated.
	Score float64 `json:"score,omitempty"`
	Level string  `json:"level,omitempty"`
}

// What bounds the work on a board. The numbers are those at which the engine has decided
// all but a few boards, and counting and rating end in reasonable time.
const (
	atlasConflicts = 2000
	atlasMemory    = 8 << 20
	atlasCountSide = 20        // larger boards are not counted
	atlasWork      = 2_000_000 // lines for a rating
)

// The grid of shares is densities, in steps of a tenth; near the transition there are
// finerCells more, in steps of finerStep, to both sides of the last cell of the grid of
// which most boards are not unique.
//
// On boards from atlasLarge cells a side on, less than atlasSparse filled, the engine
// takes longest by far, and next to none is unique; so these are fewer.
const (
	finerCells  = 8
	finerStep   = 0.02
	atlasLarge  = 25
	atlasSparse = 0.5
	atlasFewer  = 5
)

// atlasBoards is how many a cell has.
func (s *Settings) atlasBoards(side int, density float64) int {
	if side >= atlasLarge && density < atlasSparse-1e-9 {
		return max(s.Atlas/atlasFewer, 1)
	}
	return s.Atlas
}

func atlasRuns(s *Settings) int {
	if s.Atlas == 0 {
		return 0
	}
	return len(s.AtlasSizes) * s.AtlasInks * (len(densities) + finerCells)
}

func (l *laboratory) atlas(ctx context.Context) error {
	for inks := 1; inks <= l.AtlasInks; inks++ {
		for _, side := range l.AtlasSizes {
			from := len(l.data.Atlas)
			for _, density := range densities {
				if err := l.atlasCell(ctx, side, inks, density, false); err != nil {
					return err
				}
			}
			for _, density := range finerDensities(l.data.Atlas[from:]) {
				if err := l.atlasCell(ctx, side, inks, density, true); err != nil {
					return err
				}
			}
			for range len(densities) + finerCells - (len(l.data.Atlas) - from) {
				l.step()
			}
			slices.SortFunc(l.data.Atlas[from:], func(a, b atlasBin) int { return a.Filled - b.Filled })
		}
	}
	return nil
}

// finerDensities are the shares to put into the grid of one size; none if all of its
// cells are mostly unique, and none that has as many filled cells as one before, which
// happens on small boards.
func finerDensities(cells []atlasBin) []float64 {
	at, taken := -1, map[int]bool{}
	for i := range cells {
		taken[cells[i].Filled] = true
		if u := cells[i].unique(); 2*u.hits < u.of {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	var list []float64
	for k := -finerCells / 2; k <= finerCells/2; k++ {
		density := densities[at] + float64(k)*finerStep
		filled := int(density * float64(cells[at].Side*cells[at].Side))
		if !taken[filled] {
			list, taken[filled] = append(list, density), true
		}
	}
	return list
}

// atlasCell measures the boards of a cell. A cell is whole, or not there.
func (l *laboratory) atlasCell(ctx context.Context, side, inks int, density float64, finer bool) error {
	seed := l.Seed + uint64(math.Round(density*1000)) // no cell has the boards of another
	set, err := randomBoards(side, l.atlasBoards(side, density), density, density, seed)
	if err != nil {
		return err
	}
	cell := atlasBin{Side: side, Inks: inks, Finer: finer}
	for _, c := range set.Puzzles[0].Rows {
		cell.Filled += c.Cells()
	}
	var engine solve.Engine
	random := rand.New(rand.NewPCG(seed, uint64(inks)))
	for i, p := range set.Puzzles {
		b, err := newAtlasBoard(ctx, &engine, painted(p, inks, random), i < l.AtlasCounted)
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		cell.Boards = append(cell.Boards, b)
	}
	l.data.Atlas = append(l.data.Atlas, cell)
	l.step()
	return nil
}

// painted gives each filled cell of a board one of the inks.
func painted(p *nonogram.Puzzle, inks int, random *rand.Rand) *nonogram.Puzzle {
	if inks == 1 {
		return p
	}
	goal := p.Goal.Clone()
	for i, c := range goal.Cells {
		if c == nonogram.Black {
			goal.Cells[i] = nonogram.Color(1 + random.IntN(inks))
		}
	}
	palette := nonogram.BlackAndWhite()
	for len(palette) <= inks {
		palette = append(palette, palette[1]) // their colors do not matter
	}
	return nonogram.FromGrid(goal, palette)
}

func newAtlasBoard(ctx context.Context, engine *solve.Engine, p *nonogram.Puzzle, counted bool) (atlasBoard, error) {
	budget := nonogram.Budget{Conflicts: atlasConflicts}
	result, err := engine.Solve(ctx, p, nonogram.Options{Budget: budget})
	if err != nil {
		return atlasBoard{}, err
	}
	b := atlasBoard{Status: result.Status, Open: result.Stats.LineOpen, Lines: result.Stats.LineSolves, Dead: result.Stats.Conflicts}
	if counted && p.Width() <= atlasCountSide {
		b.Counted, b.Exact = true, b.Status == nonogram.Unique
		if !b.Exact {
			budget.Memory = atlasMemory
			found, err := engine.Count(ctx, p, nonogram.Options{Budget: budget})
			if err != nil {
				return b, err
			}
			b.Exact = found.Exact
			// A board is a solution of its own clues, whatever became of the count.
			if found.Count.Sign() > 0 {
				b.Log10 = log2(found.Count) * math.Log10(2)
			}
		}
	}
	if b.Status == nonogram.Unique {
		rating, err := teach.Rate(ctx, p, teach.Options{Work: atlasWork})
		if err != nil {
			return b, err
		}
		if rating.Status == nonogram.Unique {
			b.Score, b.Level = rating.Score, rating.Level.String()
		}
	}
	return b, nil
}
