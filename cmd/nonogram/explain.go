package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/record"
	"nonogram/solve"
	"nonogram/teach"
	"nonogram/teach/page"
)

type explainFlags struct {
	common
	limits
	ascii       bool
	html, state string
}

func newExplain(a *app) *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain [flags] [FILE…]",
		Short: "Solve puzzles step by step, as a person would, and say why",
		Long: `Explain gives the whole path to the solution: every step with the technique it
uses and a sentence that says what follows and why. It always takes the easiest
step there is. docs/techniques.md describes the techniques.

A puzzle with one solution is explained to the end. If there are several, the path
ends where they differ, and says in which cells.

` + stateHelp + `

--html writes a page of its own that shows the position at every step.

Exit status: 0 every puzzle has at least one solution; 1 bad usage or unreadable
input; 3 some puzzle is unsolvable; 4 some puzzle is undecided.`,
		Example: `  nonogram explain cat.non
  nonogram explain --html cat.html cat.non
  nonogram explain --json cat.non > steps.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.state, "state", "", "start from what is drawn in `FILE`")
	flags.StringVar(&f.html, "html", "", "write a page with all positions to `FILE`; - is standard output")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	f.limits.addFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "html")
	return cmd
}

func (f *explainFlags) run(ctx context.Context, a *app) error {
	if err := errors.Join(f.inputs.check(), f.limits.check(), checkState(f.state, f.files)); err != nil {
		return err
	}
	lines := newJSONLines(a)
	first := true
	newWork := func() work[explained] { return f.worker(a) }
	return eachPuzzle(ctx, a, "explaining", &f.inputs, f.workers, newWork, func(it item, e explained) error {
		defer func() { first = false }()
		switch {
		case f.single() && !it.only:
			return usagef("--state and --html are for a single puzzle, and there are more")
		case f.json:
			return f.printJSON(lines, it, e)
		case e.err != nil:
			printError(a, it, e.err)
			return nil
		case f.html != "":
			return f.writeHTML(a, it, e)
		}
		return f.print(a, it, e, first)
	})
}

// single reports whether only one puzzle makes sense.
func (f *explainFlags) single() bool { return f.state != "" || f.html != "" }

// explained is what came of one item.
type explained struct {
	*teach.Explanation
	reason  string // why it is unsolvable on sight
	err     error
	elapsed time.Duration
}

func (e explained) exit() exitStatus {
	if e.err != nil {
		return exitFailed
	}
	return exitOf(e.Status)
}

func (f *explainFlags) worker(a *app) work[explained] {
	solver := f.solver(new(solve.Engine))
	return func(ctx context.Context, it item) (e explained) {
		if it.err != nil {
			return explained{err: it.err}
		}
		if o, done := validated(it.puzzle); done {
			return explained{Explanation: &teach.Explanation{Status: nonogram.Unsolvable}, reason: o.reason, err: o.err}
		}
		opts := teach.Options{Solver: solver}
		if f.state != "" {
			states, err := readStates(a, f.state, it.puzzle)
			if err != nil {
				return explained{err: err}
			}
			opts.From = states[len(states)-1]
		}
		ctx, cancel := f.context(ctx)
		defer cancel()
		start := time.Now()
		e.Explanation, e.err = teach.Explain(ctx, it.puzzle, opts)
		e.elapsed = time.Since(start)
		return e
	}
}

func (f *explainFlags) printJSON(lines *jsonLines, it item, e explained) error {
	file := f.fileOf(it)
	if e.err != nil {
		return lines.printError(it, file, e.err)
	}
	line := record.NewExplain(it.puzzle, e.Explanation)
	line.ID, line.File = it.id, file
	line.Reason, line.Elapsed = e.reason, record.InMilliseconds(e.elapsed)
	return lines.print(line)
}

func (f *explainFlags) print(a *app, it item, e explained, first bool) error {
	var b bytes.Buffer
	if !first {
		fmt.Fprintln(&b)
	}
	if it.puzzle.Title == "" && !it.only {
		fmt.Fprintln(&b, it.label)
	}
	title(&b, it.puzzle)
	printSteps(&b, it.puzzle, e.Steps, a.columns)
	if e.Grid != nil {
		if err := drawTo(a, &b, it.puzzle, e.Grid, drawing(a, f.ascii)); err != nil {
			return err
		}
	}
	fmt.Fprintln(&b, e.caption(it.puzzle))
	_, err := a.out.Write(b.Bytes())
	return err
}

// printSteps prints a numbered line for every step: the technique and the
// sentence, which is broken where the terminal ends.
func printSteps(w io.Writer, p *nonogram.Puzzle, steps []teach.Step, columns int) {
	width := 0
	for i := range steps {
		width = max(width, len(steps[i].Technique.String()))
	}
	digits := len(fmt.Sprint(len(steps)))
	for i := range steps {
		s := &steps[i]
		head := fmt.Sprintf("%*d  %-*s  ", digits, i+1, width, s.Technique)
		lines := wrap(s.Sentence(p), columns-len(head))
		fmt.Fprintln(w, head+strings.Join(lines, "\n"+strings.Repeat(" ", len(head))))
	}
}

// leastWidth is the narrowest column that text is wrapped to; below it lines are
// left to the terminal.
const leastWidth = 30

// wrap breaks a text into lines of at most so many characters.
func wrap(text string, width int) []string {
	if width < leastWidth {
		return []string{text}
	}
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if length > 0 && length+1+n > width {
			lines = append(lines, line)
			line, length = "", 0
		}
		if length > 0 {
			line += " "
			length++
		}
		line += word
		length += n
	}
	return append(lines, line)
}

// writeHTML writes the page and says so.
func (f *explainFlags) writeHTML(a *app, it item, e explained) error {
	if e.Grid == nil {
		_, err := fmt.Fprintln(a.out, e.caption(it.puzzle))
		return err
	}
	write := func(w io.Writer) error { return page.Write(w, it.puzzle, e.Explanation, "Puzzle "+it.label) }
	if f.html == stdoutName {
		return write(a.out)
	}
	if err := writeFile(f.html, write); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.out, "%s: %s\n", f.html, e.caption(it.puzzle))
	return err
}

// caption is the line below the drawing.
func (e *explained) caption(p *nonogram.Puzzle) string {
	if e.reason != "" {
		return e.Status.String() + ": " + e.reason
	}
	return e.Summary(p) + " · " + short(e.elapsed)
}
