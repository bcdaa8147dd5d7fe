// Package page draws an explanation as a page of HTML: the puzzle, the steps beside
// it, and a slider that moves through the positions.
//
// A page needs nothing but itself: style and script are in it, and it loads nothing.
// Without scripts it shows the last position and all sentences. Every text goes
// through html/template, so that a hostile title stays a title. It is a package of
// its own because templates are large: who asks for hints need not link them.
package page

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"strconv"
	"sync"

	"nonogram"
	"nonogram/teach"
)

//go:embed page.html
var source string

// parsed is made when it is needed: every program that links it would pay otherwise.
var parsed = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(source)) })

// Write writes the page of an explanation of a puzzle. The heading is for a puzzle
// that has no title. An explanation of another puzzle, or one that has no grid
// because nothing was explained, is refused as [nonogram.ErrGridSize].
func Write(w io.Writer, p *nonogram.Puzzle, e *teach.Explanation, heading string) error {
	if g := e.Grid; g == nil || g.Width != p.Width() || g.Height != p.Height() {
		return nonogram.ErrGridSize
	}
	return parsed().Execute(w, newPage(p, e, heading))
}

// data is what the template is filled with.
type data struct {
	Heading, Caption string
	Cell             int // the side of a cell in pixels
	Cols             [][]number
	Rows             []row
	Steps            []step
	Data             script
}

// number is a number of a clue.
type number struct {
	Text  string
	Style template.CSS
}

type row struct {
	Clue  []number
	Cells []cell
}

// cell is a cell of the last position.
type cell struct {
	Class, Text string
	Style       template.CSS
}

// script is what the script works with: rows, columns and colors from 0, -1
// for a cell that is not decided.
type script struct {
	Colored bool     `json:"colored"`
	Palette []swatch `json:"palette"`
	Start   [][]int  `json:"start"`
	Steps   []step   `json:"steps"`
}

type swatch struct {
	Color  string `json:"color"`
	Text   string `json:"text"`
	Symbol string `json:"symbol"`
}

type step struct {
	Technique string `json:"technique"`
	Axis      string `json:"axis"`
	Index     int    `json:"index"`
	Text      string `json:"text"`
	Marks     []mark `json:"marks"`
}

type mark struct {
	Row   int  `json:"row"`
	Col   int  `json:"col"`
	Color int  `json:"color"`
	Not   bool `json:"not,omitempty"`
}

func newPage(p *nonogram.Puzzle, e *teach.Explanation, heading string) *data {
	page := &data{Heading: cmp.Or(p.Title, heading), Caption: e.Summary(p), Cell: cellSize(p), Steps: newSteps(p, e.Steps)}
	for _, clue := range p.Cols {
		page.Cols = append(page.Cols, newNumbers(p, clue))
	}
	for y, clue := range p.Rows {
		page.Rows = append(page.Rows, row{newNumbers(p, clue), newCells(p, e.Grid.Row(y))})
	}
	page.Data = script{Colored: p.Colored(), Start: startOf(e), Steps: page.Steps}
	for c := range p.Palette {
		page.Data.Palette = append(page.Data.Palette, swatch{
			Color: p.Palette[c].RGB.String(), Text: textOn(p.Palette[c].RGB), Symbol: string(rune(p.Palette.Symbol(nonogram.Color(c)))),
		})
	}
	return page
}

// The sides of a cell: comfortable for small puzzles, less for large ones.
func cellSize(p *nonogram.Puzzle) int { return min(max(760/max(p.Width(), p.Height()), 12), 30) }

func newNumbers(p *nonogram.Puzzle, clue nonogram.Clue) []number {
	if len(clue) == 0 {
		return []number{{Text: "0"}}
	}
	numbers := make([]number, len(clue))
	for i, b := range clue {
		numbers[i].Text = "?"
		if b.Length > 0 {
			numbers[i].Text = strconv.Itoa(b.Length)
		}
		if p.Colored() {
			numbers[i].Style = styleOf(p.Palette[b.Color].RGB)
		}
	}
	return numbers
}

// styleOf fills something with a color, with readable text on it.
func styleOf(c nonogram.RGB) template.CSS {
	return template.CSS("background:" + c.String() + ";color:" + textOn(c))
}

// textOn is black or white, whichever reads better; the weights are those of
// Rec. 601 for brightness.
func textOn(c nonogram.RGB) string {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 128_000 {
		return "#000000"
	}
	return "#ffffff"
}

func newCells(p *nonogram.Puzzle, row []nonogram.Color) []cell {
	cells := make([]cell, len(row))
	for x, c := range row {
		switch {
		case c == nonogram.Unknown:
		case c == nonogram.Empty:
			cells[x].Text = "·"
		case p.Colored():
			cells[x] = cell{Class: "color", Text: string(rune(p.Palette.Symbol(c))), Style: styleOf(p.Palette[c].RGB)}
		default:
			cells[x].Class = "ink"
		}
	}
	return cells
}

func newSteps(p *nonogram.Puzzle, steps []teach.Step) []step {
	list := make([]step, len(steps))
	for i := range steps {
		s := &steps[i]
		list[i] = step{Technique: s.Technique.String(), Axis: s.Line.Axis.String(), Index: s.Line.Index, Text: s.Sentence(p)}
		for _, m := range s.Marks {
			list[i].Marks = append(list[i].Marks, mark{m.Row, m.Col, int(m.Color), m.Not})
		}
	}
	return list
}

// startOf is the position before the first step: the last one without the marks
// of all steps.
func startOf(e *teach.Explanation) [][]int {
	start := make([][]int, e.Grid.Height)
	for y := range start {
		start[y] = make([]int, e.Grid.Width)
		for x, c := range e.Grid.Row(y) {
			start[y][x] = int(c)
			if c == nonogram.Unknown {
				start[y][x] = -1
			}
		}
	}
	for i := range e.Steps {
		for _, m := range e.Steps[i].Marks {
			start[m.Row][m.Col] = -1
		}
	}
	return start
}
