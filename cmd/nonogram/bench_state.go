package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"time"

	"nonogram/internal/bench"
)

// benchState is the file of bench --state: the record of an unfinished measurement with its
// runs. It is written again after a run, but at most once a second.
type benchState struct {
	benchRecord
	known, seen int // runs in the file at first, and runs passed to add
	written     time.Time
}

// readState reads the file of --state, or returns a state without runs if there is none.
func (r *benchReport) readState() (*benchState, error) {
	s := &benchState{benchRecord: r.record()}
	content, err := os.ReadFile(r.f.state)
	switch {
	case r.f.state == "", errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, err
	}
	var before benchRecord
	if err := json.Unmarshal(content, &before); err != nil {
		return nil, fmt.Errorf("--state: %s is not the state of a measurement: %w", r.f.state, err)
	}
	s.Runs, before.Runs = before.Runs, nil
	if !reflect.DeepEqual(before, r.record()) {
		return nil, usagef("--state: %s has runs of another machine, version, clock, limit or of other boards; expected those of this command", r.f.state)
	}
	s.known = len(s.Runs)
	return s, nil
}

// add adds a run to the file; a failure to write shows at the end.
func (s *benchState) add(path string, run bench.Run) {
	if s.seen++; s.seen <= s.known {
		return
	}
	s.Runs = append(s.Runs, run)
	if time.Since(s.written) > time.Second {
		_ = s.write(path)
		s.written = time.Now()
	}
}

func (s *benchState) write(path string) error {
	if path == "" {
		return nil
	}
	return writeFile(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(s.benchRecord) })
}
