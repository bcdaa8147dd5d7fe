package see

import (
	"image/color"
	"math"
	"slices"
	"strconv"
)

// The clues around a board: where they are and what they say.

// clues are the places of numbers at two sides of the board, rows first.
type clues struct {
	sides [2]clueSide
	size  int   // usual height of digits
	cut   error // a suspicion that the border of the photograph cuts clues
}

// clueSide is the clues of all lines at one side.
type clueSide struct {
	at    side
	lines [][][]blob // the numbers of each line, in reading order
	how   spelling
}

// frame is the sight of a board without numbers.
func (c *canvas) frame() (*Sight, error) {
	x0, y0, x1, y1 := c.board[left], c.board[top], c.board[right], c.board[bottom]
	s := &Sight{Width: x1 - x0, Height: y1 - y0, Inside: c.inside, Palette: []color.RGBA{{255, 255, 255, 255}, {0, 0, 0, 255}}}
	if s.Width < 1 || s.Height < 1 {
		return &Sight{Inside: c.inside}, ErrNoBoard
	}
	board := c.mesh.part(x0, y0, x1, y1)
	s.Board = board.quad(0, 0, float64(s.Width), float64(s.Height))
	s.Cells = func(x, y int) Quad {
		return board.quad(float64(x), float64(y), float64(x+1), float64(y+1))
	}
	if s.Width > maxSide || s.Height > maxSide {
		return s, &SizeError{s.Width, s.Height}
	}
	return s, nil
}

// findClues finds the places of numbers: at the left and at the top of the board, or else at
// the right and at the bottom. If far is set there must be numbers at all sides.
func (c *canvas) findClues(photo *plane, far bool) (*clues, error) {
	found := &clues{}
	for k, near := range [2]side{left, top} {
		a, b := c.besideBoard(near)
		if far && 2*min(a, b) < max(a, b, 1) {
			return nil, &CluesError{Side: sideNames[near+2]}
		}
		found.sides[k].at = near
		if far || b > 2*a {
			found.sides[k].at = near + 2
		}
	}
	ruled := [4]bool{c.board[left] > c.x0, c.board[top] > c.y0, c.board[right] < c.x1, c.board[bottom] < c.y1}
	var strips [2][][]blob
	for k := range strips {
		strips[k] = c.strips(c.board[left], c.board[top], c.board[right], c.board[bottom], found.sides[k].at)
	}
	found.size = c.usualHeight(strips, [2]side{found.sides[0].at, found.sides[1].at})
	for k := range found.sides {
		s := &found.sides[k]
		edge := c.board[s.at] * c.scale
		digits := len(strconv.Itoa(len(strips[1-k])))
		s.lines, s.how = c.group(strips[k], s.at, ruled[s.at], found.size, digits)
		pitch := c.usualGap(s.lines, s.at)
		first := c.reach(s.lines, edge, pitch, s.at, ruled[s.at])
		for q, line := range s.lines {
			s.lines[q] = c.nearBoard(line, edge, first, pitch, s.at, ruled[s.at])
			if c.cutOff(strips[k][q], s.lines[q], edge, pitch, s.at, photo, found.size) {
				found.cut = &CluesError{Side: sideNames[s.at], Cut: true}
			}
		}
	}
	return found, nil
}

// readDigits reads the numbers at the places of clues. Where inks are known, a number ends
// where the ink changes.
func (c *canvas) readDigits(s *Sight, of *clues, colors *inks) error {
	for k := range of.sides {
		from := &of.sides[k]
		lines := make([][]Number, len(from.lines))
		some := false
		for q, line := range from.lines {
			for _, blobs := range line {
				parts := [][]blob{blobs}
				if colors.colored() && from.how.gap > 0 && len(blobs) > 1 {
					parts = colors.part(c, blobs, of.size)
				}
				lines[q] = append(lines[q], c.readParts(parts, from.how)...)
			}
			some = some || len(lines[q]) > 0
		}
		if !some {
			return &CluesError{Side: sideNames[from.at]}
		}
		if k == 0 {
			s.Rows = lines
		} else {
			s.Columns = lines
		}
	}
	return nil
}

// surelyNothing is the probability from which a place has no number.
const surelyNothing = .9999

// readParts reads blobs of one place, parted by ink, without those that are not numbers.
func (c *canvas) readParts(parts [][]blob, how spelling) (list []Number) {
	for _, part := range parts {
		n := c.read(part, how)
		if len(n.Choices) == 0 || len(n.Choices[0].Values) == 0 && n.Zero < .5 && (len(n.Choices) == 1 || n.Choices[0].LogP > math.Log(surelyNothing)) {
			continue
		}
		n.ink = c.inkOf(part)
		list = append(list, n)
	}
	return list
}

