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
	"nonogram/render"
)

type showFlags struct {
	common
	solution, clues, guides bool
	timeout                 time.Duration
	out, font               string
	drawn                   draw.RenderRequest // how it is drawn
	given                   map[string]bool    // which flags were given
}

// showTimeout is how long show looks for a solution before it draws the blank
// puzzle: who wants to see a picture does not want to wait for a proof.
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
	flags.BoolVar(&r.ASCII, "ascii", false, "draw with ASCII characters only")
	flags.BoolVar(&r.Bare, "small", false, "draw the picture alone, as text two rows to a line")
	flags.DurationVar(&f.timeout, "timeout", showTimeout, "give up looking for a solution after `D`")
	flags.StringVar(&f.out, "out", "", "write to `FILE`: a .svg or .png picture, or a .pdf or .html book")
	flags.StringVar(&r.Theme, "theme", "light", "colors of a picture or book, light or dark")
	flags.Float64Var(&r.Cell, "cell", 0, "make cells `N` pixels large in a picture, at most N points in a book (default: by size)")
	flags.StringVar(&r.Title, "title", "", "`TEXT` above a picture or on the title page (default: the puzzle's title, the file's name)")
	flags.BoolVar(&r.Dim, "dim", false, "draw the clues of finished lines faintly, in a picture or book")
	flags.StringVar(&f.font, "font", "", "set titles that the built-in font has no letters for in the TrueType font `FILE`")
	flags.BoolVar(&r.Answers, "answers", false, "leave the puzzles of a book blank and print the solutions at the back")
	f.addBookFlags(cmd)
	f.inputs.addFlags(cmd)
	for flag, values := range map[string][]string{
		"theme": render.ThemeNames(), "paper": render.PaperNames(), "captions": {"answers", "all", "none"}, "order": {"size", "file"}, "ink": {"rgb", "cmyk", "gray"},
	} {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// addBookFlags adds the flags that only books look at.
func (f *showFlags) addBookFlags(cmd *cobra.Command) {
	flags, r := cmd.Flags(), &f.drawn.BookRequest
	flags.StringVar(&r.Paper, "paper", "a4", "paper of a book: a4, letter, a5, 6x9 or 8.5x11 (inches)")
	positiveVar(flags, &r.PerPage, "per-page", 0, "put `N` puzzles on a page of a book (default: by size)")
	flags.Float64Var(&r.MinCell, "min-cell", 0, "lay puzzles of a book over several pages rather than make cells smaller than `N` mm (default 2.5)")
	flags.StringVar(&r.Order, "order", "size", "order of a book: size, then level, or file")
	flags.StringVar(&r.Captions, "captions", "answers", "titles in a book: only with the answers, all or none")
	flags.BoolVar(&r.Stars, "stars", false, "rate the puzzles of a book and print their levels as stars")
	flags.BoolVar(&r.Lessons, "lessons", false, "begin a book with pages on how to solve")
	flags.StringVar(&r.Author, "author", "", "author of a book (default: those of the puzzles)")
	flags.StringVar(&r.Publisher, "publisher", "", "publisher of a book")
	flags.StringVar(&r.ISBN, "isbn", "", "ISBN of a book, printed as it is")
	flags.StringVar(&r.Copyright, "copyright", "", "copyright of a book, printed as it is")
	flags.StringVar(&r.Language, "language", "en", "language of a book's titles, a `TAG` like en or pt-BR, for readers of the file")
	flags.StringVar(&r.Ink, "ink", "rgb", "colors of a book: rgb, cmyk for a press, or gray with letters in the clues")
	flags.Float64Var(&r.Bleed, "bleed", 0, "let the ground of a .pdf go on for `N` mm beyond the trim")
	flags.BoolVar(&r.Marks, "marks", false, "print crop marks on the pages of a .pdf")
}

// remember notes which flags were given, for those that mean nothing without others.
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
	f.blank = !f.solution && !f.book() // a book has rules of its own for titles
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

// picture is what goes into a puzzle's grid, and a remark about it.
type picture struct {
	grid *nonogram.Grid // nil: blank, for one reason or another
	note string
	code record.Code
	// level is how hard it is, from 1 on, where a book asks for it.
	level int
}

// Code is that of a solution, if one was looked for.
func (p *picture) Code() record.Code { return p.code }

// Name leaves the name to who draws.
func (p *picture) Name(string, record.Origin) {}

// open looks for pictures: the goal, or a solution.
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
	find := f.find(solver)
	return func(ctx context.Context, p *nonogram.Puzzle) (*picture, error) {
		if _, err := operations.Validated(p); err != nil {
			return nil, err
		}
		pic, err := find(ctx, p)
		if err == nil && f.drawn.Stars {
			pic.level, err = level(ctx, p)
		}
		return pic, err
	}, nil
}

// find looks for the picture of a puzzle.
func (f *showFlags) find(solver operations.Work[*operations.SolveResponse]) func(context.Context, *nonogram.Puzzle) (*picture, error) {
	return func(ctx context.Context, p *nonogram.Puzzle) (*picture, error) {
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
}

// goalPicture is the goal of the file, as it is.
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

// solvedPicture is the solution, or why there is none.
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

// front is what is drawn into a puzzle: the solution, or the cells that the puzzle
// gives where there is none or the solution belongs to the back of a book.
func (f *showFlags) front(it item, pic *picture) *nonogram.Grid {
	if f.drawn.Answers || pic.grid == nil {
		return it.puzzle.Given
	}
	return pic.grid
}
