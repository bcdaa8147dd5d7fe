package teach

import (
	"fmt"
	"slices"
	"strconv"

	"nonogram"
	"nonogram/internal/plural"
	"nonogram/line"
)

// The sentences, one function for each technique. Everything that a step says to a
// person is made here, from the step's data alone; the grammar is in words.go.

// Sentence says what the step finds and why, in a sentence or, for suppositions,
// in some.
func (s *Step) Sentence(p *nonogram.Puzzle) string {
	talk := speaker{p, s.Line, p.Clue(s.Line)}
	if !s.Technique.SingleLine() {
		return talk.refuted(s)
	}
	return sentences[s.Technique](talk, s)
}

var sentences = [...]func(speaker, *Step) string{
	EmptyLine:       speaker.emptyLine,
	SharedColors:    speaker.sharedColors,
	FullLine:        speaker.fullLine,
	CompletedLine:   speaker.completedLine,
	Punctuating:     speaker.punctuating,
	CompletedBlocks: speaker.completedBlocks,
	EdgeLogic:       speaker.edgeLogic,
	SimpleBoxes:     speaker.simpleBoxes,
	ColorAdjacency:  speaker.colorAdjacency,
	Glue:            speaker.glue,
	Mercury:         speaker.mercury,
	Joining:         speaker.joining,
	SimpleSpaces:    speaker.simpleSpaces,
	Forcing:         speaker.forcing,
	BoundedRuns:     speaker.boundedRuns,
	Squeezing:       speaker.squeezing,
	LineLogic:       speaker.lineLogic,
}

// say begins a sentence with the line.
func (s speaker) say(format string, args ...any) string {
	return s.name() + ": " + plural.Sprintf(format, args...) + "."
}

func (s speaker) emptyLine(*Step) string { return s.name() + " has no blocks, so every cell is empty." }

func (s speaker) sharedColors(st *Step) string {
	at := s.places(st.Marks)
	across := s.across()
	if len(at) > 1 {
		across += "s"
	}
	return s.say("%s %s no color in common with %s %s, so %s empty", cells(at), verb(len(at), "has", "have"), verb(len(at), "its", "their"), across, verb(len(at), "it is", "they are"))
}

// verb chooses between singular and plural.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func (s speaker) fullLine(st *Step) string {
	r := &st.Reason
	whole := r.Part == (Span{0, s.length()})
	if len(r.Blocks) == 1 {
		if whole {
			return s.say("%s fills the whole %s", s.block(r.Blocks[0]), s.noun())
		}
		return s.say("%s has only %s left", s.block(r.Blocks[0]), span(r.Part))
	}
	what := s.numbers(r.Blocks)
	switch r.Part.Len() - s.filled(r.Blocks) {
	case 0:
	case 1:
		what += " with the gap between them"
	default:
		what += " with the gaps between them"
	}
	end := ""
	if slices.ContainsFunc(r.Blocks, func(j int) bool { return s.clue[j].Length == 0 }) {
		end = ", even with a single cell for ?"
	}
	if whole {
		return s.say("%s fill the whole %s%s", what, s.noun(), end)
	}
	return s.say("%s need all of %s%s", what, span(r.Part), end)
}

// filled is the number of cells of some blocks, blotted ones with a single cell each.
func (s speaker) filled(blocks []int) int {
	n := 0
	for _, j := range blocks {
		n += max(s.clue[j].Length, 1)
	}
	return n
}

// length is the number of cells of the line.
func (s speaker) length() int {
	if s.line.Axis == nonogram.Row {
		return s.p.Width()
	}
	return s.p.Height()
}

func (s speaker) completedLine(st *Step) string {
	r := &st.Reason
	color := s.color(r.Color) + " "
	if r.Color == nonogram.Empty {
		color = "filled "
	}
	if r.Fills {
		return s.say("only %s can be %sand the clue needs %s, so %s", plural.Of(int(r.Count), "cell"), color, verb(int(r.Count), "it", "all of them"), s.marks(st.Marks))
	}
	found := "all " + strconv.FormatInt(r.Count, 10) + " " + color + "cells are found"
	switch r.Count {
	case 1:
		found = "the only " + color + "cell is found"
	case 2:
		found = "both " + color + "cells are found"
	}
	if allEmpty(st.Marks) && (r.Color == nonogram.Empty || !s.p.Colored()) {
		return s.say("%s, so the rest is empty", found)
	}
	return s.say("%s, so %s", found, s.marks(st.Marks))
}

