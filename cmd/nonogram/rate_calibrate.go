package main

import (
	"bytes"
	"context"

	"nonogram/internal/calibration"
)

// calibrateTo compares the costs of techniques with the times or moves of people and
// prints the report.
func (f *rateFlags) calibrateTo(ctx context.Context, a *app) error {
	if f.JSON {
		return usagef("--calibrate prints a report, expected no --json")
	}
	name, data, err := readFile(a.in, f.Calibrate)
	if err != nil {
		return err
	}
	if err := f.inputs.check(); err != nil {
		return err
	}
	study, puzzles, err := calibration.Read(data, name)
	if err != nil {
		return err
	}
	if len(f.files) == 0 && len(puzzles) > 0 {
		f.files, a.in = []string{"-"}, bytes.NewReader(puzzles)
	}
	for it := range f.items(a) {
		if it.err != nil {
			return it.err
		}
		if err := study.Add(ctx, it.id, it.puzzle); err != nil {
			return err
		}
	}
	return study.Report(a.out)
}
