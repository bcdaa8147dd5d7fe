package record

// The JSON of hint, explain and rate. Rows, columns, cells and blocks count from 1,
// as in the sentences beside them.

import (
	"math"

	"nonogram"
	"nonogram/teach"
)

// Rate is a line of rate --json.
type Rate struct {
	Subject
	Status       nonogram.Status  `json:"status"`
	Reason       string           `json:"reason,omitempty" doc:"Why the clues contradict each other"`
	Level        *teach.Level     `json:"level,omitempty" doc:"Missing if it is unsolvable or undecided"`
	AtLeast      *teach.Level     `json:"at_least,omitempty" doc:"A lower bound on the level, only if the puzzle is undecided"`
	Score        float64          `json:"score" doc:"From 0 to 100, comparable across levels; if undecided, that of at_least"`
	Effort       float64          `json:"effort" doc:"The sum of the costs of all steps"`
	LineSolvable bool             `json:"line_solvable" doc:"Single lines are enough to solve it"`
	Hardest      *teach.Technique `json:"hardest,omitempty" doc:"The hardest technique needed, if any"`
	Depth        int              `json:"depth" doc:"0 without suppositions, 1 with, 2 with suppositions inside suppositions, 3 by cases"`
	Longest      int              `json:"longest" doc:"Rounds of consequences of the longest supposition"`
	Rounds       int              `json:"rounds" doc:"Rounds of the whole path"`
	Deductions   int              `json:"deductions" doc:"The number of deductions of the whole path, including repeated ones of a round"`
	Offers       Offers           `json:"offers" doc:"The number of lines that offer progress"`
	Sweeps       int              `json:"sweeps" doc:"Rounds of complete line solving"`
	Open         int              `json:"open" doc:"Cells that logic leaves open"`
	Techniques   []Use            `json:"techniques" doc:"The techniques used, the easiest first"`
	Elapsed      Milliseconds     `json:"elapsed_ms" doc:"Milliseconds of work"`
	Origin
}

// Offers counts the lines that offer progress.
type Offers struct {
	Mean   float64 `json:"mean"`
	Fewest int     `json:"fewest"`
}

// Use counts the uses of a technique.
type Use struct {
	Technique  teach.Technique `json:"technique"`
	Rounds     int             `json:"rounds" doc:"Rounds in which it was used"`
	Deductions int             `json:"deductions" doc:"The number of deductions"`
	Cells      int             `json:"cells" doc:"The number of decided cells"`
}

// NewRate returns the record of a rating, without its id and time.
func NewRate(p *nonogram.Puzzle, r *teach.Rating) Rate {
	f := &r.Facts
	rate := Rate{
		Subject: SubjectOf(p), Status: r.Status,
		Score: r.Score, Effort: math.Round(r.Effort), LineSolvable: r.LineSolvable,
		Depth: f.Depth, Longest: f.Longest, Rounds: f.Rounds, Deductions: f.Deductions,
		Offers: Offers{math.Round(f.Width()*10) / 10, f.Fewest}, Sweeps: f.Sweeps,
		Open: r.Open, Techniques: newUses(f),
	}
	rate.Level, rate.AtLeast = LevelOf(r.Status, r)
	if f.Rounds > 0 {
		rate.Hardest = &f.Hardest
	}
	return rate
}

// LevelOf returns the level of a puzzle or, if it is undecided, a lower bound; both are nil
// if there is nothing to solve.
func LevelOf(status nonogram.Status, r *teach.Rating) (level, atLeast *teach.Level) {
	switch {
	case r == nil || status == nonogram.Unsolvable:
		return nil, nil
	case status == nonogram.Undecided:
		return nil, &r.Level
	}
	return &r.Level, nil
}

func newUses(f *teach.Facts) []Use {
	uses := []Use{}
	for t, u := range f.Uses {
		if u.Rounds > 0 {
			uses = append(uses, Use{teach.Technique(t), u.Rounds, u.Deductions, u.Cells})
		}
	}
	return uses
}

