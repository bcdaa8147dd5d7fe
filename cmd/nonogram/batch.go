package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/batch"
	"nonogram/cmd/internal/batch/census"
	"nonogram/internal/plural"
)

// The batch commands are the flags and messages for cmd/internal/batch. All of them
// find the queue the same way: a server by --nats, otherwise the folder --dir.

func newBatch(a *app) *cobra.Command {
	return newGroup("batch",
		newBatchRun(a), newBatchSubmit(a), newBatchWork(a), newBatchStatus(a),
		newBatchWorkers(a), newBatchResults(a), newJobsCommand(a, "cancel", (*batch.Queue).Cancel), newJobsCommand(a, "remove", (*batch.Queue).Remove),
		newBatchCensus(a), newBatchServe(a), newBatchProcess(a),
	)
}

// queueFlags are the flags that locate the queue.
type queueFlags struct {
	URL      string `json:"nats" flag:"use the NATS server at <URL>, or several of a cluster with commas between (default $NATS_URL)"`
	Creds    string `flag:"credentials <FILE> for that server (default $NATS_CREDS)"`
	NKey     string `json:"nkey" flag:"the nkey for that server: <FILE> has its seed (default $NATS_NKEY)"`
	CA       string `json:"tls_ca" flag:"trust the certificates in <FILE>"`
	Cert     string `json:"tls_cert" flag:"the certificate in <FILE> identifies this program to that server"`
	Key      string `json:"tls_key" flag:"the key in <FILE> belongs to the certificate"`
	Dir      string `flag:"without a server: the <FOLDER> of the queue (default ~/.local/state/nonogram/batch)"`
	Replicas int    `flag:"how many servers of a cluster keep each message (default 3 in a cluster)"`
	Verbose  bool   `flag:"log more to standard error"`
	JSONLog  bool   `json:"json_log" flag:"log as lines of JSON"`

	patience time.Duration // how long the command waits for a server; 0 for the usual time
}

func newQueue() queueFlags {
	return queueFlags{URL: os.Getenv("NATS_URL"), Creds: os.Getenv("NATS_CREDS"), NKey: os.Getenv("NATS_NKEY")}
}

// defaultQueueDir is the folder for the state of programs.
func defaultQueueDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "nonogram", "batch")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, ".local", "state", "nonogram", "batch")
}

// with connects to the queue during some work. When the run that owns the folder of the
// queue ends, the context of the work ends, and the error is batch.ErrOver.
func (f *queueFlags) with(ctx context.Context, a *app, do func(ctx context.Context, q *batch.Queue) error) error {
	q, err := batch.Open(ctx, f.config(a))
	if err != nil {
		return err
	}
	defer q.Close()
	ctx, cancel := q.While(ctx)
	defer cancel()
	if err = do(ctx, q); errors.Is(context.Cause(ctx), batch.ErrOver) {
		return batch.ErrOver
	}
	return err
}

// withExisting connects to an existing queue. The folder of --dir must exist.
func (f *queueFlags) withExisting(ctx context.Context, a *app, do func(ctx context.Context, q *batch.Queue) error) error {
	if f.URL == "" && f.Dir != "" && !isThere(f.Dir) {
		return usagef("--dir %s: found no such folder, expected one with a queue", f.Dir)
	}
	return f.with(ctx, a, do)
}

// over reports the end of a run to commands that only watched or helped, for which it is
// not a failure.
func over(a *app, err error) error {
	if errors.Is(err, batch.ErrOver) {
		fmt.Fprintf(a.err, "nonogram: %v\n", err)
		return nil
	}
	return err
}

func (f *queueFlags) config(a *app) batch.Config {
	return batch.Config{
		URL: f.URL, Creds: f.Creds, NKey: f.NKey, CA: f.CA, Cert: f.Cert, Key: f.Key,
		Dir: cmp.Or(f.Dir, defaultQueueDir()), Replicas: f.Replicas, Patience: f.patience, Log: f.log(a),
	}
}

// log returns a logger to standard error, above a progress line.
func (f *queueFlags) log(a *app) *slog.Logger {
	level := slog.LevelWarn
	if f.Verbose {
		level = slog.LevelInfo
	}
	return newLog(a.reports(), level, f.JSONLog)
}

