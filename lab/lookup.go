package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// LookupError reports an unknown method or option.
type LookupError struct {
	Text     string // the unknown part
	Expected string
	// Unknown reports an unknown method, as opposed to an option.
	Unknown bool
	// matches are the methods that an ambiguous part of a name matches.
	matches []string
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
// option. Case does not matter. The error is a [*LookupError].
func Lookup(text string) (*Method, error) {
	name, rest, more := strings.Cut(text, ":")
	m, err := find(strings.ToLower(name))
	if err != nil {
		err.Text = name
		return nil, err
	}
	for more {
		var option string
		option, rest, more = strings.Cut(rest, ":")
		if !m.set(strings.ToLower(option)) {
			return nil, &LookupError{Text: option, Expected: m.expected()}
		}
	}
	return m, nil
}

// find returns the method of a number, a name or a unique part of a name.
func find(name string) (*Method, *LookupError) {
	var part []*Method
	var names []string
	for _, m := range Methods() {
		names = append(names, m.Name)
		if name == m.Name || name == strconv.Itoa(m.Number) {
			return &m, nil
		}
		if len(name) >= minPart && strings.Contains(m.Name, name) {
			part = append(part, &m)
		}
	}
	if len(part) == 1 {
		return part[0], nil
	}
	e := &LookupError{Expected: "a number or one of " + strings.Join(names, ", "), Unknown: len(part) == 0}
	for _, m := range part {
		e.matches = append(e.matches, m.Name)
	}
	return nil, e
}

// minPart is the least length of a part of a name.
const minPart = 3

// Label is the text for which [Lookup] returns this method: the name, and every option
// that differs from its default.
func (m *Method) Label() string {
	label := m.Name
	for _, o := range m.Options {
		switch value := m.config.get(o.Name); {
		case value == o.Default:
		case value == "true":
			label += ":" + o.Name
		case slices.Contains(o.Values, value) && o.Values[0] != number && !o.isFlag():
			label += ":" + value
		default:
			label += ":" + o.Name + "=" + value
		}
	}
	return label
}

// number stands for any positive number among the values of an option.
const number = "N"

// set sets an option by "name=value", "value" or "name"; false if it is unknown.
func (m *Method) set(text string) bool {
	c := &m.config
	name, value, hasValue := strings.Cut(text, "=")
	for _, o := range m.Options {
		switch {
		case hasValue && name == o.Name:
			return c.set(name, value)
		case !hasValue && name == o.Name && o.isFlag():
			return c.set(name, "true")
		case !hasValue && name != number && !o.isFlag() && slices.Contains(o.Values, name):
			return c.set(o.Name, name)
		}
	}
	return false
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

// set sets an option; false if the value is invalid.
func (c *config) set(name, value string) bool {
	switch name {
	case "pruning":
		return choose(&c.pruning, pruningNames[:], value)
	case "boards":
		return choose(&c.waiting, waitingNames[:], value)
	case "side":
		return choose(&c.side, sideNames[:], value)
	case "order":
		return choose(&c.order, orderNames[:], value)
	case "max_iter":
		if value == "inf" {
			c.maxIter = endless
			return true
		}
		n, err := strconv.ParseInt(value, 10, 64)
		c.maxIter = n
		return err == nil && n > 0
	}
	on, err := strconv.ParseBool(value)
	switch name {
	case "liao":
		c.liao = on
	case "parallel":
		c.serial = !on
	case "reuse":
		c.reuse = on
	case "verbose":
		c.quiet = !on
	}
	return err == nil
}

// choose sets a value by its name.
func choose[T ~uint8](v *T, names []string, name string) bool {
	i := slices.Index(names, name)
	*v = T(max(i, 0))
	return i >= 0
}

// get returns the value of an option.
func (c *config) get(name string) string {
	switch name {
	case "pruning":
		return c.pruning.String()
	case "boards":
		return c.waiting.String()
	case "side":
		return sideNames[c.side]
	case "order":
		return c.order.String()
	case "liao":
		return strconv.FormatBool(c.liao)
	case "max_iter":
		switch c.maxIter {
		case 0:
			return strconv.Itoa(defaultMaxIter)
		case endless:
			return "inf"
		}
		return strconv.FormatInt(c.maxIter, 10)
	case "parallel":
		return strconv.FormatBool(!c.serial)
	case "reuse":
		return strconv.FormatBool(c.reuse)
	}
	return strconv.FormatBool(!c.quiet)
}
