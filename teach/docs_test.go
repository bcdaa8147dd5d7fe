package teach

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/render"
	"nonogram/solve"
)

// The page docs/techniques.md and its pictures. The pictures are drawn from the
// worked examples: the line before the step and after it, the new marks outlined, the
// cells numbered as in the sentences. The numbers stand below, small and faint: above a
// grid everybody takes them for clues.

// pictureOf chooses the example that a technique is drawn with: the first of its
// examples, or the one with this clue.
var pictureOf = map[Technique]string{
	FullLine: "3 6", CompletedLine: "2 1", SimpleBoxes: "4 3", Forcing: "3 2",
	EmptyLine: "", ColorAdjacency: "1r 1b 1g",
}

// updating reports whether -update is given. The flag belongs to the external
// tests of this package.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// drawExample draws a line before and after a step.
func drawExample(t *testing.T, clue, before, after string) []byte {
	t.Helper()
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{parseClue(clue), parseClue(clue)}}
	if strings.ContainsAny(clue+before, "rbg") {
		p.Palette = inks
	}
	d := &render.Drawing{Puzzle: p, Grid: nonogram.NewGrid(len(before), 2), Style: render.Style{Cell: 22, NoGuides: true, NoCaption: true}}
	for x := range len(before) {
		p.Cols = append(p.Cols, nonogram.Clue{})
		for y, text := range []string{before, after} {
			d.Grid.Set(y, x, exampleColor(text[x]))
		}
		if before[x] != after[x] {
			d.Cells = append(d.Cells, nonogram.Cell{Row: 1, Col: x})
		}
	}
	var b bytes.Buffer
	if err := render.SVG(&b, d); err != nil {
		t.Fatal(err)
	}
	return numbered(t, b.String(), len(before))
}

var (
	svgSize   = regexp.MustCompile(`width="(\d+)" height="(\d+)"(?: viewBox="[^"]*")?`)
	svgEdge   = regexp.MustCompile(`stroke="#444444"[^>]* d="M\d+ (\d+)H`)
	svgColumn = regexp.MustCompile(`(M\d+) \d+\.\d+(V\d+)`)
	svgText   = regexp.MustCompile(`<text x="([\d.]+)" y="([\d.]+)">0</text>\n`)
)

// numbered takes the clues of the columns, which say nothing, out of the drawing of a
// line, and puts the numbers of its cells below.
func numbered(t *testing.T, svg string, cells int) []byte {
	t.Helper()
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const margin, room = 11, 4 // around the drawing; for the numbers, besides the margin
	size, edge := svgSize.FindStringSubmatch(svg), svgEdge.FindStringSubmatch(svg)
	width, height, top := number(size[1]), number(size[2]), number(edge[1])
	columns := slices.DeleteFunc(svgText.FindAllStringSubmatch(svg, -1), func(m []string) bool {
		y, err := strconv.ParseFloat(m[2], 64)
		return err != nil || y > float64(top)
	})
	if len(columns) != cells {
		t.Fatalf("found %d columns, expected %d in\n%s", len(columns), cells, svg)
	}
	below := "<g fill=\"#767676\" font-size=\"9\" text-anchor=\"middle\">\n"
	for i, m := range columns {
		svg = strings.Replace(svg, m[0], "", 1)
		below += fmt.Sprintf("<text x=\"%s\" y=\"%d\">%d</text>\n", m[1], height-1, i+1)
	}
	svg = svgColumn.ReplaceAllString(svg, "$1 "+edge[1]+"$2")
	svg = strings.Replace(svg, "</svg>", below+"</g>\n</svg>", 1)
	above := top - margin
	frame := fmt.Sprintf(`width="%d" height="%d" viewBox="0 %d %d %d"`, width, height-above+room, above, width, height-above+room)
	svg = strings.Replace(svg, size[0], frame, 1)
	ground := fmt.Sprintf(`<rect width="%d" height="%d"`, width, height)
	return []byte(strings.Replace(svg, ground, fmt.Sprintf(`<rect width="%d" height="%d"`, width, height+room), 1))
}

