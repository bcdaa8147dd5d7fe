package lab

import "encoding/binary"

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
	seen      map[string]bool // encoded boards, if each is added once; otherwise nil
}

// entryBytes is the size of an entry of seen besides the board, on the large side.
const entryBytes = 64

// newBoardQueue returns a queue for boards of that many lines of n cells. With once it adds
// each board once.
func newBoardQueue(r *run, lines, n int, once bool) *boardQueue {
	q := &boardQueue{run: r, lineBytes: (n + 7) / 8}
	q.size = q.lineBytes * lines
	q.buf = make([]byte, q.size)
	if once {
		q.seen = map[string]bool{}
	}
	return q
}

// add adds a board. isNew reports that it has to be visited, ok that there was room.
func (q *boardQueue) add(lines []uint64) (isNew, ok bool) {
	var word [8]byte
	for i, line := range lines {
		binary.LittleEndian.PutUint64(word[:], line)
		copy(q.buf[i*q.lineBytes:], word[:q.lineBytes])
	}
	if q.seen != nil {
		if q.seen[string(q.buf)] {
			return false, true
		}
		if !q.run.hold(int64(q.size) + entryBytes) {
			return false, false
		}
		q.seen[string(q.buf)] = true
	}
	if q.cells, ok = room(q.run, q.cells, q.size, 1); !ok {
		return false, false
	}
	q.cells = append(q.cells, q.buf...)
	q.count++
	return true, true
}

// line reads a line of a board.
func (q *boardQueue) line(board, i int) uint64 {
	var word [8]byte
	at := (board-q.dropped)*q.size + i*q.lineBytes
	copy(word[:], q.cells[at:at+q.lineBytes])
	return binary.LittleEndian.Uint64(word[:])
}

// drop allows all boards before this one to be removed. It moves the others to the front once
// they are the smaller half, so that every board moves about once.
func (q *boardQueue) drop(before int) {
	if gone := (before - q.dropped) * q.size; 2*gone > len(q.cells) {
		q.cells = q.cells[:copy(q.cells, q.cells[gone:])]
		q.dropped = before
	}
}
