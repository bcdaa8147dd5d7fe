package study

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
)

// report is the page: sections of blocks, with numbered figures and tables, and the claims
// of the sources with their verdicts.
type report struct {
	*measurements
	sections []*section
	figures  []*figure
	tables   int
	findings []hypertext // for the top of the page
	err      error
}

// section is a chapter, or a part of one.
type section struct {
	ID, Title string
	Number    string // as in "2.1"
	Part      bool   // a part of the chapter before
	Blocks    []block
}

// block has one of its fields set.
type block struct {
	Text   hypertext
	List   []hypertext
	Table  *table
	Figure *figure
}

// figure is a chart with its caption.
type figure struct {
	Number  int
	Name    string // of its files
	Caption hypertext
	chart   chart.Chart
	SVG     hypertext
	Narrow  hypertext // for phones
}

// Subtitle is that of the chart, which the narrow one omits.
func (f *figure) Subtitle() string { return f.chart.Subtitle }

// The size of a chart on a phone, the height of a name in its legend, and the number of ticks
// on its axis.
const narrowWidth, narrowHeight, narrowName, narrowTicks = 360, 380, 18, 6

// thinned omits ticks that are too close to the one before.
func thinned(ticks []float64) []float64 {
	var list []float64
	for i, v := range ticks {
		if i == 0 || v-list[len(list)-1] >= (ticks[len(ticks)-1]-ticks[0])/narrowTicks {
			list = append(list, v)
		}
	}
	return list
}

// table has a head of one or two rows.
type table struct {
	Number  int
	Wide    bool // may be wider than the text
	Caption hypertext
	Head    [][]headCell
	Rows    []tableRow
	Note    hypertext
}

type headCell struct {
	Text hypertext
	Span int
	Tall bool // over both rows of the head
	Left bool // the column holds words, not figures
}

// tableRow has the name of the row first.
type tableRow struct {
	Cells []tableCell
	Group bool // a thin line above it
}

type tableCell struct {
	Text   hypertext
	Source bool // a figure of a source
	Left   bool
	Tight  bool // words that must not be broken
}

func newReport(d *measurements) *report {
	r := &report{measurements: d}
	if len(d.Own) > 0 {
		r.own()
		r.conditions()
		return r
	}
	for _, write := range []func(*report){
		(*report).complexity, (*report).performance, (*report).difficulty, (*report).engine, (*report).verdicts, (*report).conditions, (*report).appendix,
	} {
		write(r)
	}
	return r
}

func (r *report) chapter(id, title string) { r.add(&section{ID: id, Title: title}) }
func (r *report) part(id, title string)    { r.add(&section{ID: id, Title: title, Part: true}) }

func (r *report) add(s *section) {
	chapters, parts := 0, 0
	for _, before := range append(r.sections, s) {
		if before.Part {
			parts++
		} else {
			chapters++
			parts = 0
		}
	}
	s.Number = fmt.Sprint(chapters)
	if s.Part {
		s.Number = fmt.Sprintf("%d.%d", chapters, parts)
	}
	r.sections = append(r.sections, s)
}

// partNumber is the number of a section, for references to it.
func (r *report) partNumber(id string) string {
	for _, s := range r.sections {
		if s.ID == id {
			return s.Number
		}
	}
	return "?"
}

func (r *report) block(b block) {
	s := r.sections[len(r.sections)-1]
	s.Blocks = append(s.Blocks, b)
}

// text adds a paragraph, see markup.
func (r *report) text(format string, args ...any) {
	r.block(block{Text: markup(plural.Sprintf(format, args...))})
}

func (r *report) list(items ...string) {
	var list []hypertext
	for _, item := range items {
		list = append(list, markup(item))
	}
	r.block(block{List: list})
}

// missing marks an experiment that was not run, or not to its end.
func (r *report) missing(what string) {
	if r.Interrupted {
		r.text("*Not measured, since the study was interrupted: %s.*", what)
		return
	}
	r.text("*Not measured in this study: %s.*", what)
}

// figure adds a chart, unless there is nothing to draw.
func (r *report) figure(name, caption string, c chart.Chart) {
	c.Series = slices.DeleteFunc(c.Series, func(s chart.Series) bool {
		return !slices.ContainsFunc(s.Points, func(p chart.Point) bool { return !math.IsNaN(p.Y) })
	})
	if len(c.Series) == 0 {
		return
	}
	var b bytes.Buffer
	if err := c.WriteSVG(&b); err != nil {
		if r.err == nil {
			r.err = err
		}
		return
	}
	var small bytes.Buffer
	narrow := c
	narrow.Width, narrow.Height, narrow.Subtitle = narrowWidth, narrowHeight+narrowName*len(c.Series), ""
	narrow.X.Ticks = thinned(c.X.Ticks)
	if err := narrow.WriteSVG(&small); err != nil && r.err == nil {
		r.err = err
	}
	f := &figure{
		Number: len(r.figures) + 1, Name: name, Caption: markup(caption), chart: c,
		SVG: hypertext(b.String()), Narrow: hypertext(small.String()), // package chart escapes
	}
	r.figures = append(r.figures, f)
	r.block(block{Figure: f})
}

// wideTable is the least number of columns of a table wider than the text.
const wideTable = 10

// table adds a table, unless it has no rows.
func (r *report) table(t *table) {
	if len(t.Rows) == 0 {
		return
	}
	r.tables++
	t.Number = r.tables
	t.Wide = t.Wide || len(t.Rows[0].Cells) >= wideTable
	r.block(block{Table: t})
}

// finding adds to the answers at the top of the page.
func (r *report) finding(format string, args ...any) {
	r.findings = append(r.findings, markup(plural.Sprintf(format, args...)))
}

// heads makes a head of one row: the first column holds words.
func heads(titles ...string) [][]headCell {
	var cells []headCell
	for i, title := range titles {
		cells = append(cells, headCell{Text: markup(title), Left: i == 0})
	}
	return [][]headCell{cells}
}

// row makes a row: words first, then figures.
func row(name string, figures ...string) tableRow {
	cells := []tableCell{{Text: markup(name), Left: true}}
	for _, f := range figures {
		cells = append(cells, tableCell{Text: markup(f)})
	}
	return tableRow{Cells: cells}
}

// own is the chapter on given puzzles.
func (r *report) own() {
	r.chapter("figures", "Methods on these puzzles")
	t := &table{Caption: "Every method on the puzzles of every size: time to the first solution, and nodes on average.", Head: heads("method", "size", "mean", "median", "shortest", "longest", "nodes", "solved")}
	for i := range r.Own {
		c := &r.Own[i]
		if s := c.Summary(); s.Measured() > 0 {
			t.Rows = append(t.Rows, row("`"+c.Method+"`", c.Set, secondsOf(s.Time.Mean), secondsOf(s.Time.Median), secondsOf(s.Time.Min), secondsOf(s.Time.Max), treeOf(c), fmt.Sprintf("%d of %d", s.Solved, s.Runs)))
		}
	}
	r.table(t)
	for i, c := range bench.Charts(r.Own, r.Clock) {
		r.figure(fmt.Sprintf("own-%d", i+1), c.Title+", "+c.Subtitle+".", c)
	}
}
