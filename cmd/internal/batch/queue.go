package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
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
	// Creds is a NATS credentials file, NKey the file of an nkey's seed, and CA a file of
	// certificates to trust. Cert and Key are the files of the client's certificate.
	Creds, NKey, CA, Cert, Key string
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
	if q.config.URL == "" {
		return options // the server of a folder knows its token only
	}
	if q.config.Creds != "" {
		options = append(options, nats.UserCredentials(q.config.Creds))
	}
	if q.config.NKey != "" {
		nkey, err := nats.NkeyOptionFromSeed(q.config.NKey)
		options = append(options, func(o *nats.Options) error {
			if err != nil {
				return fmt.Errorf("%s: %w", q.config.NKey, err)
			}
			return nkey(o)
		})
	}
	if q.config.CA != "" {
		options = append(options, nats.RootCAs(q.config.CA))
	}
	if q.config.Cert != "" {
		options = append(options, nats.ClientCert(q.config.Cert, q.config.Key))
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
			err = create(ctx, jetstream.StreamConfig{Name: job.inputStream(), Subjects: []string{job.inputSubject("*")}, AllowDirect: true, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true})
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
