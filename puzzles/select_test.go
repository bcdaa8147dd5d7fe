package puzzles_test

import (
	"slices"
	"strings"
	"testing"

	"nonogram/puzzles"
)

func TestSelect(t *testing.T) {
	all := puzzles.All()
	cat, _ := puzzles.ByName("cat")
	for word, want := range map[string][]puzzles.Entry{
		"all": all, "all/3": all[2:3],
		"1":   all[:1],
		"cat": {cat},
		"Cat": {cat},

		"examples":    puzzles.Examples(),
		"Examples/36": puzzles.Examples()[35:36],
		"doodles/3":   all[2:3],
	} {
		if got, err := puzzles.Select(word); err != nil || !slices.Equal(got, want) {
			t.Errorf("Select(%q) = %v, %v", word, got, err)
		}
	}
	n := 0
	for _, c := range puzzles.Chapters() {
		got, err := puzzles.Select(c.Name)
		if err != nil || len(got) == 0 || got[0].Number != n+1 {
			t.Fatalf("Select(%q) = %v, %v, expected the puzzles from %d on", c.Name, got, err, n+1)
		}
		n = got[len(got)-1].Number
	}
	if n != len(all) {
		t.Errorf("the chapters end at %d of %d", n, len(all))
	}
}

func TestSelectUnknown(t *testing.T) {
	for word, near := range map[string][]string{
		"catt":                   {"cat"},
		"elefant":                {"elephant"},
		"sketch":                 {"sketches"},
		"machine":                {"sewing-machine"},
		"zzzzzzzz":               nil,
		"":                       nil,
		"0":                      nil,
		"999":                    nil,
		"17/2":                   nil,
		"doodles/0":              nil,
		"doodles/999":            nil,
		"99999999999999999999":   nil,
		strings.Repeat("é", 999): nil,
	} {
		got, err := puzzles.Select(word)
		if err == nil || got != nil {
			t.Errorf("Select(%.20q) = %v, %v", word, got, err)
			continue
		}
		_, suggested, _ := strings.Cut(err.Error(), "did you mean ")
		words := strings.Split(strings.TrimSuffix(suggested, "?"), " or ")
		if len(near) > 0 && !slices.Contains(words, near[0]) || len(near) == 0 && suggested != "" {
			t.Errorf("Select(%.20q) suggests %v, expected %v", word, words, near)
		}
	}
}
