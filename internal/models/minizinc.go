// Data files of MiniZinc models, assignments of numbers and of arrays:
//
//	rows = 2;                                  Håkan Kjellerstrand's models: every
//	row_rule_len = 2;                          rule is filled up with zeros
//	row_rules = [| 1, 1 | 0, 2 |];
//	cols = 3;
//	col_rule_len = 1;
//	col_rules = array2d(1..cols, 1..col_rule_len, [2, 1, 1]);
//
//	X = 3; Y = 2; maxlen = 3;                  the MiniZinc benchmarks: a clue is
//	rows = [| 1, 0, 1 | 1, 1, -1 |];           the tightest line, 1 for a cell and
//	cols = [| 1, 1, -1 | 1, -1, -1 | …|];      0 for a gap, filled up with -1
//
//	row_states = array2d(1..row_total_states,  the model with automata: the clue is
//	  1..2, [1,2, 0,3, 4,0, 4,5, 5,0]);        the automaton of its line, two states to
//	row_num_states = [5];                      go to from each, by a gap or by a cell, 0
//	col_states = …; col_num_states = …;        for none; the clue of this one is 2 1
//
// All three are read; the first is written. Comments start with "%" or are those of C. The
// output of the benchmarks' model is a format of its own, dzn-out:
//
//	A = array2d(1..2, 1..3, [2, 1, 2, …]);     cells, 1 is empty and 2 is filled
//	----------
//
// Source: nonogram_create_automaton2.mzn and nonogram_regular.mzn by Kjellerstrand, and
// his maker of automata; the nonogram model of the MiniZinc challenges.

package models

