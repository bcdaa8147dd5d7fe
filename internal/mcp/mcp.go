// Package mcp serves the operations as tools for assistants, by the Model Context
// Protocol (modelcontextprotocol.io, version 2025-06-18 and others that the SDK
// speaks):
//
//	initialize, tools/list ─▶ rows of the table, with their schemas
//	tools/call ─▶ Operation.Call ─▶ structured content, and the same as text
//	           ◀─ notifications/progress, for those who ask
//
// The protocol is the business of its official SDK; this room only makes tools of
// operations. Nothing is decided here: limits and reading belong to the service, and a
// bad call is told what everybody is told. A call that fails is an answer with isError
// set, so that an assistant reads what was wrong. No tool opens a file or leaves
// anything behind.
package mcp

import (
	"context"
	"encoding/json"
	"runtime"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"nonogram/internal/api"
	"nonogram/internal/plural"
	"nonogram/internal/schema"
)

// instructions tell an assistant what is not in the description of a single tool.
const instructions = `Tools for nonograms (picross, hanjie, griddlers, paint by numbers).

A puzzle is given in one of four ways: "puzzle", an object with "rows" and "columns" (lists of clues, each a list of lengths) or with a "goal" (a string per row, # filled, . empty); "text" or "data", a file in any known format; "pack", the number of a puzzle that comes with the program. What a player has drawn is "state", a string per row: # filled, . empty, ? open. Rows and columns count from 1.

A status of "undecided" means that time or memory ran out; timeout_ms asks for more time.`

// server makes tools of operations.
type server struct {
	service *api.Service
	// places bounds how many calls are worked on at once: each may take all the memory
	// that the limits allow.
	places chan struct{}
}

// New makes a server of tools.
func New(version string, service *api.Service, operations []api.Operation) *sdk.Server {
	s := &server{service, make(chan struct{}, runtime.GOMAXPROCS(0))}
	out := sdk.NewServer(&sdk.Implementation{Name: "nonogram", Version: version}, &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	for _, o := range operations {
		out.AddTool(describe(o), s.handler(o))
	}
	return out
}

// describe is an operation as a tool.
func describe(o api.Operation) *sdk.Tool {
	closed := false
	return &sdk.Tool{
		Name: o.Name, Description: o.Summary, InputSchema: schema.Alone(o.Request), OutputSchema: schema.Alone(o.Answer),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
	}
}

// handler answers calls of a tool.
func (s *server) handler(o api.Operation) sdk.ToolHandler {
	return func(ctx context.Context, call *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		select {
		case s.places <- struct{}{}:
			defer func() { <-s.places }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		answer, err := o.Call(watched(ctx, call), s.service, call.Params.Arguments)
		text := api.JSON(answer, err)
		result := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text)}}, IsError: err != nil}
		if err == nil {
			result.StructuredContent = json.RawMessage(text)
		}
		return result, nil
	}
}

// watched has those who gave a token for it told how far their call is.
func watched(ctx context.Context, call *sdk.CallToolRequest) context.Context {
	token := call.Params.GetProgressToken()
	if token == nil {
		return ctx
	}
	return api.WithWatch(ctx, api.Watch{Progress: func(p api.Progress) {
		_ = call.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // who does not hear it loses nothing
			ProgressToken: token, Progress: float64(p.Steps),
			Message: plural.Sprintf("%d steps, depth %d, %.1f s", p.Steps, p.Depth, float64(p.Elapsed)/1e3),
		})
	}})
}
