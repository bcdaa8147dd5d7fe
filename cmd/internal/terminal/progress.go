package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Screen is a terminal with a progress line below its output. The zero value is ready.
type Screen struct {
	mu    sync.Mutex
	shown io.Writer // has the progress line; nil if there is none
}

// Above returns a writer to a stream that is written in place of the progress line.
func (s *Screen) Above(stream io.Writer) io.Writer { return above{s, stream} }

type above struct {
	screen *Screen
	stream io.Writer
}

func (w above) Write(b []byte) (int, error) {
	w.screen.mu.Lock()
	defer w.screen.mu.Unlock()
	w.screen.erase()
	return w.stream.Write(b)
}

const eraseLine = "\r\x1b[K"

// erase removes the progress line. The screen is locked.
func (s *Screen) erase() {
	if s.shown != nil {
		fmt.Fprint(s.shown, eraseLine)
		s.shown = nil
	}
}

// Progress is a line of progress:
//
//	solving: 320 of 1000, 2s, 4s left
//	solving: 17, 3s
//
// The second form is for an unknown number of puzzles, or one. The line appears only after
// barDelay. Output to the same terminal goes above it.
type Progress struct {
	screen *Screen
	stream io.Writer // nil: no line
	verb   string
	start  time.Time
	timer  *time.Timer // nil: standard error is not a terminal

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
)

// Progress starts a progress line on a stream; nil is none. Count returns the number of items
// or 0. It is called only if the line is shown, and may return 0 once stop returns true.
func (s *Screen) Progress(stream io.Writer, verb string, count func(stop func() bool) int64) *Progress {
	p := &Progress{screen: s, stream: stream, verb: verb, start: time.Now(), finished: make(chan struct{}), ended: make(chan struct{})}
	if stream != nil {
		p.timer = time.AfterFunc(barDelay, func() { p.run(count) })
	}
	return p
}

// Step counts an item.
func (p *Progress) Step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
}

// Finish removes the line.
func (p *Progress) Finish() {
	close(p.finished)
	if p.timer != nil && !p.timer.Stop() {
		<-p.ended
	}
}

// run updates the line until the work is done.
func (p *Progress) run(count func(stop func() bool) int64) {
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
			p.screen.mu.Lock()
			defer p.screen.mu.Unlock()
			p.screen.erase()
			return
		case <-redraw.C:
		}
	}
}

func (p *Progress) isFinished() bool {
	select {
	case <-p.finished:
		return true
	default:
		return false
	}
}

func (p *Progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.screen.mu.Lock()
	defer p.screen.mu.Unlock()
	fmt.Fprint(p.stream, eraseLine, p.line(time.Since(p.start)))
	p.screen.shown = p.stream
}

// line returns the text of the progress line.
func (p *Progress) line(elapsed time.Duration) string {
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
