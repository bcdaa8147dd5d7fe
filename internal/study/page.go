package study

import (
	_ "embed" // the page and its style
	"html/template"
	"io"
	"strings"
	"sync"
)

// The HTML page: one file that needs nothing else, neither fonts nor scripts, and
// tells the browser to fetch nothing. The charts are inline and bring their own dark
// colors; the style sheet has those of the page, and what paper needs.

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string

	// page is parsed when it is needed: every command would pay for it otherwise.
	page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })
)

// pageData is what the template sees.
type pageData struct {
	CSS      template.CSS
	Data     *Data
	Findings []template.HTML
	Sections []*section
	Quick    bool
}

// WriteHTML writes the page.
func (d *Data) WriteHTML(w io.Writer) error {
	r := newReport(d)
	if r.err != nil {
		return r.err
	}
	return page().Execute(w, pageData{
		CSS: template.CSS(pageCSS), Data: d, Findings: r.findings, Sections: r.sections, Quick: strings.HasPrefix(d.Settings.Name, "quick"),
	})
}
