// Package plural puts numbers and the things they count together: "1 cell", "2 cells".
//
//	plural.Of(1, "guess")                             // 1 guess
//	plural.Sprintf("found %d cells, expected %d", 1, 4) // found 1 cell, expected 4
//
// Messages are written in the plural, as they mostly are needed, and [Sprintf] in place of
// fmt's puts a noun that follows a %d into the singular if the number is one. So a message
// stays a sentence that can be read and searched for. It is used by the few functions that
// make messages of formats, and costs a look at the format.
package plural

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Of counts things, by the noun for one of them.
func Of(n int, noun string) string {
	if n != 1 {
		noun = many(noun)
	}
	return strconv.Itoa(n) + " " + noun
}

// many is the plural of a noun.
func many(noun string) string {
	switch {
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	case strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "ay"):
		return strings.TrimSuffix(noun, "y") + "ies"
	}
	return noun + "s"
}

// one are the nouns that messages count. A list, since not every word with an s at its
// end is a plural: "column 1 has".
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

// Sprintf is fmt.Sprintf with every noun after a %d in the number that it needs. One
// adjective may stand between them, as in "%d given cells", and the noun may be an
// argument, as in "%d %s". Areas as "5 × 1 cells" are
// left as they are.
func Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // tells go vet to check the formats of callers
	}
	format, args = agree(format, args)
	return fmt.Sprintf(format, args...)
}

// Errorf is fmt.Errorf in the same way.
func Errorf(format string, args ...any) error {
	if false {
		_ = fmt.Errorf(format, args...) // as above
	}
	format, args = agree(format, args)
	return fmt.Errorf(format, args...)
}

// agree is the format, and the arguments, with the nouns after ones in the singular.
// Formats that number their arguments stay what they are.
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

// singularArg does the same where the noun is an argument of its own: "%d %s".
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

// singular puts the noun at the start of a text into the singular, or the one after it.
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