import (
	"bytes"
	"fmt"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// MiniZinc is the data of MiniZinc models.
var MiniZinc = Language{
	Sniff:  sniffDzn,
	Read:   func(d *cursor.Draft) *nonogram.Puzzle { return newDznReader(d, (*dznReader).clues).puzzle() },
	Append: appendDzn,
	Fits:   fitsTable,
}

// MiniZincOutput is the output of MiniZinc models: a solution.
var MiniZincOutput = Language{
	Sniff:   sniffDznOut,
	Read:    func(d *cursor.Draft) *nonogram.Puzzle { return newDznReader(d, (*dznReader).goal).puzzle() },
	Append:  appendDznOut,
	Picture: true,
}

// firstName is the name of the first assignment, "" if there is none.
func firstName(data []byte) string {
	s := newDznCode(data, 0)
	if cursor.Catch(s.skip) != nil {
		return ""
	}
	name := s.word()
	if s.SkipSpace(); !s.Next('=') {
		return ""
	}
	return name
}

// sniffDzn expects an assignment and an array.
func sniffDzn(data []byte) bool {
	if name := firstName(data); name == "" || name == "A" {
		return false
	}
	if bytes.Contains(data, []byte("[|")) || bytes.Contains(data, []byte("row_rules")) || bytes.Contains(data, []byte("row_states")) {
		return true
	}
	return false
}

func sniffDznOut(data []byte) bool {
	if firstName(data) == "A" && bytes.Contains(data, []byte("array2d")) {
		return true
	}
	return false
}

// clues makes the puzzle of the assignments.
func (r *dznReader) clues(p *nonogram.Puzzle) {
	if r.arrays["row_states"].seen && r.arrays["col_states"].seen {
		r.automata(p)
		return
	}
	rules := [2]dznArray{r.arrays["row_rules"], r.arrays["col_rules"]}
	add := r.addRule
	if rules[0].seen && rules[1].seen {
		for i, name := range [2]string{"row_rule_len", "col_rule_len"} {
			if rules[i].width == 0 {
				rules[i].width = r.ints[name]
			}
		}
	} else {
		rules = [2]dznArray{r.arrays["rows"], r.arrays["cols"]}
		add = r.addTight
	}
	if !rules[0].seen || !rules[1].seen {
		panic(r.Fail(r.Start, "found no clues, expected arrays row_rules and col_rules, or rows and cols"))
	}
	for i, a := range rules {
		r.clueRows(a, [2]string{"rows", "columns"}[i], add)
	}
	height := (rules[0].end - rules[0].start) / rules[0].width
	lines := r.Lines
	r.Build(p, lines[:height], lines[height:])
	r.sizes(p)
}

// automata makes the puzzle of the automata of its lines.
func (r *dznReader) automata(p *nonogram.Puzzle) {
	height := 0
	for _, what := range []string{"row", "col"} {
		states, counts := r.arrays[what+"_states"], r.arrays[what+"_num_states"]
		if n := counts.end - counts.start; !counts.seen || n < 1 || n > nonogram.MaxSide {
			panic(r.Fail(states.at, "found %s_states without %[1]s_num_states, expected the number of states of 1 to %d lines", what, nonogram.MaxSide))
		}
		at := states.start
		for _, n := range r.numbers[counts.start:counts.end] {
			if n < 0 || int(n) > (states.end-at)/2 {
				panic(r.Fail(counts.at, "found %d as the states of a line, but %s_states has %d left", n, what, (states.end-at)/2))
			}
			r.addAutomaton(states, at, int(n))
			at += 2 * int(n)
		}
		if at != states.end {
			panic(r.Fail(states.at, "found more states than the lines have, by %d", (states.end-at)/2))
		}
		if height == 0 {
			height = len(r.Lines)
		}
	}
	lines := r.Lines
	r.Build(p, lines[:height], lines[height:])
}

// addAutomaton adds the clue of an automaton: a state with a transition for a cell is part
// of a block, one without is its end.
func (r *dznReader) addAutomaton(a dznArray, from, n int) {
	r.OpenClueAt(a.at)
	run := 0
	for i := 1; i <= n; i++ {
		gap, cell := int(r.numbers[from]), int(r.numbers[from+1])
		switch {
		case cell == i+1 && i < n && (gap == i && run == 0 || gap == 0 && run > 0):
			run++
		case cell == 0 && (gap == i+1 || i == n && gap == i):
			if run > 0 {
				r.AddBlock(run, nonogram.Black)
			}
			run = 0
		default:
			panic(r.Fail(r.place(a, from), "found %d and %d behind state %d, expected the automaton of a clue, as %d and %d", gap, cell, i, i, i+1))
		}
		from += 2
	}
	r.CloseClue()
}

// clueRows cuts an array into rows and adds each as a clue.
func (r *dznReader) clueRows(a dznArray, what string, add func(a dznArray, from int)) {
	if a.width == 0 || (a.end-a.start)%a.width != 0 {
		panic(r.Fail(a.at, "found %d numbers for the %s, expected a multiple of %d", a.end-a.start, what, a.width))
	}
	if n := (a.end - a.start) / a.width; n > nonogram.MaxSide {
		panic(r.Fail(a.at, "found %d %s, the limit is %d (MaxSide)", n, what, nonogram.MaxSide))
	}
	for i := a.start; i < a.end; i += a.width {
		add(a, i)
	}
}

// addRule adds a clue that is filled up with zeros.
func (r *dznReader) addRule(a dznArray, from int) {
	r.OpenClueAt(a.at)
	for i, n := range r.numbers[from : from+a.width] {
		if n < 0 {
			panic(r.Expected(r.place(a, from+i), "a number from 0"))
		}
		if n > 0 {
			r.AddBlock(int(n), nonogram.Black)
		}
	}
	r.CloseClue()
}

// addTight adds a clue that is written as cells and gaps, filled up with -1.
func (r *dznReader) addTight(a dznArray, from int) {
	r.OpenClueAt(a.at)
	run := 0
	for i := 0; i <= a.width; i++ {
		n := int32(0)
		if i < a.width {
			n = r.numbers[from+i]
		}
		switch {
		case n == 1:
			run++
			continue
		case n != 0 && n != -1:
			panic(r.Expected(r.place(a, from+i), "1 for a cell, 0 for a gap or -1"))
		}
		if run > 0 {
			r.AddBlock(run, nonogram.Black)
		}
		run = 0
	}
	r.CloseClue()
}

// sizes checks the sizes in the file against the clues. X and Y are width or height,
// depending on the model.
func (r *dznReader) sizes(p *nonogram.Puzzle) {
	w, h := p.Width(), p.Height()
	for _, t := range []struct {
		name string
		a, b int
	}{{"rows", h, h}, {"cols", w, w}, {"X", w, h}, {"Y", w, h}} {
		if n, ok := r.ints[t.name]; ok && n != t.a && n != t.b {
			panic(r.Fail(r.Start, "found %s = %d, but there are clues for %d rows and %d columns", t.name, n, h, w))
		}
	}
}

// goal makes the puzzle of a printed solution.
func (r *dznReader) goal(p *nonogram.Puzzle) {
	a := r.arrays["A"]
	if !a.seen {
		panic(r.Fail(r.Start, "found no array A of cells, expected one"))
	}
	n := a.end - a.start
	if a.width == 0 || n%a.width != 0 {
		panic(r.Fail(a.at, "found %d cells, expected a multiple of %d", n, a.width))
	}
	r.Size(a.at, a.width, n/a.width)
	g := nonogram.NewGrid(a.width, n/a.width)
	for i, v := range r.numbers[a.start:a.end] {
		if v != 1 && v != 2 {
			panic(r.Expected(r.place(a, a.start+i), "a cell, 1 or 2"))
		}
		g.Cells[i] = nonogram.Color(v - 1)
	}
	p.Goal = g
	p.Rows, p.Cols = nonogram.CluesOf(g)
}

func appendDzn(b []byte, p *nonogram.Puzzle) []byte {
	b = appendRuleArray(b, "row", p.Rows)
	b = append(b, '\n')
	return appendRuleArray(b, "col", p.Cols)
}

// appendRuleArray writes the clues of rows or columns, zeros in front.
func appendRuleArray(b []byte, what string, clues []nonogram.Clue) []byte {
	columns := longest(clues)
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

func appendDznOut(b []byte, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "A = array2d(1..%d, 1..%d, [", p.Height(), p.Width())
	for i, c := range p.Goal.Cells {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, '1'+byte(c))
	}
	return append(b, "]);\n----------\n"...)
}
