package format

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// sketch writes a puzzle in a few short lines, for comparison.
func sketch(p *nonogram.Puzzle) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s: %dx%d", p.ID, p.Width(), p.Height())
	for _, clues := range [][]nonogram.Clue{p.Rows, p.Cols} {
		sb.WriteString(" [")
		for i, c := range clues {
			if i > 0 {
				sb.WriteString(" | ")
			}
			sb.WriteString(c.String())
		}
		sb.WriteString("]")
	}
	if !cursor.IsBlackAndWhite(p.Palette) {
		for _, w := range p.Palette {
			fmt.Fprintf(&sb, " %c=%s", w.Symbol, w.Paint())
			if w.Name != "" {
				fmt.Fprintf(&sb, "(%s)", w.Name)
			}
		}
	}
	for _, g := range []*nonogram.Grid{p.Goal, p.Given} {
		if g != nil {
			sb.WriteString(" " + strings.Join(g.Rows(p.Palette), "/"))
		}
	}
	for i, t := range cursor.Texts(p) {
		if i > 0 && *t != "" {
			fmt.Fprintf(&sb, " %q", *t)
		}
	}
	return sb.String()
}

// sketches decodes everything and sketches puzzles and errors, one per line.
func sketches(data, filename, format string) string {
	var lines []string
	for p, err := range Decode([]byte(data), filename, format) {
		if err != nil {
			lines = append(lines, "error "+err.Error())
			var e *Error
			if errors.As(err, &e) && e.Puzzle != "" {
				lines[len(lines)-1] += " (puzzle " + e.Puzzle + ")"
			}
			continue
		}
		lines = append(lines, sketch(p))
	}
	return strings.Join(lines, "\n")
}

type decodeTest struct{ name, format, data, want string }

func runDecodeTests(t *testing.T, tests []decodeTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.format+"/"+tt.name, func(t *testing.T) {
			if got := sketches(tt.data, "", tt.format); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s\nfrom\n%s", got, tt.want, tt.data)
			}
		})
	}
}

func TestDecodeTournament(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "tournament", "$1\n1\t1\n2\n1\n2\n1\n1\t1\n", "1: 3x3 [2 | 1 | 1 1] [1 1 | 2 | 1]"},
		{"columns come first", "tournament", "$7\n2\n0\n1\n1\n", "7: 2x2 [1 | 1] [2 | 0]"},
		{"blanks instead of tabs", "tournament", "$1\n  1   1 \n2\n1\n2\n1\n1 1", "1: 3x3 [2 | 1 | 1 1] [1 1 | 2 | 1]"},
		{"CRLF", "tournament", "$1\r\n1\r\n1\r\n$2\r\n\r\n\r\n", "1: 1x1 [1] [1]\n2: 1x1 [0] [0]"},
		{"lone CR", "tournament", "$1\r1\r1\r$2\r\r\r", "1: 1x1 [1] [1]\n2: 1x1 [0] [0]"},
		{"byte order mark", "tournament", "\xef\xbb\xbf$1\n1\n1\n", "1: 1x1 [1] [1]"},
		{"empty clue in the middle", "tournament", "$1\n2\n\n1\n1\n$2\n1\n1\n", "1: 2x2 [1 | 1] [2 | 0]\n2: 1x1 [1] [1]"},
		{"empty clue at the end", "tournament", "$1\n1\n1\n2\n\n$2\n1\n1\n", "1: 2x2 [2 | 0] [1 | 1]\n2: 1x1 [1] [1]"},
		{"blank line between puzzles", "tournament", "$1\n1\n1\n\n$2\n1\n1\n\n", "1: 1x1 [1] [1]\n2: 1x1 [1] [1]"},
		{"two blank lines between puzzles", "tournament", "$1\n1\n1\n\n\n$2\n1\n1\n\n\n", "1: 1x1 [1] [1]\n2: 1x1 [1] [1]"},
		{"empty clue at the end and a blank line", "tournament", "$1\n1\n1\n2\n\n\n$2\n1\n1\n", "1: 2x2 [2 | 0] [1 | 1]\n2: 1x1 [1] [1]"},
		{"empty clue hidden by the missing final newline", "tournament", "$1\n1\n1\n2\n", "1: 2x2 [2 | 0] [1 | 1]"},
		{"sums differ", "tournament", "$1\n1\n2\n", "1: 1x1 [2] [1]"},
		{"size in the header", "tournament", "$1 3x1\n1\n\n1\n1\t1\n$b 1x2\n1\n1\n\n\n", "1: 3x1 [1 1] [1 | 0 | 1]\nb: 1x2 [1 | 0] [1]"},
		{"no number", "tournament", "$\n1\n1\n$\n1\n1\n", "1: 1x1 [1] [1]\n2: 1x1 [1] [1]"},
		{"clue over the side", "tournament", "$1\n1000000000\n1\n", "1: 1x1 [1] [1000000000]"},
	})
}

