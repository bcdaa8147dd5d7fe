// Nonograms of pzpr, the player of puzz.link: its addresses and its files.
//
//	https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h
//
//	pzprv3                 the file has the same with the solver's cells; lines may be
//	nonogram               parted by slashes in place of ends
//	2                      height
//	3                      width
//	. . 2 1 1              (h+1)/2 rows with the clues of the columns, lowest number last
//	1 1 # . #              rows: (w+1)/2 numbers of the clue, the last one last, then cells
//	. 2 # # .
//
// An address has width and height, then for every column, and then for every row,
// (n+1)/2 numbers from the board outward, n being the length of the line: a hexadecimal
// digit, "-" and two digits from 16, "+" and three from 256, "." for an unknown number, and
// a letter from g for one to twenty places without a number. Cells are "#" filled, "+" empty
// and "." undecided; they are the goal if they fit the clues.
//
// One puzzle per line of addresses, or per file. Black and white.
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
	sniff:      sniffPuzzlink,
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
var puzzlinkMark = []byte("?nonogram/")

// puzzlinkPrefix begins addresses that are written.
const puzzlinkPrefix = "https://puzz.link/p?nonogram/"

func sniffPuzzlink(data []byte) confidence {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, cursor.BlanksOrEOL), []byte("\n"))
	return certainIf(bytes.HasPrefix(line, []byte("http")) && bytes.Contains(line, puzzlinkMark))
}

// puzzlinkReader reads addresses.
type puzzlinkReader struct{ *cursor.Draft }

func readPuzzlink(d *cursor.Draft) *nonogram.Puzzle {
	r := &puzzlinkReader{d}
	r.Begin(r.Pos)
	at := bytes.Index(r.PeekLine(), puzzlinkMark)
	if at < 0 {
		panic(r.Expected(r.Pos, "an address with ?nonogram/"))
	}
	r.Pos += at + len(puzzlinkMark)
	for !r.LineEnd() && !r.NextDigit() { // options like v:
		if i := bytes.IndexByte(r.PeekLine(), '/'); i >= 0 {
			r.Pos += i + 1
		} else {
			panic(r.Expected(r.Pos, "the width"))
		}
	}
	var size [2]int
	for i := range size {
		n := r.Number()
		if !r.Literal("/") {
			panic(r.Expected(r.Pos, "/ behind a number"))
		}
		size[i] = n
	}
	width, height := size[0], size[1]
	r.Size(r.Start, width, height)
	skip := 0 // places without a number
	for i := range width + height {
		slots := (height + 1) / 2
		if i >= width {
			slots = (width + 1) / 2
		}
		r.clue(slots, &skip)
	}
	return r.Puzzle(&nonogram.Puzzle{}, r.Lines[width:], r.Lines[:width])
}

