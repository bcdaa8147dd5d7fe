// Nonograms of pzpr, the player of puzz.link: its addresses and its files.
//
// Source: the addresses and files of puzz.link, and the ones in pzprjs' tests
// (test/script/nonogram.js).

package format

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var puzzlinkFormat = Format{
	Name:       "puzzlink",
	Title:      "addresses of puzz.link and other players of pzpr",
	Extensions: []string{".url"},
	holds:      holdsMany | holdsBlots,
	sniff:      firstLine(contains("http", puzzlinkMark)),
	decode:     perLine(readPuzzlink),
	fits:       fitsPzpr,
	append:     appendPuzzlink,
}

var pzprFormat = Format{
	Name:       "pzpr",
	Title:      "files of pzpr",
	Extensions: []string{".pzpr"},
	holds:      holdsBlots | holdsGoal,
	sniff:      startsWith("pzprv3"),
	decode:     single(readPzpr),
	fits:       fitsPzpr,
	append:     appendPzpr,
}

// puzzlinkMark is in every address of a nonogram.
const puzzlinkMark = "?nonogram/"

// puzzlinkPrefix begins addresses that are written.
const puzzlinkPrefix = "https://puzz.link/p?nonogram/"

func readPuzzlink(d *cursor.Draft) *nonogram.Puzzle {
	at := bytes.Index(d.PeekLine(), []byte(puzzlinkMark))
	d.Expect(at >= 0, d.Pos, "an address with "+puzzlinkMark)
	d.Pos += at + len(puzzlinkMark)
	for !d.LineEnd() && !d.NextDigit() { // options like v:
		slash := bytes.IndexByte(d.PeekLine(), '/')
		d.Expect(slash >= 0, d.Pos, "the width")
		d.Pos += slash + 1
	}
	var size [2]int
	for i := range size {
		size[i] = d.Number()
		d.Expect(d.Literal("/"), d.Pos, "/ after a number")
	}
	width, height := size[0], size[1]
	d.Size(d.Start, width, height)
	skip := 0 // places without a number
	for i := range width + height {
		slots := (height + 1) / 2
		if i >= width {
			slots = (width + 1) / 2
		}
		readPuzzlinkClue(d, slots, &skip)
	}
	return d.Puzzle(&nonogram.Puzzle{}, d.Lines[width:], d.Lines[:width])
}

// readPuzzlinkClue reads the places of one line.
func readPuzzlinkClue(d *cursor.Draft, slots int, skip *int) {
	d.OpenClue()
	for range slots {
		if *skip == 0 && !d.LineEnd() && 'g' <= d.Data[d.Pos] && d.Data[d.Pos] <= 'z' {
			*skip = int(d.Data[d.Pos]-'g') + 1
			d.Pos++
		}
		if *skip > 0 || d.LineEnd() {
			*skip = max(*skip-1, 0)
			continue
		}
		at, digits := d.Pos, 1
		switch {
		case d.Literal("."):
			d.AddBlock(0, nonogram.Black)
			continue
		case d.Literal("-"):
			digits = 2
		case d.Literal("+"):
			digits = 3
		}
		n, err := strconv.ParseUint(string(d.Data[d.Pos:min(d.Pos+digits, len(d.Data))]), 16, 16)
		d.Expect(err == nil, at, "a number in hexadecimal digits")
		d.Pos += digits
		d.AddNumber(at, int(n), nonogram.Black)
	}
	d.ReverseClue()
	d.CloseClue()
}

// maxPzprNumber is the largest that an address holds.
const maxPzprNumber = 0xfff

func appendPuzzlink(b []byte, _ int, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%s%d/%d/", puzzlinkPrefix, p.Width(), p.Height())
	skip := 0
	flush := func() {
		for ; skip > 0; skip -= min(skip, 20) {
			b = append(b, byte('g'+min(skip, 20)-1))
		}
	}
	for i, clues := range [2][]nonogram.Clue{p.Cols, p.Rows} {
		slots := ([2]int{p.Height(), p.Width()}[i] + 1) / 2
		for _, clue := range clues {
			for j := len(clue) - 1; j >= 0; j-- {
				flush()
				b = appendPzprNumber(b, clue[j].Length)
			}
			skip += slots - len(clue)
		}
	}
	flush()
	return append(b, '\n')
}

func appendPzprNumber(b []byte, n int) []byte {
	switch {
	case n == 0:
		return append(b, '.')
	case n >= 256:
		b = append(b, '+')
	case n >= 16:
		b = append(b, '-')
	}
	return strconv.AppendInt(b, int64(n), 16)
}