// Explain is a line of explain --json.
type Explain struct {
	Subject
	Status   nonogram.Status `json:"status"`
	Reason   string          `json:"reason,omitempty" doc:"Why the clues contradict each other"`
	Language teach.Language  `json:"language" doc:"The language of the sentences"`
	Steps    []Step          `json:"steps" doc:"From the position to the solution"`
	Grid     []string        `json:"grid,omitempty" doc:"The position after the steps"`
	Differ   []Cell          `json:"differ,omitempty" doc:"Cells in which several solutions differ"`
	Broken   string          `json:"broken,omitempty" doc:"A line that cannot be filled"`
	Level    *teach.Level    `json:"level,omitempty" doc:"Missing if it is unsolvable or undecided"`
	AtLeast  *teach.Level    `json:"at_least,omitempty" doc:"A lower bound on the level, only if the puzzle is undecided"`
	Score    float64         `json:"score" doc:"From 0 to 100; if undecided, that of at_least"`
	Elapsed  Milliseconds    `json:"elapsed_ms" doc:"Milliseconds of work"`
	Origin
}

// NewExplain returns the record of an explanation, without its id and time.
func NewExplain(p *nonogram.Puzzle, e *teach.Explanation) Explain {
	rating := e.Rating()
	r := Explain{
		Subject: SubjectOf(p), Status: e.Status, Language: e.Language,
		Steps: NewSteps(p, e.Steps), Score: rating.Score,
	}
	r.Level, r.AtLeast = LevelOf(e.Status, rating)
	if e.Grid != nil {
		r.Grid = e.Grid.Rows(p.Palette)
	}
	if e.Status == nonogram.Multiple && e.Stopped == nonogram.StopNone {
		r.Differ = NewCells(e.Open)
	}
	if e.Broken != nil {
		r.Broken = e.Broken.String()
	}
	return r
}

// Step is one step of an explanation.
type Step struct {
	Round     int             `json:"round" doc:"Steps of a round follow from the position before it; each is told on the board with the steps before it"`
	Technique teach.Technique `json:"technique"`
	Line      string          `json:"line" doc:"The line that it looks at, such as row 4"`
	Blocks    []int           `json:"blocks,omitempty" doc:"The blocks that it looks at, from 1"`
	Marks     []Mark          `json:"marks" doc:"The cells that follow"`
	Text      string          `json:"text" doc:"The sentence for people"`
	Chain     *Chain          `json:"chain,omitempty" doc:"The refutation of a supposition"`
}

// Cell is a cell of the grid, counted from 1.
type Cell struct {
	Row    int `json:"row"`
	Column int `json:"column"`
}

// Mark is a cell with the character of its color, or of an excluded color.
type Mark struct {
	Cell
	Is  string `json:"is,omitempty" doc:"The symbol of the color that the cell has"`
	Not string `json:"not,omitempty" doc:"The symbol of a color that it does not have"`
}

// Chain is the refutation of a supposition.
type Chain struct {
	Suppose Mark   `json:"suppose" doc:"The supposition"`
	Links   []Link `json:"links,omitempty" doc:"Its consequences"`
	Breaks  string `json:"breaks,omitempty" doc:"The contradictory line"`
	Rounds  int    `json:"rounds,omitempty" doc:"Of consequences"`
	Depth   int    `json:"depth" doc:"Of suppositions"`
	Cases   int    `json:"cases,omitempty" doc:"Cases examined"`
}

// Link is a deduction on the way to a contradiction.
type Link struct {
	Line  string `json:"line"`
	Marks []Mark `json:"marks"`
}

// NewSteps lists steps with their sentences.
func NewSteps(p *nonogram.Puzzle, steps []teach.Step) []Step {
	records := make([]Step, len(steps))
	for i := range steps {
		s := &steps[i]
		records[i] = Step{
			Round: s.Round + 1, Technique: s.Technique, Line: s.Line.String(),
			Marks: NewMarks(p, s.Marks), Text: s.Sentence(p), Chain: newChain(p, s.Chain),
		}
		for _, j := range s.Blocks() {
			records[i].Blocks = append(records[i].Blocks, j+1)
		}
	}
	return records
}

