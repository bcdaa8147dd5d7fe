package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/teach"
	"nonogram/teach/page"
)

// explain and hint: the operations of the teacher, as text, as a page, or as JSON.

type explainFlags struct {
	common
	request operations.ExplainRequest
	State   string `flag:"start from the position that is drawn in <FILE>" file:"in"`
	HTML    string `flag:"write a page with all positions to <FILE>; - is standard output" file:"out"`
	ASCII   bool   `flag:"draw with ASCII characters only"`
}

func newExplain(a *app) *cobra.Command {
	f := &explainFlags{}
	cmd := newCommand("explain", nil, f, f.runE(a, f.run), &f.request)
	f.addWorkers(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "html")
	return cmd
}

func (f *explainFlags) run(ctx context.Context, a *app) error {
	if err := checkState(f.State, f.files); err != nil {
		return err
	}
	if f.State != "" || f.HTML != "" {
		f.single = "--state and --html are"
	}
	open := operations.OpenExplain
	if f.State != "" {
		open = func(s *operations.Service, r *operations.ExplainRequest) (operations.Work[*operations.ExplainAnswer], error) {
			return operations.OpenExplainFrom(s, r, statesOf(a, f.State))
		}
	}
	if f.request.Language == "" && !f.JSON {
		f.request.Language = environmentLanguage()
	}
	first := true
	return each(ctx, a, &f.common, open, &f.request, hooks[*operations.ExplainAnswer]{
		verb: "explaining",
		print: func(it item, e *operations.ExplainAnswer) error {
			if f.HTML != "" {
				return f.writeHTML(a, it, e)
			}
			defer func() { first = false }()
			return f.print(a, it, e, first)
		},
	})
}

func (f *explainFlags) print(a *app, it item, e *operations.ExplainAnswer, first bool) error {
	if !first {
		fmt.Fprintln(a.out)
	}
	if it.puzzle.Title == "" && !it.only {
		fmt.Fprintln(a.out, it.label)
	}
	s := newSpeaker(f.request.Language)
	s.title(a.out, s.translated(it))
	printSteps(a.out, it.puzzle, e.Explanation, a.columns)
	if g := e.Explanation.Grid; g != nil {
		if err := drawTo(a, a.out, it.puzzle, g, drawing(a, f.ASCII)); err != nil {
			return err
		}
	}
	fmt.Fprintln(a.out, explainCaption(it.puzzle, e, s))
	return nil
}

// printSteps prints a numbered line for every step: the technique and the sentence, wrapped
// to the terminal.
func printSteps(w io.Writer, p *nonogram.Puzzle, e *teach.Explanation, columns int) {
	name := func(s *teach.Step) string { return e.Language.Technique(s.Technique).Name }
	widest := 0
	for i := range e.Steps {
		widest = max(widest, uniseg.StringWidth(name(&e.Steps[i])))
	}
	digits := len(fmt.Sprint(len(e.Steps)))
	for i := range e.Steps {
		s := &e.Steps[i]
		called := name(s)
		head := fmt.Sprintf("%*d  %s%*s  ", digits, i+1, called, widest-uniseg.StringWidth(called), "")
		indent := uniseg.StringWidth(head)
		fmt.Fprintln(w, head+strings.Join(wrap(s.Sentence(p), columns-indent), "\n"+strings.Repeat(" ", indent)))
	}
}

// leastWidth is the narrowest column for wrapping; below it the terminal wraps.
const leastWidth = 30

// wrap breaks a text into lines of at most the given width, where the rules of Unicode
// allow it.
func wrap(text string, columns int) []string {
	if columns < leastWidth {
		return []string{text}
	}
	var lines []string
	line, piece, state := "", "", -1
	for rest := strings.Join(strings.Fields(text), " "); rest != ""; {
		piece, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		if line != "" && uniseg.StringWidth(line+strings.TrimSpace(piece)) > columns {
			lines = append(lines, strings.TrimSpace(line))
			line = ""
		}
		line += piece
	}
	return append(lines, strings.TrimSpace(line))
}

// writeHTML writes the page and prints a line about it.
func (f *explainFlags) writeHTML(a *app, it item, e *operations.ExplainAnswer) error {
	s := newSpeaker(f.request.Language)
	caption := explainCaption(it.puzzle, e, s)
	if e.Explanation.Grid == nil {
		_, err := fmt.Fprintln(a.out, caption)
		return err
	}
	write := func(w io.Writer) error {
		return page.Write(w, s.translated(it), e.Explanation, s.say("Puzzle %s", it.label))
	}
	if err := a.writeTo(f.HTML, write); err != nil || f.HTML == stdoutName {
		return err
	}
	_, err := fmt.Fprintf(a.out, "%s: %s\n", oneLine(f.HTML), caption)
	return err
}

// explainCaption returns the line below the drawing.
func explainCaption(p *nonogram.Puzzle, e *operations.ExplainAnswer, s *speaker) string {
	if e.Reason != "" {
		return s.say("%s: %s", s.Text(e.Status.String()), s.unsolvable(p, e.Reason))
	}
	return e.Explanation.Summary(p) + " · " + s.short(e.Elapsed.Duration())
}

type hintFlags struct {
	common
	request operations.HintRequest
	State   string `flag:"start from the position that is drawn in <FILE>" file:"in"`
}

func newHint(a *app) *cobra.Command {
	f := &hintFlags{}
	return newCommand("hint", cobra.MaximumNArgs(1), f, f.runE(a, f.run), &f.request)
}

func (f *hintFlags) run(ctx context.Context, a *app) error {
	if err := checkState(f.State, f.files); err != nil {
		return err
	}
	open := operations.OpenHint
	positions := 0 // in the file, including the current one
	if f.State != "" {
		f.single = "--state is"
		read := statesOf(a, f.State)
		from := func(p *nonogram.Puzzle) ([]*nonogram.Grid, error) {
			states, err := read(p)
			positions = len(states)
			return states, err
		}
		open = func(s *operations.Service, r *operations.HintRequest) (operations.Work[*record.Hint], error) {
			return operations.OpenHintFrom(s, r, from)
		}
	}
	if f.request.Language == "" && !f.JSON {
		f.request.Language = environmentLanguage()
	}
	return each(ctx, a, &f.common, open, &f.request, hooks[*record.Hint]{
		verb: "looking",
		print: func(it item, h *record.Hint) error {
			return printHint(a, it, h, positions, newSpeaker(f.request.Language))
		},
	})
}

func printHint(a *app, it item, h *record.Hint, positions int, s *speaker) error {
	if !it.only {
		fmt.Fprintf(a.out, "%s: ", it.label)
	}
	fmt.Fprintln(a.out, h.Message)
	if h.Kind == "wrong" && positions > 1 {
		if h.LastRight > 0 {
			fmt.Fprintln(a.out, s.say("Position %d of %d was the last one without a mistake.", h.LastRight, positions))
		} else {
			fmt.Fprintln(a.out, s.say("All earlier positions have mistakes too."))
		}
	}
	if h.Kept != nil {
		fmt.Fprintln(a.out, s.say("Without the wrong marks:"))
		for _, row := range h.Kept {
			fmt.Fprintln(a.out, row)
		}
	}
	return nil
}

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
		name, data, err := a.readFile(file)
		if err != nil {
			return nil, err
		}
		return record.ParseStates(name, data, p)
	}
}
