package lab

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Methods by name: a number, a full name, a unique part of one, or the words of a source, with
// options after colons. Unknown names get the nearest ones.

// LookupError reports an unknown method or option.
type LookupError struct {
	Text     string // the unknown part
	Expected string
	// Unknown reports an unknown method, as opposed to an option.
	Unknown bool
	// matches are the methods that an ambiguous name or part of a name matches.
	matches []string
}

// authors maps the prefix of an author to the source of the methods and to the names that
// the author gives to methods which have another name here.
var authors = map[string]struct {
	source string
	names  map[string]string
}{
	"liao": {liao, map[string]string{"dfs": "liao:dfs"}},
	"wang": {wang, map[string]string{"bfs": "table_bfs", "dfs": "table_dfs"}},
	"peng": {peng, map[string]string{"bfs": "shift_bfs", "dfs": "row_dfs", "dfs_cutoff": "row_dfs_cutoff"}},
	"r":    {rPack, nil},
}

// AuthorNames lists the names of the methods with the prefix of their authors, as in
// "wang:bfs", by number.
func AuthorNames() []string {
	prefixes := map[string]string{}
	names := map[string]string{}
	for prefix, author := range authors {
		prefixes[author.source] = prefix
		for name, method := range author.names {
			if before := names[method]; before == "" || len(name) < len(before) {
				names[method] = name
			}
		}
	}
	var list []string
	for _, m := range Methods() {
		list = append(list, prefixes[m.Source]+":"+cmp.Or(names[m.Name], m.Name))
	}
	return list
}

func (e *LookupError) Error() string {
	if len(e.matches) > 0 {
		return fmt.Sprintf("method %q is one of several, expected one of %s", e.Text, strings.Join(e.matches, ", "))
	}
	what := "option"
	if e.Unknown {
		what = "method"
	}
	return fmt.Sprintf("unknown %s %q, expected %s", what, e.Text, e.Expected)
}

// Lookup finds a method by its name, its number or a unique part of its name, and sets
// its options, which follow after colons:
//
//	dfs_wiki   7   table_dfs:columns   table_dfs:pruning=columns
//	force:max_iter=1000   perm_elim:turns:verbose=false
//
// The value of an option suffices if it is unique, and so does the name of a boolean
// option. Case does not matter. A name may have the prefix of its author, as in liao:5,
// wang:DFS, peng:BFS and r:perm_elim; a name that several authors use must have it. The
// error is a [*LookupError].
func Lookup(text string) (*Method, error) {
	author, name, rest, more := splitAuthor(text)
	if _, ok := authors[strings.ToLower(text)]; ok {
		author, name = strings.ToLower(text), "" // all methods of the author
	}
	m, err := find(author, inOurWords(strings.ToLower(name)))
	if err != nil {
		err.Text = strings.Trim(author+":"+name, ":")
		return nil, err
	}
	for more {
		var option string
		option, rest, more = strings.Cut(rest, ":")
		if !m.choose(strings.ToLower(option)) {
			return nil, &LookupError{Text: option, Expected: m.expected()}
		}
	}
	return m, nil
}

// words are the sources' words for parts of names.
var words = map[string]string{
	"brute force": "bruteforce", "rule cutting": "rulecut", "wiki techniques": "wiki", "wikipedia techniques": "wiki", "state space cutting": "possiblecut",
	"intersection": "recursive_intersect", "intersect": "recursive_intersect", "clue table": "table", "cut off": "cutoff", "permutation elimination": "perm_elim",
	"moving blocks": "shift", "random boards": "force", "depth first": "dfs", "breadth first": "bfs", "deep first search": "dfs",
}

// inOurWords translates a name like "DFS + rule cutting".
func inOurWords(name string) string {
	parts := strings.Split(name, "+")
	for i, p := range parts {
		p = strings.Join(strings.Fields(strings.ReplaceAll(p, "-", " ")), " ")
		parts[i] = cmp.Or(words[p], strings.ReplaceAll(p, " ", "_"))
	}
	return strings.Join(parts, "_")
}

