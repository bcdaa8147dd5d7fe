package hunt

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nonogram"
	"nonogram/lab"

	"nonogram/internal/naive"
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

// drawMethod draws a method of the lab and its options.
func drawMethod(t *rapid.T, log *bytes.Buffer, perms []*lab.PermSet) (*lab.Method, lab.Config) {
	methods := lab.Methods()
	m := methods[rapid.IntRange(0, len(methods)-1).Draw(t, "method")]
	config := lab.Config{
		Pruning: lab.Pruning(rapid.IntRange(0, int(lab.PruneNone)).Draw(t, "pruning")),
		MaxIter: rapid.Int64Range(0, 30).Draw(t, "iterations"),
		Liao:    rapid.Bool().Draw(t, "liao"),
		Waiting: lab.Waiting(rapid.IntRange(0, int(lab.WaitVisited)).Draw(t, "waiting")),
		Side:    nonogram.Axis(rapid.IntRange(0, int(nonogram.Column)).Draw(t, "side")),
		Order:   lab.Order(rapid.IntRange(0, int(lab.OrderTurns)).Draw(t, "order")),
		Serial:  rapid.Bool().Draw(t, "serial"),
		Reuse:   rapid.Bool().Draw(t, "reuse"),
	}
	if rapid.Bool().Draw(t, "verbose") {
		config.Log = log
	}
	if rapid.Bool().Draw(t, "perms") {
		config.Perms = perms
	}
	return &m, config
}

// TestModelLab gives every method any configuration, budget and cancellation, on one
// solver that is used again and again.
func TestModelLab(t *testing.T) {
	perms := []*lab.PermSet{}
	for n := 1; n <= 6; n++ {
		s, err := lab.NewPermSet(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		perms = append(perms, s)
	}
	ended := map[nonogram.StopReason]int{}
	shape := Shape{MaxSide: 6, MaxCells: 12, MaxInks: 1}
	rapid.Check(t, func(t *rapid.T) {
		var log bytes.Buffer
		m, config := drawMethod(t, &log, perms)
		solver := m.New(config)
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
			fresh := checkLab(t, m, m.New(config), k, opts, polls)
			// With sets to share or to keep, perm_elim takes less memory the second time.
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
		m, config := drawMethod(t, nil, nil)
		config.Log = nil
		label := m.Label(config)
		n, again, err := lab.Lookup(label)
		if err != nil || n.Name != m.Name || n.Label(again) != label {
			t.Fatalf("%q is found as %v with %+v, %v", label, n, again, err)
		}
		if !slices.Contains(lab.Names(), n.Name) {
			t.Fatalf("%q is not in the list of names", n.Name)
		}
	})
}
