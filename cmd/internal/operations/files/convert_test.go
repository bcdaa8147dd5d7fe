package files_test

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/files"
	"nonogram/format"
	"nonogram/puzzles"
)

// convert asks for a conversion as a stranger does: with JSON, for JSON.
func convert(t *testing.T, request map[string]any) (answer struct {
	Format, Text string
	Data         []byte
	Error        *operations.Error
}) {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range files.Operations() {
		if o.Name == "convert" {
			response, err := o.Call(context.Background(), &operations.Service{Reader: files.Reader{}}, text)
			if err := json.Unmarshal(operations.JSON(response, err), &answer); err != nil {
				t.Fatal(err)
			}
			return answer
		}
	}
	t.Fatal("there is no convert")
	return answer
}

// Every puzzle goes out in every format and comes back: the bytes are those that
// package format writes, and the puzzle is the one that it reads from them.
func TestEveryFormatBothWays(t *testing.T) {
	for _, f := range format.All() {
		if !f.Writes() {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			held := 0
			for _, e := range puzzles.All() {
				if p, err := format.Simplify(f, e.Puzzle()); err == nil {
					bothWays(t, f, e.Puzzle(), p)
					held++
				}
			}
			if held == 0 {
				t.Error("no puzzle of the pack fits")
			}
		})
	}
}

// bothWays sends a puzzle there and back. simple is what the format makes of it.
func bothWays(t *testing.T, f *format.Format, p, simple *nonogram.Puzzle) {
	t.Helper()
	var want, object bytes.Buffer
	if err := format.Encode(&want, f.Name, simple); err != nil {
		t.Fatal(err)
	}
	if err := format.Encode(&object, "json", p); err != nil {
		t.Fatal(err)
	}
	there := convert(t, map[string]any{"puzzle": json.RawMessage(object.Bytes()), "to": f.Name, "lossy": true})
	got := there.Data
	if !f.Binary {
		got = []byte(there.Text)
	}
	if there.Error != nil || !bytes.Equal(got, want.Bytes()) {
		t.Fatalf("puzzle %s became %.200q, expected %.200q (%v)", p.ID, got, want.Bytes(), there.Error)
	}
	request := map[string]any{"format": f.Name, "to": "json"}
	if f.Binary {
		request["data"] = there.Data
	} else {
		request["text"] = there.Text
	}
	back := convert(t, request)
	if a, b := only(t, []byte(back.Text), "json"), only(t, want.Bytes(), f.Name); back.Error != nil || !reflect.DeepEqual(a, b) {
		t.Fatalf("puzzle %s came back as\n%+v\nexpected\n%+v\n(%v)", p.ID, a, b, back.Error)
	}
}

// only reads the one puzzle of a file.
func only(t *testing.T, data []byte, name string) (found *nonogram.Puzzle) {
	t.Helper()
	for p, err := range format.Decode(data, "", name) {
		if err != nil || found != nil {
			t.Fatalf("%.200q: %v, expected one puzzle", data, err)
		}
		found = p
	}
	return found
}
