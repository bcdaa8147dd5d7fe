//go:build unix

package batch

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/record"
)

// Results that do not fit their puzzles are refused, one by one.
func TestAccept(t *testing.T) {
	item := EncodeItem(&Item{ID: "a", Puzzle: sample("a", "##.", ".#.")}, false)
	unread := EncodeItem(&Item{ID: "a", Problem: record.Detail{Where: "f:1", Message: "no"}}, false)
	kind, err := KindNamed(Kinds(), "solve")
	if err != nil {
		t.Fatal(err)
	}
	const size = `"width":3,"height":2,`
	for _, c := range []struct {
		line string
		code record.Code
		item []byte
		want string // what the line ends with; nothing if it is refused
	}{
		{`{"id":"a",` + size + `"status":"unique","solutions":1,"grid":["##.",".#."]}`, 0, item, `"certified":false}`},
		{`{"id":"a",` + size + `"status":"unsolvable","solutions":0}`, 3, item, `"certified":false}`},
		{`{"id":"a",` + size + `"status":"undecided","solutions":0}`, 4, item, `"certified":false}`},
		{`{"id":"a",` + size + `"status":"unsolvable","solutions":0,"certified":true}`, 3, item, ""},
		{`{"id":"a",` + size + `"status":"unsolvable","solutions":0,"file":"of another"}`, 3, item, `"moves":0},"certified":false}`},
		{`{"id":"a","error":{"where":"w","message":"out of memory"}}`, 1, item, `"out of memory"}}`},
		{`{"id":"a","error":{"where":"f:1","message":"no"}}`, 1, unread, `"no"}}`},
		{`{"id":"a","error":{"where":"f:1","message":"yes"}}`, 1, unread, ""},
		{`{"id":"a",` + size + `"status":"unsolvable","solutions":0}`, 3, unread, ""},
		{`{"id":"b","error":{"where":"w","message":"no"}}`, 1, item, ""},
		{`{"id":"a","error":{"where":"w","message":"no"}}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"unique","solutions":1,"grid":["##.","#.."]}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"unique","solutions":1,"grid":["##."]}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"unique","solutions":1}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"unique","solutions":2,"grid":["##.",".#."]}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"multiple","solutions":1,"grid":["##.",".#."]}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"multiple","solutions":2,"grid":["##.",".#."],"grids":[["##.",".#."],["##.","##."]]}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"unsolvable","solutions":0,"grid":["##.",".#."]}`, 3, item, ""},
		{`{"id":"a","width":2,"height":2,"status":"unsolvable","solutions":0}`, 3, item, ""},
		{`{"id":"a",` + size + `"status":"solved by magic"}`, 0, item, ""},
		{`{"id":"a",` + size + `"status":"unsolvable","note":"hello"}`, 3, item, ""},
		{`{"id":"b",` + size + `"status":"unsolvable"}`, 3, item, ""},
		{`{"id":"a",` + size + `"status":"unsolvable"}` + "\n{}", 3, item, ""},
		{"{\"id\":\"a\"," + size + "\"status\":\"unsolvable\",\"reason\":\"\x1b]0;title\a\"}", 3, item, ""},
		{`not JSON`, 0, item, ""},
	} {
		forms := [][]byte{[]byte(c.line + "\n")}
		var members map[string]any
		if json.Unmarshal([]byte(c.line), &members) == nil && members["error"] == nil {
			forms = append(forms, must(answerEncoder().Marshal(integers(members)))) // as workers send it
		}
		for _, form := range forms {
			r, err := kind.accept(t.Context(), &Job{Kind: "solve"}, c.item, Result{Code: c.code, Output: form})
			switch {
			case c.want == "" && err == nil:
				t.Errorf("%q is accepted", form)
			case c.want != "" && (err != nil || !strings.HasSuffix(string(r.Output), c.want+"\n") || r.Code != c.code):
				t.Errorf("%q: %s, %v", form, r.Output, err)
			}
		}
	}
}

// integers replaces the numbers of JSON, which are integers here.
func integers(v any) any {
	switch v := v.(type) {
	case float64:
		return int(v)
	case map[string]any:
		for k := range v {
			v[k] = integers(v[k])
		}
	}
	return v
}

// What every operation answers is accepted, and written as it is but for the mark.
func TestAcceptAll(t *testing.T) {
	for _, o := range all.Operations() {
		if o.Open == nil {
			continue
		}
		kind, job := operationKind(o), &Job{Kind: o.Name}
		work, err := kind.Open(job)
		if err != nil {
			t.Log(kind.Name, err) // it needs a request
			continue
		}
		do, err := o.Open(untimed, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for it := range boards(t, 100, 6) {
			read, err := ReadItem(it.Item)
			if err != nil || read.Puzzle == nil {
				continue
			}
			answer, err := do(t.Context(), read.Puzzle)
			if err != nil {
				t.Fatal(err)
			}
			answer.Name(read.ID)
			r, err := work(t.Context(), it.Item)
			if err != nil {
				t.Fatal(err)
			}
			got, err := kind.accept(t.Context(), job, it.Item, r)
			if plain := bytes.Replace(got.Output, []byte(`,"certified":false`), nil, 1); err != nil || got.Code != r.Code || !bytes.Equal(plain, JSONLine(answer)) {
				t.Fatalf("%s: %v, code %d and %d\n%s%s", kind.Name, err, got.Code, r.Code, JSONLine(answer), got.Output)
			}
			n++
		}
		t.Log(kind.Name, n)
	}
}
