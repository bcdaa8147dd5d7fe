package schema

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// How the types of Go are described, as encoding/json writes them. A struct is described
// once, by its name, and referred to. Its fields may have these tags:
//
//	doc                        what it is
//	example                    a value, in JSON, or a text without quotes
//	minimum, maximum           of a number
//	maxLength                  of a text
//	enum                       the texts to choose from, between commas
//	hidden:"true"              it is read, for older programs, but not described
//
// enum and the bounds of a list are those of what stands in it. What may be missing has
// omitempty or omitzero in its tag for JSON; all else is required. An empty list is
// written as one, never as null.

// Of is the schema of a type: of a struct a reference.
func (s *Set) Of(t reflect.Type) *Schema {
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	t = writtenAs(t)
	if described := special(t); described != nil {
		return described
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return &Schema{Type: "string"}
	}
	described := s.ofKind(t)
	if pointer && described.Ref == "" && described.Items == nil {
		described.Type = []any{described.Type, "null"}
	}
	return described
}

// ofKind describes a type that encoding/json has no exception for.
func (s *Set) ofKind(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Int, reflect.Int64:
		return &Schema{Type: "integer", Format: "int64"}
	case reflect.Int8, reflect.Int16, reflect.Int32:
		return &Schema{Type: "integer", Format: "int32"}
	case reflect.Uint, reflect.Uint64:
		return &Schema{Type: "integer", Format: "int64", Minimum: new(0.0)}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return &Schema{Type: "integer", Format: "int32", Minimum: new(0.0)}
	case reflect.Float64:
		return &Schema{Type: "number", Format: "double"}
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Slice, reflect.Array:
		return s.list(t)
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: s.Of(t.Elem())}
	case reflect.Struct:
		s.object(t)
		return &Schema{Ref: s.prefix + t.Name()}
	case reflect.Interface:
		return &Schema{} // anything
	}
	panic(fmt.Sprintf("schema: %s cannot be described", t))
}

func (s *Set) list(t reflect.Type) *Schema {
	if t.Elem() == reflect.TypeFor[byte]() { // other types of its kind may write themselves
		return &Schema{Type: "string", ContentEncoding: "base64"}
	}
	list := &Schema{Type: "array", Items: s.Of(t.Elem())}
	if t.Kind() == reflect.Array {
		list.MinItems, list.MaxItems = t.Len(), t.Len()
	}
	return list
}

// object describes a struct, once. Two that share their name are a mistake in this
// program, and every test of the server finds it.
func (s *Set) object(t reflect.Type) {
	if was, ok := s.types[t.Name()]; ok || t.Name() == "" {
		if was != t {
			panic(fmt.Sprintf("schema: %s has the name of %v", t, was))
		}
		return
	}
	described := &Schema{Type: "object", AdditionalProperties: false, Properties: map[string]*Schema{}}
	s.Named[t.Name()], s.types[t.Name()] = described, t
	for _, f := range Fields(t) {
		described.Properties[f.Name] = s.OfField(f)
		if !f.optional() {
			described.Required = append(described.Required, f.Name)
		}
	}
}

// optional reports a field that is left out where there is nothing to say.
func (f *Field) optional() bool {
	tag := f.Tag.Get("json")
	return strings.Contains(tag, ",omitempty") || strings.Contains(tag, ",omitzero")
}

// OfField is the schema of a field, with what its tags say.
func (s *Set) OfField(f Field) *Schema {
	described := s.Of(f.Type)
	if types, ok := described.Type.([]any); ok && f.optional() {
		described.Type = types[0] // it is missing rather than null
	}
	if doc := f.Tag.Get("doc"); doc != "" {
		described.Description = doc
	}
	if example, ok := f.Tag.Lookup("example"); ok {
		described.Examples = []any{valueOf(described, example)}
	}
	single := described
	if described.Items != nil {
		single = described.Items
	}
	if enum := f.Tag.Get("enum"); enum != "" {
		single.Enum = strings.Split(enum, ",")
	}
	f.number("minimum", &single.Minimum)
	f.number("maximum", &single.Maximum)
	if text, ok := f.Tag.Lookup("maxLength"); ok {
		length, _ := strconv.Atoi(text)
		single.MaxLength = &length
	}
	return described
}

// number reads a tag, if the field has it.
func (f *Field) number(tag string, into **float64) {
	if text, ok := f.Tag.Lookup(tag); ok {
		value, _ := strconv.ParseFloat(text, 64)
		*into = &value
	}
}

// valueOf reads an example.
func valueOf(s *Schema, text string) any {
	if s.Type != "string" && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return text
}
