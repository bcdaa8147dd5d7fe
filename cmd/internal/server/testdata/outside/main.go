// Program outside looks at the HTTP API as a stranger does: it checks the description
// with a library that did not write it, and calls every operation with the client that
// a generator has made of it (client.go, which is not kept).
//
//	outside http://127.0.0.1:8080 openapi.json calls.json
//
// Each call is read into the generated type of its request, and each answer out of the
// generated type of its response: what either has no room for is a fault of the
// description. It is a module of its own, so that nobody else has to fetch its tools.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(url, document, calls string) error {
	d, err := openapi3.NewLoader().LoadFromFile(document)
	if err != nil {
		return fmt.Errorf("the description cannot be read: %w", err)
	}
	if err := d.Validate(context.Background()); err != nil {
		return fmt.Errorf("the description is not valid: %w", err)
	}
	data, err := os.ReadFile(calls)
	if err != nil {
		return err
	}
	var list []call
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	client, err := NewClientWithResponses(url)
	if err != nil {
		return err
	}
	asked := map[string]bool{}
	var faults []error
	for _, c := range list {
		asked[c.Operation] = true
		if err := c.make(client); err != nil {
			faults = append(faults, fmt.Errorf("%s %.200s: %w", c.Operation, c.Request, err))
		}
	}
	for path, item := range d.Paths.Map() {
		for method, op := range item.Operations() {
			if !asked[op.OperationID] {
				faults = append(faults, fmt.Errorf("%s %s was not called", method, path))
			}
		}
	}
	fmt.Printf("%d operations, %d calls\n", len(asked), len(list))
	return errors.Join(faults...)
}

type call struct {
	Operation string
	Request   json.RawMessage
}

// make makes the call by the method of the generated client.
func (c *call) make(client *ClientWithResponses) error {
	name := strings.ToUpper(c.Operation[:1]) + c.Operation[1:] + "WithResponse"
	method := reflect.ValueOf(client).MethodByName(name)
	if !method.IsValid() {
		return fmt.Errorf("the client has no %s", name)
	}
	args := []reflect.Value{reflect.ValueOf(context.Background())}
	for i := 1; i < method.Type().NumIn()-1; i++ { // the last are editors of requests
		arg, err := c.argument(method.Type().In(i))
		if err != nil {
			return err
		}
		args = append(args, arg)
	}
	out := method.Call(args)
	if err, _ := out[1].Interface().(error); err != nil {
		return err
	}
	return same(out[0].Elem())
}

// argument reads the request into the type that the client wants: the body, the
// parameters, or a part of the path.
func (c *call) argument(t reflect.Type) (reflect.Value, error) {
	if t.Kind() == reflect.String {
		var path struct{ Name string }
		err := json.Unmarshal(c.Request, &path)
		return reflect.ValueOf(path.Name), err
	}
	value := reflect.New(t)
	if err := json.Unmarshal(c.Request, value.Interface()); err != nil {
		return value, fmt.Errorf("the request does not fit %s: %w", t, err)
	}
	back, err := json.Marshal(value.Interface())
	if err != nil {
		return value, err
	}
	if t.Kind() == reflect.Struct && !equal(back, c.Request) {
		return value, fmt.Errorf("%s holds only %s", t, back)
	}
	return value.Elem(), nil
}

// same holds the answer as it came against what the generated type has kept of it.
func same(response reflect.Value) error {
	body, _ := response.FieldByName("Body").Interface().([]byte)
	status := response.FieldByName("HTTPResponse").Interface().(*http.Response).StatusCode
	answer := response.FieldByName("JSON200")
	if status != http.StatusOK || answer.IsNil() {
		return fmt.Errorf("status %d: %s", status, body)
	}
	kept, err := json.Marshal(answer.Interface())
	if err != nil {
		return err
	}
	if !equal(kept, body) {
		return fmt.Errorf("of the answer\n%s\nthe client keeps\n%s", body, kept)
	}
	return nil
}

func equal(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
