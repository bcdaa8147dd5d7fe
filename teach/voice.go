package teach

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A voice is how a language says things: a template for every saying. A sentence is told
// as a whole, so that each language has its own order and grammar; what is put together
// are names of things, which the template's placeholders ask for:
//
//	{cells}              what is called so, in its first form
//	{cells.1}            in another form, as the language's file explains
//	{^cells}             with a capital letter
//	{cells?is|are}       one or the other, by its number: of one, of more
//	{axis?row|column}    or by what it is: see sentence.go
//
// Templates may stand within alternatives. Nothing of what is put in is read as a
// template again: a color may be called "{cells}".

// saying is something that every language has a template for.
type saying uint8

// The sayings: names of things first, then what is said of them.
const (
	sayCells     saying = iota // cells {list} of the line, {n} of them
	sayInCells                 // the same after "in"
	sayRows                    // rows {list}, {n} of them
	sayStretch                 // neighbours, {from} to {to}
	sayMore                    // {n} more cells in a list; none where sayCells tells {rest}
	sayLine                    // line {n}, by its {axis}
	sayHead                    // the same where a sentence begins
	sayPlace                   // a cell of the puzzle: {row}, {column}
	sayNumber                  // a block without article: {n}, and {color} if {colored}
	sayBlock                   // a block: {number}
	sayNthBlock                // the {nth} of equal ones
	sayLastBlock               // the last of equal ones
	sayNth                     // {n} where there is no word for it
	sayNoBlocks                // a clue without blocks

	sayAre    // {cells} have one of {colors}
	sayAreNot // {cells} have none of {colors} ({nor})
	sayIs     // {place} has {color}
	sayIsNot  // or not

	sayEmptyLine
	saySharedColors
	sayFullLine
	sayFullLineOfOne
	sayFullPart
	sayFullPartOfOne
	sayAllNeeded
	sayRestEmpty
	sayAllFound
	sayPunctuating
	sayPunctuatingAny
	sayCompletedBlock
	sayCompletedBlocks
	sayBegins
	sayEnds
	sayBeginsInside
	sayEndsInside
	saySimpleBox
	saySimpleBoxInside
	saySimpleBoxes
	saySimpleBoxesInside
	sayCovers // {block} covers {cover}, in a list
	sayColorAdjacency
	sayGlue
	sayGlueOnly
	sayMercury
	sayMercuryOnly
	saySplit
	sayJoin
	sayHeld     // {block} has to cover {run}, in a list
	sayHeldNext // and the next ones
	sayUnreached
	sayReach
	sayForced
	sayForcedInside
	sayNoFit
	sayFit
	sayBoundedRuns
	saySqueezing
	sayCoversTwice
	sayFoundMarks
	sayReachesNone
	sayLineLogic

	sayRefuted
	sayRefutedInside
	sayRefutedBySearch
	sayLink      // in {line} {marks}, on the way
	sayMoreLinks // {n} lines that are left out
	sayTooMany
	sayTooFew
	sayTooLong
	sayNoPlace

	sayLookAt
	sayTechnique
	sayGives
	sayFinished
	sayAmbiguous
	sayNoSolution
	sayGaveUp
	sayAndSoOn
	sayWrong
	sayWrongRows
	sayWrongPlaces
	sayOthers
	saySomethingWrong
	sayBroken

	saySteps
	sayCannotFill
	sayStopped
	sayDiffer

	sayingCount = int(sayDiffer) + 1
)

// voice is a language.
type voice struct {
	// What joins lists: between two, and before the last. Clauses are told with verbs, findings
	// are what squeezing shows.
	and, or, nor, clauses, findings [2]string
	// What stands between sentences, between places, and between the blocks of a colored clue.
	space, semicolon, colorClue string
	ordinals                    []string // of the first ten
	// manyZeros is set where nothing takes the plural, as in "0 steps".
	manyZeros bool
	// colors are what everybody knows, by the English name, in the forms that the templates ask
	// for; names are other words that stand alone. What is not found is said as in English.
	colors     map[string]string
	names      map[string]string
	techniques [techniqueCount]struct{ name, summary string }
	sayings    [sayingCount]string
}

// part is something that a template can name: words in the forms of the language, and a
// number to choose by.
type part struct {
	forms  []string
	choice int
}

func text(forms ...string) part { return part{forms: forms} }

// chosen is a part that only chooses.
func chosen(n int) part { return part{choice: n} }

func whether(b bool) part {
	if b {
		return chosen(1)
	}
	return chosen(0)
}

// number is a number of things.
func (v *voice) number(n int) part { return part{[]string{strconv.Itoa(n)}, v.form(n)} }

// form chooses between the words for one thing and for several.
func (v *voice) form(n int) int {
	if n == 1 || n == 0 && !v.manyZeros {
		return 0
	}
	return 1
}

// name is a word that stands alone.
func (v *voice) name(english string) string {
	if told := v.names[english]; told != "" {
		return told
	}
	return english
}

// color is a color that everybody knows, in its forms.
func (v *voice) color(english string) part {
	if told := v.colors[english]; told != "" {
		return text(strings.Split(told, "/")...)
	}
	return text(english)
}

// list joins words.
func list(words []string, by [2]string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], by[0]) + by[1] + words[n-1]
	}
}

// parts are what a template can name, by their names.
type parts map[string]part

// say tells a saying with the parts that it names.
func (v *voice) say(what saying, with parts) string {
	return fill(v.sayings[what], func(name string) part { return with[name] })
}

// fill puts parts into a template.
func fill(template string, named func(string) part) string {
	var b strings.Builder
	for {
		from := strings.IndexByte(template, '{')
		if from < 0 {
			b.WriteString(template)
			return b.String()
		}
		to := from + closing(template[from:])
		b.WriteString(template[:from])
		b.WriteString(placeholder(template[from+1:to], named))
		template = template[to+1:]
	}
}

// closing is where the brace is closed that the text begins with.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text) - 1
}

// placeholder is what a placeholder, without its braces, stands for.
func placeholder(inner string, named func(string) part) string {
	name, alternatives, chooses := strings.Cut(inner, "?")
	if chooses {
		all := split(alternatives)
		return fill(all[min(named(name).choice, len(all)-1)], named)
	}
	plain := strings.TrimPrefix(name, "^")
	plain, form, _ := strings.Cut(plain, ".")
	forms := named(plain).forms
	if len(forms) == 0 {
		return ""
	}
	at, _ := strconv.Atoi(form) // none is the first
	told := forms[min(at, len(forms)-1)]
	if name[0] == '^' {
		return capital(told)
	}
	return told
}

// split splits alternatives where no brace is open.
func split(text string) []string {
	var all []string
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '|':
			if depth == 0 {
				all = append(all, text[from:i])
				from = i + 1
			}
		}
	}
	return append(all, text[from:])
}

// capital begins a text with a capital letter.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return strings.ToUpper(string(first)) + s[size:]
}
