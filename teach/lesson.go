package teach

import (
	"context"
	"strings"

	"nonogram"
)

// Lesson is an example of a technique: a row before and after it is applied.
type Lesson struct {
	Technique     Technique
	Clue          nonogram.Clue
	Before, After []nonogram.Color // Unknown for cells that are open
	Sentences     []string         // of an explanation, one for every step
	// Text is the summary of the technique and the sentences, without the number of the row.
	Text string
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
	v := l.locale()
	lesson := Lesson{Technique: t, Clue: clue, Before: before, Text: capital(l.Technique(t).Summary) + strings.TrimSuffix(v.stop, v.space)}
	for _, f := range path.ask(t) {
		if marks := path.eliminate(&f); len(marks) > 0 {
			step := path.step(&f, marks)
			step.language = l
			sentence := step.Sentence(p)
			lesson.Sentences = append(lesson.Sentences, sentence)
			lesson.Text += v.space + l.ofTheRow(sentence, phraser{locale: v, p: p})
		}
	}
	lesson.After = b.Grid().Row(0)
	return lesson
}

// ofTheRow takes the name of the only row out of a sentence: "Row 1: the 4 …" becomes "The 4 …",
// "Row 1 begins" becomes "The row begins".
func (l Language) ofTheRow(sentence string, talk phraser) string {
	if rest, ok := strings.CutPrefix(sentence, capital(talk.lineWord("line"))); ok && !strings.ContainsAny(rest[:min(len(rest), len(" ："))], ":：") {
		return l.Text("The row") + rest
	}
	return capital(strings.TrimLeft(strings.TrimPrefix(sentence, talk.lineWord("head")), " \u00a0\u202f:："))
}
