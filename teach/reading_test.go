package teach_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"nonogram/puzzles"
	"nonogram/teach"
)

// charsets are older than Unicode and know the characters of a language and no others, so
// that a Simplified character in Traditional Chinese is found.
var charsets = map[teach.Language]encoding.Encoding{
	teach.English: charmap.Windows1252, teach.German: charmap.Windows1252, teach.Spanish: charmap.Windows1252,
	teach.French: charmap.Windows1252, teach.Japanese: japanese.ShiftJIS,
	teach.Chinese: simplifiedchinese.HZGB2312, teach.TraditionalChinese: traditionalchinese.Big5,
}

// common are characters that some of the charsets lack.
const common = "×ᵉʳ·–—−…“”‘’„«»¡¿\u00a0\u202f°→←↑↓²³"

// foreign returns the characters of a text that are not of a language.
func foreign(l teach.Language, text string) string {
	charset, ok := charsets[l]
	if !ok {
		return ""
	}
	var list []rune
	for _, r := range text {
		if r >= 0x80 && !strings.ContainsRune(common, r) && !slices.Contains(list, r) {
			if _, err := charset.NewEncoder().String(string(r)); err != nil {
				list = append(list, r)
			}
		}
	}
	return string(list)
}

// TestCharacters reads the texts of each language in its files.
func TestCharacters(t *testing.T) {
	for _, l := range teach.Languages() {
		for _, name := range []string{"locales/" + l.String() + ".txt", "../web/src/i18n/" + l.String() + ".json", "../docs/techniques/" + l.String() + ".md"} {
			text, err := os.ReadFile(name)
			if l == teach.English && filepath.Ext(name) != ".txt" {
				continue // it is in the code and in docs/techniques.md
			}
			if err != nil {
				t.Fatal(err)
			}
			if found := foreign(l, string(text)); found != "" {
				t.Errorf("%s: %q", name, found)
			}
		}
		for _, entry := range slices.Concat(puzzles.All(), puzzles.Daily(), puzzles.Triddlers()) {
			if found := foreign(l, entry.Title(l)+entry.Description(l)); found != "" {
				t.Errorf("%s in %s: %q", entry.Name, l, found)
			}
		}
	}
}

// cognates are the words of explanations that two languages share.
var cognates = map[teach.Language]string{
	teach.English: "a block color cyan in lie long no orange place rest so tan",
	teach.German:  "block es in orange rest rosa so",
	teach.Spanish: "a color de en entre es gris grises la no que rosa se si son tan y",
	teach.French:  "a cyan de en entre gris grises la lie long orange place que se si son y",
}

var (
	digits = regexp.MustCompile(`\d+`)
	words  = regexp.MustCompile(`\p{Latin}+`)
	flaws  = map[teach.Language]*regexp.Regexp{
		teach.English: regexp.MustCompile(`\ba [aeiou]|\ban [^aeiou8]`),
		teach.German:  regexp.MustCompile(`\b(die|der) \d+\. \d|\b(die|der) (die|der) \d`),
		teach.Spanish: regexp.MustCompile(`\b(de el|a el)\b|[^a,] (fila|columna) \d|^(fila|columna)`),
		teach.French:  regexp.MustCompile(`\b(de le|de les|à le|à les|de [aeiou]\w+) |\b(le|la) [aeiou]|[^a] ligne \d|[^a,] colonne \d|[^\x{a0}\x{202f}][:;!?»]`),
	}
)

// TestReading explains every puzzle of the pack in all languages and looks at the sentences that
// differ in more than numbers: none has a word of another language but for cognates, an article
// that is missing or wrong, a placeholder, or a blank too many.
func TestReading(t *testing.T) {
	seen, read := map[teach.Language]map[string]string{}, map[string]bool{}
	for _, l := range teach.Languages() {
		seen[l] = map[string]string{}
	}
	count := 0
	for _, entry := range puzzles.All() {
		p := entry.Puzzle()
		e, err := teach.Explain(t.Context(), p, teach.Options{})
		if err != nil {
			t.Fatalf("%s: %v", entry.Name, err)
		}
		count += len(e.Steps)
		for i := range e.Steps {
			for _, l := range teach.Languages() {
				s := e.Steps[i].SentenceIn(l, p)
				shape := l.String() + digits.ReplaceAllString(s, "1")
				if read[shape] {
					continue
				}
				read[shape] = true
				for _, word := range words.FindAllString(s, -1) {
					seen[l][strings.ToLower(word)] = s
				}
				if broken := flaws[l]; strings.Contains(s, "  ") || strings.ContainsAny(s, "{}%") || broken != nil && broken.MatchString(s) {
					t.Errorf("%s: %q", l, s)
				}
				if found := foreign(l, s); found != "" {
					t.Errorf("%s: %q in %q", l, found, s)
				}
			}
		}
	}
	t.Logf("%d sentences in each language, %d in all but for their numbers", count, len(read))
	for l := range seen {
		known := strings.Fields(cognates[l])
		for word, s := range seen[l] {
			for other := range seen {
				if other != l && seen[other][word] != "" && !slices.Contains(known, word) {
					t.Errorf("%s: %q, a word of %s, in %q", l, word, other, s)
				}
			}
		}
	}
}
