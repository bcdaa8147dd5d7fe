// Package operations holds every operation of the program, from request to answer, without
// a transport. The command line, batch jobs, the HTTP server, the browser's modules, the C library
// and the MCP server all call it, so their answers are the same.
//
//	CLI    files ── pipeline ─────┐ │                                          │ ┌▶ text, or a line of --json; exit = gravest Code
//	batch  queue ── chunk ────────┤ │ Open(service, request) ─▶ Work     once  │ ├▶ Code and line
//	HTTP   body ──┐               ├─┼▶ Work(ctx, puzzle) ─▶ Answer  per puzzle ┼─┼▶ body; status by ErrorCode
//	wasm   string ┼─ Call ────────┤ │ (trivial? budget, clock, trace, record)  │ ├▶ string
//	C      string ┤               │ │                                          │ ├▶ string
//	MCP    tool ──┘               ┘ │                                          │ └▶ structured content
//
// The part between the bars is this package. Transports turn flags, bodies, messages and
// tool calls into requests, and answers into text, JSON, a status or an exit code.
//
// This package holds the operations that need only clues: solving, counting, rating, hints.
// The others are in subpackages, so that the browser's engine stays small: it does not load
// the PDF writer to give a hint (docs/decisions/0008-web-engine.md has the sizes).
//
// The owner of a [Service] sets its limits. Time, memory, size and count of a request are
// cut to these limits, or the request is rejected before any work begins. Errors are
// [*Error]s with a code for programs, a message for people and a place.
package operations

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"io"
)

// Service answers requests. The zero value has no limits and reads puzzles only as
// JSON objects. A Service is safe to use from several goroutines.
type Service struct {
	Limits Limits
	// Reader reads puzzles in the file formats and those of the pack. If it is nil, requests
	// must contain their puzzle as a JSON object.
	Reader Reader
	// Images decodes image files of at most the given number of pixels, 0 for no limit, after
	// it has reserved the memory for it. If it is nil, requests must contain pixels.
	Images func(ctx context.Context, data []byte, pixels int, reserve func(bytes int64) error) (image.Image, error)
	// Reserve takes memory for a picture, if it is not nil, until release is called. Its error
	// is that of the request.
	Reserve func(ctx context.Context, bytes int64) (release func(), err error)
	// RGBA is the pixels of a request that gives only their size.
	RGBA []byte
	// Methods finds a solving method by its name, number and options, and lets it log
	// its progress to log, one line per Write. If it is nil, only the engine is available.
	Methods func(text string, log io.Writer) (Method, error)
	// Log receives the progress lines of methods; nil discards them.
	Log io.Writer
	// Untimed omits the time from answers, so that the same request always has the same
	// answer, byte by byte.
	Untimed bool
}

// Operations lists the operations that solve and explain puzzles. The others are in
// [Proving] and in subpackages, so that a browser module links only those it serves.
func Operations() []Operation {
	return []Operation{
		Each("solve", "Solve a puzzle and say whether the solution is the only one", OpenSolve),
		Each("count", "Count all solutions of a puzzle", OpenCount),
		Each("rate", "Say how difficult a puzzle is for people", OpenRate),
		Each("hint", "Say what to do next", OpenHint),
		Each("explain", "Solve a puzzle step by step, with reasons", OpenExplain),
		Each("check", "Say which marks of a player are wrong", OpenCheck),
		Once("clues", "Make a puzzle of a picture", Clues),
		Once("techniques", "List the techniques that hints and ratings know", Techniques),
	}
}

// JSON encodes the result of a call, without a newline: the answer, or an object with the
// error.
func JSON(answer any, err error) []byte {
	if err != nil {
		answer = Failure{*AsError(err)}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(answer); err != nil {
		b.Reset()
		_ = enc.Encode(Failure{Error{Code: Internal, Message: err.Error()}})
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Failure is the JSON of an error.
type Failure struct {
	Error Error `json:"error"`
}
