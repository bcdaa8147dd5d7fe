package render_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nonogram"
	"nonogram/render"
)

// Drawings as text, compared with golden files.

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// picture makes a puzzle from rows of palette characters.
func picture(palette nonogram.Palette, rows ...string) *nonogram.Puzzle {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for y, row := range rows {
		for x := range row {
			c, ok := palette.BySymbol(row[x])
			if !ok {
				panic(fmt.Sprintf("no color %q", row[x]))
			}
			g.Set(y, x, c)
		}
	}
	return nonogram.FromGrid(g, palette)
}

func heart() *nonogram.Puzzle {
	return picture(nonogram.BlackAndWhite(), ".#.#.", "#####", "#####", ".###.", "..#..")
}

func apple() *nonogram.Puzzle {
	palette := nonogram.Palette{
		{Name: "white", Symbol: '.', RGB: nonogram.RGB{R: 255, G: 255, B: 255}},
		{Name: "red", Symbol: 'r', RGB: nonogram.RGB{R: 205, G: 40, B: 40}},
		{Name: "green", Symbol: 'g', RGB: nonogram.RGB{R: 40, G: 140, B: 60}},
		{Symbol: 'b', RGB: nonogram.RGB{R: 110, G: 70, B: 30}},
	}
	return picture(palette,
		"....bgg..",
		"....bggg.",
		".rrrbrrr.",
		"rrrrrrrrr",
		"rrrrrrrrr",
		"rrrrrrrrr",
		".rrrrrrr.",
		"..rrrrr..")
}

// rings is large, not square, and has runs of one and two digits side by side.
func rings(width, height int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for y := range height {
		for x := range width {
			dx, dy := 2*x-width+1, 2*y-height+1
			c := nonogram.Empty
			if r := dx*dx + dy*dy; r < width*height && (r > width*height/2 || (x*y+x)%7 < 3) {
				c = nonogram.Black
			}
			g.Set(y, x, c)
		}
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// tall needs three digits above a column.
func tall(height int) *nonogram.Puzzle {
	g := nonogram.NewGrid(3, height)
	for y := range height {
		g.Set(y, 0, nonogram.Black)
		g.Set(y, 1, nonogram.Color(y/20%2))
		g.Set(y, 2, nonogram.Black)
	}
	return nonogram.FromGrid(g, nonogram.BlackAndWhite())
}

// started is a grid in which some cells are not decided yet.
func started(p *nonogram.Puzzle) *nonogram.Grid {
	g := p.Goal.Clone()
	for i := range g.Cells {
		if i*i%7 < 3 {
			g.Cells[i] = nonogram.Unknown
		}
	}
	return g
}

// swapped is another grid than the goal.
func swapped(p *nonogram.Puzzle) *nonogram.Grid {
	g := p.Goal.Clone()
	g.Set(0, 0, nonogram.Black)
	g.Set(2, 2, nonogram.Empty)
	return g
}

func TestText(t *testing.T) {
	full := render.Options{}
	with := func(change func(*render.Options)) render.Options {
		o := full
		change(&o)
		return o
	}
	ascii := with(func(o *render.Options) { o.ASCII = true })
	color := with(func(o *render.Options) { o.Colors = 1 << 24 })
	half := with(func(o *render.Options) { o.Half = true })
	one := nonogram.New([][]int{{1}}, [][]int{{1}})
	blots := heart()
	blots.Rows[1][0].Length = 0
	for _, c := range []struct {
		name    string
		puzzle  *nonogram.Puzzle
		grid    func(*nonogram.Puzzle) *nonogram.Grid
		options render.Options
	}{
		{"heart", heart(), goal, full},
		{"heart-blank", heart(), nothing, full},
		{"heart-started", heart(), started, full},
		{"heart-bare", heart(), goal, render.Options{NoClues: true, NoGuides: true}},
		{"heart-ascii", heart(), goal, ascii},
		{"heart-ascii-blank", heart(), nothing, ascii},
		{"heart-ascii-started", heart(), started, ascii},
		{"heart-color", heart(), goal, color},
		{"heart-half", heart(), goal, half},
		{"heart-half-ascii", heart(), started, with(func(o *render.Options) { o.Half, o.ASCII = true, true })},
		{"heart-other", heart(), goal, with(func(o *render.Options) { o.Other = swapped(heart()) })},
		{"heart-other-ascii", heart(), goal, with(func(o *render.Options) { o.ASCII, o.Other = true, swapped(heart()) })},
		{"heart-blotted", blots, nothing, full},
		{"apple", apple(), goal, full},
		{"apple-ascii-blank", apple(), nothing, ascii},
		{"apple-color", apple(), goal, color},
		{"apple-color-blank", apple(), nothing, color},
		{"apple-color-started", apple(), started, color},
		{"apple-color-half", apple(), goal, with(func(o *render.Options) { o.Half, o.Colors = true, 1<<24 })},
		{"apple-half", apple(), goal, half},
		{"apple-other", apple(), goal, with(func(o *render.Options) { o.Other = swapped(apple()) })},
		{"apple-other-color", apple(), goal, with(func(o *render.Options) { o.Colors, o.Other = 1<<24, swapped(apple()) })},
		{"rings-20x30", rings(20, 30), goal, full},
		{"rings-20x30-color", rings(20, 30), nothing, color},
		{"rings-40x40", rings(40, 40), goal, full},
		{"tall-3x105", tall(105), goal, full},
		{"one", one, nothing, full},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := render.Text(&b, c.puzzle, c.grid(c.puzzle), c.options); err != nil {
				t.Fatal(err)
			}
			golden(t, c.name, b.Bytes())
			checkSize(t, c.puzzle, c.options, b.String())
		})
	}
}

