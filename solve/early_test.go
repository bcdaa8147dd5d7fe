package solve

import (
	"testing"

	"nonogram"
)

// TestPeriodsOfFrequentDives checks when dives are frequent: on noise at first and after every
// earlyPeriod conflicts, on drawings once.
func TestPeriodsOfFrequentDives(t *testing.T) {
	for _, c := range []struct {
		picture   bool
		conflicts int64
		want      bool
	}{
		{false, 0, true},
		{false, earlyConflicts - 1, true},
		{false, earlyConflicts, false},
		{false, earlyPeriod - 1, false},
		{false, earlyPeriod, true},
		{false, 3*earlyPeriod + earlyConflicts, false},
		{true, dampedConflicts - 1, false},
		{true, dampedConflicts, true},
		{true, dampedConflicts + earlyConflicts, false},
		{true, dampedConflicts + earlyPeriod, false},
	} {
		s := core{picture: c.picture, stats: &nonogram.Stats{Conflicts: c.conflicts}}
		if got := s.early(); got != c.want {
			t.Errorf("drawing %v, %d conflicts: %v, want %v", c.picture, c.conflicts, got, c.want)
		}
	}
}
