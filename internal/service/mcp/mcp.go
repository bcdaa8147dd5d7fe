// Package mcp serves the operations as tools for AI assistants, by the Model Context
// Protocol (modelcontextprotocol.io):
//
//	tools/list ─▶ the table of operations, with their schemas
//	tools/call ─▶ Operation.Call ─▶ structured content, and the same as text
//	           ◀─ notifications/progress, if the caller sends a progress token
//
// The official SDK speaks the protocol; this package registers the tools. Operations
// decode their arguments and enforce the limits, so errors read the same in every
// transport. A failed call is a result with isError set, because assistants see only
// results. Tools open no files and keep no state.
package mcp

import (
	"context"
	"encoding/json"
	"io"
	"runtime"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram/internal/operations"
	"nonogram/internal/operations/schema"
	"nonogram/internal/plural"
)

// instructions describe the conventions that all tools share.
const instructions = `Tools for nonograms (picross, hanjie, griddlers, paint by numbers).

A puzzle is given in one of four ways: "puzzle", an object with "rows" and "columns" (lists of clues, each a list of lengths) or with a "goal" (a string per row, # filled, . empty); "text" or "data", a file in any known format; "pack", the number of a puzzle that comes with the program. What a player has drawn is "state", a string per row: # filled, . empty, ? open. Rows and columns count from 1.

A status of "undecided" means that time or memory ran out; timeout_ms asks for more time.`

// Server offers operations as tools.
type Server struct {
	version    string
	service    *operations.Service
	operations []operations.Operation
	// slots bounds the number of concurrent calls: each may use all the memory that the
	// limits allow.
	slots chan struct{}
}

// New returns a server of the given version of the program.
func New(version string, service *operations.Service, operations []operations.Operation) *Server {
	return &Server{version, service, operations, make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Serve answers a client until its input ends and all calls are answered, until ctx is
// done, or until an answer cannot be written.
func (s *Server) Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	server := sdk.NewServer(&sdk.Implementation{Name: "nonogram", Version: s.version}, &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	for _, o := range s.operations {
		server.AddTool(tool(o), s.handler(ctx, o))
	}
	return server.Run(ctx, drainingTransport{&sdk.IOTransport{Reader: in, Writer: out}})
}

func tool(o operations.Operation) *sdk.Tool {
	return &sdk.Tool{
		Name: o.Name, Description: o.Summary, InputSchema: schema.Alone(o.Request), OutputSchema: schema.Alone(o.Answer),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)},
	}
}

// handler calls an operation. A call ends early when the client cancels it or when
// the session is done.
func (s *Server) handler(session context.Context, o operations.Operation) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(session, cancel)()
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		answer, err := o.Call(withProgress(ctx, request), s.service, request.Params.Arguments)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text := operations.JSON(answer, err)
		result := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text)}}, IsError: err != nil}
		if err == nil {
			result.StructuredContent = json.RawMessage(text)
		}
		return result, nil
	}
}

// withProgress reports the progress of a call to a client that sent a token for it.
func withProgress(ctx context.Context, request *sdk.CallToolRequest) context.Context {
	token := request.Params.GetProgressToken()
	if token == nil {
		return ctx
	}
	return operations.WithWatch(ctx, operations.Watch{Progress: func(p operations.Progress) {
		_ = request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // the answer does not depend on it
			ProgressToken: token, Progress: float64(p.Steps),
			Message: plural.Sprintf("%d steps, depth %d, %.1f s", p.Steps, p.Depth, float64(p.Elapsed)/1e3),
		})
	}})
}
