package render

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"nonogram"
)

// Book is a book of puzzles for print: title page, imprint, contents, lessons, puzzles,
// answers, an index of titles, and a last page with the barcode of the ISBN. Only Entries is
// required. A single puzzle without a Title is a loose sheet, which may be in landscape.
//
// Page 1 is a right-hand page. The inner margin grows with the number of pages, as
// print-on-demand services require. A page has puzzles of similar size, and puzzles of one
// size, in black or in color, have cells of one size throughout the book. Clues are at least 7 points high: as many
// puzzles share a page as that allows, and a puzzle that is too large for a page is divided
// over several, with an overlap and a map.
type Book struct {
	// Title is printed on the title page. Without it there is no title page.
	Title string
	// Author, Publisher, ISBN and Copyright are printed in the imprint, the author also
	// below the title. The ISBN has 10 or 13 digits, with or without hyphens.
	Author, Publisher, ISBN, Copyright string
	Language                           string // a tag of BCP 47; "en" if empty
	// Words translates the words of the book, such as "Contents" and "Answers from page
	// %d"; nil leaves them English.
	Words func(english string) string

	Entries []Entry
	InOrder bool     // as in Entries, not by size and level
	Titles  Titles   // where titles are printed; beside the answers if empty
	Levels  []string // the names of the levels of entries, the easiest first
	Lessons []Lesson // how to solve, before the puzzles

	Paper   Paper // A4 if empty
	PerPage int   // puzzles on a page at most; 0 chooses by size
	// MinCell is the least side of a cell in millimeters; 0 means as large as the clues
	// require. It does not apply to finished pictures.
	MinCell float64

	Ink   Ink     // RGB if empty; black and gray are black ink in every color space
	Bleed float64 // how far the background exceeds the trim, in millimeters
	Marks bool    // crop marks around every page
	// Cover makes [PDF] write a template of the cover in place of the pages: back, spine and
	// front on a sheet, with bleed and marks, for white paper.
	Cover bool

	Style Style
}

// Entry is a puzzle of a book.
type Entry struct {
	Puzzle *nonogram.Puzzle
	Grid   *nonogram.Grid // printed in the puzzle; nil leaves it blank
	Answer *nonogram.Grid // printed at the back; nil prints none
	Level  int            // stars, 0 for none
}

// Lesson is an explanation with an optional picture.
type Lesson struct {
	Heading, Text string
	Drawing       *Drawing
}

// Printed describes a written book.
type Printed struct {
	Pages int       // of the book
	Spine float64   // the width of its spine on white paper, in millimeters
	Cells []float64 // the side of a cell of each entry, in millimeters
	// Problems are those that [Preflight] finds; HTML looks for none.
	Problems []Problem
}

// pointsPerMillimeter converts the measures of Book and Printed.
const pointsPerMillimeter = 72 / 25.4

// The limits of a book, in millimeters. Print services require a bleed of about 3.
const (
	maxPerPage = 20
	maxMinCell = 20
	maxBleed   = 10
	// maxLevel bounds the stars of an entry.
	maxLevel = 6
)

// PDF writes a book with embedded fonts, page by page. An invalid option is an [*Error].
func PDF(w io.Writer, b *Book) (*Printed, error) {
	n, err := newBinder(b)
	if err != nil {
		return nil, err
	}
	if err := n.writable(); err != nil {
		return nil, err
	}
	if b.Cover {
		return n.writeCover(w)
	}
	out, err := newPDFWriter(w, n)
	if err != nil {
		return nil, err
	}
	printed := n.printed()
	for page := range n.pages() {
		printed.Problems = append(printed.Problems, n.inspect(page)...)
		out.page(page)
	}
	printed.Problems = append(printed.Problems, n.countProblems()...)
	return printed, out.Close()
}

// Check validates the options of a book, without its entries.
func (b *Book) Check() error {
	_, err := paperNamed(b.Paper)
	switch {
	case err != nil:
		return err
	case b.Titles != "" && !slices.Contains([]Titles{TitledAnswers, TitledAll, Untitled}, b.Titles):
		return badOption("captions", "found %.24q, expected answers, all or none", b.Titles)
	case b.Ink != "" && !slices.Contains([]Ink{RGB, CMYK, Gray}, b.Ink):
		return badOption("ink", "found %.24q, expected rgb, cmyk or gray", b.Ink)
	case b.PerPage < 0 || b.PerPage > maxPerPage:
		return badOption("per_page", "found %d, expected 1 to %d", b.PerPage, maxPerPage)
	case !(b.MinCell >= 0 && b.MinCell <= maxMinCell):
		return badOption("min_cell", "found %v, expected millimeters up to %d", b.MinCell, maxMinCell)
	case b.Style.Cell > 0 && b.MinCell*pointsPerMillimeter > b.Style.Cell:
		return badOption("min_cell", "found %v mm, which is more than cells of %v points at most", b.MinCell, b.Style.Cell)
	case !(b.Bleed >= 0 && b.Bleed <= maxBleed):
		return badOption("bleed", "found %v, expected millimeters up to %d", b.Bleed, maxBleed)
	}
	if b.ISBN != "" {
		if _, err := isbn13(b.ISBN); err != nil {
			return err
		}
	}
	return b.Style.check()
}

