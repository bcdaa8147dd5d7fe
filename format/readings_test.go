package format

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nonogram"
	"nonogram/solve"
)

// ambiguous are texts that could be read in several ways, with the reading that each
// must get. Other packages take them through their doors.
func ambiguous(t testing.TB) []txtar.File {
	data, err := os.ReadFile("testdata/readings.txtar")
	if err != nil {
		t.Fatal(err)
	}
	list := txtar.Parse(data).Files
	if len(list) < 60 {
		t.Fatalf("found %d texts, expected at least 60", len(list))
	}
	return list
}

// solvable asks the engine.
func solvable(p *nonogram.Puzzle) bool {
	r, err := solve.Solve(context.Background(), p, nonogram.Options{Limit: 1})
	return err != nil || r.Status != nonogram.Unsolvable
}

func TestReadings(t *testing.T) {
	d := Decoder{Solvable: solvable}
	for _, f := range ambiguous(t) {
		name, want, _ := strings.Cut(f.Name, ": ")
		want, format, _ := strings.Cut(want, " as ")
		t.Run(name, func(t *testing.T) {
			var got []string
			for p, err := range d.Decode(f.Data, "", format) {
				if err != nil {
					got = append(got, "error "+err.Error())
					continue
				}
				as, _, _ := strings.Cut(p.ReadAs, " ")
				if format != "" {
					as = format
				}
				got = append(got, fmt.Sprintf("%s %dx%d", as, p.Width(), p.Height()))
			}
			if len(got) != 1 || got[0] != want && !(strings.HasPrefix(want, "error ") && strings.HasPrefix(got[0], "error ") && strings.Contains(got[0], want[len("error "):])) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