// splitAuthor splits a text into the prefix of an author, if it has one, the name and the options.
func splitAuthor(text string) (author, name, options string, more bool) {
	name, options, more = strings.Cut(text, ":")
	if _, ok := authors[strings.ToLower(name)]; ok && more {
		author = strings.ToLower(name)
		name, options, more = strings.Cut(options, ":")
	}
	return author, name, options, more
}

// shared lists the names with prefixes of a name that several authors use.
func shared(name string) []string {
	var list []string
	for _, prefix := range []string{"liao", "wang", "peng"} {
		if authors[prefix].names[name] != "" {
			list = append(list, prefix+":"+name)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// find returns the method of a number, a name or a unique part of a name, among those of an
// author if one is given.
func find(author, name string) (*Method, *LookupError) {
	if several := shared(name); author == "" && len(several) > 0 {
		return nil, &LookupError{matches: several}
	}
	if own := authors[author].names[name]; own != "" {
		name = own
	}
	var part []*Method
	var names []string
	for _, m := range Methods() {
		if author != "" && m.Source != authors[author].source {
			continue
		}
		names = append(names, m.Name)
		if name == m.Name || name == strconv.Itoa(m.Number) {
			return &m, nil
		}
		if len(name) >= minPart && strings.Contains(m.Name, name) || name == "" && author != "" {
			part = append(part, &m)
		}
	}
	if len(part) == 1 {
		return part[0], nil
	}
	e := &LookupError{Expected: "a number or one of " + strings.Join(nearest(name, names), ", "), Unknown: len(part) == 0}
	for _, m := range part {
		e.matches = append(e.matches, m.Name)
	}
	return nil, e
}

// nearest returns the names that differ least from a word, or all if none is near.
func nearest(word string, names []string) []string {
	var near []string
	least := len(word)/3 + 1
	for _, name := range names {
		switch d := distance(word, name); {
		case d < least:
			near, least = []string{name}, d
		case d == least && len(near) > 0:
			near = append(near, name)
		}
	}
	if len(near) == 0 {
		return names
	}
	return near
}

// distance is the number of letters to insert, to delete or to replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// minPart is the least length of a part of a name.
const minPart = 3

// Label is the text for which [Lookup] returns this method: the name, and every option
// that differs from its default.
func (m *Method) Label() string {
	label := m.Name
	for _, o := range m.Options {
		switch value := cmp.Or(m.set[o.Name], o.Default); {
		case value == o.Default:
		case value == "true":
			label += ":" + o.Name
		case o.Values[0] == number || o.isFlag():
			label += ":" + o.Name + "=" + value
		default:
			label += ":" + value
		}
	}
	return label
}

// number stands for any positive number among the values of an option.
const number = "N"

// choose sets an option by "name=value", "value" or "name"; false if it is unknown.
func (m *Method) choose(text string) bool {
	name, value, hasValue := strings.Cut(text, "=")
	for _, o := range m.Options {
		switch {
		case hasValue && name == o.Name:
		case !hasValue && name == o.Name && o.isFlag():
			value = "true"
		case !hasValue && !o.isFlag() && o.allows(name):
			value = name
		default:
			continue
		}
		if m.set == nil {
			m.set = map[string]string{}
		}
		m.set[o.Name] = value
		return o.allows(value)
	}
	return false
}

// allows reports whether a value is one of an option.
func (o *Option) allows(value string) bool {
	n, err := strconv.ParseInt(value, 10, 64)
	isNumber := err == nil && n > 0 && o.Values[0] == number && value == strconv.FormatInt(n, 10)
	return isNumber || value != number && slices.Contains(o.Values, value)
}

// expected lists the options of a method.
func (m *Method) expected() string {
	if len(m.Options) == 0 {
		return "none: " + m.Name + " has no options"
	}
	options := make([]string, len(m.Options))
	for i, o := range m.Options {
		options[i] = o.Name
		if !o.isFlag() || o.Default == "true" {
			options[i] += "=" + strings.Join(o.Values, "|")
		}
	}
	return strings.Join(options, ", ")
}
