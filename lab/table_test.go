package lab

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"nonogram"
)

// text writes a state as the source does, the first cell first.
func text(state uint64, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte('0' + byte(state>>uint(i)&1))
	}
	return b.String()
}

// TestClueTable holds the table of the source's 5×5 question against what it
// prints in section 3-2.
func TestClueTable(t *testing.T) {
	p := nonogram.New(
		[][]int{{3}, {2}, {3, 1}, {1, 1}, {1, 2}},
		[][]int{{1, 1}, {3}, {5}, {1, 1}, {2}},
	)
	table, ok := newRun(context.Background(), p, nonogram.Options{}).newClueTable()
	if !ok {
		t.Fatal("the table was not made")
	}
	want := map[string]string{
		"5-1,1": "10100 10010 10001 01010 01001 00101",
		"5-2":   "11000 01100 00110 00011",
		"5-1,2": "10110 10011 01011",
		"5-3":   "11100 01110 00111",
		"5-3,1": "11101",
		"5-5":   "11111",
	}
	got := map[string]string{}
	for key, states := range table {
		var list []string
		for _, s := range states {
			list = append(list, text(s, 5))
		}
		got[key] = strings.Join(list, " ")
	}
	if !maps.Equal(got, want) {
		t.Errorf("the table is\n%v\nwant\n%v", got, want)
	}
}

// The key holds the length, so that boards need not be square.
func TestClueTableOfARectangle(t *testing.T) {
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}, {}})
	table, _ := newRun(context.Background(), p, nonogram.Options{}).newClueTable()
	keys := slices.Sorted(maps.Keys(table))
	if !slices.Equal(keys, []string{"2-", "2-1", "3-1"}) {
		t.Errorf("the keys are %v", keys)
	}
}
