package study

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
)

// report is the page: sections of blocks, with numbered figures and tables, and the claims
// of the sources with their verdicts.
type report struct {
	*measurements
	sections []*section
	figures  []*figure
	chapters int
	parts    int // of the last chapter
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

// The size of a chart on a phone, and the height of a name in its legend.
const narrowWidth, narrowHeight, narrowName = 360, 380, 18

// table is a table of the page.
type table struct {
	Number        int
	Wide          bool // may be wider than the text
	Caption, Note hypertext
	columns       []column
	Rows          []*tableRow
}

// column describes a column. The first one of a table holds words.
type column struct {
	group, title string // columns of a group have a common heading
	source       bool   // figures of a source
	words        bool
	tight        bool // words that must not be broken
}

type tableRow struct {
	Cells  []hypertext
	Group  bool // a thin line above it
	Source bool // figures of a source
}

// columns makes columns from their titles: "†Liao" is the column of a source, and "5×5: nodes"
// stands under the heading 5×5.
func columns(titles ...string) []column {
	var list []column
	for i, title := range titles {
		c := column{title: title, words: i == 0}
		if group, rest, ok := strings.Cut(title, ": "); ok {
			c.group, c.title = group, rest
		}
		c.title, c.source = strings.CutPrefix(c.title, "†")
		list = append(list, c)
	}
	return list
}

// row adds a row of words and figures, see markup.
func (t *table) row(cells ...string) *tableRow {
	r := new(tableRow)
	for _, cell := range cells {
		r.Cells = append(r.Cells, markup(cell))
	}
	t.Rows = append(t.Rows, r)
	return r
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

func (r *report) chapter(id, title string) {
	r.chapters++
	r.parts = 0
	r.sections = append(r.sections, &section{ID: id, Title: title, Number: fmt.Sprint(r.chapters)})
}

func (r *report) part(id, title string) {
	r.parts++
	r.sections = append(r.sections, &section{ID: id, Title: title, Number: fmt.Sprintf("%d.%d", r.chapters, r.parts), Part: true})
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
	r.block(block{Text: markup(fmt.Sprintf(format, args...))})
}

func (r *report) list(items ...string) {
	var list []hypertext
	for _, item := range items {
		list = append(list, markup(item))
	}
	r.block(block{List: list})
}

// missing notes that an experiment was not run or not completed.
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
	narrow := c
	narrow.Width, narrow.Height, narrow.Subtitle = narrowWidth, narrowHeight+narrowName*len(c.Series), ""
	var wide, small bytes.Buffer
	if r.err = cmp.Or(r.err, c.WriteSVG(&wide), narrow.WriteSVG(&small)); r.err != nil {
		return
	}
	f := &figure{
		Number: len(r.figures) + 1, Name: name, Caption: markup(caption), chart: c,
		SVG: hypertext(wide.String()), Narrow: hypertext(small.String()), // package chart escapes
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
	t.Wide = t.Wide || len(t.columns) >= wideTable
	r.block(block{Table: t})
}

// finding adds a sentence to the findings at the top of the page.
func (r *report) finding(format string, args ...any) {
	r.findings = append(r.findings, markup(fmt.Sprintf(format, args...)))
}

// own is the chapter on given puzzles.
func (r *report) own() {
	r.allFigures("Methods on these puzzles", r.Own)
	for i, c := range bench.Charts(r.Own, r.Clock) {
		r.figure(fmt.Sprintf("own-%d", i+1), c.Title+", "+c.Subtitle+".", c)
	}
}

// allFigures is a chapter with every method on every size, in the order of the series.
func (r *report) allFigures(title string, series []bench.Series) {
	r.chapter("figures", title)
	t := &table{
		Caption: "Every method on every size: time to the first solution or, without one, to the stall, nodes on average, and the most memory that a run allocated.",
		columns: columns("method", "boards", "mean", "median", "shortest", "longest", "PAR-2", "nodes", "memory", "solved", "stalled", "ended"),
		Note:    markup("ended: runs that met the limit. Once more than half of the boards of a size had met it, the rest were skipped. PAR-2: the mean time of SAT competitions, in which a run without a solution counts as twice the limit."),
	}
	byMethod := slices.Clone(series)
	order := map[string]int{}
	for i := range series {
		if _, ok := order[series[i].Method]; !ok {
			order[series[i].Method] = i
		}
	}
	slices.SortStableFunc(byMethod, func(a, b bench.Series) int { return order[a.Method] - order[b.Method] })
	before := ""
	for i := range byMethod {
		s := byMethod[i].Summary()
		if s.Measured() == 0 {
			continue
		}
		tr := t.row("`"+s.Method+"`", s.Set, secondsOf(s.Time.Mean), secondsOf(s.Time.Median), secondsOf(s.Time.Min), secondsOf(s.Time.Max),
			chart.Seconds(byMethod[i].PAR2(r.limitOf(s.Set))), treeOf(&s), bytesOf(float64(s.Bytes)), fmt.Sprintf("%d of %d", s.Solved, s.Runs), fmt.Sprint(s.Stalled), fmt.Sprint(s.TimedOut+s.OutOfBudget))
		if before != s.Method {
			tr.Cells[0] = method(s.Method)
		}
		tr.Group = before != "" && before != s.Method
		before = s.Method
	}
	r.table(t)
}
