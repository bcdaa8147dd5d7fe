package hunt

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"nonogram"
	"nonogram/lab"

	"nonogram/internal/testkit/naive"
)

// countdown is a context that is cancelled when it has been asked n times: at a
// moment that no clock decides.
type countdown struct {
	context.Context
	left int
}

func after(n int) *countdown { return &countdown{context.Background(), n} }

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// drawMethod draws a method of the lab with its options.
func drawMethod(t *rapid.T) *lab.Method {
	methods := lab.Methods()
	m := methods[rapid.IntRange(0, len(methods)-1).Draw(t, "method")]
	label := m.Name
	for _, o := range m.Options {
		if !rapid.Bool().Draw(t, "set "+o.Name) {
			continue
		}
		value := rapid.SampledFrom(o.Values).Draw(t, o.Name)
		if value == "N" || value == "inf" { // force never ends with inf
			value = fmt.Sprint(rapid.IntRange(1, 30).Draw(t, "number"))
		}
		label += ":" + o.Name + "=" + value
	}
	found, err := lab.Lookup(label)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestModelLab gives every method any configuration, budget and cancellation, on one
// solver that is used again and again.
func TestModelLab(t *testing.T) {
	ended := map[nonogram.StopReason]int{}
	shape := Shape{MaxSide: 6, MaxCells: 12, MaxInks: 1}
	rapid.Check(t, func(t *rapid.T) {
		var log bytes.Buffer
		m := drawMethod(t)
		solver := m.New(&log)
		for range rapid.IntRange(1, 6).Draw(t, "calls") {
			p := shape.Puzzle(drawn{t})
			grids, all := naive.Solutions(p, maxListed)
			k := &truth{p, drawings(grids), all, grids, new(Tally)}
			opts := drawOptions(t)
			opts.Budget.Conflicts = rapid.SampledFrom([]int64{0, 0, 0, 1, 4}).Draw(t, "conflicts")
			opts.Budget.Memory = rapid.SampledFrom([]int64{0, 0, 0, 10, 300, 5000}).Draw(t, "memory")
			polls := rapid.SampledFrom([]int{0, 1, 2, 3, 1000}).Draw(t, "polls")
			r := checkLab(t, m, solver, k, opts, polls)
			ended[r.Stopped]++
			fresh := checkLab(t, m, m.New(&log), k, opts, polls)
			// With sets to keep, perm_elim takes less memory the second time.
			if m.Name != "perm_elim" && !reflect.DeepEqual(r, fresh) {
				t.Fatalf("%s with a past says %+v, a new one %+v\n%s", m.Name, r, fresh, Describe(p))
			}
		}
	})
	everyEnd(t, ended, nonogram.StopNone, nonogram.StopCancelled, nonogram.StopConflicts, nonogram.StopMemory, nonogram.StopStalled)
}

func checkLab(t *rapid.T, m *lab.Method, solver nonogram.Solver, k *truth, opts nonogram.Options, polls int) *nonogram.Result {
	t.Helper()
	r, err := solver(after(polls), k.p, opts)
	if err != nil {
		t.Fatalf("%s: %v\n%s", m.Name, err, Describe(k.p))
	}
	if err := k.honest(opts, r); err != nil {
		t.Fatalf("%s: %v: %+v\n%s", m.Name, err, r, Describe(k.p))
	}
	reasons := []nonogram.StopReason{nonogram.StopCancelled}
	if opts.Budget.Conflicts > 0 {
		reasons = append(reasons, nonogram.StopConflicts)
	}
	if opts.Budget.Memory > 0 {
		reasons = append(reasons, nonogram.StopMemory)
	}
	if !m.Complete {
		reasons = append(reasons, nonogram.StopStalled)
	}
	if !may(r.Stopped, reasons...) {
		t.Fatalf("%s: stopped by %q\n%s", m.Name, r.Stopped, Describe(k.p))
	}
	if r.Known != nil {
		for i, c := range r.Known.Cells {
			if same, color := agreed(k.list, i); len(k.list) > 0 && c != nonogram.Unknown && (!same || c != color) {
				t.Fatalf("%s knows cell %d, which the solutions do not\n%s", m.Name, i, Describe(k.p))
			}
		}
	}
	return r
}

// The labels that Lookup takes are those that Label gives.
func TestModelLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMethod(t)
		label := m.Label()
		n, err := lab.Lookup(label)
		if err != nil || n.Name != m.Name || n.Label() != label {
			t.Fatalf("%q is found as %v, %v", label, n, err)
		}
	})
}
