// Splitting a typed text into rows and columns, and these into clues. The functions propose
// readings; try discards those whose totals differ.

package format

import (
	"cmp"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// labeled splits a text at its labels. If each line has one, "row 3: 1 1", each is a clue.
func (r *plainReader) labeled() {
	at := r.text.stranger
	r.Expect(at < 0, at, "a number, or a label like rows: or columns:")
	var parts [2][][]mark // of rows, of columns
	marks := r.text.marks
	first := slices.IndexFunc(marks, isLabel)
	for i := first; i < len(marks); {
		end := len(marks)
		if next := slices.IndexFunc(marks[i+1:], isLabel); next >= 0 {
			end = i + 1 + next
		}
		axis := nonogram.Row
		if marks[i].kind == colLabel {
			axis = nonogram.Column
		}
		parts[axis] = append(parts[axis], marks[i+1:end])
		i = end
	}
	for axis, list := range parts {
		if r.text.size[axis] > 0 && len(list) == 2 && len(trimEnds(list[0])) == 0 {
			parts[axis] = list[1:] // "3 rows" far above "rows"
		}
	}
	r.layout.columns = false
	if r.sizeUnderLabels(parts) {
		return
	}
	rows, cols := sectionsOf(parts[nonogram.Row]), sectionsOf(parts[nonogram.Column])
	var fault error
	for _, first := range rows {
		for _, second := range cols {
			fault = cmp.Or(fault, cursor.Catch(func() { r.try(first, second) }))
		}
	}
	if fault != nil && len(r.found) == 0 {
		panic(fault)
	}
}

// sizeUnderLabels reads a text that begins with "rows: 3" and "columns: 4", or "3 rows" and "4 columns",
// and has as many clues in the lines below.
func (r *plainReader) sizeUnderLabels(parts [2][][]mark) bool {
	size := r.text.size
	var clues [2][][]mark
	for axis, list := range parts {
		if len(list) != 1 {
			return false
		}
		lines := slices.DeleteFunc(cutAt(afterLabel(list[0]), lineEnd), isBlankLine)
		if size[axis] == 0 && len(lines) > 0 && len(lines[0]) == 1 {
			size[axis], lines = int(lines[0][0].n), lines[1:]
		}
		clues[axis] = lines
	}
	all := slices.Concat(clues[0], clues[1])
	if size[0] == 0 || size[1] == 0 || len(all) != size[0]+size[1] || len(clues[0]) > 0 && len(clues[1]) > 0 {
		return false
	}
	r.text.size = size
	r.try(all[:size[0]], all[size[0]:])
	return true
}

func isLabel(t mark) bool { return t.kind == rowLabel || t.kind == colLabel }

// sectionsOf returns the ways to split the parts after labels into clues.
func sectionsOf(parts [][]mark) [][][]mark {
	if len(parts) == 1 {
		return append(countedClues(parts[0]), clueLists(afterLabel(parts[0]))...)
	}
	list := make([][]mark, len(parts))
	for i, part := range parts {
		list[i] = trimEnds(numbered(part))
	}
	switch indexed := withoutIndex(list); {
	case indexed == nil:
		return [][][]mark{list}
	case list[0][0].glued:
		return [][][]mark{indexed}
	default:
		return [][][]mark{list, indexed}
	}
}

// countedClues reads the number of clues after a label, "COLUMNS 30", and as many clues in the lines
// below, between which there may be ruled lines. It returns nothing if there is no such number.
func countedClues(part []mark) [][][]mark {
	lines := cutAt(part, lineEnd)
	if len(lines) == 0 || len(lines[0]) != 1 || lines[0][0].kind != number {
		return nil
	}
	for _, isSpacing := range []func([]mark) bool{isBlankLine, func(line []mark) bool { return isBlankLine(line) || isRule(line) }} {
		if clues := slices.DeleteFunc(slices.Clone(lines[1:]), isSpacing); len(clues) == int(lines[0][0].n) {
			return [][][]mark{clues}
		}
	}
	return nil
}

// withoutNumbers drops the numbers of a list, "3. 1,1", which count from 1. It returns nil if there are
// none.
func withoutNumbers(lines [][]mark) [][]mark {
	list := make([][]mark, len(lines))
	for i, line := range lines {
		if len(line) < 3 || line[0].kind != number || int(line[0].n) != i+1 || line[1].kind != '.' || line[2].at == line[1].at+1 {
			return nil
		}
		list[i] = line[2:]
	}
	return list
}

// withoutIndex drops the numbers of lines, "row,3,1 1" or "r3 1 1": the first numbers count from 0 or 1,
// and a separator, or nothing, follows each, or each is glued to its label. It returns nil if they do not.
func withoutIndex(lines [][]mark) [][]mark {
	list := make([][]mark, len(lines))
	for i, line := range lines {
		switch {
		case len(line) == 0 || line[0].kind != number || int(line[0].n-lines[0][0].n) != i || lines[0][0].n > 1:
			return nil
		case len(line) > 1 && line[1].isBlock():
			if !line[0].glued {
				return nil
			}
			list[i] = line[1:]
		default:
			list[i] = line[min(2, len(line)):]
		}
	}
	return list
}

// afterLabel drops the punctuation of a label.
func afterLabel(part []mark) []mark {
	for len(part) > 0 && (part[0].kind == ':' || part[0].kind == '=' || part[0].kind == ',') {
		part = part[1:]
	}
	return part
}

// numbered drops the number of a line, "3:", before its clue.
func numbered(part []mark) []mark {
	if len(part) > 1 && part[0].kind == number && (part[1].kind == ':' || part[1].kind == '=') {
		part = part[2:]
	}
	return afterLabel(part)
}

// sized reads the size, and then one clue per line.
func (r *plainReader) sized(marks []mark) {
	first, second, rest, ok := sizeBefore(marks)
	r.Require(ok, r.Start, "found no size, expected two numbers before the clues")
	lines := cutAt(rest, lineEnd)
	width, height := first, second
	if r.size == heightFirst {
		width, height = second, first
	}
	r.Size(r.Start, width, height)
	n := height
	if r.columns {
		n = width
	}
	filled := slices.DeleteFunc(slices.Clone(lines), isBlankLine)
	filled = slices.DeleteFunc(filled, isRule)
	if len(filled) == width+height {
		r.try(filled[:n], filled[n:])
		return
	}
	lines = trim(lines, isBlankLine, isBlankLine)
	switch len(lines) { // blank lines are clues
	case width + height:
		r.try(lines[:n], lines[n:])
		return
	case width + height + 1:
		if isBlankLine(lines[n]) || isRule(lines[n]) {
			r.try(lines[:n], lines[n+1:])
			return
		}
	}
	panic(r.Fail(r.Start, "found %s of clues, expected %d", plural.Of(len(filled), "line", "lines"), width+height))
}

// sizeBefore reads two numbers alone on the first line, or on the first two.
func sizeBefore(marks []mark) (first, second int, rest []mark, ok bool) {
	marks = trimEnds(marks)
	if len(marks) < 4 || marks[0].kind != number {
		return 0, 0, nil, false
	}
	i := 1
	for i < len(marks) && !marks[i].isBlock() && i < 3 {
		i++
	}
	if i+1 >= len(marks) || marks[i].kind != number || marks[i+1].kind != lineEnd {
		return 0, 0, nil, false
	}
	return int(marks[0].n), int(marks[i].n), marks[i+2:], true
}

// unlabelled looks for the boundary between rows and columns.
func (r *plainReader) unlabelled(marks []mark) {
	try := func(first, second []mark) {
		for _, a := range clueLists(first) {
			for _, b := range clueLists(second) {
				if cursor.Catch(func() { r.try(a, b) }) != nil {
					return // the numbers are not a clue
				}
			}
		}
	}
	lines := trim(cutAt(trimEnds(marks), lineEnd), isRule, isRule)
	if i := slices.IndexFunc(lines, isRule); i >= 0 {
		first, second := lines[:i], lines[i+1:]
		if slices.ContainsFunc(second, isRule) {
			return
		}
		if !r.columns && !slices.ContainsFunc(second, openAtRight) {
			first, second = second, first // a board has the clues of its columns above it
		}
		try(join(first), join(second))
		return
	}
	filled := slices.DeleteFunc(slices.Clone(lines), isBlankLine)
	switch {
	case len(filled) == 1:
		r.oneLine(filled[0], try)
	case len(filled) == 2:
		try(filled[0], filled[1])
		fallthrough
	default:
		r.atBlankLines(lines, try)
		if len(r.found) == 0 && len(filled) > 2 && len(filled) == len(lines) {
			r.atEqualSums(lines)
		}
	}
}

// sections reads a number, as many clues, another number and as many clues.
func (r *plainReader) sections(lines [][]mark) {
	count := func(lines [][]mark) int {
		if len(lines) == 0 || len(lines[0]) != 1 || lines[0][0].kind != number {
			return 0
		}
		return int(lines[0][0].n)
	}
	n := count(lines)
	r.Require(n > 0 && n+1 < len(lines), r.Start, "found no number of clues, expected it before them")
	rest := lines[n+1:]
	r.Require(count(rest) == len(rest)-1, r.Start, "found %s after %s, expected the number of the others and these", plural.Of(len(rest), "line", "lines"), plural.Of(n, "clue", "clues"))
	r.try(lines[1:n+1], rest[1:])
}

// oneLine splits a line at a separator that occurs once.
func (r *plainReader) oneLine(line []mark, try func(first, second []mark)) {
	for _, sep := range []byte("|/;:-=#x*.") {
		runs, at, end := 0, 0, 0
		longest := 1
		for i := 0; i < len(line); i++ {
			if line[i].kind != sep {
				continue
			}
			j := i
			for j < len(line) && line[j].kind == sep {
				j++
			}
			switch n := j - i; {
			case n > longest:
				runs, at, end, longest = 1, i, j, n
			case n == longest:
				runs, at, end = runs+1, i, j
			}
			i = j - 1
		}
		if runs == 1 && at > 0 && end < len(line) {
			try(line[:at], line[end:])
		}
	}
}

// atBlankLines splits at blank lines. If there are several, both sides must have equal
// sums.
func (r *plainReader) atBlankLines(lines [][]mark, try func(first, second []mark)) {
	var places [][2]int
	for i := 1; i < len(lines); i++ {
		if !isBlankLine(lines[i]) {
			continue
		}
		j := i
		for j < len(lines) && isBlankLine(lines[j]) {
			j++
		}
		places = append(places, [2]int{i, j})
		i = j
	}
	total, before, at := sumOf(join(lines)), 0, 0
	for _, p := range places {
		for ; at < p[0]; at++ {
			before += sumOf(lines[at])
		}
		if len(places) > 1 && !r.counted && before*2 != total {
			continue
		}
		if r.tries == maxTries {
			return
		}
		try(join(lines[:p[0]]), join(lines[p[1]:]))
	}
}

// atEqualSums splits lines where both sides have equal sums.
func (r *plainReader) atEqualSums(lines [][]mark) {
	total, before := 0, 0
	sums := make([]int, len(lines))
	for i, line := range lines {
		sums[i] = sumOf(line)
		if r.counted && len(line) > 0 && line[0].kind == number {
			sums[i] -= int(line[0].n)
		}
		total += sums[i]
	}
	for i, sum := range sums {
		if i > 0 && before*2 == total && r.tries < maxTries {
			if cursor.Catch(func() { r.try(lines[:i], lines[i:]) }) != nil {
				return
			}
		}
		before += sum
	}
}

// clueLists returns the ways to split a part into clues, the usual one first.
func clueLists(part []mark) (ways [][][]mark) {
	lines := cutAt(trimEnds(part), lineEnd)
	filled := slices.DeleteFunc(slices.Clone(lines), isBlankLine)
	switch {
	case len(filled) == 0:
		return nil
	case len(filled) > 1:
		if list := withoutNumbers(filled); list != nil {
			return [][][]mark{list}
		}
		ways = append(ways, filled)
		if len(filled) < len(lines) {
			ways = append(ways, lines) // blank lines are clues
		}
		return ways
	}
	line := filled[0]
	for _, sep := range []byte(";/|,-.") {
		if slices.ContainsFunc(line, func(t mark) bool { return t.kind == sep }) {
			ways = append(ways, cutAt(line, sep))
			if clues := cutAtSpaces(line); len(clues) > 1 {
				ways = append(ways, clues)
			}
			break
		}
	}
	if len(ways) == 0 {
		var singles [][]mark
		for i, t := range line {
			if t.isBlock() {
				singles = append(singles, line[i:i+1])
			}
		}
		ways = append(ways, singles)
	}
	return append(ways, [][]mark{line}) // the one clue of a side of one cell
}

// join is the part of the text that consists of the lines.
func join(lines [][]mark) []mark {
	lines = trim(lines, isBlankLine, isBlankLine)
	if len(lines) == 0 {
		return nil
	}
	n := len(lines) - 1
	for _, line := range lines {
		n += len(line)
	}
	return lines[0][:n:n] // lines are cut out of one slice
}

func isBlankLine(line []mark) bool { return len(line) == 0 }

// isRule reports lines of separators only.
func isRule(line []mark) bool {
	return len(line) > 0 && !slices.ContainsFunc(line, mark.isBlock)
}

// openAtRight reports lines that do not end at the side of a board, as "1 1 |" does.
func openAtRight(line []mark) bool {
	return len(line) == 0 || line[len(line)-1].kind != '|'
}

// trim drops elements with a property at the beginning, and at the end.
func trim[T any](list []T, first, last func(T) bool) []T {
	for len(list) > 0 && first(list[0]) {
		list = list[1:]
	}
	for len(list) > 0 && last(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	return list
}

// trimEnds drops ends of lines around a part, and commas after it.
func trimEnds(marks []mark) []mark {
	isEnd := func(t mark) bool { return t.kind == lineEnd }
	return trim(marks, isEnd, func(t mark) bool { return isEnd(t) || t.kind == ',' })
}

// cutAt cuts a part at every separator, or at the ends of lines.
func cutAt(line []mark, sep byte) (parts [][]mark) {
	from := 0
	for i, t := range line {
		if t.kind == sep {
			parts = append(parts, line[from:i])
			from = i + 1
		}
	}
	if from < len(line) {
		parts = append(parts, line[from:])
	}
	return parts
}

// cutAtSpaces cuts a line between numbers that only space separates, so that
// "1,1 3" is two clues.
func cutAtSpaces(line []mark) (parts [][]mark) {
	from := 0
	for i := 1; i < len(line); i++ {
		if line[i-1].isBlock() && line[i].isBlock() {
			parts = append(parts, line[from:i])
			from = i
		}
	}
	return append(parts, line[from:])
}

func sumOf(marks []mark) (sum int) {
	for _, t := range marks {
		if t.kind == number {
			sum += int(t.n)
		}
	}
	return sum
}
