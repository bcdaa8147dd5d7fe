package mcp

import (
	"context"
	"fmt"
	"sync"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Long results. A result over maxResult bytes fills the context of a model, so it is cut
// there, and the tool "more" returns the parts that follow. A session keeps the last
// keptResults of them.

const (
	maxResult   = 48 << 10
	keptResults = 8
)

// rests are the long results of a session.
type rests struct {
	mu   sync.Mutex
	list []string
	last int // the number of the newest one
}

// cut returns the beginning of a result, and how to get the rest if it is long.
func (r *rests) cut(text string) (part, note string) {
	if len(text) <= maxResult {
		return text, ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.list = append(r.list, text); len(r.list) > keptResults {
		r.list = r.list[1:]
	}
	r.last++
	end := boundary(text, maxResult)
	return text[:end], fmt.Sprintf(`This is cut: %d of %d bytes. The tool more returns the rest: {"result":%d,"offset":%d}`, end, len(text), r.last, end)
}

// boundary is the last offset up to at that cuts no character.
func boundary(text string, at int) int {
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return min(at, len(text))
}

// more returns a part of a result that was cut.
func (r *rests) more(result, offset int) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := len(r.list) - 1 - (r.last - result)
	if i < 0 || i >= len(r.list) {
		return "", fmt.Errorf("found the result %d, of which there is no rest; the last %d long results are kept", result, keptResults)
	}
	text := r.list[i]
	if offset < 0 || offset >= len(text) {
		return "", fmt.Errorf("found the offset %d, expected 0 to %d", offset, len(text)-1)
	}
	return text[offset:boundary(text, min(len(text), offset+maxResult))], nil
}

// add registers the tool.
func (r *rests) add(server *sdk.Server) {
	type request struct {
		Result int `json:"result"`
		Offset int `json:"offset"`
	}
	sdk.AddTool(server, &sdk.Tool{
		Name:        "more",
		Description: `Return the next part of a result that was cut. Use it only if you need the rest. Example: {"result":1,"offset":49152}`,
	}, func(_ context.Context, _ *sdk.CallToolRequest, at request) (*sdk.CallToolResult, any, error) {
		text, err := r.more(at.Result, at.Offset)
		if err != nil {
			return nil, nil, err
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil, nil
	})
}
