package puzzles_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nonogram/puzzles"
	"nonogram/teach"
)

// TestDescriptions reads the description of every picture: there is one in every language, a
// sentence of its own and of a sensible length, which does not say that it is a picture.
func TestDescriptions(t *testing.T) {
	checkTexts(t, "descriptions.txt", puzzles.All())
	checkTexts(t, "daily_descriptions.txt", puzzles.Daily())
	checkTexts(t, "triddler_descriptions.txt", puzzles.Triddlers())
	for _, l := range teach.Languages() {
		for _, e := range slices.Concat(puzzles.All(), puzzles.Daily(), puzzles.Triddlers()) {
			if s := e.Description(l); flawOf(l, s) != "" {
				t.Errorf("%s in %s: %q %s", e.Name, l, s, flawOf(l, s))
			}
		}
	}
	if s := puzzles.Examples()[0].Description(teach.English); s != "" {
		t.Errorf("an example has the description %q", s)
	}
}

// flawOf says what is wrong with a description, if anything is.
func flawOf(l teach.Language, s string) string {
	const (
		minWords, maxWords     = 5, 17
		minLetters, maxLetters = 8, 48 // of languages without blanks
	)
	end, marks, n, least, most := ".", "。“”", len(strings.Fields(s)), minWords, maxWords
	if l >= teach.Japanese {
		end, marks, n, least, most = "。", ".,;", utf8.RuneCountInString(s), minLetters, maxLetters
	}
	first, _ := utf8.DecodeRuneInString(s)
	lower := strings.ToLower(s)
	switch {
	case !strings.HasSuffix(s, end) || strings.ToUpper(string(first)) != string(first):
		return "does not begin and end as a sentence"
	case strings.Contains(s, "  ") || strings.ContainsAny(s, marks+`"'{}`):
		return "has marks that are not of the language"
	case n < least || n > most:
		return "is too short or too long"
	case slices.ContainsFunc(pictureWords, func(w string) bool { return strings.Contains(lower, w) }):
		return "says that it is a picture"
	}
	return ""
}

var pictureWords = []string{"picture", "puzzle piece of", "image of", "pixel", "dessin de", "dibujo de", "imagen de", "图片", "圖片"}
