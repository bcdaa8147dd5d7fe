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

// Every line is listed under its clue, in the order of the R package.
func TestLinesByClue(t *testing.T) {
	for _, n := range []int{1, 2, 5, 9} {
		all := slices.Collect(lab.AllLines(n))
		if !slices.IsSorted(all) || len(slices.Compact(slices.Clone(all))) != 1<<n {
			t.Errorf("%d cells: %v", n, all)
		}
		var listed []string
		clues := int64(0)
		number, list := lab.CluesOfLength(n)
		for clue, count := range list {
			clues++
			size, lines := lab.LinesOf(n, clue)
			members := slices.Collect(lines)
			if !slices.IsSorted(members) || int(size) != len(members) || count != size {
				t.Errorf("%d cells, clue %v: %v", n, clue, members)
			}
			for _, line := range members {
				cells := make([]nonogram.Color, n)
				for i := range cells {
					cells[i] = nonogram.Color(line[i] - '0')
				}
				if !nonogram.ClueOf(cells).Equal(clue) {
					t.Errorf("%s has not the clue %v", line, clue)
				}
			}
			listed = append(listed, members...)
		}
		if slices.Sort(listed); !slices.Equal(listed, all) || clues != number {
			t.Errorf("%d cells: %d of %d clues, %d lines", n, clues, number, len(listed))
		}
	}
}
