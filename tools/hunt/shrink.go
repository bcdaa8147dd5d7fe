package hunt

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nonogram"
	"nonogram/format"
)

// Shrinking: a puzzle that shows a fault is made smaller, one change at a time, as
// long as it still shows it. Where the puzzle has a goal, lines and cells of the
// picture are taken away and the clues follow, so that the puzzle stays solvable;
// otherwise the clues themselves are cut down, in a row and a column at once, so
// that the totals stay equal. Every change makes the weight smaller, so it ends.

// maxTries bounds the puzzles that are tried: seconds, even if each takes a
// millisecond.
const maxTries = 20_000

// Shrink returns the smallest puzzle that it finds on which fails still says yes.
func Shrink(p *nonogram.Puzzle, fails func(*nonogram.Puzzle) bool) *nonogram.Puzzle {
	tries := 0
	for {
		smaller := step(p, fails, &tries)
		if smaller == nil {
			return p
		}
		p = smaller
	}
}

// step finds a smaller puzzle that fails, or nil.
func step(p *nonogram.Puzzle, fails func(*nonogram.Puzzle) bool, tries *int) *nonogram.Puzzle {
	for q := range smaller(p) {
		if *tries++; *tries > maxTries {
			return nil
		}
		if weight(q) < weight(p) && fails(q) {
			return q
		}
	}
	return nil
}

// weight says how much there is to look at: lines first, then filled cells and
// blocks, then given cells and inks.
func weight(p *nonogram.Puzzle) int {
	w := 1000*(p.Width()+p.Height()) + len(p.Palette)
	for _, l := range p.Lines() {
		w += 20*p.Clue(l).Cells() + 10*len(p.Clue(l))
	}
	if p.Given != nil {
		w += 1 + 2*(len(p.Given.Cells)-p.Given.Open())
	}
	return w
}

// smaller lists puzzles that are like p, with something missing.
func smaller(p *nonogram.Puzzle) iter.Seq[*nonogram.Puzzle] {
	return func(yield func(*nonogram.Puzzle) bool) {
		for _, candidates := range []iter.Seq[*nonogram.Puzzle]{withoutLines(p), withoutCells(p), withoutBlocks(p), withoutGivens(p), withoutInks(p)} {
			for q := range candidates {
				if !yield(q) {
					return
				}
			}
		}
	}
}

// withoutLines leaves out a row or a column, of the picture or of the clues.
func withoutLines(p *nonogram.Puzzle) iter.Seq[*nonogram.Puzzle] {
	return func(yield func(*nonogram.Puzzle) bool) {
		for y := range p.Rows {
			if p.Height() > 1 && !yield(withoutRow(p, y)) {
				return
			}
		}
		t := transposed(p)
		for x := range t.Rows {
			if t.Height() > 1 && !yield(transposed(withoutRow(t, x))) {
				return
			}
		}
	}
}

// transposed is Transpose with the goal.
func transposed(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := Transpose(p)
	if p.Goal != nil {
		q.Goal = transposeGrid(p.Goal)
	}
	return q
}

func withoutRow(p *nonogram.Puzzle, y int) *nonogram.Puzzle {
	q := bare(p)
	q.Rows = slices.Delete(slices.Clone(p.Rows), y, y+1)
	q.Given = cutRow(p.Given, y)
	if p.Goal != nil {
		q.Goal = cutRow(p.Goal, y)
		q.Rows, q.Cols = nonogram.CluesOf(q.Goal)
	}
	return q
}

func cutRow(g *nonogram.Grid, y int) *nonogram.Grid {
	if g == nil {
		return nil
	}
	cells := slices.Concat(g.Cells[:y*g.Width], g.Cells[(y+1)*g.Width:])
	return &nonogram.Grid{Width: g.Width, Height: g.Height - 1, Cells: cells}
}

// withoutCells takes the ink from one cell of the goal.
func withoutCells(p *nonogram.Puzzle) iter.Seq[*nonogram.Puzzle] {
	return func(yield func(*nonogram.Puzzle) bool) {
		if p.Goal == nil {
			return
		}
		for i, c := range p.Goal.Cells {
			if c == nonogram.Empty || p.Given != nil && p.Given.Cells[i] == c {
				continue
			}
			q := bare(p)
			q.Goal = p.Goal.Clone()
			q.Goal.Cells[i] = nonogram.Empty
			q.Rows, q.Cols = nonogram.CluesOf(q.Goal)
			if !yield(q) {
				return
			}
		}
	}
}

// withoutBlocks drops or shortens a block of a row together with one of a column
// that has the same color, or alone. The goal is lost.
func withoutBlocks(p *nonogram.Puzzle) iter.Seq[*nonogram.Puzzle] {
	return func(yield func(*nonogram.Puzzle) bool) {
		rows, cols := places(p.Rows), places(p.Cols)
		for _, a := range rows {
			if !yield(alone(p, a)) {
				return
			}
			for _, b := range cols {
				if p.Rows[a.line][a.block].Color != p.Cols[b.line][b.block].Color {
					continue
				}
				by := min(p.Rows[a.line][a.block].Length, p.Cols[b.line][b.block].Length)
				if !yield(shortened(p, by, a, b)) || by > 1 && !yield(shortened(p, 1, a, b)) {
					return
				}
			}
		}
		t := Transpose(p)
		for _, b := range cols {
			if !yield(Transpose(alone(t, b))) {
				return
			}
		}
	}
}