func (b *Book) check() error {
	if err := b.Check(); err != nil {
		return err
	}
	if len(b.Entries) == 0 {
		return badOption("puzzles", "found none, expected at least one")
	}
	for i, e := range b.Entries {
		err := errors.Join(drawable(e.Puzzle, e.Grid), drawable(e.Puzzle, e.Answer))
		if e.Level < 0 || e.Level > maxLevel {
			err = badOption("level", "found %d, expected 1 to %d, or 0 for none", e.Level, maxLevel)
		}
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", i+1, err)
		}
	}
	for i, l := range b.Lessons {
		if l.Drawing == nil {
			continue
		}
		if err := l.Drawing.check(); err != nil {
			return fmt.Errorf("lesson %d: %w", i+1, err)
		}
	}
	return nil
}

func (b *Book) language() string { return cmp.Or(b.Language, "en") }

// bound reports whether this is a book, not a loose sheet.
func (b *Book) bound() bool { return b.Title != "" || len(b.Entries) > 1 }

// answers reports whether the book has a part with answers.
func (b *Book) answers() bool {
	return slices.ContainsFunc(b.Entries, func(e Entry) bool { return e.Answer != nil })
}

// bleed and minCell are these lengths in points.
func (b *Book) bleed() float64   { return b.Bleed * pointsPerMillimeter }
func (b *Book) minCell() float64 { return b.MinCell * pointsPerMillimeter }

// Paper names a size of paper.
type Paper string

// The sizes: office papers, and trims of print-on-demand services in inches.
const (
	A4        Paper = "a4"
	Letter    Paper = "letter"
	A5        Paper = "a5"
	Trim6x9   Paper = "6x9"
	Trim85x11 Paper = "8.5x11"
	A3        Paper = "a3"
)

// Ink names the color space of a book.
type Ink string

// The color spaces. Gray is black ink alone, with shades for colors and their letters in
// clues.
const (
	RGB  Ink = "rgb"
	CMYK Ink = "cmyk"
	Gray Ink = "gray"
)

// Titles says where a book prints the titles of puzzles.
type Titles string

// The places of titles.
const (
	TitledAnswers Titles = "answers" // beside the answers, since a title gives the picture away
	TitledAll     Titles = "all"     // above the puzzles too
	Untitled      Titles = "none"
)

// paper is a size of paper, upright, in points: 72 to the inch, 2.83 to the millimeter.
type paper struct {
	name          Paper
	width, height float64
}

// papers are the known sizes, the default first.
var papers = []paper{
	{A4, 595.28, 841.89},
	{Letter, 612, 792},
	{A5, 419.53, 595.28},
	{Trim6x9, 432, 648},
	{Trim85x11, 612, 792},
	{A3, 841.89, 1190.55},
}

// paperNamed finds a paper; "" is the default.
func paperNamed(name Paper) (paper, error) {
	var names []string
	for _, p := range papers {
		if p.name == cmp.Or(name, papers[0].name) {
			return p, nil
		}
		names = append(names, string(p.name))
	}
	return paper{}, badOption("paper", "found %.24q, expected %s", name, strings.Join(names, ", "))
}

func (p paper) turned() paper { return paper{p.name, p.height, p.width} }

// gutters are the least inner margins by the number of pages: those of Amazon's
// print-on-demand service, the strictest published ones, 0.375 to 0.875 inches.
var gutters = []struct {
	pages int
	inner float64
}{{150, 27}, {300, 36}, {500, 45}, {700, 54}, {math.MaxInt, 63}}

// gutter is the least inner margin of a book.
func gutter(pages int) float64 {
	for _, g := range gutters {
		if pages <= g.pages {
			return g.inner
		}
	}
	panic("render: the last gutter is for any number of pages")
}

// Margins and the heights of running heads and page numbers, in points. leastOuter and
// leastWithBleed are the other margins of the same service, 0.25 and 0.375 inches.
const (
	marginShare                = 0.07 // of the shorter side
	leastOuter, leastWithBleed = 18, 27
	headRoom, footRoom         = 20, 16
)

// frame is the shape of all pages of a book.
type frame struct {
	paper        paper
	inner, outer float64 // outer is the margin above and below, too
	bound        bool
}

// newFrame returns the frame of a book with the given number of pages.
func newFrame(b *Book, paper paper, pages int) frame {
	f := frame{paper: paper, outer: max(leastOuter, marginShare*min(paper.width, paper.height)), bound: b.bound()}
	if b.Bleed > 0 {
		f.outer = max(f.outer, leastWithBleed)
	}
	f.inner = f.outer
	if f.bound {
		f.inner = max(f.inner, gutter(pages))
	}
	return f
}

// recto reports whether a page is a right-hand page.
func recto(number int) bool { return number%2 == 1 }

// body is the area of the contents of a page, from 1.
func (f frame) body(number int) rect {
	left := f.outer
	if recto(number) {
		left = f.inner
	}
	b := rect{left, f.outer, f.paper.width - f.inner - f.outer, f.paper.height - 2*f.outer}
	if f.bound {
		b.y, b.h = b.y+headRoom, b.h-headRoom-footRoom
	}
	return b
}

// turned is the frame in landscape.
func (f frame) turned() frame {
	f.paper = f.paper.turned()
	return f
}
