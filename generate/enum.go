package generate

import (
	"fmt"
	"slices"
)

// enum is the kind of an enumeration and the names of its values.
type enum struct {
	kind  string
	names []string
}

// text returns the name of a value.
func (e *enum) text(value uint8) string {
	if int(value) < len(e.names) {
		return e.names[value]
	}
	return fmt.Sprintf("%s(%d)", e.kind, value)
}

// parse returns the value of a name.
func (e *enum) parse(name []byte) (uint8, error) {
	i := slices.Index(e.names, string(name))
	if i < 0 {
		return 0, fmt.Errorf("unknown %s %q, expected one of %v", e.kind, name, e.names)
	}
	return uint8(i), nil
}
