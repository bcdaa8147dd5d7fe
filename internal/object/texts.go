package object

import (
	"bytes"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

// Puzzles as texts in an object, as puzzlekit's collection has them:
//
//	{"problem": "2 3\n2\n1\n1\n1 1\n2", "solution": "2 3\nx - x\nx x -"}
//
// Height and width, the columns, the rows; and the cells, x for a filled one.

// textPuzzle reads a puzzle given as text.
func (r *reader) textPuzzle(p *nonogram.Puzzle) *nonogram.Puzzle {
	at := r.at[memberProblem]
	lines, height, width := r.textLines(at)
	if len(lines) != width+height {
		panic(r.Fail(at, "found %d lines of clues, expected %d", len(lines), width+height))
	}
	for _, line := range lines {
		r.OpenClueAt(at)
		r.numbers(line, at)
		r.CloseClue()
	}
	r.Build(p, r.Lines[width:], r.Lines[:width])
	if goal := r.textGoal(width, height); goal != nil && nonogram.Check(&nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: p.Rows, Cols: p.Cols}, goal) == nil {
		p.Goal = goal
	}
	return r.Finished(p)
}

// textLines splits a text and reads the two numbers of its first line.
func (r *reader) textLines(at int) (lines [][]byte, first, second int) {
	r.Pos = at
	text := jsontext.String(&r.Cursor)
	head, rest, _ := bytes.Cut(bytes.TrimRight(text, "\n"), []byte("\n"))
	c := cursor.Cursor{Data: head}
	err := cursor.Catch(func() { first, second = c.NextNumber(), c.NextNumber() })
	if err != nil || len(bytes.TrimSpace(head[c.Pos:])) > 0 {
		panic(r.Expected(at, "a text that begins with height and width"))
	}
	r.Size(at, second, first)
	return bytes.SplitN(rest, []byte("\n"), 2*nonogram.MaxSide+1), first, second
}

// textGoal returns the solution, nil if it cannot be read.
func (r *reader) textGoal(width, height int) *nonogram.Grid {
	if r.at[memberGoal] == 0 {
		return nil
	}
	var lines [][]byte
	h, w := 0, 0
	err := cursor.Catch(func() { lines, h, w = r.textLines(r.at[memberGoal]) })
	if err != nil || h != height || w != width || len(lines) != height {
		return nil
	}
	g := nonogram.NewGrid(width, height)
	for y, line := range lines {
		cells := bytes.Fields(line)
		if len(cells) != width {
			return nil
		}
		for x, cell := range cells {
			g.Cells[y*width+x] = nonogram.Empty
			if string(cell) == "x" {
				g.Cells[y*width+x] = nonogram.Black
			}
		}
	}
	return g
}
