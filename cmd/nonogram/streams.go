package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
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
}

func newApp() *app {
	a := &app{in: os.Stdin, out: newOutput(os.Stdout), err: os.Stderr}
	if fd := int(os.Stdout.Fd()); term.IsTerminal(fd) {
		if os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
			a.colors = colorDepth(os.Getenv)
		}
		a.columns, _, _ = term.GetSize(fd)
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
// a long search. It flushes only complete Writes, so lines are not split.
type output struct {
	mu    sync.Mutex
	file  io.Writer
	buf   *bufio.Writer
	armed bool
	err   error // first write error; nothing is written after it
}

func newOutput(w io.Writer) *output {
	return &output{file: w, buf: bufio.NewWriterSize(w, 32<<10)}
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
	if !o.armed && o.buf.Buffered() > 0 {
		o.armed = true
		time.AfterFunc(flushDelay, func() { _ = o.Flush() })
	}
	return n, err
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

// divert sends the output through another writer. The returned function undoes it.
func (o *output) divert(through func(file io.Writer) io.Writer) (back func()) {
	reset := func(w io.Writer) {
		o.mu.Lock()
		defer o.mu.Unlock()
		_ = o.flush() // kept for the last Flush
		o.buf.Reset(w)
	}
	reset(through(o.file))
	return func() { reset(o.file) }
}

// reports writes lines to standard error, above a progress line.
type reports struct{ a *app }

func (r reports) Write(line []byte) (int, error) {
	erase := ""
	if r.a.bars {
		erase = eraseLine
	}
	if _, err := fmt.Fprintf(r.a.err, "%s%s", erase, line); err != nil {
		return 0, err
	}
	return len(line), nil
}
