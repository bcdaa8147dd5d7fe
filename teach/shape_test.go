package teach_test

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/families"
	"nonogram/internal/testkit/naive"
	"nonogram/solve"
	"nonogram/teach"
)

// Explanations of triddlers, against plain enumeration and by the replay of every step.

var triddlers = flag.Int("triddlers", 3000, "number of triddlers to compare with enumeration")

// smallTriddler makes a triddler that enumeration reaches, often with clues that are missing, blotted or
// of another line, and a position of it.
func smallTriddler(rng *rand.Rand) (p *nonogram.Puzzle, state *nonogram.Grid) {
	shape := families.Shape(rng, 1+rng.IntN(4))
	for shape.Count > 26 {
		shape = families.Shape(rng, 3)
	}
	inks := 1 + rng.IntN(3)
	p = families.Triddler(rng, shape, inks, 0.2+0.7*rng.Float64(), 0)
	p.Palette = palette(1 + inks)
	switch rng.IntN(6) {
	case 0:
		i, j := rng.IntN(len(p.Rows)), rng.IntN(len(p.Rows))
		p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
	case 1:
		blot(rng, p)
	case 2, 3:
		for range len(p.Shape.Lines) / 3 {
			hide(rng, p)
		}
	}
	if rng.IntN(3) == 0 {
		state = shape.NewGrid()
		share := rng.Float64()
		for cell, c := range p.Goal.Cells {
			if rng.Float64() < share {
				state.Cells[cell] = c
			}
		}
	}
	return p, state
}

// TestExplanationsOfTriddlers holds every mark against all solutions, and every reason against all
// arrangements of its line.
func TestExplanationsOfTriddlers(t *testing.T) {
	rng := rand.New(rand.NewPCG(59, 3))
	var seen [nonogram.Unsolvable + 1]int
	steps, chains, colored := 0, 0, 0
	for range *triddlers {
		p, state := smallTriddler(rng)
		q := *p
		q.Given = state
		solutions, all := naive.Solutions(&q, 500)
		if !all {
			continue
		}
		e, err := teach.Explain(t.Context(), p, teach.Options{From: state, Solver: solve.Solve})
		if err != nil {
			t.Fatal(err)
		}
		checkExplanation(t, p, state, e, solutions)
		seen[e.Status]++
		for _, hint := range []bool{false, true} {
			r := newReplayer(p, state)
			replay(t, r, hint)
			steps, chains, colored = steps+r.steps, chains+r.chains, colored+r.colored
		}
		if t.Failed() {
			t.Fatalf("sides %v", p.Shape)
		}
	}
	t.Logf("%d triddlers unique, %d with several solutions, %d with none: %d steps, %d in color, %d contradictions",
		seen[nonogram.Unique], seen[nonogram.Multiple], seen[nonogram.Unsolvable], steps, colored, chains)
	if slices.Min([]int{seen[nonogram.Unique], seen[nonogram.Multiple], seen[nonogram.Unsolvable]}) < *triddlers/100 || chains < *triddlers/50 {
		t.Error("too few of one kind")
	}
}

// TestMirroredTriddlers mirrors triddlers and turns them upside down: what a path needed does not change.
func TestMirroredTriddlers(t *testing.T) {
	rng := rand.New(rand.NewPCG(59, 4))
	contradictions := 0
	for range 500 {
		p := families.Triddler(rng, families.Shape(rng, 5), 1+rng.IntN(3), 0.2+0.6*rng.Float64(), rng.IntN(2))
		want := facts(t, p)
		if want.Depth > 0 {
			contradictions++
		}
		s := p.Shape.Sides
		mirrored, turned := p.Goal.Clone(), p.Goal.Clone()
		slices.Reverse(turned.Cells)
		for y := range mirrored.Height {
			slices.Reverse(mirrored.Row(y))
		}
		for name, goal := range map[[6]int]*nonogram.Grid{{s[4], s[3], s[2], s[1], s[0], s[5]}: mirrored, {s[3], s[4], s[5], s[0], s[1], s[2]}: turned} {
			q := *p
			q.Shape, _ = nonogram.Triddler(name)
			q.Rows, q.Cols = q.Shape.CluesOf(goal)
			if got := facts(t, &q); !reflect.DeepEqual(got, want) {
				t.Fatalf("sides %v, made %v:\n%+v\nwant\n%+v", s, name, got, want)
			}
		}
	}
	if contradictions < 25 {
		t.Errorf("only %d triddlers needed a contradiction", contradictions)
	}
}

// TestTriddlerInWords names lines, cells and wrong marks of a triddler.
func TestTriddlerInWords(t *testing.T) {
	shape, err := nonogram.Triddler([6]int{2, 1, 2, 2, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Shape: shape}
	p.Rows = []nonogram.Clue{nonogram.MissingClue(), nonogram.MissingClue(), nonogram.MissingClue()}
	p.Cols = []nonogram.Clue{nonogram.BlackClue(5), nonogram.MissingClue(), nonogram.MissingClue(), nonogram.MissingClue(), nonogram.MissingClue(), nonogram.MissingClue(), nonogram.MissingClue()}
	for language, want := range map[teach.Language][2]string{
		teach.English:            {"Rising line 1: the 5 fills the whole line.", "1 mark is wrong: row 1, cell 2."},
		teach.German:             {"Aufwärtslinie 1: Die 5 füllt die ganze Linie.", "1 Markierung ist falsch: Zeile 1, Feld 2."},
		teach.Spanish:            {"Línea ascendente 1: el 5 llena toda la línea.", "1 marca es incorrecta: fila 1, casilla 2."},
		teach.French:             {"Diagonale montante 1\u00a0: le 5 remplit toute la diagonale.", "1 marque est fausse\u00a0: ligne 1, case 2."},
		teach.Japanese:           {"右上がりの1本目：「5」でライン全体が埋まります。", "1か所の印が間違っています：1行目の2マス目。"},
		teach.Chinese:            {"第 1 条上升斜线：“5”占满整条斜线。", "1 个标记有误：第 1 行第 2 格。"},
		teach.TraditionalChinese: {"第 1 條上升斜線：「5」佔滿整條斜線。", "1 個標記有誤：第 1 列第 2 格。"},
	} {
		a, err := teach.Hint(t.Context(), p, teach.Options{Language: language})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Tip(4).Message; got != want[0] {
			t.Errorf("%s: %s, want %s", language, got, want[0])
		}
		from := shape.NewGrid()
		from.Cells[shape.Lines[3][0]] = nonogram.Empty
		if a, err = teach.Hint(t.Context(), p, teach.Options{Language: language, From: from, Solver: solve.Solve}); err != nil {
			t.Fatal(err)
		}
		if got := a.Tip(4).Message; got != want[1] {
			t.Errorf("%s: %s, want %s", language, got, want[1])
		}
	}
}