// newLog returns a logger of lines of text or JSON.
func newLog(w io.Writer, level slog.Level, asJSON bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if asJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// batchVersion identifies the program as far as results depend on it. Builds that are not
// releases are identified by a hash of the executable.
var batchVersion = sync.OnceValue(func() string {
	v := programVersion()
	if !strings.Contains(v, "devel") && !strings.HasSuffix(v, "dirty") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	program, err := os.Open(path)
	if err != nil {
		return v
	}
	defer program.Close()
	h := sha256.New()
	if _, err := io.Copy(h, program); err != nil {
		return v
	}
	return fmt.Sprintf("%s-%x", v, h.Sum(nil))[:len(v)+batchDigits]
})

// batchDigits is the length of the hash in a version, with its hyphen.
const batchDigits = 13

// tellFailures prints the number of failed puzzles, whose errors are in the output.
func tellFailures(a *app, t batch.Tally) {
	if failed := t.Failed + t.Aside; failed > 0 {
		fmt.Fprintf(a.err, "nonogram: %s of %d failed; the output has an \"error\" in the place of each\n", plural.Of(failed, "item", "items"), t.Items)
	}
}

// tellWord says how many verdicts are the word of the workers of a server. Those of a
// folder are of the same user.
func (f *queueFlags) tellWord(a *app, t batch.Tally) {
	if t.Word > 0 && f.URL != "" {
		fmt.Fprintf(a.err, "nonogram: %s (\"certified\":false); --certify asks for proofs\n", plural.Of(t.Word, "verdict is the word of a worker", "verdicts are the word of workers"))
	}
}

// exitOfTally returns the exit status of a job's output.
func exitOfTally(t batch.Tally) (status exitStatus) {
	if t.Failed+t.Aside > 0 {
		status.add(exitFailed)
	}
	if t.Unsolvable > 0 {
		status.add(exitUnsolvable)
	}
	if t.Undecided > 0 {
		status.add(exitUndecided)
	}
	return status
}

type workFlags struct {
	Workers int           `flag:"work on <N> chunks at a time"`
	Grace   time.Duration `flag:"when stopped: how long a chunk may still take before it is given back"`
}

// defaultGrace is short enough for a waiting user, and for container managers.
const defaultGrace = 5 * time.Second

func newWork() workFlags { return workFlags{runtime.GOMAXPROCS(0), defaultGrace} }

func (f *workFlags) check() error {
	if f.Grace < 0 {
		return usagef("--grace: found %v, expected a positive duration", f.Grace)
	}
	return nil
}

// usualMemory is above what queue and workers hold, for collections to become frequent
// before the process grows beyond it.
const usualMemory = 200 << 20

func (f *workFlags) on(q *batch.Queue) *batch.Workers {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usualMemory)
	}
	return &batch.Workers{Queue: q, N: f.Workers, Kinds: batch.Kinds(), Version: batchVersion(), Grace: f.Grace, Process: workerProcess}
}

// workerProcess starts this program as a worker process.
func workerProcess() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	return exec.Command(path, "batch", "process")
}

// newBatchProcess is the command that workerProcess runs.
func newBatchProcess(a *app) *cobra.Command {
	cmd := newCommand("batch_process", cobra.NoArgs, nil, func(*cobra.Command, []string) error {
		return batch.ServeProcess(os.Stdin, os.Stdout, batch.Kinds(), (&queueFlags{}).log(a))
	})
	cmd.Hidden = true
	return cmd
}

type batchWorkFlags struct {
	queueFlags
	workFlags
	operatorFlags
	Drain bool   `flag:"end when every job is finished"`
	Job   string `flag:"work on the job <ID> alone"`
}

func newBatchWork(a *app) *cobra.Command {
	f := &batchWorkFlags{queueFlags: newQueue(), workFlags: newWork()}
	return newCommand("batch_work", cobra.NoArgs, f, a.runE(f.run))
}

func (f *batchWorkFlags) run(ctx context.Context, a *app) error {
	if err := f.workFlags.check(); err != nil {
		return err
	}
	f.patience = batch.Forever
	return over(a, f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if a.bars && !f.Drain {
			fmt.Fprintf(a.err, "%s on the queue; Ctrl-C stops\n", plural.Of(f.Workers, "worker", "workers"))
		}
		w := f.on(q)
		w.Drain, w.Only = f.Drain, f.Job
		stop, err := f.start(ctx, a, q, w)
		if err != nil {
			return err
		}
		defer stop()
		return w.Run(ctx)
	}))
}

// monitorFlags are the flags of processes that are watched.
type monitorFlags struct {
	Metrics string `flag:"serve /metrics, /healthz and /readyz at <ADDRESS>, as 127.0.0.1:9090"`
}

// listen serves the monitor until the returned function is called.
func (f *monitorFlags) listen(a *app, monitor http.Handler) (stop func(), err error) {
	if f.Metrics == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", f.Metrics)
	if err != nil {
		return nil, usagef("--metrics %s: %w", f.Metrics, err)
	}
	fmt.Fprintf(a.err, "metrics at http://%s/metrics\n", l.Addr())
	s := &http.Server{Handler: monitor, ReadHeaderTimeout: readHeaderTimeout}
	go func() { _ = s.Serve(l) }()
	return func() { _ = s.Close() }, nil
}

// operatorFlags are the flags of processes that an operator starts.
type operatorFlags struct {
	monitorFlags
	Expire time.Duration `flag:"remove jobs this long after all their results were written, as 168h (default: never)"`
}

// start serves the monitor until the returned function is called, and removes old jobs until
// the context ends.
func (f *operatorFlags) start(ctx context.Context, a *app, q *batch.Queue, w *batch.Workers) (stop func(), err error) {
	if f.Expire < 0 {
		return nil, usagef("--expire: found %v, expected a positive duration", f.Expire)
	}
	if f.Expire > 0 {
		go q.Expire(ctx, f.Expire)
	}
	return f.listen(a, q.Monitor(w))
}

