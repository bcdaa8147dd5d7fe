package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/render"
	"nonogram/solve"
)

type showFlags struct {
	inputs
	solution, clues, guides, ascii, small bool
	timeout                               time.Duration
}

// showTimeout is how long show looks for a solution before it draws the blank
// puzzle: who wants to see a picture does not want to wait for a proof.
const showTimeout = 10 * time.Second

func newShow(a *app) *cobra.Command {
	f := &showFlags{}
	cmd := &cobra.Command{
		Use:   "show [flags] [FILE…]",
		Short: "Draw puzzles with their clues and solution",
		Long: `Show draws every puzzle as text, with its clues. Into the grid it draws the goal
if the file has one, and otherwise a solution it finds itself; --solution=false
leaves the grid blank, with the cells that the puzzle itself gives.

Exit status as for solve; a goal or a blank grid needs no search, so that is 0.`,
		Example: `  nonogram show cat.non
  nonogram show --solution=false cat.non > cat.txt
  nonogram show --ascii --guides=false cat.non
  nonogram show --small cat.non`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.solution, "solution", true, "draw the goal or, without one, a solution")
	flags.BoolVar(&f.clues, "clues", true, "draw the clues")
	flags.BoolVar(&f.guides, "guides", true, "draw a line every five cells")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	flags.BoolVar(&f.small, "small", false, "draw the picture alone, two rows to a line")
	flags.DurationVar(&f.timeout, "timeout", showTimeout, "give up looking for a solution after `D`")
	f.inputs.addFlags(cmd)
	return cmd
}

func (f *showFlags) run(ctx context.Context, a *app) error {
	if err := f.inputs.check(); err != nil {
		return err
	}
	if f.timeout <= 0 {
		return usagef("--timeout is %v, expected a positive duration", f.timeout)
	}
	bar := newProgress(a, "solving", &f.inputs)
	var status exitStatus
	first := true
	err := forEach(ctx, f.items(a), 1, func() work[picture] { return f.worker(new(solve.Engine)) }, func(it item, pic picture) error {
		defer bar.step()
		status.add(pic.exit)
		if pic.err != nil {
			printError(a, it, pic.err)
			return nil
		}
		if !first {
			fmt.Fprintln(a.out)
		}
		first = false
		return f.draw(a, it, pic)
	})
	bar.finish()
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		status.add(exitUndecided)
	}
	return status.err()
}

// picture is what goes into a puzzle's grid, and a remark about it.
type picture struct {
	grid *nonogram.Grid
	note string
	exit exitStatus
	err  error
}

func (f *showFlags) worker(engine *solve.Engine) work[picture] {
	return func(ctx context.Context, it item) picture {
		if it.err != nil {
			return picture{err: it.err, exit: exitFailed}
		}
		err := nonogram.Validate(it.puzzle)
		var invalid *nonogram.InvalidError
		if errors.As(err, &invalid) && !invalid.Unsolvable() {
			return picture{err: err, exit: exitFailed}
		}
		switch p := it.puzzle; {
		case !f.solution:
			return picture{grid: p.Given}
		case p.Goal != nil:
			return goalPicture(p)
		case err != nil:
			return picture{grid: p.Given, note: "unsolvable: " + err.Error(), exit: exitUnsolvable}
		default:
			return f.solved(ctx, engine, p)
		}
	}
}

// goalPicture is the goal of the file, as it is.
func goalPicture(p *nonogram.Puzzle) picture {
	pic := picture{grid: p.Goal}
	if err := nonogram.Check(p, p.Goal); err != nil {
		pic.note = "the goal does not fit the clues: " + err.Error()
		if errors.Is(err, nonogram.ErrGridSize) {
			pic.grid = p.Given
		}
	}
	return pic
}

func (f *showFlags) solved(ctx context.Context, engine *solve.Engine, p *nonogram.Puzzle) picture {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	result, err := engine.Solve(ctx, p, nonogram.Options{Limit: 1})
	o := outcome{result: result, err: err}
	pic := picture{grid: p.Given, err: err, exit: o.exit()}
	switch {
	case err != nil:
	case len(result.Solutions) > 0:
		pic.grid = result.Solutions[0]
	case result.Status == nonogram.Unsolvable:
		pic.note = "unsolvable"
	default:
		pic.note = fmt.Sprintf("undecided (%s)", result.Stopped)
	}
	return pic
}

func (f *showFlags) draw(a *app, it item, pic picture) error {
	var b bytes.Buffer
	if it.puzzle.Title == "" && !it.only {
		fmt.Fprintln(&b, it.label)
	}
	title(&b, it.puzzle)
	drawTo(a, &b, it.puzzle, pic.grid, render.Options{
		Clues: f.clues, Guides: f.guides, ASCII: f.ascii, Color: a.color, Half: f.small,
	})
	if pic.note != "" {
		fmt.Fprintln(&b, pic.note)
	}
	_, err := a.out.Write(b.Bytes())
	return err
}
