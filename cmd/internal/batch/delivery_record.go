package batch

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Items that kill their worker. A process that runs out of memory, or whose stack
// overflows, cannot report its item, and a machine that is switched off looks the same
// from outside. JetStream counts deliveries, so a chunk that is delivered again is
// suspect: a worker process answers its items one by one, and the worker watches it
// (process.go). If the worker process dies, its item is the cause. An item that has
// killed MaxDeaths processes is set aside. The death of a worker blames no item.
//
//	delivery 1   the worker dies                cause unknown
//	delivery 2   items in a worker process      dies three times at item 7: set aside
//
// The system may also kill the worker with its worker process, for instance where a
// container limits the memory of both. So from the recordsAt-th suspect delivery on,
// the delivery record of a chunk is stored before every item, at the price of a synced
// write each, and an item during which maxTogether workers died is set aside too. An
// innocent item is set aside only if as many workers are killed in its few milliseconds.
//
// The count of deliveries does not suffice for this: the embedded server writes it in
// the background, and loses the last ones if it dies with its worker. So the record
// counts suspect deliveries itself, and after the death of an embedded server the first
// chunks of every worker are suspect (Workers.suspect).

// MaxDeaths is how many worker processes an item may kill.
const MaxDeaths = 3

const (
	recordsAt   = 3
	maxTogether = 5
)

// deliveryRecord is the history of a suspect chunk.
type deliveryRecord struct {
	// Suspect counts the suspect deliveries whose worker neither finished the chunk nor
	// returned it.
	Suspect int `json:"suspect,omitempty"`
	// Item is the last item that was begun. Begun reports whether its worker may have
	// died at it, and Deaths is how many did before.
	Item   int   `json:"item,omitempty"`
	Begun  bool  `json:"begun,omitempty"`
	Deaths int   `json:"deaths,omitempty"`
	Aside  []int `json:"aside,omitempty"` // items set aside
}

// deliver records a suspect delivery.
func (r *deliveryRecord) deliver() {
	r.Suspect++
	if !r.Begun {
		return
	}
	r.Begun = false
	if r.Deaths++; r.Deaths >= maxTogether {
		r.Aside, r.Deaths = append(r.Aside, r.Item), 0
	}
}

// begin records the start of an item. It reports whether the record has to be stored:
// no worker died at the items before the last one begun.
func (r *deliveryRecord) begin(item int) bool {
	if r.Suspect < recordsAt || item < r.Item {
		return false
	}
	if item > r.Item {
		r.Item, r.Deaths = item, 0
	}
	r.Begun = true
	return true
}

// giveBack records that a live worker returns the chunk.
func (r *deliveryRecord) giveBack() { r.Suspect, r.Begun = max(0, r.Suspect-1), false }

func (r *deliveryRecord) isAside(item int) bool { return slices.Contains(r.Aside, item) }

func (q *Queue) readRecord(ctx context.Context, job *Job, index int) (*deliveryRecord, error) {
	r := new(deliveryRecord)
	err := q.retry(ctx, func(ctx context.Context) error {
		entry, err := q.records.Get(ctx, job.recordKey(index))
		if err != nil {
			return ignore(err, jetstream.ErrKeyNotFound)
		}
		return json.Unmarshal(entry.Value(), r)
	})
	return r, err
}

func (q *Queue) writeRecord(ctx context.Context, job *Job, index int, r *deliveryRecord) error {
	value, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return q.retry(ctx, func(ctx context.Context) error {
		_, err := q.records.Put(ctx, job.recordKey(index), value)
		return err
	})
}
