package solve

import (
	"testing"

	"nonogram"
)

// TestPeriodsOfFrequentDives checks when dives are frequent: on noise at first and after every
// earlyPeriod conflicts, on large boards always, on drawings once.
func TestPeriodsOfFrequentDives(t *testing.T) {
	for _, c := range []struct {
		picture   bool
		cells     int
		conflicts int64
		want      bool
	}{
		{false, 625, 0, true},
		{false, 625, earlyConflicts - 1, true},
		{false, 625, earlyConflicts, false},
		{false, 625, earlyPeriod - 1, false},
		{false, 625, earlyPeriod, true},
		{false, 625, 3*earlyPeriod + earlyConflicts, false},
		{false, largeBoard - 1, earlyConflicts, false},
		{false, largeBoard, earlyConflicts, true},
		{true, largeBoard, earlyConflicts - 1 + beforeFrequent, true},
		{true, largeBoard, earlyConflicts + beforeFrequent, false},
		{true, 625, beforeFrequent - 1, false},
		{true, 625, beforeFrequent, true},
		{true, 625, beforeFrequent + earlyConflicts, false},
		{true, 625, beforeFrequent + earlyPeriod, false},
	} {
		s := core{picture: c.picture, cells: c.cells, stats: &nonogram.Stats{Conflicts: c.conflicts}}
		if got := s.early(); got != c.want {
			t.Errorf("drawing %v, %d cells, %d conflicts: %v, want %v", c.picture, c.cells, c.conflicts, got, c.want)
		}
	}
}
