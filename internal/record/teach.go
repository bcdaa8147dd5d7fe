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
	ID           string          `json:"id"`
	Width        int             `json:"width"`
	Height       int             `json:"height"`
	Status       nonogram.Status `json:"status"`
	Reason       string          `json:"reason,omitempty"`
	Level        teach.Level     `json:"level"`
	Score        float64         `json:"score"`
	Effort       float64         `json:"effort"`
	LineSolvable bool            `json:"line_solvable"`
	Hardest      teach.Technique `json:"hardest"`
	Depth        int             `json:"depth"`
	Longest      int             `json:"longest"`
	Rounds       int             `json:"rounds"`
	Deductions   int             `json:"deductions"`
	Offers       Offers          `json:"offers"`
	Sweeps       int             `json:"sweeps"`
	Open         int             `json:"open"`
	Techniques   []Use           `json:"techniques"`
	Elapsed      Milliseconds    `json:"elapsed_ms"`
	File         string          `json:"file,omitempty"`
}

// Offers is how many lines offer progress while any does.
type Offers struct {
	Mean   float64 `json:"mean"`
	Fewest int     `json:"fewest"`
}

// Use is how often a technique was used.
type Use struct {
	Technique  teach.Technique `json:"technique"`
	Rounds     int             `json:"rounds"`
	Deductions int             `json:"deductions"`
	Cells      int             `json:"cells"`
}

// NewRate is the record of a rating, without what the caller alone knows.
func NewRate(p *nonogram.Puzzle, r *teach.Rating) Rate {
	f := &r.Facts
	return Rate{
		Width: p.Width(), Height: p.Height(), Status: r.Status,
		Level: r.Level, Score: r.Score, Effort: math.Round(r.Effort), LineSolvable: r.LineSolvable,
		Hardest: f.Hardest, Depth: f.Depth, Longest: f.Longest, Rounds: f.Rounds, Deductions: f.Deductions,
		Offers: Offers{math.Round(f.Width()*10) / 10, f.Fewest}, Sweeps: f.Sweeps,
		Open: r.Open, Techniques: newUses(f),
	}
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
	ID      string          `json:"id"`
	Width   int             `json:"width"`
	Height  int             `json:"height"`
	Status  nonogram.Status `json:"status"`
	Reason  string          `json:"reason,omitempty"`
	Steps   []Step          `json:"steps"`
	Grid    []string        `json:"grid,omitempty"`
	Differ  []Cell          `json:"differ,omitempty"` // where several solutions differ
	Broken  string          `json:"broken,omitempty"` // a line that cannot be filled
	Level   teach.Level     `json:"level"`
	Score   float64         `json:"score"`
	Elapsed Milliseconds    `json:"elapsed_ms"`
	File    string          `json:"file,omitempty"`
}

// NewExplain is the record of an explanation, without what the caller alone knows.
func NewExplain(p *nonogram.Puzzle, e *teach.Explanation) Explain {
	rating := e.Rating()
	r := Explain{
		Width: p.Width(), Height: p.Height(), Status: e.Status,
		Steps: NewSteps(p, e.Steps), Level: rating.Level, Score: rating.Score,
	}
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
	Round     int             `json:"round"`
	Technique teach.Technique `json:"technique"`
	Line      string          `json:"line"`
	Blocks    []int           `json:"blocks,omitempty"`
	Marks     []Mark          `json:"marks"`
	Text      string          `json:"text"`
	Chain     *Chain          `json:"chain,omitempty"`
}

// Cell is a place in the grid, counted from 1.
type Cell struct {
	Row    int `json:"row"`
	Column int `json:"column"`
}

// Mark is a cell with the character of its color, or of one that it does not
// have.
type Mark struct {
	Cell
	Is  string `json:"is,omitempty"`
	Not string `json:"not,omitempty"`
}

// Chain is how a supposition is refuted.
type Chain struct {
	Suppose Mark   `json:"suppose"`
	Links   []Link `json:"links,omitempty"`
	Breaks  string `json:"breaks,omitempty"`
	Rounds  int    `json:"rounds,omitempty"`
	Depth   int    `json:"depth"`
	Cases   int    `json:"cases,omitempty"`
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
		for _, j := range s.Reason.Blocks {
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

func newCell(c teach.Cell) Cell { return Cell{c.Row + 1, c.Col + 1} }

// NewCells lists cells.
func NewCells(cells []teach.Cell) []Cell {
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

// Hint is what hint --json prints. Fields of higher levels than asked for
// are left out.
type Hint struct {
	ID        string           `json:"id"`
	Kind      teach.AdviceKind `json:"kind"`
	Level     int              `json:"level"`
	Message   string           `json:"message"`
	Line      string           `json:"line,omitempty"`
	Technique *teach.Technique `json:"technique,omitempty"`
	Cells     []Cell           `json:"cells,omitempty"`
	Marks     []Mark           `json:"marks,omitempty"`
	LastRight int              `json:"last_right,omitempty"` // the position of the history, from 1
	Kept      []string         `json:"kept,omitempty"`       // the position without wrong marks
	Elapsed   Milliseconds     `json:"elapsed_ms"`
	File      string           `json:"file,omitempty"`
}

// NewHint is as much of an advice as a level gives away, without what the caller
// alone knows.
func NewHint(p *nonogram.Puzzle, a *teach.Advice, level int) Hint {
	tip := a.Tip(level)
	r := Hint{
		Kind: tip.Kind, Level: tip.Level, Message: tip.Message, Technique: tip.Technique,
		Cells: NewCells(tip.Cells), Marks: NewMarks(p, tip.Marks), LastRight: tip.Last + 1,
	}
	if tip.Line != nil {
		r.Line = tip.Line.String()
	}
	if m := a.Mistakes; level >= teach.TipCells && m != nil && m.Kept != nil {
		r.Kept = m.Kept.Rows(p.Palette)
	}
	return r
}
