package census

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// testdata/classes_7x7.txt has classes of 7×7, drawn at random, and what the GPU counted
// in them (docs/records.md). All are counted in some minutes, with NONOGRAM_LONG; else
// those that cost little.
func TestClassesOf7x7(t *testing.T) {
	const little = 2_000_000 // unique pictures of a class
	long := os.Getenv("NONOGRAM_LONG") != ""
	p, err := New(Size{Width: 7, Height: 7})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("testdata/classes_7x7.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c := p.NewCounter()
	n := 0
	for in := bufio.NewScanner(file); in.Scan(); {
		var class int
		var want uint64
		if _, err := fmt.Sscan(in.Text(), &class, &want); err != nil {
			t.Fatal(err)
		}
		if !long && want > little {
			continue
		}
		if got := c.Count(t.Context(), class, class+1); got.Unique != want {
			t.Errorf("class %d: %d unique, expected %d", class, got.Unique, want)
		}
		n++
	}
	if n < 20 || long && n < 2_000 {
		t.Errorf("%d classes were counted", n)
	}
	t.Logf("%d classes agree", n)
}

// testdata/descriptions_7x7.txt has 500 of these classes with their descriptions and unique
// pictures, as nonogram batch census --descriptions counted them.
func TestDescriptionsOf7x7(t *testing.T) {
	const little = 7_000_000
	data, err := os.ReadFile("testdata/descriptions_7x7.txt")
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(Size{Width: 7, Height: 7})
	if err != nil {
		t.Fatal(err)
	}
	c, n := p.NewCounter(), 0
	for line := range strings.Lines(string(data)) {
		var class int
		var descriptions, unique uint64
		if _, err := fmt.Sscan(line, &class, &descriptions, &unique); err != nil {
			t.Fatal(err)
		}
		if os.Getenv("NONOGRAM_LONG") == "" && descriptions > little {
			continue
		}
		if got := c.Count(t.Context(), class, class+1); got.Descriptions != descriptions || got.Unique != unique {
			t.Errorf("class %d: %+v, expected %d descriptions, %d unique", class, got, descriptions, unique)
		}
		n++
	}
	if n == 0 {
		t.Error("no class was counted")
	}
	t.Logf("%d classes agree", n)
}

// A listing of all pictures of a class of 7×7, in which the fixed columns have one filling
// each, has as many descriptions and unique pictures as the counter finds.
func TestDescriptionsOfClass(t *testing.T) {
	p, err := New(Size{Width: 7, Height: 7})
	if err != nil {
		t.Fatal(err)
	}
	c := p.NewCounter()
	class, columns := -1, [7]uint8{}
	for i := range p.Classes() {
		c.choose(i)
		single := c.columnWeight() > 0
		for j, k := range c.colClues {
			single = single && len(p.cols.members[k]) == 1
			columns[p.fixed[j]] = p.cols.members[k][0]
		}
		if single && columns != [7]uint8{} {
			class = i
			break
		}
	}
	times, weight := map[uint64]int{}, map[uint64]uint64{}
	for free := range 1 << 21 {
		for j, x := range p.free {
			columns[x] = uint8(free >> (7 * j) & 127)
		}
		key := uint64(0)
		for _, x := range p.free {
			key = key*64 + uint64(p.cols.clueOf[columns[x]])
		}
		for y := range 7 {
			row := 0
			for x, cells := range columns {
				row |= int(cells>>y&1) << x
			}
			c.rowClues[y] = p.rows.clueOf[row]
			key = key*34 + uint64(c.rowClues[y])
		}
		if w := c.pictureWeight(); w > 0 { // most are 0
			times[key], weight[key] = times[key]+1, w
		}
	}
	var want Tally
	for key, n := range times {
		want.Grids += uint64(n) * weight[key]
		want.Descriptions += weight[key]
		if n == 1 {
			want.Unique += weight[key]
		}
	}
	want.Ambiguous = want.Descriptions - want.Unique
	if got := c.Count(t.Context(), class, class+1); got != want || want.Grids == 0 {
		t.Errorf("class %d: %+v, expected %+v", class, got, want)
	}
}
