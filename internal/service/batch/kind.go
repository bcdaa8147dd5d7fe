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
)

// Kind is a sort of work. Operations on puzzles are kinds by themselves
// ([PuzzleKinds]); any other is a file with a Kind in it, and a row in Kinds.
type Kind struct {
	Name, Summary string
	// Request is the struct that the request of a job is read into.
	Request reflect.Type
	// Open checks the request of a job and gives a worker its hands. Each goroutine
	// has its own, which may keep memory from item to item.
	Open func(j *Job) (Work, error)
	// Whole says that items need all of a puzzle, not only what a solver looks at.
	Whole bool
	// Text says that the output is no sequence of records, so that failures have
	// no place in it and are told apart.
	Text bool
	// Merge makes the output of all results, in order. Nil lays them end to end.
	Merge func(w io.Writer, job *Job, results iter.Seq2[Result, error]) error
}

// Work answers one item. An error becomes the item's record; when the context has
// ended, the answer does not count.
type Work func(ctx context.Context, item []byte) (Result, error)

// Kinds lists all kinds of work.
func Kinds() []Kind { return append(PuzzleKinds(), censusKind, cubeKind) }

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

// Takes reports whether the request of a job may have a member of that name.
func (k *Kind) Takes(member string) bool {
	for _, f := range reflect.VisibleFields(k.Request) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == member {
			return true
		}
	}
	return false
}

// read decodes the request of a job of one of the kinds in this package.
func (j *Job) read(request any) error {
	dec := json.NewDecoder(bytes.NewReader(j.Request))
	dec.DisallowUnknownFields()
	return dec.Decode(request)
}

// encoded is a request of one of the kinds in this package.
func encoded(request any) json.RawMessage {
	data, err := json.Marshal(request)
	if err != nil {
		panic(err) // a struct of plain fields
	}
	return data
}
