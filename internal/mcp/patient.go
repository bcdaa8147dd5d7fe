package mcp

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK ends a session with its input, and drops the calls that are being worked on.
// Whoever writes some calls into a pipe and closes it would get no answers; here the
// end of the input is held back until all of them are out.

// Patient is a transport that answers every call before it ends.
func Patient(t sdk.Transport) sdk.Transport { return patientTransport{t} }

type patientTransport struct{ sdk.Transport }

// Connect opens the connection.
func (t patientTransport) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConnection{Connection: c, open: map[jsonrpc.ID]bool{}, changed: make(chan struct{}, 1)}, nil
}

// patientConnection counts the calls that have no answer yet.
type patientConnection struct {
	sdk.Connection
	mu      sync.Mutex
	open    map[jsonrpc.ID]bool
	changed chan struct{}
}

// Read gives the next message. The end comes after the last answer.
func (c *patientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() {
		c.mu.Lock()
		c.open[call.ID] = true
		c.mu.Unlock()
	}
	for errors.Is(err, io.EOF) && c.waiting() {
		select {
		case <-c.changed:
		case <-ctx.Done():
			return message, err
		}
	}
	return message, err
}

func (c *patientConnection) waiting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open) > 0
}

// Write sends a message.
func (c *patientConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if answer, ok := message.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.open, answer.ID)
		c.mu.Unlock()
		select {
		case c.changed <- struct{}{}:
		default: // it has been told, and will look
		}
	}
	return err
}
