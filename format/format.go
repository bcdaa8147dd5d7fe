// Package format reads and writes nonograms in the file formats found in the
// wild. There is one file per format, and one table, [All], that lists them;
// another format is another file and another row.
//
// Reading is adaptive and writing is exact. A reader accepts CRLF, LF and lone
// CR line ends, a byte order mark, missing final newlines, and the dialects
// that real files are written in; a writer sticks to what the format's own
// description says. What decodes has been normalised (the clue "0" is the clue
// of an empty line, every color has a text character, texts are clean UTF-8)
// and is well-formed; it may still be unsolvable, which is for
// [nonogram.Validate] to say.
//
// Every problem with a file is an [*Error] that names the place. After an error
// the reader goes on with the next puzzle of the file.
//
// Readers work on the bytes of the file with a cursor, in one pass, and take a
// handful of allocations per puzzle: a 20 × 20 puzzle costs a few microseconds.
// No number from a file leads to an allocation before it has been held against
// a limit; see the constants.
package format

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonogram"
	"nonogram/format/internal/cursor"
	"nonogram/internal/plural"
)

// Format describes one file format.
type Format struct {
	// Name is what the command line calls it: "non".
	Name string
	// Title is one line for people.
	Title string
	// Extensions are the file endings in use, with the dot, the usual one first.
	Extensions []string
	// Holds lists what of a puzzle, besides its clues, a file can hold.
	Holds Feature
	// Picture says that a file holds the finished picture and no clues: they
	// follow from it. Such a format takes only puzzles with a goal.
	Picture bool
	// Binary says that a file that is written is no text.
	Binary bool
	// Bare says that a file carries no marks of the format, so that it may be in
	// another: it is read in every way that makes sense before one is chosen.
	Bare bool
	// Sniff says how much the beginning of a file looks like this format.
	Sniff func(data []byte) Confidence

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

// Writes reports whether files of the format can be written.
func (f *Format) Writes() bool { return f.append != nil || f.whole != nil }

type (
	// decoder reads the puzzles of a file.
	decoder = func(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool)
	// appender appends the i-th puzzle of a file, from 0.
	appender = func(b []byte, i int, p *nonogram.Puzzle) []byte
)

// reader reads the puzzle at the cursor. On an error it panics with a [*cursor.Fault].
type reader = func(d *cursor.Draft) *nonogram.Puzzle

// single is the decoder of a format with one puzzle per file.
func single(read reader) decoder {
	return func(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
		yield(d.Try(func() *nonogram.Puzzle { return read(d) }))
	}
}

// perLine is the decoder of a format with one puzzle per line.
func perLine(read reader) decoder {
	return func(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
		for d.SkipSpace(); !d.EOF(); d.SkipSpace() {
			p, err := d.Try(func() *nonogram.Puzzle { return read(d) })
			d.SkipLine()
			if !yield(p, err) {
				return
			}
		}
	}
}

// formats is the table of all formats, in the order people should see them.
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
}

// All lists the formats.
func All() []*Format { return slices.Clone(formats) }

// ByName finds a format, or a variant of plain. The error for an unknown name lists
// the known ones.
func ByName(name string) (*Format, error) {
	for _, list := range [2][]*Format{formats, variants} {
		for _, f := range list {
			if f.Name == name {
				return f, nil
			}
		}
	}
	return nil, fmt.Errorf("unknown format %q, expected one of %s", name, names(formats))
}

func names(list []*Format) string {
	var sb strings.Builder
	for i, f := range list {
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(f.Name)
	}
	return sb.String()
}

// limited passes on what a reader yields, errors with their place and at most
// MaxErrors of them, and notes that there was something.
func limited[T any](f *file, yield func(T, error) bool, found *bool) func(T, error) bool {
	errs := 0
	return func(v T, err error) bool {
		*found = true
		if err != nil {
			errs++
		}
		if errs > MaxErrors {
			yield(v, &Error{File: f.name, Message: plural.Sprintf("found over %d errors, which is the limit (MaxErrors)", MaxErrors)})
			return false
		}
		return yield(v, f.placed(err))
	}
}

// ErrCannotHold is what the errors of [Encode] are, to errors.Is, for puzzles
// that would not be the same puzzle any more in the format asked for.
var ErrCannotHold = errors.New("the format cannot hold this puzzle")

// refusal is an ErrCannotHold that says why instead.
type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }
func (r *refusal) Unwrap() error { return ErrCannotHold }

func refuse(format string, args ...any) error { return &refusal{plural.Sprintf(format, args...)} }

// accepts reports why the puzzle cannot be written at all. Writers rely on it:
// past this point every grid has the puzzle's size and every color an entry in
// the palette.
func (f *Format) accepts(p *nonogram.Puzzle) error {
	if err := wellFormed(p); err != nil {
		return err
	}
	switch {
	case p.Colored() && !f.Holds.Has(Colors):
		return refuse("it has %d inks, and format %s holds only black and white", len(p.Palette)-1, f.Name)
	case p.Blotted() && !f.Holds.Has(Blots):
		return refuse("it has blocks of unknown length, and format %s holds only numbers; json holds both", f.Name)
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

// wellFormed reports why something is no puzzle at all.
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

// paintable reports why the clues of a puzzle would not follow from its goal.
func paintable(p *nonogram.Puzzle) error {
	switch {
	case p.Goal == nil:
		return errors.New("it has no goal")
	case p.Goal.Open() > 0:
		return errors.New("its goal has unknown cells")
	}
	bare := nonogram.Puzzle{Palette: p.Palette, Rows: p.Rows, Cols: p.Cols}
	if err := nonogram.Check(&bare, p.Goal); err != nil || p.Blotted() {
		return errors.New("its goal does not fit its clues")
	}
	return nil
}
