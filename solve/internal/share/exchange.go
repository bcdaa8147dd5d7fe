// Package share holds what several searchers of one puzzle share while they work: an
// exchange of what they learn, and a budget. It knows nothing of what a searcher is.
package share

import "sync"

// Exchange holds notes that one searcher has put up and others have not read yet.
// Nothing is changed once it is up, so the lock is held for moments only, a few dozen
// times a second.
type Exchange struct {
	mu      sync.Mutex
	notes   []Note
	dropped int // notes before notes[0] that everybody has read
	waiting int // words in notes
	readers []*Reader
}

// Reader is a searcher's place at the exchange.
type Reader struct{ read int }

// Note is what a searcher put up at one time.
type Note struct {
	From  *Reader
	Words []uint32
}

const (
	// waitingWords bounds what is up for a reader that has not come for long, as
	// restarts may be far apart. What does not fit is not put up: it would only have
	// helped.
	waitingWords = 1 << 18
	// ExchangeBytes is the memory that an exchange takes at the most.
	ExchangeBytes = 4 * waitingWords
)

// Join lets a searcher read what is put up from now on, and what is still there since
// it left.
func (x *Exchange) Join(r *Reader) {
	x.mu.Lock()
	defer x.mu.Unlock()
	r.read = max(r.read, x.dropped)
	x.readers = append(x.readers, r)
}

// Close sends all readers away.
func (x *Exchange) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.readers = x.readers[:0]
}

// Trade puts words up, which belong to the readers from then on, and returns the
// notes since the searcher's last call; its own are among them.
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

// tidy drops what everybody has read.
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
