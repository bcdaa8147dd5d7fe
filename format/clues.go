// Clues as they are collected while a puzzle is read. All blocks of a puzzle go
// into one growing slice that is kept for the next puzzle of the file, each
// line of clues remembers its part, and when the puzzle is complete the blocks
// are copied once and cut into clues:
//
//	blocks  3 1 | 2 | 1 1 1 | 5 …      scratch, reused
//	lines   0:2  2:3   3:6    6:7
//	puzzle  Rows[0] = blocks[0:2] …    one copy, one slice of clues
//
// So a puzzle costs two allocations for its clues, whatever its size.

package format

import (
	"slices"

	"nonogram"
)

// clueScratch collects the clue lines of one puzzle.
type clueScratch struct {
	blocks []nonogram.Block
	lines  []clueLine
	blanks int // blank lines among them
}

// clueLine is one line of a file that holds a clue: blocks[start:end]. A blank
// line may be the clue of an empty line or mere spacing; choose decides.
type clueLine struct {
	at         int // offset in the file
	start, end int
	blank      bool
}

// reset makes ready for the next puzzle of a file of the given size. The first
// time it makes room for all that a small file can have, or a large file's
// usual puzzle.
func (c *clueScratch) reset(size int) {
	if c.blocks == nil {
		c.blocks = make([]nonogram.Block, 0, min(size/2+1, 512))
		c.lines = make([]clueLine, 0, min(size/2+1, 64))
	}
	c.blocks = c.blocks[:0]
	c.lines = c.lines[:0]
	c.blanks = 0
}

// plainClue reads the rest of a line as black numbers with blanks or a sep
// between them, which is what nearly all lines of clues are. If the line is
// anything else it reads nothing and is not done, and the caller takes the slow
// way, which has the words for what is wrong.
func (s *Source) plainClue(sep byte) (done bool, err error) {
	data, i, blocks := s.data, s.pos, s.clues.blocks
	start := len(blocks)
	for {
		from, n := i, 0
		for i < len(data) && isDigit(data[i]) {
			n = n*10 + int(data[i]-'0')
			i++
		}
		if n == 0 || i-from > plainDigits || len(blocks)-start == MaxBlocksPerLine {
			return false, nil
		}
		blocks = append(blocks, nonogram.Block{Length: n, Color: nonogram.Black})
		end := i
		for i < len(data) && isBlank(data[i]) {
			i++
		}
		if i == len(data) || isEOL(data[i]) {
			break
		}
		if data[i] == sep {
			for i++; i < len(data) && isBlank(data[i]); i++ {
			}
		} else if i == end {
			return false, nil
		}
	}
	at := s.pos
	s.clues.blocks, s.pos = blocks, i
	s.skipEOL()
	return true, s.closeClue(at, start, -1)
}

// plainDigits is how long numbers of plain clues are at most: below MaxNumber,
// and within any int.
const plainDigits = 9

// clueLine reads the rest of a line as numbers with blanks between them.
func (s *Source) clueLine() error {
	s.skipBlanks()
	if done, err := s.plainClue(' '); done {
		return err
	}
	at, start, zero := s.pos, len(s.clues.blocks), -1
	for s.skipBlanks(); !s.lineEnd(); s.skipBlanks() {
		if err := s.blackBlock(start, &zero); err != nil {
			return err
		}
	}
	s.skipEOL()
	return s.closeClue(at, start, zero)
}

// blackBlock adds a number that stands by itself to the clue whose blocks begin at
// start, and notes in zero where one was 0.
func (s *Source) blackBlock(start int, zero *int) error {
	from := s.pos
	n, err := s.number()
	if err != nil {
		return err
	}
	if !s.lineEnd() && !isBlank(s.data[s.pos]) {
		return s.expected(from, "a number")
	}
	if n == 0 {
		*zero = from
	}
	return s.addBlock(start, n, nonogram.Black)
}

// addBlock adds a block to the clue whose blocks begin at start.
func (s *Source) addBlock(start, length int, color nonogram.Color) error {
	c := &s.clues
	if len(c.blocks)-start == MaxBlocksPerLine {
		return s.fail(s.pos, "found a clue of over %d numbers, which is the limit (MaxBlocksPerLine)", MaxBlocksPerLine)
	}
	c.blocks = append(c.blocks, nonogram.Block{Length: length, Color: color})
	return nil
}

// closeClue ends the clue whose blocks begin at start and which the file has at
// the given offset. zero is where a block of length 0 was met, -1 if there was
// none: alone it is an empty clue, beside others it is an error.
func (s *Source) closeClue(at, start, zero int) error {
	c := &s.clues
	end := len(c.blocks)
	switch {
	case zero >= 0 && end-start > 1:
		return s.fail(zero, "found 0 among other numbers, expected numbers from 1: 0 stands alone, for an empty line")
	case end > MaxBlocks:
		return s.fail(at, "found over %d numbers in the clues, which is the limit (MaxBlocks)", MaxBlocks)
	}
	blank := end == start
	if zero >= 0 {
		c.blocks = c.blocks[:start]
		end = start
	}
	c.lines = append(c.lines, clueLine{at, start, end, blank})
	if len(c.lines)-c.blanks > 2*nonogram.MaxSide {
		return s.fail(at, "found over %d lines of clues, the limit is %d rows and columns (MaxSide)", 2*nonogram.MaxSide, nonogram.MaxSide)
	}
	return nil
}

// blankLine notes a line without a clue and moves past it.
func (s *Source) blankLine() {
	if c := &s.clues; c.blanks < maxBlankLines {
		c.blanks++
		c.lines = append(c.lines, clueLine{s.pos, len(c.blocks), len(c.blocks), true})
	}
	s.skipEOL()
}

// choose picks the clues of a block of lines that should have need of them.
// Where the lines with numbers suffice, blank ones are spacing. Where they do
// not, blank lines are clues of empty lines, from the first on, so that
// spacing at the end of the block stays spacing. what names the block, "rows",
// and at is where it ends.
func (s *Source) choose(lines []clueLine, need int, what string, at int) ([]clueLine, error) {
	filled := 0
	for _, l := range lines {
		if l.blank {
			continue
		}
		if filled++; filled > need {
			return nil, s.fail(l.at, "found more than %d %s", need, what)
		}
	}
	if len(lines) < need {
		return nil, s.fail(at, "found %d %s, expected %d", len(lines), what, need)
	}
	empty := need - filled
	chosen := lines[:0]
	for _, l := range lines {
		if l.blank {
			if empty == 0 {
				continue
			}
			empty--
		}
		chosen = append(chosen, l)
	}
	return chosen, nil
}

// build makes the puzzle's clues from its lines.
func (c *clueScratch) build(p *nonogram.Puzzle, rows, cols []clueLine) {
	blocks := slices.Clone(c.blocks)
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

func cut(blocks []nonogram.Block, l clueLine) nonogram.Clue {
	if l.start == l.end {
		return nil
	}
	return nonogram.Clue(blocks[l.start:l.end:l.end])
}
