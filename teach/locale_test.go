package teach

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/families"
	"nonogram/solve"
)

// others are the languages that say what English says.
var others = Languages()[1:]

var placeholders = regexp.MustCompile(`\{\^?(\w+)(\.\d)?(\?|\})`)

// named lists the parts that a template shows, without those that it only chooses by, and the forms
// that it asks for.
func named(template string) (shown []string, chosen map[string]bool) {
	chosen = map[string]bool{}
	for _, m := range placeholders.FindAllStringSubmatch(template, -1) {
		name := m[1]
		if name == "head" {
			name = "line" // both name it, with or without an article
		}
		chosen[name] = true
		if m[3] == "}" {
			shown = append(shown, name)
		}
	}
	slices.Sort(shown)
	return slices.Compact(shown), chosen
}

// TestTemplates compares the placeholders of the translated templates with the English ones.
// A template that a language lacks is English there, which the test only reports: a
// technique may be added before its translations.
func TestTemplates(t *testing.T) {
	for _, l := range others {
		v := l.locale()
		for id, model := range english().templates {
			template, ok := v.templates[id]
			if !ok {
				t.Logf("%s: not translated: %s", l, id)
			}
			if template == "" {
				continue
			}
			if strings.Count(template, "{") != strings.Count(template, "}") {
				t.Errorf("%s: the braces of %q do not match", l, template)
			}
			shown, used := named(template)
			want, known := named(model)
			for _, name := range want {
				// Some languages leave a name to the list of blocks, and some have no number
				// for a single cell.
				if !used[name] && !(name == "n" && known["rest"]) {
					t.Errorf("%s: %q does not say {%s}, as %q does", l, template, name, model)
				}
			}
			for _, name := range shown {
				if !known[name] && name != "rest" {
					t.Errorf("%s: %q asks for {%s}, which %q does not know", l, template, name, model)
				}
			}
		}
		for _, info := range Techniques() {
			if l.Technique(info.Technique).Summary == info.Summary {
				t.Logf("%s: not translated: %s", l, info.Name)
			}
		}
		for _, name := range alone() {
			if v.names[name] == "" {
				t.Errorf("%s has no word for %q", l, name)
			}
		}
		for _, k := range knownColors {
			if v.colors[k.name] == "" {
				t.Errorf("%s has no word for %q", l, k.name)
			}
		}
	}
}

// TestBookWords compares the words of books: every language has all of them, with the verbs
// of the English ones.
func TestBookWords(t *testing.T) {
	verbs := regexp.MustCompile(`%[ds]`)
	for _, l := range others {
		for english := range German.locale().book {
			text := l.locale().book[english]
			if text == "" || !slices.Equal(verbs.FindAllString(text, -1), verbs.FindAllString(english, -1)) {
				t.Errorf("%s: %q is %q", l, english, text)
			}
		}
		if len(l.locale().book) != len(German.locale().book) || l.Text("very hard") == "very hard" {
			t.Errorf("%s has %d texts of a book", l, len(l.locale().book))
		}
	}
}

// alone are the names that stand by themselves.
func alone() []string {
	var names []string
	for s := nonogram.Undecided; s <= nonogram.Unsolvable; s++ {
		names = append(names, s.String())
	}
	for _, l := range Levels() {
		names = append(names, l.String())
	}
	for _, r := range []nonogram.StopReason{nonogram.StopTime, nonogram.StopCancelled, nonogram.StopConflicts, nonogram.StopMemory, nonogram.StopStalled} {
		names = append(names, string(r))
	}
	return names
}

var (
	latinWord = regexp.MustCompile(`\p{Latin}{2,}`)
	numeral   = regexp.MustCompile(`\d+`)
)

// wordsOf are all words that a locale can say.
func wordsOf(v *locale) map[string]bool {
	words := map[string]bool{}
	add := func(texts ...string) {
		for _, text := range texts {
			for _, word := range latinWord.FindAllString(placeholders.ReplaceAllString(text, " "), -1) {
				words[strings.ToLower(word)] = true
			}
		}
	}
	for id := range english().templates {
		add(v.template(id)) // English until it is translated
	}
	add(v.ordinals...)
	add(v.and[1], v.or[1], v.nor[1])
	add(slices.Collect(maps.Values(v.colors))...)
	add(slices.Collect(maps.Values(v.names))...)
	for _, info := range Techniques() {
		add(cmp.Or(v.techniques[info.ID], info.Name+" "+info.Summary))
	}
	if v == english() {
		add(alone()...)
		for _, k := range knownColors {
			add(k.name)
		}
	}
	return words
}

