package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"nonogram/internal/plural"
)

// The streams: JSON-RPC 2.0 (jsonrpc.org/specification), a message on each line, in the
// version of 2025-03-26 of the protocol a list of messages too. Calls are worked on side
// by side; every one is answered before the session ends with its input, so that some
// calls can be written into a pipe that is closed behind them.

// maxMessage is how long a line may be, four of the largest bodies of the HTTP API.
const maxMessage = 16 << 20

// message is a request, a notification or an answer.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

// fault is what is wrong with a message, with the codes of JSON-RPC.
type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

const (
	noJSON     = -32700
	badMessage = -32600
	noMethod   = -32601
	badParams  = -32602
)

// session is a client at the other end.
type session struct {
	*Server
	ctx  context.Context
	stop context.CancelCauseFunc
	work sync.WaitGroup

	mu    sync.Mutex
	out   io.Writer
	calls map[string]context.CancelFunc // under way, by id
}

// Serve answers a client until its input ends and all calls have their answers, or
// until ctx is done or the client does not take an answer.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c := &session{Server: s, ctx: ctx, stop: stop, out: out, calls: map[string]context.CancelFunc{}}
	ended := make(chan error, 1)
	go func() { ended <- c.read(in) }()
	select {
	case err := <-ended:
		c.work.Wait()
		if err == nil {
			err = context.Cause(ctx)
		}
		return err
	case <-ctx.Done():
		return context.Cause(ctx) // the input may never end
	}
}

// read takes message after message.
func (c *session) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for c.ctx.Err() == nil {
		line, err := readLine(lines)
		if len(line) > maxMessage {
			c.send(refused(nil, badMessage, plural.Sprintf("found a line of more than %d bytes, expected a shorter message", maxMessage)))
		} else if line = bytes.TrimSpace(line); len(line) > 0 {
			c.take(line)
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
	}
	return nil
}

// readLine gives a line. Of one that is too long it keeps only so much that it shows.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxMessage+1-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// take begins the work for a line.
func (c *session) take(line []byte) {
	var list []json.RawMessage
	if line[0] != '[' {
		if answer := c.begin(line); answer != nil {
			c.work.Go(func() {
				if m := answer(); m != nil {
					c.send(m)
				}
			})
		}
		return
	}
	if err := json.Unmarshal(line, &list); err != nil || len(list) == 0 {
		c.send(refused(nil, badMessage, "found a list, expected one of messages"))
		return
	}
	var answers []func() *message
	for _, one := range list {
		if answer := c.begin(one); answer != nil {
			answers = append(answers, answer)
		}
	}
	c.work.Go(func() { c.sendAll(answers) })
}

// sendAll sends the answers to a list as a list.
func (c *session) sendAll(answers []func() *message) {
	given := make([]*message, len(answers))
	var all sync.WaitGroup
	for i, answer := range answers {
		all.Go(func() { given[i] = answer() })
	}
	all.Wait()
	list := []*message{}
	for _, m := range given {
		if m != nil {
			list = append(list, m)
		}
	}
	if len(list) > 0 {
		c.send(list)
	}
}

// begin gives the work that answers a message, nil if there is none. That gives nil if
// nobody waits for the answer any more.
func (c *session) begin(data []byte) func() *message {
	var params json.RawMessage
	m := message{Params: &params}
	if err := json.Unmarshal(data, &m); err != nil {
		return c.refuse(nil, noJSON, "found no message of JSON-RPC: "+err.Error())
	}
	switch {
	case m.Version != "2.0":
		return c.refuse(m.ID, badMessage, `found no "jsonrpc":"2.0"`)
	case m.Method == "" && (m.Result != nil || m.Error != nil):
		return nil // an answer; nothing was asked
	case m.Method == "":
		return c.refuse(m.ID, badMessage, "found no method")
	case m.ID == nil:
		c.note(m.Method, params)
		return nil
	case m.Method == "tools/call":
		return c.beginCall(m.ID, params)
	}
	return func() *message {
		result, wrong := c.answer(m.Method, params)
		return &message{Version: "2.0", ID: m.ID, Result: result, Error: wrong}
	}
}

// beginCall gives the work for the call of a tool.
func (c *session) beginCall(id, params json.RawMessage) func() *message {
	work, wrong := c.Server.begin(params, func(p progress) {
		c.send(&message{Version: "2.0", Method: "notifications/progress", Params: p})
	})
	if wrong != nil {
		return c.refuse(id, wrong.Code, wrong.Message)
	}
	ctx, cancel := context.WithCancel(c.ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls[string(id)] != nil {
		cancel()
		return c.refuse(id, badMessage, "found an id that another call has, which has no answer yet")
	}
	c.calls[string(id)] = cancel
	return func() *message {
		defer cancel()
		result := work(ctx)
		c.mu.Lock()
		delete(c.calls, string(id))
		c.mu.Unlock()
		if ctx.Err() != nil {
			return nil
		}
		return &message{Version: "2.0", ID: id, Result: result}
	}
}

// note hears a notification: only that of a call given up is of interest.
func (c *session) note(method string, params json.RawMessage) {
	var given struct {
		ID json.RawMessage `json:"requestId"`
	}
	if method != "notifications/cancelled" || json.Unmarshal(params, &given) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.calls[string(given.ID)]; cancel != nil {
		cancel()
	}
}

func (c *session) refuse(id json.RawMessage, code int, why string) func() *message {
	return func() *message { return refused(id, code, why) }
}

// refused is the answer to what could not be understood, perhaps not even whose it is.
func refused(id json.RawMessage, code int, why string) *message {
	if id == nil {
		id = json.RawMessage("null")
	}
	return &message{Version: "2.0", ID: id, Error: &fault{code, why}}
}

// send writes a message or a list of them. A client that does not take it has gone.
func (c *session) send(m any) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line) // ends it
	enc.SetEscapeHTML(false)
	err := enc.Encode(m)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		_, err = c.out.Write(line.Bytes())
	}
	if err != nil {
		c.stop(err)
	}
}
