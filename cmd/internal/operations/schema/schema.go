// Package schema describes the requests and answers of the operations as JSON Schema
// 2020-12, for the OpenAPI document of the HTTP server and for MCP. The schemas are
// inferred from the Go types by jsonschema-go; special describes the types that JSON
// writes unlike their kind. A schema only describes: operations check requests themselves.
//
// Each struct gets a schema of its own, by name, to which others refer. Besides json,
// fields may have these tags:
//
//	doc                the description
//	example            a value, in JSON, or a text without quotes
//	minimum, maximum   of a number
//	maxLength          of a text
//	enum               the texts to choose from, separated by commas
//	hidden:"true"      read for older programs, but not described
//
// For a list, enum and the bounds apply to its elements. Fields with omitempty or omitzero
// are optional; all others are required. No value is null: empty lists are written as [].
package schema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/internal/object"
	"nonogram/teach"
)

// Schema is a JSON Schema.
type Schema = jsonschema.Schema

// Set is a set of schemas that refer to each other.
type Set struct {
	// Named holds the schemas of all structs, by the name of the type.
	Named  map[string]*Schema
	types  map[reflect.Type]*Schema // references to structs, and types that are not structs
	prefix string
}

// NewSet returns an empty set. References begin with the prefix, such as
// "#/components/schemas/".
func NewSet(prefix string) *Set {
	return &Set{Named: map[string]*Schema{}, types: special(prefix), prefix: prefix}
}

// Alone returns the schema of a struct with the schemas that it refers to.
func Alone(t reflect.Type) *Schema {
	s := NewSet("#/$defs/")
	s.Of(t)
	alone := s.Named[t.Name()]
	delete(s.Named, t.Name())
	if len(s.Named) > 0 {
		alone.Defs = s.Named
	}
	return alone
}

// Of returns the schema of a type. For a struct it is a reference.
func (s *Set) Of(t reflect.Type) *Schema {
	s.visit(t)
	described := infer(t, s.types)
	notNull(described)
	return described
}

// OfField returns the schema of a field, including its tags.
func (s *Set) OfField(f Field) *Schema {
	described := s.Of(f.Type)
	f.describe(described)
	return described
}

// infer panics if a type has no schema: the types are those of this program.
func infer(t reflect.Type, types map[reflect.Type]*Schema) *Schema {
	described, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: types})
	if err != nil {
		panic(err)
	}
	return described
}

// notNull removes null, which jsonschema-go allows for lists and pointers.
func notNull(s *Schema) {
	if i := slices.Index(s.Types, "null"); i >= 0 {
		s.Types = slices.Delete(s.Types, i, i+1)
	}
	switch len(s.Types) {
	case 0:
		s.Types = nil
	case 1:
		s.Type, s.Types = s.Types[0], nil
	}
	if s.Items != nil {
		notNull(s.Items)
	}
}

// visit describes the structs in a type and the types that are written as texts.
func (s *Set) visit(t reflect.Type) {
	switch {
	case s.types[t] != nil:
		if t == puzzleType {
			s.visit(nonogramType)
		}
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		s.types[t] = &Schema{Type: "string"}
	case t.Kind() == reflect.Struct:
		s.object(t)
	case slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}, t.Kind()):
		s.visit(t.Elem())
	}
}

// object describes a struct. It panics if another struct has the same name.
func (s *Set) object(t reflect.Type) {
	if s.Named[t.Name()] != nil || t.Name() == "" {
		panic(fmt.Sprintf("schema: the name of %s is empty or not unique", t))
	}
	s.types[t] = &Schema{Ref: s.prefix + t.Name()}
	s.Named[t.Name()] = nil
	fields := Fields(t)
	for _, f := range fields {
		s.visit(f.Type)
	}
	// The struct itself and those embedded in it are not references here.
	types := maps.Clone(s.types)
	delete(types, t)
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			delete(types, f.Type)
		}
	}
	described := infer(t, types)
	all := described.Properties
	described.Properties, described.PropertyOrder = map[string]*Schema{}, nil
	for _, f := range fields {
		notNull(all[f.Name])
		f.describe(all[f.Name])
		described.Properties[f.Name] = all[f.Name]
		described.PropertyOrder = append(described.PropertyOrder, f.Name)
	}
	s.Named[t.Name()] = described
}

// Field is a field of a request or an answer, by its name in JSON.
type Field struct {
	Name string
	reflect.StructField
}

// describe adds the tags of a field to its schema.
func (f *Field) describe(s *Schema) {
	if doc := f.Tag.Get("doc"); doc != "" {
		s.Description = doc
	}
	if example, ok := f.Tag.Lookup("example"); ok {
		s.Examples = []any{example}
		if s.Type != "string" && json.Valid([]byte(example)) {
			s.Examples[0] = json.RawMessage(example)
		}
	}
	single := s
	if s.Items != nil {
		single = s.Items
	}
	if list := f.Tag.Get("enum"); list != "" {
		single.Enum = enum("", strings.Split(list, ","), strings.Clone).Enum
	}
	f.number("minimum", &single.Minimum)
	f.number("maximum", &single.Maximum)
	if text, ok := f.Tag.Lookup("maxLength"); ok {
		length, _ := strconv.Atoi(text)
		single.MaxLength = &length
	}
}

// number reads a tag, if the field has it.
func (f *Field) number(tag string, into **float64) {
	if text, ok := f.Tag.Lookup(tag); ok {
		value, _ := strconv.ParseFloat(text, 64)
		*into = &value
	}
}

// Fields lists the fields that a struct has in JSON, including those of embedded structs
// and without hidden ones.
func Fields(t reflect.Type) []Field {
	var list []Field
	if t.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.Anonymous && f.IsExported() && name != "-" && f.Tag.Get("hidden") != "true" {
			list = append(list, Field{name, f})
		}
	}
	return list
}

// Names lists the names of the fields of a struct.
func Names(t reflect.Type) []string {
	names := []string{}
	for _, f := range Fields(t) {
		names = append(names, f.Name)
	}
	return names
}

// Has reports whether a struct has a field of that name.
func Has(t reflect.Type, name string) bool { return slices.Contains(Names(t), name) }

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
		reflect.TypeFor[object.Clue]():        clue(),
		reflect.TypeFor[operations.Seed](): {
			Type: "string", Pattern: "^-?[0-9]+$",
			Description: "A whole number in digits, because JSON numbers keep only fifteen of them; a number is accepted too",
		},
		reflect.TypeFor[nonogram.Status](): enum("What is known about the solutions",
			[]string{"undecided", "solved", "unique", "multiple", "unsolvable"}, strings.Clone),
		reflect.TypeFor[operations.ErrorCode](): enum("The kind of error, for programs; others may be added",
			operations.ErrorCodes(), func(c operations.ErrorCode) string { return string(c) }),
		reflect.TypeFor[teach.Language]():  enum("A language", teach.Languages(), teach.Language.String),
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

func clue() *Schema {
	return &Schema{
		OneOf:       []*Schema{{Type: "array", Items: block()}, {Type: "string", Enum: []any{"*"}, Description: "Nothing is known of the line"}},
		Description: "The clue of a line: its blocks, none for an empty line",
	}
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
