package lab

import (
	"encoding/binary"
	"math"

	"nonogram"
)

// boardSet is a set of boards that remembers the order in which they came, for a
// search that visits each once: the boards stand one behind the other, in as few
// bytes as a row needs, and a hash table holds their numbers plus one.
//
//	cells   row 0 row 1 … | row 0 row 1 … |          board 0, board 1, …
//	table   0 2 0 0 1 …                             open addressing, 0 is free
type boardSet struct {
	run      *run
	rowBytes int
	size     int // bytes of a board
	cells    []byte
	table    []uint32
	count    int
	buf      []byte
}

const (
	// firstTable is the length of the table at the beginning, a power of two.
	firstTable = 64
	// maxBoards is as far as the table can number them.
	maxBoards = math.MaxUint32 - 1
	// slotBytes is what a place in the table takes.
	slotBytes = 4
)

func (b *boardSet) init(r *run) {
	b.run = r
	b.rowBytes = (r.width + 7) / 8
	b.size = b.rowBytes * r.height
	b.buf = make([]byte, b.size)
	b.table = make([]uint32, firstTable)
}

// add adds a board; isNew says that it was not there before, ok that there was room
// for it.
func (b *boardSet) add(rows []uint64) (isNew, ok bool) {
	b.encode(rows)
	slot := b.find()
	if b.table[slot] != 0 {
		return false, true
	}
	if !b.room() {
		return false, false
	}
	b.cells = append(b.cells, b.buf...)
	b.count++
	b.table[slot] = uint32(b.count)
	if 2*b.count > len(b.table) {
		return true, b.rehash()
	}
	return true, true
}

// encode writes a board to the buffer.
func (b *boardSet) encode(rows []uint64) {
	var word [8]byte
	for y, row := range rows {
		binary.LittleEndian.PutUint64(word[:], row)
		copy(b.buf[y*b.rowBytes:], word[:b.rowBytes])
	}
}

// row reads a row of a board.
func (b *boardSet) row(board, y int) uint64 {
	var word [8]byte
	at := board*b.size + y*b.rowBytes
	copy(word[:], b.cells[at:at+b.rowBytes])
	return binary.LittleEndian.Uint64(word[:])
}

// find is the slot of the board in the buffer, or the free one that it belongs in.
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

// hash is FNV-1a with a last mixing, since the table uses the low bits.
func hash(data []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range data {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>32
}

// room makes room for the cells of one more board; false if there is none.
func (b *boardSet) room() (ok bool) {
	if uint64(b.count) == maxBoards {
		b.run.reason = nonogram.StopMemory
		return false
	}
	b.cells, ok = room(b.run, b.cells, b.size, 1)
	return ok
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
