package scan

import (
	"math"
	"slices"
	"testing"

	"nonogram"
	"nonogram/scan/internal/see"
)

// Filled cells that are the answer decide between readings, and stand for a row and a column that
// cannot be read; cells that are not the answer change nothing.
func TestSolvedBoard(t *testing.T) {
	p := letter()
	answer := make([]bool, 25)
	for k := range answer {
		answer[k] = slices.Contains([]int{0, 1, 2, 3, 5, 8, 10, 11, 12, 13, 15, 20}, k)
	}
	inverse := slices.Clone(answer)
	for k := range inverse {
		inverse[k] = !inverse[k]
	}
	wrong := slices.Clone(answer)
	wrong[24] = true
	nothing := []see.Number{{Choices: []see.Choice{{LogP: math.Log(.9)}}}}
	blur := func(s *see.Sight) { s.Rows[2], s.Columns[1] = nothing, nothing }
	for name, c := range map[string]struct {
		dark []bool
		blur func(*see.Sight)
		read bool
		sure bool
	}{
		"clear numbers":                       {answer, func(*see.Sight) {}, true, true},
		"light cells":                         {inverse, func(*see.Sight) {}, true, true},
		"clear numbers, another picture":      {wrong, func(*see.Sight) {}, true, false},
		"a row and a column are not read":     {answer, blur, true, false},
		"nothing is filled":                   {nil, blur, false, false},
		"another picture, lines are not read": {wrong, blur, false, false},
	} {
		s := sight(p)
		s.Dark = c.dark
		c.blur(s)
		r := read(t, s, Options{})
		if got := equal(r.Puzzle, p) && r.Status == nonogram.Unique; got != c.read || (r.Probability == .999) != c.sure {
			t.Errorf("%s: right: %v, %v with probability %.4f", name, got, r.Status, r.Probability)
		}
	}
}
