package batch

import (
	"bytes"
	"encoding/json"
	"fmt"

	"nonogram/cmd/internal/operations/record"
)

// Tally counts items by outcome.
type Tally struct {
	Items, Failed, Unsolvable, Undecided, Aside int
	// Word counts verdicts of a checked job that are the worker's word. Only the collector
	// knows it.
	Word int
}

func tallyOf(results []Result) Tally {
	t := Tally{Items: len(results)}
	for _, r := range results {
		switch r.Code {
		case record.CodeFailed:
			t.Failed++
		case record.CodeUnsolvable:
			t.Unsolvable++
		case record.CodeUndecided:
			t.Undecided++
		case CodeAside:
			t.Aside++
		}
	}
	return t
}

func (t *Tally) add(u Tally) {
	t.Items += u.Items
	t.Failed += u.Failed
	t.Unsolvable += u.Unsolvable
	t.Undecided += u.Undecided
	t.Aside += u.Aside
}

// String is the form of the header.
func (t Tally) String() string {
	return fmt.Sprint(t.Items, t.Failed, t.Unsolvable, t.Undecided, t.Aside)
}

func parseTally(s string) (t Tally, err error) {
	_, err = fmt.Sscan(s, &t.Items, &t.Failed, &t.Unsolvable, &t.Undecided, &t.Aside)
	return t, err
}

// headroom is for the headers of a message.
const headroom = 1 << 10

// fit encodes results for one message. Results that are too large for the server become
// error records.
func (w *Workers) fit(d *delivery, results []Result) []byte {
	limit := int(w.Queue.nc.MaxPayload()) - headroom
	body := encode(results)
	if len(body) <= limit {
		return body
	}
	share := limit / (len(results) + 1)
	for i, r := range results {
		if len(r.Output) > share {
			message := fmt.Sprintf("the result of %d bytes is too large for the server, whose max_payload is %d", len(r.Output), w.Queue.nc.MaxPayload())
			results[i] = broken(d.job, d.index, d.items[i], record.CodeFailed, message)
		}
	}
	return encode(results)
}

// JSONLine encodes a record as a line of JSON.
func JSONLine(rec any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rec); err != nil {
		return JSONLine(record.Error{Error: record.Detail{Message: err.Error()}})
	}
	return b.Bytes()
}
