package teach

import (
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/line"
)

// The template of each step and the values of its placeholders, from the step's data alone.
// The words are in the language's locale, the names of cells and blocks in words.go.

// Sentence explains the step in one sentence, or in several for suppositions, in the
// language of the path.
func (s *Step) Sentence(p *nonogram.Puzzle) string {
	talk := phraser{s.language.locale(), p, s.Line, p.Clue(s.Line)}
	return fill(talk.template(talk.templateID(s)), func(name string) part { return talk.part(s, name) })
}

// templateID chooses the template of a step: the one of its technique's ID unless the
// technique has several.
func (s phraser) templateID(st *Step) string {
	r := &st.reason
	whole, one := r.Part == (span{0, s.length()}), len(r.Blocks) == 1
	switch st.Technique {
	case SharedColors:
		return choose(s.p.Shape != nil, "shared-colors-of-three", "shared-colors")
	case FullLine:
		return choose(one, choose(whole, "full-line-of-one", "full-part-of-one"), choose(whole, "full-line", "full-part"))
	case CompletedLine:
		rest := allEmpty(st.Marks) && (r.Color == nonogram.Empty || !s.p.Colored())
		return choose(r.Fills, "all-needed", choose(rest, "rest-empty", "all-found"))
	case Punctuating:
		return choose(one, "punctuating", "punctuating-any")
	case CompletedBlocks:
		return choose(one, "completed-block", "completed-blocks")
	case EdgeLogic:
		if r.Far {
			return choose(r.Part.To == s.length(), "ends", "ends-inside")
		}
		return choose(r.Part.From == 0, "begins", "begins-inside")
	case SimpleBoxes:
		alone := one && s.clue[r.Blocks[0]].Length+int(r.Count) == r.Part.Len()
		return choose(alone, choose(whole, "simple-box", "simple-box-inside"), choose(whole, "simple-boxes", "simple-boxes-inside"))
	case Glue:
		return choose(r.Count == 1, "glue-only", "glue") // no other block is left
	case Mercury:
		return choose(r.Count == 1, "mercury-only", "mercury")
	case Joining:
		return choose(r.Fills, "join", "split")
	case SimpleSpaces:
		return choose(allEmpty(st.Marks), "unreached", "reach")
	case Forcing:
		if r.Fills {
			return choose(r.Part == r.Covers[0], "forced", "forced-inside")
		}
		return choose(allEmpty(st.Marks), "no-fit", "fit")
	}
	if st.Chain == nil {
		return st.Technique.info().ID
	}
	return [...]string{"refuted", "refuted-inside", "refuted-by-search"}[st.Chain.Depth-1]
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// part is what the template of a step can name.
func (s phraser) part(st *Step, name string) part {
	r := &st.reason
	switch name {
	case "line", "head", "axis", "colored":
		return s.thing(name)
	case "cells":
		return s.cells(s.places(st.Marks))
	case "marks":
		return text(s.marks(st.Marks))
	case "clue":
		return text(s.clueText())

	// The blocks, and what they cover.
	case "block":
		return text(s.block(r.Blocks[0]))
	case "block2":
		return text(s.block(r.Blocks[1]))
	case "blocks":
		return part{[]string{list(s.each(r.Blocks, s.block), s.or)}, several(len(r.Blocks))}
	case "any": // how many they are: one, two, more
		return chosen(len(r.Blocks) - 1)
	case "number":
		return text(s.number(r.Blocks[0]))
	case "numbers":
		return text(list(s.each(r.Blocks, s.number), s.and), list(s.each(r.Blocks, s.plainBlock), s.and))
	case "gaps": // between them: none, one, more
		return chosen(r.Part.Len() - s.filled(r.Blocks))
	case "blotted": // whether one of them is
		return whether(slices.ContainsFunc(r.Blocks, func(j int) bool { return s.clue[j].Length == 0 }))
	case "unsure": // whether any of the clue is
		return whether(slices.ContainsFunc(s.clue, func(b nonogram.Block) bool { return b.Length == 0 }))
	case "cover":
		return s.span(r.Covers[0])
	case "cover2":
		return s.span(r.Covers[1])
	case "covers":
		return text(list(s.covering("covers", r), s.clauses))
	case "found":
		return text(list(s.found(st), s.findings))
	case "held": // none, some
		held := s.held(r)
		return part{[]string{list(held, s.heldBy)}, len(held)}

	// The cells that it rests on.
	case "run":
		return s.span(r.Runs[0])
	case "run2":
		return s.span(r.Runs[1])
	case "from":
		return s.locale.number(r.Runs[0].From + 1)
	case "part":
		return s.span(r.Part)
	case "first":
		return s.locale.number(r.Part.From + 1)
	case "last":
		return s.locale.number(r.Part.To)
	case "before":
		return s.locale.number(r.Part.From)
	case "after":
		return s.locale.number(r.Part.To + 1)
	case "length":
		return s.locale.number(r.Part.Len())
	case "need":
		return s.locale.number(r.Part.Len() - int(r.Count))
	case "count":
		return s.locale.number(int(r.Count))
	case "few": // 0, 1, 2, more
		return chosen(int(r.Count))
	case "far":
		return whether(r.Far)
	case "side": // no block before it, some; no block after it, some
		return chosen(s.side(r))
	case "color":
		return s.color(r.Color)
	case "filled": // of a color, or of any
		if r.Color == nonogram.Empty {
			return s.locale.color("filled")
		}
		return s.color(r.Color)
	case "allowed":
		return s.colorList(line.Set(r.Count), s.or)
	}
	return s.chainPart(st, name)
}

// filled is the number of cells of some blocks, blotted ones with a single cell each.
func (s phraser) filled(blocks []int) int {
	n := 0
	for _, j := range blocks {
		n += max(s.clue[j].Length, 1)
	}
	return n
}

// length is the number of cells of the line.
func (s phraser) length() int { return s.p.Len(s.line) }

// side is what lies beyond a completed block: see part.
func (s phraser) side(r *reason) int {
	switch j := r.Blocks[0]; {
	case r.Far && j == len(s.clue)-1:
		return 2
	case r.Far:
		return 3
	case j > 0:
		return 1
	}
	return 0
}

// covering says of every block what it covers.
func (s phraser) covering(what string, r *reason) []string {
	var words []string
	for i, j := range r.Blocks {
		words = append(words, s.format(what, parts{"block": text(s.block(j)), "cover": s.span(r.Covers[i])}))
	}
	return words
}

// held says which blocks are tied to runs.
func (s phraser) held(r *reason) []string {
	var words []string
	for i, j := range r.Blocks {
		words = append(words, s.format(choose(i == 0, "held", "held-next"), parts{"block": text(s.block(j)), "run": s.span(r.Runs[i])}))
	}
	return words
}

// found is what squeezing finds: blocks that cover cells, cells that no block reaches.
func (s phraser) found(st *Step) []string {
	var empty, other []Mark
	for _, m := range st.Marks {
		if m.Color == nonogram.Empty && !m.Not {
			empty = append(empty, m)
		} else {
			other = append(other, m)
		}
	}
	found := s.covering("covers-twice", &st.reason)
	if len(found) == 0 && len(other) > 0 {
		found = append(found, s.format("found-marks", parts{"marks": text(s.marks(other))}))
	}
	if len(empty) > 0 {
		found = append(found, s.format("reaches-none", parts{"cells": s.cells(s.places(empty))}))
	}
	return found
}

// maxLinks is the number of links of a chain in a sentence; the middle of a longer one is
// only counted.
const maxLinks = 6

// chainPart is what the template of a supposition can name.
func (s phraser) chainPart(st *Step, name string) part {
	c := st.Chain
	if c == nil {
		return part{}
	}
	switch name {
	case "where":
		return text(s.place(c.Suppose.Cell))
	case "supposed":
		return s.color(c.Suppose.Color)
	case "links":
		return part{[]string{s.links(c.Links)}, min(len(c.Links), 1)}
	case "breaks":
		return text(s.breaks(c))
	case "cases":
		return s.locale.number(c.Cases)
	case "split":
		return text(s.place(c.split.Cell))
	case "otherwise":
		return s.color(c.split.Color)
	case "broken":
		return text(s.at(c.Breaks).lineWord("line"))
	case "conclusion":
		return text(list(s.conclusions(st.Marks), s.clauses))
	}
	return part{}
}

// conclusions are what the step marks, in the cell that it is about.
func (s phraser) conclusions(marks []Mark) []string {
	var words []string
	for _, m := range marks {
		words = append(words, s.format(choose(m.Not, "is-not", "is"), parts{"place": text(s.place(m.Cell)), "color": s.color(m.Color)}))
	}
	return words
}

// links tells the consequences, each with its line.
func (s phraser) links(links []Link) string {
	var b strings.Builder
	for i, l := range links {
		if len(links) > maxLinks && i == maxLinks/2 {
			b.WriteString(s.format("more-links", parts{"n": s.locale.number(len(links) - maxLinks + 1)}))
		}
		if len(links) > maxLinks && i >= maxLinks/2 && i <= len(links)-maxLinks/2 {
			continue
		}
		other := s.at(l.Line)
		b.WriteString(s.format("link", parts{"line": other.thing("line"), "marks": text(other.marks(l.Marks))}))
	}
	return b.String()
}

// breaks describes the flaw of the line that breaks.
func (s phraser) breaks(c *Chain) string {
	other := s.at(c.Breaks)
	return s.format([...]string{noPlace: "no-place", tooMany: "too-many", tooFew: "too-few", tooLong: "too-long"}[c.flaw], parts{
		"line": other.thing("line"), "clue": text(other.clueText()), "several": chosen(several(len(other.clue))), "color": s.color(c.flawColor), "colored": s.thing("colored"),
	})
}
