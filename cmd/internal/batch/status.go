package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The progress of jobs, counted from the headers of their results. Counts are kept, so that a
// status reads only the results since the last one.

// Status is the progress of a job, counted from its streams.
type Status struct {
	Job  Job
	Done Tally // of the chunks that have a result
	// Chunks with a result, in the queue, and held by workers.
	ChunksDone, Waiting, Working int
	// Missing chunks are neither done nor queued. Sending the job again restores them.
	Missing int
	// Stray messages among the results are not of this program.
	Stray int
	// Workers are those that take chunks of the job, and Others all that are connected.
	Workers, Others []Worker
	// Rate is items per second over the last minute in which any were done.
	Rate float64
}

// NoWorkers reports that the job has no workers. The chunk of a dead worker counts as
// Working until another one takes it.
func (s *Status) NoWorkers() bool { return len(s.Workers) == 0 }

// Tasks lists the chunks of the job that workers are at, the oldest item first.
func (s *Status) Tasks() (tasks []Task) {
	for _, w := range s.Workers {
		for _, t := range w.Tasks {
			if t.Job == s.Job.ID {
				t.Host = w.Host
				tasks = append(tasks, t)
			}
		}
	}
	slices.SortFunc(tasks, func(a, b Task) int { return a.Since.Compare(b.Since) })
	return tasks
}

// Finished reports whether all chunks are done.
func (s *Status) Finished() bool { return s.Job.over(s.ChunksDone) }

// Left estimates the remaining time; 0 if unknown.
func (s *Status) Left() time.Duration {
	if !s.Job.Sealed || s.Rate == 0 || s.Finished() {
		return 0
	}
	return time.Duration(float64(s.Job.Items-s.Done.Items) / s.Rate * float64(time.Second))
}

// rateWindow is the time over which the rate is taken.
const rateWindow = time.Minute

