// Package format reads and writes nonograms in about forty file formats. [Read] and [Decode] range
// over the puzzles of a file and recognize its format; [Encode] writes a file of a format by name,
// and [Losses] tells beforehand what the format cannot hold. Each format has
// a file in this package, a row in the table of formats, [All], and a section with a sample
// in docs/formats.md.
//
// Readers are lenient: they accept any line ends, a byte order mark, a missing final
// newline, and the dialects of real files. Writers follow the description of the format.
// Decoded puzzles are well-formed and normalized: the clue 0 is an empty clue, every color
// has a symbol, texts are UTF-8 without control characters. They may be unsolvable, see
// [nonogram.Validate].
//
// Errors are of type [*Error] and name the line and column. After an error, reading
// continues with the next puzzle of the file.
//
// Readers make one pass over the bytes and a few allocations per puzzle; a 20 × 20 puzzle
// takes some ten microseconds. Numbers from a file are checked against limits before memory
// is allocated.
package format

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

// Format describes one file format.
type Format struct {
	// Name identifies the format, as in "non".
	Name string
	// Title describes the format in one line.
	Title string
	// Extensions are the file name extensions, the usual one first.
	Extensions []string
	// holds lists the parts of a puzzle, besides its clues, that a file can hold.
	holds feature
	// Picture says that a file holds the solution instead of clues. Only puzzles with a
	// goal can be written.
	Picture bool
	// Binary says that written files are not text.
	Binary bool
	// bare says that files carry no marks of the format, so that other formats are tried
	// before this one is chosen.
	bare bool
	// sniff returns the confidence that a file with this beginning has the format.
	sniff func(data []byte) confidence

	// decode reads the puzzles of a file, or of a part that was cut at boundaries. For
	// each puzzle it yields the puzzle or an error, usually a [*cursor.Fault].
	decode decoder
	// boundary separates the puzzles of a long file. Without one it is read whole.
	boundary boundary

	// append appends a puzzle to a file, alone the only puzzle of a file if that is
	// written differently. Every file starts with head and ends with tail. A format that
	// needs all puzzles at once has whole instead; a read-only format has neither.
	append, alone appender
	head, tail    string
	whole         func(w io.Writer, puzzles []*nonogram.Puzzle) error

	// fits returns an error if a file would be read as a different puzzle, although
	// Holds allows the puzzle. Nil means that this cannot happen.
	fits func(p *nonogram.Puzzle) error
	// shape describes the layout in messages about a guessed format.
	shape string
}

// Many reports whether a file can hold several puzzles.
func (f *Format) Many() bool { return f.holds.has(holdsMany) }

// Colored reports whether a file can hold several inks.
func (f *Format) Colored() bool { return f.holds.has(holdsColors) }

// Writes reports whether files of the format can be written.
func (f *Format) Writes() bool { return f.append != nil || f.whole != nil }

type (
	// decoder reads the puzzles of a file.
	decoder = func(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool)
	// appender appends the i-th puzzle of a file, from 0.
	appender = func(b []byte, i int, p *nonogram.Puzzle) []byte
)

// reader reads the puzzle that has begun at the cursor. On an error it panics with a
// [*cursor.Fault].
type reader = func(d *cursor.Draft) *nonogram.Puzzle

// single is the decoder of a format with one puzzle per file.
func single(read reader) decoder {
	return func(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
		moreText(d)
		d.Begin(d.Pos)
		yield(d.Try(func() *nonogram.Puzzle { return read(d) }))
	}
}

// several is the decoder of a format with several puzzles per file. more moves to the next
// puzzle and reports whether there is one; past moves past a puzzle with an error. read
// returns nil for a part of the file without a puzzle.
func several(more func(*cursor.Draft) bool, read reader, past func(*cursor.Draft)) decoder {
	return func(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
		for more(d) {
			d.Begin(d.Pos)
			p, err := d.Try(func() *nonogram.Puzzle { return read(d) })
			if err != nil {
				past(d)
			}
			if p == nil && err == nil {
				d.Ordinal--
			} else if !yield(p, err) {
				return
			}
		}
	}
}

// moreText skips white space and reports whether there is text left.
func moreText(d *cursor.Draft) bool {
	d.SkipSpace()
	return !d.EOF()
}

// perLine is the decoder of a format with one puzzle per line.
func perLine(read reader) decoder {
	line := func(d *cursor.Draft) *nonogram.Puzzle {
		p := read(d)
		d.SkipLine()
		return p
	}
	return several(moreText, line, func(d *cursor.Draft) { d.SkipLine() })
}

// formats lists all formats in display order.
var formats = []*Format{
	&nonFormat,
	&jsonFormat,
	&webpbnFormat,
	&ninFormat,
	&mkFormat,
	&olsakFormat,
	&tournamentFormat,
	&solutionFormat,
	&tathamFormat,
	&savFormat,
	&sgriddlerFormat,
	&gnoFormat,
	&freenonoFormat,
	&rcFormat,
	&plainFormat,
	&cwdFormat,
	&nonoFormat,
	&gridFormat,
	&lpFormat,
	&aspFormat,
	&glpkFormat,
	&dznFormat,
	&dznOutFormat,
	&cnfFormat,
	&cnonFormat,
	&pzlFormat,
	&nonogridFormat,
	&rosettaFormat,
	&spojFormat,
	&puzzlinkFormat,
	&pzprFormat,
	&penpaFormat,
	&linkFormat,
	&nonogramsOrgFormat,
	&pbmFormat,
	&xbmFormat,
	&pngFormat,
	&gifFormat,
	&bmpFormat,
	&npyFormat,
}

