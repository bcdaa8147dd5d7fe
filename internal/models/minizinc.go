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
// Both are read; the first is written. Comments start with "%" or are those of C. The
// output of the benchmarks' model is a format of its own, dzn-out:
//
//	A = array2d(1..2, 1..3, [2, 1, 2, …]);     cells, 1 is empty and 2 is filled
//	----------
//
// Source: nonogram_create_automaton2.mzn and nonogram_regular.mzn by Kjellerstrand; the
// nonogram model of the MiniZinc challenges.

package models

import (
	"bytes"
	"fmt"
	"unicode"

	"nonogram"
)

// MiniZinc is the data of MiniZinc models. Package format reads its lists.
var MiniZinc = Language{
	Sniff:  sniffDzn,
	Append: appendDzn,
	Fits:   fitsTable,
}

// MiniZincOutput is the output of MiniZinc models: a solution.
var MiniZincOutput = Language{
	Sniff:   sniffDznOutput,
	Append:  appendDznOut,
	Picture: true,
}

// sniffDznOutput expects "A = array2d".
func sniffDznOutput(data []byte) bool {
	name, value, found := bytes.Cut(data[:min(len(data), 100)], []byte("="))
	return found && string(bytes.TrimSpace(name)) == "A" && bytes.HasPrefix(bytes.TrimSpace(value), []byte("array2d"))
}

// hasAssignment looks for a line that begins "name =", with a semicolon before any brace.
// The standard library's regular expressions would add 60 kB to the module for browsers.
func hasAssignment(data []byte) bool {
	end := -1 // of the next semicolon or brace
	for at := 0; at < len(data); {
		text, _, _ := bytes.Cut(data[at:], []byte("\n"))
		name, _, found := bytes.Cut(text, []byte("="))
		if name = bytes.TrimSpace(name); found && len(name) > 0 && bytes.IndexFunc(name, notWord) < 0 {
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

func notWord(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// sniffDzn expects an assignment, and an array between bars or under the name of a model.
func sniffDzn(data []byte) bool {
	if !bytes.Contains(data, []byte("[|")) && !bytes.Contains(data, []byte("row_rules")) {
		return false
	}
	return hasAssignment(data) && !sniffDznOutput(data)
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
