package render

import (
	"fmt"
	"strings"

	"nonogram"
)

// The parts of a book by size and level, for its contents.

// section is the puzzles of a size class and a level.
type section struct {
	label   string // the range of their sizes
	level   int
	entries []int
}

// classes are the upper bounds of the longer side of the size classes.
var classes = []int{5, 10, 15, 20, 25, 30, 40, 50, 75, 100}

func classOf(p *nonogram.Puzzle) int {
	side := max(p.Width(), p.Height())
	for i, bound := range classes {
		if side <= bound {
			return i
		}
	}
	return len(classes)
}

// newSections groups the entries into sections, in order.
func (n *binder) newSections() []section {
	type key struct{ class, level int }
	var list []section
	at := map[key]int{}
	byClass := map[int][]Entry{}
	for i, e := range n.entries {
		k := key{classOf(e.Puzzle), e.Level}
		if _, ok := at[k]; !ok {
			at[k] = len(list)
			list = append(list, section{level: e.Level})
		}
		s := &list[at[k]]
		s.entries = append(s.entries, i)
		byClass[k.class] = append(byClass[k.class], e)
	}
	for i := range list {
		list[i].label = sizesOf(byClass[classOf(n.entries[list[i].entries[0]].Puzzle)])
	}
	return list
}

// sizesOf is the range of widths and heights: "10 × 10", "10–12 × 15".
func sizesOf(entries []Entry) string {
	low := [2]int{entries[0].Puzzle.Width(), entries[0].Puzzle.Height()}
	high := low
	for _, e := range entries {
		for i, side := range [2]int{e.Puzzle.Width(), e.Puzzle.Height()} {
			low[i], high[i] = min(low[i], side), max(high[i], side)
		}
	}
	return rangeOf(low[0], high[0]) + " × " + rangeOf(low[1], high[1])
}

func rangeOf(low, high int) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d–%d", low, high)
}

// ranges formats sorted entries, counted from 0, as ranges of numbers from 1: "1–12, 15".
func ranges(entries []int) string {
	var parts []string
	for i := 0; i < len(entries); {
		k := i + 1
		for k < len(entries) && entries[k] == entries[k-1]+1 {
			k++
		}
		part := fmt.Sprint(entries[i] + 1)
		if k-i > 1 {
			part += fmt.Sprintf("–%d", entries[k-1]+1)
		}
		parts = append(parts, part)
		i = k
	}
	return strings.Join(parts, ", ")
}
