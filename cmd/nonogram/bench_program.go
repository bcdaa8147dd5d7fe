package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"nonogram"
	"nonogram/cmd/internal/bench"
	"nonogram/format"
	"nonogram/internal/plural"
	"nonogram/lab"
)

// programEntry returns the method of an external program, NAME=COMMAND, which reads a puzzle in
// format non from its standard input and prints a solution: a line for each row, with one of #, X, x, 1, █ or ■ for a
// filled cell and one of ., -, _, 0, ░ or □ for an empty one; blanks between cells and other lines
// do not matter. The first solution counts. A program that fails, or prints no board, has no
// answer. Its time must be wall time: that of another process is no CPU time of this one.
func programEntry(text string) (bench.Entry, error) {
	label, command, _ := strings.Cut(text, "=")
	args := strings.Fields(command)
	if label == "" || len(args) == 0 {
		return bench.Entry{}, usagef("--program: found %q, expected NAME=COMMAND", text)
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		return bench.Entry{}, usagef("--program: %w", err)
	}
	solver := func(ctx context.Context, p *nonogram.Puzzle, _ nonogram.Options) (*nonogram.Result, error) {
		var in, out, errs bytes.Buffer
		if err := format.Encode(&in, "non", p); err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
		err := cmd.Run()
		switch {
		case ctx.Err() != nil:
			return &nonogram.Result{Stopped: nonogram.StopTime}, nil
		case err != nil:
			first, _, _ := strings.Cut(errs.String(), "\n")
			return nil, fmt.Errorf("%s: %w %.80s", label, err, first)
		}
		g, err := firstBoard(out.String(), p.Width(), p.Height())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", label, err)
		}
		return &nonogram.Result{Status: nonogram.Solved, Solutions: []*nonogram.Grid{g}}, nil
	}
	return bench.Entry{
		Method: lab.Method{Name: label, Family: "program", Source: command, Description: "an external program", Size: "any"},
		Label:  label, New: func() nonogram.Solver { return solver },
	}, nil
}

const filledCells, emptyCells = "#Xx1█■", ".-_0░□"

// firstBoard reads the first lines of an output that together are a board.
func firstBoard(text string, width, height int) (*nonogram.Grid, error) {
	g := nonogram.NewGrid(width, height)
	y := 0
	for line := range strings.SplitSeq(text, "\n") {
		cells := []rune(strings.Join(strings.Fields(line), ""))
		if len(cells) != width || strings.Trim(string(cells), filledCells+emptyCells) != "" {
			y = 0
			continue
		}
		for x, c := range cells {
			color := nonogram.Color(0)
			if strings.ContainsRune(filledCells, c) {
				color = nonogram.Black
			}
			g.Set(y, x, color)
		}
		if y++; y == height {
			return g, nil
		}
	}
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("printed nothing, expected a board")
	}
	return nil, fmt.Errorf("printed no board, expected %s of %s", plural.Of(height, "line", "lines"), plural.Of(width, "cell", "cells"))
}
