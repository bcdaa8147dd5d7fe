// Writing one puzzle at a time. Most formats append puzzles, so that a file of any length
// needs one small buffer. The others are written in one piece, up to a limit. What is written is
// read back first, and compared: a file that would be read as another puzzle is an error.

package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"nonogram"
	"nonogram/internal/plural"
)

// Encode writes puzzles in the named format. It returns an error that wraps
// [ErrCannotHold] if the file would be read as a different puzzle: several puzzles where a
// file holds one, colors or blocks of unknown length that the format lacks, a picture of a
// puzzle without a goal. [Simplify] removes colors. Other parts that the format cannot
// hold are left out; [Losses] lists them.
func Encode(w io.Writer, formatName string, puzzles ...*nonogram.Puzzle) error {
	out, err := NewWriter(w, formatName)
	if err != nil {
		return err
	}
	return out.encode(puzzles)
}

// encode writes a whole file.
func (w *Writer) encode(puzzles []*nonogram.Puzzle) error {
	if len(puzzles) > 1 && !w.format.holds.has(holdsMany) {
		return refuse("a file of format %s holds one puzzle, not %d", w.format.Name, len(puzzles))
	}
	for i, p := range puzzles { // before anything is written
		if err := w.format.accepts(p); err != nil {
			return fmt.Errorf("puzzle %s: %w", idOf(p, i), err)
		}
	}
	for _, p := range puzzles {
		if err := w.take(p); err != nil {
			return err
		}
	}
	return w.Close()
}

// Writer writes a file puzzle by puzzle, in constant memory. If the format begins with the
// number of puzzles, the writer keeps them, up to a limit.
type Writer struct {
	w      io.Writer
	format *Format
	n      int                // puzzles taken
	kept   []*nonogram.Puzzle // until Close, or until the second comes
	weight int                // of those kept
	buf    []byte
	back   *nonogram.Puzzle // the last puzzle as it was read back
}

// NewWriter starts a file in the named format.
func NewWriter(w io.Writer, formatName string) (*Writer, error) {
	f, err := ByName(formatName)
	if err != nil {
		return nil, err
	}
	return f.writer(w)
}

func (f *Format) writer(w io.Writer) (*Writer, error) {
	if !f.Writes() {
		return nil, refuse("format %s can only be read", f.Name)
	}
	return &Writer{w: w, format: f}, nil
}

// Write adds a puzzle. It fails like [Encode]; after such an error the file can be
// continued.
func (w *Writer) Write(p *nonogram.Puzzle) error {
	err := w.format.accepts(p)
	if err == nil && w.n > 0 && !w.format.holds.has(holdsMany) {
		err = refuse("a file of format %s holds one puzzle", w.format.Name)
	}
	if err != nil {
		return fmt.Errorf("puzzle %s: %w", idOf(p, w.n), err)
	}
	return w.take(p)
}

// take adds a puzzle that was accepted.
func (w *Writer) take(p *nonogram.Puzzle) error {
	f := w.format
	switch {
	case f.whole != nil:
		if w.weight += weightOf(p); w.weight > maxKept && w.n > 0 {
			return fmt.Errorf("puzzle %s: the %s before it reach the limit of a file of format %s, which begins with their number and is kept in memory: %d clues and blocks",
				idOf(p, w.n), plural.Of(w.n, "puzzle", "puzzles"), f.Name, maxKept)
		}
		w.kept = append(w.kept, p)
	case f.alone != nil && w.n == 0:
		w.kept = append(w.kept, p)
	default:
		for i, first := range w.kept { // at most one
			w.kept = nil
			if err := w.put(f.append, i, first); err != nil {
				return err
			}
		}
		if err := w.put(f.append, w.n, p); err != nil {
			return err
		}
	}
	w.n++
	return nil
}

func (w *Writer) put(each appender, i int, p *nonogram.Puzzle) error {
	f := w.format
	w.buf = each(append(w.buf[:0], f.head...), i, p)
	end := len(w.buf)
	w.buf = append(w.buf, f.tail...)
	if err := w.check(w.buf, p); err != nil {
		return fmt.Errorf("puzzle %s: %w", idOf(p, i), err)
	}
	text := w.buf[:end]
	if i > 0 {
		text = text[len(f.head):]
	}
	_, err := w.w.Write(text)
	return err
}

