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
// the board. "?" is a block of unknown length. "*" is any number of blocks: alone it is a line
// without a clue, beside numbers it is rejected. Texts and colors are ignored.
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
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var penpaFormat = Format{
	Name:       "penpa",
	Title:      "addresses of Penpa+",
	Extensions: []string{".penpa"},
	holds:      holdsMany | holdsBlots | holdsMissing,
	sniff:      firstLine(containsAny(penpaMarks[:]...)),
	decode:     perLine(readPenpa),
}

const (
	// maxPenpa bounds the text in an address: a board of 100 × 100 has a tenth of it.
	maxPenpa = 1 << 20
	// penpaEdge is how many places more there are on each side.
	penpaEdge = 2
)

// penpaMarks are before the code in an address.
var penpaMarks = [2]string{"m=edit&p=", "m=solve&p="}

// addressCode is the code after a mark in an address; nil if there is no mark.
func addressCode(line []byte, mark string) []byte {
	_, code, found := bytes.Cut(line, []byte(mark))
	if !found {
		return nil
	}
	if end := bytes.IndexAny(code, "& \t\"'<>)"); end >= 0 {
		code = code[:end]
	}
	return code
}

// penpaReader reads an address.
type penpaReader struct {
	*cursor.Draft
	above, below, left, right int // the room
	width, height             int // of the board
	columns, rows             [][]penpaNumber
}

// penpaNumber is a number beside the board.
type penpaNumber struct{ place, length int }

// unknownPenpa is an unknown length, anyPenpa any number of blocks.
const (
	unknownPenpa = -1
	anyPenpa     = -2
)

func readPenpa(d *cursor.Draft) *nonogram.Puzzle {
	r := &penpaReader{Draft: d}
	code := addressCode(r.PeekLine(), penpaMarks[0])
	if code == nil {
		code = addressCode(r.PeekLine(), penpaMarks[1])
	}
	r.Expect(code != nil, r.Start, "an address with %s", penpaMarks[0])
	lines := r.text(code)
	r.size(lines)
	r.find(lines[3])
	for _, clue := range slices.Concat(r.columns, r.rows) {
		slices.SortFunc(clue, func(a, b penpaNumber) int { return cmp.Compare(a.place, b.place) })
		r.OpenClue()
		for _, n := range clue {
			if n.length == anyPenpa {
				r.Require(len(clue) == 1, r.Start, "found * beside other numbers of a clue, any number of blocks, expected numbers or ?")
				r.AddMissing()
			} else if n.length == unknownPenpa {
				r.AddBlock(0, nonogram.Black)
			} else {
				r.AddNumber(r.Start, n.length, nonogram.Black)
			}
		}
		r.CloseClue()
	}
	return r.Puzzle(&nonogram.Puzzle{}, r.Lines[r.width:], r.Lines[:r.width])
}

// text unpacks a code.
func (r *penpaReader) text(code []byte) [][]byte {
	plain := strings.NewReplacer("%2B", "+", "%2F", "/", "%3D", "=").Replace(string(code))
	packed, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(plain, "="))
	r.Require(err == nil, r.Start, "found a code that is not Base64, perhaps a part of it was lost")
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxPenpa+1))
	switch {
	case len(text) > maxPenpa:
		panic(r.Fail(r.Start, "found a code that unpacks to over %d bytes, which is the limit", maxPenpa))
	case err != nil:
		panic(r.Fail(r.Start, "found a damaged code, perhaps a part of it was lost when it was copied"))
	}
	const needed = 4
	lines := bytes.Split(text, []byte("\n"))
	r.Require(len(lines) >= needed, r.Start, "found a code that is not a board of Penpa")
	return lines
}

// size reads the size of the board and of the room around it.
func (r *penpaReader) size(lines [][]byte) {
	head := strings.SplitN(string(lines[0]), ",", 4)
	r.Require(head[0] == "square" && len(head) >= 4, r.Start, "found a board that is %.20q, expected square", head[0])
	w, err1 := strconv.Atoi(head[1])
	h, err2 := strconv.Atoi(head[2])
	var room []int
	err := json.Unmarshal(lines[1], &room)
	r.Require(err1 == nil && err2 == nil && err == nil && len(room) >= 4 && slices.Min(room) >= 0, r.Start, "found no size of the board, expected width, height and the room around it")
	r.Require(slices.Max(room) <= nonogram.MaxSide, r.Start, "found more than %d places around the board", nonogram.MaxSide)
	r.above, r.below, r.left, r.right = room[0], room[1], room[2], room[3]
	r.width, r.height = w-r.left-r.right, h-r.above-r.below
	r.Size(r.Start, r.width, r.height)
	r.Require(r.above != 0 && r.left != 0, r.Start, "found a board without room for numbers above and left of it, expected that of a nonogram")
	// The cells are as many as the commas, and one more.
	r.Require(len(lines) <= 5 || !bytes.HasPrefix(lines[5], []byte("[")) || bytes.Count(lines[5], []byte(","))+1 == r.width*r.height, r.Start, "found a board that is not a rectangle of %d × %d cells", r.width, r.height)
	r.columns, r.rows = make([][]penpaNumber, r.width), make([][]penpaNumber, r.height)
}

// find collects the numbers.
func (r *penpaReader) find(drawn []byte) {
	for _, key := range [...]string{`zN:`, `"number":`} {
		if _, value, found := bytes.Cut(drawn, []byte(key+"{")); found {
			drawn = drawn[len(drawn)-len(value)-1:]
			break
		}
	}
	var numbers map[string][]json.RawMessage
	r.Require(json.NewDecoder(bytes.NewReader(drawn)).Decode(&numbers) == nil, r.Start, "found a code whose numbers cannot be read")
	for _, key := range slices.Sorted(maps.Keys(numbers)) {
		value := numbers[key]
		place, err := strconv.Atoi(key)
		r.Require(err == nil && place >= 0 && len(value) != 0, r.Start, "found a code whose numbers cannot be read")
		text := strings.Trim(string(value[0]), `"`)
		n, ok := cursor.ParseNumber([]byte(text))
		switch text {
		case "?":
			n, ok = unknownPenpa, true
		case "*":
			n, ok = anyPenpa, true
		}
		r.Require(ok, r.Start, "found %.20q beside the board, expected a number or ?", text)
		r.put(place, n)
	}
	r.Require(len(numbers) != 0, r.Start, "found no numbers beside the board, expected those of a nonogram")
}

// put stores a number by its line.
func (r *penpaReader) put(place, length int) {
	across := r.width + r.left + r.right + 2*penpaEdge
	row, column := place/across-penpaEdge-r.above, place%across-penpaEdge-r.left
	switch {
	case row < 0 && row >= -r.above && column >= 0 && column < r.width:
		r.columns[column] = append(r.columns[column], penpaNumber{row, length})
	case column < 0 && column >= -r.left && row >= 0 && row < r.height:
		r.rows[row] = append(r.rows[row], penpaNumber{column, length})
	default:
		panic(r.Fail(r.Start, "found a number that is neither above nor left of the board, expected a nonogram"))
	}
}