func newChain(p *nonogram.Puzzle, c *teach.Chain) *Chain {
	if c == nil {
		return nil
	}
	r := &Chain{Suppose: newMark(p, c.Suppose), Rounds: c.Rounds, Depth: c.Depth, Cases: c.Cases}
	if c.Depth < 3 {
		r.Breaks = c.Breaks.String()
	}
	for _, l := range c.Links {
		r.Links = append(r.Links, Link{l.Line.String(), NewMarks(p, l.Marks)})
	}
	return r
}

func newCell(c nonogram.Cell) Cell { return Cell{c.Row + 1, c.Col + 1} }

// NewCells lists cells.
func NewCells(cells []nonogram.Cell) []Cell {
	var records []Cell
	for _, c := range cells {
		records = append(records, newCell(c))
	}
	return records
}

func newMark(p *nonogram.Puzzle, m teach.Mark) Mark {
	symbol := string(rune(p.Palette.Symbol(m.Color)))
	if m.Not {
		return Mark{newCell(m.Cell), "", symbol}
	}
	return Mark{newCell(m.Cell), symbol, ""}
}

// NewMarks lists marks by the characters of their colors.
func NewMarks(p *nonogram.Puzzle, marks []teach.Mark) []Mark {
	var records []Mark
	for _, m := range marks {
		records = append(records, newMark(p, m))
	}
	return records
}

// Hint is the answer of hint. It omits the fields of higher grades.
type Hint struct {
	Named
	Kind      teach.AdviceKind `json:"kind" enum:"step,wrong,finished,ambiguous,unsolvable,undecided" doc:"What it is about"`
	Grade     int              `json:"grade" doc:"How much is revealed, 1 to 4"`
	Message   string           `json:"message" doc:"The hint, for people"`
	Language  teach.Language   `json:"language" doc:"The language of the message"`
	Line      string           `json:"line,omitempty" doc:"The line to look at, such as row 4"`
	Technique *teach.Technique `json:"technique,omitempty" doc:"The technique, from grade 2 on"`
	Cells     []Cell           `json:"cells,omitempty" doc:"The cells that follow or are wrong, from grade 3 on"`
	Marks     []Mark           `json:"marks,omitempty" doc:"The right colors, at grade 4"`
	Chain     *Chain           `json:"chain,omitempty" doc:"The refutation of a supposition, at grade 4"`
	Notes     []Step           `json:"notes,omitempty" doc:"The steps that it rests on, which decide no cell of a color puzzle but take colors away, at grade 4"`
	LastRight int              `json:"last_right,omitempty" doc:"The last position of the history without a mistake, from 1"`
	Kept      []string         `json:"kept,omitempty" doc:"The position without wrong marks"`
	Elapsed   Milliseconds     `json:"elapsed_ms" doc:"Milliseconds of work"`
	Origin
}

// NewHint returns the part of an advice that the grade reveals, without its id and time.
func NewHint(p *nonogram.Puzzle, a *teach.Advice, l teach.Language, grade int) Hint {
	tip := a.Tip(grade)
	r := Hint{
		Kind: a.Kind, Grade: grade, Message: tip.Message, Language: l, Technique: tip.Technique,
		Cells: NewCells(tip.Cells), Marks: NewMarks(p, tip.Marks),
	}
	if tip.Line != nil {
		r.Line = tip.Line.String()
	}
	if a.Step != nil && grade == 4 {
		r.Chain = newChain(p, a.Step.Chain)
		r.Notes = NewSteps(p, a.Notes)
	}
	if m := a.Mistakes; m != nil {
		r.LastRight = m.Last + 1
		if grade >= 3 && m.Kept != nil {
			r.Kept = m.Kept.Rows(p.Palette)
		}
	}
	return r
}
