package render

import (
	"fmt"
	"strings"
)

// Paper is a size of paper, upright, in points: 72 to the inch, 2.83 to the
// millimetre.
type Paper struct {
	Name          string
	Width, Height float64
}

// papers are the sizes that PaperByName knows.
var papers = []Paper{
	{"a4", 595.28, 841.89},
	{"letter", 612, 792},
	{"a5", 419.53, 595.28},
}

// A4 is the paper of books that do not say otherwise.
func A4() Paper { return papers[0] }

// PaperNames lists the names of the papers.
func PaperNames() []string {
	var names []string
	for _, p := range papers {
		names = append(names, p.Name)
	}
	return names
}

// PaperByName finds a paper: "a4", "letter" or "a5".
func PaperByName(name string) (Paper, error) {
	for _, p := range papers {
		if p.Name == name {
			return p, nil
		}
	}
	return Paper{}, fmt.Errorf("unknown paper %q, expected %s", name, strings.Join(PaperNames(), ", "))
}

// The limits of paper: a postcard has room for a puzzle, and readers of PDF stop
// at 200 inches.
const minPaper, maxPaper = 200, 14400

func (p Paper) check() error {
	if !(p.Width >= minPaper && p.Width <= maxPaper && p.Height >= minPaper && p.Height <= maxPaper) {
		return fmt.Errorf("paper of %v × %v points, expected %d to %d a side", p.Width, p.Height, minPaper, maxPaper)
	}
	return nil
}

func (p Paper) turned() Paper { return Paper{p.Name, p.Height, p.Width} }

// margin is the border of a page that stays free, all around.
func (p Paper) margin() float64 { return 0.07 * min(p.Width, p.Height) }

// footer is the room for the page number above the lower margin.
const footer = 14

// body is what a page has for its contents.
func (p Paper) body() rect {
	m := p.margin()
	return rect{m, m, p.Width - 2*m, p.Height - 2*m - footer}
}
