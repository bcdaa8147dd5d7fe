package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		p       *Progress
		elapsed time.Duration
		want    string
	}{
		{&Progress{verb: "solving"}, 3 * time.Second, "solving, 3s"},
		{&Progress{verb: "solving", done: 17}, 3 * time.Second, "solving: 17, 3s"},
	} {
		if got := c.p.line(c.elapsed); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		p := &Progress{verb: "solving", done: 320, bar: newBar("solving", 1000)}
		p.bar.StartWithoutRender()
		time.Sleep(2 * time.Second)
		if got, want := p.line(0), "solving  32% ██████░░░░░░░░░░░░░░ (320/1000, 160 puzzle/s) [2s:4s]"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// The line appears when a run takes long, follows it, and is gone in the end. The
// clock is that of the bubble.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown bytes.Buffer
		p := new(Screen).Progress(&shown, "solving", func(func() bool) int64 { return 10 })
		for range 3 {
			p.Step()
		}
		time.Sleep(barDelay + barEvery/2)
		p.Step()
		time.Sleep(barEvery)
		p.Finish()
		for _, want := range []string{"(3/10, ", "(4/10, "} {
			if !strings.Contains(shown.String(), want) {
				t.Errorf("%q is missing in %q", want, shown.String())
			}
		}
		if !strings.HasSuffix(shown.String(), eraseLine) {
			t.Errorf("%q is still there", shown.String())
		}
	})
	// Short work shows no line, nor does work without a terminal.
	synctest.Test(t, func(t *testing.T) {
		var shown bytes.Buffer
		for _, stream := range []io.Writer{&shown, nil} {
			p := new(Screen).Progress(stream, "solving", func(func() bool) int64 { return 10 })
			p.Step()
			p.Finish()
			time.Sleep(2 * barDelay)
			if shown.Len() > 0 {
				t.Errorf("%q", shown.String())
			}
		}
	})
	// A count that takes longer than the work is not waited for in vain.
	synctest.Test(t, func(t *testing.T) {
		var shown bytes.Buffer
		p := new(Screen).Progress(&shown, "solving", func(stop func() bool) int64 {
			for !stop() {
				time.Sleep(barEvery)
			}
			return 0
		})
		time.Sleep(2 * barDelay)
		p.Finish()
		if shown.Len() > 0 {
			t.Errorf("%q", shown.String())
		}
	})
}
