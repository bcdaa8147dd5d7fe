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
// results. Pictures are image content, and long results are cut. Tools open no files, except
// in the folder of [Server.Files].
package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram/cmd/internal/operations"
	"nonogram/internal/plural"
)

// instructions describe the conventions that all tools share.
const instructions = `Tools for nonograms (picross, hanjie, griddlers, paint by numbers).

A puzzle is given in one of four ways: "puzzle", an object with "rows" and "columns" (lists of clues, each a list of lengths) or with a "goal" (a string per row, # filled, . empty); "text" or "data", a file in any known format; "pack", the number of a puzzle that comes with the program. What a player has drawn is "state", a string per row: # filled, . empty, ? open. Rows and columns count from 1.

A status of "undecided" means that time or memory ran out; timeout_ms asks for more time. Results are cut at 48 kB; the tool "more" returns the rest.`

// Server offers operations as tools.
type Server struct {
	version    string
	service    *operations.Service
	operations []operations.Operation
	// slots bounds the number of concurrent calls: each may use all the memory that the
	// limits allow.
	slots chan struct{}
	files *folder // may be nil
}

// Files lets tools read and write files inside a folder, and nowhere else.
func (s *Server) Files(root *os.Root) { s.files = &folder{root} }

// New returns a server of the given version of the program.
func New(version string, service *operations.Service, operations []operations.Operation) *Server {
	return &Server{version: version, service: service, operations: operations, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Serve answers a client until its input ends and all calls are answered, until ctx is
// done, or until an answer cannot be written.
func (s *Server) Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	server := sdk.NewServer(&sdk.Implementation{Name: "nonogram", Version: s.version}, &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	long := &rests{}
	for _, o := range s.operations {
		server.AddTool(s.tool(o), s.handler(ctx, o, long))
	}
	long.add(server)
	return server.Run(ctx, drainingTransport{&sdk.IOTransport{Reader: in, Writer: out}})
}

func (s *Server) tool(o operations.Operation) *sdk.Tool {
	return &sdk.Tool{
		Name: o.Name, Description: description(o), InputSchema: s.input(o),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: s.files == nil, IdempotentHint: true, OpenWorldHint: new(false)},
	}
}

// handler calls an operation. A call ends early when the client cancels it or when
// the session is done.
func (s *Server) handler(session context.Context, o operations.Operation, long *rests) sdk.ToolHandler {
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
		text, err := s.call(withProgress(ctx, request), o, request.Params.Arguments)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return content(text, err != nil, long), nil
	}
}

// call answers with the JSON of an operation, or of its error.
func (s *Server) call(ctx context.Context, o operations.Operation, arguments []byte) ([]byte, error) {
	var save target
	if s.files != nil {
		request, to, err := s.files.open(o, arguments)
		if err != nil {
			return operations.JSON(nil, err), err
		}
		arguments, save = request, to
	}
	answer, err := o.Call(ctx, s.service, arguments)
	text := operations.JSON(answer, err)
	if err != nil || save.name == "" {
		return text, err
	}
	if err := s.files.save(save, text); err != nil {
		return operations.JSON(nil, err), err
	}
	saved, _ := json.Marshal(map[string]string{"saved": save.name}) // texts cannot fail
	return saved, nil
}

// content returns the result of a call: its JSON as text and as structure, a picture as an
// image, a PDF as a resource, and how to get the rest of a long text.
func content(text []byte, failed bool, long *rests) *sdk.CallToolResult {
	attached, text := attachment(text)
	part, note := long.cut(string(text))
	result := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: part}}, IsError: failed}
	switch {
	case note != "":
		result.Content = append(result.Content, &sdk.TextContent{Text: note})
	case !failed:
		result.StructuredContent = json.RawMessage(text)
	}
	if attached != nil {
		result.Content = append(result.Content, attached)
	}
	return result
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
			Message: cmp.Or(p.Stage, fmt.Sprintf("%s, depth %d, %.1f s", plural.Of(int(p.Steps), "step", "steps"), p.Depth, float64(p.Elapsed)/1e3)),
		})
	}})
}
