package mcp

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK cancels all open calls when the input ends. This transport delays the end of
// the input until every call is answered, so that calls piped in from a file work.

type drainingTransport struct{ sdk.Transport }

// Connect opens the connection.
func (t drainingTransport) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	d := &drainingConnection{Connection: c, open: map[jsonrpc.ID]bool{}}
	d.changed.L = &d.mu
	return d, nil
}

type drainingConnection struct {
	sdk.Connection
	mu      sync.Mutex
	changed sync.Cond
	open    map[jsonrpc.ID]bool // calls without an answer
	closed  bool                // by Close, or because an answer could not be written
}

// Read returns the next message, or io.EOF after the last answer.
func (c *drainingConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() {
		c.open[call.ID] = true
	}
	for errors.Is(err, io.EOF) && len(c.open) > 0 && !c.closed {
		c.changed.Wait()
	}
	return message, err
}

// Write sends a message.
func (c *drainingConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if answer, ok := message.(*jsonrpc.Response); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.open, answer.ID)
		c.closed = c.closed || err != nil
		c.changed.Broadcast()
	}
	return err
}

// Close closes the connection. The SDK calls it once no call is running.
func (c *drainingConnection) Close() error {
	c.mu.Lock()
	c.closed = true
	c.changed.Broadcast()
	c.mu.Unlock()
	return c.Connection.Close()
}
