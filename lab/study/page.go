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
	if len(t.Titles()) >= stackedTable {
		kind += " stacked"
	}
	if len(t.Rows) > longTable {
		kind += " long"
	}
	return kind
}

// Titles are the titles of all columns, over both rows of the head.
func (t *table) Titles() []hypertext {
	var list []hypertext
	below := 0
	plain := func(text hypertext) hypertext { // attributes have no markup
		return hypertext(strings.NewReplacer("<sup>", "^", "</sup>", "").Replace(string(text)))
	}
	for _, c := range t.Head[0] {
		if c.Span <= 1 {
			list = append(list, plain(c.Text))
			continue
		}
		for range c.Span {
			list = append(list, plain(c.Text+", "+t.Head[1][below].Text))
			below++
		}
	}
	return list
}

// Class is the class of the cell.
func (c tableCell) Class() string {
	switch {
	case c.Source:
		return "source"
	case c.Tight:
		return "tight"
	case c.Left:
		return "words"
	}
	return ""
}
