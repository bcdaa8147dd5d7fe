package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestProofMeter measures the examples that come with the project.
func TestProofMeter(t *testing.T) {
	m := new(proofMeter)
	row, err := m.argument(t.Context(), "../../internal/examples")
	if err != nil {
		t.Fatal(err)
	}
	if row.name != "examples" || row.puzzles < 3 || row.unique != row.puzzles || row.open != 0 {
		t.Errorf("%+v", row)
	}
	if row.solve <= 0 || row.prove <= 0 || row.check <= 0 || row.bytes < row.largest || row.largest == 0 {
		t.Errorf("%+v", row)
	}
	if cells := strings.Count(row.String(), "|"); cells != 16 {
		t.Errorf("%d bars in %s", cells, row)
	}
	if _, err := m.argument(t.Context(), "nowhere"); err == nil {
		t.Error("a folder that is not there is measured")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.argument(ctx, "../../internal/examples"); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

func TestProofRowSums(t *testing.T) {
	a := proofRow{puzzles: 1, unique: 1, solve: 2 * time.Second, prove: 3 * time.Second, check: time.Second, worstProve: 1.5, worstCheck: 0.5, bytes: 10, largest: 10}
	b := proofRow{puzzles: 2, multiple: 2, solve: 2 * time.Second, prove: 3 * time.Second, check: time.Second, worstProve: 1.2, worstCheck: 0.7, bytes: 30, largest: 20}
	a.add(&b)
	want := proofRow{puzzles: 3, unique: 1, multiple: 2, solve: 4 * time.Second, prove: 6 * time.Second, check: 2 * time.Second, worstProve: 1.5, worstCheck: 0.7, bytes: 40, largest: 20}
	if a != want {
		t.Errorf("%+v, want %+v", a, want)
	}
	if s := a.String(); !strings.Contains(s, "| 1.50 | 0.50 |") {
		t.Errorf("no ratios in %s", s)
	}
}
