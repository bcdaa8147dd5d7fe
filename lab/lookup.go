package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Finding methods by what people type: a name or a number, with options behind
// colons, so that lists of them can be separated by commas.
//
//	dfs_wiki   7   table_dfs:columns   table_dfs:pruning=columns
//	force:max_iter=1000   perm_elim:turns:verbose=false
//
// Upper and lower case are the same, since the sources print DFS_rulecut and
// max_iter = Inf. Part of a name will do if no other has it. A value that only one
// option of the method has can stand alone, and so can the name of an option that is
// on or off.

// LookupError says what is wrong with the name of a method or with its options.
type LookupError struct {
	Text     string // the part that is not understood
	Expected string
	// Unknown reports that there is no such method; otherwise an option is wrong.
	Unknown bool
	// Matches are the methods that a part of a name may stand for, if it is several.
	Matches []string
}

func (e *LookupError) Error() string {
	if len(e.Matches) > 0 {
		return fmt.Sprintf("method %q is one of several, expected one of %s", e.Text, strings.Join(e.Matches, ", "))
	}
	what := "option"
	if e.Unknown {
		what = "method"
	}
	return fmt.Sprintf("unknown %s %q, expected %s", what, e.Text, e.Expected)
}

// Lookup finds a method and its configuration. The error is a [*LookupError].
func Lookup(text string) (*Method, Config, error) {
	name, rest, more := strings.Cut(text, ":")
	m, err := find(strings.ToLower(name))
	if err != nil {
		err.Text = name
		return nil, Config{}, err
	}
	c := Config{}
	for more {
		var option string
		option, rest, more = strings.Cut(rest, ":")
		if !m.set(&c, strings.ToLower(option)) {
			return nil, Config{}, &LookupError{Text: option, Expected: m.expected()}
		}
	}
	return m, c, nil
}

// find is the method of a number, of a name, or of a part that only one name has.
func find(name string) (*Method, *LookupError) {
	var part []*Method
	for _, m := range Methods() {
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
	e := &LookupError{Expected: "a number or one of " + strings.Join(Names(), ", "), Unknown: len(part) == 0}
	for _, m := range part {
		e.Matches = append(e.Matches, m.Name)
	}
	return nil, e
}

// minPart is how much of a name it takes to mean it.
const minPart = 3

// Names lists the names of all methods.
func Names() []string {
	var names []string
	for _, m := range Methods() {
		names = append(names, m.Name)
	}
	return names
}

// Label is the text by which [Lookup] finds the method with this configuration:
// the name, and every option that is not as usual.
func (m *Method) Label(c Config) string {
	label := m.Name
	for _, o := range m.Options {
		switch value := c.get(o.Name); {
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

// set applies "name=value", "value" or "name" to a configuration; false if the
// method has no such option.
func (m *Method) set(c *Config, text string) bool {
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

// set sets an option by its name; false if it has no such value.
func (c *Config) set(name, value string) bool {
	switch name {
	case "pruning":
		return choose(&c.Pruning, pruningNames[:], value)
	case "boards":
		return choose(&c.Waiting, waitingNames[:], value)
	case "side":
		return choose(&c.Side, sideNames[:], value)
	case "order":
		return choose(&c.Order, orderNames[:], value)
	case "max_iter":
		if value == "inf" {
			c.MaxIter = Endless
			return true
		}
		n, err := strconv.ParseInt(value, 10, 64)
		c.MaxIter = n
		return err == nil && n > 0
	}
	on, err := strconv.ParseBool(value)
	switch name {
	case "liao":
		c.Liao = on
	case "parallel":
		c.Serial = !on
	case "reuse":
		c.Reuse = on
	case "verbose":
		c.Quiet = !on
	}
	return err == nil
}

// choose sets one of a few values by its name.
func choose[T ~uint8](v *T, names []string, name string) bool {
	i := slices.Index(names, name)
	*v = T(max(i, 0))
	return i >= 0
}

// get is the value of an option.
func (c *Config) get(name string) string {
	switch name {
	case "pruning":
		return c.Pruning.String()
	case "boards":
		return c.Waiting.String()
	case "side":
		return sideNames[c.Side]
	case "order":
		return c.Order.String()
	case "liao":
		return strconv.FormatBool(c.Liao)
	case "max_iter":
		switch c.MaxIter {
		case 0:
			return strconv.Itoa(DefaultMaxIter)
		case Endless:
			return "inf"
		}
		return strconv.FormatInt(c.MaxIter, 10)
	case "parallel":
		return strconv.FormatBool(!c.Serial)
	case "reuse":
		return strconv.FormatBool(c.Reuse)
	}
	return strconv.FormatBool(!c.Quiet)
}