// held is a language with the words that are English and not its own.
type held struct {
	Language
	foreign map[string]bool
}

func heldLocales() []held {
	var list []held
	for _, l := range others {
		own := wordsOf(l.locale())
		foreign := map[string]bool{}
		for word := range wordsOf(english()) {
			foreign[word] = !own[word]
		}
		list = append(list, held{l, foreign})
	}
	return list
}

// check compares a sentence with its English model.
func (h held) check(t *testing.T, model, told string) {
	t.Helper()
	for _, word := range latinWord.FindAllString(told, -1) {
		if h.foreign[strings.ToLower(word)] {
			t.Errorf("%s: %q is English in %q", h, word, told)
		}
	}
	if strings.ContainsAny(told, "{}|%") || strings.Contains(told, "  ") || told == "" {
		t.Errorf("%s: %q is not well formed", h, told)
	}
	numbers := numeral.FindAllString(told, -1)
	for _, n := range numeral.FindAllString(model, -1) {
		i := slices.Index(numbers, n)
		if i < 0 && n != "1" { // "one" is a word in some languages
			t.Errorf("%s: %q lacks the %s of %q", h, told, n, model)
			return
		}
		if i >= 0 {
			numbers = slices.Delete(numbers, i, i+1)
		}
	}
	// Japanese counts where English says first, second and both.
	if len(numbers) > 0 && h.Language != Japanese {
		t.Errorf("%s: %q has the numbers %v more than %q", h, told, numbers, model)
	}
}

// randomTold makes a puzzle that needs all kinds of sentences: of up to four colors, some with
// lengths that are not known, with a part drawn already, and not always rightly.
func randomTold(rng *rand.Rand, n int) (*nonogram.Puzzle, *nonogram.Grid) {
	colors := 2 + n%4%3
	g := nonogram.NewGrid(1+rng.IntN(14), 1+rng.IntN(14))
	state := nonogram.NewGrid(g.Width, g.Height)
	density, stay, share := 20+rng.IntN(70), rng.IntN(80), rng.IntN(60)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Empty
		switch {
		case i%g.Width > 0 && rng.IntN(100) < stay:
			g.Cells[i] = g.Cells[i-1]
		case rng.IntN(100) < density:
			g.Cells[i] = nonogram.Color(1 + rng.IntN(colors-1))
		}
		if rng.IntN(100) < share {
			state.Cells[i] = g.Cells[i]
		}
		if n%9 == 8 && rng.IntN(12) == 0 {
			state.Cells[i] = nonogram.Color(rng.IntN(colors))
		}
	}
	palette := nonogram.BlackAndWhite()
	if colors > 2 {
		palette = inks[:colors]
	}
	p := nonogram.FromGrid(g, palette)
	if n%5 == 4 {
		for _, clue := range slices.Concat(p.Rows, p.Cols) {
			for j := range clue {
				clue[j].Length *= min(rng.IntN(3), 1)
			}
		}
	}
	if n%3 > 0 {
		state = nil
	}
	return p, state
}

// TestLocalesInUse walks through many puzzles and says every step, tip and summary in all
// languages: no English word is left, no number is lost, and all templates about steps come up.
func TestLocalesInUse(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 11))
	locales := heldLocales()
	seen := map[string]int{}
	for n := range 700 {
		p, state := randomTold(rng, n)
		if n%6 == 5 {
			p, state = families.Triddler(rng, families.Shape(rng, 5), 1+n%4%3, rng.Float64(), rng.IntN(2)), nil
			p.Palette = slices.Clone(inks[:len(p.Palette)])
		}
		options := Options{From: state, Solver: solve.Solve}
		if n%7 == 0 {
			options.Solver = nil
		}
		e, err := Explain(t.Context(), p, options)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Hint(t.Context(), p, options)
		if err != nil {
			t.Fatal(err)
		}
		for i := range e.Steps {
			s := &e.Steps[i]
			what := phraser{english(), p, s.Line, p.Clue(s.Line)}.templateID(s)
			if seen[what]++; seen[what] > 200 {
				continue
			}
			model := s.Sentence(p)
			for _, h := range locales {
				s.language = h.Language
				h.check(t, model, s.Sentence(p))
			}
		}
		for level := tipLine; level <= tipWhy; level++ {
			a.language = English
			model := a.tipIn(English, level)
			for _, h := range locales {
				h.check(t, model, a.tipIn(h.Language, level))
			}
		}
		model := e.Summary(p)
		for _, h := range locales {
			e.Language = h.Language
			h.check(t, model, e.Summary(p))
		}
		if t.Failed() {
			return
		}
	}
	for _, id := range sentencesOf(t) {
		if seen[id] == 0 {
			t.Errorf("no step uses the template %s", id)
		}
	}
}

