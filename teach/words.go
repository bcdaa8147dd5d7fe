package teach

import (
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/line"
)

// The names of things in a sentence: lines, cells, blocks, colors and marks, as a locale
// tells them. Numbers count from 1, as people do.

// phraser talks about one line of a puzzle.
type phraser struct {
	*locale
	p    *nonogram.Puzzle
	line nonogram.LineRef
	clue nonogram.Clue
}

// at talks about another line.
func (s phraser) at(line nonogram.LineRef) phraser {
	return phraser{s.locale, s.p, line, s.p.Clue(line)}
}

// thing is a part that every sentence about the line can name.
func (s phraser) thing(name string) part {
	switch name {
	case "line":
		return text(s.lineWord("line"))
	case "head":
		return text(s.lineWord("head"))
	case "axis": // row, column, rising line, falling line
		return chosen(int(s.line.Axis))
	}
	return whether(s.p.Colored()) // colored
}

func (s phraser) lineWord(what string) string {
	return s.format(what, parts{"axis": s.thing("axis"), "n": s.locale.number(s.line.Index + 1)})
}

// maxStretches is how many stretches of cells a sentence names; more are only
// counted.
const maxStretches = 8

// cells names cells of the line: "cell 5", "cells 3 and 4", "cells 1 to 3 and 8". The
// second form says "in" before it.
func (v *locale) cells(at []int) part {
	listed, rest := v.stretches(at)
	with := parts{"list": text(listed), "n": v.number(len(at)), "rest": {[]string{strconv.Itoa(rest)}, rest}}
	return part{[]string{v.format("cells", with), v.format("in-cells", with)}, several(len(at))}
}

// stretches lists numbers, runs of them together, and counts the rest of a long list.
func (v *locale) stretches(at []int) (listed string, rest int) {
	at = slices.Clone(at)
	slices.Sort(at)
	var words []string
	for i := 0; i < len(at); {
		from := i
		for i++; i < len(at) && at[i] == at[i-1]+1; i++ {
		}
		if len(words) == maxStretches {
			rest = len(at) - from
			if more := v.format("more", parts{"n": v.number(rest)}); more != "" {
				words = append(words, more)
			}
			break
		}
		words = append(words, v.stretch(at[from], at[i-1])...)
	}
	return list(words, v.and), rest
}

// stretch is a run of numbers in words: two neighbors are named both.
func (v *locale) stretch(first, last int) []string {
	a, b := strconv.Itoa(first+1), strconv.Itoa(last+1)
	switch last - first {
	case 0:
		return []string{a}
	case 1:
		return []string{a, b}
	}
	return []string{v.format("stretch", parts{"from": text(a), "to": text(b)})}
}

// span names a stretch of cells.
func (v *locale) span(s span) part {
	var at []int
	for i := s.From; i < s.To; i++ {
		at = append(at, i)
	}
	return v.cells(at)
}

// color is a color as an adjective of a cell: "filled", "empty", "red".
func (s phraser) color(c nonogram.Color) part {
	switch {
	case c == nonogram.Empty:
		return s.locale.color("empty")
	case !s.p.Colored():
		return s.locale.color("filled")
	}
	return s.ink(c)
}

// ink is the name of a color in a color puzzle, or its character in quotes.
func (s phraser) ink(c nonogram.Color) part {
	if name := s.nameOf(s.p.Palette, c); name != "" {
		return s.locale.color(name)
	}
	return text(strconv.Quote(string(rune(s.p.Palette.Symbol(c)))))
}

// number is a block without article: "3", "red 3", and "?" if it is blotted.
func (s phraser) number(j int) string {
	b := s.clue[j]
	length := "?"
	if b.Length > 0 {
		length = strconv.Itoa(b.Length)
	}
	return s.format("number", parts{"n": text(length), "colored": s.thing("colored"), "color": s.color(b.Color)})
}

// plainBlock is a block with its article: "the 7", even if there are others like it.
func (s phraser) plainBlock(j int) string {
	return s.format("block", parts{"number": text(s.number(j))})
}

