package format

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nonogram"
)

// TestStyles reads one puzzle as people type it in many ways. Its transpose is another puzzle, so
// that rows taken for columns are seen. A style may be refused, with a sentence; it is never read
// as something else.
func TestStyles(t *testing.T) {
	data, err := os.ReadFile("testdata/styles.txtar")
	if err != nil {
		t.Fatal(err)
	}
	styles := txtar.Parse(data).Files
	heart := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	refused := 0
	for _, style := range styles {
		n := 0
		for p, err := range (&Decoder{Solvable: solvable}).Decode(style.Data, "", "") {
			n++
			switch {
			case err != nil:
				refused++
				t.Logf("%s: %v", style.Name, err)
			case n > 1 || !slices.EqualFunc(p.Rows, heart.Rows, nonogram.Clue.Equal) || !slices.EqualFunc(p.Cols, heart.Cols, nonogram.Clue.Equal):
				t.Errorf("%s: puzzle %d is %v %v, read as %s", style.Name, n, p.Rows, p.Cols, p.ReadAs)
			}
		}
		if n == 0 {
			t.Errorf("%s: neither read nor refused", style.Name)
		}
	}
	// A size that the clues do not have is a mistake, as is half of one.
	for _, text := range []string{"6 rows, 5 columns\n", "6 rows\n", "4 columns\n"} {
		for p, err := range (&Decoder{Solvable: solvable}).Decode([]byte(text+"rows:\n1 1\n5\n5\n3\n1\ncolumns:\n2\n4\n4\n4\n2\n"), "", "") {
			if err == nil || !strings.Contains(err.Error(), "as many as the text says") {
				t.Errorf("%q: read %v: %v", text, p, err)
			}
		}
	}
	if right := len(styles) - refused; len(styles) < 51 || right < 51 {
		t.Errorf("%d of %d styles are read, expected at least 51", right, len(styles))
	}
	if strings.Contains(string(data), "\r") {
		t.Error("the styles have other line ends")
	}
}
