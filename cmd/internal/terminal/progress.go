package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// The line of progress below the output of a command. Output goes through the same screen,
// which removes the line, writes, and draws it again.

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
//	solving  32% ██████░░░░░░░░░░░░░░ (320/1000, 160 puzzle/s) [2s:4s]
//	solving: 17, 3s
//
// The bar has the time and the time left. The second form is for an unknown number of puzzles, or one. The line appears only after
// barDelay. Output to the same terminal goes above it.
type Progress struct {
	screen *Screen
	stream io.Writer // nil: no line
	verb   string
	start  time.Time
	timer  *time.Timer // nil: standard error is not a terminal

	finished chan struct{} // closed when the work is done
	ended    chan struct{} // closed when the line is gone

	mu   sync.Mutex // for done
	done int64
	bar  *progressbar.ProgressBar // nil for an unknown number of items
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
		p.bar = newBar(verb, 1) // which measures the time from now on
		p.bar.StartWithoutRender()
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
	if total > 1 {
		p.bar.ChangeMax64(total)
	} else {
		p.bar = nil
	}
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
	if p.bar != nil {
		_ = p.bar.Set64(p.done) // it writes nothing
		return strings.TrimSpace(p.bar.String())
	}
	line := p.verb
	if p.done > 0 {
		line += fmt.Sprintf(": %d", p.done)
	}
	return line + fmt.Sprintf(", %v", elapsed.Round(time.Second))
}

// barWidth is the width of the bar itself, in characters.
const barWidth = 20

// newBar returns a bar with the numbers of items, the rate, the time and the time left. The
// library draws it; the screen decides when and where it is shown.
func newBar(verb string, total int64) *progressbar.ProgressBar {
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(io.Discard), progressbar.OptionThrottle(0), progressbar.OptionSetDescription(verb),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("puzzle"),
		progressbar.OptionSetElapsedTime(true), progressbar.OptionSetPredictTime(true), progressbar.OptionSetWidth(barWidth),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "", BarEnd: ""}))
}
