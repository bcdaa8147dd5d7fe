package study

import (
	_ "embed" // the page and its style
	"html/template"
	"io"
	"strings"
	"sync"
)

// The HTML page: one file without external fonts, scripts or requests. The charts are
// inline SVG with their own dark colors; page.css has those of the page and the rules for
// printing.

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
)

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })

// writeHTML writes the page.
func (d *measurements) writeHTML(w io.Writer) error {
	r := newReport(d)
	if r.err != nil {
		return r.err
	}
	return pageTemplate().Execute(w, struct {
		*measurements
		Style    template.CSS
		Quick    bool
		Findings []hypertext
		Sections []*section
	}{
		d, template.CSS(pageCSS), //nolint:gosec // ours
		strings.HasPrefix(d.Settings.Name, "quick"), r.findings, r.sections,
	})
}

// stackedTable is the least number of columns of a table that does not fit a phone. There
// its rows become lists, with the title of the column before each figure.
const stackedTable = 4

// longTable is the number of rows of a table that may continue on the next page of paper.
const longTable = 12

// Class is the class of the table's figure.
func (t *table) Class() string {
	kind := "table"
	if t.Wide {
		kind += " wide"
	}
	if len(t.columns) >= stackedTable {
		kind += " stacked"
	}
	if len(t.Rows) > longTable {
		kind += " long"
	}
	return kind
}

// headCell is a cell of the head of a table, over Span columns and, if Tall, over both rows.
type headCell struct {
	Text  hypertext
	Span  int
	Tall  bool
	Words bool
}

// Head has one row, or two if columns are grouped.
func (t *table) Head() [][]headCell {
	var first, second []headCell
	for i, c := range t.columns {
		cell := headCell{Text: markup(c.title), Span: 1, Words: c.words || c.tight}
		switch {
		case c.group == "":
			first = append(first, cell)
			continue
		case c.group == t.columns[i-1].group:
			first[len(first)-1].Span++
		default:
			first = append(first, headCell{Text: markup(c.group), Span: 1})
		}
		second = append(second, cell)
	}
	if len(second) == 0 {
		return [][]headCell{first}
	}
	first[0].Tall = true
	return [][]headCell{first, second}
}

// Title is the whole title of a column, without markup.
func (t *table) Title(i int) hypertext {
	title := t.columns[i].title
	if group := t.columns[i].group; group != "" {
		title = group + ", " + title
	}
	return hypertext(strings.NewReplacer("<sup>", "^", "</sup>", "").Replace(string(markup(title))))
}

// CellClass is the class of a cell.
func (t *table) CellClass(r *tableRow, i int) string {
	switch c := t.columns[i]; {
	case c.source || r.Source:
		return "source"
	case c.tight:
		return "tight"
	case c.words:
		return "words"
	}
	return ""
}
