package batch

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A stored job: a record in the bucket of jobs and two streams. The work stream is a
// queue, which a chunk leaves when its result is stored; the done stream holds one
// message per chunk.

// Job describes a job.
type Job struct {
	ID string `json:"id"`
	// Run tells jobs of the same ID apart, of which one was removed before the next. It
	// is part of the names of streams and subjects, so that a worker that still holds a
	// chunk of the removed job cannot store its result in the new one.
	Run     string          `json:"run,omitempty"`
	Kind    string          `json:"kind"`
	Request json.RawMessage `json:"request,omitempty"` // decoded by the kind
	Files   bool            `json:"files,omitempty"`   // records name their file
	Certify bool            `json:"certify,omitempty"` // verdicts need certificates
	Version string          `json:"version"`           // of the program, see Workers
	Source  string          `json:"source"`            // origin of the items, for display
	Created time.Time       `json:"created"`
	// Chunks and Items are totals, valid once Sealed reports that all were sent.
	Chunks int  `json:"chunks"`
	Items  int  `json:"items"`
	Sealed bool `json:"sealed"`
	// Digest is the hash of all chunks of a sealed job.
	Digest    string `json:"digest,omitempty"`
	Cancelled bool   `json:"cancelled,omitempty"`
	// Finished is when a process saw that all results are stored.
	Finished time.Time `json:"finished,omitzero"`
	// Collected is when a command had written all results, see Expire.
	Collected time.Time `json:"collected,omitzero"`
	// Checked jobs have an input stream, and their results are compared with it.
	Checked bool `json:"checked,omitempty"`
	// Priority decides which job workers prefer; those of equal priority share them.
	Priority int `json:"priority,omitempty"`

	revision uint64
	begun    bool // by Begin, in this process
	resumed  bool // it existed before Begin
	sent     *ledger
}

// over reports whether a job with that many results is finished.
func (j *Job) over(done int) bool {
	return j.Sealed && done >= j.Chunks
}

// Errors about jobs.
var (
	ErrNoJob     = errors.New("there is no such job")
	ErrCancelled = errors.New("the job has been cancelled")
	ErrOther     = errors.New("there is a job of that name with other input, request or program version")

	errStale  = errors.New("the record of the job has changed")
	errRecord = errors.New("the record of the job is not of this program: remove it")
)

// Names of the streams, buckets and subjects.
const (
	prefix        = "nonogram"
	jobsBucket    = prefix + "-jobs"
	recordsBucket = prefix + "-records"
	consumer      = "workers"
)

// name is unique among all jobs, those of the past included. An ID has no =.
func (j *Job) name() string {
	if j.Run == "" {
		return j.ID // of an earlier version
	}
	return j.ID + "=" + j.Run
}

func (j *Job) workStream() string { return prefix + "-" + j.name() + "-work" }
func (j *Job) doneStream() string { return prefix + "-" + j.name() + "-done" }

// workSubject is the subject of a chunk. With * as the chunk it matches all.
func (j *Job) workSubject(chunk any) string {
	return fmt.Sprintf("%s.%s.work.%v", prefix, j.name(), chunk)
}
func (j *Job) doneSubject(chunk any) string {
	return fmt.Sprintf("%s.%s.done.%v", prefix, j.name(), chunk)
}

// recordKey is the key of a delivery record. With * as the chunk it matches all.
func (j *Job) recordKey(chunk any) string { return fmt.Sprintf("%s.%v", j.name(), chunk) }