const readHeaderTimeout = 10 * time.Second

type batchServeFlags struct {
	queueFlags
	operatorFlags
	Listen string `flag:"listen at <ADDRESS>, with 0.0.0.0 for the whole network"`
}

func newBatchServe(a *app) *cobra.Command {
	f := &batchServeFlags{queueFlags: newQueue(), Listen: "127.0.0.1:4222"}
	return newCommand("batch_serve", cobra.NoArgs, f, a.runE(f.run))
}

func (f *batchServeFlags) run(ctx context.Context, a *app) error {
	if f.URL != "" && os.Getenv("NATS_URL") != f.URL {
		return usagef("--nats names a server to use, but serve starts one; expected no --nats")
	}
	c := f.config(a)
	c.URL, c.Listen = "", f.Listen
	q, err := batch.Open(ctx, c)
	if err != nil {
		return err
	}
	defer q.Close()
	if !q.Hosting() {
		return errors.New("another process, perhaps a worker with the same --dir, runs the server of this folder: stop it, and give it --nats with the URL that serve prints")
	}
	stop, err := f.start(ctx, a, q, nil)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Fprintf(a.out, "serving; others use --nats %s\n", q.URL())
	_ = a.out.Flush()
	<-ctx.Done()
	return nil
}

type batchCensusFlags struct {
	queueFlags
	workFlags
	Size         string `flag:"width and height, as <WxH>"`
	Name         string `flag:"call the job <NAME> (default: census-WxH)"`
	Unique       bool   `flag:"count unique grids only"`
	Detach       bool   `flag:"only queue the pieces"`
	Descriptions []int  `flag:"only count the descriptions of these classes, <N,…>, without a queue"`
}

func newBatchCensus(a *app) *cobra.Command {
	f := &batchCensusFlags{queueFlags: newQueue(), workFlags: newWork()}
	cmd := newCommand("batch_census", cobra.NoArgs, f, a.runE(f.run))
	_ = cmd.MarkFlagRequired("size")
	return cmd
}

func (f *batchCensusFlags) run(ctx context.Context, a *app) error {
	width, height, err := parseSize(f.Size)
	if err != nil || !strings.ContainsAny(f.Size, "x×") {
		return usagef("--size: found %q, expected width and height as 4x6", f.Size)
	}
	size := census.Size{Width: width, Height: height, Lines: !f.Unique && len(f.Descriptions) == 0}
	job, items, err := batch.NewCensus(size)
	if err != nil {
		return usageError{err}
	}
	if len(f.Descriptions) > 0 {
		return countClasses(ctx, a, size, f.Descriptions)
	}
	if err := f.workFlags.check(); err != nil {
		return err
	}
	if f.Name == "" {
		f.Name = fmt.Sprintf("census-%dx%d", width, height)
		if f.Unique {
			f.Name += "-unique"
		}
	}
	job.ID, job.Version, job.Source = f.Name, batchVersion(), f.Size
	f.patience = batch.Forever
	return f.with(ctx, a, func(ctx context.Context, q *batch.Queue) error {
		if err := q.Submit(ctx, job, items, 1, nil); err != nil {
			return stopped(ctx, a, err, job)
		}
		if f.Detach {
			fmt.Fprintln(a.out, job.ID)
			return nil
		}
		return f.workAndPrint(ctx, a, q, job)
	})
}

// workAndPrint works on a job until it is finished and prints its output.
func (f *batchCensusFlags) workAndPrint(ctx context.Context, a *app, q *batch.Queue, job *batch.Job) error {
	working, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		w := f.on(q)
		w.Only = job.ID
		_ = w.Run(working)
	})
	_, err := q.Output(ctx, a.out, job, batch.Kinds(), batch.Order{Wait: true})
	stop()
	group.Wait()
	if err == nil {
		q.Collected(ctx, job)
	}
	if ctx.Err() != nil {
		fmt.Fprintf(a.err, "nonogram: stopped; the same command goes on\n")
		return exitUndecided
	}
	return err
}

// countClasses counts classes and prints a line for each.
func countClasses(ctx context.Context, a *app, size census.Size, classes []int) error {
	p, err := census.New(size)
	if err != nil {
		return usageError{err}
	}
	c := p.NewCounter()
	for _, class := range classes {
		if class < 0 || class >= p.Classes() {
			return usagef("--descriptions: found class %d, expected 0 to %d", class, p.Classes()-1)
		}
		t := c.Count(ctx, class, class+1)
		if ctx.Err() != nil {
			return exitUndecided
		}
		line := struct {
			Class        int    `json:"class"`
			Grids        uint64 `json:"grids"`
			Descriptions uint64 `json:"descriptions"`
			Unique       uint64 `json:"unique"`
		}{class, t.Grids, t.Descriptions, t.Unique}
		if _, err := a.out.Write(batch.JSONLine(line)); err != nil {
			return err
		}
	}
	return nil
}
