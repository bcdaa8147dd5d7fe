package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// Puzzles from the lists that lists.go has found: clues or a picture, with sizes, colors and
// texts. A puzzle takes time in proportion to its numbers or cells.

// sizes compares the sizes beside two lists with them.
func (r *listReader) sizes(p *nonogram.Puzzle, items []node) {
	for _, n := range items {
		want, what := p.Height(), "row"
		switch strings.ToLower(n.name) {
		case "rows", "height":
		case "cols", "columns", "width":
			want, what = p.Width(), "column"
		default:
			continue
		}
		if !(n.kind != numberNode || int(n.n) == want) {
			panic(r.Fail(int(n.at), "found %s = %d, but clues for %s", n.name, n.n, plural.Of(want, what, what+"s")))
		}
	}
}

// picture reads a matrix. One of true and false may be anything, unless its name says what it is.
func (r *listReader) picture(id string, g part, items []node, colors *palette) {
	named := saysPicture(g.name) || saysPicture(id)
	if g.truth && !named {
		return
	}
	swatches := nonogram.BlackAndWhite()
	if colors != nil {
		swatches = colors.of(r, g)
		r.used[colors.at] = true
	}
	p := nonogram.FromGrid(g.grid, swatches)
	p.Goal = g.grid
	r.Begin(int(g.at))
	r.used[g.at] = true
	r.guess = r.guess || !named || !r.data
	what := "a picture of cells"
	if g.name != "" {
		what += " in " + g.name
	}
	r.finish(cmp.Or(g.name, id), p, what, items)
}

// build makes a puzzle of clues: of their numbers, or of the cells that they draw if only
// that has equal totals. It returns nil if a clue has a 0 inside and draws nothing.
func (r *listReader) build(rows, cols [][]int32, at part) *nonogram.Puzzle {
	var plain *nonogram.Puzzle
	for _, drawn := range []bool{false, true} {
		a, ok := clueNumbers(rows, drawn)
		b, ok2 := clueNumbers(cols, drawn)
		if !ok || !ok2 || len(rows) > nonogram.MaxSide || len(cols) > nonogram.MaxSide {
			continue
		}
		p := &nonogram.Puzzle{}
		r.Begin(int(at.at))
		r.Ordinal--
		for _, clue := range slices.Concat(a, b) {
			r.OpenClueAt(int(at.at))
			for _, n := range clue {
				if n == missingNumber {
					r.AddMissing()
					continue
				}
				r.AddBlock(int(n), nonogram.Black)
			}
			r.CloseClue()
		}
		r.Build(p, r.Lines[:len(a)], r.Lines[len(a):])
		p.Palette = nonogram.BlackAndWhite()
		if nonogram.Validate(p) == nil {
			r.Ordinal++
			return p
		}
		if !drawn {
			plain = p
		}
	}
	if plain != nil {
		r.Ordinal++
	}
	return plain
}

// clueNumbers returns the blocks of clues, 0 for hidden ones, and the sign of a missing clue.
func clueNumbers(clues [][]int32, drawn bool) (list [][]int32, ok bool) {
	size := 0
	for _, clue := range clues {
		size += len(clue)
	}
	list, all := make([][]int32, 0, len(clues)), make([]int32, 0, size)
	for _, clue := range clues {
		isPad := func(n int32) bool { return n == 0 || n == padNumber }
		for len(clue) > 0 && isPad(clue[len(clue)-1]) {
			clue = clue[:len(clue)-1]
		}
		for len(clue) > 0 && isPad(clue[0]) {
			clue = clue[1:]
		}
		blocks := all[len(all):]
		before := int32(0)
		for _, n := range clue {
			switch {
			case n == missingNumber:
				blocks = append(blocks, n)
			case drawn && (n > 1 || n < 0), !drawn && (n == 0 || n == padNumber):
				return nil, false
			case !drawn:
				blocks = append(blocks, max(n, 0))
			case n == 1 && before == 1:
				blocks[len(blocks)-1]++
			case n == 1:
				blocks = append(blocks, 1)
			}
			before = n
		}
		list, all = append(list, blocks), all[:len(all)+len(blocks)]
	}
	return list, true
}

// finish adds the texts around a puzzle.
func (r *listReader) finish(id string, p *nonogram.Puzzle, as string, items []node) {
	for _, n := range items {
		name := strings.ToLower(n.name)
		switch {
		case name == "id" && n.kind == numberNode:
			p.ID = fmt.Sprint(n.n)
		case name == "name":
			p.Title = n.text
		case n.kind == textNode && textField(p, name) != nil:
			*textField(p, name) = n.text
		}
	}
	if p.ID == "" && id != "" && len(id) <= cursor.MaxShown {
		p.ID = id
	}
	p.ReadAs = as
	if r.data || p.Width()*p.Height() > 1 && slices.ContainsFunc(slices.Concat(p.Rows, p.Cols), func(c nonogram.Clue) bool { return len(c) > 0 }) {
		r.found = append(r.found, r.Finished(p))
	}
}
