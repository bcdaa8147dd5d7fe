package server

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"nonogram"
	"nonogram/format/object"
	"nonogram/internal/api"
	"nonogram/teach"
)

// What the description says that reflection cannot see: the order of fields, and
// types that write themselves as something else than their kind.

// orderKey is the member of the description that keeps an order which objects of
// JSON do not have: that of operations and fields as people should see them.
const orderKey = "x-order"

// keepOrder notes the order of the operations and of all fields.
func keepOrder(document *huma.OpenAPI) {
	var names []string
	for _, o := range Operations() {
		names = append(names, o.Name)
	}
	document.Extensions = map[string]any{orderKey: names}
	registry := document.Components.Schemas
	for name, schema := range registry.Map() {
		if t := registry.TypeFromRef(schemaPrefix + name); t != nil {
			schema.Extensions = map[string]any{orderKey: fieldsOf(t)}
		}
	}
}

// schemaPrefix is where the description keeps its schemas.
const schemaPrefix = "#/components/schemas/"

// fieldsOf lists the names of the fields of a struct in JSON, those of embedded
// structs in their place.
func fieldsOf(t reflect.Type) []string {
	names := []string{}
	if t.Kind() != reflect.Struct {
		return names
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, fieldsOf(f.Type)...)
		case f.IsExported() && name != "-":
			names = append(names, name)
		}
	}
	return names
}

// nameSchemas tells what reflection cannot see: types that write themselves as
// something else than their kind.
func nameSchemas(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[object.Puzzle](), reflect.TypeFor[object.Nonogram]())
	r.RegisterTypeAlias(reflect.TypeFor[object.Block](), reflect.TypeFor[blockSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[api.Seed](), reflect.TypeFor[seedSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[api.Timeout](), reflect.TypeFor[float64]())
	r.RegisterTypeAlias(reflect.TypeFor[nonogram.Status](), reflect.TypeFor[statusSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[[]teach.Level](), reflect.TypeFor[[]levelSchema]()) // or it would be taken for bytes
	r.RegisterTypeAlias(reflect.TypeFor[teach.Level](), reflect.TypeFor[levelSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[teach.Technique](), reflect.TypeFor[techniqueSchema]())
}

type (
	blockSchema     struct{}
	seedSchema      struct{}
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
	block := &huma.Schema{OneOf: []*huma.Schema{length, object}, Description: "A block: its length, or in colour puzzles an object"}
	block.PrecomputeMessages()
	return block
}

func (seedSchema) Schema(huma.Registry) *huma.Schema {
	seed := &huma.Schema{
		OneOf:       []*huma.Schema{{Type: huma.TypeInteger, Minimum: new(float64)}, {Type: huma.TypeString, Pattern: "^[0-9]+$"}},
		Description: "A whole number, or one with more digits than numbers of JSON keep as a string",
	}
	for _, s := range append(seed.OneOf, seed) {
		s.PrecomputeMessages()
	}
	return seed
}

func enum(description string, values ...string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: description}
	for _, v := range values {
		s.Enum = append(s.Enum, v)
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
