package render

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"nonogram"
	"nonogram/internal/plural"
)

// Book is a number of puzzles on paper, ready for a print shop: title page,
// imprint, contents, lessons, the puzzles, small answers at the back and an index
// of titles. Only Entries is needed. A lone puzzle without a Title is no book but a
// loose sheet: it has none of that, and may be in landscape.
//
// Pages face each other: page 1 is a right-hand page, page numbers and running
// heads stand outside, and the inner margin grows with the number of pages as
// print-on-demand services ask. A page has puzzles of like size. A puzzle whose
// cells would be smaller than MinCell is laid over facing pages, or over more,
// with an overlap and a map.
type Book struct {
	// Title is printed on the title page; without it there is no such page.
	Title string
	// Author, Publisher, ISBN and Copyright are printed as they are: the author
	// below the title, all of them on the page behind it.
	Author, Publisher, ISBN, Copyright string
	Language                           string // a tag of BCP 47; "en" if empty

	Entries []Entry
	Order   Order
	Titles  Titles
	Levels  []string // what the levels of entries are called, the easiest first
	Lessons []Lesson // how to solve, before the puzzles

	Paper Paper // the zero value is A4
	// PerPage is the number of puzzles on a page, as far as their cells stay
	// above 1.5 mm; 0 chooses by size, so that cells are easy to fill by hand.
	PerPage int
	// MinCell is the least side of a cell that is to be filled, in points; 0
	// means 2.5 mm. What is drawn finished is a picture, not a puzzle, and as
	// small as it takes.
	MinCell float64

	Ink   Ink
	Bleed float64 // how far the ground goes on beyond the trim, in points
	Marks bool    // crop marks around every page

	Style Style
}

// Entry is a puzzle of a book.
type Entry struct {
	Puzzle *nonogram.Puzzle
	Grid   *nonogram.Grid // printed in the puzzle; nil leaves it blank
	Answer *nonogram.Grid // printed at the back; nil prints none
	Level  int            // how hard it is: so many stars, 0 for none
}

// Lesson is a piece of advice, with a picture if it has one.
type Lesson struct {
	Heading, Text string
	Drawing       *Drawing
}

// Order is the order of the puzzles in a book.
type Order uint8

// The orders.
const (
	BySize  Order = iota // by size, those of like size by level
	AsGiven              // as they stand in Book.Entries
)

// Titles says where the titles of the puzzles stand. They often tell what the
// picture shows.
type Titles uint8

// The places of titles.
const (
	WithAnswers Titles = iota // only where the picture is seen
	Everywhere
	Nowhere
)

// Ink is what the colors of a book are mixed of. Black and greys are black ink
// alone in all of them.
type Ink uint8

// The inks.
const (
	RGBInk  Ink = iota // the colors of a screen
	CMYKInk            // the four colors of a press
	// GrayInk is black alone: colors become shades that are evenly apart, and
	// the numbers of clues carry the letter of their color.
	GrayInk
)

// named is a value with the name that flags and requests have for it.
type named[T any] struct {
	name  string
	value T
}

var (
	orders = []named[Order]{{"size", BySize}, {"file", AsGiven}}
	titles = []named[Titles]{{"answers", WithAnswers}, {"all", Everywhere}, {"none", Nowhere}}
	inks   = []named[Ink]{{"rgb", RGBInk}, {"cmyk", CMYKInk}, {"gray", GrayInk}}
)

// OrderByName finds an order: "size" or "file".
func OrderByName(name string) (Order, error) { return byName(orders, "order", name) }

// TitlesByName finds a place for titles: "answers", "all" or "none".
func TitlesByName(name string) (Titles, error) { return byName(titles, "place for titles", name) }

// InkByName finds an ink: "rgb", "cmyk" or "gray".
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

// Printed is what PDF and HTML tell about a book.
type Printed struct {
	Pages int
	// Cells has the side of a cell of every entry, in points.
	Cells []float64
	// Inner is the inner margin, in points.
	Inner float64
}

// PointsPerMillimetre converts the measures of Book and Printed.
const PointsPerMillimetre = 72 / 25.4

// The limits of a book.
const (
	MaxPerPage = 20
	// MaxMinCell is 20 mm, larger than any puzzle has them.
	MaxMinCell = 20 * PointsPerMillimetre
	// MaxBleed is 10 mm; services ask for about 3.
	MaxBleed = 10 * PointsPerMillimetre
	// MaxLevel is how many stars an entry may have.
	MaxLevel = 6
)

// ErrNoEntries is returned for a book without puzzles.
var ErrNoEntries = errors.New("a book needs at least one puzzle")

// TooSmallError is returned for a puzzle whose clues alone fill a page, so that it
// cannot be divided either.
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

// PDF writes a book, as vectors, with its fonts embedded. A page is written as
// soon as it is painted; only the list of entries is held.
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
	if e.Level < 0 || e.Level > MaxLevel {
		return fmt.Errorf("level %d, expected 1 to %d, or 0 for none", e.Level, MaxLevel)
	}
	return errors.Join(drawable(e.Puzzle, e.Grid), drawable(e.Puzzle, e.Answer))
}

func (b *Book) paper() Paper {
	if b.Paper == (Paper{}) {
		return A4()
	}
	return b.Paper
}

func (b *Book) language() string {
	if b.Language == "" {
		return "en"
	}
	return b.Language
}

// bound reports a book, in contrast to a loose sheet.
func (b *Book) bound() bool { return b.Title != "" || len(b.Entries) > 1 }

// answers reports whether the book has a part with answers.
func (b *Book) answers() bool {
	return slices.ContainsFunc(b.Entries, func(e Entry) bool { return e.Answer != nil })
}

// defaultMinCell is the least cell of a book that does not say otherwise, 2.5 mm,
// and leastPerPage what remains when a number of puzzles to a page was asked for.
const (
	defaultMinCell = 2.5 * PointsPerMillimetre
	leastPerPage   = 1.5 * PointsPerMillimetre
)

// minCell is the least cell of what is to be filled.
func (b *Book) minCell() float64 {
	switch {
	case b.MinCell > 0:
		return b.MinCell
	case b.Style.Cell > 0:
		return min(defaultMinCell, b.Style.Cell)
	}
	return defaultMinCell
}