func TestDecodeSolutionFile(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "solution", "$1\n0\t1\n1\t1\n$2\n1\n", "1: 2x2 [1 | 2] [1 | 2] .#/##\n2: 1x1 [1] [1] #"},
		{"CRLF and blank line", "solution", "$1\r\n0\t1\t0\r\n\r\n", "1: 3x1 [1] [0 | 1 | 0] .#."},
		{"without tabs", "solution", "$x\n010\n111", "x: 3x2 [1 | 3] [1 | 2 | 1] .#./###"},
	})
}

func TestDecodeNin(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "nin", "3 2\n1 1\n2\n2\n1\n1\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"zero", "nin", "2 1\n1\n0\n1", "1: 2x1 [1] [0 | 1]"},
		{"blank lines as clues", "nin", "2 2\n1\n\n\n1\n", "1: 2x2 [1 | 0] [0 | 1]"},
		{"blank lines as spacing", "nin", "\n2 2\n\n1\n0\n\n0\n1\n\n\n", "1: 2x2 [1 | 0] [0 | 1]"},
		{"spacing after blank clues", "nin", "2 2\n1\n\n\n1\n\n\n", "1: 2x2 [1 | 0] [0 | 1]"},
		{"tabs and CRLF", "nin", "2\t1\r\n\t1\r\n1 \r\n0\r\n", "1: 2x1 [1] [1 | 0]"},
		{"surplus lines", "nin", "2 1\n1\n1\n0\n2 1\n1\n1\n0\n", "1: 2x1 [1] [1 | 0]"},
	})
}

func TestDecodeMk(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "mk", "2 3\n1 1\n2\n#\n2\n1\n1\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"CRLF, no final newline", "mk", "2 3\r\n1 1 \r\n2\r\n#\r\n2\r\n1\r\n1", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"blank lines as clues", "mk", "2 2\n\n1\n#\n1\n\n", "1: 2x2 [0 | 1] [1 | 0]"},
		{"blank lines as spacing", "mk", "1 1\n1\n#\n1\n\n\n\n", "1: 1x1 [1] [1]"},
		{"final #", "mk", "1 1\n1\n#\n1\n#\n", "1: 1x1 [1] [1]"},
	})
}

func TestDecodeTatham(t *testing.T) {
	runDecodeTests(t, []decodeTest{
		{"plain", "tatham", "3x2:2/1/1/1.1/2\n", "1: 3x2 [1 1 | 2] [2 | 1 | 1]"},
		{"empty clues", "tatham", "2x2:/1/1/", "1: 2x2 [1 | 0] [0 | 1]"},
		{"square by one number", "tatham", "2:/1/1/", "1: 2x2 [1 | 0] [0 | 1]"},
		{"given cells", "tatham", "3x2:2/1/1/1.1/2,Abab", "1: 3x2 [1 1 | 2] [2 | 1 | 1] #?./.?."},
		{"given last cell", "tatham", "3x1:///,C", "1: 3x1 [0] [0 | 0 | 0] ??#"},
		{"given after a long run", "tatham", "30x1:" + strings.Repeat("/", 30) + ",zdA", "1: 30x1 [0] [" + strings.Repeat("0 | ", 29) + "0] " + strings.Repeat("?", 28) + ".#"},
		{"nothing given", "tatham", "3x1:///,d", "1: 3x1 [0] [0 | 0 | 0]"},
		{"several, with comments", "tatham", "# mine\n1x1:1/1\n\n1x1:/\n", "1: 1x1 [1] [1]\n2: 1x1 [0] [0]"},
	})
}

func TestDecodeSav(t *testing.T) {
	const head = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"
	runDecodeTests(t, []decodeTest{
		{"plain", "sav", head + "GAME    :7:Pattern\nPARAMS  :3:2x1\nCPARAMS :3:5x5\nDESC    :5:1//1\nMOVE    :8:F0,0,1,1\n", "1: 2x1 [1] [1 | 0]"},
		{"another game", "sav", head + "GAME    :4:Net!\n", "error 3:12: found \"Net!\", expected Pattern: only its games are nonograms (puzzle 1)"},
		{"a length too large", "sav", head + "GAME    :99:Pattern\n", "error 3:13: found 8 bytes to the end of the file, expected 99 (puzzle 1)"},
	})
}
