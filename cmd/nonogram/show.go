package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/draw"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/plural"
	"nonogram/render"
	"nonogram/teach"
)

// show draws puzzles: as text, as pictures, or as a book. Puzzles without a goal are solved
// first, each within showTimeout.

type showFlags struct {
	inputs
	forceFlag
	Solution bool          `flag:"draw the goal or, without one, a solution"`
	Clues    bool          `flag:"draw the clues"`
	Guides   bool          `flag:"draw a line every five cells"`
	Small    bool          `flag:"draw the picture alone, as text two rows to a line"`
	Timeout  time.Duration `flag:"give up looking for a solution after <D>"`
	Out      string        `flag:"write to <FILE>: a .svg or .png picture, or a .pdf or .html book" file:"out"`
	Font     string        `flag:"set titles that the built-in font has no letters for in the TrueType font <FILE>" file:"in"`
	drawn    draw.RenderRequest
	flags    *pflag.FlagSet
}

// showTimeout is how long show searches for a solution before it draws the blank puzzle.
const showTimeout = 10 * time.Second

func newShow(a *app) *cobra.Command {
	f := &showFlags{Solution: true, Clues: true, Guides: true, Timeout: showTimeout}
	cmd := newCommand("show", nil, f, f.runE(a, f.run))
	f.flags = cmd.Flags()
	f.drawn.Theme, f.drawn.BookRequest = "light", draw.BookRequest{Paper: "a4", Order: "size", Captions: "answers", Language: "en", Ink: "rgb"}
	requestFlags(cmd, &f.drawn, "ascii", "theme", "cell", "title", "dim", "answers")
	requestFlags(cmd, &f.drawn.BookRequest)
	return cmd
}

func (f *showFlags) run(ctx context.Context, a *app) error {
	if f.Timeout == 0 {
		return usagef("--timeout: found 0s, expected a positive duration")
	}
	f.blank = !f.Solution && !f.book() // books have their own rules for titles
	f.drawn.Bare = f.Small
	to := &showTarget{a: a, f: f}
	request := &operations.SolveRequest{Limit: 1, Budget: operations.Budget{Timeout: operations.Timeout(f.Timeout)}}
	return each(ctx, a, &common{inputs: f.inputs, workers: runtime.GOMAXPROCS(0)}, f.open, request, hooks[*picture]{
		verb:  "solving",
		begin: to.open,
		print: to.add,
		end:   func(tally) error { return to.close() },
	})
}

// picture is the grid to draw for a puzzle, with a note.
type picture struct {
	record.Named
	record.Origin
	grid *nonogram.Grid // nil: blank
	note string
	code record.Code
	// level is the difficulty from 1, if a book needs it.
	level int
}

