package teach

import (
	"cmp"
	"fmt"
	"strings"
)

// Language selects the language of steps, tips and summaries. The zero value is
// English.
type Language uint8

// The languages. Each has a file in locales/.
const (
	English Language = iota
	german
	spanish
	french
	japanese
	chinese // simplified
)

var languageTags = [...]string{"en", "de", "es", "fr", "ja", "zh"}

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

// UnmarshalText reads a tag.
func (l *Language) UnmarshalText(text []byte) error {
	for i, tag := range languageTags {
		if string(text) == tag {
			*l = Language(i)
			return nil
		}
	}
	return fmt.Errorf("unknown language %q, expected one of %v", text, languageTags)
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
// package fmt, or the name of a level. Missing texts stay English.
func (l Language) Text(english string) string {
	v := l.locale()
	return cmp.Or(v.book[english], v.names[english], english)
}

func (l Language) locale() *locale {
	if int(l) < len(locales) {
		return locales[l]()
	}
	return english()
}
