package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A file read in slabs gives what it gives when read whole: puzzles, ids, errors and
// where they are.
func TestSlabs(t *testing.T) {
	var tournament, lines, named, non, array strings.Builder
	for i := range 200 {
		a, b := 1+i%3, 1+i%2
		bad := ""
		if i%50 == 7 {
			bad = "x"
		}
		fmt.Fprintf(&tournament, "$%d\n%d\n%d%s\n\n%d\t%d\n%d\n\n", i+1, a, b, bad, b, a, a)
		fmt.Fprintf(&lines, "{\"rows\":[[%d],[%d%s]],\"columns\":[[%d],[1]]}\n", a, b, bad, b)
		fmt.Fprintf(&named, "{\"id\":\"p%d\",\"rows\":[[%d],[%d]],\"columns\":[[%d],[1]]}\n", i, a, b, b)
		fmt.Fprintf(&non, "width 2\nheight 1\nrows\n%d%s\ncolumns\n%d\n0\n====\n", a, bad, b)
		comma := ",\n"
		if i == 0 {
			comma = "["
		}
		fmt.Fprintf(&array, "%s{\"rows\":[[%d]],\"columns\":[[%d]]}", comma, a, b)
	}
	for name, content := range map[string]string{
		"tournament": tournament.String(), "lines": lines.String(), "named": named.String(), "non": non.String(),
		"crlf": strings.ReplaceAll(tournament.String(), "\n", "\r\n"), "array": array.String() + "]\n",
	} {
		want := describe(t, content, 1<<20)
		if n := strings.Count(want, "\n"); n < 200 {
			t.Fatalf("%s: %d items", name, n)
		}
		for _, slab := range []int{100, 333, 1000, 2500} {
			if got := describe(t, content, slab); got != want {
				t.Errorf("%s in slabs of %d:\n%s", name, slab, firstDifference(got, want))
			}
		}
	}
}

func describe(t *testing.T, content string, slab int) string {
	t.Helper()
	var b bytes.Buffer
	for it := range new(inputs).slabItems(strings.NewReader(content), "-", slab) {
		fmt.Fprintf(&b, "%s %s %v", it.file, it.id, it.err)
		if it.puzzle != nil {
			fmt.Fprint(&b, it.puzzle.Rows, it.puzzle.Cols)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: %s\nwant    %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

func TestSlabsOfNothing(t *testing.T) {
	for _, content := range []string{"", "\n", "garbage", "$"} {
		if got, want := describe(t, content, 100), describe(t, content, 1<<20); got != want || got == "" {
			t.Errorf("%q: %q, want %q", content, got, want)
		}
	}
}
