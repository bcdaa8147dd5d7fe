package main

import (
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/api"
)

// Where solve --out writes to. A .txt file takes the rows of every solution as
// it comes; any other format takes whole puzzles with their goal, which have to
// be kept until the end because most formats are written in one piece.

type sink interface {
	add(it item, o *api.SolveResponse) error
	close() error
}

func newSink(path string, inputs []string) (sink, error) {
	switch {
	case path == "":
		return noSink{}, nil
	case strings.EqualFold(filepath.Ext(path), ".txt"):
		if err := notInput("out", path, inputs); err != nil {
			return nil, err
		}
		f, err := create(path)
		if err != nil {
			return nil, err
		}
		return newRowsSink(f), nil
	}
	f, err := format.ByFilename(path)
	if err != nil {
		return nil, usageError{err}
	}
	if f.Encode == nil {
		return nil, usagef("--out %s: format %s can only be read", path, f.Name)
	}
	return &puzzleSink{path: path, format: f.Name}, writable(path)
}

type noSink struct{}

func (noSink) add(item, *api.SolveResponse) error { return nil }
func (noSink) close() error                       { return nil }

// rowsSink writes tournament solutions as they come, in a goroutine of its own
// because the encoder asks for solutions and the pipeline brings them.
type rowsSink struct {
	solutions chan format.Solution
	done      chan error
}

func newRowsSink(f *os.File) *rowsSink {
	s := &rowsSink{solutions: make(chan format.Solution), done: make(chan error, 1)}
	go func() {
		w := newOutput(f)
		err := format.EncodeSolutions(w, s.all())
		for range s.solutions { // after an error the rest is taken and dropped
		}
		s.done <- errors.Join(err, w.Flush(), f.Close())
	}()
	return s
}

func (s *rowsSink) all() iter.Seq[format.Solution] {
	return func(yield func(format.Solution) bool) {
		for solution := range s.solutions {
			if !yield(solution) {
				return
			}
		}
	}
}

func (s *rowsSink) add(it item, o *api.SolveResponse) error {
	if o.Solutions > 0 {
		s.solutions <- format.Solution{ID: it.id, Grid: o.Result.Solutions[0]}
	}
	return nil
}

func (s *rowsSink) close() error {
	close(s.solutions)
	return <-s.done
}

// puzzleSink keeps puzzles with their solution as goal.
type puzzleSink struct {
	path    string
	format  string
	puzzles []*nonogram.Puzzle
}

func (s *puzzleSink) add(it item, o *api.SolveResponse) error {
	if o.Solutions > 0 {
		p := *it.puzzle
		p.Goal = o.Result.Solutions[0]
		s.puzzles = append(s.puzzles, &p)
	}
	return nil
}

func (s *puzzleSink) close() error {
	if len(s.puzzles) == 0 {
		return nil
	}
	return writeFile(s.path, func(w io.Writer) error {
		return format.Encode(w, s.format, s.puzzles...)
	})
}
