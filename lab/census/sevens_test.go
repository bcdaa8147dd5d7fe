package census

import (
	"bufio"
	"fmt"
	"os"
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
