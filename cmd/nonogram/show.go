package main

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/operations"
	"nonogram/internal/operations/draw"
	"nonogram/internal/operations/record"
)

type showFlags struct {
	common
	solution, clues, guides bool
	timeout                 time.Duration
	out, font               string
	drawn                   draw.RenderRequest
	given                   map[string]bool // flags set on the command line
}

// showTimeout is how long show searches for a solution before it draws the blank puzzle.
const showTimeout = 10 * time.Second

func newShow(a *app) *cobra.Command {
	f := &showFlags{}
	cmd := newCommand("show")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.files = args
		f.remember(cmd)
		return f.run(cmd.Context(), a)
	}
	f.addFlags(cmd)
	return cmd
}

func (f *showFlags) addFlags(cmd *cobra.Command) {
	flags, r := cmd.Flags(), &f.drawn
	flags.BoolVar(&f.solution, "solution", true, "draw the goal or, without one, a solution")
	flags.BoolVar(&f.clues, "clues", true, "draw the clues")
	flags.BoolVar(&f.guides, "guides", true, "draw a line every five cells")
	flags.BoolVar(&r.Bare, "small", false, "draw the picture alone, as text two rows to a line")
	flags.DurationVar(&f.timeout, "timeout", showTimeout, "give up looking for a solution after `D`")
	flags.StringVar(&f.out, "out", "", "write to `FILE`: a .svg or .png picture, or a .pdf or .html book")
	flags.StringVar(&f.font, "font", "", "set titles that the built-in font has no letters for in the TrueType font `FILE`")
	r.Theme, r.BookRequest = "light", draw.BookRequest{Paper: "a4", Order: "size", Captions: "answers", Language: "en", Ink: "rgb"}
	requestFlags(cmd, r, "ascii", "theme", "cell", "title", "dim", "answers")
	requestFlags(cmd, &r.BookRequest)
	f.inputs.addFlags(cmd)
}

// remember records which flags were set, for those that need others.
func (f *showFlags) remember(cmd *cobra.Command) {
	f.given = map[string]bool{}
	for _, name := range slices.Concat(fileOnly, bookOnly, pdfOnly, textOnly) {
		f.given[name] = cmd.Flags().Changed(name)
	}
}

func (f *showFlags) run(ctx context.Context, a *app) error {
	if f.timeout == 0 {
		return usagef("--timeout: found 0s, expected a positive duration")
	}
	f.blank = !f.solution && !f.book() // books have their own rules for titles
	f.workers = runtime.GOMAXPROCS(0)
	var to target
	request := &operations.SolveRequest{Limit: 1, Budget: operations.Budget{Timeout: operations.Timeout(f.timeout)}}
	return each(ctx, a, &f.common, f.open, request, hooks[*picture]{
		verb: "solving",
		begin: func() (err error) {
			to, err = f.newTarget(a)
			return err
		},
		print: func(it item, pic *picture) error { return to.add(it, pic) },
		end:   func(tally) error { return to.close() },
	})
}

// picture is the grid to draw for a puzzle, with a note.
type picture struct {
	grid *nonogram.Grid // nil: blank
	note string
	code record.Code
	// level is the difficulty from 1, if a book needs it.
	level int
}

// Code returns the code of the search for a solution.
func (p *picture) Code() record.Code { return p.code }

// Name does nothing.
func (p *picture) Name(string, record.Origin) {}

// open finds pictures: the goal, or a solution.
func (f *showFlags) open(s *operations.Service, r *operations.SolveRequest) (operations.Work[*picture], error) {
	solver, err := operations.OpenSolve(s, r)
	if err != nil {
		return nil, err
	}
	var level func(context.Context, *nonogram.Puzzle) (int, error)
	if f.drawn.Stars {
		if level, err = draw.OpenLevel(s, r.Budget); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (*picture, error) {
		if _, err := operations.Validated(p); err != nil {
			return nil, err
		}
		pic, err := f.find(ctx, solver, p)
		if err == nil && f.drawn.Stars {
			pic.level, err = level(ctx, p)
		}
		return pic, err
	}, nil
}

// find returns the picture of a puzzle.
func (f *showFlags) find(ctx context.Context, solver operations.Work[*operations.SolveResponse], p *nonogram.Puzzle) (*picture, error) {
	switch {
	case !f.solution && !f.drawn.Answers:
		return &picture{}, nil
	case p.Goal != nil:
		return goalPicture(p), nil
	}
	answer, err := solver(ctx, p)
	if err != nil {
		return nil, err
	}
	return solvedPicture(answer), nil
}

// goalPicture returns the goal of the file.
func goalPicture(p *nonogram.Puzzle) *picture {
	pic := &picture{grid: p.Goal}
	if err := nonogram.Check(p, p.Goal); err != nil {
		pic.note = "the goal does not fit the clues: " + err.Error()
		if errors.Is(err, nonogram.ErrGridSize) {
			pic.grid = nil
		}
	}
	return pic
}

// solvedPicture returns the solution, or a note why there is none.
func solvedPicture(answer *operations.SolveResponse) *picture {
	pic := &picture{code: answer.Code()}
	switch {
	case answer.Solutions > 0:
		pic.grid = answer.Result.Solutions[0]
	case answer.Status == nonogram.Undecided:
		pic.note = "undecided (" + answer.Reason + ")"
	case answer.Reason != "":
		pic.note = "unsolvable: " + answer.Reason
	default:
		pic.note = "unsolvable"
	}
	return pic
}

// front returns the grid to draw: the solution, or the given cells if there is none or the
// solution goes to the back of a book.
func (f *showFlags) front(it item, pic *picture) *nonogram.Grid {
	if f.drawn.Answers || pic.grid == nil {
		return it.puzzle.Given
	}
	return pic.grid
}
