package puzzles

import (
	_ "embed"
	"slices"
	"strings"

	"nonogram/teach"
)

// The titles in other languages than English: a column for every language, as the first line
// says, and a line for every name. The web app shows the same.

//go:embed titles.txt
var titles string

//go:embed daily_titles.txt
var dailyTitles string

// Title is the title of the picture in a language.
func (e Entry) Title(language teach.Language) string {
	list := titles
	if e.Chapter == DailySet {
		list = dailyTitles
	}
	column := -1
	for line := range strings.Lines(list) {
		switch fields := strings.Split(strings.TrimSpace(line), " | "); fields[0] {
		case "name":
			column = slices.Index(fields, language.String())
		case e.Name:
			if 0 < column && column < len(fields) {
				return fields[column]
			}
		}
	}
	return e.Puzzle().Title
}
