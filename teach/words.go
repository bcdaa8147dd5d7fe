package teach

import (
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/line"
)

// The grammar of the sentences: cells, blocks, colors and marks in words, with
// their plurals. Numbers count from 1, as people do.

// speaker talks about one line of a puzzle.
type speaker struct {
	p    *nonogram.Puzzle
	line nonogram.LineRef
	clue nonogram.Clue
}

// name is the line at the beginning of a sentence: "Row 4".
func (s speaker) name() string { return capital(s.line.String()) }

// noun is "row" or "column".
func (s speaker) noun() string { return s.line.Axis.String() }

// across is the word for the lines that cross this one.
func (s speaker) across() string {
	if s.line.Axis == nonogram.Row {
		return "column"
	}
	return "row"
}

// ends are the directions towards the beginning and the end of the line.
func (s speaker) ends() (back, forth string) {
	if s.line.Axis == nonogram.Row {
		return "left", "right"
	}
	return "up", "down"
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// list joins words: "a", "a and b", "a, b and c".
func list(words []string, conjunction string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + conjunction + " " + words[n-1]
	}
}

// maxStretches is how many stretches of cells a sentence names; more are only
// counted.
const maxStretches = 8

// cells names cells of the line: "cell 5", "cells 3 and 4", "cells 1 to 3 and 8".
func cells(at []int) string {
	at = slices.Clone(at)
	slices.Sort(at)
	var words []string
	for i := 0; i < len(at); {
		from := i
		for i++; i < len(at) && at[i] == at[i-1]+1; i++ {
		}
		if len(words) == maxStretches {
			words = append(words, strconv.Itoa(len(at)-from)+" more")
			break
		}
		words = append(words, stretch(at[from], at[i-1])...)
	}
	if len(at) == 1 {
		return "cell " + words[0]
	}
	return "cells " + list(words, "and")
}

// stretch is a run of cells in words: two neighbours are named both.
func stretch(first, last int) []string {
	a, b := strconv.Itoa(first+1), strconv.Itoa(last+1)
	switch last - first {
	case 0:
		return []string{a}
	case 1:
		return []string{a, b}
	}
	return []string{a + " to " + b}
}

// span names a stretch of cells.
func span(s Span) string {
	var at []int
	for i := s.From; i < s.To; i++ {
		at = append(at, i)
	}
	return cells(at)
}

// are is the verb for a number of things.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// color is a color as an adjective of a cell: "filled", "empty", "red".
func (s speaker) color(c nonogram.Color) string {
	switch {
	case c == nonogram.Empty:
		return "empty"
	case !s.p.Colored():
		return "filled"
	}
	return s.ink(c)
}

// ink is the name of a color in a color puzzle: its own, else a common one, else
// its character in quotes.
func (s speaker) ink(c nonogram.Color) string {
	if w := s.p.Palette[c]; w.Name != "" {
		return w.Name
	}
	if name := nameOf(s.p.Palette, c); name != "" {
		return name
	}
	return strconv.Quote(string(rune(s.p.Palette.Symbol(c))))
}

// number is a block without article: "3", "red 3", and "?" if it is blotted.
func (s speaker) number(j int) string {
	b := s.clue[j]
	text := "?"
	if b.Length > 0 {
		text = strconv.Itoa(b.Length)
	}
	if s.p.Colored() {
		return s.ink(b.Color) + " " + text
	}
	return text
}

// atLeast is put before a number of cells that blocks need, if some of all blocks are
// blotted.
func (s speaker) atLeast() string {
	for _, b := range s.clue {
		if b.Length == 0 {
			return "at least "
		}
	}
	return ""
}

// numbers lists blocks without articles.
func (s speaker) numbers(blocks []int) string {
	var words []string
	for _, j := range blocks {
		words = append(words, s.number(j))
	}
	return list(words, "and")
}

var ordinals = [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// block names a block: "the 7", and "the second 2" if there are others like it.
func (s speaker) block(j int) string {
	before, same := 0, 0
	for i, b := range s.clue {
		if b == s.clue[j] {
			same++
			if i < j {
				before++
			}
		}
	}
	switch {
	case same == 1:
		return "the " + s.number(j)
	case before == same-1 && same > 2:
		return "the last " + s.number(j)
	case before < len(ordinals):
		return "the " + ordinals[before] + " " + s.number(j)
	}
	return "the " + strconv.Itoa(before+1) + "th " + s.number(j)
}

// blocks lists blocks with their articles.
func (s speaker) blocks(which []int, conjunction string) string {
	var words []string
	for _, j := range which {
		words = append(words, s.block(j))
	}
	return list(words, conjunction)
}

// colorList names the colors of a set: "red, blue or empty".
func (s speaker) colorList(set line.Set, conjunction string) string {
	var words []string
	for rest := set &^ 1; rest != 0; rest &= rest - 1 {
		words = append(words, s.color(lowest(rest)))
	}
	if set.Has(nonogram.Empty) {
		words = append(words, s.color(nonogram.Empty))
	}
	return list(words, conjunction)
}

// along is the place of a cell in the line.
func (s speaker) along(c nonogram.Cell) int {
	if s.line.Axis == nonogram.Row {
		return c.Col
	}
	return c.Row
}

// marks puts marks in words, cells of a kind together: "cells 4 and 5 are filled,
// cell 9 is empty". All of them lie in the line.
func (s speaker) marks(marks []Mark) string {
	type kind struct {
		set line.Set // the colors in question
		not bool
	}
	cell := map[int]kind{}
	var order []kind
	var places []int
	for _, m := range marks {
		at := s.along(m.Cell)
		if _, seen := cell[at]; !seen {
			places = append(places, at)
		}
		cell[at] = kind{cell[at].set | line.Of(m.Color), m.Not}
	}
	slices.Sort(places)
	groups := map[kind][]int{}
	for _, at := range places {
		k := cell[at]
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], at)
	}
	var words []string
	for _, k := range order {
		verb := are(len(groups[k]))
		if k.not {
			verb += " not"
		}
		words = append(words, cells(groups[k])+" "+verb+" "+s.colorList(k.set, "or"))
	}
	return list(words, "and")
}

// allEmpty reports marks that only say where nothing is.
func allEmpty(marks []Mark) bool {
	return !slices.ContainsFunc(marks, func(m Mark) bool { return m.Not || m.Color != nonogram.Empty })
}

// places are the cells of marks along the line, each once.
func (s speaker) places(marks []Mark) []int {
	var at []int
	for _, m := range marks {
		if i := s.along(m.Cell); !slices.Contains(at, i) {
			at = append(at, i)
		}
	}
	return at
}

// place names a cell of the puzzle: "row 3, column 5".
func place(c nonogram.Cell) string {
	return "row " + strconv.Itoa(c.Row+1) + ", column " + strconv.Itoa(c.Col+1)
}
