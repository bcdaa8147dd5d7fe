package operations

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"nonogram/internal/object"
)

// All transports decode requests here: one JSON object without unknown members. An error
// names the path of the value, such as puzzles[2].title, and describes the expected value
// without Go types. encoding/json reports only a part of the path, so after an error the
// request is read again along the Go type, up to the first value that does not fit. Then the
// bounds of all numbers are checked (numbers.go). The operations check the values that they
// depend on again, and required fields, because Go programs call them directly.

// decodeRequest reads a request. An empty one has all fields at their defaults.
func decodeRequest(data []byte, into any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields() // a misspelled option must not be ignored
	if err := dec.Decode(into); err != nil {
		return requestError(data, reflect.TypeOf(into).Elem(), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return &Error{Code: BadRequest, Message: "found more after the request, expected one JSON object"}
	}
	return checkNumbers(into)
}

// requestError returns the error for a request that does not fit its type.
func requestError(data []byte, t reflect.Type, err error) *Error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return Errorf(BadRequest, fmt.Sprintf("byte %d", syntax.Offset), "found no JSON: %v", err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Errorf(BadRequest, fmt.Sprintf("byte %d", len(data)), "found the end, expected more JSON")
	}
	var raw json.RawMessage
	if again := json.NewDecoder(bytes.NewReader(data)).Decode(&raw); again == nil {
		if e := misfit(raw, t, ""); e != nil {
			return e
		}
	}
	return &Error{Code: BadRequest, Message: strings.TrimPrefix(err.Error(), "json: ")}
}

var unmarshalerType = reflect.TypeFor[json.Unmarshaler]()

// misfit returns an error for the first value that does not fit its type, or nil.
func misfit(raw json.RawMessage, t reflect.Type, path string) *Error {
	switch {
	case t.Kind() == reflect.Pointer:
		return misfit(raw, t.Elem(), path)
	case reflect.PointerTo(t).Implements(unmarshalerType):
		return scalarMisfit(raw, t, path)
	case string(raw) == "null": // leaves everything as it is
		return nil
	case t.Kind() == reflect.Struct && raw[0] == '{':
		return structMisfit(raw, t, path)
	case t.Kind() == reflect.Slice && raw[0] == '[' && t.Elem() != reflect.TypeFor[byte]():
		return sliceMisfit(raw, t.Elem(), path)
	}
	return scalarMisfit(raw, t, path)
}

// structMisfit checks the members of an object.
func structMisfit(raw json.RawMessage, t reflect.Type, path string) *Error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, _ = dec.Token() // the brace; the text was decoded before, so nothing here fails
	for dec.More() {
		key, _ := dec.Token()
		name, _ := key.(string)
		var value json.RawMessage
		_ = dec.Decode(&value)
		where := strings.TrimPrefix(path+"."+name, ".")
		field, ok := fieldNamed(t, name)
		if !ok {
			return Errorf(BadRequest, where, "found %.40q, which is not a field of this request%s", name, elsewhere(t, name))
		}
		if e := misfit(value, field, where); e != nil {
			return e
		}
	}
	return nil
}

// elsewhere says where a field of a puzzle belongs, and lists the fields in place of another.
func elsewhere(t reflect.Type, name string) string {
	puzzle, ok := fieldNamed(t, "puzzle")
	if _, known := fieldNamed(reflect.TypeFor[object.Nonogram](), name); ok && puzzle == reflect.TypeFor[object.Puzzle]() && (known || name == "cols") {
		return `, expected the puzzle as {"puzzle": {"rows": …, "columns": …}}`
	}
	if names := fieldNames(t); len(names) > 0 {
		return ", expected " + strings.Join(names, ", ")
	}
	return ""
}

// fieldNames are the JSON names of the fields of a type, sorted.
func fieldNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			names = append(names, fieldNames(f.Type)...)
		case tag != "" && tag != "-":
			names = append(names, tag)
		}
	}
	slices.Sort(names)
	return names
}

// fieldNamed returns the type of a field by its JSON name. Like encoding/json it ignores
// case.
func fieldNamed(t reflect.Type, name string) (reflect.Type, bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous {
			if found, ok := fieldNamed(f.Type, name); ok {
				return found, true
			}
			continue
		}
		if strings.EqualFold(tag, name) {
			return f.Type, true
		}
	}
	return nil, false
}

func sliceMisfit(raw json.RawMessage, element reflect.Type, path string) *Error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, _ = dec.Token() // the bracket
	for i := 0; dec.More(); i++ {
		var value json.RawMessage
		_ = dec.Decode(&value)
		if e := misfit(value, element, path+"["+strconv.Itoa(i)+"]"); e != nil {
			return e
		}
	}
	return nil
}

// scalarMisfit decodes a single value.
func scalarMisfit(raw json.RawMessage, t reflect.Type, path string) *Error {
	err := json.Unmarshal(raw, reflect.New(t).Interface())
	var own *Error
	var kind *json.UnmarshalTypeError
	var broken base64.CorruptInputError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return &Error{Code: own.Code, Where: path, Message: own.Message, Details: own.Details}
	case errors.As(err, &broken):
		return Errorf(BadRequest, path, "found something else at its character %d, expected a text in Base64", int64(broken)+1)
	case errors.As(err, &kind):
		return Errorf(BadRequest, path, "found %s, expected %s", found(raw), wanted(t))
	}
	return Errorf(BadRequest, path, "%v", err) // the message of the type's UnmarshalJSON
}

// found describes a value; short values are quoted.
func found(raw json.RawMessage) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return fmt.Sprintf("the text %.40s", raw)
	}
	return fmt.Sprintf("%.40s", raw)
}

// wanted describes the values that fit a field.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return fmt.Sprintf("a whole number up to %d, in digits", uint64(1)<<(t.Bits()-1)-1)
	case reflect.Float64:
		return fmt.Sprintf("a number up to %g", math.MaxFloat64)
	case reflect.Bool:
		return "true or false"
	case reflect.Struct:
		return "an object"
	case reflect.Slice:
		switch {
		case reflect.PointerTo(t).Implements(unmarshalerType): // a puzzle
			return "an object"
		case t.Elem() == reflect.TypeFor[byte]():
			return "a text in Base64"
		}
		return "an array"
	}
	return "a text"
}
