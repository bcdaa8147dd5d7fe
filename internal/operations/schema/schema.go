// Package schema describes the requests and answers of the operations as JSON Schema,
// for those who show it to strangers: the HTTP server in its OpenAPI document, and
// the server of tools for assistants.
//
//	api.Operation.Request, .Answer ─▶ Set ─▶ components of OpenAPI
//	                                  Tool ─▶ one schema that needs no other
//
// It comes from the same Go types that requests are read into, by reflection, so it
// cannot lag behind (reflect.go); what reflection does not see is in types.go. A schema
// only describes: whether a request is good, the operation says, in the same words to
// everybody.
//
// Source: JSON Schema 2020-12, of which OpenAPI 3.1 takes all, json-schema.org.
package schema

import (
	"reflect"
	"slices"
	"strings"
)

// Schema is what is used here of JSON Schema.
type Schema struct {
	// Type is one name, or a list of them.
	Type                 any                `json:"type,omitempty"`
	Description          string             `json:"description,omitempty"`
	Ref                  string             `json:"$ref,omitempty"`
	Format               string             `json:"format,omitempty"`
	ContentEncoding      string             `json:"contentEncoding,omitempty"`
	Examples             []any              `json:"examples,omitempty"`
	Items                *Schema            `json:"items,omitempty"`
	AdditionalProperties any                `json:"additionalProperties,omitempty"` // a schema, or false
	Properties           map[string]*Schema `json:"properties,omitempty"`
	Enum                 []string           `json:"enum,omitempty"`
	Minimum              *float64           `json:"minimum,omitempty"`
	Maximum              *float64           `json:"maximum,omitempty"`
	MaxLength            *int               `json:"maxLength,omitempty"`
	Pattern              string             `json:"pattern,omitempty"`
	MinItems             int                `json:"minItems,omitempty"`
	MaxItems             int                `json:"maxItems,omitempty"`
	Required             []string           `json:"required,omitempty"`
	OneOf                []*Schema          `json:"oneOf,omitempty"`
	// Order keeps what objects of JSON do not have: that of fields as people should see
	// them.
	Order []string `json:"x-order,omitzero"`
	// Defs are the schemas that one which stands alone refers to.
	Defs map[string]*Schema `json:"$defs,omitempty"`
}

// Set is a number of schemas that refer to each other.
type Set struct {
	// Named holds the schemas of all structs that were asked for.
	Named  map[string]*Schema
	types  map[string]reflect.Type
	prefix string
}

// NewSet makes an empty set. References begin with the prefix, as
// "#/components/schemas/".
func NewSet(prefix string) *Set {
	return &Set{Named: map[string]*Schema{}, types: map[string]reflect.Type{}, prefix: prefix}
}

// KeepOrder notes in all schemas of the set the order of their fields.
func (s *Set) KeepOrder() {
	for name, t := range s.types {
		s.Named[name].Order = Names(t)
	}
}

// definitions is where a schema that stands alone keeps those it refers to.
const definitions = "#/$defs/"

// Alone is the schema of a struct with all it refers to inside.
func Alone(t reflect.Type) *Schema {
	s := NewSet(definitions)
	s.Of(t)
	alone := s.Named[t.Name()]
	delete(s.Named, t.Name())
	alone.Defs = s.Named
	return alone
}

// Field is a field of a request or an answer, by its name in JSON.
type Field struct {
	Name string
	reflect.StructField
}

// Fields lists the fields of a struct that JSON has, those of embedded structs in their
// place, and not those that are only read for the sake of older programs.
func Fields(t reflect.Type) []Field {
	var list []Field
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			list = append(list, Fields(f.Type)...)
		case f.IsExported() && name != "-" && f.Tag.Get("hidden") != "true":
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
