// Package share lets several searchers of one puzzle share clauses and a budget. It does not
// know the meaning of a clause.
package share

import "sync"

// Exchange holds notes that not all searchers have read. Notes are immutable, so the lock is
// held only briefly.
type Exchange struct {
	mu      sync.Mutex
	notes   []Note
	dropped int // number of notes removed, read by all
	waiting int // number of words in notes
	readers []*Reader
}

// Reader is a searcher's position in the exchange.
type Reader struct{ read int }

// Note is the data that a searcher published at one time.
type Note struct {
	From  *Reader
	Words []uint32
}

const (
	// waitingWords bounds the unread notes. Notes beyond it are dropped, which is safe.
	waitingWords = 1 << 18
	// ExchangeBytes is the greatest memory of an exchange.
	ExchangeBytes = 4 * waitingWords
)

// Join adds a reader of all notes published from now on, and of those still held since it
// left.
func (x *Exchange) Join(r *Reader) {
	x.mu.Lock()
	defer x.mu.Unlock()
	r.read = max(r.read, x.dropped)
	x.readers = append(x.readers, r)
}

// Close removes all readers.
func (x *Exchange) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.readers = x.readers[:0]
}

// Trade publishes words, which belong to the readers from then on, and returns the notes
// since the last call, own notes included.
func (x *Exchange) Trade(r *Reader, words []uint32) []Note {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(words) > 0 && x.waiting+len(words) <= waitingWords {
		x.notes = append(x.notes, Note{r, words})
		x.waiting += len(words)
	}
	fresh := x.notes[r.read-x.dropped:]
	r.read = x.dropped + len(x.notes)
	x.tidy()
	return fresh
}

// tidy removes the notes that all readers have read.
func (x *Exchange) tidy() {
	oldest := x.dropped + len(x.notes)
	for _, r := range x.readers {
		oldest = min(oldest, r.read)
	}
	for ; x.dropped < oldest; x.dropped++ {
		x.waiting -= len(x.notes[0].Words)
		x.notes = x.notes[1:]
	}
}
