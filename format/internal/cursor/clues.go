// Clues as they are collected while a puzzle is read. All blocks of a puzzle go
// into one growing slice that is kept for the next puzzle of the file, each
// line of clues remembers its part, and when the puzzle is complete the blocks
// are copied once and cut into clues:
//
//	blocks  3 1 | 2 | 1 1 1 | 5 …      scratch, reused
//	lines   0:2  2:3   3:6    6:7
//	puzzle  Rows[0] = blocks[0:2] …    one copy, one slice of clues
//
// So a puzzle costs two allocations for its clues, whatever its size. A reader
// opens a clue, adds its blocks and closes it:
//
//	d.OpenClue()
//	for … {
//		at := d.Pos
//		n, err := d.Number()
//		err = d.AddNumber(at, n, nonogram.Black)
//	}
//	err = d.CloseClue()
//
// and [Draft.ClueLine] does so for a line of numbers, which is how most formats
// write a clue.

package cursor

import (
	"slices"

	"nonogram"
)

// Line is one clue of a file: Blocks[Start:End]. A blank line may be the clue of
// an empty line or mere spacing; Choose decides.
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
	// The clue that is open: where it is, and where a block of length 0 was
	// met in it, -1 if there was none.
	at, start, zero int
}

// reset makes ready for the next puzzle of a file of the given size. The first
// time it makes room for all that a small file can have, or a large file's
// usual puzzle.
func (c *clueLines) reset(size int) {
	if c.Blocks == nil {
		c.Blocks = make([]nonogram.Block, 0, min(size/2+1, 512))
		c.Lines = make([]Line, 0, min(size/2+1, 64))
	}
	c.Blocks = c.Blocks[:0]
	c.Lines = c.Lines[:0]
	c.blanks = 0
}

// OpenClue begins a clue at the cursor.
func (d *Draft) OpenClue() { d.OpenClueAt(d.Pos) }

// OpenClueAt begins a clue that the file has at the given offset.
func (d *Draft) OpenClueAt(at int) { d.at, d.start, d.zero = at, len(d.Blocks), -1 }

// AddBlock adds a block to the open clue. A length of 0 is an unknown one.
func (d *Draft) AddBlock(length int, color nonogram.Color) error {
	if len(d.Blocks)-d.start == MaxBlocksPerLine {
		return d.Fail(d.Pos, "found a clue of over %d numbers, which is the limit (MaxBlocksPerLine)", MaxBlocksPerLine)
	}
	d.Blocks = append(d.Blocks, nonogram.Block{Length: length, Color: color})
	return nil
}

// AddNumber adds the block of a number that the file has at the given offset.
// A 0 makes the clue that of an empty line, if it stands alone.
func (d *Draft) AddNumber(at, n int, color nonogram.Color) error {
	if n == 0 {
		d.zero = at
	}
	return d.AddBlock(n, color)
}

// ReverseClue turns the blocks of the open clue around.
func (d *Draft) ReverseClue() { slices.Reverse(d.Blocks[d.start:]) }

// CloseClue ends the open clue. A 0 alone is an empty clue, beside other numbers
// it is an error.
func (d *Draft) CloseClue() error {
	end := len(d.Blocks)
	switch {
	case d.zero >= 0 && end-d.start > 1:
		return d.Fail(d.zero, "found 0 among other numbers, expected numbers from 1: 0 stands alone, for an empty line")
	case end > MaxBlocks:
		return d.Fail(d.at, "found over %d numbers in the clues, which is the limit (MaxBlocks)", MaxBlocks)
	}
	blank := end == d.start
	if d.zero >= 0 {
		d.Blocks = d.Blocks[:d.start]
		end = d.start
	}
	d.Lines = append(d.Lines, Line{d.at, d.start, end, blank})
	if len(d.Lines)-d.blanks > 2*nonogram.MaxSide {
		return d.Fail(d.at, "found over %d lines of clues, the limit is %d rows and columns (MaxSide)", 2*nonogram.MaxSide, nonogram.MaxSide)
	}
	return nil
}

