package batch

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Items that kill their worker. A process that runs out of memory, or whose stack
// overflows, cannot say which item it was at, and one that is switched off looks the
// same to the others. So when a chunk comes again and nobody has returned it, its items
// are answered by a process of their own, one at a time, and the worker looks on
// (hand.go). One that dies has a witness, and its item is tried again, alone; an item
// that has killed MaxDeaths such processes is set aside. A worker that dies is no
// witness: it counts against nobody.
//
//	delivery 1   the worker dies                    nobody knows of what
//	delivery 2   items in a process of their own    dies at item 7, three times: aside
//
// There are killers without a witness: where memory is counted for worker and hand
// together (a container, say), the system may end both. So from the marksAt-th time that
// care is taken a mark is stored before every item, at the price of a synced write each,
// and an item during which maxTogether workers died is set aside too. For an innocent
// one that would take as many kills within the milliseconds that it takes, one by one.
//
// The server counts deliveries, but one that dies with its worker, as the server of a
// folder may, forgets the last of them. So after the death of such a server the first
// chunks that a worker takes are handled with care as well.

// MaxDeaths is how many processes that worked on nothing else an item may kill.
const MaxDeaths = 3

const (
	marksAt     = 3
	maxTogether = 5
)

// mark is what is known of a chunk that was not finished.
type mark struct {
	// Returned is how many deliveries there had been when the chunk was last given
	// back, and Careful how often care was taken and the worker not heard of again.
	Returned int `json:"returned,omitempty"`
	Careful  int `json:"careful,omitempty"`
	// Item is the furthest that was begun, if Begun says so by a worker that has not
	// been heard of since, and Deaths how many died at it before.
	Item   int   `json:"item,omitempty"`
	Begun  bool  `json:"begun,omitempty"`
	Deaths int   `json:"deaths,omitempty"`
	Aside  []int `json:"aside,omitempty"` // items set aside
}

// suspicion is what is known of a chunk on its n-th delivery; nil if it needs no care.
func (q *Queue) suspicion(ctx context.Context, job string, index, deliveries int, doubt bool) (*mark, error) {
	if deliveries <= 1 && !doubt {
		return nil, nil
	}
	m, err := q.readMark(ctx, job, index)
	if err != nil || !m.suspect(deliveries, doubt) {
		return nil, err
	}
	return m, q.writeMark(ctx, job, index, m)
}

// suspect reports whether a chunk needs care, and then draws the conclusions from what
// the last worker has left.
func (m *mark) suspect(deliveries int, doubt bool) bool {
	if deliveries-1 <= m.Returned && m.Careful == 0 && !doubt {
		return false // it was given back each time
	}
	m.Careful++
	if m.Begun {
		m.Begun = false
		if m.Deaths++; m.Deaths >= maxTogether {
			m.Aside, m.Deaths = append(m.Aside, m.Item), 0
		}
	}
	return true
}

// marked says that items are to be marked.
func (m *mark) marked() bool { return m.Careful >= marksAt }

// begin notes the beginning of an item, and reports whether that is to be stored: those
// before the furthest that was begun have been passed without harm.
func (m *mark) begin(item int) bool {
	if item < m.Item {
		return false
	}
	if item > m.Item {
		m.Item, m.Deaths = item, 0
	}
	m.Begun = true
	return true
}

// giveBack notes that the chunk is given back by a worker that lives.
func (m *mark) giveBack(deliveries int) {
	m.Careful, m.Returned, m.Begun = max(0, m.Careful-1), deliveries, false
}

// returned notes that a chunk is given back.
func (q *Queue) returned(ctx context.Context, job string, index, deliveries int) error {
	m, err := q.readMark(ctx, job, index)
	if err != nil {
		return err
	}
	m.giveBack(deliveries)
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
