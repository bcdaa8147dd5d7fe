package teach

import (
	"slices"
	"strconv"
	"strings"

	"nonogram"
)

// How much of an advice is given away.

// The grades of a tip. Each says one thing more than the one before.
const (
	tipLine      = 1 // which line to look at; how many marks are wrong
	tipTechnique = 2 // which technique to use; in which rows the wrong marks are
	tipCells     = 3 // which cells follow; which marks are wrong
	tipWhy       = 4 // what they are, and why
)

// Tip is as much of an advice as a grade from 1 to 4 gives away. Fields of higher grades
// are zero.
type Tip struct {
	Message string
	// Line is where to look.
	Line *nonogram.LineRef
	// Technique is what to use, from grade 2 on.
	Technique *Technique
	// Cells follow from the step, or are wrong, from grade 3 on.
	Cells []nonogram.Cell
	// Marks are what belongs into the cells, at grade 4.
	Marks []Mark

	grade int
}

// String is all that the advice says, as a tip of grade 4.
func (a *Advice) String() string { return a.Tip(tipWhy).Message }

// Tip gives away as much as the grade says: 1 names the line to look at, or how many marks
// are wrong; 2 the technique, or the rows of wrong marks; 3 the cells; 4 their colors, and
// why. Other grades count as the nearest of these.
func (a *Advice) Tip(grade int) Tip {
	t := Tip{grade: min(max(grade, tipLine), tipWhy)}
	v := a.language.locale()
	switch a.Kind {
	case AdviceStep:
		a.tellStep(&t)
	case AdviceWrong:
		a.tellMistakes(&t)
	case AdviceFinished:
		t.Message = v.format("finished", nil)
	case AdviceAmbiguous:
		t.Message = v.format("ambiguous", parts{"n": v.number(len(a.open))})
		if t.grade >= tipCells {
			t.Cells = a.open
		}
	case AdviceUnsolvable:
		t.Message = v.format("no-solution", nil)
	default: // the techniques tried before the search for a step ended
		t.Message = v.format("gave-up", parts{
			"why": v.why(a.stopped), "looked": whether(a.looked), "tried": whether(a.supposed > 0), "n": v.number(a.supposed),
		})
	}
	return t
}

// why says what ended a search, if something did.
func (v *locale) why(r nonogram.StopReason) part {
	return part{[]string{v.name(string(r))}, whether(r != nonogram.StopNone).choice}
}

func (a *Advice) tellStep(t *Tip) {
	s, line := a.Step, a.Step.where()
	t.Line = &line
	talk := a.phraser(line)
	info := a.language.Technique(s.Technique)
	with := parts{
		"head": talk.thing("head"), "line": talk.thing("line"), "cells": talk.cells(talk.places(s.Marks)),
		"technique": text(info.Name), "summary": text(info.Summary),
	}
	t.Message = talk.format([...]string{tipLine: "look-at", tipTechnique: "technique", tipCells: "gives", tipWhy: "gives"}[t.grade], with)
	if t.grade >= tipTechnique {
		t.Technique = &s.Technique
	}
	if t.grade >= tipCells {
		for _, m := range s.Marks {
			if !m.Not {
				t.Cells = append(t.Cells, m.Cell)
			}
		}
	}
	if t.grade >= tipWhy {
		t.Marks = s.Marks
		t.Message = a.explained()
	}
}

// phraser talks about a line in the language of the advice.
func (a *Advice) phraser(line nonogram.LineRef) phraser {
	return phraser{a.language.locale(), a.puzzle, line, a.puzzle.Clue(line)}
}

// where is the line that a player should look at: for a supposition the row of
// the supposed cell.
func (s *Step) where() nonogram.LineRef {
	if s.Technique.SingleLine() {
		return s.Line
	}
	return nonogram.LineRef{Axis: nonogram.Row, Index: s.Marks[0].Row}
}

// maxNotesTold bounds the notes in a message.
const maxNotesTold = 5

// explained is the step's sentence after those of its notes.
func (a *Advice) explained() string {
	v := a.language.locale()
	var words []string
	for i := range a.Notes {
		if i == maxNotesTold {
			words = append(words, v.format("and-so-on", parts{"n": v.number(len(a.Notes) - i)}))
			break
		}
		words = append(words, a.Notes[i].Sentence(a.puzzle))
	}
	return strings.Join(append(words, a.Step.Sentence(a.puzzle)), v.space)
}

// maxWrongTold bounds the cells in a message.
const maxWrongTold = 10

func (a *Advice) tellMistakes(t *Tip) {
	m := a.Mistakes
	if len(m.Cells) == 0 {
		a.tellBroken(t)
		return
	}
	what, right := "wrong", []Mark(nil)
	if t.grade >= tipTechnique {
		what = "wrong-rows"
	}
	if t.grade >= tipCells {
		what, t.Cells = "wrong-places", m.Cells
	}
	if t.grade >= tipWhy && len(m.right) > 0 {
		t.Marks, right = m.right, m.right
	}
	v := a.language.locale()
	t.Message = v.format(what, parts{
		"n": v.number(len(m.Cells)), "rows": text(v.rowsOf(m.Cells)), "places": text(a.placesOf(m.Cells, right)),
	})
}

// tellBroken is the case that only a line is known.
func (a *Advice) tellBroken(t *Tip) {
	t.Message = a.language.locale().format("something-wrong", nil)
	if b := a.Mistakes.Broken; b != nil && t.grade >= tipTechnique {
		t.Line = b
		talk := a.phraser(*b)
		t.Message = talk.format("broken", parts{"head": talk.thing("head")})
	}
}

// rowsOf names the rows of some cells.
func (v *locale) rowsOf(places []nonogram.Cell) string {
	var rows []int
	for _, c := range places {
		if !slices.Contains(rows, c.Row) {
			rows = append(rows, c.Row)
		}
	}
	listed, rest := v.stretches(rows)
	return v.format("rows", parts{"list": text(listed), "n": v.number(len(rows)), "rest": {[]string{strconv.Itoa(rest)}, min(rest, 1)}})
}

// placesOf lists cells, with what belongs there if that is given.
func (a *Advice) placesOf(wrong []nonogram.Cell, right []Mark) string {
	var words []string
	talk := phraser{locale: a.language.locale(), p: a.puzzle}
	for i, c := range wrong {
		if i == maxWrongTold {
			words = append(words, talk.format("others", parts{"n": talk.locale.number(len(wrong) - i)}))
			break
		}
		word := talk.place(c)
		if right != nil {
			word = talk.format("is", parts{"place": text(word), "color": talk.color(right[i].Color)})
		}
		words = append(words, word)
	}
	return strings.Join(words, talk.semicolon)
}
