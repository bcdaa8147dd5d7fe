package format

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestDocs reads every example of docs/formats.md and compares its table with
// the formats.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	examples := map[string]int{}
	for i, part := range strings.Split(doc, "\n```") {
		name, text, ok := strings.Cut(part, "\n")
		if i%2 == 0 || !ok {
			continue
		}
		examples[name]++
		if got := sketches(text+"\n", "", ""); strings.Contains(got, "error") || got != sketches(text+"\n", "", name) {
			t.Errorf("the example of %s reads as\n%s\n%s", name, got, text)
		}
	}
	for _, f := range All() {
		if examples[f.Name] == 0 {
			t.Errorf("no example of %s", f.Name)
		}
		yes := func(b bool) string {
			if b {
				return "yes"
			}
			return "no"
		}
		row := fmt.Sprintf("| `%s` | %s | yes | %s | %s | %s | %s | %s |", f.Name, strings.Join(f.Extensions, " "),
			yes(f.Encode != nil), yes(f.Holds.Has(Colors)), yes(f.Holds.Has(Many)), yes(f.Holds.Has(Goal)), yes(f.Holds.Has(Given)))
		if !strings.Contains(doc, row) {
			t.Errorf("the table lacks the row %s", row)
		}
	}
}
