// The clues of the puzzle being read. All blocks go into one slice, which is reused
// for the next puzzle of the file; each line of clues refers to its part. When the
// puzzle is complete, the blocks are copied once and cut into clues:
//
//	blocks  3 1 | 2 | 1 1 1 | 5 …      scratch, reused
//	lines   0:2  2:3   3:6    6:7
//	puzzle  Rows[0] = blocks[0:2] …    one copy, one slice of clues
//
// So the clues of a puzzle cost two allocations. A reader opens a clue, adds its
// blocks and closes it:
//
//	d.OpenClue()
//	for … {
//		d.ReadNumber()
//	}
//	d.CloseClue()
//
// [Draft.ClueLines] does this for lines of numbers, the usual form of clues.

package cursor

import (
	"nonogram/internal/plural"
	"slices"
	"strings"

	"nonogram"
)

// Line is one clue of a file: Blocks[Start:End]. A blank line is the clue of an empty
// line or spacing; Choose decides.
type Line struct {
	At         int // offset in the file
	Start, End int
	Blank      bool
}

// clueLines collects the clue lines of one puzzle.
type clueLines struct {
	Blocks []nonogram.Block
	Lines  []Line

	blanks int // blank lines among them
	// The open clue: its offset, its first block, and the offset of a 0 in it or -1.
	at, start, zero int
}

// OpenClue begins a clue at the cursor.
func (d *Draft) OpenClue() { d.OpenClueAt(d.Pos) }

// OpenClueAt begins a clue at the given offset.
func (d *Draft) OpenClueAt(at int) { d.at, d.start, d.zero = at, len(d.Blocks), -1 }

// AddBlock adds a block to the open clue. A length of 0 means unknown.
func (d *Draft) AddBlock(length int, color nonogram.Color) {
	if len(d.Blocks)-d.start == MaxBlocksPerLine {
		panic(d.Fail(d.Pos, "found a clue of over %d numbers, which is the limit", MaxBlocksPerLine))
	}
	d.Blocks = append(d.Blocks, nonogram.Block{Length: length, Color: color})
}

// AddMissing makes the open clue one of a line of which nothing is known.
func (d *Draft) AddMissing() { d.Blocks = append(d.Blocks, nonogram.MissingClue()...) }

// AddNumber adds a block for the number read at the given offset. A 0 is the clue of
// an empty line, if it is the only number.
func (d *Draft) AddNumber(at, n int, color nonogram.Color) {
	if n == 0 {
		d.zero = at
	}
	d.AddBlock(n, color)
}

// ReadNumber adds a black block for the number at the cursor.
func (d *Draft) ReadNumber() {
	at := d.Pos
	d.AddNumber(at, d.Number(), nonogram.Black)
}

// ReadLength adds a black block for the number at the cursor, which must not be 0.
func (d *Draft) ReadLength(expected string) {
	at := d.Pos
	n := d.Number()
	if n == 0 {
		panic(d.Expected(at, "%s", expected))
	}
	d.AddBlock(n, nonogram.Black)
}

// ReverseClue reverses the blocks of the open clue.
func (d *Draft) ReverseClue() { slices.Reverse(d.Blocks[d.start:]) }

// CloseClue ends the open clue. A single 0 is an empty clue; a 0 among other numbers
// is an error.
func (d *Draft) CloseClue() {
	end := len(d.Blocks)
	switch {
	case d.zero >= 0 && end-d.start > 1:
		panic(d.Fail(d.zero, "found 0 among other numbers, expected numbers from 1; the clue of an empty line is a single 0"))
	case end > MaxBlocks:
		panic(d.Fail(d.at, "found over %d numbers in the clues, which is the limit", MaxBlocks))
	}
	blank := end == d.start
	if d.zero >= 0 {
		d.Blocks = d.Blocks[:d.start]
		end = d.start
	}
	d.Lines = append(d.Lines, Line{d.at, d.start, end, blank})
	if len(d.Lines)-d.blanks > 2*nonogram.MaxSide {
		panic(d.Fail(d.at, "found over %d lines of clues, the limit is %d rows and columns", 2*nonogram.MaxSide, nonogram.MaxSide))
	}
}

// ClueLines reads lines of clues up to the end of the file or a line that starts with one of
// the characters of stop. Numbers are separated by blanks or sep. If ink is not nil, it reads
// the suffix of the number n and returns the entry of its color.
func (d *Draft) ClueLines(sep byte, ink func(n int) int, stop string) []Line {
	from := len(d.Lines)
	for d.SkipBlanks(); !d.EOF() && strings.IndexByte(stop, d.Data[d.Pos]) < 0; d.SkipBlanks() {
		if d.LineEnd() {
			d.BlankLine()
		} else {
			d.clueLine(sep, ink)
		}
	}
	return d.Lines[from:]
}

