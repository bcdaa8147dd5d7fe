package teach

import (
	"bytes"
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A locale holds the sentence templates of a language. A template is a whole sentence, so
// that each language has its own word order and grammar. Placeholders insert names of
// things:
//
//	{cells}              the part of that name, in its first form
//	{cells.1}            in another form, as the language's file explains
//	{^cells}             with a capital letter
//	{cells?is|are}       one or the other, by its number: of one, of more
//	{axis?row|column}    or by what it is: see sentence.go
//
// Alternatives may contain placeholders. Inserted text is never read as a template: a
// color may be called "{cells}".
//
// A template that a language lacks is taken from English.

// locale is the grammar and the templates of a language.
type locale struct {
	// Separators of lists: between items, and before the last. Clauses have verbs; findings
	// are the results of squeezing; heldBy joins blocks that are tied to runs.
	and, or, nor, clauses, findings, heldBy [2]string
	// Separators of sentences, after a phrase that begins them, of places, and of the blocks of a
	// colored clue.
	space, stop, semicolon, colorClue string
	decimal                           string   // the mark before decimals
	ordinals                          []string // of the first ones
	plurals, ordinalForms             []uint8  // see readPlurals
	// colors maps the English names of common colors to the forms that the templates use;
	// names maps other words. Missing entries fall back to English.
	colors     map[string]string
	names      map[string]string
	techniques map[string]string // by ID: name | summary
	templates  map[string]string
	book       map[string]string // the words of a book, by their English form
}

//go:embed locales
var localeFiles embed.FS

// locales are the languages' files, read when they are first needed.
var locales = func() (list [len(languageTags)]func() *locale) {
	for i, tag := range languageTags {
		list[i] = sync.OnceValue(func() *locale { return readLocale(tag) })
	}
	return list
}()

func english() *locale { return locales[English]() }

// readLocale reads a file of key = value lines in sections. Quotes keep blanks at the ends
// of a value. The values of [joiners] are lists of quoted words, in English if they are missing.
func readLocale(tag string) *locale {
	sections := readSections(tag)
	words := func(key string) []string {
		if list, ok := sections["joiners"][key]; ok {
			return quoted(list)
		}
		return quoted(readSections(English.String())["joiners"][key])
	}
	pair := func(key string) (by [2]string) {
		copy(by[:], words(key))
		return by
	}
	word := func(key string) string { return strings.Join(words(key), "") }
	return &locale{
		and: pair("and"), or: pair("or"), nor: pair("nor"), clauses: pair("clauses"), findings: pair("findings"), heldBy: pair("held"),
		space: word("space"), stop: word("stop"), semicolon: word("semicolon"), colorClue: word("color-clue"), decimal: word("decimal"),
		ordinals: words("ordinals"), plurals: readPlurals(tag, "count"), ordinalForms: readPlurals(tag, "order"),
		colors: sections["colors"], names: sections["names"], techniques: sections["techniques"], templates: sections["sentences"],
		book: sections["book"],
	}
}

// readSections reads the lines of a file by section and key.
func readSections(tag string) map[string]map[string]string {
	data, _ := localeFiles.ReadFile("locales/" + tag + ".txt") // without it everything is English
	sections := map[string]map[string]string{"": {}}
	section := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		key, value, ok := strings.Cut(line, " = ")
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
			sections[section] = map[string]string{}
		case ok:
			if plain, err := strconv.Unquote(value); err == nil && section != "joiners" {
				value = plain
			}
			sections[section][key] = value
		}
	}
	return sections
}

// quoted reads a list of quoted words. It ends where no word begins.
func quoted(text string) (words []string) {
	for {
		text = strings.TrimSpace(text)
		word, err := strconv.QuotedPrefix(text)
		if err != nil {
			return words
		}
		text = text[len(word):]
		word, _ = strconv.Unquote(word) // which QuotedPrefix has read
		words = append(words, word)
	}
}

// part is the value of a placeholder: words in the forms of the language, and a number
// that selects an alternative.
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
func (v *locale) number(n int) part { return part{[]string{strconv.Itoa(n)}, v.form(n)} }

// form chooses between the words after a number: "1 step", "2 steps".
func (v *locale) form(n int) int { return formOf(n, v.plurals) }

func formOf(n int, forms []uint8) int {
	if n >= len(forms) {
		n = 100 + n%100
	}
	return int(forms[n])
}

// several chooses between words about one thing and about several, whatever their number:
// "the cell", "the cells".
func several(n int) int {
	if n == 1 {
		return 0
	}
	return 1
}

// readPlurals returns the plural form of each number from 0 to 199, of counts or of ordinal
// numbers; those of larger numbers follow from their last two digits. The file is made from the
// rules of CLDR, see its test. Languages without plurals have a form for one and a form for the
// others.
func readPlurals(tag, what string) (forms []uint8) {
	data, _ := localeFiles.ReadFile("locales/plurals.txt")
	for line := range strings.Lines(string(data)) {
		if found := strings.Fields(line); found[0] == tag && found[1] == what {
			for _, run := range found[2:] {
				forms = append(forms, readRun(run)...)
			}
			return forms
		}
	}
	return slices.Concat(readRun("1"), readRun("0"), readRun("1*198"))
}

// readRun reads a form and how often it comes: "1*198".
func readRun(run string) []uint8 {
	form, times, _ := strings.Cut(run, "*")
	n, _ := strconv.Atoi(times) // none is once
	return bytes.Repeat([]uint8{form[0] - '0'}, max(n, 1))
}

// name translates a single word.
func (v *locale) name(english string) string {
	if word := v.names[english]; word != "" {
		return word
	}
	return english
}

// color returns the forms of a common color.
func (v *locale) color(english string) part {
	if forms := v.colors[english]; forms != "" {
		return text(strings.Split(forms, "/")...)
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

// parts holds the values of placeholders by name.
type parts map[string]part

// format fills a template with parts.
func (v *locale) format(what string, with parts) string {
	return fill(v.template(what), func(name string) part { return with[name] })
}

// template returns a template, in English if the language lacks it.
func (v *locale) template(id string) string {
	if t, ok := v.templates[id]; ok {
		return t
	}
	return english().templates[id]
}

// fill inserts parts into a template.
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

// closing returns the index of the brace that closes the one at the start of text.
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

// placeholder evaluates a placeholder, given without its braces.
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
	form = forms[min(at, len(forms)-1)]
	if name[0] == '^' {
		return capital(form)
	}
	return form
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
