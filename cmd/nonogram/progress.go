package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress is one line on standard error, where that is a terminal:
//
//	solving 320 of 1000  █████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░  2s, 4s left
//	⠙ solving, 17 done, 3s
//
// the second form where the number of puzzles cannot be known, or is one. The
// line appears only when a run takes longer than barDelay, so that short runs
// neither flicker nor pay for it. Output to the same terminal goes above it.
type progress struct {
	a     *app
	verb  string
	start time.Time
	timer *time.Timer // nil: standard error is not a terminal

	finished chan struct{} // closed when the work is done
	ended    chan struct{} // closed when the line is gone

	mu          sync.Mutex // for the terminal and for what follows
	total, done int64
	frame       int
}

const (
	// barDelay is when the line appears: after a wait that begins to want one.
	barDelay = 400 * time.Millisecond
	// barEvery is how often it is redrawn.
	barEvery = 100 * time.Millisecond
	// barWidth is the length of the bar, where the terminal has room for it
	// beside barRest columns of words and numbers.
	barWidth, barRest = 40, 45

	eraseLine = "\r\x1b[K"
)

var spinner = [...]string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// newProgress starts the clock of a progress line for the items of an input. On
// anything but a terminal all its methods do nothing.
func newProgress(a *app, verb string, in *inputs) *progress {
	return newProgressOf(a, verb, in.count)
}

// newProgressOf is newProgress for whatever can be counted. The count is asked for
// only if the line is going to be shown; it may give up with 0 once stop says so.
func newProgressOf(a *app, verb string, count func(stop func() bool) int64) *progress {
	p := &progress{a: a, verb: verb, start: time.Now(), finished: make(chan struct{}), ended: make(chan struct{})}
	if a.bars {
		p.timer = time.AfterFunc(barDelay, func() { p.run(count) })
	}
	return p
}

// step counts an item that is done.
func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
}

// finish takes the line away.
func (p *progress) finish() {
	close(p.finished)
	if p.timer != nil && !p.timer.Stop() {
		<-p.ended
	}
}

// run shows the line and keeps it up to date until the work is done.
func (p *progress) run(count func(stop func() bool) int64) {
	defer close(p.ended)
	total := count(p.isFinished)
	if p.isFinished() {
		return
	}
	p.total = total
	if p.a.columns > 0 {
		back := p.a.out.divert(func(file io.Writer) io.Writer { return aboveProgress{p, file} })
		defer back()
	}
	redraw := time.NewTicker(barEvery)
	defer redraw.Stop()
	for {
		p.draw()
		select {
		case <-p.finished:
			fmt.Fprint(p.a.err, eraseLine)
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
	columns, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil {
		columns = barWidth + barRest
	}
	fmt.Fprint(p.a.err, eraseLine, p.line(time.Since(p.start), columns))
	p.frame++
}

// line is the text of the progress line.
func (p *progress) line(elapsed time.Duration, columns int) string {
	seconds := elapsed.Round(time.Second)
	if p.total <= 1 {
		turn := spinner[p.frame%len(spinner)]
		if p.done == 0 {
			return fmt.Sprintf("%s %s, %v", turn, p.verb, seconds)
		}
		return fmt.Sprintf("%s %s, %d done, %v", turn, p.verb, p.done, seconds)
	}
	width := max(min(barWidth, columns-barRest), 0)
	filled := int(int64(width) * min(p.done, p.total) / p.total)
	bar := strings.Repeat("█", filled) + strings.Repeat("░", width-filled)
	line := fmt.Sprintf("%s %d of %d  %s  %v", p.verb, p.done, p.total, bar, seconds)
	if p.done > 0 {
		left := time.Duration(float64(elapsed) / float64(p.done) * float64(p.total-p.done))
		line += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return line
}

// aboveProgress writes to standard output on the terminal that also shows the
// progress line.
type aboveProgress struct {
	p    *progress
	file io.Writer
}

func (w aboveProgress) Write(b []byte) (int, error) {
	w.p.mu.Lock()
	defer w.p.mu.Unlock()
	fmt.Fprint(w.p.a.err, eraseLine)
	return w.file.Write(b)
}
