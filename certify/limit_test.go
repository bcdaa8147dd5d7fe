package certify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nonogram"
)

// TestMemoryLimit takes clauses without end, and one clause without end.
func TestMemoryLimit(t *testing.T) {
	const limit = 4096
	p := nonogram.New([][]int{{1}, {1}}, [][]int{{1}, {1}})
	head := string(appendHeader(nil, p))
	var many, few, long strings.Builder
	for i := 1; i <= 1000; i++ {
		fmt.Fprintf(&many, "a %d 1 2 : r1\n", i)
		fmt.Fprintf(&few, "a %d 1 2 : r1\nd %d\n", i, i)
	}
	long.WriteString("a 1")
	for range 10_000 {
		long.WriteString(" 1 2")
	}
	for _, c := range []struct{ name, steps, want string }{
		{"many clauses", many.String(), "take more than"},
		{"a long clause", long.String(), "take more than"},
		{"deleted in time", few.String() + "end at-least 0\n", ""},
	} {
		_, err := verify(context.Background(), strings.NewReader(head+c.steps), p, limit)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := verify(context.Background(), strings.NewReader(head+"s 1\n#.\n.#\n"), p, 3); err == nil || !strings.Contains(err.Error(), "take more than") {
		t.Errorf("a solution of four cells in three bytes: %v", err)
	}
}
