package batch

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Items that kill their worker. A process that runs out of memory, or whose stack
// overflows, cannot say which item it was at. So when a chunk comes for a second time
// and nobody has returned it, the worker becomes careful: it stores a mark before
// every item. The next worker reads from the mark at which item the one before died.
//
//	delivery 1   dies somewhere            nobody knows where: a loose death
//	delivery 2   careful, dies at item 7   mark {item 7, begun, deaths 0}
//	delivery 3   alone, dies at item 7     mark {item 7, begun, deaths 1}
//	delivery 4   sets item 7 aside         1 loose death + 2 at the item = 3
//
// A process works on several chunks at a time, and one killer takes them all down. So
// from the third delivery on an item runs alone: the process does nothing else while
// it does, and the mark is taken back when it is done. That makes the last death, the
// one that decides, certain; innocent items that shared the first two go free.
//
// Items before the marked one have been passed without harm; a worker that dies there
// was killed by something else, which is why the mark says whether its item had begun.
// The cost is a synced write or two per item, on such chunks only.

// MaxDeaths is how many workers an item may kill. A worker that is switched off during
// an item looks the same, which can happen to an innocent item three times, if workers
// are switched off all the time.
const MaxDeaths = 3

// mark is what is known of a chunk that was not finished.
type mark struct {
	// Returned is how many deliveries ended with the chunk being given back.
	Returned int `json:"returned,omitempty"`
	// Loose is how many workers died somewhere in the chunk.
	Loose int `json:"loose,omitempty"`
	// Careful says that marks are kept: Item is the furthest that was begun, by the
	// last worker too if Begun says so, and has so far killed Deaths of them.
	Careful bool  `json:"careful,omitempty"`
	Item    int   `json:"item,omitempty"`
	Begun   bool  `json:"begun,omitempty"`
	Deaths  int   `json:"deaths,omitempty"`
	Aside   []int `json:"aside,omitempty"` // items set aside
}

// suspicion is the care to take with a chunk on its n-th delivery; nil for none.
func (q *Queue) suspicion(ctx context.Context, job string, index, deliveries int) (*mark, error) {
	if deliveries <= 1 {
		return nil, nil
	}
	m, err := q.readMark(ctx, job, index)
	if err != nil {
		return nil, err
	}
	if !m.blame(deliveries, q.config.MaxDeaths) {
		return nil, nil
	}
	return m, q.writeMark(ctx, job, index, m)
}

// blame draws the conclusions from a chunk having come again, and reports whether
// care is needed. An item that has killed limit workers is set aside.
func (m *mark) blame(deliveries, limit int) bool {
	switch {
	case m.Careful && m.Begun:
		m.Deaths++
	case m.Careful:
	case deliveries-1 > m.Returned:
		m.Careful, m.Loose = true, 1
	default:
		return false // it was given back each time
	}
	m.Begun = false
	if m.Deaths > 0 && m.Loose+m.Deaths >= limit {
		m.Aside = append(m.Aside, m.Item)
		m.Loose, m.Deaths = 0, 0
	}
	return true
}

// alone says that items have to run by themselves: two workers have died.
func (m *mark) alone() bool { return m.Loose+m.Deaths >= MaxDeaths-1 || len(m.Aside) > 0 }

// passed notes that an item is done.
func (m *mark) passed(item int) {
	if item >= m.Item {
		m.Item, m.Begun, m.Deaths = item+1, false, 0
	}
}

// begin notes the beginning of an item, and reports whether that is to be stored.
func (m *mark) begin(item int) bool {
	if item < m.Item || m.isAside(item) {
		return false
	}
	if item > m.Item {
		m.Item, m.Deaths = item, 0
	}
	m.Begun = true
	return true
}

// returned notes that a chunk is given back by a worker that lives.
func (q *Queue) returned(ctx context.Context, job string, index, deliveries int) error {
	m, err := q.readMark(ctx, job, index)
	if err != nil {
		return err
	}
	m.Begun, m.Returned = false, deliveries
	return q.writeMark(ctx, job, index, m)
}

func (q *Queue) readMark(ctx context.Context, job string, index int) (*mark, error) {
	m := new(mark)
	err := q.retry(ctx, manyTries, func(ctx context.Context) error {
		entry, err := q.marks.Get(ctx, markKey(job, index))
		if err != nil {
			return ignore(err, jetstream.ErrKeyNotFound)
		}
		return json.Unmarshal(entry.Value(), m)
	})
	return m, err
}

func (q *Queue) writeMark(ctx context.Context, job string, index int, m *mark) error {
	value, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return q.retry(ctx, manyTries, func(ctx context.Context) error {
		_, err := q.marks.Put(ctx, markKey(job, index), value)
		return err
	})
}

func (m *mark) isAside(item int) bool { return slices.Contains(m.Aside, item) }
