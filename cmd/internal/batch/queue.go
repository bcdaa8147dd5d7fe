package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/url"
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
	// pingInterval is after how long without an answer to a ping a connection is given up
	// for one to another server.
	pingInterval = 2 * time.Second
	// firstContact is how long Open waits for a server, and for a cluster that elects its
	// leaders.
	firstContact = 15 * time.Second
	retryPause   = 100 * time.Millisecond
	// otherServer is after how long without an answer another server of the cluster is
	// asked: this one may be cut off from the others.
	otherServer = 5 * time.Second
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
	// Patience is how long a request waits for a server that does not answer, after the
	// first contact; 0 means half a minute.
	Patience time.Duration
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

	refused, full atomic.Bool  // logged by warnRefused
	silent        atomic.Bool  // the server does not answer, and that was logged
	moved         atomic.Int64 // when another server was last asked for

	handles sync.Map // of streams by name, see stream

	counting sync.Mutex
	counts   map[string]*progress // by the names of jobs

	mu        sync.Mutex
	connected context.Context // ends when the connection is made again
	lost      context.CancelFunc
}

// Forever is the patience of commands that wait for others anyway.
const Forever = time.Duration(math.MaxInt64)

const defaultPatience = 30 * time.Second

// connection returns a context that ends when the connection is made again. Consumers
// and subscriptions of the server belong to a connection.
func (q *Queue) connection() context.Context {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.connected
}

