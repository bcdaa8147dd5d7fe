// The input languages of other solvers, from package models.

package format

import (
	"nonogram"
	"nonogram/internal/models"
	"nonogram/internal/object/cursor"
)

var (
	lpFormat     = modelFormat("lp", "input of Bosch's linear programs", &models.LP, ".lp")
	aspFormat    = modelFormat("asp", "facts of answer set programming, row_hint(1,1,3).", &models.ASP, ".asp", ".lp")
	glpkFormat   = modelFormat("glpk", "data of GLPK's paint-by-numbers model", &models.GLPK, ".dat")
	dznFormat    = modelFormat("dzn", "data of MiniZinc models", &models.MiniZinc, ".dzn")
	dznOutFormat = modelFormat("dzn-out", "solutions that a MiniZinc model prints", &models.MiniZincOutput, ".out")
)

// modelFormat is the format of a language.
func modelFormat(name, title string, l *models.Language, extensions ...string) Format {
	f := Format{
		Name:       name,
		Title:      title,
		Extensions: extensions,
		Picture:    l.Picture,
		sniff:      func(data []byte) confidence { return certainIf(l.Sniff(data)) },
		decode:     decodeData,
		append:     func(b []byte, _ int, p *nonogram.Puzzle) []byte { return l.Append(b, p) },
		fits:       l.Fits,
	}
	if l.Read != nil {
		f.decode = single(l.Read)
	}
	if l.Picture {
		f.holds = holdsGoal
		f.decode = single(readDznOut)
	}
	return f
}

// decodeData reads data of MiniZinc, whose arrays are lists.
func decodeData(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	var list []*nonogram.Puzzle
	err := cursor.Catch(func() {
		if list = readLists(d, 0, len(d.Data)); list[0].Blotted() {
			panic(d.Fail(d.Start, "found a hidden number, expected numbers from 0"))
		}
	})
	if err != nil {
		yield(nil, err)
		return
	}
	list[0].ReadAs, list[0].Goal = "", nil // the format says the one and has no other
	yield(list[0], nil)
}

// readDznOut reads the array A of a printed solution, 1 for an empty cell and 2 for a filled
// one.
func readDznOut(d *cursor.Draft) *nonogram.Puzzle {
	d.SkipSpace()
	d.Begin(d.Pos)
	r := listReader{Draft: d}
	for _, n := range parseTree(&d.Cursor, 0, len(d.Data)) {
		if n.name != "A" {
			continue
		}
		rows := r.rowsOf(n.items)
		if len(rows) == 0 || len(rows[0].items) == 0 {
			panic(d.Fail(int(n.at), "found no rows of cells, expected array2d(1..HEIGHT, 1..WIDTH, [...])"))
		}
		width := len(rows[0].items)
		d.Size(int(n.at), width, len(rows))
		g := nonogram.NewGrid(width, len(rows))
		for y, row := range rows {
			if len(row.items) != width {
				panic(d.Fail(int(row.at), "found a row of %d cells, expected %d", len(row.items), width))
			}
			for x, cell := range row.items {
				if cell.n != 1 && cell.n != 2 {
					panic(d.Expected(int(cell.at), "a cell, 1 or 2"))
				}
				g.Cells[y*width+x] = nonogram.Color(cell.n - 1)
			}
		}
		return d.Pictured(g)
	}
	panic(d.Fail(d.Start, "found no array A of cells, expected one"))
}
