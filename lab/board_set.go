package lab

import (
	"encoding/binary"
	"math"

	"nonogram"
)

// boardQueue holds boards in the order of arrival, in as few bytes as a line needs. Boards
// at the front can be dropped. Boards are numbered from 0 and keep their numbers.
//
//	cells   line 0 line 1 … | line 0 line 1 … |      board dropped, the next one, …
type boardQueue struct {
	run       *run
	lineBytes int
	size      int // bytes of a board
	cells     []byte
	dropped   int
	count     int // boards added, including dropped ones
	buf       []byte
}

// boardSet is a queue without duplicates: a hash table holds the numbers of its boards
// plus one. Boards are never dropped.
//
//	table   0 2 0 0 1 …                             open addressing, 0 is free
type boardSet struct {
	boardQueue
	table []uint32
}

const (
	// firstTable is the initial length of the table, a power of two.
	firstTable = 64
	// maxBoards is the largest number that fits the table.
	maxBoards = math.MaxUint32 - 1
	// slotBytes is the size of an entry of the table.
	slotBytes = 4
)

// newBoardQueue returns a queue for boards of that many lines of n cells.
func newBoardQueue(r *run, lines, n int) *boardQueue {
	q := &boardQueue{run: r, lineBytes: (n + 7) / 8}
	q.size = q.lineBytes * lines
	q.buf = make([]byte, q.size)
	return q
}

func newBoardSet(r *run, lines, n int) *boardSet {
	return &boardSet{boardQueue: *newBoardQueue(r, lines, n), table: make([]uint32, firstTable)}
}

// boards is the queue of a search.
type boards interface {
	// add adds a board; isNew reports that it has to be visited, ok that there was room.
	add(lines []uint64) (isNew, ok bool)
	// line reads a line of a board.
	line(board, i int) uint64
	// drop allows all boards before this one to be removed.
	drop(before int)
	// len is the number of boards added.
	len() int
}

func (q *boardQueue) len() int { return q.count }

// add adds any board.
func (q *boardQueue) add(lines []uint64) (isNew, ok bool) {
	q.encode(lines)
	return true, q.push()
}

// push appends the board in the buffer; false if there is no room.
func (q *boardQueue) push() (ok bool) {
	if q.cells, ok = room(q.run, q.cells, q.size, 1); !ok {
		return false
	}
	q.cells = append(q.cells, q.buf...)
	q.count++
	return true
}

// encode writes a board to the buffer.
func (q *boardQueue) encode(lines []uint64) {
	var word [8]byte
	for i, line := range lines {
		binary.LittleEndian.PutUint64(word[:], line)
		copy(q.buf[i*q.lineBytes:], word[:q.lineBytes])
	}
}

func (q *boardQueue) line(board, i int) uint64 {
	var word [8]byte
	at := (board-q.dropped)*q.size + i*q.lineBytes
	copy(word[:], q.cells[at:at+q.lineBytes])
	return binary.LittleEndian.Uint64(word[:])
}

// drop moves the remaining boards to the front once they are the smaller half, so that
// every board moves about once.
func (q *boardQueue) drop(before int) {
	if gone := (before - q.dropped) * q.size; 2*gone > len(q.cells) {
		q.cells = q.cells[:copy(q.cells, q.cells[gone:])]
		q.dropped = before
	}
}

// drop keeps all boards, to recognise duplicates.
func (b *boardSet) drop(int) {}

// add adds new boards.
func (b *boardSet) add(lines []uint64) (isNew, ok bool) {
	b.encode(lines)
	slot := b.find()
	if b.table[slot] != 0 {
		return false, true
	}
	if uint64(b.count) == maxBoards {
		b.run.reason = nonogram.StopMemory
		return false, false
	}
	if !b.push() {
		return false, false
	}
	b.table[slot] = uint32(b.count)
	if 2*b.count > len(b.table) {
		return true, b.rehash()
	}
	return true, true
}

// find returns the slot of the board in the buffer, or the free slot for it.
func (b *boardSet) find() int {
	mask := len(b.table) - 1
	slot := int(hash(b.buf)) & mask
	for b.table[slot] != 0 {
		at := int(b.table[slot]-1) * b.size
		if string(b.cells[at:at+b.size]) == string(b.buf) {
			break
		}
		slot = (slot + 1) & mask
	}
	return slot
}

// hash is FNV-1a with a final mix, since the table uses the low bits.
func hash(data []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range data {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>32
}

// rehash doubles the table.
func (b *boardSet) rehash() bool {
	old := b.table
	if !b.run.hold(2 * int64(len(old)) * slotBytes) {
		return false
	}
	b.table = make([]uint32, 2*len(old))
	for i := range b.count {
		copy(b.buf, b.cells[i*b.size:])
		b.table[b.find()] = uint32(i + 1)
		if !b.run.tick(nodeWork) {
			return false
		}
	}
	b.run.hold(-int64(len(old)) * slotBytes)
	return true
}