// clueLine reads the rest of a line as a clue.
func (d *Draft) clueLine(sep byte, ink func(n int) int) {
	if !d.Inked && d.plainClue(sep) {
		return
	}
	d.OpenClue()
	for !d.LineEnd() {
		from := d.Pos
		n := d.Number()
		color := Ink
		if ink != nil {
			color = ink(n)
		}
		if n > 0 {
			d.Colors.Entries[color].Used = true
		}
		d.AddNumber(from, n, nonogram.Color(color))
		after := d.Pos
		d.SkipBlanks()
		if d.Next(sep) {
			d.Pos++
			d.SkipBlanks()
		}
		switch {
		case d.Pos > after || d.LineEnd():
		case ink != nil:
			panic(d.Expected(d.Pos, "a blank between two blocks"))
		default:
			panic(d.Expected(from, "a number"))
		}
	}
	d.SkipEOL()
	d.CloseClue()
}

// plainClue reads the rest of a line as black numbers above 0, which nearly all clues are, in a third
// of the time. It reports false, and reads nothing, if there is anything else.
func (d *Draft) plainClue(sep byte) bool {
	const plainDigits = 9 // below MaxNumber
	data, i, blocks := d.Data, d.Pos, d.Blocks
	start := len(blocks)
	for {
		from, n := i, 0
		for i < len(data) && IsDigit(data[i]) {
			n = n*10 + int(data[i]-'0')
			i++
		}
		if n == 0 || i-from > plainDigits || len(blocks)-start == MaxBlocksPerLine {
			return false
		}
		blocks = append(blocks, nonogram.Block{Length: n, Color: nonogram.Black})
		end := i
		for i < len(data) && IsBlank(data[i]) {
			i++
		}
		if i == len(data) || IsEOL(data[i]) {
			break
		}
		if data[i] == sep {
			for i++; i < len(data) && IsBlank(data[i]); i++ {
			}
		}
		if i == end {
			return false
		}
	}
	d.OpenClue()
	d.Blocks, d.Pos = blocks, i
	d.Colors.Entries[Ink].Used = true
	d.SkipEOL()
	d.CloseClue()
	return true
}

// BlankLine records a blank line and moves past it.
func (d *Draft) BlankLine() {
	if d.blanks < maxBlankLines {
		d.blanks++
		d.Lines = append(d.Lines, Line{d.Pos, len(d.Blocks), len(d.Blocks), true})
	}
	d.SkipEOL()
}

// counted formats a number of the clues that [Draft.Choose] picks, "rows" or "clues of rows".
func counted(n int, what string) string {
	noun, rest, _ := strings.Cut(what, "s")
	return plural.Of(n, noun, noun+"s") + rest
}

// Choose picks need clues from a block of lines. If there are enough lines with
// numbers, blank lines are spacing. Otherwise the first blank lines are clues of empty
// lines, so that spacing at the end of the block stays spacing. what names the block,
// as in "rows", and at is its end.
func (d *Draft) Choose(lines []Line, need int, what string, at int) []Line {
	filled := 0
	for _, l := range lines {
		if l.Blank {
			continue
		}
		if filled++; filled > need {
			panic(d.Fail(l.At, "found more than %s", counted(need, what)))
		}
	}
	if len(lines) < need {
		panic(d.Fail(at, "found %s, expected %d", counted(len(lines), what), need))
	}
	empty := need - filled
	chosen := lines[:0]
	for _, l := range lines {
		if l.Blank {
			if empty == 0 {
				continue
			}
			empty--
		}
		chosen = append(chosen, l)
	}
	return chosen
}

// Sum is the total length of the blocks of the lines.
func (d *Draft) Sum(lines []Line) int {
	n := 0
	for _, l := range lines {
		for _, b := range d.Blocks[l.Start:l.End] {
			n += b.Length
		}
	}
	return n
}

// Build sets the clues of the puzzle.
func (d *Draft) Build(p *nonogram.Puzzle, rows, cols []Line) {
	blocks := slices.Clone(d.Blocks)
	clues := make([]nonogram.Clue, len(rows)+len(cols))
	for i, l := range rows {
		clues[i] = cut(blocks, l)
	}
	for i, l := range cols {
		clues[len(rows)+i] = cut(blocks, l)
	}
	p.Rows = clues[:len(rows):len(rows)]
	p.Cols = clues[len(rows):]
}

func cut(blocks []nonogram.Block, l Line) nonogram.Clue {
	if l.Start == l.End {
		return nil
	}
	return nonogram.Clue(blocks[l.Start:l.End:l.End])
}