func goal(p *nonogram.Puzzle) *nonogram.Grid  { return p.Goal }
func nothing(*nonogram.Puzzle) *nonogram.Grid { return nil }

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s\n(go test ./render -update writes it)", got, want)
	}
}

// checkSize compares the drawing with what TextSize promises.
func checkSize(t *testing.T, p *nonogram.Puzzle, o render.Options, drawn string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(drawn, "\n"), "\n")
	if p.Colored() && o.Colors == 0 {
		lines = lines[:len(lines)-1] // the legend
	}
	columns := 0
	for _, l := range lines {
		if strings.HasSuffix(l, " ") {
			t.Errorf("%q ends in a space", l)
		}
		columns = max(columns, utf8.RuneCountInString(plain(l)))
	}
	wantColumns, wantLines := render.TextSize(p, o)
	if columns > wantColumns || !o.Half && columns != wantColumns || len(lines) != wantLines {
		t.Errorf("%d × %d characters, TextSize says %d × %d", columns, len(lines), wantColumns, wantLines)
	}
}

// plain takes the escape sequences out.
func plain(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(after, "m")
	}
}

type failing struct{}

var errFull = errors.New("disk full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestTextReportsWriteErrors(t *testing.T) {
	if err := render.Text(failing{}, heart(), nil, render.Options{}); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

func ExampleText() {
	p := nonogram.New([][]int{{1, 1}, {5}, {5}, {3}, {1}}, [][]int{{2}, {4}, {4}, {4}, {2}})
	_ = render.Text(os.Stdout, p, nil, render.Options{NoGuides: true, ASCII: true})
	// Output:
	//       2 4 4 4 2
	//     +----------+
	// 1 1 | . . . . .|
	//   5 | . . . . .|
	//   5 | . . . . .|
	//   3 | . . . . .|
	//   1 | . . . . .|
	//     +----------+
}

// TestTextSeparatesNumbers reads the numbers of neighboring columns: a space separates 0 and
// 10, with color too.
func TestTextSeparatesNumbers(t *testing.T) {
	p := nonogram.New(slices.Repeat([][]int{{1}}, 10), [][]int{{}, {10}, {}})
	for _, colors := range []int{0, 16} {
		var b bytes.Buffer
		if err := render.Text(&b, p, nil, render.Options{NoGuides: true, Colors: colors}); err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(plain(b.String()), "\n")
		if got := strings.Fields(first); !slices.Equal(got, []string{"0", "10", "0"}) {
			t.Errorf("%d colors: the column clues are %q", colors, got)
		}
	}
}
