package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// docs/api.md lists every operation and every error with its status.
func TestPageIsComplete(t *testing.T) {
	data, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for code, status := range statuses {
		i := strings.Index(page, fmt.Sprintf("\n| `%s` | ", code))
		if i < 0 {
			t.Errorf("the page has no row for the error %s", code)
			continue
		}
		if row, _, _ := strings.Cut(page[i+1:], "\n"); !strings.Contains(row, fmt.Sprint(status)) {
			t.Errorf("the page does not say that %s has status %d: %s", code, status, row)
		}
	}
	for path, item := range newTester(t, Config{}).api.Paths {
		name := strings.Replace(strings.TrimPrefix(path, apiPrefix), "{name}", "17", 1)
		method := "GET"
		if item.Post != nil {
			method = "POST"
		}
		if !strings.Contains(page, "`"+method+" "+name+"`") {
			t.Errorf("the page does not list %s %s", method, name)
		}
	}
}

// The page has an example for every operation that is asked by a body, and the server
// answers it.
func TestExamplesOfThePage(t *testing.T) {
	s := newTester(t, Config{})
	var examples map[string]json.RawMessage
	if err := json.Unmarshal(s.get("/docs/examples.json").body, &examples); err != nil {
		t.Fatal(err)
	}
	for path, item := range s.api.Paths {
		if item.Post == nil {
			continue
		}
		example, ok := examples[item.Post.ID]
		if !ok {
			t.Errorf("there is no example of %s", path)
			continue
		}
		a := s.post(item.Post.ID, string(example))
		s.want(a, http.StatusOK, "")
		if accepted := a.field("accepted"); accepted == false {
			t.Errorf("%s: %s", path, a.body)
		}
		delete(examples, item.Post.ID)
	}
	if len(examples) > 0 {
		t.Errorf("there are examples of what is not there: %v", examples)
	}
}

// docs/api.md has the limits of a public server.
func TestLimitsOnThePage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	l := DefaultLimits()
	say := message.NewPrinter(language.English)
	for _, row := range []string{
		say.Sprintf("| a puzzle | %d cells a side, %d in all, %d colors |", l.Side, l.Cells, l.Colors),
		say.Sprintf("| puzzles of a request | %d, with %d cells together |", l.Puzzles, l.AllCells),
		say.Sprintf("| time | %.0f s, up to %.0f s by `timeout_ms` |", l.DefaultTime.Seconds(), l.Time.Seconds()),
		say.Sprintf("| memory of a search | %d MB |", l.Memory>>20),
		say.Sprintf("| solutions listed, positions of a history | %d each |", l.Solutions),
		say.Sprintf("| solutions listed, positions of a history | %d each |", l.Positions),
		say.Sprintf("| steps of a trace | %d, and %d MB of cells |", l.Events, l.Bytes>>20),
		fmt.Sprintf("| a picture | %g million pixels |", float64(l.Pixels)/1_000_000),
	} {
		if !bytes.Contains(page, []byte("\n"+row)) {
			t.Errorf("the page has no row %s", row)
		}
	}
}
