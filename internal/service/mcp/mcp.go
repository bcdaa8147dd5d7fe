// Package mcp serves the operations as tools for assistants, by the Model Context
// Protocol (modelcontextprotocol.io, its versions of 2024-11-05 to 2025-11-25) over two
// streams:
//
//	initialize, tools/list ─▶ rows of the table, with their schemas
//	tools/call ─▶ Operation.Call ─▶ structured content, and the same as text
//	           ◀─ notifications/progress, for those who ask
//	notifications/cancelled ─▶ the end of a call, without an answer
//
// A message is a line of JSON-RPC (stream.go). Nothing is decided here: limits and
// reading belong to the service, and a bad call is told what everybody is told. A call
// that fails is an answer with isError set, so that an assistant reads what was wrong.
// No tool opens a file or leaves anything behind. Why not by the protocol's SDK:
// docs/decisions/0018-mcp.md; its client is at the other end in the tests.
package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"nonogram/internal/operations"
	"nonogram/internal/operations/schema"
	"nonogram/internal/plural"
)

// instructions tell an assistant what is not in the description of a single tool.
const instructions = `Tools for nonograms (picross, hanjie, griddlers, paint by numbers).

A puzzle is given in one of four ways: "puzzle", an object with "rows" and "columns" (lists of clues, each a list of lengths) or with a "goal" (a string per row, # filled, . empty); "text" or "data", a file in any known format; "pack", the number of a puzzle that comes with the program. What a player has drawn is "state", a string per row: # filled, . empty, ? open. Rows and columns count from 1.

A status of "undecided" means that time or memory ran out; timeout_ms asks for more time.`

// versions of the protocol, the newest first. What is served has not changed between
// them. Clients of later ones ask for an older one when they are refused.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// Server makes tools of operations.
type Server struct {
	version    string
	service    *operations.Service
	operations []operations.Operation
	tools      func() []tool
	// places bounds how many calls are worked on at once: each may take all the memory
	// that the limits allow.
	places chan struct{}
}

// New makes a server of tools that gives its version.
func New(version string, service *operations.Service, operations []operations.Operation) *Server {
	s := &Server{version: version, service: service, operations: operations, places: make(chan struct{}, runtime.GOMAXPROCS(0))}
	s.tools = sync.OnceValue(s.describe)
	return s
}

// What the protocol calls a tool, and what it says of itself.
type (
	tool struct {
		Name         string         `json:"name"`
		Description  string         `json:"description"`
		InputSchema  *schema.Schema `json:"inputSchema"`
		OutputSchema *schema.Schema `json:"outputSchema"`
		Annotations  annotations    `json:"annotations"`
	}
	annotations struct {
		ReadOnly   bool `json:"readOnlyHint"`
		Idempotent bool `json:"idempotentHint"`
		OpenWorld  bool `json:"openWorldHint"`
	}
)

// describe makes tools of the operations.
func (s *Server) describe() []tool {
	tools := []tool{}
	for _, o := range s.operations {
		tools = append(tools, tool{
			o.Name, o.Summary, schema.Alone(o.Request), schema.Alone(o.Answer), annotations{ReadOnly: true, Idempotent: true},
		})
	}
	return tools
}

// answer is the result of a request that is no call of a tool.
func (s *Server) answer(method string, params json.RawMessage) (any, *fault) {
	switch method {
	case "initialize":
		return s.introduce(params)
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		return map[string]any{"tools": s.tools()}, nil
	}
	return nil, &fault{noMethod, fmt.Sprintf("found the method %q, expected initialize, ping, tools/list or tools/call", method)}
}

// introduce says who serves, and in which version of the protocol.
func (s *Server) introduce(params json.RawMessage) (any, *fault) {
	var asked struct {
		Version string `json:"protocolVersion"`
	}
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, &fault{badParams, "found no parameters with a protocolVersion: " + err.Error()}
	}
	if !slices.Contains(versions, asked.Version) {
		asked.Version = versions[0]
	}
	return map[string]any{
		"protocolVersion": asked.Version, "instructions": instructions,
		"capabilities": map[string]any{"tools": struct{}{}},
		"serverInfo":   map[string]any{"name": "nonogram", "version": s.version},
	}, nil
}

// What is asked of a tool, and what it gives.
type (
	call struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Meta      struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	}
	outcome struct {
		Content    []text          `json:"content"`
		Structured json.RawMessage `json:"structuredContent,omitempty"`
		IsError    bool            `json:"isError,omitempty"`
	}
	text struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
)

// begin finds the tool of a call, and gives the work.
func (s *Server) begin(params json.RawMessage, tell func(progress)) (func(context.Context) *outcome, *fault) {
	var c call
	if err := json.Unmarshal(params, &c); err != nil {
		return nil, &fault{badParams, "found no parameters with a name and arguments: " + err.Error()}
	}
	i := slices.IndexFunc(s.operations, func(o operations.Operation) bool { return o.Name == c.Name })
	if i < 0 {
		return nil, &fault{badParams, fmt.Sprintf("found the tool %q, expected one that tools/list has", c.Name)}
	}
	return func(ctx context.Context) *outcome {
		select {
		case s.places <- struct{}{}:
			defer func() { <-s.places }()
		case <-ctx.Done():
			return nil
		}
		if c.Meta.Token != nil {
			ctx = watched(ctx, c.Meta.Token, tell)
		}
		answer, err := s.operations[i].Call(ctx, s.service, c.Arguments)
		data := operations.JSON(answer, err)
		out := &outcome{Content: []text{{"text", string(data)}}, IsError: err != nil}
		if err == nil {
			out.Structured = data
		}
		return out
	}, nil
}

// progress is how far a call is, for who gave a token.
type progress struct {
	Token   json.RawMessage `json:"progressToken"`
	Steps   int64           `json:"progress"`
	Message string          `json:"message"`
}

// watched has those who gave a token for it told how far their call is.
func watched(ctx context.Context, token json.RawMessage, tell func(progress)) context.Context {
	return operations.WithWatch(ctx, operations.Watch{Progress: func(p operations.Progress) {
		tell(progress{token, p.Steps, plural.Sprintf("%d steps, depth %d, %.1f s", p.Steps, p.Depth, float64(p.Elapsed)/1e3)})
	}})
}
