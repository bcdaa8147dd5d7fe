package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"sync"

	"nonogram"
	"nonogram/teach"
)

// The page of explain --html: the puzzle, the steps beside it, and a slider that
// moves through the positions. It needs nothing but itself. Without scripts it
// shows the last position and all sentences. Every text goes through html/template,
// so that a hostile title stays a title.

//go:embed explain.html
var explainPage string

// explainTemplate is parsed when it is needed: every command would pay for it otherwise.
var explainTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("explain").Parse(explainPage)) })

// pageData is what the template is filled with.
type pageData struct {
	Heading, Caption string
	Cell             int // the side of a cell in pixels
	Cols             [][]pageNumber
	Rows             []pageRow
	Steps            []pageStep
	Data             pageScript
}

// pageNumber is a number of a clue.
type pageNumber struct {
	Text  string
	Style template.CSS
}

type pageRow struct {
	Clue  []pageNumber
	Cells []pageCell
}

// pageCell is a cell of the last position.
type pageCell struct {
	Class, Text string
	Style       template.CSS
}

// pageScript is what the script works with: rows, columns and colors from 0, -1
// for a cell that is not decided.
type pageScript struct {
	Colored bool         `json:"colored"`
	Palette []pageSwatch `json:"palette"`
	Start   [][]int      `json:"start"`
	Steps   []pageStep   `json:"steps"`
}

type pageSwatch struct {
	Color  string `json:"color"`
	Text   string `json:"text"`
	Symbol string `json:"symbol"`
}

type pageStep struct {
	Technique string     `json:"technique"`
	Axis      string     `json:"axis"`
	Index     int        `json:"index"`
	Text      string     `json:"text"`
	Marks     []pageMark `json:"marks"`
}

type pageMark struct {
	Row   int  `json:"row"`
	Col   int  `json:"col"`
	Color int  `json:"color"`
	Not   bool `json:"not,omitempty"`
}

// writeHTML writes the page and says so.
func (f *explainFlags) writeHTML(a *app, it item, e explained) error {
	if e.Grid == nil {
		_, err := fmt.Fprintln(a.out, e.caption(it.puzzle))
		return err
	}
	page := newPage(it, e)
	if f.html == stdoutName {
		return explainTemplate().Execute(a.out, page)
	}
	err := writeFile(f.html, func(w io.Writer) error { return explainTemplate().Execute(w, page) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %s\n", f.html, e.caption(it.puzzle))
	return err
}

func newPage(it item, e explained) *pageData {
	p := it.puzzle
	page := &pageData{Heading: p.Title, Caption: strings.Join(e.summary(p), " · "), Cell: cellSize(p), Steps: newPageSteps(p, e.Steps)}
	if page.Heading == "" {
		page.Heading = "Puzzle " + it.label
	}
	for _, clue := range p.Cols {
		page.Cols = append(page.Cols, newPageNumbers(p, clue))
	}
	for y, clue := range p.Rows {
		page.Rows = append(page.Rows, pageRow{newPageNumbers(p, clue), newPageCells(p, e.Grid.Row(y))})
	}
	page.Data = pageScript{Colored: p.Colored(), Start: startOf(e), Steps: page.Steps}
	for c := range p.Palette {
		page.Data.Palette = append(page.Data.Palette, pageSwatch{
			Color: p.Palette[c].RGB.String(), Text: textOn(p.Palette[c].RGB), Symbol: string(rune(p.Palette.Symbol(nonogram.Color(c)))),
		})
	}
	return page
}

// The sides of a cell: comfortable for small puzzles, less for large ones.
func cellSize(p *nonogram.Puzzle) int { return min(max(760/max(p.Width(), p.Height()), 12), 30) }

func newPageNumbers(p *nonogram.Puzzle, clue nonogram.Clue) []pageNumber {
	if len(clue) == 0 {
		return []pageNumber{{Text: "0"}}
	}
	numbers := make([]pageNumber, len(clue))
	for i, b := range clue {
		numbers[i].Text = strconv.Itoa(b.Length)
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

func newPageCells(p *nonogram.Puzzle, row []nonogram.Color) []pageCell {
	cells := make([]pageCell, len(row))
	for x, c := range row {
		switch {
		case c == nonogram.Unknown:
		case c == nonogram.Empty:
			cells[x].Text = "·"
		case p.Colored():
			cells[x] = pageCell{Class: "color", Text: string(rune(p.Palette.Symbol(c))), Style: styleOf(p.Palette[c].RGB)}
		default:
			cells[x].Class = "ink"
		}
	}
	return cells
}

func newPageSteps(p *nonogram.Puzzle, steps []teach.Step) []pageStep {
	list := make([]pageStep, len(steps))
	for i := range steps {
		s := &steps[i]
		list[i] = pageStep{Technique: s.Technique.String(), Axis: s.Line.Axis.String(), Index: s.Line.Index, Text: s.Sentence(p)}
		for _, m := range s.Marks {
			list[i].Marks = append(list[i].Marks, pageMark{m.Row, m.Col, int(m.Color), m.Not})
		}
	}
	return list
}

// startOf is the position before the first step: the last one without the marks
// of all steps.
func startOf(e explained) [][]int {
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
