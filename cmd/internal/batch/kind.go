package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"

	"nonogram/cmd/internal/operations/schema"
)

// Kind is a kind of work. Operations on puzzles are kinds ([PuzzleKinds]); others are
// listed in Kinds.
type Kind struct {
	Name, Summary string
	// Request is the struct that the request of a job is read into.
	Request reflect.Type
	// Open checks the request of a job. Each goroutine has a Work of its own, which may
	// keep memory from item to item.
	Open func(j *Job) (Work, error)
	// Whole includes the goal and all texts of puzzles in items.
	Whole bool
	// Answer is the struct of a result if items are puzzles; results are checked then.
	Answer reflect.Type
	// Merge combines the results, in order. Nil concatenates them.
	Merge func(w io.Writer, job *Job, results iter.Seq2[Result, error]) error
}

// Work answers one item. An error becomes the item's record. The answer is dropped if
// the context has ended.
type Work func(ctx context.Context, item []byte) (Result, error)

// Kinds lists all kinds of work.
func Kinds() []Kind { return append(PuzzleKinds(), censusKind) }

// KindNamed finds a kind in a list.
func KindNamed(kinds []Kind, name string) (*Kind, error) {
	var names []string
	for i := range kinds {
		if kinds[i].Name == name {
			return &kinds[i], nil
		}
		names = append(names, kinds[i].Name)
	}
	return nil, fmt.Errorf("unknown kind of work %q, expected one of %s", name, strings.Join(names, ", "))
}

// Takes reports whether the request has a member of that name.
func (k *Kind) Takes(member string) bool { return schema.Has(k.Request, member) }

// read decodes the request of a job of one of the kinds in this package.
func (j *Job) read(request any) error {
	dec := json.NewDecoder(bytes.NewReader(j.Request))
	dec.DisallowUnknownFields()
	return dec.Decode(request)
}

// encoded encodes the request of a kind in this package.
func encoded(request any) json.RawMessage {
	data, err := json.Marshal(request)
	if err != nil {
		panic(err) // a struct of plain fields
	}
	return data
}
