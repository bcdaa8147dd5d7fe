package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"

	"nonogram/cmd/internal/operations"
)

// Several puzzles in one request: an array, or JSON values one after the other (NDJSON), of
// requests or of puzzles. The answers are NDJSON in the order of the puzzles, with an error
// in place of an answer where a puzzle fails. The request has one slot of the queue, and all
// its puzzles together have the time of one request.

// takesSeveral reports whether an operation takes several puzzles: each that answers for one.
func takesSeveral(o operations.Operation) bool { return o.Open != nil }

const (
	ndjsonType = "application/x-ndjson"
	maxSeveral = 1000 // puzzles of a request
)

// several returns the values of a body that has an array or several objects, nil for another
// body.
func several(o operations.Operation, body []byte) ([]json.RawMessage, *operations.Error) {
	if !takesSeveral(o) {
		return nil, nil
	}
	var list []json.RawMessage
	if bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) {
		isObject := func(value json.RawMessage) bool { return value[0] == '{' }
		if json.Unmarshal(body, &list) != nil || !slices.ContainsFunc(list, isObject) {
			return nil, nil // the operation reports it
		}
	} else {
		values := json.NewDecoder(bytes.NewReader(body))
		for {
			var value json.RawMessage
			err := values.Decode(&value)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil && len(list) < 2 {
				return nil, nil // the operation reports it
			}
			if err != nil {
				return nil, operations.Errorf(operations.BadRequest, "", "value %d is not JSON: %v", len(list)+1, err)
			}
			list = append(list, value)
		}
		if len(list) < 2 {
			return nil, nil
		}
	}
	if len(list) > maxSeveral {
		return nil, operations.Errorf(operations.TooLarge, "", "found %d puzzles in one request, the limit is %d", len(list), maxSeveral)
	}
	return list, nil
}

// asRequest wraps a puzzle into a request.
func asRequest(value json.RawMessage) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil {
		return value // the operation reports it
	}
	for _, name := range []string{"rows", "columns", "goal"} {
		if members[name] != nil {
			request, _ := json.Marshal(map[string]json.RawMessage{"puzzle": value}) // it was JSON before
			return request
		}
	}
	return value
}

// answerSeveral answers for each value in a line.
func (s *Server) answerSeveral(w http.ResponseWriter, r *http.Request, o operations.Operation, list []json.RawMessage) {
	ctx := r.Context()
	if limit := s.cfg.Limits.Time; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	var lines []byte
	for _, value := range list {
		answer, err := o.Call(ctx, s.service, asRequest(value))
		if cutShort(ctx, answer, err) {
			s.refuse(w, errShare)
			return
		}
		lines = append(append(lines, operations.JSON(answer, err)...), '\n')
	}
	w.Header().Set("Content-Type", ndjsonType)
	_, _ = w.Write(lines) // the client may be gone
}
