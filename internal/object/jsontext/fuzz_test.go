package jsontext

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"nonogram/internal/object/cursor"
)

// FuzzSyntax compares the scanner with encoding/json.
func FuzzSyntax(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e+3,true,false,null,"\u00e9\n"],"b":{}}`, `[01]`, `[1.]`, `-`, `["\x"]`, "[\"\x01\"]", `[1,]`, "\"\xff\"", `{"a" 1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := cursor.Cursor{Data: data}
		s.SkipSpace()
		err := cursor.Catch(func() { Skip(&s, 0) })
		s.SkipSpace()
		var limit *cursor.Fault
		if errors.As(err, &limit) && strings.Contains(limit.Message, "nested") {
			return
		}
		if ours := err == nil && s.EOF(); ours != json.Valid(data) {
			t.Fatalf("valid: %v, for encoding/json %v (%v)", ours, !ours, err)
		}
	})
}
