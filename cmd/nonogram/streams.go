package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/term"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
	"nonogram/cmd/internal/terminal"
)

// The streams of the process: what they are connected to, and how signals end the wait for
// input.

// app holds the streams of the process and their properties.
type app struct {
	in     io.Reader
	out    *terminal.Output
	err    io.Writer
	colors int // of the terminal that is standard output; 0 for none
	// columns is the width of the terminal on standard output, 0 if there is none.
	columns int
	bars    bool // standard error is a terminal and can show progress
	started bool // the command line has been accepted
	// interrupted is closed by the first signal.
	interrupted <-chan struct{}
	// inputEnds is closed by the first signal too, and by stopInput.
	inputEnds <-chan struct{}
	stopInput func()
	told      bool // a message has said that the command was interrupted
	rewriting bool // an output is an input, see checkFiles
	screen    terminal.Screen
}

func newApp() *app {
	a := &app{in: os.Stdin, err: os.Stderr, stopInput: func() {}}
	a.out = terminal.NewOutput(os.Stdout)
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) && terminal.EnableEscapes(os.Stdout) {
		if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
			a.colors = terminal.Colors(os.Getenv)
		}
		a.columns, _, _ = term.GetSize(fd)
		a.out = terminal.NewOutput(a.screen.Above(os.Stdout))
	}
	a.bars = term.IsTerminal(int(os.Stderr.Fd())) && terminal.EnableEscapes(os.Stderr) && os.Getenv("TERM") != "dumb"
	return a
}

// isInterrupted reports whether a signal has asked the process to end.
func (a *app) isInterrupted() bool {
	select {
	case <-a.interrupted:
		return true
	default:
		return false
	}
}

// reports returns standard error for whole lines, above a progress line.
func (a *app) reports() io.Writer { return a.screen.Above(a.err) }

// progress starts a progress line for a number of items, if standard error is a terminal.
func (a *app) progress(verb string, count func(stop func() bool) int64) *terminal.Progress {
	if !a.bars {
		return a.screen.Progress(nil, verb, count)
	}
	return a.screen.Progress(a.err, verb, count)
}

// jsonLines prints records as lines of JSON.
type jsonLines struct{ enc *json.Encoder }

func newJSONLines(a *app) *jsonLines {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return &jsonLines{enc}
}

// printError prints an error in place of a record.
func (j *jsonLines) printError(it item, file string, err error) error {
	e := record.NewError(it.id, it.file, err)
	e.File = file
	return j.print(e)
}

func (j *jsonLines) print(record any) error { return j.enc.Encode(record) }

// Numbers, sizes, durations and titles for people.

// short formats a duration with its significant digits.
func short(d time.Duration) string {
	switch ms := d.Seconds() * 1e3; {
	case ms < 0.1:
		return fmt.Sprintf("%.3f ms", ms)
	case ms < 10:
		return fmt.Sprintf("%.2f ms", ms)
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	case ms < 60_000:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// printable replaces control characters in a text, which a terminal could execute, and those
// that change the direction of what follows.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// oneLine makes a name printable on one line, so that it cannot imitate a line of output.
func oneLine(name string) string { return breaks.Replace(printable(name)) }

var breaks = strings.NewReplacer("\n", `\n`, "\t", `\t`)

// secrets is the user and password of an address.
var secrets = regexp.MustCompile(`(\w://)[^\s"]*@`)

// errorText returns an error for a terminal: arguments, which may be names of files, cannot
// imitate lines, and passwords in addresses are left out.
func errorText(err error, args []string) string {
	text := err.Error()
	for _, arg := range args {
		_, value, _ := strings.Cut(arg, "=")
		for _, name := range []string{arg, value} {
			if strings.ContainsAny(name, "\n\t") {
				text = strings.ReplaceAll(text, name, oneLine(name))
			}
		}
	}
	return printable(secrets.ReplaceAllString(text, "$1…@"))
}

// title writes a puzzle's title and author, if it has them. A title may be the name of a
// picture file, so it is made printable on one line.
func title(w io.Writer, p *nonogram.Puzzle) { new(speaker).title(w, p) }

func (s *speaker) title(w io.Writer, p *nonogram.Puzzle) {
	switch {
	case p.Title != "" && p.Author != "":
		fmt.Fprintln(w, s.say("%s, by %s", oneLine(p.Title), oneLine(p.Author)))
	case p.Title != "":
		fmt.Fprintln(w, oneLine(p.Title))
	}
}