// PlainClue reads the rest of a line as black numbers with blanks or a sep
// between them, which is what nearly all lines of clues are. If the line is
// anything else it reads nothing and is not done, and the caller takes the slow
// way, which has the words for what is wrong.
func (d *Draft) PlainClue(sep byte) (done bool, err error) {
	data, i, blocks := d.Data, d.Pos, d.Blocks
	start := len(blocks)
	for {
		from, n := i, 0
		for i < len(data) && IsDigit(data[i]) {
			n = n*10 + int(data[i]-'0')
			i++
		}
		if n == 0 || i-from > plainDigits || len(blocks)-start == MaxBlocksPerLine {
			return false, nil
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
		} else if i == end {
			return false, nil
		}
	}
	d.OpenClue()
	d.Blocks, d.Pos = blocks, i
	d.Colors.Entries[Ink].Used = true
	d.SkipEOL()
	return true, d.CloseClue()
}

// plainDigits is how long numbers of plain clues are at most: below MaxNumber,
// and within any int.
const plainDigits = 9

// ClueLine reads the rest of a line as a clue: numbers with blanks between them,
// or with a sep, which is a blank where there is no other. Where ink is not nil,
// it reads what stands right behind a number and gives the color's entry.
func (d *Draft) ClueLine(sep byte, ink func() (int, error)) error {
	d.SkipBlanks()
	if done, err := d.PlainClue(sep); done {
		return err
	}
	d.OpenClue()
	for !d.LineEnd() {
		from := d.Pos
		n, err := d.Number()
		if err != nil {
			return err
		}
		color := Ink
		if ink != nil && !d.LineEnd() && !IsBlank(d.Data[d.Pos]) && !d.Next(sep) {
			if color, err = ink(); err != nil {
				return err
			}
		}
		if n > 0 {
			d.Colors.Entries[color].Used = true
		}
		if err := d.AddNumber(from, n, nonogram.Color(color)); err != nil {
			return err
		}
		behind := d.Pos
		d.SkipBlanks()
		if d.Next(sep) {
			d.Pos++
			d.SkipBlanks()
		}
		switch {
		case d.Pos > behind || d.LineEnd():
		case ink != nil:
			return d.Expected(d.Pos, "a blank between two blocks")
		default:
			return d.Expected(from, "a number")
		}
	}
	d.SkipEOL()
	return d.CloseClue()
}

// BlackLine is a ClueLine of numbers with blanks between them.
func (d *Draft) BlackLine() error { return d.ClueLine(' ', nil) }

// CommaLine is a ClueLine of numbers with commas or blanks between them.
func (d *Draft) CommaLine() error { return d.ClueLine(',', nil) }

// BlackLines reads clues as BlackLine does, up to the end of the file or up to a
// line that starts with the given byte, and notes the blank lines.
func (d *Draft) BlackLines(until byte) error {
	for {
		d.SkipBlanks()
		switch {
		case d.EOF():
			return nil
		case d.LineEnd():
			d.BlankLine()
		case d.Data[d.Pos] == until:
			return nil
		default:
			if err := d.BlackLine(); err != nil {
				return err
			}
		}
	}
}

// NoByte is a line start that BlackLines never meets, since it ends lines.
const NoByte = '\n'

// BlankLine notes a line without a clue and moves past it.
func (d *Draft) BlankLine() {
	if d.blanks < maxBlankLines {
		d.blanks++
		d.Lines = append(d.Lines, Line{d.Pos, len(d.Blocks), len(d.Blocks), true})
	}
	d.SkipEOL()
}

// Choose picks the clues of a block of lines that should have need of them.
// Where the lines with numbers suffice, blank ones are spacing. Where they do
// not, blank lines are clues of empty lines, from the first on, so that
// spacing at the end of the block stays spacing. what names the block, "rows",
// and at is where it ends.
func (d *Draft) Choose(lines []Line, need int, what string, at int) ([]Line, error) {
	filled := 0
	for _, l := range lines {
		if l.Blank {
			continue
		}
		if filled++; filled > need {
			return nil, d.Fail(l.At, "found more than %d %s", need, what)
		}
	}
	if len(lines) < need {
		return nil, d.Fail(at, "found %d %s, expected %d", len(lines), what, need)
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
	return chosen, nil
}

// Sum is the number of cells that clues ask for.
func (d *Draft) Sum(lines []Line) int {
	n := 0
	for _, l := range lines {
		for _, b := range d.Blocks[l.Start:l.End] {
			n += b.Length
		}
	}
	return n
}

// Build makes the puzzle's clues from its lines.
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
