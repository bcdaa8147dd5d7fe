package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/format"
	"nonogram/internal/plural"
)

// check pairs solutions with puzzles by their ids. With --score it grades answers, which are
// lines of JSON with the fields state, history and moves of the operation check, or
// solutions. An answer that cannot be read, or does not fit its puzzle, scores nothing and
// does not affect others.

type checkFlags struct {
	common
	Score   bool                 `flag:"grade answers and moves"`
	name    string               // of the file of answers
	answers map[string][]*answer // by id, without those of earlier puzzles
	failed  exitStatus           // exitFailed if some answer is unreadable

	right, wrong, missing int
	sum                   record.Score // of the cells and lines
}

func newCheck(a *app) *cobra.Command {
	f := &checkFlags{answers: map[string][]*answer{}}
	cmd := newCommand("check", cobra.ExactArgs(2), f, func(cmd *cobra.Command, args []string) error {
		f.files = args[:1]
		return f.run(cmd.Context(), a, args[1])
	})
	return cmd
}

func (f *checkFlags) run(ctx context.Context, a *app, solutions string) error {
	if f.files[0] == "-" && solutions == "-" {
		return usagef("only one of the two files can be standard input")
	}
	name, data, err := a.readFile(solutions)
	if err != nil {
		return err
	}
	f.name = name
	f.read(a, data)
	return each(ctx, a, &f.common, f.open, &operations.CheckRequest{}, hooks[*verdict]{
		verb:  "checking",
		take:  f.count,
		print: func(_ item, v *verdict) error { return f.print(a, v) },
		end:   func(t tally) error { return f.end(a, t) },
	})
}

// answer is an answer to a puzzle.
type answer struct {
	solution *nonogram.Puzzle
	given    *operations.CheckRequest // in a file to be scored; nil for a solution
	err      error                    // why it cannot be graded
}

// read reads the answers and reports unreadable ones.
func (f *checkFlags) read(a *app, data []byte) {
	if f.Score && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		n := 0
		for line := range bytes.Lines(data) {
			n++
			if line = bytes.TrimSpace(line); len(line) > 0 {
				f.readLine(a, n, line)
			}
		}
		return
	}
	for s, err := range format.DecodeSolutions(data, f.name) {
		if err != nil {
			f.unreadable(a, err)
			continue
		}
		f.answers[s.ID] = append(f.answers[s.ID], &answer{solution: s})
	}
}

func (f *checkFlags) unreadable(a *app, err error) {
	f.failed = exitFailed
	fmt.Fprintln(a.err, err)
}

