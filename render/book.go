package render

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"nonogram"
	"nonogram/internal/plural"
)

// Book is a book of puzzles for print: title page, imprint, contents, lessons, puzzles,
// answers and an index of titles. Only Entries is required. A single puzzle without a Title
// is a loose sheet, which may be in landscape.
//
// Page 1 is a right-hand page. The inner margin grows with the number of pages, as
// print-on-demand services require. A page has puzzles of similar size. A puzzle whose cells
// would be smaller than MinCell is divided over several pages, with an overlap and a map.
type Book struct {
	// Title is printed on the title page. Without it there is no title page.
	Title string
	// Author, Publisher, ISBN and Copyright are printed in the imprint, the author also
	// below the title.
	Author, Publisher, ISBN, Copyright string
	Language                           string // a tag of BCP 47; "en" if empty

	Entries []Entry
	Order   Order
	Titles  Titles
	Levels  []string // the names of the levels of entries, the easiest first
	Lessons []Lesson // how to solve, before the puzzles

	Paper Paper // the zero value is A4
	// PerPage is the number of puzzles on a page if their cells stay above 1.5 mm; 0
	// chooses by size.
	PerPage int
	// MinCell is the least side of a cell in points; 0 means 2.5 mm. It does not apply to
	// finished pictures.
	MinCell float64

	Ink   Ink
	Bleed float64 // how far the background exceeds the trim, in points
	Marks bool    // crop marks around every page

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

// Order is the order of the puzzles in a book.
type Order uint8

// The orders.
const (
	BySize  Order = iota // by size, those of like size by level
	AsGiven              // as in Book.Entries
)

// Titles says where titles are printed, which often give the picture away.
type Titles uint8

// The places of titles.
const (
	WithAnswers Titles = iota // only with the solution
	Everywhere
	Nowhere
)

// Ink is the color space of a book. Black and gray always are black ink alone.
type Ink uint8

// The inks.
const (
	RGBInk  Ink = iota // the colors of a screen
	CMYKInk            // the four colors of a press
	// GrayInk is black ink: colors become distinct shades, and clues have the letters of
	// their colors.
	GrayInk
)

// named is a value with its name in flags and requests.
type named[T any] struct {
	name  string
	value T
}

var (
	orders = []named[Order]{{"size", BySize}, {"file", AsGiven}}
	titles = []named[Titles]{{"answers", WithAnswers}, {"all", Everywhere}, {"none", Nowhere}}
	inks   = []named[Ink]{{"rgb", RGBInk}, {"cmyk", CMYKInk}, {"gray", GrayInk}}
)

// OrderByName returns an order: "size" or "file".
func OrderByName(name string) (Order, error) { return byName(orders, "order", name) }

// TitlesByName returns the value of "answers", "all" or "none".
func TitlesByName(name string) (Titles, error) { return byName(titles, "place for titles", name) }

// InkByName returns an ink: "rgb", "cmyk" or "gray".
func InkByName(name string) (Ink, error) { return byName(inks, "ink", name) }

func byName[T any](table []named[T], what, name string) (T, error) {
	known := make([]string, len(table))
	for i, n := range table {
		if n.name == name {
			return n.value, nil
		}
		known[i] = n.name
	}
	var none T
	return none, fmt.Errorf("unknown %s %.24q, expected %s", what, name, alternatives(known))
}

// Printed describes a written book.
type Printed struct {
	Pages int
	// Cells is the side of a cell of each entry, in points.
	Cells []float64
	// Inner is the inner margin, in points.
	Inner float64
}

// PointsPerMillimetre converts the measures of Book and Printed.
const PointsPerMillimetre = 72 / 25.4

// The limits of a book.
const (
	MaxPerPage = 20
	// MaxMinCell is 20 mm.
	MaxMinCell = 20 * PointsPerMillimetre
	// MaxBleed is 10 mm; print services require about 3.
	MaxBleed = 10 * PointsPerMillimetre
	// maxLevel bounds the stars of an entry.
	maxLevel = 6
)

// ErrNoEntries is returned for a book without puzzles.
var ErrNoEntries = errors.New("a book needs at least one puzzle")

// TooSmallError is the error for a puzzle whose clues leave no room on a page.
type TooSmallError struct {
	Entry   int // from 0
	Puzzle  *nonogram.Puzzle
	Paper   Paper
	MinCell float64 // in points
}

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("puzzle %d, %d × %d: with cells of %.1f mm its clues leave no room for a grid on %s paper, expected larger paper or smaller cells",
		e.Entry+1, e.Puzzle.Width(), e.Puzzle.Height(), e.MinCell/PointsPerMillimetre, e.Paper.Name)
}

// PDF writes a book with embedded fonts, page by page.
func PDF(w io.Writer, b *Book) (*Printed, error) {
	n, err := newBinder(b)
	if err != nil {
		return nil, err
	}
	if err := n.writable(); err != nil {
		return nil, err
	}
	out, err := newPDFWriter(w, n)
	if err != nil {
		return nil, err
	}
	for page := range n.pages() {
		out.page(page)
	}
	return n.printed(), out.Close()
}

func (b *Book) check() error {
	if len(b.Entries) == 0 {
		return ErrNoEntries
	}
	if b.PerPage < 0 || b.PerPage > MaxPerPage {
		return plural.Errorf("%d puzzles on a page, expected 1 to %d, or 0 to choose", b.PerPage, MaxPerPage)
	}
	if !(b.MinCell >= 0 && b.MinCell <= MaxMinCell) {
		return fmt.Errorf("cells of at least %v points, expected 0 to %.0f", b.MinCell, MaxMinCell)
	}
	if !(b.Bleed >= 0 && b.Bleed <= MaxBleed) {
		return fmt.Errorf("a bleed of %v points, expected 0 to %.0f", b.Bleed, MaxBleed)
	}
	if b.Style.Cell > 0 && b.MinCell > b.Style.Cell {
		return fmt.Errorf("cells of at least %.4g and at most %.4g points, expected at least less than at most", b.MinCell, b.Style.Cell)
	}
	for i, e := range b.Entries {
		if err := b.checkEntry(e); err != nil {
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
	return errors.Join(b.Style.check(), b.paper().check())
}

func (b *Book) checkEntry(e Entry) error {
	if e.Level < 0 || e.Level > maxLevel {
		return fmt.Errorf("level %d, expected 1 to %d, or 0 for none", e.Level, maxLevel)
	}
	return errors.Join(drawable(e.Puzzle, e.Grid), drawable(e.Puzzle, e.Answer))
}

func (b *Book) paper() Paper {
	if b.Paper == (Paper{}) {
		return a4()
	}
	return b.Paper
}

func (b *Book) language() string {
	if b.Language == "" {
		return "en"
	}
	return b.Language
}

// bound reports whether this is a book, not a loose sheet.
func (b *Book) bound() bool { return b.Title != "" || len(b.Entries) > 1 }

// answers reports whether the book has a part with answers.
func (b *Book) answers() bool {
	return slices.ContainsFunc(b.Entries, func(e Entry) bool { return e.Answer != nil })
}

// defaultMinCell is the default of MinCell; leastPerPage is the least cell with PerPage.
const (
	defaultMinCell = 2.5 * PointsPerMillimetre
	leastPerPage   = 1.5 * PointsPerMillimetre
)

// minCell is the least cell of unfinished puzzles.
func (b *Book) minCell() float64 {
	switch {
	case b.MinCell > 0:
		return b.MinCell
	case b.Style.Cell > 0:
		return min(defaultMinCell, b.Style.Cell)
	}
	return defaultMinCell
}
