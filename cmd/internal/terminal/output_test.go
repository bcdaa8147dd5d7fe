package terminal

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// fullDisk fails every write.
type fullDisk struct{}

var errFull = errors.New("no space")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestOutputRemembersErrors loses a line: every Flush and Write after that reports it.
func TestOutputRemembersErrors(t *testing.T) {
	o := NewOutput(fullDisk{})
	if _, err := io.WriteString(o, "a line\n"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := o.Flush(); !errors.Is(err, errFull) {
			t.Errorf("Flush: %v, want %v", err, errFull)
		}
	}
	if _, err := io.WriteString(o, "more\n"); !errors.Is(err, errFull) {
		t.Errorf("Write: %v, want %v", err, errFull)
	}
}

// The timer does not split a line that is written in two parts.
func TestOutputKeepsLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var file strings.Builder
		o := NewOutput(&file)
		for _, part := range []string{"one\nhalf", " a line\n"} {
			if file.Len() > 0 {
				t.Errorf("%q is written before the end of the line", file.String())
			}
			if _, err := io.WriteString(o, part); err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * flushDelay)
			synctest.Wait()
		}
		if want := "one\nhalf a line\n"; file.String() != want {
			t.Errorf("%q, want %q", file.String(), want)
		}
	})
}

// Terminals get the colors that they say they have.
func TestColors(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want int
	}{
		{map[string]string{"COLORTERM": "truecolor", "TERM": "xterm-256color"}, 1 << 24},
		{map[string]string{"COLORTERM": "24bit"}, 1 << 24},
		{map[string]string{"TERM": "xterm-direct"}, 1 << 24},
		{map[string]string{"WT_SESSION": "1"}, 1 << 24},
		{map[string]string{"COLORTERM": "yes", "TERM": "screen-256color"}, 256},
		{map[string]string{"TERM": "xterm"}, 16},
		{map[string]string{"TERM": "linux"}, 16},
	} {
		if got := Colors(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %d, not %d", c.env, got, c.want)
		}
	}
}
