package operations

import (
	"reflect"
	"strconv"
	"strings"
)

// Every number of a request has the tags minimum and maximum, which the schema shows and
// which are checked here after decoding. The limits of a service may be lower.

// checkNumbers returns an error for the first number of a request beyond its bounds.
func checkNumbers(request any) error {
	if e := numbersOf(reflect.ValueOf(request), "", ""); e != nil {
		return e // a nil *Error would be an error
	}
	return nil
}

// numbersOf checks the numbers in a value, which has the tag and the path of its field.
func numbersOf(v reflect.Value, tag reflect.StructTag, path string) *Error {
	switch {
	case v.Type() == reflect.TypeFor[Timeout](): // checked in milliseconds when it is read
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return numbersOf(v.Elem(), tag, path)
	case v.Kind() == reflect.Struct:
		return numbersOfStruct(v, path)
	case v.Kind() == reflect.Slice && hasNumbers(v.Type().Elem()):
		for i := range v.Len() {
			if e := numbersOf(v.Index(i), tag, path+"["+strconv.Itoa(i)+"]"); e != nil {
				return e
			}
		}
	case v.CanInt():
		return within(float64(v.Int()), tag, path, strconv.FormatInt(v.Int(), 10))
	case v.CanFloat():
		return within(v.Float(), tag, path, strconv.FormatFloat(v.Float(), 'g', -1, 64))
	}
	return nil
}

func numbersOfStruct(v reflect.Value, path string) *Error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		where := path
		switch {
		case name == "-" || !f.IsExported():
			continue
		case !f.Anonymous:
			where = strings.TrimPrefix(path+"."+name, ".")
		}
		if e := numbersOf(v.Field(i), f.Tag, where); e != nil {
			return e
		}
	}
	return nil
}

// hasNumbers reports whether the elements of a list may hold numbers. Puzzles are checked
// as puzzles, and bytes are data.
func hasNumbers(element reflect.Type) bool {
	switch element.Kind() {
	case reflect.Struct, reflect.Pointer, reflect.Int, reflect.Int64, reflect.Float64:
		return true
	}
	return false
}

// within compares a number with its bounds.
func within(value float64, tag reflect.StructTag, path, text string) *Error {
	least, most := tag.Get("minimum"), tag.Get("maximum")
	low, err := strconv.ParseFloat(least, 64)
	high, err2 := strconv.ParseFloat(most, 64)
	if err == nil && value < low || err2 == nil && value > high {
		return Errorf(BadRequest, path, "found %s, expected %s to %s", text, least, most)
	}
	return nil
}
