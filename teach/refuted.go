package teach

import (
	"fmt"
	"strings"

	"nonogram"
	"nonogram/internal/plural"
)

// The sentences about suppositions: what is supposed, what follows line by line,
// and what breaks.

// maxLinks is how many links of a chain are told; the middle of a longer one is
// only counted.
const maxLinks = 6

func (s speaker) refuted(st *Step) string {
	c := st.Chain
	where := place(c.Suppose.Cell)
	so := "So " + s.conclusion(st) + "."
	switch {
	case c.Depth == 1:
		return fmt.Sprintf("Suppose %s were %s. Then %s%s. %s", where, s.color(c.Suppose.Color), s.links(c.Links), s.breaks(c), so)
	case c.Depth == 2:
		return fmt.Sprintf("Suppose %s were %s. Lines alone do not refute that, but further suppositions inside it do: %s (the first: %s %s), and in the end %s cannot be completed. %s",
			where, s.color(c.Suppose.Color), fail(c.Cases), place(c.Split.Cell), s.color(c.Split.Color), c.Breaks, so)
	}
	return fmt.Sprintf("Either %s is %s or it is not, and a search through all cases in which it is ends without a solution. %s", where, s.color(c.Suppose.Color), so)
}

func fail(cases int) string {
	if cases == 1 {
		return "one of them fails"
	}
	return fmt.Sprintf("%d of them fail", cases)
}

// conclusion is what the step marks, in the cell that it is about.
func (s speaker) conclusion(st *Step) string {
	var words []string
	for _, m := range st.Marks {
		not := ""
		if m.Not {
			not = "not "
		}
		words = append(words, fmt.Sprintf("%s is %s%s", place(m.Cell), not, s.color(m.Color)))
	}
	return list(words, "and")
}

// links tells the consequences, each with its line.
func (s speaker) links(links []Link) string {
	var b strings.Builder
	for i, l := range links {
		if len(links) > maxLinks && i == maxLinks/2 {
			more := len(links) - maxLinks + 1
			fmt.Fprintf(&b, "then %s %s; ", plural.Of(more, "further line"), verb(more, "follows", "follow"))
		}
		if len(links) > maxLinks && i >= maxLinks/2 && i <= len(links)-maxLinks/2 {
			continue
		}
		other := speaker{s.p, l.Line, s.p.Clue(l.Line)}
		fmt.Fprintf(&b, "in %s %s; ", l.Line, other.marks(l.Marks))
	}
	if len(links) > 0 {
		b.WriteString("and ")
	}
	return b.String()
}

// breaks says what is wrong with the line in the end.
func (s speaker) breaks(c *Chain) string {
	other := speaker{s.p, c.Breaks, s.p.Clue(c.Breaks)}
	color := s.color(c.FlawColor)
	switch c.Flaw {
	case TooMany:
		return fmt.Sprintf("%s has more %s cells than its clue allows", c.Breaks, color)
	case TooFew:
		return fmt.Sprintf("%s has no room for all its %s cells", c.Breaks, color)
	case TooLong:
		return fmt.Sprintf("%s has a run longer than any of its %sblocks", c.Breaks, other.inkOf(c.FlawColor))
	}
	return fmt.Sprintf("the blocks of %s (%s) have no place left", c.Breaks, other.clueText())
}

// inkOf is a color before a noun: nothing in black and white.
func (s speaker) inkOf(c nonogram.Color) string {
	if s.p.Colored() {
		return s.ink(c) + " "
	}
	return ""
}

// clueText is the whole clue.
func (s speaker) clueText() string {
	var all []string
	for j := range s.clue {
		all = append(all, s.number(j))
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, " ")
}