// renew ends the context of the last connection.
func (q *Queue) renew() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.lost != nil {
		q.lost()
	}
	q.connected, q.lost = context.WithCancel(context.Background())
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
	if c.Patience == 0 {
		c.Patience = defaultPatience
	}
	q := &Queue{config: c, counts: map[string]*progress{}}
	q.renew()
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
	for end := time.Now().Add(connectTimeout); ; {
		if q.nc, err = nats.Connect(url, options...); err == nil {
			break
		} else if q.host != nil || !isAway(err) || time.Now().After(end) || !pause(ctx, reconnectPause) {
			return fmt.Errorf("no connection to the queue: %w", explain(err))
		}
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
		nats.PingInterval(pingInterval),
		nats.MaxPingsOutstanding(1),
		// Requests fail while there is no connection, and are repeated. From a buffer they
		// would reach the server long after their answers were given up.
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil && !q.over() && !q.host.waits() {
				log.Warn("connection lost: waiting for a server", "reason", explain(err))
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			if q.host != nil {
				q.host.failed.Store(false)
			}
			q.renew()
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
		q.renew()
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
	err = q.retryFor(ctx, firstContact, func(ctx context.Context) error {
		bucket, err = q.js.KeyValue(ctx, name)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			bucket, err = q.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, History: 1, Storage: jetstream.FileStorage, Replicas: q.replicas()})
		}
		return err
	})
	switch {
	case err == nil || ctx.Err() != nil:
	case q.host == nil:
		err = fmt.Errorf("%w (is JetStream enabled there?)", err)
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
	err := q.retryFor(ctx, firstContact, func(ctx context.Context) error {
		err := create(ctx, jetstream.StreamConfig{
			Name: job.doneStream(), Subjects: []string{job.doneSubject("*")},
			AllowDirect: true, // results are read raw, not wrapped in JSON
			// The first result stays, whatever a worker sends.
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		})
		if err != nil {
			return err
		}
		if job.Checked {
			err = create(ctx, jetstream.StreamConfig{Name: job.inputStream(), Subjects: []string{job.inputSubject("*")}, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true})
			if err != nil {
				return err
			}
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

// put stores a message unless its subject has one, and returns its number in the stream,
// or 0 if there was one. It retries until the server answers or the context ends.
func (q *Queue) put(ctx context.Context, job *Job, msg *nats.Msg) (seq uint64, err error) {
	began := time.Now()
	for n := 1; ; n++ {
		err := q.request(ctx, func(ctx context.Context) error {
			ack, err := q.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(0), jetstream.WithRetryAttempts(0))
			if err == nil {
				seq = ack.Sequence
			}
			return err
		})
		switch {
		case err == nil:
			q.refused.Store(false)
			return seq, nil
		case hasCode(err, codeWrongLastSequence, codeWrongLastReplica):
			return 0, nil
		case errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrConnectionClosed):
			return 0, err
		case q.host.waits():
			n = 0
		case n%checkEvery == 0 && q.unwanted(ctx, job):
			return 0, ErrCancelled
		case n >= checkEvery || hasCode(err, codeStoreFailed, codeNoResources):
			q.warnRefused(err)
			q.silence(err, time.Since(began))
		}
		if !pause(ctx, retryPause) {
			return 0, ctx.Err()
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
		q.config.Log.Warn(message, "reason", explain(err))
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
	var err error
	if q.config.fault != nil {
		err = q.config.fault(ctx, do)
	} else {
		err = do(ctx)
	}
	if !transient(err) {
		q.silent.Store(false)
	}
	return err
}

// retry repeats a request while the error is transient, for as long as the queue is
// patient.
func (q *Queue) retry(ctx context.Context, do func(ctx context.Context) error) error {
	return q.retryFor(ctx, q.config.Patience, do)
}

func (q *Queue) retryFor(ctx context.Context, patience time.Duration, do func(ctx context.Context) error) error {
	for began := time.Now(); ; {
		err := q.request(ctx, do)
		if !transient(err) {
			return explain(err)
		}
		if time.Since(began) > patience || !pause(ctx, 5*retryPause) {
			return cmp.Or(ctx.Err(), explain(err))
		}
		q.silence(err, time.Since(began))
	}
}

const noAnswer = "the server of the queue does not answer: waiting until it does"

// silence logs, once, that the server has not answered for some time, and asks another
// one of the cluster.
func (q *Queue) silence(err error, since time.Duration) {
	if since < otherServer || q.host.waits() || q.over() {
		return
	}
	if !q.silent.Swap(true) {
		q.config.Log.Warn(noAnswer, "reason", explain(err))
	}
	now, last := time.Now().UnixNano(), q.moved.Load()
	if q.host == nil && len(q.nc.Servers()) > 1 && now-last > int64(otherServer) && q.moved.CompareAndSwap(last, now) {
		_ = q.nc.ForceReconnect()
	}
}

// transient reports errors of a connection, or of a cluster without a leader.
func transient(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return (api.Code == 503 || api.Code == 500) && !errors.Is(err, jetstream.ErrJetStreamNotEnabled) && !errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount)
	}
	return isAway(err)
}

// isAway reports errors of a connection.
func isAway(err error) bool {
	for _, away := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, nats.ErrNoServers, jetstream.ErrNoStreamResponse,
		jetstream.ErrNoHeartbeat, jetstream.ErrServerShutdown,
	} {
		if errors.Is(err, away) {
			return true
		}
	}
	var broken *net.OpError
	return errors.As(err, &broken)
}

// serverError says in plain words what the client library or the server reports.
type serverError struct {
	text  string
	cause error
}

func (e *serverError) Error() string { return e.text }
func (e *serverError) Unwrap() error { return e.cause }

// explain gives an error of NATS plain words.
func explain(err error) error {
	var api *jetstream.APIError
	var address *url.Error
	var plain *serverError
	text := ""
	switch {
	case err == nil || errors.As(err, &plain):
		return err
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		text = "the server has no JetStream: start it with -js, or enable JetStream in its configuration"
	case errors.As(err, &api) && api.Code == 503:
		text = "the servers of the cluster have no leader: most of them have to run and reach each other"
	case errors.As(err, &api) && api.Description != "":
		text = "the server refuses: " + api.Description
	case errors.As(err, &address):
		text = "the address of the server is malformed, expected one as nats://host:4222" // it may hold a password
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		text = "the server refuses the user, token or credentials"
	case errors.Is(err, nats.ErrPermissionViolation):
		text = "the server does not permit this to the user"
	case isAway(err):
		text = "no server of the queue answers"
	default:
		return err
	}
	return &serverError{text, err}
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

// leaderGet reads the message of a subject from the leader of a stream, or nil if there is
// none: a replica that is behind may not have it yet.
func (q *Queue) leaderGet(ctx context.Context, stream, subject string) (msg *jetstream.RawStreamMsg, err error) {
	request, err := json.Marshal(map[string]string{"last_by_subj": subject})
	if err != nil {
		return nil, err
	}
	err = q.retry(ctx, func(ctx context.Context) error {
		reply, err := q.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, request)
		if err != nil {
			return err
		}
		var answer struct {
			Error   *jetstream.APIError
			Message *struct {
				Seq        uint64
				Hdrs, Data []byte
			}
		}
		if err := json.Unmarshal(reply.Data, &answer); err != nil {
			return err
		}
		switch {
		case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
			msg = nil
		case answer.Error != nil:
			return answer.Error
		case answer.Message == nil:
			return errCodec
		default:
			msg = &jetstream.RawStreamMsg{Subject: subject, Sequence: answer.Message.Seq, Data: answer.Message.Data}
			if len(answer.Message.Hdrs) > 0 {
				msg.Header, err = nats.DecodeHeadersMsg(answer.Message.Hdrs)
			}
			return err
		}
		return nil
	})
	return msg, err
}

// get reads the message of a subject, or nil if there is none. In a cluster any replica
// answers, so a nil may be stale.
func (q *Queue) get(ctx context.Context, stream, subject string) (msg *jetstream.RawStreamMsg, err error) {
	return q.read(ctx, stream, func(ctx context.Context, s jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return s.GetLastMsgForSubject(ctx, subject)
	})
}

// read reads a message of a stream, or nil if there is none.
func (q *Queue) read(ctx context.Context, stream string, get func(context.Context, jetstream.Stream) (*jetstream.RawStreamMsg, error)) (msg *jetstream.RawStreamMsg, err error) {
	err = q.retry(ctx, func(ctx context.Context) error {
		s, err := q.stream(ctx, stream)
		if err != nil {
			return ignore(err, jetstream.ErrStreamNotFound) // not made yet
		}
		msg, err = get(ctx, s)
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
	err = q.retry(ctx, func(ctx context.Context) error {
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
	return q.retry(ctx, func(ctx context.Context) error {
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
