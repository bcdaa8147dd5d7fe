package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// The change log says which versions there are: a heading "## v1.2.0", perhaps with more
// behind it, begins one. Changes for the next one are listed under "## Unreleased"; to release
// it, that heading gets a number.

// entry is a version and its changes.
type entry struct {
	Name, Notes string
}

var versionHeading = regexp.MustCompile(`^## (v[0-9]+\.[0-9]+\.[0-9]+)\b`)

// newest is the version at the head of a change log.
func newest(path string) (entry, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return entry{}, err
	}
	e, err := newestOf(string(data))
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return e, err
}

func newestOf(text string) (e entry, err error) {
	var notes strings.Builder
	number := 0
	for line := range strings.Lines(text) {
		number++
		switch heading := strings.HasPrefix(line, "## "); {
		case heading && e.Name != "":
			e.Notes = strings.TrimSpace(notes.String())
			return e, nil
		case heading:
			m := versionHeading.FindStringSubmatch(line)
			if m == nil {
				return e, fmt.Errorf("line %d: found %q, expected a version like ## v1.2.0", number, strings.TrimSpace(line))
			}
			e.Name = m[1]
		case e.Name != "":
			notes.WriteString(line)
		}
	}
	if e.Name == "" {
		return e, fmt.Errorf("there is no version")
	}
	e.Notes = strings.TrimSpace(notes.String())
	return e, nil
}
