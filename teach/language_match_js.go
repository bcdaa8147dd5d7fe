package teach

import "slices"

// match returns the index of a tag. The app matches the tags of readers (pickLanguage of
// web/src/i18n) by the tables of the browser; those of golang.org/x/text/language would make
// every module of the engine larger.
func match(tag string) int { return slices.Index(languageTags[:], tag) }