// validID excludes the special characters of subjects, streams and shells.
var validID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`) })

// CheckID validates the name of a job.
func CheckID(id string) error {
	if !validID().MatchString(id) {
		return fmt.Errorf("job name %q, expected up to 40 letters, digits, - and _, the first a letter or digit", id)
	}
	return nil
}

// NewID returns a unique name.
func NewID() string {
	return strings.ToLower(rand.Text()[:8])
}

// Jobs lists all jobs, the oldest first.
func (q *Queue) Jobs(ctx context.Context) ([]*Job, error) {
	ids, err := q.keys(ctx, jobsBucket, ">")
	if err != nil {
		return nil, err
	}
	var jobs []*Job
	for _, id := range ids {
		switch job, err := q.Job(ctx, id); {
		case errors.Is(err, ErrNoJob): // removed in between
		case errors.Is(err, errRecord), CheckID(id) != nil: // whoever wrote it, other jobs go on
			q.config.Log.Warn("job skipped", "error", err)
		case err != nil:
			return nil, err
		default:
			jobs = append(jobs, job)
		}
	}
	slices.SortFunc(jobs, func(a, b *Job) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return jobs, nil
}

// Job finds a job by its id.
func (q *Queue) Job(ctx context.Context, id string) (*Job, error) {
	if err := CheckID(id); err != nil {
		return nil, err
	}
	msg, err := q.leaderGet(ctx, bucketStream(jobsBucket), bucketSubject(jobsBucket, id))
	if err != nil {
		return nil, err
	}
	if msg == nil || msg.Header.Get("KV-Operation") != "" { // a mark of its removal
		return nil, fmt.Errorf("%s: %w", id, ErrNoJob)
	}
	return readJob(id, msg.Data, msg.Sequence)
}

// readJob decodes the record of a job.
func readJob(id string, value []byte, revision uint64) (*Job, error) {
	job := &Job{revision: revision}
	if err := json.Unmarshal(value, job); err != nil || job.ID != id || CheckID(id) != nil {
		return nil, fmt.Errorf("%q: %w", id, errRecord)
	}
	return job, nil
}

// save stores a job. It returns errStale if the stored job has changed.
func (q *Queue) save(ctx context.Context, job *Job) error {
	value, err := json.Marshal(job)
	if err != nil {
		return err
	}
	var revision uint64
	err = q.retryFor(ctx, Forever, func(ctx context.Context) (err error) {
		if job.revision == 0 {
			revision, err = q.jobs.Create(ctx, job.ID, value)
		} else {
			revision, err = q.jobs.Update(ctx, job.ID, value, job.revision)
		}
		return err
	})
	switch {
	case hasCode(err, codeWrongLastSequence):
		return errStale
	case err == nil:
		job.revision = revision
	}
	return err
}

// settle retries on errStale: another process changed the job, or an earlier try did
// and its answer was lost.
func settle(ctx context.Context, try func() error) (err error) {
	for {
		if err = try(); !errors.Is(err, errStale) || !pause(ctx, retryPause) {
			return err
		}
	}
}

// Cancel ends a job. It drops queued chunks and keeps results.
func (q *Queue) Cancel(ctx context.Context, id string) error {
	_, err := q.cancel(ctx, id)
	return err
}

func (q *Queue) cancel(ctx context.Context, id string) (job *Job, err error) {
	err = settle(ctx, func() (err error) {
		if job, err = q.Job(ctx, id); err != nil || job.Cancelled {
			return err
		}
		job.Cancelled = true
		return q.save(ctx, job)
	})
	if err != nil {
		return nil, err
	}
	reached(pointCancelled)
	return job, q.drop(ctx, job.workStream())
}

// Remove deletes a job with its results.
func (q *Queue) Remove(ctx context.Context, id string) error {
	job, err := q.cancel(ctx, id)
	if errors.Is(err, errRecord) {
		return q.retry(ctx, func(ctx context.Context) error { return q.jobs.Delete(ctx, id) })
	}
	if err != nil {
		return err
	}
	return q.clear(ctx, job)
}

// clear deletes a cancelled job without a work stream, with its results.
func (q *Queue) clear(ctx context.Context, job *Job) error {
	reached(pointNoWork)
	if job.Checked {
		if err := q.drop(ctx, job.inputStream()); err != nil {
			return err
		}
	}
	if err := q.drop(ctx, job.doneStream()); err != nil {
		return err
	}
	reached(pointNoResults)
	if err := q.erase(ctx, recordsBucket, job.recordKey("*")); err != nil {
		return err
	}
	reached(pointNoRecords)
	err := q.retry(ctx, func(ctx context.Context) error {
		return q.jobs.Delete(ctx, job.ID, jetstream.LastRevision(job.revision))
	})
	if hasCode(err, codeWrongLastSequence) {
		return nil // removed by another process, or by an earlier try
	}
	return err
}

// Collected notes that all results of a job were written, if the user may: Expire removes
// no other jobs.
func (q *Queue) Collected(ctx context.Context, job *Job) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	err := q.change(ctx, job, func(now *Job) bool {
		now.Collected = time.Now().UTC().Round(time.Millisecond)
		now.Finished = cmp.Or(now.Finished, now.Collected)
		return true
	})
	if err != nil {
		q.config.Log.Debug("not noted as collected", "job", job.ID, "error", err)
	}
}

// change stores the record of a job if do has changed it and there is no other job of that
// name.
func (q *Queue) change(ctx context.Context, job *Job, do func(now *Job) bool) error {
	return settle(ctx, func() error {
		now, err := q.Job(ctx, job.ID)
		if err != nil || now.Run != job.Run || !do(now) {
			return err
		}
		return q.save(ctx, now)
	})
}

// unfinish notes that a job lacks a result again.
func unfinish(job *Job) (changed bool) {
	changed = !job.Finished.IsZero()
	job.Finished, job.Collected = time.Time{}, time.Time{}
	return changed
}

const (
	// notExpired reports a job that stays, until the next try after expireAgain.
	notExpired  = "a job is too old, and could not be removed"
	expireAgain = time.Minute
)

// Expire removes jobs some time after all their results were written, until the context
// ends.
func (q *Queue) Expire(ctx context.Context, age time.Duration) {
	seen := map[string]time.Time{}
	q.watch(ctx, func(jobs map[string]*Job) {
		for _, job := range jobs {
			if job.Collected.IsZero() || job.Collected.Equal(seen[job.name()]) {
				continue
			}
			seen[job.name()] = job.Collected
			time.AfterFunc(time.Until(job.Collected.Add(age)), func() {
				for ctx.Err() == nil {
					err := q.expire(ctx, job)
					if err == nil {
						return
					}
					q.config.Log.Warn(notExpired, "job", job.ID, "error", explain(err))
					pause(ctx, expireAgain)
				}
			})
		}
	})
}

// expire removes a job if nothing has changed since it was collected.
func (q *Queue) expire(ctx context.Context, job *Job) error {
	ctx, cancel := context.WithTimeout(ctx, defaultPatience)
	defer cancel()
	var gone *Job
	err := q.change(ctx, job, func(now *Job) bool {
		if gone = nil; now.Collected.Equal(job.Collected) {
			now.Cancelled, gone = true, now
		}
		return gone != nil
	})
	if err != nil || gone == nil {
		return ignore(err, ErrNoJob)
	}
	if err := q.drop(ctx, gone.workStream()); err != nil {
		return err
	}
	return q.clear(ctx, gone)
}

// drop deletes a stream, if it is there.
func (q *Queue) drop(ctx context.Context, stream string) error {
	return q.retry(ctx, func(ctx context.Context) error {
		return ignore(q.js.DeleteStream(ctx, stream), jetstream.ErrStreamNotFound)
	})
}

// ignore drops one error.
func ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}
