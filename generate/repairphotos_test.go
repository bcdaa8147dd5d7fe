package generate_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/generate"
)

// full repeats the figures of docs/generating.md, which take some minutes:
//
//	go test ./generate -run TestRepairPhotos -full -v
var full = flag.Bool("full", false, "repair the photos with the default effort, and show a table")

// Of 200 pictures like photos, in all modes, at least 95 % become unique, and of
// those that were ambiguous half or more with less than 4 % of their cells changed.
func TestRepairPhotos(t *testing.T) {
	const minReached, maxMedian = 0.95, 0.04
	count := 200
	if testing.Short() {
		count = 50
	}
	o := generate.RepairOptions{Tries: 1, Work: 4_000_000}
	if *full {
		o = generate.RepairOptions{}
	}
	var changed []int
	reached := 0
	modes := map[generate.Mode]*modeFigures{}
	for i, photo := range photos(count) {
		p, doubt, err := generate.FromImage(context.Background(), photo.image, photo.o)
		if err != nil {
			t.Fatal(err)
		}
		o.Doubt, o.Seed = doubt, uint64(i)
		r, err := generate.Repair(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		m := modes[photo.o.Mode]
		if m == nil {
			m = new(modeFigures)
			modes[photo.o.Mode] = m
		}
		m.count++
		if r.Before.Status == nonogram.Multiple {
			m.ambiguous++
		}
		if !r.Reached {
			t.Logf("photo %d, %s: %+v, %s", i, photo.name, r.After, r.Stopped)
			continue
		}
		reached++
		m.reached++
		if r.Before.Status == nonogram.Multiple {
			changed = append(changed, generate.Changed(p.Goal, r.Puzzle.Goal))
			m.changed = append(m.changed, generate.Changed(p.Goal, r.Puzzle.Goal))
		}
		if i%10 == 0 {
			verify(t, r.Puzzle, nil)
		}
	}
	for _, mode := range []generate.Mode{generate.Threshold, generate.Edges, generate.Dither, generate.Colored} {
		t.Logf("%-9s %v", mode, modes[mode])
	}
	cells := 25 * 25
	median := middle(changed)
	t.Logf("%d of %d reached; of %d ambiguous ones the median changed %d cells, %.1f %%", reached, count, len(changed), median, 100*float64(median)/float64(cells))
	if float64(reached) < minReached*float64(count) || float64(median) >= maxMedian*float64(cells) {
		t.Errorf("%d of %d reached, median %d cells", reached, count, median)
	}
}

// modeFigures are the counts of a mode.
type modeFigures struct {
	count, ambiguous, reached int
	changed                   []int
}

func (m *modeFigures) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d pictures, %d ambiguous, %d unique in the end", m.count, m.ambiguous, m.reached)
	if len(m.changed) > 0 {
		slices.Sort(m.changed)
		fmt.Fprintf(&b, ", changed %d cells at the median, %d at most", middle(m.changed), m.changed[len(m.changed)-1])
	}
	return b.String()
}

func middle(list []int) int {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

func BenchmarkRepairPhoto(b *testing.B) {
	photo := photos(2)[1]
	p, doubt, err := generate.FromImage(context.Background(), photo.image, photo.o)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := generate.Repair(b.Context(), p, generate.RepairOptions{Doubt: doubt})
		if err != nil || !r.Reached {
			b.Fatal(r, err)
		}
	}
}
