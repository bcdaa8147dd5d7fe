package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The connection to the server. Every write has a condition and is retried until the
// server answers: if an answer was lost, the next try fails with "exists already".

// Times of the protocol.
const (
	// AckWait is after how long without a heartbeat a chunk goes to another worker.
	AckWait = 20 * time.Second
	// Heartbeat is the interval of heartbeats; three may get lost.
	Heartbeat = AckWait / 4
	// requestTimeout is after how long a request is retried: its server may be dead.
	requestTimeout = 2 * time.Second
	connectTimeout = 5 * time.Second
	retryPause     = 100 * time.Millisecond
	// reconnectPause is the pause between two attempts to connect. In a folder it
	// decides how fast another process takes over.
	reconnectPause = 200 * time.Millisecond
)

// Sizes of the protocol.
const (
	// QueueChunks is the capacity of a job's work queue, a gigabyte at most. It is not
	// given in bytes because servers reserve these, and would reject the smallest job
	// on a disk with less space.
	QueueChunks = (1 << 30) / chunkBytes
	// maxPayload is the largest message of the embedded server: the result of the
	// largest puzzle within the limits.
	maxPayload = 32 << 20
	// maxPending bounds the chunks that workers hold.
	maxPending = 20_000
)

// Config selects a queue.
type Config struct {
	// URL of a server, or several separated by commas; empty for the server of Dir.
	URL string
	// Creds is a NATS credentials file, and CA a file of certificates to trust.
	Creds, CA string
	// Dir is the folder of the embedded server.
	Dir string
	// Listen is the address of the embedded server; empty for a free loopback port.
	Listen string
	// Replicas is the number of copies of each message; 0 means three in a cluster and
	// one otherwise.
	Replicas int
	// AckWait overrides the constant, for tests.
	AckWait time.Duration
	// fault, in tests, intercepts every request.
	fault func(ctx context.Context, do func(ctx context.Context) error) error
	// Log receives disconnections, takeovers and the server's warnings.
	Log *slog.Logger
}

// Queue is an open connection.
type Queue struct {
	config  Config
	host    *host // nil with a URL
	nc      *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.KeyValue
	records jetstream.KeyValue

	life context.Context // ends with ErrOver when the folder's run does
	end  context.CancelCauseFunc

	refused, full atomic.Bool // logged by warnRefused

	handles sync.Map // of streams by name, see stream
}

// Open connects, and starts the embedded server if necessary. The caller closes the
// queue.
func Open(ctx context.Context, c Config) (*Queue, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if c.AckWait == 0 {
		c.AckWait = AckWait
	}
	q := &Queue{config: c}
	q.life, q.end = context.WithCancelCause(context.Background())
	ctx, cancel := q.While(ctx)
	defer cancel()
	if err := q.connect(ctx); err != nil {
		if q.life.Err() != nil {
			err = context.Cause(q.life)
		}
		q.Close()
		return nil, err
	}
	return q, nil
}

// While derives a context that also ends when the run of the queue's folder does, with
// ErrOver as its cause.
func (q *Queue) While(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(q.life, func() { cancel(context.Cause(q.life)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

func (q *Queue) connect(ctx context.Context) (err error) {
	url, options := q.config.URL, q.options()
	if url == "" {
		if q.host, err = newHost(&q.config, func() { q.end(ErrOver) }); err != nil {
			return err
		}
		url = "nats://127.0.0.1" // the dialer ignores it
		options = append(options, nats.SetCustomDialer(q.host), nats.TokenHandler(q.host.currentToken), nats.IgnoreDiscoveredServers())
	}
	if q.nc, err = nats.Connect(url, options...); err != nil {
		return fmt.Errorf("no connection to the queue: %w", err)
	}
	if q.host != nil {
		if _, err := q.nc.Subscribe(overSubject, func(*nats.Msg) { q.end(ErrOver) }); err != nil {
			return err
		}
	}
	if q.js, err = jetstream.New(q.nc, jetstream.WithDefaultTimeout(requestTimeout)); err != nil {
		return err
	}
	if q.jobs, err = q.bucket(ctx, jobsBucket); err != nil {
		return err
	}
	q.records, err = q.bucket(ctx, recordsBucket)
	return err
}

func (q *Queue) options() []nats.Option {
	log := q.config.Log
	options := []nats.Option{
		nats.Name("nonogram batch"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectPause),
		nats.ReconnectJitter(reconnectPause/2, reconnectPause/2),
		nats.Timeout(connectTimeout),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil && !q.over() && !q.host.waits() {
				log.Warn("connection lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			if q.host != nil {
				q.host.failed.Store(false)
			}
			log.Info("connected again", "server", nc.ConnectedUrlRedacted())
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Debug("nats", "error", err) }),
	}
	if q.config.Creds != "" {
		options = append(options, nats.UserCredentials(q.config.Creds))
	}
	if q.config.CA != "" {
		options = append(options, nats.RootCAs(q.config.CA))
	}
	return options
}

// Close closes the connection, and stops the server if it runs in this process.
func (q *Queue) Close() {
	q.end(errClosed)
	if q.host != nil {
		q.host.closing.Store(true) // the client cannot be closed while it dials
	}
	if q.nc != nil {
		if q.nc.IsConnected() {
			_ = q.nc.FlushTimeout(time.Second) // returned chunks
		}
		q.nc.Close()
	}
	if q.host != nil {
		q.host.close()
	}
}

// over reports whether the run of the folder has ended.
func (q *Queue) over() bool { return q.life.Err() != nil }

// URL is the address of the server with its token, for display.
func (q *Queue) URL() string {
	if q.host == nil {
		return q.nc.ConnectedUrlRedacted()
	}
	return q.host.url()
}

// Hosting reports whether the server runs in this process.
func (q *Queue) Hosting() bool { return q.host != nil && q.host.hosting() }

// replicas is the number of copies of a stream.
func (q *Queue) replicas() int {
	switch {
	case q.config.Replicas > 0:
		return q.config.Replicas
	case q.host == nil && q.nc.ConnectedClusterName() != "":
		return 3
	}
	return 1
}

// bucket opens or creates a bucket. It waits for a cluster that elects a leader.
func (q *Queue) bucket(ctx context.Context, name string) (bucket jetstream.KeyValue, err error) {
	err = q.retry(ctx, fewTries, func(ctx context.Context) error {
		bucket, err = q.js.KeyValue(ctx, name)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			bucket, err = q.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, History: 1, Storage: jetstream.FileStorage, Replicas: q.replicas()})
		}
		return err
	})
	switch {
	case err == nil || ctx.Err() != nil:
	case q.host == nil:
		err = fmt.Errorf("%s: %w (is JetStream enabled there?)", name, err)
	default:
		err = q.storeError(err)
	}
	return bucket, err
}