// Code returns the code of the search for a solution.
func (p *picture) Code() record.Code { return p.code }

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
func (f *showFlags) find(ctx context.Context, solver operations.Work[*operations.SolveAnswer], p *nonogram.Puzzle) (*picture, error) {
	switch {
	case !f.Solution && !f.drawn.Answers:
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
func solvedPicture(answer *operations.SolveAnswer) *picture {
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

// show draws to the terminal, to a picture file per puzzle, or to one book.

var (
	pictureWriters = map[string]func(io.Writer, ...*render.Drawing) error{".svg": render.SVG, ".png": render.PNG}
	bookWriters    = map[string]func(io.Writer, *render.Book) (*render.Printed, error){".pdf": render.PDF, ".html": render.HTML}
)

func endingOf(path string) string { return strings.ToLower(filepath.Ext(path)) }

// book reports whether the file is a book, even of one page.
func (f *showFlags) book() bool { return bookWriters[endingOf(f.Out)] != nil }

// check rejects flags that have no effect.
func (f *showFlags) check() error {
	ending := endingOf(f.Out)
	switch {
	case f.Out != "" && pictureWriters[ending] == nil && !f.book():
		return usagef("--out %s: expected a name that ends in .svg, .png, .pdf or .html", f.Out)
	case f.flags.Changed("cell") && f.drawn.Cell == 0:
		return usagef("--cell: found 0, expected a side from 1 to 1000")
	}
	return nil
}

// showTarget is the output: standard output, pictures or a book. Notes on files go to
// standard error.
type showTarget struct {
	a        *app
	f        *showFlags
	style    render.Style
	book     *render.Book   // nil for other outputs
	language teach.Language // of the book
	file     string         // origin of the puzzles of a book, stdinName for several files
	count    int
	several  bool            // some numbered picture is written
	texts    strings.Builder // all titles, to check the font for their letters
}

// open completes the request, which has the style of pictures and books.
func (t *showTarget) open() error {
	f := t.f
	if err := f.check(); err != nil || f.Out == "" {
		return err
	}
	f.drawn.Clues, f.drawn.Guides = &f.Clues, &f.Guides
	var err error
	if t.style, err = f.drawn.Style(); err != nil {
		return badFlag(err)
	}
	if t.style.Font, err = f.readFont(); err != nil {
		return fmt.Errorf("--font %s: %w", f.Font, err)
	}
	if f.book() {
		if t.book, err = f.drawn.Book(); err != nil {
			return badFlag(err)
		}
		t.book.Style = t.style
		t.language, err = operations.ParseLanguage(f.drawn.Language)
	}
	return badFlag(err)
}

// readFont returns the font of --font, or nil.
func (f *showFlags) readFont() ([]byte, error) {
	if f.Font == "" {
		return nil, nil
	}
	_, font, err := (&app{}).readFile(f.Font)
	if err == nil {
		_, err = render.Undrawable("", font)
	}
	if unusable := (*render.Error)(nil); errors.As(err, &unusable) {
		err = errors.New(unusable.Message)
	}
	return font, err
}

func (t *showTarget) add(it item, pic *picture) error {
	t.count++
	switch {
	case t.f.Out == "":
		return t.addText(it, pic)
	case t.a.isInterrupted():
		return nil // it may lack its solution
	}
	t.texts.WriteString(it.puzzle.Title + it.puzzle.Author + it.puzzle.Copyright + it.puzzle.License)
	if pic.note != "" {
		name := it.label
		if name == "" || it.only {
			name = it.file
		}
		t.say("%s: %s", oneLine(name), pic.note)
	}
	if t.book != nil {
		t.addEntry(it, pic)
		return nil
	}
	d := &render.Drawing{Puzzle: it.puzzle, Grid: t.f.front(it, pic), Title: t.f.drawn.Title, Style: t.style}
	if !it.only && !t.several {
		t.several = true
		if err := t.f.numbered(t.f.Out); err != nil {
			return err
		}
	}
	return t.a.writeTo(t.path(it), func(w io.Writer) error { return pictureWriters[endingOf(t.f.Out)](w, d) })
}

func (t *showTarget) addText(it item, pic *picture) error {
	if t.count > 1 {
		fmt.Fprintln(t.a.out)
	}
	if it.puzzle.Title == "" && !it.only {
		fmt.Fprintln(t.a.out, it.label)
	}
	title(t.a.out, it.puzzle)
	err := drawTo(t.a, t.a.out, it.puzzle, t.f.front(it, pic), render.Options{
		NoClues: !t.f.Clues, NoGuides: !t.f.Guides, ASCII: t.f.drawn.ASCII, Colors: t.a.colors, Half: t.f.drawn.Bare,
	})
	if pic.note != "" && err == nil {
		fmt.Fprintln(t.a.out, pic.note)
	}
	return err
}

// path returns the picture file of a puzzle, numbered if there are several.
func (t *showTarget) path(it item) string {
	if it.only {
		return t.f.Out
	}
	ext := filepath.Ext(t.f.Out)
	return fmt.Sprintf("%s-%03d%s", strings.TrimSuffix(t.f.Out, ext), t.count, ext)
}

func (t *showTarget) addEntry(it item, pic *picture) {
	entry := render.Entry{Puzzle: (&speaker{Language: t.language}).translated(it), Grid: t.f.front(it, pic), Level: pic.level}
	if t.f.drawn.Answers {
		entry.Answer = pic.grid
	}
	switch {
	case len(t.book.Entries) == 0:
		t.file = it.file
	case t.file != it.file:
		t.file = stdinName
	}
	t.book.Entries = append(t.book.Entries, entry)
}

// close writes the book, and reports letters that the built-in font lacks. SVG and HTML use
// the fonts of the viewer.
func (t *showTarget) close() error {
	t.texts.WriteString(t.f.drawn.Title)
	if t.book != nil && len(t.book.Entries) > 0 {
		if err := t.writeBook(); err != nil {
			return err
		}
	}
	if ending := endingOf(t.f.Out); ending != ".pdf" && ending != ".png" {
		return nil
	}
	return t.missing()
}

func (t *showTarget) writeBook() error {
	if len(t.book.Entries) > 1 && !t.f.flags.Changed("title") {
		t.book.Title = bookTitle(t.file, t.language)
	}
	t.texts.WriteString(t.book.Title + t.book.Author + t.book.Publisher + t.book.Copyright)
	faulty := false
	err := t.a.writeTo(t.f.Out, func(w io.Writer) error {
		printed, err := bookWriters[endingOf(t.f.Out)](w, t.book)
		if err == nil {
			t.tiny(printed)
			faulty = t.preflight(printed)
		}
		if err == nil && t.book.Cover {
			t.say("the cover has a spine of %.1f mm for %s of white paper", printed.Spine, plural.Of(printed.Pages, "page", "pages"))
		}
		return err
	})
	if err == nil && faulty {
		err = exitFailed
	}
	return err
}

func (t *showTarget) say(format string, args ...any) {
	_ = t.a.out.Flush()
	fmt.Fprintf(t.a.reports(), format+"\n", args...)
}

// maxMissing is the number of letters in a message.
const maxMissing = 20

// missing lists the letters that the font lacks.
func (t *showTarget) missing() error {
	letters, err := render.Undrawable(t.texts.String(), t.style.Font)
	if err != nil || letters == "" {
		return err
	}
	if runes := []rune(letters); len(runes) > maxMissing {
		letters = string(runes[:maxMissing]) + "…"
	}
	t.say("the font has no letters for %s: they are drawn as boxes; --font FILE.ttf selects another font", letters)
	return nil
}

// bookTitle makes a title from the name of the file, if there is only one.
func bookTitle(file string, language teach.Language) string {
	if file == stdinName || isPack(file) {
		return language.Text("Nonograms")
	}
	name := filepath.Base(file)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// maxProblems is the number of problems in a message.
const maxProblems = 10

// preflight reports what is in the margins and, in a book for a print shop, what else may not
// print well. It returns whether a print shop would refuse a page.
func (t *showTarget) preflight(printed *render.Printed) bool {
	list := printed.Problems
	if b := t.book; b.ISBN == "" && b.Bleed == 0 && !b.Marks {
		list = slices.DeleteFunc(list, func(p render.Problem) bool { return p.Kind != render.InMargin })
	}
	for i, p := range list {
		if i == maxProblems {
			t.say("and %s", plural.Of(len(list)-i, "more problem", "more problems"))
			break
		}
		t.say("%v", p)
	}
	return slices.ContainsFunc(list, func(p render.Problem) bool { return p.Kind != render.BlankPage && p.Kind != render.PageCount })
}

// tinyCell is the side in millimeters below which a cell cannot be filled by hand.
const tinyCell = 2

// tiny reports puzzles that are too small.
func (t *showTarget) tiny(printed *render.Printed) {
	count, smallest := 0, 0
	for i, cell := range printed.Cells {
		if cell < tinyCell {
			count++
		}
		if cell < printed.Cells[smallest] {
			smallest = i
		}
	}
	if count > 0 {
		t.say("%s with cells under %d mm on %s paper, the smallest %.2g mm (puzzle %d, %s)", plural.Of(count, "puzzle", "puzzles"), tinyCell,
			t.f.drawn.Paper, printed.Cells[smallest], smallest+1, t.book.Entries[smallest].Puzzle.Size())
	}
}