// check reads a file back and compares its puzzles with those that were written.
func (w *Writer) check(file []byte, puzzles ...*nonogram.Puzzle) error {
	n := 0
	for q, err := range Decode(file, "", w.format.Name) {
		if err == nil && n < len(puzzles) {
			_, err = matchColors(puzzles[n], q)
		}
		if err != nil {
			return refuse("format %s would be read back wrongly: %v", w.format.Name, err)
		}
		w.back = q
		n++
	}
	if n != len(puzzles) {
		return refuse("format %s would be read back as %s, not %d", w.format.Name, plural.Of(n, "puzzle", "puzzles"), len(puzzles))
	}
	return nil
}

// Close ends the file. It does not close the underlying writer. A file without puzzles is
// an error.
func (w *Writer) Close() error {
	f := w.format
	switch {
	case w.n == 0:
		return errors.New("no puzzle to write")
	case f.whole != nil:
		var file bytes.Buffer
		if err := f.whole(&file, w.kept); err != nil {
			return err
		}
		if err := w.check(file.Bytes(), w.kept...); err != nil {
			return err
		}
		_, err := w.w.Write(file.Bytes())
		return err
	case len(w.kept) > 0:
		if err := w.put(f.alone, 0, w.kept[0]); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w.w, f.tail)
	return err
}

// weightOf is the size of a puzzle in clues and blocks.
func weightOf(p *nonogram.Puzzle) int {
	n := 1 + p.Width() + p.Height()
	for _, clues := range [2][]nonogram.Clue{p.Rows, p.Cols} {
		for _, clue := range clues {
			n += len(clue)
		}
	}
	return n
}

// idOf is the ID of a puzzle, or its number if it has none.
func idOf(p *nonogram.Puzzle, index int) string {
	if p.ID != "" {
		return p.ID
	}
	return ordinal(index + 1)
}

func ordinal(n int) string { return strconv.Itoa(n) }

// Simplify returns the puzzle itself if the format can hold it, and otherwise a black
// version: unused colors are dropped, and if several inks remain, the filled cells of the
// goal become black and the clues follow from it. A puzzle with several inks needs a goal;
// without one the error wraps [ErrCannotHold].
func Simplify(f *Format, p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	if err := wellFormed(p); err != nil {
		return nil, err
	}
	if f.holds.has(holdsColors) || !p.Colored() || p.Shape != nil {
		return accepted(f, p)
	}
	q := *p
	q.Palette = nonogram.BlackAndWhite()
	ink, inks := nonogram.Black, 0
	for c, used := range usedColors(p) {
		if used && c > 0 {
			ink = nonogram.Color(c)
			inks++
		}
	}
	switch {
	case inks <= 1:
		q.Palette = nonogram.Palette{p.Palette[nonogram.Empty], p.Palette[ink]}
		q.Rows, q.Cols = blacken(p.Rows), blacken(p.Cols)
	case p.Goal == nil:
		return nil, refuse("it has %s and no goal that could be painted black, and format %s holds only black and white", plural.Of(inks, "ink", "inks"), f.Name)
	default:
		q.Rows, q.Cols = nonogram.CluesOf(filled(p.Goal))
	}
	q.Goal, q.Given = filled(p.Goal), filled(p.Given)
	q.Palette.AssignSymbols()
	return accepted(f, &q)
}

func accepted(f *Format, p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	if err := f.accepts(p); err != nil {
		return nil, err
	}
	return p, nil
}

// blacken recolors clues in black.
func blacken(clues []nonogram.Clue) []nonogram.Clue {
	out := make([]nonogram.Clue, len(clues))
	for i, clue := range clues {
		for _, b := range clue {
			out[i] = append(out[i], nonogram.Block{Length: b.Length, Color: nonogram.Black})
		}
	}
	return out
}

// filled recolors a grid in black.
func filled(g *nonogram.Grid) *nonogram.Grid {
	if g == nil {
		return nil
	}
	h := g.Clone()
	for i, c := range h.Cells {
		if c != nonogram.Empty && c != nonogram.Unknown {
			h.Cells[i] = nonogram.Black
		}
	}
	return h
}
