// Package operations is what the program can be asked: every operation once, from a request
// to an answer, without any transport. The command line, batches, the HTTP server, the
// engine in the browser and the server of tools for assistants all stand on it, so
// they cannot differ in what they answer.
//
//	CLI    files ── pipeline ─────┐ │                                          │ ┌▶ text, or a line of --json; exit = gravest Code
//	batch  queue ── chunk ────────┤ │ Open(service, request) ─▶ Work     once  │ ├▶ Code and line
//	HTTP   body ──┐               ├─┼▶ Work(ctx, puzzle) ─▶ Answer  per puzzle ┼─┼▶ body; status by ErrorCode
//	wasm   string ┼─ Operation.Call ┤ │ (on sight? budget, clock, watch, record) │ ├▶ string
//	MCP    tool ──┘               ┘ │                                          │ └▶ structured content
//
// What stands between the bars is written here, once. Transports turn flags, bodies,
// messages and tool calls into requests, and answers into text, JSON, status or exit
// codes; they decide nothing.
//
// This package holds the operations that need nothing but clues: solving, counting,
// rating, hints. Those on file formats are in the package files below it, and those
// that draw in draw, because a browser should not have to load the writers of PDF
// before it can give a hint (docs/decisions/0008-web-engine.md has the sizes).
//
// A [Service] has the limits that its owner chooses. Nothing a request says goes
// beyond them: time, memory, size and number are cut down or refused before any
// work begins. Errors are [*Error]s with a code for programs, a message for people
// and a place.
package operations

import (
	"bytes"
	"encoding/json"
	"image"
	"io"
)

// Service answers requests. The zero value has no limits and reads puzzles only as
// JSON objects. A Service is safe to use from several goroutines.
type Service struct {
	Limits Limits
	// Reader reads puzzles in the file formats and those of the pack. Without one
	// a request must bring its puzzle as a JSON object.
	Reader Reader
	// Images decodes files of images of at most so many pixels, 0 for as many as it
	// likes. Without it a request must bring pixels.
	Images func(data []byte, pixels int) (image.Image, error)
	// Methods finds a solving method by its name, number and options, and lets it log
	// its progress to log, one line per Write. If it is nil, only the engine is available.
	Methods func(text string, log io.Writer) (Method, error)
	// Log receives the progress lines of methods; nil discards them.
	Log io.Writer
	// Untimed leaves the time out of answers, so that the same question always has
	// the same answer to the byte.
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

// JSON is what a call gives as JSON, without an end of line: the answer, or an object
// with the error.
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
