package main

import (
	"math"

	"nonogram"
	"nonogram/teach"
)

// The JSON of hint, explain and rate; see json.go. Rows, columns, cells and blocks
// count from 1, as in the sentences beside them.

// rateRecord is a line of rate --json.
type rateRecord struct {
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
	Steps        int             `json:"steps"`
	Offers       offersRecord    `json:"offers"`
	Sweeps       int             `json:"sweeps"`
	Open         int             `json:"open"`
	Techniques   []useRecord     `json:"techniques"`
	Elapsed      milliseconds    `json:"elapsed_ms"`
	File         string          `json:"file,omitempty"`
}

// offersRecord is how many lines offer progress while any does.
type offersRecord struct {
	Mean   float64 `json:"mean"`
	Fewest int     `json:"fewest"`
}

// useRecord is how often a technique was used.
type useRecord struct {
	Technique teach.Technique `json:"technique"`
	Rounds    int             `json:"rounds"`
	Steps     int             `json:"steps"`
	Cells     int             `json:"cells"`
}

func newRateRecord(it item, r *teach.Rating) rateRecord {
	f := &r.Facts
	return rateRecord{
		ID: it.id, Width: it.puzzle.Width(), Height: it.puzzle.Height(), Status: r.Status,
		Level: r.Level, Score: r.Score, Effort: math.Round(r.Effort), LineSolvable: r.LineSolvable,
		Hardest: f.Hardest, Depth: f.Depth, Longest: f.Longest, Rounds: f.Rounds, Steps: f.Steps,
		Offers: offersRecord{math.Round(f.Width()*10) / 10, f.Fewest}, Sweeps: f.Sweeps,
		Open: r.Open, Techniques: newUseRecords(f),
	}
}

func newUseRecords(f *teach.Facts) []useRecord {
	uses := []useRecord{}
	for t, u := range f.Uses {
		if u.Rounds > 0 {
			uses = append(uses, useRecord{teach.Technique(t), u.Rounds, u.Steps, u.Cells})
		}
	}
	return uses
}

// explainRecord is a line of explain --json.
type explainRecord struct {
	ID      string          `json:"id"`
	Width   int             `json:"width"`
	Height  int             `json:"height"`
	Status  nonogram.Status `json:"status"`
	Reason  string          `json:"reason,omitempty"`
	Steps   []stepRecord    `json:"steps"`
	Grid    []string        `json:"grid,omitempty"`
	Differ  []cellRecord    `json:"differ,omitempty"` // where several solutions differ
	Broken  string          `json:"broken,omitempty"` // a line that cannot be filled
	Level   teach.Level     `json:"level"`
	Score   float64         `json:"score"`
	Elapsed milliseconds    `json:"elapsed_ms"`
	File    string          `json:"file,omitempty"`
}

// stepRecord is one step of an explanation.
type stepRecord struct {
	Round     int             `json:"round"`
	Technique teach.Technique `json:"technique"`
	Line      string          `json:"line"`
	Blocks    []int           `json:"blocks,omitempty"`
	Marks     []markRecord    `json:"marks"`
	Text      string          `json:"text"`
	Chain     *chainRecord    `json:"chain,omitempty"`
}

type cellRecord struct {
	Row    int `json:"row"`
	Column int `json:"column"`
}

// markRecord is a cell with the character of its color, or of one that it does not
// have.
type markRecord struct {
	cellRecord
	Is  string `json:"is,omitempty"`
	Not string `json:"not,omitempty"`
}

// chainRecord is how a supposition is refuted.
type chainRecord struct {
	Suppose markRecord   `json:"suppose"`
	Links   []linkRecord `json:"links,omitempty"`
	Breaks  string       `json:"breaks,omitempty"`
	Rounds  int          `json:"rounds,omitempty"`
	Depth   int          `json:"depth"`
	Cases   int          `json:"cases,omitempty"`
}

type linkRecord struct {
	Line  string       `json:"line"`
	Marks []markRecord `json:"marks"`
}

func newStepRecords(p *nonogram.Puzzle, steps []teach.Step) []stepRecord {
	records := make([]stepRecord, len(steps))
	for i := range steps {
		s := &steps[i]
		records[i] = stepRecord{
			Round: s.Round + 1, Technique: s.Technique, Line: s.Line.String(),
			Marks: newMarkRecords(p, s.Marks), Text: s.Sentence(p), Chain: newChainRecord(p, s.Chain),
		}
		for _, j := range s.Reason.Blocks {
			records[i].Blocks = append(records[i].Blocks, j+1)
		}
	}
	return records
}

func newChainRecord(p *nonogram.Puzzle, c *teach.Chain) *chainRecord {
	if c == nil {
		return nil
	}
	r := &chainRecord{Suppose: newMarkRecord(p, c.Suppose), Rounds: c.Rounds, Depth: c.Depth, Cases: c.Cases}
	if c.Depth < 3 {
		r.Breaks = c.Breaks.String()
	}
	for _, l := range c.Links {
		r.Links = append(r.Links, linkRecord{l.Line.String(), newMarkRecords(p, l.Marks)})
	}
	return r
}

func newCellRecord(c teach.Cell) cellRecord { return cellRecord{c.Row + 1, c.Col + 1} }

func newCellRecords(cells []teach.Cell) []cellRecord {
	var records []cellRecord
	for _, c := range cells {
		records = append(records, newCellRecord(c))
	}
	return records
}

func newMarkRecord(p *nonogram.Puzzle, m teach.Mark) markRecord {
	symbol := string(rune(p.Palette.Symbol(m.Color)))
	if m.Not {
		return markRecord{newCellRecord(m.Cell), "", symbol}
	}
	return markRecord{newCellRecord(m.Cell), symbol, ""}
}

func newMarkRecords(p *nonogram.Puzzle, marks []teach.Mark) []markRecord {
	var records []markRecord
	for _, m := range marks {
		records = append(records, newMarkRecord(p, m))
	}
	return records
}

// hintRecord is what hint --json prints. Fields of higher levels than asked for
// are left out.
type hintRecord struct {
	ID        string           `json:"id"`
	Kind      teach.AdviceKind `json:"kind"`
	Level     int              `json:"level"`
	Message   string           `json:"message"`
	Line      string           `json:"line,omitempty"`
	Technique *teach.Technique `json:"technique,omitempty"`
	Cells     []cellRecord     `json:"cells,omitempty"`
	Marks     []markRecord     `json:"marks,omitempty"`
	LastRight int              `json:"last_right,omitempty"` // the position of the history, from 1
	Kept      []string         `json:"kept,omitempty"`       // the position without wrong marks
	Elapsed   milliseconds     `json:"elapsed_ms"`
	File      string           `json:"file,omitempty"`
}
