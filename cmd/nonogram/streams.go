package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/term"

	"nonogram"
	"nonogram/internal/operations/record"
)

// app holds the streams of the process and their properties.
type app struct {
	in     io.Reader
	out    *output
	err    io.Writer
	colors int // of the terminal that is standard output; 0 for none
	// columns is the width of the terminal on standard output, 0 if there is none.
	columns int
	// bars allows progress bars: standard error is a terminal.
	bars    bool
	started bool // the command line has been accepted

	terminal sync.Mutex
	shown    bool // a progress line is on the terminal
}

// erase removes the progress line from the terminal, which is locked.
func (a *app) erase() {
	if a.shown {
		fmt.Fprint(a.err, eraseLine)
		a.shown = false
	}
}

// aboveProgress writes to a stream in place of the progress line.
type aboveProgress struct {
	a    *app
	file io.Writer
}

func (w aboveProgress) Write(b []byte) (int, error) {
	w.a.terminal.Lock()
	defer w.a.terminal.Unlock()
	w.a.erase()
	return w.file.Write(b)
}

// reports returns standard error for whole lines.
func (a *app) reports() io.Writer { return aboveProgress{a, a.err} }

func newApp() *app {
	a := &app{in: os.Stdin, err: os.Stderr}
	a.out = newOutput(os.Stdout)
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
			a.colors = colorDepth(os.Getenv)
		}
		a.columns, _, _ = term.GetSize(fd)
		a.out = newOutput(aboveProgress{a, os.Stdout})
	}
	a.bars = term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	return a
}

// colorDepth returns the number of colors of the terminal by its environment variables.
// Terminals with 24 bits set COLORTERM, or TERM to a name with "direct"; that of Windows
// sets WT_SESSION.
func colorDepth(env func(name string) string) int {
	name := env("TERM")
	switch colors := env("COLORTERM"); {
	case colors == "truecolor", colors == "24bit", strings.Contains(name, "direct"), env("WT_SESSION") != "":
		return 1 << 24
	case strings.Contains(name, "256"):
		return 256
	}
	return 16
}

// flushDelay is how long a line of output may be buffered: short for a reader, long enough
// to save a system call per puzzle.
const flushDelay = 50 * time.Millisecond

// output is buffered standard output that delays a line by at most flushDelay, even during
// a long search. It does not flush in the middle of a line, which a progress line would
// erase.
type output struct {
	mu      sync.Mutex
	buf     *bufio.Writer
	armed   bool
	midline bool
	err     error // first write error; nothing is written after it
}

func newOutput(w io.Writer) *output {
	return &output{buf: bufio.NewWriterSize(w, 32<<10)}
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.buf.Available() < len(p) {
		_ = o.flush()
	}
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.buf.Write(p)
	o.midline = len(p) > 0 && p[len(p)-1] != '\n'
	if !o.armed && o.buf.Buffered() > 0 {
		o.arm()
	}
	return n, err
}

// arm flushes after flushDelay, or at the end of the line.
func (o *output) arm() {
	o.armed = true
	time.AfterFunc(flushDelay, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.midline && o.err == nil {
			o.arm()
			return
		}
		o.armed = false
		_ = o.flush()
	})
}

// Flush writes the buffer and returns an error if any output was lost.
func (o *output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.armed = false
	return o.flush()
}

// flush is Flush under the lock.
func (o *output) flush() error {
	if err := o.buf.Flush(); o.err == nil {
		o.err = err
	}
	return o.err
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

func size(p *nonogram.Puzzle) string { return fmt.Sprintf("%d×%d", p.Width(), p.Height()) }

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

// printable replaces control characters in a text, which a terminal could execute.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// oneLine makes a name printable on one line, so that it cannot imitate a line of output.
func oneLine(name string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(printable(name))
}

// title writes a puzzle's title and author, if it has them. A title may be the name of a
// picture file, so it is made printable on one line.
func title(w io.Writer, p *nonogram.Puzzle) {
	switch {
	case p.Title != "" && p.Author != "":
		fmt.Fprintf(w, "%s, by %s\n", oneLine(p.Title), oneLine(p.Author))
	case p.Title != "":
		fmt.Fprintln(w, oneLine(p.Title))
	}
}

// progress is a line on standard error, if that is a terminal:
//
//	solving: 320 of 1000, 2s, 4s left
//	solving: 17, 3s
//
// The second form is for an unknown number of puzzles, or one. The line appears only after
// barDelay. Output to the same terminal goes above it.
type progress struct {
	a     *app
	verb  string
	start time.Time
	timer *time.Timer // nil: standard error is not a terminal

	finished chan struct{} // closed when the work is done
	ended    chan struct{} // closed when the line is gone

	mu          sync.Mutex // for the numbers
	total, done int64
}

const (
	// barDelay is the time before the line appears.
	barDelay = 400 * time.Millisecond
	// barEvery is the time between updates.
	barEvery = 100 * time.Millisecond

	eraseLine = "\r\x1b[K"
)

// newProgress starts a progress line for the items of an input. Without a terminal its
// methods do nothing.
func newProgress(a *app, verb string, in *inputs) *progress {
	return newProgressOf(a, verb, in.count)
}

// newProgressOf is newProgress for a given count, which is called only if the line is shown
// and may return 0 once stop returns true.
func newProgressOf(a *app, verb string, count func(stop func() bool) int64) *progress {
	p := &progress{a: a, verb: verb, start: time.Now(), finished: make(chan struct{}), ended: make(chan struct{})}
	if a.bars {
		p.timer = time.AfterFunc(barDelay, func() { p.run(count) })
	}
	return p
}

// step counts an item.
func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
}

// finish removes the line.
func (p *progress) finish() {
	close(p.finished)
	if p.timer != nil && !p.timer.Stop() {
		<-p.ended
	}
}

// run updates the line until the work is done.
func (p *progress) run(count func(stop func() bool) int64) {
	defer close(p.ended)
	total := count(p.isFinished)
	if p.isFinished() {
		return
	}
	p.total = total
	redraw := time.NewTicker(barEvery)
	defer redraw.Stop()
	for {
		p.draw()
		select {
		case <-p.finished:
			p.a.terminal.Lock()
			defer p.a.terminal.Unlock()
			p.a.erase()
			return
		case <-redraw.C:
		}
	}
}

func (p *progress) isFinished() bool {
	select {
	case <-p.finished:
		return true
	default:
		return false
	}
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.a.terminal.Lock()
	defer p.a.terminal.Unlock()
	fmt.Fprint(p.a.err, eraseLine, p.line(time.Since(p.start)))
	p.a.shown = true
}

// line returns the text of the progress line.
func (p *progress) line(elapsed time.Duration) string {
	line := p.verb
	switch {
	case p.total > 1:
		line += fmt.Sprintf(": %d of %d", p.done, p.total)
	case p.done > 0:
		line += fmt.Sprintf(": %d", p.done)
	}
	line += fmt.Sprintf(", %v", elapsed.Round(time.Second))
	if p.total > 1 && p.done > 0 {
		left := time.Duration(float64(elapsed) / float64(p.done) * float64(p.total-p.done))
		line += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return line
}