// storeError explains an error of the embedded server: its disk is full, or its store is
// damaged.
func (q *Queue) storeError(err error) error {
	switch {
	case err == nil || !q.Hosting():
		return err
	case !hasRoom(q.config.Dir):
		return fmt.Errorf("the disk of the queue in %s is full: %w", q.config.Dir, err)
	case hasCode(err, codeNoConsumerStore, codeNoStreamStore):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// streams creates the missing streams of a job.
func (q *Queue) streams(ctx context.Context, job *Job) error {
	create := func(ctx context.Context, c jetstream.StreamConfig) error {
		c.Storage, c.Replicas = jetstream.FileStorage, q.replicas()
		_, err := q.js.CreateStream(ctx, c)
		return ignore(err, jetstream.ErrStreamNameAlreadyInUse)
	}
	err := q.retry(ctx, fewTries, func(ctx context.Context) error {
		err := create(ctx, jetstream.StreamConfig{
			Name: job.doneStream(), Subjects: []string{job.doneSubject("*")},
			AllowDirect: true, // results are read raw, not wrapped in JSON
		})
		if err != nil {
			return err
		}
		err = create(ctx, jetstream.StreamConfig{
			Name: job.workStream(), Subjects: []string{job.workSubject("*")},
			Retention: jetstream.WorkQueuePolicy, MaxMsgs: QueueChunks, Discard: jetstream.DiscardNew,
		})
		if err != nil {
			return err
		}
		_, err = q.consumer(ctx, job)
		return err
	})
	return q.storeError(err)
}

// consumer returns the consumer of a job's workers. It is created again if it is
// missing: a server that was killed while it created one forgets it.
func (q *Queue) consumer(ctx context.Context, job *Job) (jetstream.Consumer, error) {
	return q.js.CreateOrUpdateConsumer(ctx, job.workStream(), jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.config.AckWait,
		MaxDeliver: -1, MaxAckPending: maxPending,
	})
}

// Error codes of JetStream that are expected here.
const (
	codeWrongLastSequence = jetstream.JSErrCodeStreamWrongLastSequence
	codeWrongLastReplica  = jetstream.JSErrCodeStreamWrongLastSequenceConstant
	codeStoreFailed       = jetstream.ErrorCode(10077) // "maximum messages exceeded" among others
	codeNoResources       = jetstream.ErrorCode(10023) // a limit of the server's configuration
	codeNoConsumerStore   = jetstream.ErrorCode(10012)
	codeNoStreamStore     = jetstream.ErrorCode(10049)
)

func hasCode(err error, codes ...jetstream.ErrorCode) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains(codes, api.ErrorCode)
}

// put stores a message unless its subject has one, and reports whether it had. It
// retries until the server answers or the context ends.
func (q *Queue) put(ctx context.Context, job *Job, msg *nats.Msg) (existed bool, err error) {
	for n := 1; ; n++ {
		err := q.request(ctx, func(ctx context.Context) error {
			_, err := q.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0), jetstream.WithRetryAttempts(0))
			return err
		})
		switch {
		case err == nil:
			q.refused.Store(false)
			return false, nil
		case hasCode(err, codeWrongLastSequence, codeWrongLastReplica):
			return true, nil
		case errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrConnectionClosed):
			return false, err
		case q.host.waits():
			n = 0
		case n%checkEvery == 0 && q.unwanted(ctx, job):
			return false, ErrCancelled
		case n >= checkEvery || hasCode(err, codeStoreFailed, codeNoResources):
			q.warnRefused(err)
		}
		if !pause(ctx, retryPause) {
			return false, ctx.Err()
		}
	}
}

