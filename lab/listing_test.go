package lab_test

import (
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/lab"
)

// The table that Wang's report prints for its 5×5 question, in its order.
func TestWangsClueTable(t *testing.T) {
	p := nonogram.New([][]int{{3}, {2}, {3, 1}, {1, 1}, {1, 2}}, [][]int{{1, 1}, {3}, {5}, {1, 1}, {2}})
	table, err := lab.ClueTable(p)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range table {
		states := slices.Collect(table[i].States())
		if int(table[i].Count) != len(states) {
			t.Errorf("%s: %d states, counted %d", table[i].Key, len(states), table[i].Count)
		}
		got = append(got, table[i].Key+" "+strings.Join(states, " "))
	}
	want := []string{
		"5-1,1 10100 10010 10001 01010 01001 00101", "5-2 11000 01100 00110 00011", "5-1,2 10110 10011 01011",
		"5-3 11100 01110 00111", "5-3,1 11101", "5-5 11111",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// The set of lines and the lists that are walked through are the same, in the order of
// the R package.
func TestLinesAreTheSet(t *testing.T) {
	text := func(cells []nonogram.Color) string {
		var b strings.Builder
		for _, c := range cells {
			b.WriteByte('0' + byte(c))
		}
		return b.String()
	}
	for _, n := range []int{1, 2, 5, 9} {
		set, err := lab.NewPermSet(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for line := range set.Lines() {
			all = append(all, text(line))
		}
		if !slices.IsSorted(all) || len(all) != 1<<n || !slices.Equal(all, slices.Collect(lab.AllLines(n))) {
			t.Errorf("%d cells: %v", n, all)
		}
		clues, lines := int64(0), int64(0)
		for clue, count := range lab.CluesOfLength(n) {
			clues, lines = clues+1, lines+count
			var members []string
			for line := range set.Members(clue) {
				members = append(members, text(line))
			}
			size, list := lab.LinesOf(n, clue)
			if !slices.IsSorted(members) || !slices.Equal(members, slices.Collect(list)) || int(size) != len(members) || count != size || set.Count(clue) != len(members) {
				t.Errorf("%d cells, clue %v: %v", n, clue, members)
			}
		}
		groups := int64(0)
		for range set.Groups() {
			groups++
		}
		if clues != lab.CountClues(n) || groups != clues || lines != 1<<n {
			t.Errorf("%d cells: %d clues, %d groups, %d lines", n, clues, groups, lines)
		}
	}
}
