package main

import (
	"slices"

	"nonogram"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
)

// A player's marks are read from a file, see record.ParseStates.

// checkState rejects reading the position and the puzzle from the same stream.
func checkState(state string, files []string) error {
	if state == "-" && (len(files) == 0 || slices.Contains(files, "-")) {
		return usagef("only one of the puzzle and --state can be standard input")
	}
	return nil
}

// statesOf reads the positions of a file for a puzzle, the oldest first.
func statesOf(a *app, file string) operations.From {
	return func(p *nonogram.Puzzle) ([]*nonogram.Grid, error) {
		name, data, err := readFile(a.in, file)
		if err != nil {
			return nil, err
		}
		return record.ParseStates(name, data, p)
	}
}