// Status returns the progress of a job.
func (q *Queue) Status(ctx context.Context, id string) (*Status, error) {
	all, err := q.Statuses(ctx, id)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Statuses returns the progress of jobs, or of all jobs.
func (q *Queue) Statuses(ctx context.Context, ids ...string) (all []*Status, err error) {
	var jobs []*Job
	for _, id := range ids {
		job, err := q.Job(ctx, id)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job)
	}
	if len(ids) == 0 {
		if jobs, err = q.Jobs(ctx); err != nil {
			return nil, err
		}
	}
	var workers []Worker
	if slices.ContainsFunc(jobs, func(j *Job) bool { return !j.Cancelled && j.Finished.IsZero() }) {
		workers = q.Workers(ctx)
	}
	for _, job := range jobs {
		s, err := q.status(ctx, job, workers)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func (q *Queue) status(ctx context.Context, job *Job, workers []Worker) (*Status, error) {
	s := &Status{Job: *job, Others: workers}
	for _, w := range workers {
		if w.Version == job.Version && (w.Only == "" || w.Only == job.ID) {
			s.Workers = append(s.Workers, w)
		}
	}
	if !job.Cancelled {
		err := q.retry(ctx, func(ctx context.Context) error {
			c, err := q.js.Consumer(ctx, job.workStream(), consumer)
			if err == nil {
				info := c.CachedInfo()
				s.Waiting, s.Working = int(info.NumPending), info.NumAckPending
			}
			return ignore(ignore(err, jetstream.ErrStreamNotFound), jetstream.ErrConsumerNotFound)
		})
		if err != nil {
			return nil, err
		}
	}
	p, err := q.progress(ctx, job)
	if err != nil {
		return nil, err
	}
	s.Done, s.ChunksDone, s.Stray, s.Rate = p.Done, p.Chunks, p.Stray, rate(p.Recent)
	if job.Sealed && !job.Cancelled {
		s.Missing = max(0, job.Chunks-s.ChunksDone-s.Waiting-s.Working)
	}
	return s, nil
}

// progress counts the results of a job up to a message of the done stream. Messages are
// only added there, so that a count stays true, and the next one goes on from it. It is
// kept in the process and, every keepEvery messages, in the bucket of records.
type progress struct {
	Seq    uint64   `json:"seq"` // of the last message counted
	Chunks int      `json:"chunks"`
	Stray  int      `json:"stray,omitempty"`
	Done   Tally    `json:"done"`
	Recent []stored `json:"recent"` // for the rate
	kept   uint64   // Seq of what is in the bucket
}

const keepEvery = 2000

// progressKey is the key of the count in the bucket of records.
func (j *Job) progressKey() string { return j.recordKey("progress") }

// progress returns the count of all results that are stored now.
func (q *Queue) progress(ctx context.Context, job *Job) (*progress, error) {
	q.counting.Lock()
	defer q.counting.Unlock()
	state, err := q.doneState(ctx, job)
	if err != nil || state == nil {
		return new(progress), err
	}
	p := q.counts[job.name()]
	if p == nil {
		p = new(progress)
		_ = q.request(ctx, func(ctx context.Context) error {
			entry, err := q.records.Get(ctx, job.progressKey())
			if err == nil {
				err = json.Unmarshal(entry.Value(), p)
			}
			return err // it is counted from the start then
		})
		p.kept = p.Seq
	}
	// A server that lost messages has fewer than were counted.
	if p.Seq > state.LastSeq || uint64(p.Chunks+p.Stray) > state.Msgs {
		p = new(progress)
	}
	err = q.headers(ctx, job.doneStream(), p.Seq+1, state.LastSeq, func(msg jetstream.Msg) error {
		meta, err := msg.Metadata()
		if err != nil {
			return err
		}
		p.add(msg.Subject(), msg.Headers(), meta.Timestamp)
		p.Seq = meta.Sequence.Stream
		return nil
	})
	if err != nil {
		return nil, err
	}
	p.Seq = max(p.Seq, state.LastSeq) // the last ones may have been removed
	q.counts[job.name()] = p
	if p.Seq >= p.kept+keepEvery {
		if value, err := json.Marshal(p); err == nil && q.request(ctx, func(ctx context.Context) error {
			_, err := q.records.Put(ctx, job.progressKey(), value)
			return err
		}) == nil {
			p.kept = p.Seq
		}
	}
	return p, nil
}

// recentResults bounds the results that the rate is computed from. When there are more,
// neighbors are joined.
const recentResults = 128

// add counts a result. Messages that no worker of this program has stored are counted
// apart.
func (p *progress) add(subject string, header nats.Header, at time.Time) {
	t, err := parseTally(header.Get(headerTally))
	if _, errIndex := chunkOf(subject); err != nil || errIndex != nil {
		p.Stray++
		return
	}
	p.Chunks++
	p.Done.add(t)
	p.Recent = append(p.Recent, stored{at, t.Items})
	if len(p.Recent) <= recentResults {
		return
	}
	p.Recent = slices.DeleteFunc(p.Recent, func(r stored) bool { return at.Sub(r.At) > rateWindow })
	for i := 0; len(p.Recent) > recentResults/2 && i+1 < len(p.Recent); i++ {
		p.Recent[i+1].Items += p.Recent[i].Items
		p.Recent = slices.Delete(p.Recent, i, i+1)
	}
}

// doneState returns the state of a done stream according to its leader; nil if there is
// none.
func (q *Queue) doneState(ctx context.Context, job *Job) (state *jetstream.StreamState, err error) {
	err = q.retry(ctx, func(ctx context.Context) error {
		s, err := q.js.Stream(ctx, job.doneStream())
		if err == nil {
			state = &s.CachedInfo().State
		}
		return ignore(err, jetstream.ErrStreamNotFound)
	})
	return state, err
}

// finish notes in the record of a job that all results are stored, if they are. Workers
// then forget the job.
func (q *Queue) finish(ctx context.Context, job *Job) {
	if !job.Sealed || !job.Finished.IsZero() {
		return
	}
	if p, err := q.progress(ctx, job); err != nil || !job.over(p.Chunks) {
		return
	}
	now := *job
	now.Finished = time.Now().UTC().Round(time.Millisecond)
	_ = q.save(ctx, &now) // if it has changed, another process looks again
}

const (
	// headersAtOnce is how many headers one request asks for.
	headersAtOnce = 500
	// readerIdle is after how long the server drops an unused consumer.
	readerIdle = 10 * time.Second
)

// headers visits the messages of a stream from next to last without their bodies.
//
// A consumer lives on one server of a cluster, which may just have died. So every batch
// has its own consumer. JetStream's ordered consumer does the same, but it ignores
// contexts while it waits for a server.
func (q *Queue) headers(ctx context.Context, stream string, next, last uint64, visit func(jetstream.Msg) error) error {
	for next <= last {
		err := q.retry(ctx, func(ctx context.Context) error {
			at, err := q.headerBatch(ctx, stream, next, last, visit)
			next = max(next, at)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// headerBatch visits up to headersAtOnce messages and returns the number of the next.
func (q *Queue) headerBatch(ctx context.Context, stream string, next, last uint64, visit func(jetstream.Msg) error) (uint64, error) {
	c, err := q.js.CreateConsumer(ctx, stream, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: next,
		AckPolicy: jetstream.AckNonePolicy, HeadersOnly: true,
		Replicas: 1, MemoryStorage: true, InactiveThreshold: readerIdle,
	})
	if err != nil {
		return next, err
	}
	want := min(last-next+1, headersAtOnce)
	if pending := c.CachedInfo().NumPending; pending > 0 {
		want = min(want, pending) // some were removed, and would be waited for
	} else { // this server lags, or the rest was removed
		msg, err := q.leaderFind(ctx, stream, map[string]any{"seq": next, "next_by_subj": ">"})
		if err != nil || msg == nil {
			return last + 1, err
		}
	}
	batch, err := c.Fetch(int(want), jetstream.FetchMaxWait(requestTimeout))
	if err != nil {
		return next, err
	}
	found := false
	for msg := range batch.Messages() {
		meta, err := msg.Metadata()
		if err == nil {
			err = visit(msg)
		}
		if err != nil {
			return next, err
		}
		found, next = true, meta.Sequence.Stream+1
	}
	if !found {
		return next, cmp.Or(batch.Error(), nats.ErrTimeout)
	}
	return next, nil
}

// stored is a result of so many items and the time at which it was stored.
type stored struct {
	At    time.Time `json:"at"`
	Items int       `json:"items"`
}

// rate returns the items per second within rateWindow before the last result. It excludes the
// first result of that time, whose start is unknown, and results after the last one, because
// the clock may jump.
func rate(results []stored) float64 {
	first, items := -1, 0
	for i, r := range results {
		before := results[len(results)-1].At.Sub(r.At)
		switch {
		case before < 0 || before > rateWindow:
		case first < 0:
			first = i
		default:
			items += r.Items
		}
	}
	if items == 0 || results[first].At.Equal(results[len(results)-1].At) {
		return 0
	}
	return float64(items) / results[len(results)-1].At.Sub(results[first].At).Seconds()
}

// workersSubject is where worker processes tell what they do.
const workersSubject = prefix + ".workers"

// Worker is what a process with workers tells.
type Worker struct {
	Host    string `json:"host"`
	PID     int    `json:"pid"`
	Version string `json:"version"`
	N       int    `json:"workers"`
	Only    string `json:"only,omitempty"` // the only job it works for
	Tasks   []Task `json:"tasks"`
}

// Task is a chunk that is worked on.
type Task struct {
	Job    string    `json:"job"`
	Chunk  int       `json:"chunk"`
	Puzzle int       `json:"puzzle"` // its number in the job, from 1
	Since  time.Time `json:"since"`  // of that puzzle
	Again  bool      `json:"again"`  // the chunk was delivered before
	Host   string    `json:"-"`
}

const (
	// firstAnswer is how long Workers waits for the first answer, and nextAnswer for each
	// further one. Where there are no workers, the server says so at once.
	firstAnswer, nextAnswer = time.Second, 150 * time.Millisecond
)

// Workers lists the processes with workers that are connected.
func (q *Queue) Workers(ctx context.Context) (workers []Worker) {
	inbox := q.nc.NewRespInbox()
	answers, err := q.nc.SubscribeSync(inbox)
	if err != nil {
		return nil
	}
	defer func() { _ = answers.Unsubscribe() }()
	if err := q.nc.PublishRequest(workersSubject, inbox, nil); err != nil {
		return nil
	}
	for wait := firstAnswer; ; wait = nextAnswer {
		ctx, cancel := context.WithTimeout(ctx, wait)
		msg, err := answers.NextMsgWithContext(ctx)
		cancel()
		if err != nil || errors.Is(err, nats.ErrNoResponders) {
			break
		}
		var w Worker
		if json.Unmarshal(msg.Data, &w) == nil {
			workers = append(workers, w)
		}
	}
	slices.SortFunc(workers, func(a, b Worker) int { return cmp.Or(strings.Compare(a.Host, b.Host), cmp.Compare(a.PID, b.PID)) })
	return workers
}
