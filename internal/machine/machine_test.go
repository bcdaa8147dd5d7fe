package machine

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestModelName(t *testing.T) {
	for cpuinfo, want := range map[string]string{
		"processor\t: 0\nmodel name\t: Intel(R) Xeon(R)   Gold 5416S\nflags\t: fpu\n": "Intel Xeon Gold 5416S",
		"processor\t: 0\nBogoMIPS\t: 50\n":                                            "",
		"model name\t:\n":                                                             "",
		"":                                                                            "",
	} {
		if got, ok := modelName(cpuinfo); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", cpuinfo, got, ok)
		}
	}
}

func TestThis(t *testing.T) {
	i := This()
	if i.Processor == "" || i.Cores < 1 || i.Go != runtime.Version() || !strings.Contains(i.String(), i.System) {
		t.Errorf("%+v", i)
	}
	if s := (Info{"P", 1, "s", "g"}).String(); s != "P, 1 core · g s" {
		t.Error(s)
	}
}

// Both clocks go on, and end contexts; how fast does not matter here.
func TestClocks(t *testing.T) {
	for _, c := range []Clock{Wall(), CPU()} {
		ctx, cancel := c.WithTimeout(t.Context(), 5*time.Millisecond)
		start := c.Now()
		for ctx.Err() == nil { // burn time, or the CPU clock would stand still
		}
		if passed := c.Now() - start; passed < 4*time.Millisecond {
			t.Errorf("%s: the context ended after %v", c.Name(), passed)
		}
		cancel()

		parent, stop := context.WithCancel(t.Context())
		ctx, cancel = c.WithTimeout(parent, time.Hour)
		stop()
		if !errors.Is(ctx.Err(), context.Canceled) {
			t.Errorf("%s: the parent has ended, the child says %v", c.Name(), ctx.Err())
		}
		cancel()
	}
}
