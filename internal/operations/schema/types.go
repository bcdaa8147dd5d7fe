package schema

import (
	"encoding/json"
	"reflect"
	"strings"

	"nonogram"
	"nonogram/format/object"
	"nonogram/internal/operations"
	"nonogram/teach"
)

// What reflection cannot see: types that write themselves as something else than their
// kind.

// writtenAs is the type that one is written like, most often itself.
func writtenAs(t reflect.Type) reflect.Type {
	switch t {
	case reflect.TypeFor[object.Puzzle]():
		return reflect.TypeFor[object.Nonogram]()
	case reflect.TypeFor[operations.Timeout]():
		return reflect.TypeFor[float64]()
	}
	return t
}

// special describes a type that no other is written like; nil for all others.
func special(t reflect.Type) *Schema {
	switch t {
	case reflect.TypeFor[json.RawMessage]():
		return &Schema{}
	case reflect.TypeFor[object.Block]():
		return block()
	case reflect.TypeFor[operations.Seed]():
		return &Schema{
			Type: "string", Pattern: "^-?[0-9]+$",
			Description: "A whole number in digits, since numbers of JSON keep only fifteen of them; a number is read too",
		}
	case reflect.TypeFor[nonogram.Status]():
		return enum("What is known of the solutions", []string{"undecided", "solved", "unique", "multiple", "unsolvable"}, strings.Clone)
	case reflect.TypeFor[operations.ErrorCode]():
		return enum("What kind of error it is, for programs; others may be added", operations.ErrorCodes(), func(c operations.ErrorCode) string { return string(c) })
	case reflect.TypeFor[teach.Level]():
		return enum("A degree of difficulty", teach.Levels(), teach.Level.String)
	case reflect.TypeFor[teach.Technique]():
		s := enum("", teach.Techniques(), func(t teach.TechniqueInfo) string { return t.ID })
		s.Description = "A technique: " + strings.Join(s.Enum[:2], ", ") + " and so on"
		return s
	}
	return nil
}

func enum[T any](description string, values []T, name func(T) string) *Schema {
	s := &Schema{Type: "string", Description: description}
	for _, v := range values {
		s.Enum = append(s.Enum, name(v))
	}
	return s
}

func block() *Schema {
	length := &Schema{
		Type: []any{"integer", "null"}, Minimum: new(0.0), Maximum: new(float64(object.MaxLength)),
		Description: "The length; null where it is unknown",
	}
	colored := &Schema{
		Type: "object", AdditionalProperties: false, Required: []string{"n"}, Description: "A block of a color",
		Properties: map[string]*Schema{
			"n": length,
			"c": {Type: "string", Description: "The symbol or the name of its color"},
		},
	}
	return &Schema{OneOf: []*Schema{length, colored}, Description: "A block: its length, or in color puzzles an object"}
}
