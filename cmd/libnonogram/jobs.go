package main

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
)

// Every call is a job: a goroutine that answers, so that the thread of the caller can look at
// its own signals meanwhile. A job costs a microsecond or two.

// rows are the operations by name.
var rows = func() map[string]operations.Operation {
	table := map[string]operations.Operation{}
	for _, o := range all.Operations() {
		table[o.Name] = o
	}
	return table
}()

// job is a call that is being answered.
type job struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when the answer is there
	answer []byte

	mu       sync.Mutex
	progress operations.Progress
	log      bytes.Buffer
	answered atomic.Int64 // puzzles
}

var (
	jobs sync.Map // by number, *job
	last atomic.Uint64
)

// run starts a job. Its panic becomes an answer.
func run(watched bool, do func(context.Context, *job, *operations.Service) []byte) uint64 {
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{cancel: cancel, done: make(chan struct{})}
	if watched {
		ctx = operations.WithWatch(ctx, operations.Watch{Progress: j.report})
	}
	service := all.Service(operations.Limits{})
	service.Log = j
	number := last.Add(1)
	jobs.Store(number, j)
	go func() {
		defer close(j.done)
		defer cancel()
		j.answer = guarded(func() []byte { return do(ctx, j, service) })
	}()
	return number
}

// guarded turns a panic into an answer.
func guarded(do func() []byte) (answer []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			answer = operations.JSON(nil, operations.Errorf(operations.Internal, "", "%v", fault))
		}
	}()
	return do()
}

// begin starts the answer to a request.
func begin(name string, request []byte, watched bool) uint64 {
	return run(watched, func(ctx context.Context, _ *job, s *operations.Service) []byte {
		o, err := named(name)
		if err != nil {
			return operations.JSON(nil, err)
		}
		return operations.JSON(o.Call(ctx, s, request))
	})
}

func named(name string) (operations.Operation, error) {
	o, ok := rows[name]
	if !ok {
		return o, operations.Errorf(operations.UnknownName, "operation", "there is no operation %.40q", name)
	}
	return o, nil
}

// ended waits for a job, without a bound if the time is negative.
func ended(number uint64, atMost time.Duration) bool {
	j, ok := find(number)
	if !ok {
		return true
	}
	if atMost < 0 {
		<-j.done
		return true
	}
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-j.done:
		return true
	case <-timer.C:
		return false
	}
}

// take waits for the answer of a job, which is no more then.
func take(number uint64) []byte {
	found, ok := jobs.LoadAndDelete(number)
	if !ok {
		return noJob(number)
	}
	j := found.(*job)
	<-j.done
	return j.answer
}

// drop ends a job.
func drop(number uint64) {
	if found, ok := jobs.LoadAndDelete(number); ok {
		found.(*job).cancel()
	}
}

func find(number uint64) (*job, bool) {
	found, ok := jobs.Load(number)
	if !ok {
		return nil, false
	}
	return found.(*job), true
}

func noJob(number uint64) []byte {
	return operations.JSON(nil, operations.Errorf(operations.UnknownName, "job", "there is no job %d", number))
}

// progress is the JSON of nonogram_progress.
type progress struct {
	operations.Progress
	Done int64  `json:"done"`
	Log  string `json:"log,omitempty"`
}

// progressOf tells how far a job is, and forgets its log.
func progressOf(number uint64) []byte {
	j, ok := find(number)
	if !ok {
		return noJob(number)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	p := progress{j.progress, j.answered.Load(), j.log.String()}
	j.log.Reset()
	return operations.JSON(p, nil)
}

func (j *job) report(p operations.Progress) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.progress = p
}

// maxLog bounds the bytes of lines that the caller has not fetched.
const maxLog = 1 << 20

// Write keeps a line of a method.
func (j *job) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.log.Len() < maxLog {
		j.log.Write(line)
	}
	return len(line), nil
}