func (s speaker) punctuating(st *Step) string {
	r := &st.Reason
	if len(r.Blocks) == 1 {
		return s.say("%s in %s is complete, so %s", s.block(r.Blocks[0]), span(r.Runs[0]), s.marks(st.Marks))
	}
	return s.say("no block that can cover %s is longer than %d, so %s", span(r.Runs[0]), r.Count, s.marks(st.Marks))
}

func (s speaker) completedBlocks(st *Step) string {
	r := &st.Reason
	if len(r.Blocks) == 2 {
		return s.say("%s in %s and %s in %s are complete and neighbours, so %s", s.block(r.Blocks[0]), span(r.Covers[0]), s.block(r.Blocks[1]), span(r.Covers[1]), s.marks(st.Marks))
	}
	j := r.Blocks[0]
	reason := "no block comes before it"
	switch {
	case r.Far && j == len(s.clue)-1:
		reason = "no block comes after it"
	case r.Far:
		reason = "all blocks after it are found"
	case j > 0:
		reason = "all blocks before it are found"
	}
	return s.say("%s in %s is complete and %s, so %s", s.block(j), span(r.Covers[0]), reason, s.marks(st.Marks))
}

func (s speaker) edgeLogic(st *Step) string {
	r := &st.Reason
	block, number := s.block(r.Blocks[0]), s.number(r.Blocks[0])
	switch {
	case !r.Far && r.Part.From == 0:
		return fmt.Sprintf("%s begins with a %s cell, so its first block (%s) begins there: %s.", s.name(), s.color(r.Color), number, s.marks(st.Marks))
	case r.Far && r.Part.To == s.length():
		return fmt.Sprintf("%s ends with a %s cell, so its last block (%s) ends there: %s.", s.name(), s.color(r.Color), number, s.marks(st.Marks))
	case !r.Far:
		return s.say("everything before cell %d is settled and the cell is %s, so %s begins there: %s", r.Part.From+1, s.color(r.Color), block, s.marks(st.Marks))
	}
	return s.say("everything after cell %d is settled and the cell is %s, so %s ends there: %s", r.Part.To, s.color(r.Color), block, s.marks(st.Marks))
}

func (s speaker) simpleBoxes(st *Step) string {
	r := &st.Reason
	var covered []string
	for i, j := range r.Blocks {
		covered = append(covered, s.block(j)+" covers "+span(r.Covers[i]))
	}
	whole := r.Part == (Span{0, s.length()})
	if len(r.Blocks) == 1 && s.clue[r.Blocks[0]].Length+int(r.Count) == r.Part.Len() { // it is alone
		if whole {
			return s.say("%s in a %s of %d covers %s wherever it goes", s.block(r.Blocks[0]), s.noun(), r.Part.Len(), span(r.Covers[0]))
		}
		return s.say("%s, somewhere in %s, covers %s wherever it goes", s.block(r.Blocks[0]), span(r.Part), span(r.Covers[0]))
	}
	room := plural.Sprintf("the blocks need %s%d of the %d cells", s.atLeast(), r.Part.Len()-int(r.Count), r.Part.Len())
	if !whole {
		room = plural.Sprintf("the blocks in %s need %s%d of these %d cells", span(r.Part), s.atLeast(), r.Part.Len()-int(r.Count), r.Part.Len())
	}
	return s.say("%s and can shift by %d at most, so %s wherever %s", room, r.Count, list(covered, "and"), verb(len(r.Blocks), "it goes", "they go"))
}

func (s speaker) colorAdjacency(st *Step) string {
	r := &st.Reason
	side := "after"
	if r.Far {
		side = "before"
	}
	return s.say("the cell right %s the %s cell %d can only be %s, so %s", side, s.color(r.Color), r.Runs[0].From+1, s.colorList(line.Set(r.Count), "or"), s.marks(st.Marks))
}

// near says that a block does not fit on the near side of a run and covers it.
func (s speaker) near(r *Reason) string {
	side := "before"
	if r.Far {
		side = "after"
	}
	if r.Count == 1 { // no other block is left
		return fmt.Sprintf("%s has to cover %s", s.block(r.Blocks[0]), span(r.Runs[0]))
	}
	return fmt.Sprintf("%s does not fit %s %s, so it covers %s", s.block(r.Blocks[0]), side, span(r.Runs[0]), verb(r.Runs[0].Len(), "that cell", "them"))
}

