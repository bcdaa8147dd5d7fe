package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
)

// Results of workers on other machines are checked when they are collected. A sender on
// a server stores every chunk a second time, in the input stream, which workers need not
// be allowed to write. The collector compares each result with it: the key, the number of
// records, the form of each record and, where a record has grids, the grids with the
// clues. A chunk whose result fails is done again, by another worker.
//
// That a puzzle has no solution, or no second one, cannot be seen from a grid: these
// verdicts are the worker's word.

var (
	// errCheck reports a result that is not the answer to its item.
	errCheck = errors.New("the result does not fit the puzzle")
	// errAgain reports a chunk that is done again.
	errAgain = errors.New("done again")
)

// checkRecord checks the result of an item that is a puzzle. It reports whether the
// verdict is the worker's word.
func checkRecord(kind string, item []byte, r Result) (word bool, err error) {
	it, err := ReadItem(item)
	if err != nil {
		return false, err
	}
	line, ended := bytes.CutSuffix(r.Output, []byte("\n"))
	if !ended || !json.Valid(line) || bytes.ContainsAny(line, "\n\r\t") {
		return false, fmt.Errorf("%w: it is not a line of JSON", errCheck)
	}
	var named struct {
		ID    string          `json:"id"`
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(line, &named); err != nil || named.ID != it.ID {
		return false, fmt.Errorf("%w: found the id %q, expected %q", errCheck, named.ID, it.ID)
	}
	if (it.Puzzle == nil) != (named.Error != nil) && r.Code == record.CodeOK {
		return false, fmt.Errorf("%w: an error in the place of an answer, or an answer in the place of an error", errCheck)
	}
	if named.Error != nil || kind != "solve" {
		return named.Error == nil, nil
	}
	var rec struct {
		Status nonogram.Status `json:"status"`
		Grid   []string        `json:"grid"`
		Grids  [][]string      `json:"grids"`
	}
	if err := json.Unmarshal(line, &rec); err != nil {
		return false, fmt.Errorf("%w: it is not a record of solve", errCheck)
	}
	grids := rec.Grids
	if rec.Grid != nil {
		grids = append(grids, rec.Grid)
	}
	for _, rows := range grids {
		g, err := record.ParseGrid("grid", rows, it.Puzzle.Width(), it.Puzzle.Height(), it.Puzzle.Palette)
		if err == nil {
			err = nonogram.Check(it.Puzzle, g)
		}
		if err != nil {
			return false, fmt.Errorf("%w: %w", errCheck, err)
		}
	}
	solved := rec.Status == nonogram.Unique || rec.Status == nonogram.Multiple
	if solved && len(grids) == 0 && r.Code == record.CodeOK {
		return false, fmt.Errorf("%w: a solution is reported and not given", errCheck)
	}
	return rec.Status != nonogram.Multiple, nil
}

// headers of results and of chunks that are done again.
const (
	headerWorker = "Nonogram-Worker" // who answered
	headerAvoid  = "Nonogram-Avoid"  // who must not answer
)

func (j *Job) inputStream() string { return prefix + "-" + j.name() + "-input" }
func (j *Job) inputSubject(chunk any) string {
	return fmt.Sprintf("%s.%s.input.%v", prefix, j.name(), chunk)
}

// checkResults compares the results of a chunk with its items. Where they do not fit, it
// queues the chunk again and returns errAgain.
func (q *Queue) checkResults(ctx context.Context, job *Job, index int, msg *jetstream.RawStreamMsg, results []Result, tally *Tally) error {
	input, err := q.leaderGet(ctx, job.inputStream(), job.inputSubject(index))
	if err != nil {
		return err
	}
	if input == nil {
		return fmt.Errorf("chunk %d of job %s was not sent: %w", index, job.ID, ErrForeign)
	}
	words, err := checkChunk(job, input, msg, results)
	if err == nil {
		tally.Word += words
		return nil
	}
	worker := msg.Header.Get(headerWorker)
	q.config.Log.Warn("a result is done again by another worker", "job", job.ID, "chunk", index, "worker", strconv.QuoteToASCII(worker), "reason", err)
	if err := q.again(ctx, job, index, input, worker); err != nil {
		return err
	}
	return errAgain
}

// checkChunk checks the results of a chunk, and returns how many are the worker's word.
func checkChunk(job *Job, input, msg *jetstream.RawStreamMsg, results []Result) (words int, err error) {
	var items [][]byte
	if err := decode(input.Data, &items); err != nil {
		return 0, err
	}
	if key := job.key(input.Data); input.Header.Get(headerKey) != key || msg.Header.Get(headerKey) != key || len(items) != len(results) {
		return 0, fmt.Errorf("%w: they are of other puzzles", errCheck)
	}
	for i, r := range results {
		word, err := checkRecord(job.Kind, items[i], r)
		if err != nil {
			return 0, err
		}
		if word {
			words++
		}
	}
	return words, nil
}

// sent returns the number of chunks in the input stream of a job, or -1 if there is none.
func (q *Queue) sent(ctx context.Context, job *Job) (n int, err error) {
	if q.host != nil && !job.Checked {
		return -1, nil // a folder is for one user
	}
	err = q.retry(ctx, func(ctx context.Context) error {
		n = -1
		s, err := q.js.Stream(ctx, job.inputStream())
		if err == nil {
			n = int(s.CachedInfo().State.Msgs)
		}
		return ignore(err, jetstream.ErrStreamNotFound)
	})
	return n, err
}

// again removes the result of a chunk and queues the chunk for another worker.
func (q *Queue) again(ctx context.Context, job *Job, index int, input *jetstream.RawStreamMsg, worker string) error {
	err := q.retry(ctx, func(ctx context.Context) error {
		s, err := q.stream(ctx, job.doneStream())
		if err != nil {
			return err
		}
		return s.Purge(ctx, jetstream.WithPurgeSubject(job.doneSubject(index)))
	})
	if err != nil {
		return err
	}
	header := nats.Header{headerKey: input.Header[headerKey], headerFirst: input.Header[headerFirst], headerAvoid: {worker}}
	if _, err := q.put(ctx, job, &nats.Msg{Subject: job.workSubject(index), Data: input.Data, Header: header}); err != nil {
		return err
	}
	return settle(ctx, func() error {
		now, err := q.Job(ctx, job.ID)
		if err != nil || now.Finished.IsZero() {
			return err
		}
		now.Finished = time.Time{}
		return q.save(ctx, now)
	})
}
