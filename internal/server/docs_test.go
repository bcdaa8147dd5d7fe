package server

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// docs/api.md lists every operation and every error with its status.
func TestPageIsComplete(t *testing.T) {
	data, err := os.ReadFile("../../docs/api.md")
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