// Messages of a queue that waits.
const (
	queueFull = "the work queue is full: waiting for workers"
	storeFull = "the server has no room for more messages: waiting until it has"
	notStored = "the server does not store messages: waiting until it does"
)

// warnRefused logs the reason why a message is not stored. It logs a full work queue
// once, and other reasons once until a message is stored.
func (q *Queue) warnRefused(err error) {
	message, warned := notStored, &q.refused
	switch {
	case hasCode(err, codeNoResources):
		message = storeFull
	case hasCode(err, codeStoreFailed) && strings.Contains(err.Error(), "maximum messages"):
		message, warned = queueFull, &q.full
	}
	if !warned.Swap(true) {
		q.config.Log.Warn(message, "error", err)
	}
}

// checkEvery is after how many failed writes to check that the job still exists.
const checkEvery = 10

// unwanted reports whether a job was cancelled or removed. It asks once.
func (q *Queue) unwanted(ctx context.Context, job *Job) (unwanted bool) {
	_ = q.request(ctx, func(ctx context.Context) error {
		now, err := q.Job(ctx, job.ID)
		unwanted = err == nil && (now.Cancelled || now.Run != job.Run) || errors.Is(err, ErrNoJob)
		return err
	})
	return unwanted
}

// request makes one try with a timeout: without one, requests to a dead server never
// return.
func (q *Queue) request(ctx context.Context, do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	if q.config.fault != nil {
		return q.config.fault(ctx, do)
	}
	return do(ctx)
}

// Numbers of tries.
const (
	// fewTries suffices for a starting cluster, which elects its leaders in seconds.
	fewTries = 8
	// manyTries outlasts the restart of a server.
	manyTries = 60
	// allTries is for writes that must succeed: a disk may be full for a night.
	allTries = math.MaxInt
)

// retry makes up to n tries while the error is transient.
func (q *Queue) retry(ctx context.Context, n int, do func(ctx context.Context) error) (err error) {
	for range n {
		err = q.request(ctx, do)
		if err == nil || !transient(err) {
			return err
		}
		if !pause(ctx, 5*retryPause) {
			break
		}
	}
	return err
}

// transient reports errors of a connection, or of a cluster without a leader.
func transient(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 || api.Code == 500
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, nats.ErrDisconnected) || errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrConnectionReconnecting)
}

// stream returns the handle of a stream. Handles cost a request and are cached.
func (q *Queue) stream(ctx context.Context, name string) (jetstream.Stream, error) {
	if s, ok := q.handles.Load(name); ok {
		return s.(jetstream.Stream), nil
	}
	s, err := q.js.Stream(ctx, name)
	if err == nil {
		q.handles.Store(name, s)
	}
	return s, err
}

// get reads the message of a subject, or nil if there is none. In a cluster any replica
// answers, so a nil may be stale.
func (q *Queue) get(ctx context.Context, stream, subject string) (msg *jetstream.RawStreamMsg, err error) {
	err = q.retry(ctx, manyTries, func(ctx context.Context) error {
		s, err := q.stream(ctx, stream)
		if err != nil {
			return ignore(err, jetstream.ErrStreamNotFound) // not made yet
		}
		msg, err = s.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			msg, err = nil, nil
		}
		return err
	})
	return msg, err
}

// keys lists the keys of a bucket that match a pattern, by one request for the subjects
// of its stream. The library's method creates a consumer instead, which may land on a
// server of the cluster that is down.
func (q *Queue) keys(ctx context.Context, bucket, pattern string) (keys []string, err error) {
	prefix := bucketSubject(bucket, "")
	err = q.retry(ctx, manyTries, func(ctx context.Context) error {
		s, err := q.stream(ctx, bucketStream(bucket))
		if err != nil {
			return err
		}
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(prefix+pattern))
		if err != nil {
			return err
		}
		keys = keys[:0]
		for subject := range info.State.Subjects {
			keys = append(keys, strings.TrimPrefix(subject, prefix))
		}
		return nil
	})
	slices.Sort(keys)
	return keys, err
}

// erase purges the keys of a bucket that match a pattern.
func (q *Queue) erase(ctx context.Context, bucket, pattern string) error {
	return q.retry(ctx, manyTries, func(ctx context.Context) error {
		s, err := q.stream(ctx, bucketStream(bucket))
		if err != nil {
			return err
		}
		return s.Purge(ctx, jetstream.WithPurgeSubject(bucketSubject(bucket, pattern)))
	})
}

// The stream and the subjects of a bucket, as specified by NATS ADR-8.
func bucketStream(bucket string) string           { return "KV_" + bucket }
func bucketSubject(bucket, pattern string) string { return "$KV." + bucket + "." + pattern }

// pause waits. It returns false if the context ends.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
