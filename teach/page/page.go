// Package page draws an explanation as a page of HTML: the puzzle, the steps beside
// it, and a slider that moves through the positions.
//
// [Write] is the only function. Its time and the size of the page grow with the steps.
//
// A page is self-contained, with style and script. Without scripts it shows the last position
// and all sentences. The file page.html has placeholders like {{heading}}, which are replaced
// in one pass by escaped texts. html/template is not used because it makes the linker keep
// all methods of all types, a ninth of this program.
package page

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/teach"
)

//go:embed page.html
var source string

// labels are the gaps of page.html for words of the page, see the section book of the locales.
var labels = []string{"the puzzle", "first position", "one step back", "step", "next step", "last position"}

// Write writes the page of an explanation of a puzzle, in the language of its steps. The
// heading is used for a puzzle without a title. It returns [nonogram.ErrGridSize] for an
// explanation without a grid or of another puzzle, and [nonogram.ErrShape] for a triddler.
func Write(w io.Writer, p *nonogram.Puzzle, e *teach.Explanation, heading string) error {
	if err := p.Rectangular(); err != nil {
		return err
	}
	if g := e.Grid; g == nil || g.Width != p.Width() || g.Height != p.Height() {
		return nonogram.ErrGridSize
	}
	data, err := json.Marshal(newScript(p, e)) // which escapes < and & as well
	if err != nil {
		return err
	}
	gaps := []string{
		"{{lang}}", e.Language.Tag(),
		"{{heading}}", html.EscapeString(cmp.Or(p.Title, heading)),
		"{{caption}}", html.EscapeString(e.Summary(p)),
		"{{width}}", strconv.Itoa(p.Width()),
		"{{cell}}", strconv.Itoa(cellSize(p)),
		"{{columns}}", columns(p),
		"{{rows}}", rows(p, e.Grid),
		"{{count}}", strconv.Itoa(len(e.Steps)),
		"{{steps}}", sentences(p, e),
		"{{data}}", string(data),
	}
	for _, label := range labels {
		gaps = append(gaps, "{{"+label+"}}", html.EscapeString(e.Language.Text(label)))
	}
	_, err = strings.NewReplacer(gaps...).WriteString(w, source)
	return err
}

// script is the data of the script: rows, columns and colors from 0, -1 for an undecided
// cell.
type script struct {
	Colored bool     `json:"colored"`
	Palette []swatch `json:"palette"`
	Start   [][]int  `json:"start"`
	Steps   []step   `json:"steps"`
	Before  string   `json:"before"`
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

func newScript(p *nonogram.Puzzle, e *teach.Explanation) *script {
	s := &script{Colored: p.Colored(), Start: startOf(e), Steps: newSteps(p, e), Before: e.Language.Text("Before the first step")}
	for c := range p.Palette {
		s.Palette = append(s.Palette, swatch{
			Color: background(p.Palette[c]), Text: textOn(p.Palette[c].RGB), Symbol: symbol(p, nonogram.Color(c)),
		})
	}
	return s
}

func symbol(p *nonogram.Puzzle, c nonogram.Color) string { return string(rune(p.Palette.Symbol(c))) }

// cellSize is the side of a cell in pixels, smaller for large puzzles.
func cellSize(p *nonogram.Puzzle) int { return min(max(760/max(p.Width(), p.Height()), 12), 30) }

// columns are the clues above the grid.
func columns(p *nonogram.Puzzle) string {
	var b strings.Builder
	for _, clue := range p.Cols {
		writeClue(&b, p, clue)
	}
	return b.String()
}

// rows are the clues beside the grid and the cells of the last position.
func rows(p *nonogram.Puzzle, g *nonogram.Grid) string {
	var b strings.Builder
	for y, clue := range p.Rows {
		b.WriteString("<tr>")
		writeClue(&b, p, clue)
		for _, c := range g.Row(y) {
			writeCell(&b, p, c)
		}
		b.WriteString("</tr>\n")
	}
	return b.String()
}

func writeClue(b *strings.Builder, p *nonogram.Puzzle, clue nonogram.Clue) {
	b.WriteString("<th>")
	switch {
	case len(clue) == 0:
		b.WriteString("<span>0</span>")
	case clue.Missing():
		b.WriteString("<span>*</span>")
		clue = nil
	}
	for _, block := range clue {
		if p.Colored() {
			fmt.Fprintf(b, `<span><i style="%s">%s</i></span>`, styleOf(p.Palette[block.Color]), number(block))
		} else {
			fmt.Fprintf(b, "<span>%s</span>", number(block))
		}
	}
	b.WriteString("</th>")
}

// number is a block's length, "?" if it is blotted.
func number(b nonogram.Block) string {
	if b.Length == 0 {
		return "?"
	}
	return strconv.Itoa(b.Length)
}

func writeCell(b *strings.Builder, p *nonogram.Puzzle, c nonogram.Color) {
	switch {
	case c == nonogram.Unknown:
		b.WriteString("<td></td>")
	case c == nonogram.Empty:
		b.WriteString("<td>·</td>")
	case p.Colored():
		fmt.Fprintf(b, `<td class="color" style="%s">%s</td>`, styleOf(p.Palette[c]), html.EscapeString(symbol(p, c)))
	default:
		b.WriteString(`<td class="ink"></td>`)
	}
}

// sentences are the steps as a list.
func sentences(p *nonogram.Puzzle, e *teach.Explanation) string {
	var b strings.Builder
	for i := range e.Steps {
		s := &e.Steps[i]
		fmt.Fprintf(&b, "<li>%s<small>%s</small></li>\n", html.EscapeString(s.Sentence(p)), html.EscapeString(e.Language.Technique(s.Technique).Name))
	}
	return b.String()
}

// styleOf fills something with a color, with readable text on it.
func styleOf(w nonogram.Swatch) string {
	style := "background:" + background(w) + ";color:" + textOn(w.RGB)
	if w.Diagonal != 0 { // no color can be read on all pairs of colors without an outline
		style += ";text-shadow:0 0 2px " + w.RGB.String() + ",0 0 2px " + w.RGB.String() + ",0 0 2px " + w.RGB.String()
	}
	return style
}

// background is the CSS of a color: the triangle at the left, then the one at the right.
func background(w nonogram.Swatch) string {
	corner := "bottom"
	switch w.Diagonal {
	case 0:
		return w.RGB.String()
	case '\\':
		corner = "top"
	}
	return fmt.Sprintf("linear-gradient(to %s right,%s 50%%,%s 50%%)", corner, w.RGB, w.Right)
}

// textOn is the text color on a color, black or white, by its luma (Rec. 601).
func textOn(c nonogram.RGB) string {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 128_000 {
		return "#000000"
	}
	return "#ffffff"
}

func newSteps(p *nonogram.Puzzle, e *teach.Explanation) []step {
	list := make([]step, len(e.Steps))
	for i := range e.Steps {
		s := &e.Steps[i]
		list[i] = step{Technique: e.Language.Technique(s.Technique).Name, Axis: s.Line.Axis.String(), Index: s.Line.Index, Text: s.Sentence(p)}
		for _, m := range s.Marks {
			list[i].Marks = append(list[i].Marks, mark{m.Row, m.Col, int(m.Color), m.Not})
		}
	}
	return list
}

// startOf is the position before the first step.
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
