package main

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"nonogram"
)

// Numbers, sizes, durations and titles for people.

func size(p *nonogram.Puzzle) string { return fmt.Sprintf("%d×%d", p.Width(), p.Height()) }

// short formats a duration with its significant digits.
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

// printable replaces control characters in a text, which a terminal could execute.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// oneLine makes a name printable on one line, so that it cannot imitate a line of output.
func oneLine(name string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(printable(name))
}

// title writes a puzzle's title and author, if it has them. A title may be the name of a
// picture file, so it is made printable on one line.
func title(w io.Writer, p *nonogram.Puzzle) {
	switch {
	case p.Title != "" && p.Author != "":
		fmt.Fprintf(w, "%s, by %s\n", oneLine(p.Title), oneLine(p.Author))
	case p.Title != "":
		fmt.Fprintln(w, oneLine(p.Title))
	}
}