// readLine reads a line of a file to be scored. Solutions have a grid, puzzles a goal.
func (f *checkFlags) readLine(a *app, n int, line []byte) {
	var l struct {
		ID      any        `json:"id"`
		State   []string   `json:"state"`
		Grid    []string   `json:"grid"`
		Goal    []string   `json:"goal"`
		History [][]string `json:"history"`
		Moves   []string   `json:"moves"`
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber() // an id is a text
	err := dec.Decode(&l)
	if l.ID == nil {
		if err == nil {
			err = errors.New("found no id, expected that of a puzzle")
		}
		f.unreadable(a, &format.Error{File: f.name, Line: n, Column: 1, Message: fmt.Sprintf("found no answer: %v", err)})
		return
	}
	given := &operations.CheckRequest{State: l.State, History: l.History, Moves: l.Moves, Score: true}
	for _, rows := range [][]string{l.Grid, l.Goal} {
		if len(given.State) == 0 && len(given.Moves) == 0 {
			given.State = rows
		}
	}
	id := fmt.Sprint(l.ID)
	f.answers[id] = append(f.answers[id], &answer{given: given, err: err})
}

// verdict is the line for a puzzle.
type verdict struct{ record.Check }

// Code returns 0 for a right answer.
func (v *verdict) Code() record.Code {
	if v.Status == record.Right || v.Score != nil && v.Score.Solved {
		return record.CodeOK
	}
	return record.CodeUnsolvable
}

// From does nothing.
func (v *verdict) From(record.Origin) {}

// open checks or grades the answers to puzzles.
func (f *checkFlags) open(s *operations.Service, _ *operations.CheckRequest) (operations.Work[*verdict], error) {
	return func(ctx context.Context, p *nonogram.Puzzle) (*verdict, error) {
		list := f.answers[p.ID]
		if len(list) == 0 {
			return f.unanswered(p), nil
		}
		if f.answers[p.ID] = list[1:]; len(list) == 1 {
			delete(f.answers, p.ID)
		}
		if f.Score {
			return f.graded(ctx, s, p, list[0]), nil
		}
		v := &verdict{record.Check{Status: record.Right}}
		grid, err := format.SolutionGrid(list[0].solution, p)
		if err == nil {
			err = nonogram.Check(p, grid)
		}
		if err != nil {
			v.Status, v.Reason = record.Wrong, err.Error()
		}
		return v, nil
	}, nil
}

const missing = "missing"

// unanswered returns the verdict on a missing answer: no cell and no line is right.
func (f *checkFlags) unanswered(p *nonogram.Puzzle) *verdict {
	v := &verdict{record.Check{Status: missing, Reason: "there is no solution for it"}}
	if f.Score {
		v.Reason = "there is no answer for it"
		v.Score = &record.Score{Cells: p.NewGrid().Open(), CellsOpen: p.NewGrid().Open(), Lines: len(p.Lines())}
	}
	return v
}

// graded grades an answer by the operation check. An unreadable one scores as a missing one.
func (f *checkFlags) graded(ctx context.Context, s *operations.Service, p *nonogram.Puzzle, a *answer) *verdict {
	v := f.unanswered(p)
	found, err := a.grade(ctx, s, p)
	switch {
	case err != nil:
		v.Status, v.Reason = "unreadable", err.Error()
	case found.Score == nil:
		v.Status, v.Reason = found.Status, "it was not decided in time"
	default:
		v.Status, v.Reason, v.Score = found.Status, "", found.Score
	}
	return v
}

func (a *answer) grade(ctx context.Context, s *operations.Service, p *nonogram.Puzzle) (*record.Position, error) {
	request := a.given
	if a.err != nil {
		return nil, a.err
	}
	if request == nil {
		grid, err := format.SolutionGrid(a.solution, p)
		if err != nil {
			return nil, err
		}
		request = &operations.CheckRequest{State: grid.Rows(p.Palette), Score: true}
	}
	work, err := operations.OpenCheck(s, request)
	if err != nil {
		return nil, err
	}
	return work(ctx, p)
}

func (f *checkFlags) count(_ item, v *verdict) error {
	switch {
	case v.Code() == record.CodeOK:
		f.right++
	case v.Status == missing:
		f.missing++
	default:
		f.wrong++
	}
	if s := v.Score; s != nil {
		f.sum.Cells, f.sum.CellsRight = f.sum.Cells+s.Cells, f.sum.CellsRight+s.CellsRight
		f.sum.Lines, f.sum.LinesRight = f.sum.Lines+s.Lines, f.sum.LinesRight+s.LinesRight
	}
	return nil
}

func (f *checkFlags) print(a *app, v *verdict) error {
	text := v.Status + ": " + v.Reason
	switch {
	case v.Reason != "":
	case v.Score == nil:
		return nil // right
	default:
		text = gradeText(v.Score)
	}
	_, err := fmt.Fprintf(a.out, "%s: %s\n", v.ID, text)
	return err
}

// gradeText returns a grade as text.
func gradeText(s *record.Score) string {
	if s.Solved && s.FirstWrong == 0 {
		return "solved, " + plural.Of(s.Moves, "move", "moves")
	}
	text := "solved"
	if !s.Solved {
		text = fmt.Sprintf("not solved: %d of %s right, %d open; %d of %s right",
			s.CellsRight, plural.Of(s.Cells, "cell", "cells"), s.CellsOpen, s.LinesRight, plural.Of(s.Lines, "line", "lines"))
	}
	if s.FirstWrong > 0 {
		text += fmt.Sprintf("; first wrong: move %d of %d", s.FirstWrong, s.Moves)
	}
	return text
}

// end reports the answers without a puzzle, and the totals.
func (f *checkFlags) end(a *app, t tally) error {
	loose, lines, status := 0, newJSONLines(a), f.failed
	if t.interrupted { // their puzzles may come later
		clear(f.answers)
	}
	for _, id := range slices.Sorted(maps.Keys(f.answers)) {
		for range f.answers[id] {
			loose++
			status.add(exitUnsolvable)
			v := &verdict{record.Check{Named: record.Named{ID: id}, Status: "loose", Reason: "there is no puzzle for this solution in " + f.name}}
			if f.JSON {
				if err := lines.print(v); err != nil {
					return err
				}
			} else if err := f.print(a, v); err != nil {
				return err
			}
		}
	}
	all := plural.Of(f.right+f.wrong+f.missing, "puzzle", "puzzles")
	switch {
	case f.JSON:
	case f.Score:
		fmt.Fprintf(a.out, "%s: %d solved, %d not solved, %d missing, %d loose; right: %s of the cells, %s of the lines\n", all,
			f.right, f.wrong, f.missing, loose, percent(f.sum.CellsRight, f.sum.Cells), percent(f.sum.LinesRight, f.sum.Lines))
	default:
		fmt.Fprintf(a.out, "%s: %d right, %d wrong, %d missing, %d loose\n", all, f.right, f.wrong, f.missing, loose)
	}
	return status.err()
}

func percent(part, all int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(all, 1)))
}
