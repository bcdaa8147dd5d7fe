package batch

import (
	"encoding/binary"
	"errors"
	"math"

	"nonogram"
)

// The binary encoding of puzzles: numbers as varints, texts and lists preceded by their
// lengths. A 20 × 20 puzzle takes some 300 bytes and a microsecond each way; JSON takes
// fifty times as long. The encoding is canonical, because keys are hashes of it (that of
// encoding/gob is not). It is not a file format.

// errCodec reports data from the queue that this program did not write.
var errCodec = errors.New("the queue holds data of another version of this program")

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendPuzzle(b []byte, p *nonogram.Puzzle) []byte {
	for _, s := range texts(p) {
		b = appendText(b, *s)
	}
	b = binary.AppendUvarint(b, uint64(len(p.Palette)))
	for _, s := range p.Palette {
		b = appendText(b, s.Name)
		b = append(b, s.Symbol, s.RGB.R, s.RGB.G, s.RGB.B)
	}
	b = appendClues(b, p.Rows)
	b = appendClues(b, p.Cols)
	b = appendGrid(b, p.Given)
	return appendGrid(b, p.Goal)
}

// texts are the text fields of a puzzle.
func texts(p *nonogram.Puzzle) []*string {
	return []*string{&p.ID, &p.Title, &p.Author, &p.Copyright, &p.License, &p.Source, &p.Notes}
}

func appendClues(b []byte, clues []nonogram.Clue) []byte {
	b = binary.AppendUvarint(b, uint64(len(clues)))
	for _, clue := range clues {
		b = binary.AppendUvarint(b, uint64(len(clue)))
		for _, block := range clue {
			b = append(binary.AppendUvarint(b, uint64(block.Length)), byte(block.Color))
		}
	}
	return b
}

func appendGrid(b []byte, g *nonogram.Grid) []byte {
	if g == nil {
		return append(b, 0)
	}
	b = append(b, 1)
	b = binary.AppendUvarint(b, uint64(g.Width))
	b = binary.AppendUvarint(b, uint64(g.Height))
	for _, c := range g.Cells {
		b = append(b, byte(c))
	}
	return b
}

// decoder reads the encoding. After an error it returns zeros. Lengths are checked
// against the remaining bytes.
type decoder struct {
	b      []byte
	err    error
	blocks nonogram.Clue // free memory, see room
}

func (d *decoder) fail() { d.b, d.err = nil, errCodec }

func (d *decoder) number() int {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > math.MaxInt32 {
		d.fail()
		return 0
	}
	d.b = d.b[size:]
	return int(n)
}

// length is a number of things that take at least one byte each.
func (d *decoder) length() int {
	n := d.number()
	if n > len(d.b) {
		d.fail()
		return 0
	}
	return n
}

func (d *decoder) bytes() []byte {
	n := d.length()
	s := d.b[:n:n]
	d.b = d.b[n:]
	return s
}

func (d *decoder) text() string { return string(d.bytes()) }

func (d *decoder) byte() byte {
	if len(d.b) == 0 {
		d.fail()
		return 0
	}
	c := d.b[0]
	d.b = d.b[1:]
	return c
}

func (d *decoder) puzzle() *nonogram.Puzzle {
	p := new(nonogram.Puzzle)
	for _, s := range texts(p) {
		*s = d.text()
	}
	p.Palette = make(nonogram.Palette, d.length())
	for i := range p.Palette {
		s := &p.Palette[i]
		s.Name = d.text()
		s.Symbol, s.RGB.R, s.RGB.G, s.RGB.B = d.byte(), d.byte(), d.byte(), d.byte()
	}
	p.Rows, p.Cols = d.clues(), d.clues()
	p.Given, p.Goal = d.grid(), d.grid()
	return p
}

func (d *decoder) clues() []nonogram.Clue {
	clues := make([]nonogram.Clue, d.length())
	for i := range clues {
		n := d.length()
		if n == 0 {
			continue
		}
		clues[i] = d.room(n)
		for j := range clues[i] {
			clues[i][j] = nonogram.Block{Length: d.number(), Color: nonogram.Color(d.byte())}
		}
	}
	return clues
}

// blocksAtOnce is how many blocks are allocated together: those of a usual puzzle.
const blocksAtOnce = 512

// room returns memory for n blocks. A block takes at least two bytes of the input, which
// bounds the allocation.
func (d *decoder) room(n int) nonogram.Clue {
	if n > len(d.blocks) {
		d.blocks = make(nonogram.Clue, max(n, min(len(d.b)/2, blocksAtOnce)))
	}
	clue := d.blocks[:n:n]
	d.blocks = d.blocks[n:]
	return clue
}

func (d *decoder) grid() *nonogram.Grid {
	if d.byte() == 0 {
		return nil
	}
	width, height := d.number(), d.number()
	if nonogram.ValidateSize(width, height) != nil || width*height > len(d.b) {
		d.fail()
		return nil
	}
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(d.b[i])
	}
	d.b = d.b[len(g.Cells):]
	return g
}

// end returns the first error. Bytes left over are one.
func (d *decoder) end() error {
	if d.err == nil && len(d.b) > 0 {
		d.fail()
	}
	return d.err
}
