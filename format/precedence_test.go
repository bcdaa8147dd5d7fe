package format_test

import (
	"fmt"
	"strings"
	"testing"

	"nonogram"
	"nonogram/format"
)

// TestFirstGoalOfPBN reads files with several pictures: of equal rank the first is the goal, a
// goal comes before a solution, and a saved drawing is neither.
func TestFirstGoalOfPBN(t *testing.T) {
	picture := func(kind, cells string) string {
		return fmt.Sprintf(`<solution %s><image>|%s|</image></solution>`, kind, cells)
	}
	const goal, solution, saved = `type="goal"`, `type="solution"`, `type="saved" id="mine"`
	for _, c := range []struct {
		pictures []string
		want     string
	}{
		{[]string{picture(goal, "X.")}, "#."},
		{[]string{picture(goal, "X."), picture(goal, ".X")}, "#."},
		{[]string{picture(solution, "X."), picture(solution, ".X")}, "#."},
		{[]string{picture(solution, "X."), picture(goal, ".X")}, ".#"},
		{[]string{picture(goal, "X."), picture(solution, ".X")}, "#."},
		{[]string{picture(saved, "X.")}, ""},
		{[]string{picture(saved, "X."), picture(goal, ".X")}, ".#"},
		{[]string{picture(goal, ".X"), picture(saved, "X.")}, ".#"},
	} {
		text := `<puzzleset><puzzle type="grid" defaultcolor="black"><color name="white" char=".">FFFFFF</color><color name="black" char="X">000000</color>` +
			`<clues type="columns"><line><count>1</count></line><line></line></clues><clues type="rows"><line><count>1</count></line></clues>` +
			strings.Join(c.pictures, "") + `</puzzle></puzzleset>`
		for p, err := range format.Decode([]byte(text), "two.xml", "") {
			if err != nil {
				t.Fatalf("%v: %v", c.pictures, err)
			}
			if got := goalText(p); got != c.want {
				t.Errorf("%v: goal %q, expected %q", c.pictures, got, c.want)
			}
		}
	}
}

func goalText(p *nonogram.Puzzle) string {
	if p.Goal == nil {
		return ""
	}
	return strings.TrimSpace(p.Goal.String())
}

// TestShortestSeparator joins puzzles in the format of Simpson: four = and more separate
// them, three do not.
func TestShortestSeparator(t *testing.T) {
	const one = "width 1\nheight 1\n\nrows\n1\n\ncolumns\n1\n"
	for n := 3; n <= 6; n++ {
		puzzles, wrong := 0, 0
		for _, err := range format.Decode([]byte(one+strings.Repeat("=", n)+"\n"+one), "two.non", "") {
			if err != nil {
				wrong++
				continue
			}
			puzzles++
		}
		if n == 3 && wrong == 0 || n > 3 && (wrong > 0 || puzzles != 2) {
			t.Errorf("%d =: %d puzzles, %d errors", n, puzzles, wrong)
		}
	}
}
