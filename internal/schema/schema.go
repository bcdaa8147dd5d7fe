// Package schema describes the requests and answers of the operations as JSON Schema,
// for those who show it to strangers: the HTTP server in its OpenAPI document, and
// the server of tools for assistants.
//
//	api.Operation.Request, .Answer ─▶ Set ─▶ components of OpenAPI
//	                                  Tool ─▶ one schema that needs no other
//
// It comes from the same Go types that requests are read into, by the reflection of
// huma, so it cannot lag behind; what reflection does not see is in types.go. A schema
// only describes: whether a request is good, the operation says, in the same words to
// everybody.
package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// OrderKey is the member of a schema that keeps an order which objects of JSON do not
// have: that of fields as people should see them.
const OrderKey = "x-order"

// Set is a number of schemas that refer to each other.
type Set struct {
	// Registry holds the schemas of all structs that were asked for.
	Registry huma.Registry
	prefix   string
}

// NewSet makes an empty set. References begin with the prefix, as
// "#/components/schemas/".
func NewSet(prefix string) *Set {
	plainArrays()
	r := huma.NewMapRegistry(prefix, huma.DefaultSchemaNamer)
	alias(r)
	return &Set{r, prefix}
}

// plainArrays has arrays described as arrays: where a list is empty an answer has an
// empty one, never null. The library has one switch for that in the whole program.
var plainArrays = sync.OnceFunc(func() { huma.DefaultArrayNullable = false })

// Of is the schema of a type: of a struct a reference.
func (s *Set) Of(t reflect.Type) *huma.Schema { return s.Registry.Schema(t, true, t.Name()) }

// KeepOrder notes in all schemas of the set the order of their fields.
func (s *Set) KeepOrder() {
	for name, schema := range s.Registry.Map() {
		if t := s.Registry.TypeFromRef(s.prefix + name); t != nil {
			schema.Extensions = map[string]any{OrderKey: Names(t)}
		}
	}
}

// definitions is where a schema that stands alone keeps those it refers to.
const definitions = "#/$defs/"

// Alone is the schema of a struct with all it refers to inside, as JSON.
func Alone(t reflect.Type) (json.RawMessage, error) {
	s := NewSet(definitions)
	schema := s.Registry.Schema(t, false, t.Name())
	var members map[string]any
	if err := remarshal(schema, &members); err != nil {
		return nil, fmt.Errorf("the schema of %s: %w", t, err)
	}
	defs := map[string]*huma.Schema{}
	for name, other := range s.Registry.Map() {
		if other != schema {
			defs[name] = other
		}
	}
	if len(defs) > 0 {
		members["$defs"] = defs
	}
	return json.Marshal(members)
}

func remarshal(from, to any) error {
	data, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, to)
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
