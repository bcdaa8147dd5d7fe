// Nonograms in addresses of Penpa+, the editor of pencil puzzles.
//
//	https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVNT…
//
// The code after p= is deflated text in Base64, line by line:
//
//	square,5,3,…         the kind of board, its width and height with the room around it
//	[1,0,2,0]            that room: above, below, left, right
//	{…}                  settings of the editor
//	{…,zN:{"22":[2,1,"1"],…},…}  the drawing; zN, or "number", has the numbers by place
//	{…}                  the drawing of a solver
//	[31,1,1,7,1,1]       the places of the board's cells, each less the one before
//
// Places count through all rows, with two more on each side: place / (width + 4) - 2 is
// the row. The kind of puzzle is not given; a nonogram has numbers only above and left of
// the board. "?" is a block of unknown length; "*", any number of blocks, is rejected. Texts
// and colors are ignored.
//
// One puzzle per line, black and white, read only.
//
// Source: addresses among the examples of noqx's nonogram solver.

package format

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"io"
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/object/jsontext"
)

var penpaFormat = Format{
	Name:       "penpa",
	Title:      "addresses of Penpa+",
	Extensions: []string{".penpa"},
	holds:      holdsMany | holdsBlots,
	sniff:      sniffPenpa,
	decode:     perLine(readPenpa),
}

const (
	// maxPenpa bounds the text in an address: a board of 100 × 100 has a tenth of it.
	maxPenpa = 1 << 20
	// penpaEdge is how many places more there are on each side.
	penpaEdge = 2
)

// penpaMarks precede the code in addresses.
var penpaMarks = []string{"m=edit&p=", "m=solve&p="}

func sniffPenpa(data []byte) confidence {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, cursor.BlanksOrEOL), []byte("\n"))
	return certainIf(penpaCode(line[:min(len(line), 1<<10)]) != nil)
}

// penpaCode is the code in an address; nil if there is none.
func penpaCode(line []byte) []byte {
	for _, mark := range penpaMarks {
		if i := bytes.Index(line, []byte(mark)); i >= 0 {
			code := line[i+len(mark):]
			if end := bytes.IndexAny(code, "& \t\"'<>)"); end >= 0 {
				code = code[:end]
			}
			return code[:len(code):len(code)]
		}
	}
	return nil
}

// penpaReader reads an address.
type penpaReader struct {
	*cursor.Draft
	above, below, left, right int // the room
	width, height             int // of the board
	numbers                   []penpaNumber
}

// penpaNumber is a number beside the board: of the column or row line, and the place in it.
type penpaNumber struct {
	row         bool
	line, place int
	length      int // or unknownPenpa
}

func readPenpa(d *cursor.Draft) *nonogram.Puzzle {
	r := &penpaReader{Draft: d}
	r.Begin(r.Pos)
	code := penpaCode(r.PeekLine())
	if code == nil {
		panic(r.Expected(r.Start, "an address with m=edit&p="))
	}
	lines := r.text(code)
	r.size(lines)
	r.find(lines[3])
	slices.SortStableFunc(r.numbers, func(a, b penpaNumber) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.place, b.place))
	})
	for _, side := range [...]struct {
		row   bool
		lines int
	}{{false, r.width}, {true, r.height}} {
		next := 0
		for i := range side.lines {
			r.OpenClue()
			for ; next < len(r.numbers) && (r.numbers[next].row != side.row || r.numbers[next].line <= i); next++ {
				n := r.numbers[next]
				if n.row != side.row {
					continue
				}
				r.add(n.length)
			}
			r.CloseClue()
		}
	}
	return r.Puzzle(&nonogram.Puzzle{}, r.Lines[r.width:], r.Lines[:r.width])
}

func (r *penpaReader) add(length int) {
	if length == unknownPenpa {
		r.AddBlock(0, nonogram.Black)
		return
	}
	r.AddNumber(r.Start, length, nonogram.Black)
}

// unknownPenpa is an unknown length.
const unknownPenpa = -1

// text unpacks a code.
func (r *penpaReader) text(code []byte) [][]byte {
	plain := strings.NewReplacer("%2B", "+", "%2F", "/", "%3D", "=").Replace(string(code))
	packed, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(plain, "="))
	if err != nil {
		panic(r.Fail(r.Start, "found a code that is not Base64, perhaps a part of it was lost"))
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxPenpa+1))
	switch {
	case len(text) > maxPenpa:
		panic(r.Fail(r.Start, "found a code that unpacks to over %d bytes, which is the limit", maxPenpa))
	case err != nil:
		panic(r.Fail(r.Start, "found a damaged code, perhaps a part of it was lost when it was copied"))
	}
	const needed = 4
	lines := bytes.Split(text, []byte("\n"))
	if len(lines) < needed {
		panic(r.Fail(r.Start, "found a code that is no board of Penpa"))
	}
	return lines
}

