package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

// check --score grades answers. They are lines of JSON with the fields state, history and
// moves of the operation check. An answer that cannot be read, or does not fit its puzzle,
// scores nothing and does not affect others.

// answer is an answer to a puzzle.
type answer struct {
	nonogram.Puzzle                          // the solution
	given           *operations.CheckRequest // in a file to be scored; nil for a solution
	err             error                    // why it cannot be graded
}

// answersOf reads a file of answers. Files to be scored are JSON, or any file of solutions.
func answersOf(data []byte, name string, score bool) iter.Seq2[answer, error] {
	if score && bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return scoredLines(data, name)
	}
	return func(yield func(answer, error) bool) {
		for s, err := range format.DecodeSolutions(data, name) {
			a := answer{}
			if s != nil {
				a.Puzzle = *s
			}
			if !yield(a, err) {
				return
			}
		}
	}
}

// scoredLine is a line of a file to be scored. Solutions have a grid, puzzles a goal.
type scoredLine struct {
	ID      any        `json:"id"`
	State   []string   `json:"state"`
	Grid    []string   `json:"grid"`
	Goal    []string   `json:"goal"`
	History [][]string `json:"history"`
	Moves   []string   `json:"moves"`
}

func scoredLines(data []byte, name string) iter.Seq2[answer, error] {
	return func(yield func(answer, error) bool) {
		n := 0
		for line := range bytes.Lines(data) {
			n++
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			var l scoredLine
			a, err := answer{}, json.Unmarshal(line, &l)
			if l.ID == nil && err == nil {
				err = fmt.Errorf("found no id, expected that of a puzzle")
			}
			if l.ID == nil {
				err = &format.Error{File: name, Line: n, Column: 1, Message: fmt.Sprintf("found no answer: %v", err)}
			} else { // an answer to that puzzle, even if other fields are wrong
				a.ID, a.err, err = fmt.Sprint(l.ID), err, nil
			}
			a.given = &operations.CheckRequest{State: l.State, History: l.History, Moves: l.Moves, Score: true}
			for _, rows := range [][]string{l.Grid, l.Goal} {
				if len(a.given.State) == 0 && len(a.given.Moves) == 0 {
					a.given.State = rows
				}
			}
			if !yield(a, err) {
				return
			}
		}
	}
}

// grade grades an answer by the operation check.
func (a *answer) grade(ctx context.Context, s *operations.Service, p *nonogram.Puzzle) (*record.Position, error) {
	if a.err != nil {
		return nil, a.err
	}
	request := a.given
	if request == nil {
		grid, err := format.SolutionGrid(&a.Puzzle, p)
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

// scores adds up grades.
type scores struct{ solved, cells, cellsRight, lines, linesRight int }

// score grades the answer to a puzzle. If it is missing or unreadable, no cell and no line
// counts as right.
func (c *checker) score(it item, a *answer) error {
	p := it.puzzle
	line := record.Check{ID: it.id, Status: "missing", Reason: "there is no answer for it", Score: &record.Score{
		Cells: p.Width() * p.Height(), CellsOpen: p.Width() * p.Height(), Lines: p.Width() + p.Height(),
	}}
	if a != nil {
		found, err := a.grade(c.ctx, c.a.service(), p)
		switch {
		case err != nil:
			line.Status, line.Reason = "unreadable", err.Error()
		case found.Score == nil:
			line.Status, line.Reason = found.Status, "it was not decided in time"
		default:
			line.Status, line.Reason, line.Score = found.Status, "", found.Score
		}
	}
	s := line.Score
	c.cells, c.cellsRight = c.cells+s.Cells, c.cellsRight+s.CellsRight
	c.scores.lines, c.linesRight = c.scores.lines+s.Lines, c.linesRight+s.LinesRight
	switch {
	case s.Solved:
		c.solved++
	case a == nil:
		c.missing++
		c.status.add(exitUnsolvable)
	default:
		c.wrong++
		c.status.add(exitUnsolvable)
	}
	if c.lines != nil {
		return c.lines.print(line)
	}
	_, err := fmt.Fprintf(c.a.out, "%s: %s\n", it.id, gradeText(&line))
	return err
}

// gradeText returns a grade as text.
func gradeText(line *record.Check) string {
	s := line.Score
	if line.Reason != "" {
		return line.Status + ": " + line.Reason
	}
	if s.Solved && s.FirstWrong == 0 {
		return "solved, " + plural.Of(s.Moves, "move")
	}
	text := "solved"
	if !s.Solved {
		text = fmt.Sprintf("not solved: %d of %s right, %d open; %d of %s right",
			s.CellsRight, plural.Of(s.Cells, "cell"), s.CellsOpen, s.LinesRight, plural.Of(s.Lines, "line"))
	}
	if s.FirstWrong > 0 {
		text += fmt.Sprintf("; first wrong: move %d of %d", s.FirstWrong, s.Moves)
	}
	return text
}

// sum returns the last line for a scored file.
func (c *checker) sum() string {
	return fmt.Sprintf("%s: %d solved, %d not solved, %d missing, %d loose; right: %s of the cells, %s of the lines",
		plural.Of(c.solved+c.wrong+c.missing, "puzzle"), c.solved, c.wrong, c.missing, c.loose,
		percent(c.cellsRight, c.cells), percent(c.linesRight, c.scores.lines))
}

func percent(part, all int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(all, 1)))
}
