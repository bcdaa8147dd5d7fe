// Package terminal writes to terminals: buffered lines, a progress line below them, and as
// many colors as the terminal has.
package terminal

import (
	"bufio"
	"io"
	"strings"
	"sync"
	"time"
)

// Colors returns the number of colors of the terminal by its environment variables.
// Terminals with 24 bits set COLORTERM, or TERM to a name with "direct"; that of Windows
// sets WT_SESSION.
func Colors(env func(name string) string) int {
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

// Output is buffered standard output that delays a line by at most flushDelay, even during
// a long search. It does not flush in the middle of a line, which a progress line would
// erase.
type Output struct {
	mu      sync.Mutex
	buf     *bufio.Writer
	armed   bool
	midline bool
	err     error // first write error; nothing is written after it
}

// NewOutput returns an output to a stream.
func NewOutput(w io.Writer) *Output {
	return &Output{buf: bufio.NewWriterSize(w, 32<<10)}
}

func (o *Output) Write(p []byte) (int, error) {
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
func (o *Output) arm() {
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
func (o *Output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.armed = false
	return o.flush()
}

// flush is Flush under the lock.
func (o *Output) flush() error {
	if err := o.buf.Flush(); o.err == nil {
		o.err = err
	}
	return o.err
}