// size reads the size of the board and of the room around it.
func (r *penpaReader) size(lines [][]byte) {
	head := bytes.SplitN(lines[0], []byte(","), 4)
	if string(head[0]) != "square" || len(head) < 4 {
		panic(r.Fail(r.Start, "found a board that is %.20q, expected square", head[0]))
	}
	w, err1 := strconv.Atoi(string(head[1]))
	h, err2 := strconv.Atoi(string(head[2]))
	room := cursor.Cursor{Data: lines[1]}
	sides := [...]*int{&r.above, &r.below, &r.left, &r.right}
	n := 0
	err := cursor.Catch(func() {
		for i := range jsontext.Array(&room) {
			if i >= len(sides) {
				jsontext.SkipNumber(&room)
				continue
			}
			*sides[i] = jsontext.Number(&room, "the room around the board")
			n = i + 1
		}
	})
	if err1 != nil || err2 != nil || err != nil || n < len(sides) {
		panic(r.Fail(r.Start, "found no size of the board, expected width, height and the room around it"))
	}
	r.width, r.height = w-r.left-r.right, h-r.above-r.below
	r.Size(r.Start, r.width, r.height)
	if max(r.above, r.below, r.left, r.right) > nonogram.MaxSide {
		panic(r.Fail(r.Start, "found more than %d places around the board", nonogram.MaxSide))
	}
	if r.above == 0 || r.left == 0 {
		panic(r.Fail(r.Start, "found a board without room for numbers above and left of it, expected that of a nonogram"))
	}
	// The cells are as many as the commas, and one more.
	if len(lines) > 5 && bytes.HasPrefix(lines[5], []byte("[")) && bytes.Count(lines[5], []byte(","))+1 != r.width*r.height {
		panic(r.Fail(r.Start, "found a board that is no rectangle of %d × %d cells", r.width, r.height))
	}
}

// find collects the numbers.
func (r *penpaReader) find(drawn []byte) {
	c := cursor.Cursor{Data: drawn}
	for _, key := range [...]string{`zN:{`, `"number":{`} {
		if i := bytes.Index(drawn, []byte(key)); i >= 0 {
			c.Pos = i + len(key) - 1
			break
		}
	}
	syntax := c
	if cursor.Catch(func() { jsontext.Skip(&syntax, 0) }) != nil {
		panic(r.Fail(r.Start, "found a code whose numbers cannot be read"))
	}
	for key := range jsontext.Object(&c) {
		place, err := strconv.Atoi(string(key))
		if err != nil || place < 0 {
			panic(r.Fail(r.Start, "found a code whose numbers cannot be read"))
		}
		for i := range jsontext.Array(&c) {
			if i > 0 {
				jsontext.Skip(&c, 2)
				continue
			}
			r.put(place, r.length(&c))
		}
	}
	if len(r.numbers) == 0 {
		panic(r.Fail(r.Start, "found no numbers beside the board, expected those of a nonogram"))
	}
}

// length reads the number at a place.
func (r *penpaReader) length(c *cursor.Cursor) int {
	from := c.Pos
	jsontext.Skip(c, 2)
	text := string(bytes.Trim(c.Data[from:c.Pos], `"`))
	n, err := strconv.Atoi(text)
	switch {
	case text == "?":
		return unknownPenpa
	case text == "*":
		panic(r.Fail(r.Start, "found * in a clue, any number of blocks, expected numbers or ?"))
	case err != nil || n < 0 || n > cursor.MaxNumber:
		panic(r.Fail(r.Start, "found %.20q beside the board, expected a number or ?", text))
	}
	return n
}

// put stores a number by its line.
func (r *penpaReader) put(place, length int) {
	across := r.width + r.left + r.right + 2*penpaEdge
	row, column := place/across-penpaEdge-r.above, place%across-penpaEdge-r.left
	switch {
	case row < 0 && row >= -r.above && column >= 0 && column < r.width:
		r.numbers = append(r.numbers, penpaNumber{false, column, row, length})
	case column < 0 && column >= -r.left && row >= 0 && row < r.height:
		r.numbers = append(r.numbers, penpaNumber{true, row, column, length})
	default:
		panic(r.Fail(r.Start, "found a number that is neither above nor left of the board, expected a nonogram"))
	}
}
