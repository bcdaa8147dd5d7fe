package puzzles_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/puzzles"
	"nonogram/solve"
	"nonogram/teach"
)

// Every picture is the only solution of its clues, and outside the chapters "hard" and
// "expert" single lines lead to it.
func TestOneSolution(t *testing.T) {
	engine := new(solve.Engine)
	for _, e := range puzzles.All() {
		p := e.Puzzle()
		r, err := engine.Solve(t.Context(), p, nonogram.Options{})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if r.Status != nonogram.Unique || !r.Solutions[0].Equal(p.Goal) {
			t.Errorf("%s: %v, expected the picture as the only solution", e.Name, r.Status)
		}
		if beyond := e.Chapter == puzzles.Hard || e.Chapter == puzzles.Expert; beyond != (r.Stats.LineOpen > 0) {
			t.Errorf("%s: lines leave %d cells open, but its chapter is %q", e.Name, r.Stats.LineOpen, e.Chapter)
		}
	}
}

// No picture is another one turned or mirrored, whatever its colors are.
func TestNoTwins(t *testing.T) {
	seen := map[string]string{}
	for _, e := range puzzles.All() {
		key := canonical(e.Puzzle().Goal)
		if other, ok := seen[key]; ok {
			t.Errorf("%s and %s are the same picture", e.Name, other)
		}
		seen[key] = e.Name
	}
}

// The check for twins has to find some.
func TestCanonical(t *testing.T) {
	e, _ := puzzles.ByName("duck")
	g := e.Puzzle().Goal
	want := canonical(g)
	for range 4 {
		g = turned(g)
		if canonical(g) != want || canonical(mirrored(g)) != want {
			t.Error("a turned duck is another duck")
		}
	}
	other, _ := puzzles.ByName("key")
	if canonical(other.Puzzle().Goal) == want {
		t.Error("a key is a duck")
	}
}

// canonical is the same text for a picture and all that turning, mirroring and
// other colors make of it.
func canonical(g *nonogram.Grid) string {
	var forms []string
	for range 4 {
		g = turned(g)
		forms = append(forms, form(g), form(mirrored(g)))
	}
	return slices.Min(forms)
}

// form writes the colors as they come up: the first is 'b', and so on.
func form(g *nonogram.Grid) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(g.Width))
	b.WriteByte(' ')
	names := map[nonogram.Color]byte{nonogram.Empty: 'a'}
	for _, c := range g.Cells {
		if names[c] == 0 {
			names[c] = 'a' + byte(len(names))
		}
		b.WriteByte(names[c])
	}
	return b.String()
}

func turned(g *nonogram.Grid) *nonogram.Grid {
	out := nonogram.NewGrid(g.Height, g.Width)
	for y := range g.Height {
		for x := range g.Width {
			out.Set(x, g.Height-1-y, g.At(y, x))
		}
	}
	return out
}

func mirrored(g *nonogram.Grid) *nonogram.Grid {
	out := g.Clone()
	for y := range g.Height {
		slices.Reverse(out.Row(y))
	}
	return out
}

// What the pack promises: how many, how large, how much in color.
func TestVariety(t *testing.T) {
	const (
		least                = 250
		minHard, minHardWide = 60, 10 // hard or harder, and of them 30 cells and more both ways
		smallest, largest    = 5, 40
		minOblong            = 15
		minColored, maxColor = 0.20, 0.30
	)
	all := puzzles.All()
	chapters := map[string]int{}
	var colored, oblong, hard, hardWide int
	for _, e := range all {
		p := e.Puzzle()
		w, h := p.Width(), p.Height()
		chapters[e.Chapter]++
		if e.Level >= teach.Hard {
			hard++
			if min(w, h) >= 30 {
				hardWide++
			}
		}
		if p.Colored() {
			colored++
		}
		if w != h {
			oblong++
		}
		if min(w, h) < smallest || max(w, h) > largest {
			t.Errorf("%s is %d × %d, expected %d to %d", e.Name, w, h, smallest, largest)
		}
	}
	if len(all) < least || oblong < minOblong {
		t.Errorf("%d puzzles, %d not square, expected at least %d and %d", len(all), oblong, least, minOblong)
	}
	if hard < minHard || hardWide < minHardWide {
		t.Errorf("%d are hard, %d of them large, expected %d and %d", hard, hardWide, minHard, minHardWide)
	}
	if share := float64(colored) / float64(len(all)); share < minColored || share > maxColor {
		t.Errorf("%.0f %% are in color, expected about a quarter", 100*share)
	}
	for name, n := range map[string]int{"doodles": 14, "sketches": 26, "drawings": 26, "paintings": 20, "murals": 16, puzzles.Hard: 50, puzzles.Expert: 10} {
		if chapters[name] < n {
			t.Errorf("chapter %s has %d puzzles, expected at least %d", name, chapters[name], n)
		}
	}
}

