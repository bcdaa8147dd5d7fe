package operations

import (
	"context"
	"errors"
	"fmt"

	"nonogram"
	"nonogram/internal/object"
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

// ErrorCode tells programs what kind of error it is. Codes may be added, none is
// renamed.
type ErrorCode string

// The codes.
const (
	BadRequest  ErrorCode = "bad_request"    // the request is no JSON, or a field makes no sense
	BadPuzzle   ErrorCode = "bad_puzzle"     // what was sent is no puzzle
	Unreadable  ErrorCode = "unreadable"     // a file cannot be read in its format
	UnknownName ErrorCode = "unknown_name"   // no such method, format, puzzle, operation
	ManyPuzzles ErrorCode = "many_puzzles"   // one puzzle is expected, and there are more
	TooLarge    ErrorCode = "too_large"      // beyond a limit of this service
	Unsupported ErrorCode = "unsupported"    // a method, or this engine, cannot do that
	WouldLose   ErrorCode = "would_lose"     // the format cannot hold everything, see details
	Cancelled   ErrorCode = "cancelled"      // whoever asked has gone
	Busy        ErrorCode = "busy"           // too much to do; try again
	NotFound    ErrorCode = "not_found"      // there is nothing at this address
	NotAllowed  ErrorCode = "not_allowed"    // not in this way, or not from there
	TooSlow     ErrorCode = "too_slow"       // the request did not arrive in time
	Internal    ErrorCode = "internal_error" // a fault of the program
)

// ErrorCodes lists the codes.
func ErrorCodes() []ErrorCode {
	return []ErrorCode{
		BadRequest, BadPuzzle, Unreadable, UnknownName, ManyPuzzles, TooLarge, Unsupported,
		WouldLose, Cancelled, Busy, NotFound, NotAllowed, TooSlow, Internal,
	}
}

// Error is why a request has no answer.
type Error struct {
	Code    ErrorCode `json:"code" doc:"What kind of error it is, for programs"`
	Message string    `json:"message" doc:"What is wrong, for people"`
	// Where is the field of the request, or the place in a file that it brought.
	Where   string   `json:"where,omitempty" doc:"The field of the request, or the line and column of a file in it"`
	Details []string `json:"details,omitempty" doc:"All there is to say, where it is more than one thing"`
	Formats []string `json:"formats,omitempty" doc:"The formats that a text can be read in, where several make sense"`
}

func (e *Error) Error() string {
	if e.Where != "" {
		return e.Where + ": " + e.Message
	}
	return e.Message
}

// Errorf makes an Error about a field of the request.
func Errorf(code ErrorCode, where, message string, args ...any) *Error {
	return &Error{Code: code, Where: where, Message: plural.Sprintf(message, args...)}
}

// maxDetails bounds the list of problems of a hopeless puzzle.
const maxDetails = 20

// AsError gives an error of the library its code and its place.
func AsError(err error) *Error {
	var (
		known   *Error
		field   *object.FieldError
		invalid *nonogram.InvalidError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &field):
		return &Error{Code: BadPuzzle, Where: field.Where, Message: field.Message}
	case errors.As(err, &invalid):
		return invalidError(invalid)
	case errors.Is(err, nonogram.ErrGridSize):
		return &Error{Code: BadRequest, Message: err.Error()}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: Cancelled, Message: "the request was cancelled"}
	}
	if where, message, ok := record.Place(err); ok {
		e := &Error{Code: Unreadable, Where: where, Message: message}
		var doubt interface{ Formats() []string }
		if errors.As(err, &doubt) {
			e.Formats = doubt.Formats()
		}
		return e
	}
	return &Error{Code: Internal, Message: err.Error()}
}

// invalidError lists what is wrong with a puzzle.
func invalidError(invalid *nonogram.InvalidError) *Error {
	e := &Error{Code: BadPuzzle, Where: "puzzle", Message: invalid.Error()}
	for i, p := range invalid.Problems {
		if i == maxDetails {
			e.Details = append(e.Details, fmt.Sprintf("and %d more", len(invalid.Problems)-i))
			break
		}
		e.Details = append(e.Details, p.String())
	}
	return e
}
