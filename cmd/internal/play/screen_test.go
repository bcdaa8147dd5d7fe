package play

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nonogram"
	"nonogram/puzzles"
)

// All boards up to 20 × 20 fit in 80 × 24 characters, with every clue of the rows and the
// cursor on its cell.
func TestScreenFits(t *testing.T) {
	ones := nonogram.Clue(nil)
	for range 10 {
		ones = append(ones, nonogram.Block{Length: 1, Color: nonogram.Black})
	}
	dense := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite()}
	for range 20 {
		dense.Rows, dense.Cols = append(dense.Rows, ones), append(dense.Cols, ones)
	}
	list := []*nonogram.Puzzle{dense}
	for _, e := range append(puzzles.All(), puzzles.Examples()...) {
		if p := e.Puzzle(); p.Width() <= 20 && p.Height() <= 20 {
			list = append(list, p)
		}
	}
	for i, p := range list {
		for _, colors := range []int{0, 256} {
			s := newScreen(p, colors)
			s.Press(" ")
			s.row, s.col = p.Height()-1, p.Width()-1
			s.Press("x")
			s.Press("h")
			text := checkSize(t, i, s)
			for line := range p.Rows {
				if clue := s.Clue(nonogram.LineRef{Axis: nonogram.Row, Index: line}); !strings.Contains(strings.Join(strings.Fields(text), " "), clue) && !p.Colored() {
					t.Fatalf("puzzle %d: no %q in\n%s", i, clue, text)
				}
			}
		}
	}
	s := newScreen(dense, 0)
	if text, want := s.Draw(80, 24), "column 1: 1 1 1 1 1 1 1 1 1 1;"; !strings.Contains(text, want) {
		t.Errorf("expected %q in\n%s", want, text)
	}
	if text := s.Draw(60, 24); !strings.Contains(text, "The board does not fit here") {
		t.Error(text)
	}
}

func say(english string, args ...any) string {
	if len(args) == 0 {
		return english
	}
	return fmt.Sprintf(english, args...)
}

func newScreen(p *nonogram.Puzzle, colors int) *Screen {
	wrap := func(text string, columns int) (lines []string) {
		for ; len(text) > columns; text = text[columns:] {
			lines = append(lines, text[:columns])
		}
		return append(lines, text)
	}
	hint := func(grade int) string { return strings.Repeat("h", 79+grade) }
	count := func(n int, english string) string { return fmt.Sprintf(strings.Split(english, "|")[1], n) }
	return &Screen{Game: New(p, nonogram.NewGrid(p.Width(), p.Height())), Say: say, Count: count, Wrap: wrap, Hint: hint, Colors: colors}
}

// checkSize compares the screen with the terminal, and the character at the cursor with the
// mark.
func checkSize(t *testing.T, puzzle int, s *Screen) string {
	t.Helper()
	drawn := s.Draw(80, 24)
	body := drawn[len(clearScreen):strings.LastIndex(drawn, "\x1b[")]
	at := drawn[strings.LastIndex(drawn, "\x1b["):]
	lines := strings.Split(escapes.ReplaceAllString(body, ""), "\r\n")
	if len(lines) > 24 || strings.Contains(body, "does not fit") {
		t.Fatalf("puzzle %d: %d lines\n%s", puzzle, len(lines), body)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 80 {
			t.Fatalf("puzzle %d: a line of %d characters: %s", puzzle, utf8.RuneCountInString(line), line)
		}
	}
	var y, x int
	if _, err := fmt.Sscanf(at, "\x1b[%d;%dH", &y, &x); err != nil || y > len(lines) {
		t.Fatalf("puzzle %d: cursor %q, %v", puzzle, at, err)
	}
	if got := []rune(lines[y-1])[x-1]; got != '×' {
		t.Fatalf("puzzle %d: %q at the cursor %d, %d of\n%s", puzzle, got, y, x, strings.Join(lines, "\n"))
	}
	return strings.Join(lines, "\n")
}
