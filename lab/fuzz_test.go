package lab_test

import (
	"errors"
	"testing"

	"nonogram/lab"
)

// FuzzLookup: whatever people type is a method with a label that finds it again, or
// an error with the expected values.
func FuzzLookup(f *testing.F) {
	for _, text := range []string{"1", "table_dfs:columns", "force:max_iter=inf", "perm_elim:parallel:reuse", ":", "13:pruning=", "force:max_iter=-1", "００１"} {
		f.Add(text)
	}
	for _, label := range labels(true) {
		f.Add(label)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := lab.Lookup(text)
		if err != nil {
			var e *lab.LookupError
			if !errors.As(err, &e) || e.Expected == "" || err.Error() == "" {
				t.Fatalf("%q: %T %v", text, err, err)
			}
			return
		}
		label := m.Label()
		n, err := lab.Lookup(label)
		if err != nil || n.Name != m.Name || n.Label() != label {
			t.Fatalf("%q is %q, which is %v, %v", text, label, n, err)
		}
	})
}
