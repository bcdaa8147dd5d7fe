// Clues and grids of an object, and answers.

package object

import (
	"bytes"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
	"nonogram/internal/plural"
)

// clues reads "rows" and "columns", or those of a triddler with these sides.
func (r *reader) clues(p *nonogram.Puzzle, sides []int) {
	r.lines(memberRows)
	height := len(r.Lines)
	if sides == nil {
		r.lines(memberColumns)
		r.Size(r.Start, len(r.Lines)-height, height)
	} else {
		r.lines(memberRising)
		rising := len(r.Lines) - height
		r.lines(memberFalling)
		r.lineCount(memberRows, height, sides[0]+sides[1])
		r.lineCount(memberRising, rising, sides[4]+sides[5])
		r.lineCount(memberFalling, len(r.Lines)-height-rising, sides[0]+sides[5])
		p.Shape = r.shape(sides)
	}
	r.dropBlack()
	r.Build(p, r.Lines[:height], r.Lines[height:])
	if r.null != 0 {
		p.Palette = r.colors
		r.Require(NullIsMissing(p, r.nulls), r.null, NullClue)
	}
}

// sides reads those of a triddler, nil of a rectangle.
func (r *reader) sides() (sides []int) {
	at := r.at[memberTriddler]
	if at == 0 {
		return nil
	}
	r.Pos = at
	for range jsontext.Array(&r.Cursor) {
		r.Require(len(sides) < len(nonogram.Shape{}.Sides), r.Pos, "found over six sides of a triddler, expected six")
		sides = append(sides, jsontext.Number(&r.Cursor, "a number of lines"))
	}
	r.Require(len(sides) == len(nonogram.Shape{}.Sides), at, "found %d sides of a triddler, expected six", len(sides))
	complete := r.at[memberRows] != 0 && r.at[memberRising] != 0 && r.at[memberFalling] != 0
	none := r.at[memberRows] == 0 && r.at[memberRising] == 0 && r.at[memberFalling] == 0 && r.at[memberGoal] != 0
	r.Require((complete || none) && r.at[memberColumns] == 0, r.Start, `found a triddler without its clues, expected "rows", "rising" and "falling", or a "goal"`)
	return sides
}

// shape makes a triddler. The numbers of its lines have been compared with the file before, so that few
// bytes do not ask for a large board.
func (r *reader) shape(sides []int) *nonogram.Shape {
	s, err := nonogram.Triddler([6]int(sides))
	if err != nil {
		panic(r.Fail(r.at[memberTriddler], "%v", err))
	}
	return s
}

// lineCount compares the number of rows or clues with that of the lines of a triddler.
func (r *reader) lineCount(m, have, want int) {
	if have != want {
		panic(r.Fail(r.at[m], "found %s in %s, expected %d of a triddler with these sides", plural.Of(have, "line", "lines"), names[m], want))
	}
}

// NullIsMissing reports whether null in place of clues, of which some axes have any, means that they
// are missing, as they are in the puzzle. It may mean empty lines as well if the puzzle could have
// them. If only one axis has any, and all lengths are known, that makes no difference: the totals
// leave no cell for these lines then.
func NullIsMissing(p *nonogram.Puzzle, nulls [2]bool) bool {
	if nulls != [2]bool{true, true} && !p.Blotted() {
		return true
	}
	empty := *p
	for _, clues := range []*[]nonogram.Clue{&empty.Rows, &empty.Cols} {
		*clues = slices.Clone(*clues)
		for i, clue := range *clues {
			if clue.Missing() {
				(*clues)[i] = nil
			}
		}
	}
	return nonogram.Validate(&empty) != nil
}

// dropBlack drops the black ink of a puzzle without a palette if all its blocks have other inks.
func (r *reader) dropBlack() {
	isBlack := func(b nonogram.Block) bool { return b.Color == nonogram.Black }
	if r.at[memberPalette] != 0 || len(r.colors) < 3 || slices.ContainsFunc(r.Blocks, isBlack) {
		return
	}
	r.colors = slices.Delete(r.colors, int(nonogram.Black), int(nonogram.Black)+1)
	for i := range r.Blocks {
		if r.Blocks[i].Color != nonogram.Unknown { // of a missing clue
			r.Blocks[i].Color--
		}
	}
}

// NullClue is the error for null in place of a clue if it may mean an empty line or one of which
// nothing is known.
const NullClue = `found null in place of a clue, expected a list; [] is an empty line, "*" one without a clue, [null] has one block of unknown length`

