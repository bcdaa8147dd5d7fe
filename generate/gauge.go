package generate

import (
	"math/bits"

	"nonogram"
	"nonogram/line"
)

// The gauge behind repair and search: how many cells of a picture stay open when its
// clues are solved line by line. Every other question (is it unique, how hard is it)
// costs tens to hundreds of times more, so this one is asked of every change that is
// tried, and the others only of the few that look best.
//
// The candidates are kept twice, as the engine keeps them: for every line and color
// a mask of the cells that may have it. A change of the picture resets the clues of
// the lines through the changed cells; the solving starts from the blank board again.
//
// Cost: 20 to 60 µs for 25×25 cells.

// gauge measures pictures of one size. It is used by one goroutine at a time.
type gauge struct {
	width, height, colors int
	given                 *nonogram.Grid // cells that the puzzle gives, or nil

	lines   []line.Line // rows, then columns
	can     [][]uint64  // the candidates of each line, color by color
	queue   []int
	queued  []bool
	before  []uint64
	cells   []nonogram.Color
	scratch line.Scratch

	solved int64 // lines solved so far: the unit of work
}

// load prepares the gauge for a picture.
func (m *gauge) load(g *nonogram.Grid, colors int, given *nonogram.Grid) {
	m.width, m.height, m.colors, m.given = g.Width, g.Height, colors, given
	n := g.Width + g.Height
	m.lines = make([]line.Line, n)
	m.can = make([][]uint64, n)
	m.queued = make([]bool, n)
	for i := range m.lines {
		m.can[i] = make([]uint64, colors*line.Words(m.length(i)))
		m.read(g, i)
	}
}

// length is the number of cells of a line.
func (m *gauge) length(i int) int {
	if i < m.height {
		return m.width
	}
	return m.height
}

// read takes the clue of a line from the picture.
func (m *gauge) read(g *nonogram.Grid, i int) {
	l := nonogram.LineRef{Axis: nonogram.Row, Index: i}
	if i >= m.height {
		l = nonogram.LineRef{Axis: nonogram.Column, Index: i - m.height}
	}
	m.cells = g.Line(l, m.cells)
	m.lines[i].Reset(nonogram.ClueOf(m.cells), len(m.cells), m.colors)
}

// reread takes the clues of the lines through a cell.
func (m *gauge) reread(g *nonogram.Grid, cell int) {
	m.read(g, cell/m.width)
	m.read(g, m.height+cell%m.width)
}

// settle solves lines until none has more to say, and counts the cells left open.
func (m *gauge) settle() int {
	m.queue = m.queue[:0]
	for i := range m.lines {
		m.lines[i].Fill(m.can[i])
		m.queue = append(m.queue, i)
		m.queued[i] = true
	}
	if m.given != nil {
		for cell, c := range m.given.Cells {
			m.fix(cell, c)
		}
	}
	for k := 0; k < len(m.queue); k++ {
		m.solve(m.queue[k])
	}
	return m.count()
}

// fix strikes all but one color from a cell.
func (m *gauge) fix(cell int, c nonogram.Color) {
	if c == nonogram.Unknown {
		return
	}
	for other := range m.colors {
		if other != int(c) {
			m.strike(cell/m.width, cell%m.width, other)
			m.strike(m.height+cell%m.width, cell/m.width, other)
		}
	}
}

// strike takes a color from a cell of a line and queues the line.
func (m *gauge) strike(i, at, color int) {
	w := color*line.Words(m.length(i)) + at/64
	m.can[i][w] &^= 1 << uint(at%64)
	if !m.queued[i] {
		m.queued[i] = true
		m.queue = append(m.queue, i)
	}
}

// solve solves one line and tells the lines across. The clues come from a picture,
// so that there always is an arrangement.
func (m *gauge) solve(i int) {
	m.queued[i] = false
	m.solved++
	can := m.can[i]
	m.before = append(m.before[:0], can...)
	m.lines[i].Solve(can, &m.scratch)
	words := line.Words(m.length(i))
	across, at := m.height, i
	if i >= m.height {
		across, at = 0, i-m.height
	}
	for w, was := range m.before {
		color, first := w/words, w%words*64
		for gone := was &^ can[w]; gone != 0; gone &= gone - 1 {
			m.strike(across+first+bits.TrailingZeros64(gone), at, color)
		}
	}
}

// count is the number of cells with more than one candidate.
func (m *gauge) count() int {
	n := 0
	for y := range m.height {
		for w := range line.Words(m.width) {
			n += bits.OnesCount64(m.several(y, w))
		}
	}
	return n
}

// slack is how much room the clues leave, summed over all lines.
func (m *gauge) slack() int {
	n := 0
	for i := range m.lines {
		n += m.lines[i].Slack()
	}
	return n
}

// several is the mask of the cells of a row, in one word, that have more than one
// candidate.
func (m *gauge) several(y, w int) uint64 {
	var some, more uint64
	for i, words := w, line.Words(m.width); i < len(m.can[y]); i += words {
		more |= some & m.can[y][i]
		some |= m.can[y][i]
	}
	return more
}

// open lists the cells that settle has left open.
func (m *gauge) open(list []int) []int {
	for y := range m.height {
		for w := range line.Words(m.width) {
			for mask := m.several(y, w); mask != 0; mask &= mask - 1 {
				list = append(list, y*m.width+w*64+bits.TrailingZeros64(mask))
			}
		}
	}
	return list
}
