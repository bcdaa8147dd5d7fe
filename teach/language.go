package teach

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Language selects the language of steps, tips and summaries. The zero value is
// English.
type Language uint8

// The languages. Each has a file in locales/.
const (
	English Language = iota
	German
	Spanish
	French
	Japanese
	Chinese // in the simplified script
	TraditionalChinese
)

var languageTags = [...]string{"en", "de", "es", "fr", "ja", "zh", "zh-Hant"}

// Languages lists the languages, English first.
func Languages() []Language {
	list := make([]Language, len(languageTags))
	for i := range list {
		list[i] = Language(i)
	}
	return list
}

// String is the language's tag: "en".
func (l Language) String() string {
	if int(l) < len(languageTags) {
		return languageTags[l]
	}
	return fmt.Sprintf("language(%d)", uint8(l))
}

// Tag is the tag for readers of documents, such as the attribute lang of HTML. It names the
// script of Chinese, by which fonts are chosen: "zh-Hans".
func (l Language) Tag() string {
	if l == Chinese {
		return "zh-Hans"
	}
	return l.String()
}

// MarshalText is the tag of the language, as [Language.String].
func (l Language) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a tag of BCP 47, such as "de", "de-AT" or "zh_TW". It selects the language
// with the base language and the script of the tag, given or implied. In a browser, where the
// app has matched the tag, it reads only the tags of [Languages].
func (l *Language) UnmarshalText(text []byte) error {
	if i := match(string(text)); i >= 0 {
		*l = Language(i)
		return nil
	}
	return fmt.Errorf("unknown language %.24q, expected %s", text, list(languageTags[:], [2]string{", ", " or "}))
}

// Technique describes a technique in the language.
func (l Language) Technique(t Technique) TechniqueInfo {
	info := t.info()
	if name, summary, ok := strings.Cut(l.locale().techniques[info.ID], " | "); ok {
		info.Name, info.Summary = name, summary
	}
	return info
}

// Text translates a text of a book or of the page of an explanation, which may have verbs of
// package fmt, the name of a level, or of a common color as in "color red". Missing texts stay
// English.
func (l Language) Text(english string) string {
	v := l.locale()
	color, _, _ := strings.Cut(v.colors[strings.TrimPrefix(english, "color ")], "/")
	return cmp.Or(v.book[english], v.names[english], color, english)
}

// Decimal writes a number with decimals: "2.6" or "2,6".
func (l Language) Decimal(x float64, decimals int) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), ".", l.locale().decimal, 1)
}

// PluralForm is the index of the words after a number among the forms of the language, in the
// order of CLDR: 0 for "1 step", 1 for "2 steps".
func (l Language) PluralForm(n int) int { return l.locale().form(n) }

func (l Language) locale() *locale {
	if int(l) < len(locales) {
		return locales[l]()
	}
	return english()
}
