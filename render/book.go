package render

import (
	"errors"
	"fmt"
	"io"

	"nonogram"
	"nonogram/internal/plural"
)

// Book is a number of puzzles on paper: a title page, the puzzles in their order,
// several to a page where they are small, and the answers at the back.
type Book struct {
	// Title is printed on the title page; without it there is no such page.
	Title   string
	Entries []Entry
	Paper   Paper // the zero value is A4
	// PerPage is the number of puzzles on a page; 0 chooses by size, so that
	// cells stay large enough to fill by hand.
	PerPage int
	Style   Style
}

// Entry is a puzzle of a book.
type Entry struct {
	Puzzle *nonogram.Puzzle
	Grid   *nonogram.Grid // printed in the puzzle; nil leaves it blank
	Answer *nonogram.Grid // printed at the back; nil prints none
}

// Printed is what PDF tells about a book.
type Printed struct {
	Pages int
	// Cells has the side of a cell of every entry, in points. A large puzzle
	// is drawn as large as the paper allows, however small that is.
	Cells []float64
}

// PointsPerMillimetre converts the sides of Printed.
const PointsPerMillimetre = 72 / 25.4

// MaxPerPage bounds Book.PerPage.
const MaxPerPage = 20

// ErrNoEntries is returned for a book without puzzles.
var ErrNoEntries = errors.New("a book needs at least one puzzle")

// PDF writes a book, as vectors, with its fonts embedded. A page is written as
// soon as it is laid out; only the list of entries is held.
func PDF(w io.Writer, b *Book) (*Printed, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	f, err := newFonts(b.Style.Font)
	if err != nil {
		return nil, err
	}
	binder := newBinder(b, f)
	out, err := newPDFWriter(w, f, binder.info())
	if err != nil {
		return nil, err
	}
	for page := range binder.pages() {
		out.page(page)
	}
	return binder.printed(), out.Close()
}

func (b *Book) check() error {
	if len(b.Entries) == 0 {
		return ErrNoEntries
	}
	if b.PerPage < 0 || b.PerPage > MaxPerPage {
		return plural.Errorf("%d puzzles on a page, expected 1 to %d, or 0 to choose", b.PerPage, MaxPerPage)
	}
	for i, e := range b.Entries {
		for _, g := range []*nonogram.Grid{e.Grid, e.Answer} {
			if err := drawable(e.Puzzle, g); err != nil {
				return fmt.Errorf("puzzle %d: %w", i+1, err)
			}
		}
	}
	return errors.Join(b.Style.check(), b.paper().check())
}

func (b *Book) paper() Paper {
	if b.Paper == (Paper{}) {
		return A4()
	}
	return b.Paper
}

// answers reports whether the book has a part with answers.
func (b *Book) answers() bool {
	for _, e := range b.Entries {
		if e.Answer != nil {
			return true
		}
	}
	return false
}
