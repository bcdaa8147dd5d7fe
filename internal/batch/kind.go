package batch

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Kind is a sort of work. A new one is a file with a Kind in it, and a row in Kinds.
type Kind struct {
	Name string
	// Open checks the options and gives a worker its hands. Each goroutine has its
	// own, which may keep memory from item to item.
	Open func(o Options) (Work, error)
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
func Kinds() []Kind {
	return []Kind{solveKind, countKind, rateKind, convertKind, censusKind, cubeKind}
}

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
