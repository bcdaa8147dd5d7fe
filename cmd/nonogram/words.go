package main

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"nonogram"
)

// How numbers, sizes, durations and titles are put for people.

func size(p *nonogram.Puzzle) string { return fmt.Sprintf("%d×%d", p.Width(), p.Height()) }

// short is a duration with the digits that matter.
func short(d time.Duration) string {
	switch ms := d.Seconds() * 1e3; {
	case ms < 0.1:
		return fmt.Sprintf("%.3f ms", ms)
	case ms < 10:
		return fmt.Sprintf("%.2f ms", ms)
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	case ms < 60_000:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// printable is a text from outside, as the name of a file, without what a terminal
// would take for commands.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// title writes a puzzle's title and author on a line, if it has them. Readers leave
// control characters out, but a title may also be the name of a picture's file.
func title(w io.Writer, p *nonogram.Puzzle) {
	switch {
	case p.Title != "" && p.Author != "":
		fmt.Fprintf(w, "%s, by %s\n", printable(p.Title), printable(p.Author))
	case p.Title != "":
		fmt.Fprintln(w, printable(p.Title))
	}
}
