package teach

import (
	"fmt"
	"slices"
	"strings"

	"nonogram"
)

// How much of an advice is given away.

// The levels of a tip. Each says what the one before says, and one thing more.
const (
	TipLine      = 1 // which line to look at; how many marks are wrong
	TipTechnique = 2 // which technique to use; in which rows the wrong marks are
	TipCells     = 3 // which cells follow; which marks are wrong
	TipWhy       = 4 // what they are, and why
)

// Tip is as much of an advice as a level gives away. Fields of higher levels are
// zero.
type Tip struct {
	Level   int
	Kind    AdviceKind
	Message string
	// Line is where to look.
	Line *nonogram.LineRef
	// Technique is what to use, from TipTechnique on.
	Technique *Technique
	// Cells follow from the step, or are wrong, from TipCells on.
	Cells []nonogram.Cell
	// Marks are what belongs into the cells, with TipWhy.
	Marks []Mark
	// Last is the position of the history that was still right, -1 if none was
	// or nothing is wrong.
	Last int
}

// Tip gives away as much as the level says: from TipLine to TipWhy; anything else
// is taken for the nearest of these.
func (a *Advice) Tip(level int) Tip {
	t := Tip{Level: min(max(level, TipLine), TipWhy), Kind: a.Kind, Last: -1}
	switch a.Kind {
	case NextStep:
		a.tellStep(&t)
	case WrongMarks:
		a.tellMistakes(&t)
	case Finished:
		t.Message = "Everything is done."
	case Ambiguous:
		t.Message = fmt.Sprintf("Logic ends here: the puzzle has several solutions, which differ in %s.", plural(len(a.Open), "cell"))
		if t.Level >= TipCells {
			t.Cells = a.Open
		}
	case NoSolution:
		t.Message = "This puzzle has no solution."
	default:
		t.Message = a.gaveUp()
	}
	return t
}

// gaveUp says what was tried before the search for a step ended.
func (a *Advice) gaveUp() string {
	message := "No step was found" + why(a.Stopped) + "."
	if a.Looked {
		message += " No line gives anything away by itself"
		if a.Supposed > 0 {
			message += ", and " + plural(a.Supposed, "supposition") + " led to no contradiction"
		}
		message += "."
	}
	return message
}

// why says what ended a search, in parentheses.
func why(r nonogram.StopReason) string {
	if r == nonogram.StopNone {
		return ""
	}
	return " (" + string(r) + ")"
}

func (a *Advice) tellStep(t *Tip) {
	s, line := a.Step, a.Step.where()
	t.Line = &line
	name := capital(line.String())
	t.Message = "Look at " + line.String() + "."
	if t.Level >= TipTechnique {
		t.Technique = &s.Technique
		info := s.Technique.Info()
		t.Message = fmt.Sprintf("%s: %s (%s).", name, info.Name, info.Summary)
	}
	if t.Level >= TipCells {
		for _, m := range s.Marks {
			if !m.Not {
				t.Cells = append(t.Cells, m.Cell)
			}
		}
		talk := speaker{a.puzzle, line, a.puzzle.Clue(line)}
		t.Message = fmt.Sprintf("%s: %s gives %s.", name, s.Technique, cells(talk.places(s.Marks)))
	}
	if t.Level >= TipWhy {
		t.Marks = s.Marks
		t.Message = a.explained()
	}
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
	var words []string
	for i := range a.Notes {
		if i == maxNotesTold {
			words = append(words, fmt.Sprintf("And so on, in %s.", plural(len(a.Notes)-i, "more line")))
			break
		}
		words = append(words, a.Notes[i].Sentence(a.puzzle))
	}
	return strings.Join(append(words, a.Step.Sentence(a.puzzle)), " ")
}

// maxWrongTold bounds the cells in a message.
const maxWrongTold = 10

func (a *Advice) tellMistakes(t *Tip) {
	m := a.Mistakes
	t.Last = m.Last
	n := len(m.Cells)
	if n == 0 {
		a.tellBroken(t)
		return
	}
	count := plural(n, "mark") + " " + are(n) + " wrong"
	t.Message = count + "."
	if t.Level >= TipTechnique {
		t.Message = count + ", in " + rowsOf(m.Cells) + "."
	}
	if t.Level >= TipCells {
		t.Cells = m.Cells
		t.Message = count + ": " + a.placesOf(m.Cells, nil) + "."
	}
	if t.Level >= TipWhy && len(m.Right) > 0 {
		t.Marks = m.Right
		t.Message = count + ": " + a.placesOf(m.Cells, m.Right) + "."
	}
}

// tellBroken is the case that only a line is known.
func (a *Advice) tellBroken(t *Tip) {
	t.Message = "Something is wrong here."
	if b := a.Mistakes.Broken; b != nil && t.Level >= TipTechnique {
		t.Line = b
		t.Message = capital(b.String()) + " cannot be completed as it stands."
	}
}

// rowsOf names the rows of some cells.
func rowsOf(places []nonogram.Cell) string {
	var rows []int
	for _, c := range places {
		if !slices.Contains(rows, c.Row) {
			rows = append(rows, c.Row)
		}
	}
	return strings.Replace(cells(rows), "cell", "row", 1)
}

// placesOf lists cells, with what belongs there if that is given.
func (a *Advice) placesOf(wrong []nonogram.Cell, right []Mark) string {
	var words []string
	talk := speaker{p: a.puzzle}
	for i, c := range wrong {
		if i == maxWrongTold {
			words = append(words, plural(len(wrong)-i, "other"))
			break
		}
		word := place(c)
		if right != nil {
			word += " is " + talk.color(right[i].Color)
		}
		words = append(words, word)
	}
	return strings.Join(words, "; ")
}
