// Data files of MiniZinc models, which are read as lists, and the output of the benchmarks'
// model (dzn-out).
//
// Source: nonogram_create_automaton2.mzn and nonogram_regular.mzn by Kjellerstrand; the
// nonogram model of the MiniZinc challenges.

package format

import (
	"bytes"
	"fmt"
	"unicode"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var (
	dznFormat = Format{
		Name:       "dzn",
		Title:      "data of MiniZinc models",
		Extensions: []string{".dzn"},
		sniff:      sniffDzn,
		decode:     decodeDzn,
		append:     appendDzn,
		fits:       fitsTable,
	}
	dznOutFormat = Format{
		Name:       "dzn-out",
		Title:      "solutions that a MiniZinc model prints",
		Extensions: []string{".out"},
		holds:      holdsGoal,
		Picture:    true,
		sniff:      sniffDznOutput,
		decode:     single(readDznOut),
		append:     appendDznOut,
	}
)

// sniffDznOutput expects "A = array2d".
func sniffDznOutput(data []byte) confidence {
	name, value, found := bytes.Cut(data[:min(len(data), 100)], []byte("="))
	return certainIf(found && string(bytes.TrimSpace(name)) == "A" && bytes.HasPrefix(bytes.TrimSpace(value), []byte("array2d")))
}

// hasAssignment looks for a line that begins "name =", with a semicolon before any brace.
// The standard library's regular expressions would add 60 kB to the module for browsers.
func hasAssignment(data []byte) bool {
	end := -1 // of the next semicolon or brace
	for at := 0; at < len(data); {
		text, _, _ := bytes.Cut(data[at:], []byte("\n"))
		name, _, found := bytes.Cut(text, []byte("="))
		notWord := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		if name = bytes.TrimSpace(name); found && len(name) > 0 && !bytes.ContainsFunc(name, notWord) {
			if end < at {
				next := bytes.IndexAny(data[at:], ";{")
				if next < 0 {
					return false
				}
				end = at + next
			}
			if data[end] == ';' {
				return true
			}
		}
		at += len(text) + 1
	}
	return false
}

// sniffDzn expects an assignment, and an array between bars or under the name of a model.
func sniffDzn(data []byte) confidence {
	arrays := bytes.Contains(data, []byte("[|")) || bytes.Contains(data, []byte("row_rules"))
	return certainIf(arrays && hasAssignment(data) && sniffDznOutput(data) == no)
}

// decodeDzn reads data of MiniZinc, whose arrays are lists.
func decodeDzn(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	var list []*nonogram.Puzzle
	err := cursor.Catch(func() {
		if list = readLists(d, 0, len(d.Data), true); list[0].Blotted() {
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
	r := listReader{Draft: d}
	text := parseTree(&d.Cursor, 0, len(d.Data))
	defer text.release()
	for _, n := range text.nodes {
		if n.name != "A" {
			continue
		}
		rows := r.rowsOf(n.items)
		d.Require(len(rows) != 0 && len(rows[0].items) != 0, int(n.at), "found no rows of cells, expected array2d(1..HEIGHT, 1..WIDTH, [...])")
		width := len(rows[0].items)
		d.Size(int(n.at), width, len(rows))
		g := nonogram.NewGrid(width, len(rows))
		for y, row := range rows {
			if len(row.items) != width {
				panic(d.Fail(int(row.at), "found a row of %s, expected %d", plural.Of(len(row.items), "cell", "cells"), width))
			}
			for x, cell := range row.items {
				d.Expect(cell.n == 1 || cell.n == 2, int(cell.at), "a cell, 1 or 2")
				g.Cells[y*width+x] = nonogram.Color(cell.n - 1)
			}
		}
		return d.Pictured(g)
	}
	panic(d.Fail(d.Start, "found no array A of cells, expected one"))
}

func appendDzn(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = appendRuleArray(b, "row", p.Rows)
	b = append(b, '\n')
	return appendRuleArray(b, "col", p.Cols)
}

// appendRuleArray writes the clues of rows or columns, zeros in front.
func appendRuleArray(b []byte, what string, clues []nonogram.Clue) []byte {
	columns := longestClue(clues)
	b = fmt.Appendf(b, "%ss = %d;\n%s_rule_len = %d;\n%s_rules = [", what, len(clues), what, columns, what)
	for _, clue := range clues {
		b = append(b, "|"...)
		for i := range columns {
			if i > 0 {
				b = append(b, ',')
			}
			n := 0
			if j := i - (columns - len(clue)); j >= 0 {
				n = clue[j].Length
			}
			b = fmt.Appendf(b, " %d", n)
		}
		b = append(b, "\n  "...)
	}
	return append(b, "|];\n"...)
}

func appendDznOut(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "A = array2d(1..%d, 1..%d, [", p.Height(), p.Width())
	cells := nonogram.Grid{Width: len(p.Goal.Cells), Height: 1, Cells: p.Goal.Cells} // in one line
	return cellStyle{between: ", ", after: "]);\n----------\n", cells: []string{"1", "2"}}.append(b, &cells)
}
