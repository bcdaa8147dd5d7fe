package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/text/width"

	"nonogram"
	"nonogram/internal/operations"
	"nonogram/teach"
	"nonogram/teach/page"
)

type explainFlags struct {
	common
	operations.Budget
	ascii       bool
	html, state string
	language    operations.LanguageOption
}

func newExplain(a *app) *cobra.Command {
	f := &explainFlags{}
	cmd := newCommand("explain")
	cmd.RunE = f.runE(a, f.run)
	flags := cmd.Flags()
	flags.StringVar(&f.state, "state", "", "start from what is drawn in `FILE`")
	requestFlags(cmd, &f.language)
	flags.StringVar(&f.html, "html", "", "write a page with all positions to `FILE`; - is standard output")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	requestFlags(cmd, &f.Budget)
	cmd.MarkFlagsMutuallyExclusive("json", "html")
	return cmd
}

func (f *explainFlags) run(ctx context.Context, a *app) error {
	if err := checkState(f.state, f.files); err != nil {
		return err
	}
	if f.state != "" || f.html != "" {
		f.single = "--state and --html are"
	}
	open := operations.OpenExplain
	if f.state != "" {
		open = func(s *operations.Service, r *operations.ExplainRequest) (operations.Work[*operations.ExplainResponse], error) {
			return operations.OpenExplainFrom(s, r, statesOf(a, f.state))
		}
	}
	first := true
	return each(ctx, a, &f.common, open, &operations.ExplainRequest{Budget: f.Budget, LanguageOption: f.language}, hooks[*operations.ExplainResponse]{
		verb: "explaining",
		print: func(it item, e *operations.ExplainResponse) error {
			if f.html != "" {
				return f.writeHTML(a, it, e)
			}
			defer func() { first = false }()
			return f.print(a, it, e, first)
		},
	})
}

func (f *explainFlags) print(a *app, it item, e *operations.ExplainResponse, first bool) error {
	var b bytes.Buffer
	if !first {
		fmt.Fprintln(&b)
	}
	if it.puzzle.Title == "" && !it.only {
		fmt.Fprintln(&b, it.label)
	}
	title(&b, it.puzzle)
	printSteps(&b, it.puzzle, e.Explanation, a.columns)
	if g := e.Explanation.Grid; g != nil {
		if err := drawTo(a, &b, it.puzzle, g, drawing(a, f.ascii)); err != nil {
			return err
		}
	}
	fmt.Fprintln(&b, explainCaption(it.puzzle, e))
	_, err := a.out.Write(b.Bytes())
	return err
}

// printSteps prints a numbered line for every step: the technique and the sentence, wrapped
// to the terminal.
func printSteps(w io.Writer, p *nonogram.Puzzle, e *teach.Explanation, columns int) {
	name := func(s *teach.Step) string { return e.Language.Technique(s.Technique).Name }
	widest := 0
	for i := range e.Steps {
		widest = max(widest, displayWidth(name(&e.Steps[i])))
	}
	digits := len(fmt.Sprint(len(e.Steps)))
	for i := range e.Steps {
		s := &e.Steps[i]
		called := name(s)
		head := fmt.Sprintf("%*d  %s%*s  ", digits, i+1, called, widest-displayWidth(called), "")
		indent := displayWidth(head)
		fmt.Fprintln(w, head+strings.Join(wrap(s.Sentence(p), columns-indent), "\n"+strings.Repeat(" ", indent)))
	}
}

// leastWidth is the narrowest column for wrapping; below it the terminal wraps.
const leastWidth = 30

// wrap breaks a text into lines of at most the given width, at spaces and between the
// characters of scripts without spaces.
func wrap(text string, columns int) []string {
	if columns < leastWidth {
		return []string{text}
	}
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(text) {
		space := length > 0
		for _, piece := range pieces(word) {
			n := displayWidth(piece)
			if space {
				line, length = line+" ", length+1
			}
			if length+n > columns && length > 0 {
				lines = append(lines, strings.TrimSuffix(line, " "))
				line, length = "", 0
			}
			line, length, space = line+piece, length+n, false
		}
	}
	return append(lines, line)
}

// pieces splits a word where a line may break: after a wide character, unless the next one
// must not begin a line.
func pieces(word string) []string {
	var list []string
	from, ends := 0, false
	for at, r := range word {
		if ends && !strings.ContainsRune("、。，；：！？）」”〜", r) {
			list = append(list, word[from:at])
			from = at
		}
		ends = runeWidth(r) == 2 && !strings.ContainsRune("（「“", r)
	}
	return append(list, word[from:])
}

// displayWidth returns the number of terminal columns of a text.
func displayWidth(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
		return 2
	}
	return 1
}

// writeHTML writes the page and prints a line about it.
func (f *explainFlags) writeHTML(a *app, it item, e *operations.ExplainResponse) error {
	caption := explainCaption(it.puzzle, e)
	if e.Explanation.Grid == nil {
		_, err := fmt.Fprintln(a.out, caption)
		return err
	}
	write := func(w io.Writer) error { return page.Write(w, it.puzzle, e.Explanation, "Puzzle "+it.label) }
	if f.html == stdoutName {
		return write(a.out)
	}
	if err := writeFile(f.html, write); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.out, "%s: %s\n", f.html, caption)
	return err
}

// explainCaption returns the line below the drawing.
func explainCaption(p *nonogram.Puzzle, e *operations.ExplainResponse) string {
	if e.Reason != "" {
		return e.Status.String() + ": " + e.Reason
	}
	return e.Explanation.Summary(p) + " · " + short(e.Elapsed.Duration())
}
