package schema

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"nonogram"
	"nonogram/format/object"
	"nonogram/internal/api"
	"nonogram/teach"
)

// alias tells what reflection cannot see: types that write themselves as something
// else than their kind.
func alias(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[object.Puzzle](), reflect.TypeFor[object.Nonogram]())
	r.RegisterTypeAlias(reflect.TypeFor[object.Block](), reflect.TypeFor[blockSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[api.Seed](), reflect.TypeFor[seedSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[api.Timeout](), reflect.TypeFor[float64]())
	r.RegisterTypeAlias(reflect.TypeFor[nonogram.Status](), reflect.TypeFor[statusSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[api.Levels](), reflect.TypeFor[[]levelSchema]()) // or it would be taken for bytes
	r.RegisterTypeAlias(reflect.TypeFor[api.ErrorCode](), reflect.TypeFor[codeSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[teach.Level](), reflect.TypeFor[levelSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[teach.Technique](), reflect.TypeFor[techniqueSchema]())
}

type (
	blockSchema     struct{}
	seedSchema      string
	codeSchema      string
	statusSchema    string
	levelSchema     string
	techniqueSchema string
)

func (blockSchema) Schema(huma.Registry) *huma.Schema {
	length := &huma.Schema{Type: huma.TypeInteger, Minimum: new(float64), Maximum: new(float64(object.MaxLength)), Nullable: true, Description: "The length; null where it is unknown"}
	length.PrecomputeMessages()
	object := &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: false, Required: []string{"n"},
		Properties: map[string]*huma.Schema{
			"n": length,
			"c": {Type: huma.TypeString, Description: "The symbol or the name of its color"},
		},
		Description: "A block of a color",
	}
	object.PrecomputeMessages()
	block := &huma.Schema{OneOf: []*huma.Schema{length, object}, Description: "A block: its length, or in color puzzles an object"}
	block.PrecomputeMessages()
	return block
}

func (seedSchema) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{
		Type: huma.TypeString, Pattern: "^-?[0-9]+$",
		Description: "A whole number in digits, since numbers of JSON keep only fifteen of them; a number is read too",
	}
	s.PrecomputeMessages()
	return s
}

func (codeSchema) Schema(huma.Registry) *huma.Schema {
	return enum("What kind of error it is, for programs; others may be added", api.ErrorCodes()...)
}

func enum[T ~string](description string, values ...T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: description}
	for _, v := range values {
		s.Enum = append(s.Enum, string(v))
	}
	s.PrecomputeMessages()
	return s
}

func (statusSchema) Schema(huma.Registry) *huma.Schema {
	return enum("What is known of the solutions", "undecided", "solved", "unique", "multiple", "unsolvable")
}

func (levelSchema) Schema(huma.Registry) *huma.Schema {
	var names []string
	for _, l := range teach.Levels() {
		names = append(names, l.String())
	}
	return enum("A degree of difficulty", names...)
}

func (techniqueSchema) Schema(huma.Registry) *huma.Schema {
	var names []string
	for _, t := range teach.Techniques() {
		names = append(names, t.ID)
	}
	return enum("A technique: "+strings.Join(names[:2], ", ")+" and so on", names...)
}
