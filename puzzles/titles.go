package puzzles

import (
	_ "embed"
	"slices"
	"strings"

	"nonogram/teach"
)

// The titles in other languages than English, and the descriptions in all: a column for every
// language, as the first line says, and a line for every name. The web app shows the same.

//go:embed titles.txt
var titles string

//go:embed daily_titles.txt
var dailyTitles string

//go:embed triddler_titles.txt
var triddlerTitles string

//go:embed descriptions.txt
var descriptions string

//go:embed daily_descriptions.txt
var dailyDescriptions string

//go:embed triddler_descriptions.txt
var triddlerDescriptions string

// Title is the title of the picture in a language.
func (e Entry) Title(language teach.Language) string {
	list := titles
	switch e.Chapter {
	case DailySet:
		list = dailyTitles
	case TriddlerSet:
		list = triddlerTitles
	}
	if title := e.column(list, language); title != "" {
		return title
	}
	return e.Puzzle().Title
}

// Description says in a sentence what the picture of an entry of [All], [Daily] or [Triddlers] shows, for
// those who do not see it. Others have none.
func (e Entry) Description(language teach.Language) string {
	switch e.Chapter {
	case DailySet:
		return e.column(dailyDescriptions, language)
	case TriddlerSet:
		return e.column(triddlerDescriptions, language)
	case ExampleSet:
		return ""
	}
	return e.column(descriptions, language)
}

// column is the text of the entry in a language, in one of the lists.
func (e Entry) column(list string, language teach.Language) string {
	column := -1
	for line := range strings.Lines(list) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		switch name {
		case "name":
			column = slices.Index(strings.Split(rest, " | "), language.String())
		case e.Name:
			if texts := strings.Split(rest, " | "); 0 <= column && column < len(texts) {
				return texts[column]
			}
		}
	}
	return ""
}