func (s speaker) glue(st *Step) string {
	r := &st.Reason
	limit := fmt.Sprintf("beginning at cell %d at the earliest", r.Part.From+1)
	if r.Far {
		limit = fmt.Sprintf("ending at cell %d at the latest", r.Part.To)
	}
	return s.say("%s and, %s, %s too", s.near(r), limit, cells(s.places(st.Marks)))
}

func (s speaker) mercury(st *Step) string {
	r := &st.Reason
	limit := fmt.Sprintf("cannot begin before cell %d", r.Part.To+1)
	if r.Far {
		limit = fmt.Sprintf("cannot end after cell %d", r.Part.From)
	}
	return s.say("%s and %s: %s", s.near(r), limit, s.marks(st.Marks))
}

func (s speaker) joining(st *Step) string {
	r := &st.Reason
	if !r.Fills {
		return s.say("with %s %s there would be a run of %d, and no block that can lie there is that long, so %s", span(r.Part), s.color(r.Color), r.Count, s.marks(st.Marks))
	}
	return s.say("%s and %s can only belong to the same block, %s, so %s", span(r.Runs[0]), span(r.Runs[1]), s.block(r.Blocks[0]), s.marks(st.Marks))
}

func (s speaker) simpleSpaces(st *Step) string {
	r := &st.Reason
	var held []string
	for i, j := range r.Blocks {
		verb := " has to cover "
		if i > 0 {
			verb = " "
		}
		held = append(held, s.block(j)+verb+span(r.Runs[i]))
	}
	so := ""
	if len(held) > 0 {
		so = list(held, "and") + ", so "
	}
	if at := s.places(st.Marks); allEmpty(st.Marks) {
		return s.say("%sno block%s reaches %s", so, s.suitable(len(at)), cells(at))
	}
	return s.say("%sby what the blocks can reach, %s", so, s.marks(st.Marks))
}

func (s speaker) forcing(st *Step) string {
	r := &st.Reason
	switch {
	case r.Fills && r.Part == r.Covers[0]:
		return s.say("%s fits only into %s", s.block(r.Blocks[0]), span(r.Part))
	case r.Fills:
		return s.say("%s fits only somewhere in %s, so it covers %s", s.block(r.Blocks[0]), span(r.Part), span(r.Covers[0]))
	case allEmpty(st.Marks):
		at := s.places(st.Marks)
		return s.say("no block%s fits into %s", s.suitable(len(at)), cells(at))
	}
	return s.say("by where the blocks fit, %s", s.marks(st.Marks))
}

// suitable reminds readers of a color puzzle that some cells cannot have some
// colors, by the clues that cross.
func (s speaker) suitable(n int) string {
	if !s.p.Colored() {
		return ""
	}
	return verb(n, " of a color that it can have", " of a color that they can have")
}

func (s speaker) boundedRuns(st *Step) string {
	r := &st.Reason
	each := "that block"
	switch n := len(r.Blocks); {
	case n == 2:
		each = "either of them"
	case n > 2:
		each = "any of them"
	}
	return s.say("%s can only belong to %s, and %s, kept to %s, covers %s too", span(r.Runs[0]), s.blocks(r.Blocks, "or"), each, span(r.Part), cells(s.places(st.Marks)))
}

func (s speaker) squeezing(st *Step) string {
	r := &st.Reason
	back, forth := s.ends()
	pushed := fmt.Sprintf("with all blocks pushed as far %s as the marks allow, and then as far %s", back, forth)
	var empty, other []Mark
	for _, m := range st.Marks {
		if m.Color == nonogram.Empty && !m.Not {
			empty = append(empty, m)
		} else {
			other = append(other, m)
		}
	}
	var found []string
	for i, j := range r.Blocks {
		found = append(found, s.block(j)+" covers "+span(r.Covers[i])+" both times")
	}
	if len(found) == 0 && len(other) > 0 {
		found = append(found, s.marks(other))
	}
	if len(empty) > 0 {
		found = append(found, "no block reaches "+cells(s.places(empty)))
	}
	return s.say("%s, %s", pushed, list(found, "and"))
}

func (s speaker) lineLogic(st *Step) string {
	clue, marks := s.clueText(), s.marks(st.Marks)
	switch n := st.Reason.Count; n {
	case 0:
		return s.say("in all of the many ways to place %s, %s", clue, marks)
	case 1:
		return s.say("there is only one way left to place %s: %s", clue, marks)
	case 2:
		return s.say("in both ways to place %s, %s", clue, marks)
	default:
		return s.say("in all %d ways to place %s, %s", n, clue, marks)
	}
}