// each names blocks.
func (s phraser) each(blocks []int, name func(int) string) []string {
	var words []string
	for _, j := range blocks {
		words = append(words, name(j))
	}
	return words
}

// clueText is the whole clue.
func (s phraser) clueText() string {
	if len(s.clue) == 0 {
		return s.template("no-blocks")
	}
	all := make([]int, len(s.clue))
	for j := range all {
		all[j] = j
	}
	gap := " "
	if s.p.Colored() {
		gap = s.colorClue
	}
	return strings.Join(s.each(all, s.number), gap)
}

// block names a block: "the 7", and "the second 2" if there are others like it.
func (s phraser) block(j int) string {
	before, same := 0, 0
	for i, b := range s.clue {
		if b == s.clue[j] {
			same++
			if i < j {
				before++
			}
		}
	}
	number := text(s.number(j))
	switch {
	case same == 1:
		return s.plainBlock(j)
	case before == same-1 && same > 2:
		return s.format("last-block", parts{"number": number})
	case before < len(s.ordinals):
		return s.format("nth-block", parts{"number": number, "nth": text(s.ordinals[before])})
	}
	nth := s.format("nth", parts{"n": s.locale.number(before + 1), "order": chosen(formOf(before+1, s.ordinalForms))})
	return s.format("nth-block", parts{"number": number, "nth": text(nth)})
}

// colorList names the colors of a set, in all forms: "red, blue or empty".
func (s phraser) colorList(set line.Set, by [2]string) part {
	var colors []part
	for rest := set &^ 1; rest != 0; rest &= rest - 1 {
		colors = append(colors, s.color(lowest(rest)))
	}
	if set.Has(nonogram.Empty) {
		colors = append(colors, s.color(nonogram.Empty))
	}
	most := 0
	for _, c := range colors {
		most = max(most, len(c.forms))
	}
	joined := part{choice: several(len(colors))}
	for form := range most {
		var words []string
		for _, c := range colors {
			words = append(words, c.forms[min(form, len(c.forms)-1)])
		}
		joined.forms = append(joined.forms, list(words, by))
	}
	return joined
}

// along is the place of a cell in the line.
func (s phraser) along(c nonogram.Cell) int {
	switch {
	case s.p.Shape != nil:
		return s.p.Shape.At(s.p.Shape.Index(s.line), c.Row*s.p.Shape.Width+c.Col)
	case s.line.Axis == nonogram.Row:
		return c.Col
	}
	return c.Row
}

// marks puts marks in words, cells of a kind together: "cells 4 and 5 are filled,
// cell 9 is empty". All of them lie in the line.
func (s phraser) marks(marks []Mark) string {
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
		words = append(words, s.format(choose(k.not, "are-not", "are"), parts{
			"cells": s.cells(groups[k]), "colors": s.colorList(k.set, s.or), "nor": s.colorList(k.set, s.nor),
		}))
	}
	return list(words, s.clauses)
}

// allEmpty reports marks that only say where nothing is.
func allEmpty(marks []Mark) bool {
	return !slices.ContainsFunc(marks, func(m Mark) bool { return m.Not || m.Color != nonogram.Empty })
}

// places are the cells of marks along the line, each once.
func (s phraser) places(marks []Mark) []int {
	var at []int
	for _, m := range marks {
		if i := s.along(m.Cell); !slices.Contains(at, i) {
			at = append(at, i)
		}
	}
	return at
}

// place names a cell of the puzzle: "row 3, column 5", on a triddler "row 3, cell 5".
func (s phraser) place(c nonogram.Cell) string {
	first := 0
	if s.p.Shape != nil {
		first, _ = s.p.Shape.Row(c.Row)
	}
	return s.format(choose(s.p.Shape != nil, "triangle", "place"), parts{"row": s.locale.number(c.Row + 1), "column": s.locale.number(c.Col - first + 1)})
}
