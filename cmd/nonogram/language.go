package main

import (
	_ "embed"
	"fmt"
	"os"
	"strings"
	"time"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/puzzles"
	"nonogram/teach"
)

// The commands that talk to a player do so in the player's language: hint, explain and play.

//go:embed language.txt
var languageTexts string

// speaker says texts in a language. It has the texts of the commands; those of sentences are in
// package teach.
type speaker struct {
	teach.Language
	texts map[string]string
}

// newSpeaker reads the texts of a language. The tag is right, or none.
func newSpeaker(tag string) *speaker {
	language, _ := operations.ParseLanguage(tag)
	s := &speaker{language, map[string]string{}}
	section := ""
	for line := range strings.Lines(languageTexts) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
		} else if english, text, ok := strings.Cut(line, " = "); ok && section == language.String() {
			s.texts[english] = text
		}
	}
	return s
}

// say formats a text in the language, in English if the language lacks it.
func (s *speaker) say(english string, args ...any) string {
	text, ok := s.texts[english]
	if !ok {
		text = s.Text(english)
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// count formats a number of things. The English text has two forms, as "%d move|%d moves".
func (s *speaker) count(n int, english string) string {
	text, ok := s.texts[english]
	forms, form := strings.Split(text, "|"), s.PluralForm(n)
	if !ok {
		forms, form = strings.Split(english, "|"), teach.English.PluralForm(n)
	}
	return fmt.Sprintf(forms[min(form, len(forms)-1)], n)
}

// line names a line: "row 3".
func (s *speaker) line(l nonogram.LineRef) string {
	return s.say(l.Axis.String()+" %d", l.Index+1)
}

// short is a duration with the decimals of the language.
func (s *speaker) short(d time.Duration) string {
	return strings.Replace(short(d), ".", s.Decimal(0.5, 1)[1:2], 1)
}

// translated is a puzzle of the pack with its title in the language. Other puzzles are unchanged.
func (s *speaker) translated(it item) *nonogram.Puzzle {
	if !isPack(it.file) {
		return it.puzzle
	}
	entries, err := puzzles.Select(it.puzzle.ID)
	if err != nil {
		return it.puzzle
	}
	p := *it.puzzle
	p.Title = entries[0].Title(s.Language)
	return &p
}

// picture has the lines of the title of a puzzle and, if it is of the pack, of the description of its
// picture.
func (s *speaker) picture(it item) (lines string) {
	texts := []string{s.translated(it).Title}
	if entries, err := puzzles.Select(it.puzzle.ID); err == nil && isPack(it.file) {
		texts = append(texts, entries[0].Description(s.Language))
	}
	for _, text := range texts {
		if text != "" {
			lines += printable(text) + "\n"
		}
	}
	return lines
}

// unsolvable says why the clues of a puzzle contradict each other, in the words of the reason
// that Validate gives in English. Those of a triddler are English.
func (s *speaker) unsolvable(p *nonogram.Puzzle, reason string) string {
	if s.Language == teach.English || p.Shape != nil {
		return reason
	}
	var list []string
	for _, l := range p.Lines() {
		room := p.Width()
		if l.Axis == nonogram.Column {
			room = p.Height()
		}
		if clue := p.Clue(l); clue.MinLength() > room {
			list = append(list, s.say("%s: the clue %s needs %d cells, the line has %d", s.line(l), clue, clue.MinLength(), room))
		}
	}
	for c := 1; c < len(p.Palette) && len(list) == 0; c++ {
		rows, columns := cellsOf(p.Rows, nonogram.Color(c)), cellsOf(p.Cols, nonogram.Color(c))
		mostRows, mostColumns := rows+freeCells(p.Rows, p.Width()), columns+freeCells(p.Cols, p.Height())
		switch {
		case rows <= mostColumns && columns <= mostRows:
		case p.Missing() && p.Colored():
			name := strings.TrimPrefix(s.Text("color "+p.Palette[c].Name), "color ")
			if rows > mostColumns {
				list = append(list, s.say("the rows ask for at least %d cells of the color %s, the columns for at most %d", rows, name, mostColumns))
			} else {
				list = append(list, s.say("the columns ask for at least %d cells of the color %s, the rows for at most %d", columns, name, mostRows))
			}
		case p.Missing() && rows > mostColumns:
			list = append(list, s.say("the rows ask for at least %d filled cells, the columns for at most %d", rows, mostColumns))
		case p.Missing():
			list = append(list, s.say("the columns ask for at least %d filled cells, the rows for at most %d", columns, mostRows))
		case p.Colored():
			name := strings.TrimPrefix(s.Text("color "+p.Palette[c].Name), "color ")
			list = append(list, s.say("the rows ask for %d cells of the color %s, the columns for %d", rows, name, columns))
		default:
			list = append(list, s.say("the rows ask for %d filled cells, the columns for %d", rows, columns))
		}
	}
	if len(list) == 0 {
		return reason
	}
	return strings.Join(list[:min(len(list), maxReasons)], "; ")
}

// maxReasons is the number of contradictions in a message.
const maxReasons = 5

// cellsOf is the number of cells of a color that clues ask for.
func cellsOf(clues []nonogram.Clue, c nonogram.Color) (cells int) {
	for _, clue := range clues {
		for _, b := range clue {
			if b.Color == c {
				cells += b.Length
			}
		}
	}
	return cells
}

// freeCells is the number of cells of the lines without a clue, each of a length.
func freeCells(clues []nonogram.Clue, length int) (cells int) {
	for _, clue := range clues {
		if clue.Missing() {
			cells += length
		}
	}
	return cells
}

// environmentLanguage is the language of the environment, as POSIX orders its variables, or none if
// the program does not have it.
func environmentLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			tag, _, _ := strings.Cut(value, ".") // de_DE.UTF-8
			tag, _, _ = strings.Cut(tag, "@")
			if language, err := operations.ParseLanguage(tag); err == nil {
				return language.String()
			}
			return ""
		}
	}
	return ""
}
