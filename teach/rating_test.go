package teach_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"nonogram"
	"nonogram/solve"
	"nonogram/teach"
)

// Ratings do not depend on how a puzzle is turned, and grow with effort.

func rate(t *testing.T, p *nonogram.Puzzle) *teach.Rating {
	t.Helper()
	r, err := teach.Rate(t.Context(), p, teach.Options{Solver: solve.Solve})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// expert is a puzzle that needs suppositions inside suppositions. Random puzzles
// of this size never do; it was found by climbing.
func expert() *nonogram.Puzzle {
	picture := []string{
		"###.#......",
		".....##....",
		"#.....##.#.",
		"#.#..#.##..",
		"..#.#.##...",
		"##.##...#.#",
		"##.#.#..##.",
		".....#..#..",
		".###....##.",
		"...#.....##",
		"..#...#....",
	}
	g := nonogram.NewGrid(len(picture[0]), len(picture))
	for y, row := range picture {
		for x, c := range []byte(row) {
			g.Set(y, x, nonogram.Empty)
			if c == nonogram.BlackSymbol {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// TestRatingsStayTheSame turns and mirrors random puzzles, and compares the rating
// with that of the explanation.
func TestRatingsStayTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	var seen [teach.Expert + 1]int
	for n := range 1500 {
		p := randomPuzzle(rng, 18, 2+n%4%3)
		if n == 0 {
			p = expert()
		}
		want := rate(t, p)
		seen[want.Level]++
		for name, q := range map[string]*nonogram.Puzzle{"transposed": transpose(p), "mirrored": mirror(p), "turned": mirror(transpose(p))} {
			if got := rate(t, q); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v %v, %s:\n%+v\nwant\n%+v", p.Rows, p.Cols, name, got, want)
			}
		}
		e, err := teach.Explain(t.Context(), p, teach.Options{Solver: solve.Solve})
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Rating(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v %v: the explanation is rated\n%+v\nwant\n%+v", p.Rows, p.Cols, got, want)
		}
		checkRating(t, p, want)
	}
	for level, n := range seen {
		if n == 0 {
			t.Errorf("no puzzle is %s", teach.Level(level))
		}
	}
}

// checkRating holds a rating against what is known without it.
func checkRating(t *testing.T, p *nonogram.Puzzle, r *teach.Rating) {
	t.Helper()
	result, err := solve.Solve(t.Context(), p, nonogram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != result.Status {
		t.Fatalf("%v %v: rated as %s, want %s", p.Rows, p.Cols, r.Status, result.Status)
	}
	if line := result.Status == nonogram.Unique && result.Stats.LineOpen == 0; r.LineSolvable != line {
		t.Fatalf("%v %v: line-solvable %v, want %v", p.Rows, p.Cols, r.LineSolvable, line)
	}
	if r.Score < 0 || r.Score >= 100 {
		t.Fatalf("%v %v: score %v", p.Rows, p.Cols, r.Score)
	}
	cells := 0
	for _, u := range r.Facts.Uses {
		cells += u.Cells
	}
	if all := p.Width() * p.Height(); cells+r.Open != all {
		t.Fatalf("%v %v: %d cells by techniques and %d open, of %d", p.Rows, p.Cols, cells, r.Open, all)
	}
}

// TestScoresAreMonotone makes the facts of random puzzles worse in every way: the
// score never falls. And puzzles that lines solve score less than all others.
func TestScoresAreMonotone(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 8))
	hardestLine, easiestOther := 0.0, float64(100)
	for n := range 600 {
		p := randomPuzzle(rng, 16, 2+n%4%3)
		r := rate(t, p)
		if r.Status != nonogram.Unique {
			continue
		}
		if r.LineSolvable {
			hardestLine = max(hardestLine, r.Score)
		} else {
			easiestOther = min(easiestOther, r.Score)
		}
		for technique := range teach.Cases + 1 {
			checkWorse(t, r.Facts, technique)
		}
	}
	if hardestLine == 0 || easiestOther == 100 || hardestLine >= easiestOther {
		t.Errorf("line-solvable puzzles up to %v, others from %v", hardestLine, easiestOther)
	}
}

// checkWorse adds a use of a technique, then longer chains, then narrower rounds.
func checkWorse(t *testing.T, f teach.Facts, technique teach.Technique) {
	t.Helper()
	score := func(f teach.Facts) float64 { return teach.RatingOf(f).Score }
	before := score(f)
	worse := f
	worse.Uses[technique].Rounds++
	worse.Uses[technique].Deductions++
	worse.Hardest = max(f.Hardest, technique)
	if technique >= teach.EdgeContradiction {
		worse.Depth = max(f.Depth, 1)
		worse.Longest = max(f.Longest, 3)
		*worse.Consequences() += 3
	}
	if technique == teach.Cases {
		worse.Depth = max(f.Depth, 2)
	}
	if score(worse) < before {
		t.Fatalf("%s more: %v, before %v", technique, score(worse), before)
	}
	longer := worse
	longer.Longest += 2
	*longer.Consequences() += 2
	if technique >= teach.EdgeContradiction && score(longer) < score(worse) {
		t.Fatalf("longer chains: %v, before %v", score(longer), score(worse))
	}
	narrower := f
	narrower.Narrow()
	if score(narrower) < before {
		t.Fatalf("fewer lines offer progress: %v, before %v", score(narrower), before)
	}
}

// TestGivenCellsHelp reveals cells of the solution: what lines solve they still
// solve, and no deeper contradictions are needed than before.
func TestGivenCellsHelp(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 9))
	for n := range 300 {
		p, solution := uniquePuzzle(t, rng, 14, 2+n%4%3)
		before := rate(t, p)
		q := *p
		q.Given = randomState(rng, solution)
		after := rate(t, &q)
		if before.LineSolvable && !after.LineSolvable || min(after.Facts.Depth, 2) > before.Facts.Depth {
			t.Fatalf("%v %v: with given cells\n%s\n%+v, before %+v", p.Rows, p.Cols, q.Given, after, before)
		}
		q.Given = solution
		if r := rate(t, &q); r.Score != 0 || r.Level != teach.Trivial || r.Facts.Deductions != 0 {
			t.Fatalf("a finished puzzle is rated %+v", r)
		}
	}
}

func TestLevels(t *testing.T) {
	for i, l := range teach.Levels() {
		text, err := json.Marshal(l)
		var back teach.Level
		if int(l) != i || err != nil || json.Unmarshal(text, &back) != nil || back != l {
			t.Errorf("level %d becomes %s and %s", i, text, back)
		}
	}
	var l teach.Level
	if err := l.UnmarshalText([]byte("impossible")); err == nil {
		t.Error("an unknown level is accepted")
	}
	if got := teach.Level(99).String(); got != "level(99)" {
		t.Errorf("level 99 is %q", got)
	}
}