func exampleColor(c byte) nonogram.Color {
	if c == '#' {
		return nonogram.Black
	}
	if color, ok := inks.BySymbol(c); ok {
		return color
	}
	return nonogram.Unknown
}

// comparePicture holds a picture of the page against the one drawn now.
func comparePicture(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("..", "docs", "techniques", name)
	if updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what is drawn now (%v); go test ./teach -run Page -update writes it anew", path, err)
	}
}

// TestPageOfTechniques compares the pictures, and looks for every technique on the
// page: a heading with its anchor, its picture, and a sentence of its example.
func TestPageOfTechniques(t *testing.T) {
	data, err := os.ReadFile("../docs/techniques.md")
	if err != nil {
		t.Fatal(err)
	}
	page := pageText(data)
	for _, info := range Techniques() {
		if !strings.Contains(page, `<a id="`+info.ID+`"></a>`) {
			t.Errorf("docs/techniques.md has no anchor %s", info.ID)
		}
		if !strings.Contains(page, "](techniques/"+info.ID+".svg)") {
			t.Errorf("docs/techniques.md has no picture of %s", info.Name)
		}
	}
	for _, e := range shown() {
		comparePicture(t, e.technique.info().ID+".svg", drawExample(t, e.clue, e.before, e.after))
		for sentence := range strings.Lines(e.sentences) {
			if !strings.Contains(page, strings.TrimSpace(sentence)) {
				t.Errorf("docs/techniques.md lacks the sentence %q", sentence)
			}
		}
	}
}

// shown are the examples on the page, one for every technique.
func shown() []example {
	var list []example
	drawn := map[Technique]bool{}
	for _, e := range examples {
		if clue, chosen := pictureOf[e.technique]; !drawn[e.technique] && (!chosen || clue == e.clue) {
			drawn[e.technique] = true
			list = append(list, e)
		}
	}
	return list
}