// clue reads the places of one line.
func (r *puzzlinkReader) clue(slots int, skip *int) {
	r.OpenClue()
	for range slots {
		if *skip == 0 && !r.LineEnd() && 'g' <= r.Data[r.Pos] && r.Data[r.Pos] <= 'z' {
			*skip = int(r.Data[r.Pos]-'g') + 1
			r.Pos++
		}
		if *skip > 0 || r.LineEnd() {
			*skip = max(*skip-1, 0)
			continue
		}
		at := r.Pos
		if r.Literal(".") {
			r.AddBlock(0, nonogram.Black)
			continue
		}
		digits := 1
		switch {
		case r.Literal("-"):
			digits = 2
		case r.Literal("+"):
			digits = 3
		}
		n, err := strconv.ParseUint(string(r.Data[r.Pos:min(r.Pos+digits, len(r.Data))]), 16, 16)
		if err != nil {
			panic(r.Expected(at, "a number in hexadecimal digits"))
		}
		r.Pos += digits
		r.AddNumber(at, int(n), nonogram.Black)
	}
	r.ReverseClue()
	r.CloseClue()
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

var errPzprClue = errors.New("it has a clue that is too long for its line, which pzpr has no place for")

// fitsPzpr rejects clues that are too long.
func fitsPzpr(p *nonogram.Puzzle) error {
	for _, l := range p.Lines() {
		length := p.Width()
		if l.Axis == nonogram.Column {
			length = p.Height()
		}
		if len(p.Clue(l)) > (length+1)/2 {
			return errPzprClue
		}
		for _, b := range p.Clue(l) {
			if b.Length > maxPzprNumber {
				return errPzprClue
			}
		}
	}
	return nil
}

// pzprReader reads a file.
type pzprReader struct{ *cursor.Draft }

// nextField moves past the end of a line or a slash.
func (r *pzprReader) nextField() {
	r.SkipBlanks()
	if r.Next('/') {
		r.Pos++
	} else {
		r.SkipEOL()
	}
}

func readPzpr(d *cursor.Draft) *nonogram.Puzzle {
	r := &pzprReader{d}
	r.SkipSpace()
	r.Begin(r.Pos)
	for _, word := range [2]string{"pzprv3", "nonogram"} {
		at := r.Pos
		if !r.Literal(word) {
			panic(r.Expected(at, "%s", word))
		}
		for !r.LineEnd() && !r.Next('/') {
			r.Pos++ // a version
		}
		r.nextField()
	}
	var size [2]int
	for i := range size {
		r.SkipBlanks()
		n := r.Number()
		size[i] = n
		r.nextField()
	}
	height, width := size[0], size[1]
	r.Size(r.Start, width, height)
	return r.board(width, height)
}

// board reads the numbers above and left of the cells, and the cells.
func (r *pzprReader) board(width, height int) *nonogram.Puzzle {
	above, left := (height+1)/2, (width+1)/2
	columns := make([][]nonogram.Block, width)
	var rows [][]nonogram.Block
	goal := nonogram.NewGrid(width, height)
	undecided := 0
	for y := range above + height {
		var row []nonogram.Block
		for x := range left + width {
			r.SkipBlanks()
			at := r.Pos
			word := r.field()
			switch {
			case y >= above && x >= left:
				cell := nonogram.Empty
				switch word {
				case "#":
					cell = nonogram.Black
				case ".":
					undecided++
				case "+", "-":
				default:
					panic(r.Expected(at, "a cell: # or . or +"))
				}
				goal.Cells[(y-above)*width+x-left] = cell
				continue
			case word == ".":
				continue
			}
			b := nonogram.Block{Color: nonogram.Black}
			if word != "-" && word != "?" {
				n, err := strconv.Atoi(word)
				if err != nil || n < 0 || n > cursor.MaxNumber {
					panic(r.Expected(at, "a number or ."))
				}
				if n == 0 {
					continue
				}
				b.Length = n
			}
			if x >= left {
				columns[x-left] = append(columns[x-left], b)
			} else if y >= above {
				row = append(row, b)
			} else {
				panic(r.Expected(at, ". in the corner"))
			}
		}
		if y >= above {
			rows = append(rows, row)
		}
		r.nextField()
	}
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: make([]nonogram.Clue, height), Cols: make([]nonogram.Clue, width)}
	for i, blocks := range rows {
		p.Rows[i] = nonogram.Clue(blocks)
	}
	for i, blocks := range columns {
		p.Cols[i] = nonogram.Clue(blocks)
	}
	if undecided < width*height && nonogram.Check(p, goal) == nil {
		p.Goal = goal
	}
	return r.Finished(p)
}

// field takes the text up to a blank, a slash or the end of the line.
func (r *pzprReader) field() string {
	from := r.Pos
	for !r.LineEnd() && !cursor.IsBlank(r.Data[r.Pos]) && !r.Next('/') {
		r.Pos++
	}
	return string(r.Data[from:min(r.Pos, from+cursor.MaxShown)])
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
