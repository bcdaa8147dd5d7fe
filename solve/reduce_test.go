package solve

import (
	"slices"
	"testing"

	"nonogram"
	"nonogram/internal/board"
)

// TestReduceKeepsReasons reduces the clauses in the middle of a search: one that is the reason
// of an assigned literal stays, though it is the first to go otherwise.
func TestReduceKeepsReasons(t *testing.T) {
	side := make([][]int, 12)
	for i := range side {
		side[i] = []int{1}
	}
	var b board.Board
	b.Reset(nonogram.New(side, side))
	s := new(core)
	s.reset(&b, 1, new(nonogram.Stats), new(stopper))
	const worst = 40
	clauses := func() (list [][]uint32) {
		for _, r := range s.clauses.learned {
			list = append(list, slices.Clone(s.clauses.lits(r)))
		}
		return list
	}
	filled := func(cell int) lit { return lit(2 * cell) }
	for i := range 8 { // clauses on cells of different lines, of which only the first one propagates
		s.clauses.add([]lit{filled(13*i) ^ 1, filled(13*((i+1)%8)) ^ 1, filled(13 * ((i + 2) % 8))}, worst-i, true)
	}
	reasonOf := s.clauses.learned[0]
	for _, r := range s.clauses.learned {
		s.clauses.arena[r+2] = 0 // not used in a conflict lately
	}
	s.decide(filled(0))
	s.decide(filled(13))
	if !s.visit(filled(0)) || !s.visit(filled(13)) {
		t.Fatal("a conflict")
	}
	if v := s.vars[2*13]; v.reason != reason(reasonOf) || s.value[filled(2*13)] <= 0 {
		t.Fatalf("the clause did not propagate: %+v", v)
	}
	before := clauses()
	s.reduce()
	after := clauses()
	if len(after) >= len(before) {
		t.Fatalf("%d of %d clauses are left", len(after), len(before))
	}
	slices.Sort(before[0])
	kept := slices.IndexFunc(after, func(c []uint32) bool { slices.Sort(c); return slices.Equal(c, before[0]) })
	if kept < 0 {
		t.Fatalf("the reason %v is gone, %v is left", before[0], after)
	}
	if got := s.vars[2*13].reason; got != reason(s.clauses.learned[kept]) {
		t.Errorf("the reason is clause %d, which is at %d now", got, s.clauses.learned[kept])
	}
}
