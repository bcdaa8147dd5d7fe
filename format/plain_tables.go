// Tables with clues: comma-separated values with a puzzle in every line, under names of rows and
// columns, and tables of Markdown.
//
//	id,rows,columns                      | Row | Clue |      |     | 2 | 1 | 1 |
//	1,"[[1, 1], [2]]","[[2], [1], [1]]"  | --- | ---- |      | --- | --- | --- | --- |
//	                                     | 1   | 1 1  |      | 1 1 |   |   |   |
//	                                     | 2   | 2    |      | 2   |   |   |   |

package format

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// table has the cells of a table, the names of its columns first.
type table [][]string

// hasTable reports whether a text begins like a table of puzzles, or has one of Markdown.
func hasTable(data []byte) bool {
	line, rest, _ := bytes.Cut(bytes.TrimLeft(data, cursor.BlanksOrEOL), []byte("\n"))
	if len(line) < 1<<10 && bytes.IndexByte(rest, '"') >= 0 {
		if rows, cols := headerAxes(strings.FieldsFunc(string(line), isComma)); rows >= 0 && cols >= 0 {
			return true
		}
	}
	return bytes.HasPrefix(bytes.TrimLeft(data, cursor.BlanksOrEOL), []byte("|")) || bytes.Contains(data, []byte("\n|"))
}

func isComma(c rune) bool { return c == ',' || c == ';' || c == '\t' || c == '\r' }

// headerAxes returns the columns that are named after rows and columns, -1 for none.
func headerAxes(names []string) (rows, cols int) {
	at := [2]int{-1, -1}
	for i, name := range names {
		if axis, ok := axisOf(strings.Trim(name, "\" ")); ok && at[axis] < 0 {
			at[axis] = i
		}
	}
	return at[nonogram.Row], at[nonogram.Column]
}

// readTables returns the puzzles of a text with tables. It panics with a fault if there are none.
func readTables(d *cursor.Draft) []*nonogram.Puzzle {
	r := listReader{Draft: d, ints: map[string]int{}, used: map[int32]bool{}}
	tables := markdownTables(d.Data)
	switch {
	case len(tables) == 0:
		r.records(csvTable(d.Data))
	case len(tables) == 1 && tables[0][0][0] == "":
		r.framed(tables[0])
	case len(tables) == 2:
		r.sides(tables[0], tables[1])
	}
	d.Require(len(r.found) > 0, d.Pos, "found a table without clues of rows and columns")
	return r.found
}

// csvTable reads comma-separated values, nil if they are none.
func csvTable(data []byte) table {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, cursor.BlanksOrEOL), []byte("\n"))
	c := csv.NewReader(bytes.NewReader(data))
	c.FieldsPerRecord, c.LazyQuotes, c.TrimLeadingSpace = -1, true, true
	for _, sep := range ";\t" {
		if bytes.ContainsRune(line, sep) {
			c.Comma = sep
		}
	}
	t, err := c.ReadAll()
	if err != nil {
		return nil
	}
	return t
}

// markdownTables returns the tables of a text of Markdown, without the lines of dashes.
func markdownTables(data []byte) (list []table) {
	inside := false
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			inside = false
			continue
		}
		if !inside {
			list = append(list, nil)
		}
		inside = true
		if strings.Trim(line, "|-: ") == "" && strings.Contains(line, "-") {
			continue
		}
		var cells []string
		for _, cell := range strings.Split(strings.TrimSuffix(line[1:], "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		list[len(list)-1] = append(list[len(list)-1], cells)
	}
	return slices.DeleteFunc(list, func(t table) bool { return len(t) < 2 })
}

// records reads a puzzle in every line of a table.
func (r *listReader) records(t table) {
	if len(t) < 2 {
		return
	}
	rows, cols := headerAxes(t[0])
	name := slices.IndexFunc(t[0], func(s string) bool { return strings.EqualFold(s, "id") || strings.EqualFold(s, "name") })
	for _, record := range t[1:] {
		if rows < 0 || cols < 0 || len(record) <= max(rows, cols, name) {
			return
		}
		id := ""
		if name >= 0 {
			id = record[name]
		}
		r.cells(id, cellClues(record[rows]), cellClues(record[cols]))
	}
}

// cellClues reads the clues in one cell.
func cellClues(cell string) [][]int32 {
	if !strings.ContainsAny(cell, "[(") {
		return textClues(cell)
	}
	text := parseTree(&cursor.Cursor{Data: []byte(cell)}, 0, len(cell))
	defer text.release()
	if len(text.nodes) != 1 {
		return nil
	}
	return cluesOf(text.nodes[0], true)
}

// sides reads a table of rows and one of columns.
func (r *listReader) sides(tables ...table) {
	var clues [2][][]int32
	for _, t := range tables {
		rows, cols := headerAxes(t[0])
		if rows < 0 == (cols < 0) {
			return
		}
		axis := nonogram.Row
		if cols >= 0 {
			axis = nonogram.Column
		}
		index := true
		for i, line := range t[1:] {
			n, ok := cursor.ParseNumber([]byte(strings.TrimSpace(line[0][len(strings.TrimRight(line[0], "0123456789")):])))
			index = index && len(line) > 1 && ok && (n == i || n == i+1)
		}
		for _, line := range t[1:] {
			if index {
				line = line[1:]
			}
			clue, ok := numbersOf(strings.Join(line, " "))
			if !ok {
				return
			}
			clues[axis] = append(clues[axis], clue)
		}
	}
	r.cells("", clues[nonogram.Row], clues[nonogram.Column])
}

// framed reads a table whose first line has the columns' clues, and whose first column has those
// of the rows.
func (r *listReader) framed(t table) {
	var rows, cols [][]int32
	add := func(list *[][]int32, cell string) bool {
		clue, ok := numbersOf(strings.ReplaceAll(cell, "<br>", " "))
		*list = append(*list, clue)
		return ok && len(clue) > 0
	}
	for _, cell := range t[0][1:] {
		if !add(&cols, cell) {
			return
		}
	}
	for _, line := range t[1:] {
		if !add(&rows, line[0]) || strings.Join(line[1:], "") != "" {
			return
		}
	}
	r.cells("", rows, cols)
}

// cells adds the puzzle of clues that were found in cells.
func (r *listReader) cells(id string, rows, cols [][]int32) {
	if len(rows) > 0 && len(cols) > 0 {
		r.pair(id, part{node: node{details: &details{name: "rows"}}, clues: rows}, part{node: node{details: &details{name: "columns"}}, clues: cols}, nil, nil)
	}
}
