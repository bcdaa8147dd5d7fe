package puzzles

import (
	_ "embed"
	"slices"
	"strings"
)

// The titles in other languages than English, one line for every name. The web app shows the
// same.

//go:embed titles.txt
var titles string

//go:embed daily_titles.txt
var dailyTitles string

// titleLanguages are the columns of the lists after the name.
var titleLanguages = []string{"de", "es", "fr", "ja", "zh"}

// Title is the title of the picture in a language, given as a tag like "de" or "zh-CN". It is
// English in languages without titles.
func (e Entry) Title(language string) string {
	list := titles
	if e.Chapter == DailySet {
		list = dailyTitles
	}
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	if column := 1 + slices.Index(titleLanguages, base); column > 0 {
		for line := range strings.Lines(list) {
			if fields := strings.Split(strings.TrimSpace(line), " | "); fields[0] == e.Name {
				return fields[column]
			}
		}
	}
	return e.Puzzle().Title
}
