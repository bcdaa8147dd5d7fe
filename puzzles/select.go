package puzzles

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Puzzles of the pack by a word: a number, a name, a chapter, a day, or all.

// Everything selects the whole pack.
const Everything = "all"

// Select finds puzzles by a word: a number "17", a name "cat", a chapter "sketches" or one of
// it, "sketches/3", "all" or "all/3", "examples", "triddlers", "daily" for the pictures of the day, or a date,
// "2026-11-16". Case is ignored. The error suggests similar words.
func Select(word string) ([]Entry, error) {
	all := All()
	word = strings.ToLower(word)
	word, one, _ := strings.Cut(word, "/")
	if word == Everything {
		return selectIn(word, all, one)
	}
	for name, list := range map[string]func() []Entry{ExampleSet: Examples, TriddlerSet: Triddlers, DailySet: Daily} {
		if word == name {
			return selectIn(name, list(), one)
		}
	}
	if date, err := time.Parse(time.DateOnly, word); err == nil {
		return selectIn(word, []Entry{OfDay(date.Date())}, one)
	}
	if number, err := strconv.Atoi(word); err == nil {
		if e, ok := ByNumber(number); ok {
			return selectIn(word, []Entry{e}, one)
		}
		return nil, unknownWord(word, len(all))
	}
	found := slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return e.Name != word && e.Chapter != word })
	if len(found) == 0 {
		return nil, unknownWord(word, len(all), near(word, all)...)
	}
	return selectIn(word, found, one)
}

// selectIn finds the entry of a set by its number, or all of them.
func selectIn(set string, list []Entry, word string) ([]Entry, error) {
	if word == "" {
		return list, nil
	}
	number, err := strconv.Atoi(word)
	if err != nil || number < 1 || number > len(list) {
		return nil, unknownWord(set+"/"+word, len(list))
	}
	return list[number-1 : number], nil
}

// unknownWord returns the error for a word that selects none of count puzzles. It suggests the
// names and chapters that are near.
func unknownWord(word string, count int, near ...string) error {
	_, err := strconv.Atoi(word)
	set, _, ok := strings.Cut(word, "/")
	switch {
	case ok:
		return fmt.Errorf("there is no puzzle %.24q, expected %s/1 to %[2]s/%[3]d", word, set, count)
	case err == nil:
		return fmt.Errorf("there is no puzzle %s, expected 1 to %d", word, count)
	case len(near) > 0:
		return fmt.Errorf("there is no puzzle %q; did you mean %s?", word, strings.Join(near, " or "))
	}
	return fmt.Errorf("there is no puzzle %q, expected a number from 1 to %d, a name, a chapter or %q", word, count, Everything)
}

const (
	// maxNear bounds the suggested words.
	maxNear = 3
	// maxWord bounds the length of compared words.
	maxWord = 40
)

// near lists words within one edit, or two in longer words, and words that begin or end with
// the given one.
func near(word string, all []Entry) []string {
	if len(word) > maxWord {
		return nil
	}
	type match struct {
		word string
		far  int
	}
	var matches []match
	slips := 1 + min(len(word)/5, 1)
	for _, known := range words(all) {
		far := distance(word, known)
		part := len(word) >= 3 && (strings.HasPrefix(known, word) || strings.HasSuffix(known, word))
		if part {
			far = min(far, slips)
		}
		if far <= slips {
			matches = append(matches, match{known, far})
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int { return cmp.Compare(a.far, b.far) })
	var list []string
	for _, m := range matches[:min(len(matches), maxNear)] {
		list = append(list, m.word)
	}
	return list
}

// words lists all words but numbers that Select knows.
func words(all []Entry) []string {
	list := []string{Everything, ExampleSet, TriddlerSet, DailySet}
	for _, c := range chapters {
		list = append(list, c.Name)
	}
	for _, e := range all {
		list = append(list, e.Name)
	}
	return list
}

// distance is the Levenshtein distance of two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			change := corner
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, above+1, row[j]+1)
			corner = above
		}
	}
	return row[len(b)]
}
