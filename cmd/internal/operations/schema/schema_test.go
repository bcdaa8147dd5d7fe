package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/cmd/internal/operations/schema"
)

// object is a schema as strangers read it.
type object struct {
	Properties           map[string]object
	Required             []string
	Type                 any
	Ref                  string            `json:"$ref"`
	Defs                 map[string]object `json:"$defs"`
	AdditionalProperties any
	Enum                 []any
}

func alone(t *testing.T, of reflect.Type) object {
	t.Helper()
	data, err := json.Marshal(schema.Alone(of))
	if err != nil {
		t.Fatal(err)
	}
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// jsonFields is what encoding/json reads into a struct, by looking at a value of it
// in which nothing is empty.
func jsonFields(t *testing.T, of reflect.Type) []string {
	t.Helper()
	var names []string
	for _, f := range reflect.VisibleFields(of) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.Anonymous && name != "-" && f.Tag.Get("hidden") != "true" {
			if name == "" {
				t.Errorf("%s.%s has no name in JSON", of, f.Name)
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Every field that a request reads and an answer writes is described, whatever struct
// it is embedded with, and nothing else is.
func TestEveryFieldIsDescribed(t *testing.T) {
	for _, o := range append(all.Operations(), methods.Measuring()...) {
		for _, of := range []reflect.Type{o.Request, o.Answer} {
			s := alone(t, of)
			described, fields := slices.Sorted(maps.Keys(s.Properties)), jsonFields(t, of)
			if !slices.Equal(described, fields) {
				t.Errorf("%s: %s has the fields\n%q\nbut described are\n%q", o.Name, of, fields, described)
			}
			if names := schema.Names(of); len(names) != len(fields) {
				t.Errorf("%s: %s lists %q", o.Name, of, names)
			}
			if s.Type != "object" || s.AdditionalProperties != false {
				t.Errorf("%s: %s is described as %v, with others allowed: %v", o.Name, of, s.Type, s.AdditionalProperties)
			}
		}
	}
}

// A name means one thing: a field has the same type in all requests, and in all
// answers. Names whose words differ in kind by design are listed.
func TestOneNameOneType(t *testing.T) {
	set := schema.NewSet("#/")
	seen := map[string]string{}
	for _, o := range all.Operations() {
		for _, f := range schema.Fields(o.Request) {
			s := set.Of(f.Type)
			kind := fmt.Sprint(s.Type, " ", s.Ref, s.Pattern, s.Format, s.Enum)
			if s.Items != nil {
				kind += fmt.Sprint(" of ", s.Items.Type, s.Items.Ref, s.Items.Enum)
			}
			if was, ok := seen[f.Name]; ok && was != kind {
				t.Errorf("%s has %s as %s, elsewhere it is %s", o.Name, f.Name, kind, was)
			}
			seen[f.Name] = kind
		}
	}
	if !strings.HasPrefix(seen["seed"], "string") || !strings.HasPrefix(seen["levels"], "array [] of string[trivial ") || seen["level"] != "" {
		t.Errorf("seed is %s, levels %s, level %s", seen["seed"], seen["levels"], seen["level"])
	}
}

// good is a request to an operation, to which a field with that description can be
// added.
func good(operation, doc string) map[string]any {
	switch operation {
	case "generate":
		request := map[string]any{"width": 8}
		// The description of a field begins with the kinds that it is for.
		if kinds := regexp.MustCompile(`^([a-z]+)(, [a-z]+)*: `).FindStringSubmatch(doc); kinds != nil {
			request["kind"] = kinds[1]
		}
		switch request["kind"] {
		case "image":
			request["image"] = smallest("Image")
		case "repair":
			request["puzzle"] = map[string]any{"goal": []string{"#.", ".#"}}
		}
		return request
	case "lines":
		return map[string]any{"length": 5}
	case "repair":
		return map[string]any{"puzzle": map[string]any{"goal": []string{"#"}}}
	case "check":
		return map[string]any{"pack": "heart", "state": []string{"?????", "?????", "?????", "?????", "?????"}}
	case "render":
		return map[string]any{"pack": "heart", "as": "pdf"}
	case "convert":
		return map[string]any{"pack": "heart", "to": "non"}
	case "certify":
		return map[string]any{"pack": "heart", "certificate": "x"}
	case "scan":
		return map[string]any{"image": smallest("Image")}
	case "clues":
		return map[string]any{"grid": []string{"#"}}
	}
	return map[string]any{"pack": "heart"}
}

// refused asks for something bad and fails unless the field is blamed for it.
func refused(t *testing.T, o operations.Operation, request map[string]any, field string) {
	t.Helper()
	data, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.Call(t.Context(), all.Service(operations.Limits{}), data)
	if err == nil {
		t.Errorf("%s accepts %s", o.Name, data)
		return
	}
	if e := operations.AsError(err); e.Code != operations.BadRequest || e.Where != field || !strings.Contains(e.Message, "expected") && !strings.Contains(e.Message, "at least") {
		t.Errorf("%s refuses %s with %s at %q: %s", o.Name, data, e.Code, e.Where, e.Message)
	}
}

// number is a number in a request: in a field, in the elements of a list or in a struct.
type number struct {
	schema.Field
	path string        // of the field with it, such as crop.x
	with func(any) any // puts a value of the number into a value of the outermost field
}

// numbers lists the numbers of a request.
func numbers(of reflect.Type) (list []number) {
	for _, f := range schema.Fields(of) {
		element, isList := f.Type, false
		for element.Kind() == reflect.Pointer || element.Kind() == reflect.Slice {
			isList = isList || element.Kind() == reflect.Slice
			element = element.Elem()
		}
		switch {
		case element.Kind() == reflect.Struct && !isList:
			for _, inner := range numbers(element) {
				name, rest := inner.Name, inner.with
				inner.path = f.Name + "." + inner.path
				inner.with = func(v any) any {
					others := smallest(element.Name())
					others[name] = rest(v)
					return others
				}
				inner.Name = f.Name
				list = append(list, inner)
			}
		case slices.Contains([]reflect.Kind{reflect.Int, reflect.Int64, reflect.Float64}, element.Kind()) && isList:
			list = append(list, number{f, f.Name + "[0]", func(v any) any { return []any{v} }})
		case slices.Contains([]reflect.Kind{reflect.Int, reflect.Int64, reflect.Float64}, element.Kind()):
			list = append(list, number{f, f.Name, func(v any) any { return v }})
		}
	}
	return list
}

// smallest returns the least value of a struct of a request, by the name of its type.
func smallest(name string) map[string]any {
	value := map[string]any{"width": 1, "height": 1}
	switch name {
	case "Rectangle":
		value["x"], value["y"] = 0, 0
	case "Mask":
		value["marks"] = "AA=="
	default:
		value["rgba"] = "AAAA/w=="
	}
	return value
}

// Every number of a request has bounds in the schema, and they are checked.
func TestBoundsAreChecked(t *testing.T) {
	checked := 0
	for _, o := range append(all.Operations(), methods.Measuring()...) {
		for _, n := range numbers(o.Request) {
			for tag, beyond := range map[string]float64{"minimum": -1, "maximum": 1} {
				bound, err := strconv.ParseFloat(n.Tag.Get(tag), 64)
				if err != nil {
					t.Errorf("%s: the number %s has no %s", o.Name, n.path, tag)
					continue
				}
				request := good(o.Name, n.Tag.Get("doc"))
				request[n.Name] = n.with(bound + beyond)
				refused(t, o, request, n.path)
				checked++
			}
		}
	}
	if checked < 90 {
		t.Errorf("only %d bounds were found", checked)
	}
}

// checkerboard is an image of 300 × 300 pixels in which every pixel is a speck, and remains
// one when specks are filled.
func checkerboard() map[string]any {
	const side = 300
	pixels := make([]byte, 0, 4*side*side)
	for i := range side * side {
		v := byte((i/side + i) % 2 * 255)
		pixels = append(pixels, v, v, v, 255)
	}
	return map[string]any{"width": side, "height": side, "rgba": pixels}
}

// permutations is a puzzle of side × side cells with side! solutions.
func permutations(side int) map[string]any {
	ones := slices.Repeat([][]int{{1}}, side)
	return map[string]any{"rows": ones, "columns": ones}
}

// No number decides how long a request runs: at its largest value, with no limit but the
// time, it ends.
func TestLargestNumbersEndInTime(t *testing.T) {
	const limit, patience = 200 * time.Millisecond, time.Minute
	service := all.Service(operations.Limits{Time: limit, DefaultTime: limit, Memory: 64 << 20, Bytes: 1 << 20})
	tried := 0
	for _, o := range append(all.Operations(), methods.Measuring()...) {
		for _, n := range numbers(o.Request) {
			request := good(o.Name, n.Tag.Get("doc"))
			if request["pack"] != nil && o.Name != "render" && o.Name != "certify" && o.Name != "check" {
				delete(request, "pack")
				request["puzzle"] = permutations(16)
			}
			if request["kind"] == "image" {
				request["image"], request["width"], request["fit"] = checkerboard(), 300, "stretch"
			}
			most, _ := strconv.ParseFloat(n.Tag.Get("maximum"), 64)
			if n.Name != "image" && n.Name != "mask" { // its size must fit its bytes
				request[n.Name] = n.with(most)
			}
			data, err := json.Marshal(request)
			if err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				_, _ = o.Call(t.Context(), service, data) // an answer or an error
				close(done)
			}()
			select {
			case <-done:
				tried++
			case <-time.After(patience):
				t.Fatalf("%s with %s = %v runs on after %v", o.Name, n.path, most, patience)
			}
		}
	}
	if tried < 45 {
		t.Errorf("only %d numbers were tried", tried)
	}
}

// A field that must be there is missed.
func TestRequiredIsChecked(t *testing.T) {
	for _, o := range all.Operations() {
		for _, name := range alone(t, o.Request).Required {
			request := good(o.Name, "")
			delete(request, name)
			if o.Name == "puzzle" || o.Name == "puzzles" {
				request = map[string]any{}
			}
			refused(t, o, request, name)
		}
	}
}

// Names to choose from are those that the operation knows.
func TestEnumsAreChecked(t *testing.T) {
	for _, o := range all.Operations() {
		for _, f := range schema.Fields(o.Request) {
			if f.Tag.Get("enum") == "" {
				continue
			}
			request := good(o.Name, f.Tag.Get("doc"))
			for _, value := range append(strings.Split(f.Tag.Get("enum"), ","), "nix") {
				request[f.Name] = value
				data, _ := json.Marshal(request)
				_, err := o.Call(t.Context(), all.Service(operations.Limits{}), data)
				if blamed := err != nil && operations.AsError(err).Where == f.Name; blamed != (value == "nix") {
					t.Errorf("%s %s: %v", o.Name, data, err)
				}
			}
		}
	}
}

// A schema that stands alone has all it refers to.
func TestAloneIsComplete(t *testing.T) {
	for _, o := range all.Operations() {
		for _, of := range []reflect.Type{o.Request, o.Answer} {
			data, err := json.Marshal(schema.Alone(of))
			if err != nil {
				t.Fatal(err)
			}
			for _, ref := range regexp.MustCompile(`"\$ref":"([^"]*)"`).FindAllSubmatch(data, -1) {
				name, ok := strings.CutPrefix(string(ref[1]), "#/$defs/")
				if _, there := alone(t, of).Defs[name]; !ok || !there {
					t.Errorf("%s: %s is not in the schema of %s", o.Name, ref[1], of)
				}
			}
		}
	}
}
