package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"nonogram"
	"nonogram/internal/object"
	"nonogram/internal/operations"
	"nonogram/teach"
)

var (
	puzzleType   = reflect.TypeFor[object.Puzzle]()
	nonogramType = reflect.TypeFor[object.Nonogram]()
)

// special returns the schemas of the types that JSON writes unlike their kind. References
// begin with the prefix.
func special(prefix string) map[reflect.Type]*Schema {
	technique := enum("", teach.Techniques(), func(t teach.TechniqueInfo) string { return t.ID })
	technique.Description = fmt.Sprintf("A technique: %v, %v and so on", technique.Enum[0], technique.Enum[1])
	return map[reflect.Type]*Schema{
		puzzleType:                            {Ref: prefix + nonogramType.Name()},
		reflect.TypeFor[operations.Timeout](): {Type: "number"},
		reflect.TypeFor[json.RawMessage]():    {},
		reflect.TypeFor[[]byte]():             {Type: "string", ContentEncoding: "base64"},
		reflect.TypeFor[object.Block]():       block(),
		reflect.TypeFor[operations.Seed](): {
			Type: "string", Pattern: "^-?[0-9]+$",
			Description: "A whole number in digits, because JSON numbers keep only fifteen of them; a number is accepted too",
		},
		reflect.TypeFor[nonogram.Status](): enum("What is known about the solutions",
			[]string{"undecided", "solved", "unique", "multiple", "unsolvable"}, strings.Clone),
		reflect.TypeFor[operations.ErrorCode](): enum("The kind of error, for programs; others may be added",
			operations.ErrorCodes(), func(c operations.ErrorCode) string { return string(c) }),
		reflect.TypeFor[teach.Level]():     enum("A level of difficulty", teach.Levels(), teach.Level.String),
		reflect.TypeFor[teach.Technique](): technique,
	}
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
		Types: []string{"integer", "null"}, Minimum: new(0.0), Maximum: new(float64(object.MaxLength)),
		Description: "The length; null where it is unknown",
	}
	colored := &Schema{
		Type: "object", AdditionalProperties: &Schema{Not: &Schema{}}, Required: []string{"n"}, Description: "A block of a color",
		Properties: map[string]*Schema{
			"n": length,
			"c": {Type: "string", Description: "The symbol or the name of its color"},
		},
	}
	return &Schema{OneOf: []*Schema{length, colored}, Description: "A block: its length, or in color puzzles an object"}
}
