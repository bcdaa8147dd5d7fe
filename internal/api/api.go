// Package api is what the program can be asked over a wire: one function per
// operation, from a request struct to a response struct, without any transport.
// The HTTP server and the engine in the browser both stand on it, so they cannot
// differ in what they answer; and the answers are the records of internal/record,
// so they do not differ from the command line either.
//
//	HTTP body ─┐                                      ┌─▶ HTTP answer
//	           ├─▶ Request ─▶ Service.Solve ─▶ Response
//	worker ────┘               (Limits)               └─▶ worker
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
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Service answers requests. The zero value has no limits and reads puzzles only as
// JSON objects. A Service is safe to use from several goroutines.
type Service struct {
	Limits Limits
	// Reader reads puzzles in the file formats and those of the pack. Without one
	// a request must bring its puzzle as a JSON object.
	Reader Reader
}

// Operation is one thing that can be asked for.
type Operation struct {
	Name    string
	Summary string
	// Call decodes a request, carries it out and gives the response. Its errors
	// are [*Error]s.
	Call func(ctx context.Context, s *Service, request []byte) (any, error)
}

// Operations lists the operations that think about a puzzle. Those that make some are
// apart, in [Generating], for the sake of the browser: who solves need not load them.
func Operations() []Operation {
	return []Operation{
		NewOperation("solve", "Solve a puzzle and say whether the solution is the only one", Solve),
		NewOperation("count", "Count all solutions of a puzzle", Count),
		NewOperation("rate", "Say how difficult a puzzle is for people", Rate),
		NewOperation("hint", "Say what to do next", Hint),
		NewOperation("explain", "Solve a puzzle step by step, with reasons", Explain),
		NewOperation("check", "Say which marks of a player are wrong", Check),
		NewOperation("clues", "Make a puzzle of a picture", Clues),
		NewOperation("methods", "List the methods of solving", Methods),
		NewOperation("techniques", "List the techniques that hints and ratings know", Techniques),
	}
}

// NewOperation makes an Operation of a function.
func NewOperation[Request, Response any](name, summary string, f func(context.Context, *Service, *Request) (*Response, error)) Operation {
	return Operation{Name: name, Summary: summary, Call: func(ctx context.Context, s *Service, data []byte) (any, error) {
		request := new(Request)
		if err := decodeRequest(data, request); err != nil {
			return nil, err
		}
		response, err := f(ctx, s, request)
		if err != nil {
			return nil, AsError(err)
		}
		return response, nil
	}}
}

// decodeRequest reads one JSON object and refuses members that mean nothing: a
// misspelt option that is ignored is worse than an error. No request at all is as
// good as an empty one.
func decodeRequest(data []byte, into any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return requestError(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return &Error{Code: BadRequest, Message: "found something behind the request, expected one JSON object"}
	}
	return nil
}

// requestError says where a request is not what was expected.
func requestError(err error) *Error {
	e := &Error{Code: BadRequest, Message: strings.TrimPrefix(err.Error(), "json: ")}
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		e.Where = kind.Field
		e.Message = fmt.Sprintf("found %s, expected %s", kind.Value, kind.Type)
	case errors.As(err, &syntax):
		e.Where = fmt.Sprintf("byte %d", syntax.Offset)
	}
	return e
}

// Answer is what a call gives as JSON: the response, or an object with the error. It
// is how the worker in the browser answers.
func Answer(response any, err error) []byte {
	if err != nil {
		response = Failure{*AsError(err)}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(response); err != nil {
		b.Reset()
		_ = enc.Encode(Failure{Error{Code: Internal, Message: err.Error()}})
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Failure is the JSON of an error.
type Failure struct {
	Error Error `json:"error"`
}
