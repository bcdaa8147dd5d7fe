// Package plural formats numbers with nouns: "1 cell", "2 cells".
//
//	plural.Of(1, "guess")                             // 1 guess
//	plural.Sprintf("found %d cells, expected %d", 1, 4) // found 1 cell, expected 4
//
// The source has messages in the plural; [Sprintf] changes a noun after %d to the singular if
// the number is one. So the text of a message can be found in the source.
package plural

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Of formats a number with a noun, given in the singular.
func Of(n int, noun string) string {
	if n != 1 {
		noun = many(noun)
	}
	return strconv.Itoa(n) + " " + noun
}

// many returns the plural of a noun.
func many(noun string) string {
	switch {
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	case strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "ay"):
		return strings.TrimSuffix(noun, "y") + "ies"
	}
	return noun + "s"
}

// one maps plural nouns to singular. It is a list because not every word that ends in s is
// a plural: "column 1 has".
var one = singulars("attempt", "attribute", "bit", "block", "board", "byte", "cell", "change", "character",
	"chunk", "clause", "clue", "color", "column", "conclusion", "conflict", "core", "count", "digit", "entry", "error",
	"file", "frame", "grid", "guess", "ink", "item", "line", "mark", "method", "minute", "move", "node", "number", "operation", "page",
	"parameter", "photograph", "pixel", "position", "process", "puzzle", "result", "round", "row", "run", "second", "size",
	"solution", "step", "time", "value", "way")

func singulars(nouns ...string) map[string]string {
	m := make(map[string]string, len(nouns))
	for _, noun := range nouns {
		m[many(noun)] = noun
	}
	return m
}

// Sprintf is like fmt.Sprintf, but makes each noun after a %d agree with the number. There
// may be an adjective between them, as in "%d given cells", and the noun may be an argument,
// as in "%d %s". Sizes such as "5 × 1 cells" are unchanged.
func Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // lets go vet check the formats of callers
	}
	format, args = agree(format, args)
	return fmt.Sprintf(format, args...)
}

// Errorf is like fmt.Errorf, with nouns as in [Sprintf].
func Errorf(format string, args ...any) error {
	if false {
		_ = fmt.Errorf(format, args...) // as above
	}
	format, args = agree(format, args)
	return fmt.Errorf(format, args...)
}

// agree returns the format and the arguments with nouns after 1 in the singular. Formats
// with numbered arguments are unchanged.
func agree(format string, args []any) (string, []any) {
	if !strings.Contains(format, "%d ") || strings.Contains(format, "%[") {
		return format, args
	}
	var b strings.Builder
	rest, verb := format, 0
	for {
		at := strings.IndexByte(rest, '%')
		if at < 0 || at+1 == len(rest) {
			return b.String() + rest, args
		}
		if rest[at+1] == '%' {
			b.WriteString(rest[:at+2])
			rest = rest[at+2:]
			continue
		}
		area := strings.HasSuffix(rest[:at], "× ") || strings.HasSuffix(rest[:at], "×")
		counts := strings.HasPrefix(rest[at:], "%d ")
		b.WriteString(rest[:at+1])
		rest = rest[at+1:]
		if counts && !area && verb < len(args) && isOne(args[verb]) {
			b.WriteString("d ")
			rest = singular(rest[len("d "):])
			args = singularArg(rest, args, verb+1)
		}
		verb++
	}
}

// singularArg does the same for a noun that is an argument: "%d %s".
func singularArg(rest string, args []any, i int) []any {
	if !strings.HasPrefix(rest, "%s") || i >= len(args) {
		return args
	}
	if noun, ok := args[i].(string); ok {
		args = slices.Clone(args)
		args[i] = singular(noun)
	}
	return args
}

func isOne(arg any) bool {
	v := reflect.ValueOf(arg)
	return v.CanInt() && v.Int() == 1 || v.CanUint() && v.Uint() == 1
}

// singular changes the first noun of a text, or the second word, to the singular.
func singular(text string) string {
	start := 0
	for range 2 {
		word := text[start:]
		end := strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
		if end < 0 {
			end = len(word)
		}
		if noun, ok := one[word[:end]]; ok {
			return text[:start] + noun + word[end:]
		}
		if end == 0 || end == len(word) || word[end] != ' ' {
			break
		}
		start += end + 1
	}
	return text
}