// A page in another language has a section for each translated technique, with its name and
// the sentences of the example; -update writes the names and the sentences anew.
func TestPagesInOtherLanguages(t *testing.T) {
	english, err := os.ReadFile("../docs/techniques.md")
	if err != nil {
		t.Fatal(err)
	}
	shapes := sections(string(english))
	if len(shapes) != len(Techniques()) {
		t.Fatalf("docs/techniques.md has %d sections on techniques", len(shapes))
	}
	for _, l := range others {
		sentences := map[Technique][]string{}
		for _, e := range shown() {
			_, sentences[e.technique] = e.work(t, l)
		}
		for _, c := range positions {
			step, _ := firstUse(t, c.puzzle, c.technique)
			step.language = l
			sentences[c.technique] = []string{step.Sentence(c.puzzle)}
		}
		path := filepath.Join("..", "docs", "techniques", l.String()+".md")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := string(data)
		if strings.Contains(page, "TODO ") {
			t.Errorf("%s has paragraphs to translate", path)
		}
		for id, want := range shapes {
			if got := sections(page)[id]; got != want {
				t.Errorf("%s: the section on %s has %q, the English one %q", path, id, got, want)
			}
		}
		for _, info := range Techniques() {
			name := l.Technique(info.Technique).Name
			section := regexp.MustCompile(`(?s)### <a id="` + info.ID + `"></a>[^\n]*\n\n!\[[^\n]*\n\n(.*?\n\n)> .*?\n(\n|$)`)
			page = section.ReplaceAllStringFunc(page, func(found string) string {
				quotation := "> " + strings.Join(sentences[info.Technique], "\n> ")
				return fmt.Sprintf("### <a id=\"%s\"></a>%s\n\n![%s](%s.svg)\n\n%s%s\n%s", info.ID, capital(name), name, info.ID,
					section.FindStringSubmatch(found)[1], quotation, section.FindStringSubmatch(found)[2])
			})
			translated := l.Technique(info.Technique).Summary != info.Summary
			if translated && !section.MatchString(page) {
				t.Errorf("%s has no section on %s, with a picture, a text and a quotation", path, info.ID)
			}
		}
		if updating() {
			if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if page != string(data) {
			t.Errorf("%s is not what is said now; go test ./teach -run Page -update writes it anew", path)
		}
	}
}

// sections lists what each section on a technique consists of: a picture, paragraphs and
// quotations with their lines.
func sections(page string) map[string]string {
	found := map[string]string{}
	id := ""
	for block := range strings.SplitSeq(page, "\n\n") {
		heading := anchor.FindStringSubmatch(block)
		switch {
		case heading != nil:
			id = heading[1]
		case strings.HasPrefix(block, "## "):
			id = ""
		case id == "":
		case strings.HasPrefix(block, "!["):
			found[id] += "picture "
		case strings.HasPrefix(block, ">"):
			found[id] += "quotation "
		default:
			found[id] += "paragraph "
		}
	}
	return found
}

var anchor = regexp.MustCompile(`^### <a id="([^"]+)"></a>`)

// The techniques that look at more than one line are drawn with whole puzzles.

// picturePuzzle makes a puzzle of a picture.
func picturePuzzle(rows ...string) *nonogram.Puzzle {
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	palette := nonogram.BlackAndWhite()
	for y, row := range rows {
		for x, c := range []byte(row) {
			g.Set(y, x, exampleColor(c))
			if c != '#' && c != '.' {
				palette = inks
			}
		}
	}
	return nonogram.FromGrid(g, palette)
}

var positions = []struct {
	technique Technique
	puzzle    *nonogram.Puzzle
}{
	{SharedColors, picturePuzzle("rr.", ".bb", "..b")},
	{EdgeContradiction, picturePuzzle("..#.#", "#.##.", ".##..", ".#...", "#....")},
	{Contradiction, picturePuzzle(".#....", "#..#.#", "#.##..", "#.#...", "...###", "...##.")},
	{Cases, picturePuzzle(
		"###.#......", ".....##....", "#.....##.#.", "#.#..#.##..", "..#.#.##...", "##.##...#.#",
		"##.#.#..##.", ".....#..#..", ".###....##.", "...#.....##", "..#...#....")},
}

// TestPageOfPositions draws the first use of a technique in a puzzle, and holds
// its sentence against the page.
func TestPageOfPositions(t *testing.T) {
	data, err := os.ReadFile("../docs/techniques.md")
	if err != nil {
		t.Fatal(err)
	}
	page := pageText(data)
	for _, c := range positions {
		step, grid := firstUse(t, c.puzzle, c.technique)
		comparePicture(t, c.technique.info().ID+".svg", drawStep(t, c.puzzle, step, grid))
		if sentence := step.Sentence(c.puzzle); !strings.Contains(page, sentence) {
			t.Errorf("docs/techniques.md lacks the sentence %q", sentence)
		}
	}
}

// firstUse walks to the first step with a technique, and gives the position after
// it.
func firstUse(t *testing.T, p *nonogram.Puzzle, technique Technique) (*Step, *nonogram.Grid) {
	t.Helper()
	e, err := Explain(t.Context(), p, Options{Solver: solve.Solve})
	if err != nil {
		t.Fatal(err)
	}
	g := nonogram.NewGrid(p.Width(), p.Height())
	for i := range e.Steps {
		for _, m := range e.Steps[i].Marks {
			if !m.Not {
				g.Set(m.Row, m.Col, m.Color)
			}
		}
		if e.Steps[i].Technique == technique {
			return &e.Steps[i], g
		}
	}
	t.Fatalf("%s is not used", technique)
	return nil, nil
}

// drawStep draws a position with the marks of a step outlined and its lines
// tinted: for a supposition all lines of its chain.
func drawStep(t *testing.T, p *nonogram.Puzzle, s *Step, g *nonogram.Grid) []byte {
	t.Helper()
	d := &render.Drawing{Puzzle: p, Grid: g, Style: render.Style{Cell: 22, NoCaption: true}}
	d.Lines = []nonogram.LineRef{s.Line}
	if s.Chain != nil {
		for _, l := range s.Chain.Links {
			d.Lines = append(d.Lines, l.Line)
		}
	}
	for _, m := range s.Marks {
		d.Cells = append(d.Cells, m.Cell)
	}
	var b bytes.Buffer
	if err := render.SVG(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pageText is a page in one line, without the marks of quotations.
func pageText(data []byte) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(string(data), "\n> ", "\n")), " ")
}
