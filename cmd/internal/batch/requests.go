package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Requests to the server of a queue: writes with a condition, reads from the leader of a
// stream, and how each is repeated while the server is away. A request takes one round trip; put
// and retry repeat it, so that a caller sees either an answer or the end of its patience.

// Error codes of JetStream that are expected here.
const (
	codeWrongLastSequence = jetstream.JSErrCodeStreamWrongLastSequence
	// codeInProcess: a leader has another message for the subject, which most servers have not
	// stored yet, and may never store.
	codeInProcess       = jetstream.JSErrCodeStreamWrongLastSequenceConstant
	codeStoreFailed     = jetstream.ErrorCode(10077) // "maximum messages exceeded" among others
	codeNoResources     = jetstream.ErrorCode(10023) // a limit of the server's configuration
	codeNoConsumerStore = jetstream.ErrorCode(10012)
	codeNoStreamStore   = jetstream.ErrorCode(10049)
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
		case hasCode(err, codeWrongLastSequence):
			return 0, nil
		case errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrConnectionClosed):
			return 0, err
		case q.host.waits():
			n = 0
		case n%checkEvery == 0 && q.unwanted(ctx, job):
			return 0, ErrCancelled
		case n >= checkEvery || hasCode(err, codeStoreFailed, codeNoResources) && !isFull(err): // a full queue with workers is usual
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
	case isFull(err):
		message, warned = queueFull, &q.full
	}
	if !warned.Swap(true) {
		q.config.Log.Warn(message, "reason", explain(err))
	}
}

// isFull reports a work queue with QueueChunks.
func isFull(err error) bool {
	return hasCode(err, codeStoreFailed) && strings.Contains(err.Error(), "maximum messages")
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

// transient reports errors of a connection, or of a cluster without a leader or with one that
// waits for the others.
func transient(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return (api.Code == 503 || api.Code == 500 || api.ErrorCode == codeInProcess) && !errors.Is(err, jetstream.ErrJetStreamNotEnabled) && !errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount)
	}
	return isAway(err)
}

// isAway reports errors of a connection.
func isAway(err error) bool {
	if errors.Is(err, nats.ErrTLS) {
		return false
	}
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
	case errors.As(err, &api) && api.Code == 503 && api.ErrorCode != codeStoreFailed:
		text = "the servers of the cluster have no leader: most of them have to run and reach each other"
	case errors.As(err, &api) && api.Description != "":
		text = "the server refuses: " + api.Description
	case errors.As(err, &address):
		text = "the address of the server is malformed, expected one as nats://host:4222" // it may hold a password
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		text = "the server refuses the user, token or credentials"
	case errors.Is(err, nats.ErrPermissionViolation):
		text = "the server does not permit this to the user"
	case errors.Is(err, nats.ErrTLS):
		text = "the server breaks off TLS: it may ask for a certificate (--tls-cert and --tls-key), or refuse this one"
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
	return q.leaderFind(ctx, stream, map[string]any{"last_by_subj": subject})
}

// leaderFind asks the leader of a stream for a message; it is nil if there is none.
func (q *Queue) leaderFind(ctx context.Context, stream string, what map[string]any) (msg *jetstream.RawStreamMsg, err error) {
	request, err := json.Marshal(what)
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
				Subject    string
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
			msg = &jetstream.RawStreamMsg{Subject: answer.Message.Subject, Sequence: answer.Message.Seq, Data: answer.Message.Data}
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
func bucketStream(bucket string) string { return "KV_" + bucket }

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
