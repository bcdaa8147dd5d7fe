// The input of the problem JCROSS on SPOJ. White space does not matter, so the clue of an
// empty line is a lone 0.
//
// Source: https://www.spoj.com/problems/JCROSS/.

package format

import (
	"fmt"
	"io"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var spojFormat = Format{
	Name:       "spoj",
	Title:      "input of the problem JCROSS on SPOJ",
	Extensions: []string{".spoj", ".txt"},
	holds:      holdsMany,
	bare:       true,
	sniff:      sniffSpoj,
	shape:      "the number of puzzles, height and width, rows, columns, each clue with a 0 after it",
	decode:     decodeSpoj,
	whole:      encodeSpoj,
}

// sniffSpoj expects a line of one number, a line of two, and lines that end with 0.
func sniffSpoj(data []byte) confidence {
	if !startsWithDigit(data) {
		return no
	}
	s := cursor.Cursor{Data: data}
	if s.SkipSpace(); !s.SkipDigits() {
		return no
	}
	if s.SkipBlanks(); !s.LineEnd() {
		return no
	}
	height := 0
	if cursor.Catch(func() { _, height = sizeLine(&s) }) != nil {
		return no
	}
	for range height {
		s.SkipBlanks()
		last := byte(0)
		for ; !s.LineEnd(); s.SkipBlanks() {
			last = s.Data[s.Pos]
			if !s.SkipDigits() {
				return no
			}
		}
		if s.EOF() {
			break // cut off, or at the end
		}
		if last != '0' {
			return no
		}
		s.SkipEOL()
	}
	return certain
}

func decodeSpoj(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	count := 0
	if err := cursor.Catch(func() { count = d.NextNumber() }); err != nil {
		yield(nil, err)
		return
	}
	for i := range count {
		if d.SkipSpace(); d.EOF() {
			yield(nil, d.Fail(d.Pos, "found %s, expected %d", plural.Of(i, "puzzle", "puzzles"), count))
			return
		}
		p, err := d.Try(func() *nonogram.Puzzle { return readSpoj(d) })
		if !yield(p, err) || err != nil {
			return // the start of the next puzzle is unknown
		}
	}
	if d.SkipSpace(); !d.EOF() {
		yield(nil, d.Expected(d.Pos, "the end of the file after %s", plural.Of(count, "puzzle", "puzzles")))
	}
}

func readSpoj(d *cursor.Draft) *nonogram.Puzzle {
	d.Begin(d.Pos)
	height, width := d.Number(), d.NextNumber()
	d.Size(d.Start, width, height)
	for range height + width {
		d.SkipSpace()
		d.OpenClue()
		for n := d.NextNumber(); n > 0; n = d.NextNumber() {
			d.AddBlock(n, nonogram.Black)
		}
		d.CloseClue()
	}
	return d.Puzzle(&nonogram.Puzzle{}, d.Lines[:height], d.Lines[height:])
}

func encodeSpoj(w io.Writer, puzzles []*nonogram.Puzzle) error {
	b := fmt.Appendf(nil, "%d\n", len(puzzles))
	for _, p := range puzzles {
		b = fmt.Appendf(b, "%d %d\n", p.Height(), p.Width())
		for _, clue := range slices.Concat(p.Rows, p.Cols) {
			for _, block := range clue {
				b = fmt.Appendf(b, "%d ", block.Length)
			}
			b = append(b, "0\n"...)
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
		b = b[:0]
	}
	return nil
}
