package teach

import (
	"context"

	"nonogram"
)

// Lesson is an example of a technique: a row before and after it is applied.
type Lesson struct {
	Technique     Technique
	Clue          nonogram.Clue
	Before, After []nonogram.Color // Unknown for cells that are open
	Sentences     []string         // of an explanation, one for every step
}

// course has the techniques for beginners in the order of teaching. Nearly all printed
// puzzles begin with these nine, and many need no others.
var course = []struct {
	technique Technique
	clue      []int
	before    string // ? open, # filled, . empty
}{
	{FullLine, []int{3, 6}, "??????????"},
	{SimpleBoxes, []int{4, 3}, "??????????"},
	{CompletedLine, []int{2, 1}, "?##??#"},
	{Punctuating, []int{1, 4, 2}, "???####???"},
	{EdgeLogic, []int{4, 2}, "#????????"},
	{Glue, []int{5, 2}, "??#???????"},
	{Mercury, []int{3, 2}, "???#??????"},
	{SimpleSpaces, []int{3, 1}, "???#????#?"},
	{Forcing, []int{3, 2}, "????.?.???"},
}

// Lessons returns a short course for beginners, in the language.
func (l Language) Lessons() []Lesson {
	lessons := make([]Lesson, len(course))
	for i, c := range course {
		before := make([]nonogram.Color, len(c.before))
		for x := range before {
			before[x] = nonogram.Unknown
			switch c.before[x] {
			case nonogram.BlackSymbol:
				before[x] = nonogram.Black
			case nonogram.EmptySymbol:
				before[x] = nonogram.Empty
			}
		}
		lessons[i] = l.worked(c.technique, nonogram.BlackClue(c.clue...), before)
	}
	return lessons
}

// worked applies one technique to one row of a puzzle in black and white, whose columns
// exclude nothing.
func (l Language) worked(t Technique, clue nonogram.Clue, before []nonogram.Color) Lesson {
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{clue}, Cols: make([]nonogram.Clue, len(before))}
	b := newSheet(p)
	for i, drawn := range before {
		for c := range p.Palette {
			b.restore(candidate{int32(i), uint8(c)})
			if drawn != nonogram.Unknown && drawn != nonogram.Color(c) {
				b.eliminate(candidate{int32(i), uint8(c)})
			}
		}
	}
	path := newPath(context.Background(), b)
	path.record = true
	path.look.load(b, 0)
	lesson := Lesson{Technique: t, Clue: clue, Before: before}
	for _, f := range path.ask(t) {
		if marks := path.eliminate(&f); len(marks) > 0 {
			step := path.step(&f, marks)
			step.language = l
			lesson.Sentences = append(lesson.Sentences, step.Sentence(p))
		}
	}
	lesson.After = b.Grid().Row(0)
	return lesson
}
