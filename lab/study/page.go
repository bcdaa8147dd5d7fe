package study

import (
	_ "embed" // the page and its style
	"fmt"
	"html"
	"io"
	"strings"

	"nonogram/internal/plural"
)

// The HTML page: one file that needs nothing else, neither fonts nor scripts, and
// tells the browser to fetch nothing. The charts are inline and bring their own dark
// colors; the style sheet has those of the page, and what paper needs.
//
// The file page.html is the page with gaps like {{sections}}, which are filled in one
// pass with what is hypertext already. (See package teach/page for why there is no
// template.)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
)

// WriteHTML writes the page.
func (d *Data) WriteHTML(w io.Writer) error {
	r := newReport(d)
	if r.err != nil {
		return r.err
	}
	_, err := strings.NewReplacer(
		"{{version}}", html.EscapeString(d.Version),
		"{{style}}", pageCSS,
		"{{imprint}}", d.imprint(),
		"{{warnings}}", d.warnings(),
		"{{findings}}", r.inShort(),
		"{{contents}}", r.contents(),
		"{{sections}}", r.body(),
	).WriteString(w, pageHTML)
	return err
}

// imprint says where and when it was measured.
func (d *Data) imprint() string {
	date := ""
	if d.Date != "" {
		date = ", " + d.Date
	}
	cores := strings.ReplaceAll(plural.Of(d.Machine.Cores, "core"), " ", "\u00a0")
	place := html.EscapeString(fmt.Sprintf("Measured on %s, %s, %s, by nonogram %s (%s)%s. Times are %s.",
		d.Machine.Processor, cores, d.Machine.System, d.Version, d.Machine.Go, date, d.Clock))
	return strings.ReplaceAll(place, "\u00a0", "&nbsp;")
}

func (d *Data) warnings() string {
	var b strings.Builder
	if d.Interrupted {
		b.WriteString(`<p class="warning"><strong>This study was interrupted.</strong> What is missing says so.</p>` + "\n")
	}
	if strings.HasPrefix(d.Settings.Name, "quick") {
		b.WriteString(`<p class="warning">This is the quick study: few boards and short limits. It shows the large differences; the full one has the others.</p>` + "\n")
	}
	return b.String()
}

// inShort is the list of findings.
func (r *report) inShort() string {
	if len(r.findings) == 0 {
		return "<p>Nothing was measured that would allow a conclusion.</p>"
	}
	var b strings.Builder
	writeList(&b, r.findings)
	return b.String()
}

func writeList(b *strings.Builder, items []hypertext) {
	b.WriteString("<ul>\n")
	for _, item := range items {
		fmt.Fprintf(b, "<li>%s</li>\n", item)
	}
	b.WriteString("</ul>")
}

func (r *report) contents() string {
	var b strings.Builder
	for _, s := range r.sections {
		fmt.Fprintf(&b, `<li%s><span class="number">%s</span> <a href="#%s">%s</a></li>`+"\n", class(s.Part, "part"), s.Number, s.ID, html.EscapeString(s.Title))
	}
	return b.String()
}

// class is the attribute, if a thing is of that class.
func class(is bool, name string) string {
	if !is {
		return ""
	}
	return ` class="` + name + `"`
}

func (r *report) body() string {
	var b strings.Builder
	for _, s := range r.sections {
		heading := "h2"
		if s.Part {
			heading = "h3"
		}
		fmt.Fprintf(&b, `<section id="%s"%s>`+"\n", s.ID, class(s.Part, "part"))
		fmt.Fprintf(&b, `<%s><span class="number">%s</span> %s</%[1]s>`+"\n", heading, s.Number, html.EscapeString(s.Title))
		for i := range s.Blocks {
			writeBlock(&b, &s.Blocks[i])
		}
		b.WriteString("</section>\n")
	}
	return b.String()
}

func writeBlock(b *strings.Builder, block *block) {
	switch {
	case block.Text != "":
		fmt.Fprintf(b, "<p>%s</p>\n", block.Text)
	case block.List != nil:
		writeList(b, block.List)
		b.WriteByte('\n')
	case block.Table != nil:
		writeTable(b, block.Table)
	case block.Figure != nil:
		f := block.Figure
		fmt.Fprintf(b, `<figure id="figure-%s">`+"\n", html.EscapeString(f.Name))
		fmt.Fprintf(b, `<div class="chart">%s</div><div class="chart narrow">%s<p class="note">%s</p></div>`, f.SVG, f.Narrow, html.EscapeString(f.chart.Subtitle))
		fmt.Fprintf(b, `<figcaption><b>Figure %d.</b> %s</figcaption>`+"\n</figure>\n", f.Number, f.Caption)
	}
}

func writeTable(b *strings.Builder, t *table) {
	kind := "table"
	if t.Wide {
		kind += " wide"
	}
	titles := t.titles()
	if len(titles) >= stackedTable {
		kind += " stacked"
	}
	fmt.Fprintf(b, `<figure class="%s">`+"\n", kind)
	fmt.Fprintf(b, `<figcaption id="table-%d"><b>Table %[1]d.</b> %s</figcaption>`+"\n", t.Number, t.Caption)
	fmt.Fprintf(b, `<div class="scroll" role="region" aria-labelledby="table-%d" tabindex="0"><table aria-labelledby="table-%[1]d">`+"\n<thead>\n", t.Number)
	for _, cells := range t.Head {
		b.WriteString("<tr>")
		for _, c := range cells {
			writeHeadCell(b, c)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</thead>\n<tbody>\n")
	for i := range t.Rows {
		writeRow(b, &t.Rows[i], titles)
	}
	b.WriteString("</tbody>\n</table></div>\n")
	if t.Note != "" {
		fmt.Fprintf(b, `<p class="note">%s</p>`+"\n", t.Note)
	}
	b.WriteString("</figure>\n")
}

// stackedTable is from how many columns on a table does not fit a telephone. There its
// rows become lists, of each figure with the title of its column.
const stackedTable = 4

// titles are those of all columns, over both rows of the head, as plain text.
func (t *table) titles() []string {
	var list []string
	below := 0
	for _, c := range t.Head[0] {
		title := tags().ReplaceAllString(string(c.Text), "")
		if c.Span <= 1 {
			list = append(list, title)
			continue
		}
		for range c.Span {
			list = append(list, title+", "+tags().ReplaceAllString(string(t.Head[1][below].Text), ""))
			below++
		}
	}
	return list
}

func writeHeadCell(b *strings.Builder, c headCell) {
	b.WriteString(`<th scope="col"`)
	if c.Span > 1 {
		fmt.Fprintf(b, ` colspan="%d"`, c.Span)
	}
	if c.Tall {
		b.WriteString(` rowspan="2"`)
	}
	fmt.Fprintf(b, "%s>%s</th>", class(c.Left, "words"), c.Text)
}

// writeRow writes the name of a row and its figures.
func writeRow(b *strings.Builder, row *tableRow, titles []string) {
	fmt.Fprintf(b, "<tr%s>", class(row.Group, "group"))
	for i, c := range row.Cells {
		kind := class(c.Left, "words")
		switch {
		case c.Source:
			kind = class(true, "source")
		case c.Tight:
			kind = class(true, "tight")
		}
		if i == 0 {
			fmt.Fprintf(b, `<th scope="row">%s</th>`, c.Text)
		} else {
			fmt.Fprintf(b, `<td%s data-title="%s">%s</td>`, kind, titles[i], c.Text)
		}
	}
	b.WriteString("</tr>\n")
}