// besideBoard is how many numbers there seem to be at a side and at the opposite one: next to the
// board, or at the first distance where most lines have one.
func (c *canvas) besideBoard(s side) (near, far float64) {
	at := func(s side, away int) (float64, int) {
		k, out := beside(c.board, s)
		return c.numbers(c.board, s, k+away*out)
	}
	for away := range room {
		a, of := at(s, away)
		b, _ := at(s+2, away)
		if away == 0 {
			near, far = a, b
		}
		if 2*max(a, b) >= float64(of) {
			return a, b
		}
	}
	return near, far
}

// numbers is how many numbers there seem to be in a row, or at the sides in a column, as far
// as a board goes.
func (c *canvas) numbers(board [4]int, s side, k int) (n float64, of int) {
	if s == left || s == right {
		for y := board[top]; y < board[bottom]; y++ {
			n += c.chance(k, y)
		}
		return n, board[bottom] - board[top]
	}
	for x := board[left]; x < board[right]; x++ {
		n += c.chance(x, k)
	}
	return n, board[right] - board[left]
}

// cutOff reports a line of clues that the border of the photograph cuts: there is ink
// at it, more than the rest of a frame, and it follows the numbers.
func (c *canvas) cutOff(strip []blob, numbers [][]blob, edge, pitch int, at side, photo *plane, size int) bool {
	last := edge
	for _, n := range numbers {
		_, far := extent(n, at)
		if at == left || at == top {
			last = min(last, far)
		} else {
			last = max(last, far)
		}
	}
	for k := range strip {
		b := &strip[k]
		near, _ := extent(strip[k:k+1], at)
		if max(near-last, last-near) > pitch && near != last || 5*max(b.width(), b.height()) < size*2 || 6*min(b.width(), b.height()) < size {
			continue
		}
		s := float64(c.scale)
		for _, corner := range c.mesh.quad(float64(b.x0-1)/s, float64(b.y0-1)/s, float64(b.x1+1)/s, float64(b.y1+1)/s) {
			if corner.X < 1 || corner.Y < 1 || corner.X > float64(photo.w-2) || corner.Y > float64(photo.h-2) {
				return true
			}
		}
	}
	return false
}

var sideNames = [4]string{"left", "top", "right", "bottom"}

// room is how many cells from the board clues begin at most.
const room = 6

// reach is how far from the board the first number of a line may be: as far as numbers from each
// other or, where nearly all clues are in the middle of their room, begin at its rim, or end equally
// far from the board, as far as there is room.
func (c *canvas) reach(lines [][][]blob, edge, pitch int, s side, ruled bool) int {
	const nearly = .8 // of the lines with ink
	var begins, middles, ends []float64
	inked := 0
	for _, line := range lines {
		inked += min(len(line), 1)
		if kept := c.nearBoard(line, edge, room*c.scale, pitch, s, ruled); len(kept) > 0 {
			near, far := extent(slices.Concat(kept...), s)
			begins, middles, ends = append(begins, float64(near)), append(middles, float64(near+far)/2), append(ends, float64(far))
		}
	}
	spread := func(list []float64) float64 { return ranked(list, .9) - ranked(list, .1) }
	if 2*inked < len(lines) || float64(len(begins)) < nearly*float64(inked) {
		return pitch
	}
	apart := math.Abs(ranked(begins, .5)-float64(edge)) > float64(pitch) && 2*spread(begins) < float64(c.scale)
	if apart || 2*min(spread(middles), spread(ends)) <= spread(begins) {
		return room * c.scale
	}
	return pitch
}

// usualGap is the widest gap that numbers of a line may leave: in rows a cell, in columns
// by the usual one.
func (c *canvas) usualGap(lines [][][]blob, s side) int {
	most := c.scale * 11 / 10
	if s == left || s == right {
		return most
	}
	var gaps []int
	for _, line := range lines {
		for k := 1; k < len(line); k++ {
			begin, end := extent(line[k-1], bottom)
			start, _ := extent(line[k], bottom)
			if start-begin <= c.scale*23/20 { // farther is a title
				gaps = append(gaps, start-end)
			}
		}
	}
	if len(gaps) == 0 {
		return c.scale * 3 / 5
	}
	slices.Sort(gaps)
	return min(gaps[(len(gaps)-1)/2]+c.scale/3, most)
}