// fitsPzpr rejects clues that are too long.
func fitsPzpr(p *nonogram.Puzzle) error {
	const message = "it has a clue that is too long for its line, which pzpr has no place for"
	if longestClue(p.Rows) > (p.Width()+1)/2 || longestClue(p.Cols) > (p.Height()+1)/2 {
		return errors.New(message)
	}
	return blocksUpTo(maxPzprNumber, message)(p)
}

// nextField moves past the end of a line or a slash.
func nextField(d *cursor.Draft) {
	d.SkipBlanks()
	if !d.Literal("/") {
		d.SkipEOL()
	}
}

func readPzpr(d *cursor.Draft) *nonogram.Puzzle {
	for _, word := range [2]string{"pzprv3", "nonogram"} {
		d.Expect(d.Literal(word), d.Pos, "%s", word)
		d.Until("/") // a version
		nextField(d)
	}
	var size [2]int
	for i := range size {
		d.SkipBlanks()
		size[i] = d.Number()
		nextField(d)
	}
	height, width := size[0], size[1]
	d.Size(d.Start, width, height)
	return readPzprBoard(d, width, height)
}

// pzprCells are the marks of cells, undecided ones among the empty.
var pzprCells = map[string]nonogram.Color{"#": nonogram.Black, ".": nonogram.Empty, "+": nonogram.Empty, "-": nonogram.Empty}

// readPzprBoard reads the numbers above and left of the cells, and the cells.
func readPzprBoard(d *cursor.Draft, width, height int) *nonogram.Puzzle {
	above, left := (height+1)/2, (width+1)/2
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: make([]nonogram.Clue, height), Cols: make([]nonogram.Clue, width)}
	goal := nonogram.NewGrid(width, height)
	undecided := 0
	for y := range above + height {
		for x := range left + width {
			d.SkipBlanks()
			at := d.Pos
			text := d.Until(" \t/")
			text = text[:min(len(text), cursor.MaxShown)]
			dot := len(text) == 1 && text[0] == '.'
			row, column := y-above, x-left
			if row >= 0 && column >= 0 {
				cell, ok := pzprCells[string(text)]
				if !ok {
					panic(d.Expected(at, "a cell: # or . or +"))
				}
				if dot {
					undecided++
				}
				goal.Set(row, column, cell)
				continue
			}
			switch word := string(text); {
			case dot || word != "" && strings.Trim(word, "0") == "":
			case row >= 0:
				p.Rows[row] = append(p.Rows[row], pzprBlock(d, at, word))
			case column >= 0:
				p.Cols[column] = append(p.Cols[column], pzprBlock(d, at, word))
			default:
				panic(d.Expected(at, ". in the corner"))
			}
		}
		nextField(d)
	}
	if undecided < width*height && nonogram.Check(p, goal) == nil {
		p.Goal = goal
	}
	return d.Finished(p)
}

// pzprBlock is a block of a number, or of unknown length.
func pzprBlock(d *cursor.Draft, at int, word string) nonogram.Block {
	n, ok := cursor.ParseNumber([]byte(word))
	d.Expect(ok || word == "-" || word == "?", at, "a number or .")
	return nonogram.Block{Length: n, Color: nonogram.Black}
}

func appendPzpr(b []byte, _ int, p *nonogram.Puzzle) []byte {
	above, left := (p.Height()+1)/2, (p.Width()+1)/2
	b = fmt.Appendf(b, "pzprv3\nnonogram\n%d\n%d\n", p.Height(), p.Width())
	place := func(clue nonogram.Clue, i, of int) {
		if i += len(clue) - of; i < 0 {
			b = append(b, ". "...)
		} else if clue[i].Length == 0 {
			b = append(b, "- "...)
		} else {
			b = append(strconv.AppendInt(b, int64(clue[i].Length), 10), ' ')
		}
	}
	for y := range above {
		b = append(b, strings.Repeat(". ", left)...)
		for _, clue := range p.Cols {
			place(clue, y, above)
		}
		b = append(b, '\n')
	}
	for y, clue := range p.Rows {
		for x := range left {
			place(clue, x, left)
		}
		for x := range p.Width() {
			cell := ". "
			switch {
			case p.Goal == nil:
			case p.Goal.Cells[y*p.Width()+x] == nonogram.Black:
				cell = "# "
			case p.Goal.Cells[y*p.Width()+x] == nonogram.Empty:
				cell = "+ "
			}
			b = append(b, cell...)
		}
		b = append(b, '\n')
	}
	return b
}