// alone drops a block of a row.
func alone(p *nonogram.Puzzle, at place) *nonogram.Puzzle {
	q := bare(p)
	q.Rows = slices.Clone(p.Rows)
	q.Rows[at.line] = slices.Delete(slices.Clone(p.Rows[at.line]), at.block, at.block+1)
	return q
}

type place struct{ line, block int }

func places(clues []nonogram.Clue) []place {
	var list []place
	for i, clue := range clues {
		for k := range clue {
			list = append(list, place{i, k})
		}
	}
	return list
}

func shortened(p *nonogram.Puzzle, by int, row, col place) *nonogram.Puzzle {
	q := bare(p)
	q.Rows, q.Cols = slices.Clone(p.Rows), slices.Clone(p.Cols)
	q.Rows[row.line] = shorten(p.Rows[row.line], row.block, by)
	q.Cols[col.line] = shorten(p.Cols[col.line], col.block, by)
	return q
}

func shorten(clue nonogram.Clue, k, by int) nonogram.Clue {
	clue = slices.Clone(clue)
	clue[k].Length -= by
	if clue[k].Length <= 0 {
		clue = slices.Delete(clue, k, k+1)
	}
	return clue
}

// withoutGivens takes back all given cells, or one.
func withoutGivens(p *nonogram.Puzzle) iter.Seq[*nonogram.Puzzle] {
	return func(yield func(*nonogram.Puzzle) bool) {
		if p.Given == nil {
			return
		}
		q := withGoal(p)
		q.Given = nil
		if !yield(q) {
			return
		}
		for i, c := range p.Given.Cells {
			if c == nonogram.Unknown {
				continue
			}
			q := withGoal(p)
			q.Given = p.Given.Clone()
			q.Given.Cells[i] = nonogram.Unknown
			if !yield(q) {
				return
			}
		}
	}
}

func withGoal(p *nonogram.Puzzle) *nonogram.Puzzle {
	q := bare(p)
	q.Goal = p.Goal
	return q
}

// withoutInks paints everything that has the last ink in another one.
func withoutInks(p *nonogram.Puzzle) iter.Seq[*nonogram.Puzzle] {
	return func(yield func(*nonogram.Puzzle) bool) {
		last := nonogram.Color(len(p.Palette) - 1)
		for to := nonogram.Black; to < last; to++ {
			q := withGoal(p)
			q.Palette = Inks(len(p.Palette) - 2)
			q.Rows, q.Cols = repaintClues(p.Rows, last, to), repaintClues(p.Cols, last, to)
			q.Given, q.Goal = repaint(p.Given, last, to), repaint(p.Goal, last, to)
			if q.Goal != nil {
				q.Rows, q.Cols = nonogram.CluesOf(q.Goal)
			}
			if !yield(q) {
				return
			}
		}
	}
}

func repaintClues(clues []nonogram.Clue, from, to nonogram.Color) []nonogram.Clue {
	clues = slices.Clone(clues)
	for i, clue := range clues {
		clues[i] = slices.Clone(clue)
		for k := range clue {
			if clue[k].Color == from {
				clues[i][k].Color = to
			}
		}
	}
	return clues
}

func repaint(g *nonogram.Grid, from, to nonogram.Color) *nonogram.Grid {
	if g == nil {
		return nil
	}
	g = g.Clone()
	for i, c := range g.Cells {
		if c == from {
			g.Cells[i] = to
		}
	}
	return g
}

// Keep writes the puzzle of a fault into a folder, as a file that is named after its
// content, and returns the path.
func Keep(folder string, f *Fault) (string, error) {
	p := withGoal(f.Puzzle)
	p.Title = f.Claim
	p.Notes = f.Message
	name := "non"
	if p.Blotted() {
		name = "json" // which has a word for it
	}
	var b bytes.Buffer
	if err := format.Encode(&b, name, p); err != nil {
		return "", err
	}
	h := fnv.New32a()
	h.Write([]byte(Describe(p)))
	path := filepath.Join(folder, fmt.Sprintf("%08x.%s", h.Sum32(), name))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, b.Bytes(), 0o644)
}

// Kept reads all puzzles that were kept in a folder, by path.
func Kept(folder string) (map[string]*nonogram.Puzzle, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.*on")) // .non and .json
	if err != nil {
		return nil, err
	}
	kept := map[string]*nonogram.Puzzle{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for p, err := range format.Decode(data, path, strings.TrimPrefix(filepath.Ext(path), ".")) {
			if err != nil {
				return nil, err
			}
			kept[path] = p
		}
	}
	return kept, nil
}
