// Facts of answer set programming, as solvers of nonograms in clingo take them, in any order.
// The number 0, or a line without a fact, is the clue of an empty line.
//
// Source: programs in public repositories.

package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var aspFormat = Format{
	Name:       "asp",
	Title:      "facts of answer set programming, row_hint(1,1,3).",
	Extensions: []string{".asp", ".lp"},
	sniff:      sniffASP,
	decode:     single(func(d *cursor.Draft) *nonogram.Puzzle { return (&aspReader{Draft: d}).puzzle() }),
	append:     appendASP,
}

// factAxis returns the axis of a fact by its name.
func factAxis(name string) (nonogram.Axis, bool) {
	name = strings.ToLower(name)
	for _, end := range []string{"_hint", "_clue", "hint", "clue"} {
		name = strings.TrimSuffix(name, end)
	}
	switch name {
	case "row":
		return nonogram.Row, true
	case "col", "column":
		return nonogram.Column, true
	}
	return 0, false
}

// sniffASP expects a fact about a row and one about a column.
func sniffASP(data []byte) confidence {
	if !bytes.Contains(data, []byte(").")) {
		return no
	}
	r := &aspReader{Draft: &cursor.Draft{Cursor: cursor.Cursor{Data: data}}}
	r.facts()
	return certainIf(len(r.list[nonogram.Row]) > 0 && len(r.list[nonogram.Column]) > 0)
}

// fact is a number of a clue.
type fact struct {
	at                  int32
	line, place, number int32
}

// aspReader reads a file.
type aspReader struct {
	*cursor.Draft
	list [2][]fact // by axis
}

// facts collects the facts about clues.
func (r *aspReader) facts() {
	for !r.EOF() {
		at := r.Pos
		switch {
		case r.Next('%'):
			r.SkipLine()
			continue
		case !cursor.IsLetter(r.Data[r.Pos]):
			r.Pos++
			continue
		}
		word := codeWord(&r.Cursor)
		axis, ok := factAxis(word)
		if numbers, fits := r.arguments(); ok && fits {
			r.list[axis] = append(r.list[axis], fact{int32(at), numbers[0], numbers[1], numbers[2]})
		}
	}
}

// arguments reads three numbers in parentheses and a full stop.
func (r *aspReader) arguments() (numbers [3]int32, ok bool) {
	for i := range numbers {
		if !r.Literal([...]string{"(", ",", ","}[i]) {
			return numbers, false
		}
		r.SkipBlanks()
		n, ok := r.TryNumber()
		if !ok {
			return numbers, false
		}
		numbers[i] = int32(n)
		r.SkipBlanks()
	}
	if !r.Literal(")") {
		return numbers, false
	}
	r.SkipBlanks()
	return numbers, r.Next('.')
}

func (r *aspReader) puzzle() *nonogram.Puzzle {
	r.facts()
	var counts [2]int
	for axis, list := range r.list {
		r.Require(len(list) != 0, r.Start, "found no fact about a %s, expected some like row_hint(1,1,3).", nonogram.Axis(axis))
		n := r.clues(list, nonogram.Axis(axis))
		counts[axis] = n
	}
	r.Size(r.Start, counts[1], counts[0])
	return r.Puzzle(&nonogram.Puzzle{}, r.Lines[:counts[0]], r.Lines[counts[0]:])
}

// clues makes the clues of an axis and returns their number.
func (r *aspReader) clues(list []fact, axis nonogram.Axis) int {
	slices.SortStableFunc(list, func(a, b fact) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.place, b.place)) })
	first, last := min(list[0].line, 1), list[len(list)-1].line
	r.Require(int(last-first) < nonogram.MaxSide, int(list[len(list)-1].at), "found the number %d of a %s, expected 1 to %d", last, axis, nonogram.MaxSide)
	for line := first; line <= last; line++ {
		r.OpenClueAt(r.Start)
		for i := 0; len(list) > 0 && list[0].line == line; i++ {
			f := list[0]
			if list = list[1:]; len(list) > 0 && list[0].line == line && list[0].place == f.place {
				panic(r.Fail(int(list[0].at), "found number %d of %s %d a second time", f.place, axis, line))
			}
			r.AddNumber(int(f.at), int(f.number), nonogram.Black)
		}
		r.CloseClue()
	}
	return int(last-first) + 1
}

func appendASP(b []byte, _ int, p *nonogram.Puzzle) []byte {
	for _, l := range p.Lines() {
		name := [2]string{"row_hint", "col_hint"}[l.Axis]
		for i, block := range p.Clue(l) {
			b = fmt.Appendf(b, "%s(%d,%d,%d). ", name, l.Index+1, i+1, block.Length)
		}
		if len(p.Clue(l)) == 0 {
			b = fmt.Appendf(b, "%s(%d,1,0). ", name, l.Index+1)
		}
		b[len(b)-1] = '\n'
	}
	return b
}
