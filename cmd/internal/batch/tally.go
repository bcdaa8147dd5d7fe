package batch

import (
	"bytes"
	"encoding/json"
	"fmt"

	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/plural"
)

// The message with the results of a chunk: its header counts the outcomes, and parts are left out
// where it is too large for the server.

// Tally counts items by outcome.
type Tally struct {
	Items, Failed, Unsolvable, Undecided, Aside int
	// Word counts verdicts that are the word of a worker. Only the collector knows it.
	Word int
}

func tallyOf(results []Result) Tally {
	t := Tally{Items: len(results)}
	for _, r := range results {
		if r.word && r.Code != record.CodeUndecided {
			t.Word++
		}
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
	t.Word += u.Word
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
	body := fitProofs(results, limit)
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

// fitProofs encodes results, without the longest certificates if they are too large.
func fitProofs(results []Result, limit int) []byte {
	for {
		body := encode(results)
		i := largestProof(results)
		if len(body) <= limit || i < 0 {
			return body
		}
		results[i] = withoutProof(results[i], fmt.Sprintf("it has %s, and the server takes %d for a chunk", plural.Of(len(results[i].Proof), "byte", "bytes"), limit))
	}
}

// largestProof returns the index of the longest certificate, or -1 if there is none.
func largestProof(results []Result) int {
	largest := -1
	for i, r := range results {
		if len(r.Proof) > 0 && (largest < 0 || len(r.Proof) > len(results[largest].Proof)) {
			largest = i
		}
	}
	return largest
}

// lineBytes are those of a usual line.
const lineBytes = 512

// JSONLine encodes a record as a line of JSON.
func JSONLine(rec any) []byte {
	var b bytes.Buffer
	b.Grow(lineBytes)
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rec); err != nil {
		return JSONLine(record.Error{Error: record.Detail{Message: err.Error()}})
	}
	return b.Bytes()
}