// README.md counts the puzzles; the counts are right.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	all := puzzles.All()
	if want := fmt.Sprintf("\n%d pictures, ", len(all)); !strings.Contains(string(readme), want) {
		t.Errorf("README.md does not say %q", want)
	}
	for _, c := range puzzles.Chapters() {
		n, colored := 0, 0
		for _, e := range all {
			if e.Chapter == c.Name {
				n++
				if e.Puzzle().Colored() {
					colored++
				}
			}
		}
		row := fmt.Sprintf(`\n\| %s \| .* \| %d \| %d \|\n`, c.Name, n, colored)
		if !regexp.MustCompile(row).Match(readme) {
			t.Errorf("README.md has no row %s", row)
		}
	}
}

var goodName = regexp.MustCompile(`^[a-z]+(-[a-z]+)*(-\dx\d-\d)?$`)

// Names and titles tell the puzzles apart, and a word means only one thing.
func TestWords(t *testing.T) {
	taken := map[string]bool{puzzles.Everything: true}
	titles := map[string]bool{}
	for _, c := range puzzles.Chapters() {
		taken[c.Name] = true
	}
	for i, e := range puzzles.All() {
		p := e.Puzzle()
		if e.Number != i+1 || p.ID != strconv.Itoa(e.Number) {
			t.Errorf("%s: number %d, id %s, expected %d", e.Name, e.Number, p.ID, i+1)
		}
		if taken[e.Name] || !goodName.MatchString(e.Name) {
			t.Errorf("%q cannot be a name, or is one already", e.Name)
		}
		if title := strings.ToLower(e.Title(teach.English)); title == "" || titles[title] {
			t.Errorf("%s: the title %q is empty or taken", e.Name, e.Title(teach.English))
		}
		if p.License != "CC0-1.0" {
			t.Errorf("%s: the license is %q", e.Name, p.License)
		}
		taken[e.Name], titles[strings.ToLower(e.Title(teach.English))] = true, true
	}
}

// Every picture has a title in every language of the web app, and no two of a list have the
// same.
func TestTitles(t *testing.T) {
	checkTexts(t, "titles.txt", puzzles.All())
	checkTexts(t, "daily_titles.txt", puzzles.Daily())
	checkTexts(t, "triddler_titles.txt", puzzles.Triddlers())
}

func TestTitleInLanguages(t *testing.T) {
	e, _ := puzzles.ByName("heart")
	for tag, want := range map[string]string{"en": "Heart", "de": "Herz", "fr-CH": "Cœur", "ja": "ハート", "zh-CN": "爱心"} {
		if got := e.Title(languageOf(t, tag)); got != want {
			t.Errorf("%q: %s, want %s", tag, got, want)
		}
	}
	if first := puzzles.Daily()[0]; first.Title(languageOf(t, "de")) == first.Title(teach.English) {
		t.Errorf("the first picture of the day is %q in German", first.Title(teach.English))
	}
}

func languageOf(t *testing.T, tag string) (l teach.Language) {
	t.Helper()
	if err := l.UnmarshalText([]byte(tag)); err != nil {
		t.Fatal(err)
	}
	return l
}

func checkTexts(t *testing.T, file string, list []puzzles.Entry) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names, columns []string
	taken := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), " | ")
		if columns == nil {
			columns = fields
			for _, l := range teach.Languages()[1:] {
				if !slices.Contains(columns, l.String()) {
					t.Errorf("%s has no column %s", file, l)
				}
			}
			continue
		}
		names = append(names, fields[0])
		if len(fields) != len(columns) {
			t.Errorf("%s: %d fields, expected %d", fields[0], len(fields), len(columns))
		}
		for i, text := range fields[1:] {
			key := fmt.Sprint(i, strings.ToLower(text))
			if text == "" || strings.HasPrefix(text, "TODO ") || text != strings.TrimSpace(text) || taken[key] != "" {
				t.Errorf("%s: the text %q is empty, or that of %q", fields[0], text, taken[key])
			}
			taken[key] = fields[0]
		}
	}
	var want []string
	for _, e := range list {
		want = append(want, e.Name)
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("%s has %d names, expected those of the %d puzzles, sorted", file, len(names), len(want))
	}
}

// Every call of Puzzle gives a puzzle of its own.
func TestPuzzleIsFresh(t *testing.T) {
	e, ok := puzzles.ByName("heart")
	if !ok {
		t.Fatal("no heart")
	}
	e.Puzzle().Goal.Cells[0] = nonogram.Black
	if e.Puzzle().Goal.Cells[0] != nonogram.Empty {
		t.Error("changing a puzzle changes the pack")
	}
}

func TestFind(t *testing.T) {
	all := puzzles.All()
	for _, n := range []int{1, len(all)} {
		if e, ok := puzzles.ByNumber(n); !ok || e != all[n-1] {
			t.Errorf("ByNumber(%d) = %v, %v", n, e, ok)
		}
	}
	for _, n := range []int{-1, 0, len(all) + 1} {
		if e, ok := puzzles.ByNumber(n); ok {
			t.Errorf("ByNumber(%d) = %v", n, e)
		}
	}
	if e, ok := puzzles.ByName("no-such-thing"); ok {
		t.Errorf("found %v", e)
	}
}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		if len(puzzles.All()) == 0 {
			b.Fatal("nothing there")
		}
	}
}

func BenchmarkPuzzle(b *testing.B) {
	e, _ := puzzles.ByName("cat")
	for b.Loop() {
		if e.Puzzle().Width() != 20 {
			b.Fatal("not the cat")
		}
	}
}