// sentencesOf lists the templates of steps on single lines: the strings that templateID
// returns.
func sentencesOf(t *testing.T) []string {
	source, err := os.ReadFile("sentence.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), ") templateID(st *Step) string {")
	body, _, _ = strings.Cut(body, "\n}\n")
	var ids []string
	for _, m := range regexp.MustCompile(`"([a-z-]+)"`).FindAllStringSubmatch(body, -1) {
		if !strings.HasPrefix(m[1], "refuted-") {
			ids = append(ids, m[1])
		}
	}
	for _, info := range Techniques() {
		if english().templates[info.ID] != "" {
			ids = append(ids, info.ID)
		}
	}
	return ids
}

// TestTemplatesExist compares the templates that the package uses with the English ones.
func TestTemplatesExist(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"([a-z-]+)"`).FindAllStringSubmatch(string(source), -1) {
			used[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`\.(?:format|template)\("([a-z-]+)"`).FindAllStringSubmatch(string(source), -1) {
			if english().templates[m[1]] == "" {
				t.Errorf("%s uses the template %s, which English lacks", file, m[1])
			}
		}
	}
	for _, info := range Techniques() {
		used[info.ID] = true
	}
	for id := range english().templates {
		if !used[id] {
			t.Errorf("no file uses the template %s", id)
		}
	}
	for _, id := range sentencesOf(t) {
		if english().templates[id] == "" {
			t.Errorf("a step uses the template %s, which English lacks", id)
		}
	}
}

// tipIn is the message of an advice in a language.
func (a *Advice) tipIn(l Language, level int) string {
	a.language = l
	for _, s := range append([]*Step{a.Step}, pointers(a.Notes)...) {
		if s != nil {
			s.language = l
		}
	}
	return a.Tip(level).Message
}

func pointers(steps []Step) []*Step {
	var list []*Step
	for i := range steps {
		list = append(list, &steps[i])
	}
	return list
}

// TestColorsInOtherLanguages names colors that a puzzle names in its own way: what everybody
// knows is translated, other names give way to the look, unless two look alike.
func TestColorsInOtherLanguages(t *testing.T) {
	red, other := nonogram.RGB{R: 220, G: 30, B: 30}, nonogram.RGB{R: 200, G: 40, B: 40}
	for _, c := range []struct {
		palette nonogram.Palette
		want    string
	}{
		{nonogram.Palette{{}, {Name: "red"}, {Name: "blue"}}, "rot blau"},
		{nonogram.Palette{{}, {Name: "crimson", RGB: red}, {Name: "{cells}"}}, "rot schwarz"},
		{nonogram.Palette{{}, {Name: "crimson", RGB: red}, {Name: "claret", RGB: other}}, "crimson claret"},
		{nonogram.Palette{{}, {Name: "{cells}", RGB: red}, {Name: "red"}}, "{cells} rot"},
	} {
		c.palette[0].RGB = nonogram.RGB{R: 255, G: 255, B: 255}
		p := &nonogram.Puzzle{Palette: c.palette}
		talk := phraser{locale: German.locale(), p: p}
		got := fmt.Sprintf("%s %s", talk.color(1).forms[0], talk.color(2).forms[0])
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.palette, got, c.want)
		}
	}
}

func TestLanguageText(t *testing.T) {
	for _, l := range Languages() {
		for _, text := range []string{l.String(), l.Tag()} {
			var back Language
			if err := back.UnmarshalText([]byte(text)); err != nil || back != l {
				t.Errorf("%s: %v, %v", text, back, err)
			}
		}
	}
	table, err := os.ReadFile("testdata/language_tags.txt")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(table)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		var tag, want string
		if _, err := fmt.Sscan(row, &tag, &want); err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		var l Language
		if err := l.UnmarshalText([]byte(tag)); (err == nil) != (want != "none") || err == nil && l.String() != want {
			t.Errorf("%s: %s, %v, expected %s", tag, l, err, want)
		}
	}
	var l Language
	err = l.UnmarshalText([]byte("tlh"))
	if err == nil {
		t.Fatal("Klingon is known")
	}
	for _, known := range Languages() {
		if !strings.Contains(err.Error(), known.String()) {
			t.Errorf("%v does not name %s", err, known)
		}
	}
}