func (r *reader) lines(m int) {
	r.Pos = r.at[m]
	before := len(r.Lines)
	for range jsontext.Array(&r.Cursor) {
		if len(r.Lines)-before == nonogram.MaxSide {
			panic(r.Fail(r.Pos, "found over %d %s, which is the limit", nonogram.MaxSide, names[m]))
		}
		r.OpenClue()
		switch at := r.Pos; {
		case r.Literal("null"):
			r.null, r.nulls[min(m-memberRows, 1)] = at, true
			r.AddMissing()
		case r.Literal(`"*"`):
			r.AddMissing()
		default:
			for range jsontext.Array(&r.Cursor) {
				r.block()
			}
		}
		r.CloseClue()
	}
}

// block reads a number, null for an unknown length, or an object with "n" and the
// color "c".
func (r *reader) block() {
	at := r.Pos
	color := nonogram.Empty // none
	n, counted := 0, true
	if r.Next('{') {
		n, color, counted = r.blockObject()
	} else {
		n = r.length()
	}
	switch {
	case !counted:
		panic(r.Fail(at, `found a block without a length, expected "n"`))
	case color != nonogram.Empty:
	case len(r.colors) == 2 || n == 0 || r.at[memberPalette] == 0:
		color = nonogram.Black
	default:
		panic(r.Fail(at, `found a block without a color, expected one like {"n": 3, "c": "r"}`))
	}
	if n == blot {
		r.AddBlock(0, color)
		return
	}
	r.AddNumber(at, n, color)
}

// blot is an unknown length, as opposed to 0.
const blot = -1

func (r *reader) blockObject() (n int, color nonogram.Color, counted bool) {
	seen := uint32(0)
	for key, keyAt := range jsontext.Object(&r.Cursor) {
		switch name := string(key); {
		case name == "n" || !r.strict && (name == "count" || name == "length" || name == "size" || name == "num"):
			r.once(&seen, 0, key, keyAt)
			counted = true
			n = r.length()
		case name == "c" || !r.strict && strings.HasPrefix(name, "colo"):
			r.once(&seen, 1, key, keyAt)
			color = r.color()
		default:
			r.other(key, keyAt, "a block, n or c")
		}
	}
	return n, color, counted
}

// other skips an unknown member in a file and rejects it in a request.
func (r *reader) other(key []byte, keyAt int, of string) {
	if r.strict {
		panic(r.Fail(keyAt, "found a member %.24q, expected one of %s", key, of))
	}
	jsontext.Skip(&r.Cursor, 1)
}

func (r *reader) length() int {
	if r.Literal("null") {
		return blot
	}
	return jsontext.Number(&r.Cursor, "a whole number, null or a block")
}

// color reads the symbol or the name of a color; an empty one is none. In a file without a palette
// a name or an RGB value adds an ink.
func (r *reader) color() nonogram.Color {
	at := r.Pos
	value := jsontext.String(&r.Cursor)
	if len(value) == 0 {
		return nonogram.Empty
	}
	if len(value) == 1 && value[0] != 0 {
		for _, colors := range [2]nonogram.Palette{r.colors, r.symbols} {
			if c, ok := colors.BySymbol(value[0]); ok && c != nonogram.Empty {
				return c
			}
		}
	}
	if c, ok := r.colors.ByName(cursor.CleanText(value)); ok && c != nonogram.Empty {
		return c
	}
	r.Expect(r.at[memberPalette] == 0 && r.ink != nil, at, "the symbol or the name of an ink of the palette")
	name := cursor.CleanText(value)
	rgb, ok := r.ink(name)
	r.Expect(ok, at, "the name of a color, or one like #ff0000")
	r.Require(len(r.colors) < nonogram.MaxColors, at, "found over %d colors, which is the limit", nonogram.MaxColors)
	r.colors = append(r.colors, nonogram.Swatch{Name: name, RGB: rgb})
	return nonogram.Color(len(r.colors) - 1)
}

// grid reads a grid, nil if there is none. It must have the size of the puzzle, if known.
func (r *reader) grid(m int, p *nonogram.Puzzle) *nonogram.Grid {
	at := r.at[m]
	if at == 0 {
		return nil
	}
	r.Pos = at
	table := r.symbolTable()
	g := &nonogram.Grid{}
	r.Cells = r.Cells[:0]
	for range jsontext.Array(&r.Cursor) {
		r.row(g, &table)
	}
	r.Size(at, g.Width, g.Height)
	if p.Height() > 0 {
		r.sameSize(m, g, p)
	}
	g.Cells = slices.Clone(r.Cells)
	return g
}

