package lab_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/lab"
)

// TestTranscripts holds every method to runs that were worked out by hand.
func TestTranscripts(t *testing.T) {
	file, err := os.Open("testdata/transcripts.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	puzzles, seen := map[string]*nonogram.Puzzle{}, map[string]bool{}
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case fields[0] == "puzzle":
			puzzles[fields[1]] = nonogram.New(clues(t, fields[3]), clues(t, fields[5]))
		default:
			if m, err := lab.Lookup(fields[2]); err == nil {
				seen[m.Name] = true
			}
			transcript(t, n, puzzles[fields[1]], fields[2], fields[3], fields[4:])
		}
	}
	for _, m := range lab.Methods() {
		name := m.Name
		if !seen[name] {
			t.Errorf("no transcript of %s", name)
		}
	}
}

// transcript makes one run and compares.
func transcript(t *testing.T, line int, p *nonogram.Puzzle, label, wanted string, facts []string) {
	t.Helper()
	limit, err := strconv.Atoi(wanted)
	if err != nil {
		limit = 1 << 20
	}
	var order []string
	r := run(t, label, p, nonogram.Options{Limit: limit, Trace: func(e nonogram.Event) {
		if e.Kind == nonogram.EventPlace || e.Kind == nonogram.EventGuess {
			order = append(order, e.Cells)
		}
	}})
	data, err := json.Marshal(r.Stats)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	got["solutions"] = float64(len(r.Solutions))
	for _, fact := range facts {
		name, want, _ := strings.Cut(fact, "=")
		found := strings.Join(order, "|")
		if name != "order" {
			v, _ := got[name].(float64)
			found = strconv.Itoa(int(v))
		}
		if found != want {
			t.Errorf("line %d, %s: %s is %s, by hand %s", line, label, name, found, want)
		}
	}
}

// clues reads "2;1 1;0".
func clues(t *testing.T, text string) [][]int {
	t.Helper()
	var list [][]int
	for clue := range strings.SplitSeq(text, ";") {
		n, err := strconv.Atoi(clue)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			list = append(list, nil)
			continue
		}
		list = append(list, []int{n})
	}
	return list
}
