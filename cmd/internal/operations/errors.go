package operations

import (
	"context"
	"errors"
	"fmt"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/object"
)

// ErrorCode is the kind of an error, for programs. Codes may be added but are never
// renamed.
type ErrorCode string

// The codes.
const (
	BadRequest  ErrorCode = "bad_request"    // the request is not JSON, or a field has a bad value
	BadPuzzle   ErrorCode = "bad_puzzle"     // the input is not a valid puzzle
	Unreadable  ErrorCode = "unreadable"     // a file cannot be read in its format
	UnknownName ErrorCode = "unknown_name"   // no such method, format, puzzle, operation
	ManyPuzzles ErrorCode = "many_puzzles"   // one puzzle is expected, and there are more
	TooLarge    ErrorCode = "too_large"      // beyond a limit of this service
	Unsupported ErrorCode = "unsupported"    // a method, or this module, cannot do that
	WouldLose   ErrorCode = "would_lose"     // the format cannot hold everything, see details
	Cancelled   ErrorCode = "cancelled"      // the client has gone
	Busy        ErrorCode = "busy"           // overloaded; try again
	NotFound    ErrorCode = "not_found"      // there is nothing at this address
	NotAllowed  ErrorCode = "not_allowed"    // this method or origin is not allowed
	TooSlow     ErrorCode = "too_slow"       // the request did not arrive in time
	Internal    ErrorCode = "internal_error" // a bug in the program
)

// ErrorCodes lists the codes.
func ErrorCodes() []ErrorCode {
	return []ErrorCode{
		BadRequest, BadPuzzle, Unreadable, UnknownName, ManyPuzzles, TooLarge, Unsupported,
		WouldLose, Cancelled, Busy, NotFound, NotAllowed, TooSlow, Internal,
	}
}

// Error is the error of a request.
type Error struct {
	Code    ErrorCode `json:"code" doc:"The kind of error, for programs"`
	Message string    `json:"message" doc:"The message, for people"`
	// Where is the field of the request, or the position in a file that it contains.
	Where   string   `json:"where,omitempty" doc:"The field of the request, or the line and column of a file in it"`
	Details []string `json:"details,omitempty" doc:"All problems, if there are several"`
	Formats []string `json:"formats,omitempty" doc:"The formats of a text with several readings"`
}

func (e *Error) Error() string {
	if e.Where != "" {
		return e.Where + ": " + e.Message
	}
	return e.Message
}

// Errorf returns an Error about a field of the request.
func Errorf(code ErrorCode, where, message string, args ...any) *Error {
	return &Error{Code: code, Where: where, Message: fmt.Sprintf(message, args...)}
}

// maxDetails bounds the list of problems of an invalid puzzle.
const maxDetails = 20

// AsError adds the code and the place to an error of the library.
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
	case errors.Is(err, nonogram.ErrShape):
		return &Error{Code: Unsupported, Where: "puzzle", Message: nonogram.ErrShape.Error()}
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

// invalidError lists the problems of a puzzle.
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