func (r *reader) sameSize(m int, g *nonogram.Grid, p *nonogram.Puzzle) {
	if g.Width != p.Width() || g.Height != p.Height() {
		panic(r.Fail(r.at[m], "found a grid of %d × %d cells, expected %d × %d", g.Width, g.Height, p.Width(), p.Height()))
	}
}

// size checks the size, if present, against the clues.
func (r *reader) size(p *nonogram.Puzzle) {
	for i, m := range [2]int{memberWidth, memberHeight} {
		at := r.at[m]
		if at == 0 {
			continue
		}
		r.Pos = at
		n, what := jsontext.Number(&r.Cursor, "a number"), [2]string{"column", "row"}[i]
		if have := [2]int{p.Width(), p.Height()}[i]; n != have {
			panic(r.Fail(at, "found the %s %d, but clues for %s", names[m], n, plural.Of(have, what, what+"s")))
		}
	}
}

// row reads one row of a grid.
func (r *reader) row(g *nonogram.Grid, table *[256]int16) {
	at := r.Pos
	row := jsontext.String(&r.Cursor)
	if g.Height++; g.Height == 1 {
		g.Width = len(row)
	}
	if len(row) != g.Width {
		panic(r.Fail(at, "found a row of %s, expected %d", plural.Of(len(row), "cell", "cells"), g.Width))
	}
	r.Require(len(r.Cells)+len(row) <= nonogram.MaxCells, at, "found over %d cells, which is the limit", nonogram.MaxCells)
	for i, c := range row {
		v := table[c]
		r.Require(v != noCell, at, "found the character %q as cell %d of a row, expected the symbol of a color", c, i+1)
		r.Cells = append(r.Cells, nonogram.Color(v))
	}
}

// noCell is the entry of other characters in a table of symbols.
const noCell = -1

// symbolTable maps characters to colors: by the symbols of the object, by assigned symbols,
// and by the default ones.
func (r *reader) symbolTable() [256]int16 {
	var table [256]int16
	for c := range table {
		table[c] = noCell
	}
	if len(r.colors) == 2 {
		table[nonogram.BlackSymbol] = int16(nonogram.Black)
	}
	table[nonogram.EmptySymbol] = int16(nonogram.Empty)
	for _, colors := range [2]nonogram.Palette{r.symbols, r.colors} {
		for i := len(colors) - 1; i >= 0; i-- {
			if c := colors[i].Symbol; c != 0 {
				table[c] = int16(i)
			}
		}
	}
	table[nonogram.UnknownSymbol] = int16(nonogram.Unknown)
	return table
}

// Answers reads the answers of a file, for package format: objects with a "grid", or
// puzzles with a goal. Other objects are ignored. An answer has an ID, a goal, and a palette
// with the symbols of a grid, or with all colors of a puzzle.
func Answers(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	r := reader{Draft: d}
	r.objects(func(err error) bool {
		var answer *nonogram.Puzzle
		if err == nil {
			answer, err = r.Try(r.answer)
		}
		if err == nil && answer == nil {
			return true
		}
		return yield(answer, err)
	})
}

// answer reads the grid or the goal of an object, nil if it has none.
func (r *reader) answer() *nonogram.Puzzle {
	switch {
	case r.at[memberGrid] != 0:
		r.paletteOfRows()
		return &nonogram.Puzzle{ID: r.ID, Goal: r.grid(memberGrid, &nonogram.Puzzle{}), Palette: r.colors}
	case r.at[memberGoal] != 0:
		return r.puzzle()
	}
	return nil
}

// paletteOfRows makes a palette for a grid without one: "." is the background, other
// characters are inks.
func (r *reader) paletteOfRows() {
	r.colors, r.symbols = nonogram.BlackAndWhite(), nil
	seen := []byte{nonogram.EmptySymbol, nonogram.BlackSymbol, nonogram.UnknownSymbol}
	r.Pos = r.at[memberGrid]
	// Faults are reported when the rows are read again.
	_ = cursor.Catch(func() {
		for range jsontext.Array(&r.Cursor) {
			for _, c := range jsontext.String(&r.Cursor) {
				if bytes.IndexByte(seen, c) < 0 && len(r.colors) < nonogram.MaxColors {
					seen = append(seen, c)
					r.colors = append(r.colors, nonogram.Swatch{Symbol: c})
				}
			}
		}
	})
}
