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

// progress is a line on standard error, if that is a terminal:
//
//	solving 320 of 1000  █████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░  2s, 4s left
//	⠙ solving, 17 done, 3s
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

	mu          sync.Mutex // for the terminal and for what follows
	total, done int64
	frame       int
}

const (
	// barDelay is the time before the line appears.
	barDelay = 400 * time.Millisecond
	// barEvery is the time between updates.
	barEvery = 100 * time.Millisecond
	// barWidth is the length of the bar, if the terminal has room for it besides barRest
	// columns of text.
	barWidth, barRest = 40, 45

	eraseLine = "\r\x1b[K"
)

var spinner = [...]string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

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

// line returns the text of the progress line.
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

// aboveProgress writes to standard output above the progress line.
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
