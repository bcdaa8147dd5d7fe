// Arrays of NumPy, as data sets for machine learning have them: a board in every row, as a picture
// of 0 and 1, or as its clues, rows before columns, each clue in equally many places and aligned
// to the right. A side of n cells has up to (n+1)/2 blocks, which fixes the size of a square board.
// Files .npz are archives of such files.
//
// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. The layout of
// clues is that of NonoDataset (https://github.com/josebambu/NonoDataset).

package format

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
	"nonogram/internal/plural"
)

var npyFormat = Format{
	Name:       "npy",
	Title:      "arrays of NumPy, a board in every row",
	Extensions: []string{".npy"},
	holds:      holdsMany | holdsGoal,
	Binary:     true,
	sniff:      startsWith(npyMagic),
	decode:     decodeNPY,
}

const npyMagic = "\x93NUMPY"

// npyArray is an array of numbers.
type npyArray struct {
	rows, width int // width is the number of numbers in a row
	size        int // bytes of a number
	at          func(b []byte) float64
	data        []byte
}

// npyField returns the value of a field of a header, a literal of Python, between two
// marks. It is written out because regular expressions would add 60 kB to the module of the
// browser.
func npyField(header, name, open, end string) string {
	_, value, _ := strings.Cut(header, "'"+name+"':")
	value, begins := strings.CutPrefix(strings.TrimLeft(value, " "), open)
	value, _, ends := strings.Cut(value, end)
	if !begins || !ends {
		return ""
	}
	return value
}

// readNPY reads the header.
func readNPY(d *cursor.Draft) npyArray {
	head := d.Data
	d.Require(len(head) >= 12, cursor.Nowhere, "found a torn array")
	size, from := int(binary.LittleEndian.Uint16(head[8:])), 10
	if head[6] > 1 {
		size, from = int(binary.LittleEndian.Uint32(head[8:])), 12
	}
	d.Require(size >= 0 && size <= len(head)-from, cursor.Nowhere, "found a torn array")
	text := string(head[from : from+size])
	descr, shape := npyField(text, "descr", "'", "'"), npyField(text, "shape", "(", ")")
	known := len(descr) == 3 && strings.IndexByte("<>|=", descr[0]) >= 0 && strings.IndexByte("uifb", descr[1]) >= 0 && strings.IndexByte("1248", descr[2]) >= 0
	d.Require(known && shape != "" && strings.Trim(shape, "0123456789, ") == "" && !strings.Contains(text, "'fortran_order': True"), cursor.Nowhere,
		"found an array %.80q, expected numbers in rows", strings.TrimSpace(text))
	var order binary.ByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	a := npyArray{rows: 1, width: 1, data: head[from+size:]}
	a.size, _ = strconv.Atoi(descr[2:])
	a.at = func(b []byte) float64 { return npyNumber(b, descr[1:2], order) }
	for i, word := range strings.FieldsFunc(shape, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, ok := cursor.ParseNumber([]byte(word))
		d.Require(ok && n > 0, cursor.Nowhere, "found an array of shape (%s), expected numbers from 1", shape)
		if i == 0 {
			a.rows = n
			continue
		}
		d.Require(n <= 2*nonogram.MaxCells/a.width, cursor.Nowhere, "found boards of more numbers than the limit, %d", 2*nonogram.MaxCells)
		a.width *= n
	}
	d.Require(a.rows <= len(a.data)/a.size/a.width, cursor.Nowhere, "found an array that ends before its %s", plural.Of(a.rows, "row", "rows"))
	return a
}

// npyNumber reads a number of a kind: unsigned, integer, floating point or truth value.
func npyNumber(b []byte, kind string, order binary.ByteOrder) float64 {
	var bits uint64
	switch len(b) {
	case 1:
		bits = uint64(b[0])
	case 2:
		bits = uint64(order.Uint16(b))
	case 4:
		bits = uint64(order.Uint32(b))
	default:
		bits = order.Uint64(b)
	}
	switch {
	case kind == "f" && len(b) == 4:
		return float64(math.Float32frombits(uint32(bits)))
	case kind == "f" && len(b) == 8:
		return math.Float64frombits(bits)
	case kind == "i":
		shift := 64 - 8*len(b)
		return float64(int64(bits<<shift) >> shift)
	}
	return float64(bits)
}

// decodeNPY reads the boards of an array. All are pictures, or all are clues.
func decodeNPY(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	var a npyArray
	if err := cursor.Catch(func() { a = readNPY(d) }); err != nil {
		yield(nil, err)
		return
	}
	side, slots := 0, 0 // of clues
	for n := 1; 2*n*((n+1)/2) <= a.width; n++ {
		if 2*n*((n+1)/2) == a.width {
			side, slots = n, (n+1)/2
		}
	}
	square := int(math.Sqrt(float64(a.width)))
	if square*square != a.width || !a.picture() {
		square = 0
	}
	numbers := make([]int, a.width)
	for i := range a.rows {
		d.Begin(cursor.Nowhere)
		p, err := d.Try(func() *nonogram.Puzzle {
			a.row(d, i, numbers)
			switch {
			case square > 0:
				return d.Pictured(npyPicture(numbers, square))
			case side > 0:
				return npyClues(d, numbers, side, slots)
			}
			panic(d.Fail(cursor.Nowhere, "found rows of %s, expected the cells or the clues of a square board", plural.Of(a.width, "number", "numbers")))
		})
		if !yield(p, err) {
			return
		}
	}
}

// picture reports whether all numbers are 0 or 1.
func (a *npyArray) picture() bool {
	for at := 0; at < a.rows*a.width; at++ {
		if v := a.at(a.data[at*a.size:][:a.size]); v != 0 && v != 1 {
			return false
		}
	}
	return true
}

// row reads the numbers of a row.
func (a *npyArray) row(d *cursor.Draft, row int, numbers []int) {
	for k := range numbers {
		v := a.at(a.data[(row*a.width+k)*a.size:][:a.size])
		d.Require(v >= 0 && v <= nonogram.MaxSide && v == math.Trunc(v), cursor.Nowhere, "found the number %v in row %d, expected the length of a block", v, row+1)
		numbers[k] = int(v)
	}
}

func npyPicture(numbers []int, side int) *nonogram.Grid {
	g := nonogram.NewGrid(side, side)
	for i, n := range numbers {
		g.Cells[i] = nonogram.Color(n)
	}
	return g
}

// npyClues reads the clues of a board. Zeros come before its numbers.
func npyClues(d *cursor.Draft, numbers []int, side, slots int) *nonogram.Puzzle {
	for from := 0; from < len(numbers); from += slots {
		d.OpenClue()
		begun := false
		for _, n := range numbers[from : from+slots] {
			d.Require(n > 0 || !begun, cursor.Nowhere, "found a 0 after the numbers of clue %d, expected clues that are aligned to the right", from/slots+1)
			if begun = begun || n > 0; begun {
				d.AddBlock(n, nonogram.Black)
			}
		}
		d.CloseClue()
	}
	return d.Puzzle(&nonogram.Puzzle{}, d.Lines[:side], d.Lines[side:])
}
