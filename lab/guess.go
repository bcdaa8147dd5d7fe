package lab

import (
	"math/bits"
	"math/rand/v2"
)

// The choice of the cell to guess in the intersection methods.

// anyCell picks a random open cell, as a box.
func (s *intersectSearch) anyCell(random *rand.Rand) (y, x int, box bool) {
	k := random.IntN(s.open)
	open := prefix(s.width) &^ s.board.rows[y].cells
	for n := bits.OnesCount64(open); k >= n; n = bits.OnesCount64(open) {
		k -= n
		y++
		open = prefix(s.width) &^ s.board.rows[y].cells
	}
	for ; k > 0; k-- {
		open &= open - 1
	}
	return y, bits.TrailingZeros64(open), true
}

// mostProbable picks the open cell and the value with the highest sum of two shares, 2P. If
// memory runs out it picks any cell, because the run is over.
func (s *intersectSearch) mostProbable() (y, x int, box bool) {
	for i := range s.lines {
		if s.lines[i].shares == uncounted && !s.count(i) {
			return 0, 0, false
		}
	}
	best := -1.0
	for row := range s.height {
		r := s.sharesOf(row)
		for open := prefix(s.width) &^ s.board.rows[row].cells; open != 0; open &= open - 1 {
			col := bits.TrailingZeros64(open)
			c := s.sharesOf(s.height + col)
			if sum := r[col].space + c[row].space; sum > best {
				best, y, x, box = sum, row, col, false
			}
			if sum := r[col].box + c[row].box; sum > best {
				best, y, x, box = sum, row, col, true
			}
		}
	}
	return y, x, box
}

// share is the share of a line's possibilities with a box in a cell, and with a space.
type share struct{ box, space float64 }

// uncounted marks a line whose list has changed since its shares were counted.
const uncounted = -1

// sharesOf returns the shares of the cells of a line. They are on a stack that is
// truncated on backtracking, so that a line gets its old shares back with its old list.
func (s *intersectSearch) sharesOf(line int) []share { return s.shares[s.lines[line].shares:] }

// shareBytes is the size of a share.
const shareBytes = 16

// count counts the shares of a line; false if there is no room for them.
func (s *intersectSearch) count(line int) (ok bool) {
	l := &s.lines[line]
	if s.shares, ok = room(s.run, s.shares, s.clues[line].n, shareBytes); !ok {
		return false
	}
	var boxes [maxSide]int
	s.look(l.left)
	countBoxes(l.list[:l.left], &boxes)
	l.shares = len(s.shares)
	for _, n := range boxes[:s.clues[line].n] {
		s.shares = append(s.shares, share{float64(n) / float64(l.left), float64(l.left-n) / float64(l.left)})
	}
	return true
}

// digits suffices for counters up to 2^40, more lines than fit any memory.
const digits = 40

// countBoxes counts for every cell the lines with a box there. The counters are bit-sliced:
// bit i of digit j belongs to the counter of cell i, so that a few additions with carry
// count all cells at once. Eight lines are summed before a carry goes beyond the three
// lowest digits (Harley–Seal population count).
func countBoxes(list []uint64, boxes *[maxSide]int) {
	var sum [digits]uint64
	ones, twos, fours := uint64(0), uint64(0), uint64(0)
	for len(list) >= 8 {
		var a, b, c, d, e, f uint64
		ones, a = add3(ones, list[0], list[1])
		ones, b = add3(ones, list[2], list[3])
		ones, c = add3(ones, list[4], list[5])
		ones, d = add3(ones, list[6], list[7])
		twos, e = add3(twos, a, b)
		twos, f = add3(twos, c, d)
		var carry uint64
		fours, carry = add3(fours, e, f)
		for j := 3; carry != 0; j++ {
			sum[j], carry = sum[j]^carry, sum[j]&carry
		}
		list = list[8:]
	}
	sum[0], sum[1], sum[2] = ones, twos, fours
	for _, line := range list {
		for j := 0; line != 0; j++ {
			sum[j], line = sum[j]^line, sum[j]&line
		}
	}
	for j, digit := range sum {
		for ; digit != 0; digit &= digit - 1 {
			boxes[bits.TrailingZeros64(digit)] += 1 << uint(j)
		}
	}
}

// add3 is a full adder in each bit.
func add3(a, b, c uint64) (sum, carry uint64) {
	half := a ^ b
	return half ^ c, a&b | half&c
}