// All lists the formats.
func All() []*Format { return slices.Clone(formats) }

// ByName returns the format of a name, or a variant of plain. The error lists the known
// names.
func ByName(name string) (*Format, error) {
	for _, f := range slices.Concat(formats, variants) {
		if f.Name == name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("unknown format %q, expected one of %s", name, names(formats))
}

func names(list []*Format) string {
	var all []string
	for _, f := range list {
		all = append(all, f.Name)
	}
	return strings.Join(all, ", ")
}

// limited wraps the yield function of a reader: it adds the place to errors, stops after
// maxErrors of them, and sets found.
func limited[T any](f *file, yield func(T, error) bool, found *bool) func(T, error) bool {
	errs := 0
	return func(v T, err error) bool {
		*found = true
		if err != nil {
			errs++
		}
		if errs > maxErrors {
			yield(v, &Error{File: f.name, Message: fmt.Sprintf("stopped after %d errors, which is the limit", maxErrors)})
			return false
		}
		return yield(v, f.placed(err))
	}
}

// ErrCannotHold matches, with errors.Is, the errors of [Encode] for puzzles that a file of
// the format would change.
var ErrCannotHold = errors.New("the format cannot hold this puzzle")

// refusal is an ErrCannotHold with a reason.
type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }
func (r *refusal) Unwrap() error { return ErrCannotHold }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// accepts returns an error if the puzzle cannot be written. Writers rely on it: grids have
// the size of the puzzle and colors are in the palette.
func (f *Format) accepts(p *nonogram.Puzzle) error {
	if err := wellFormed(p); err != nil {
		return err
	}
	switch {
	case p.Shape != nil && !f.holds.has(holdsShapes):
		return refuse("the board is a triddler, and format %s holds only rectangles; json, g, webpbn and link hold both", f.Name)
	case p.Colored() && !f.holds.has(holdsColors):
		return refuse("it has %s, and format %s holds only black and white", plural.Of(len(p.Palette)-1, "ink", "inks"), f.Name)
	case p.Palette.Triangles() && !f.holds.has(holdsTriangles):
		return refuse("it has colors drawn as triangles, and format %s holds only plain ones; json, g, webpbn and link hold both", f.Name)
	case p.Blotted() && !f.holds.has(holdsBlots):
		return refuse("it has blocks of unknown length, and format %s holds only numbers; json holds both", f.Name)
	case p.Missing() && !f.holds.has(holdsMissing):
		return refuse("it has lines without a clue, and format %s has a clue for every line; json holds both", f.Name)
	case f.Picture:
		if err := paintable(p); err != nil {
			return refuse("%v, and format %s holds nothing but the picture", err, f.Name)
		}
	}
	if f.fits != nil {
		if err := f.fits(p); err != nil {
			return refuse("%v", err)
		}
	}
	return nil
}

// wellFormed returns an error for a malformed puzzle. Unsolvable puzzles are accepted.
func wellFormed(p *nonogram.Puzzle) error {
	var invalid *nonogram.InvalidError
	if err := nonogram.Validate(p); errors.As(err, &invalid) && !invalid.Unsolvable() {
		return err
	}
	g := p.Goal
	if g == nil {
		return nil
	}
	if g.Width != p.Width() || g.Height != p.Height() || len(g.Cells) != g.Width*g.Height {
		return fmt.Errorf("the goal is %d × %d, the puzzle is %d × %d", g.Width, g.Height, p.Width(), p.Height())
	}
	for i, c := range g.Cells {
		if c != nonogram.Unknown && int(c) >= len(p.Palette) {
			return fmt.Errorf("the goal has color %d in row %d, column %d, the palette has 0 to %d", c, i/g.Width+1, i%g.Width+1, len(p.Palette)-1)
		}
	}
	return nil
}

// paintable returns an error if the clues of a puzzle do not follow from its goal.
func paintable(p *nonogram.Puzzle) error {
	switch {
	case p.Goal == nil:
		return errors.New("it has no goal")
	case p.Goal.Open() > 0:
		return errors.New("its goal has unknown cells")
	case !isSolution(p, p.Goal) || p.Blotted() || p.Missing():
		return errors.New("its goal does not fit its clues")
	}
	return nil
}

// isSolution reports whether a grid fits the clues of a puzzle.
func isSolution(p *nonogram.Puzzle, g *nonogram.Grid) bool {
	palette := p.Palette
	if palette == nil {
		palette = nonogram.BlackAndWhite()
	}
	bare := nonogram.Puzzle{Palette: palette, Rows: p.Rows, Cols: p.Cols, Shape: p.Shape}
	return g.Width == p.Width() && g.Height == p.Height() && nonogram.Check(&bare, g) == nil
}
