//go:build !js

package teach

import "golang.org/x/text/language"

// A written language is a base language in a script.
type written struct {
	language.Base
	language.Script
}

// match returns the index of the language that a tag selects, or -1.
func match(tag string) int {
	parsed, err := language.Parse(tag)
	if err != nil {
		return -1
	}
	wanted := writtenOf(parsed)
	for i, known := range languageTags {
		if writtenOf(language.Make(known)) == wanted {
			return i
		}
	}
	return -1
}

// writtenOf adds what a tag implies: zh-TW is written in the traditional script, and cmn is zh.
func writtenOf(tag language.Tag) written {
	if whole, err := language.Macro.Canonicalize(tag); err == nil {
		tag = whole
	}
	base, _ := tag.Base()
	script, _ := tag.Script()
	return written{base, script}
}
