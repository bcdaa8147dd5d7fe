package main

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"nonogram/cmd/internal/terminal"
)

// Every command of the sections "Coming from" of docs/lab.md and of the points of the sources runs.
func TestComingFrom(t *testing.T) {
	page, err := os.ReadFile("../../docs/lab.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## Coming from Liao")
	text, _, _ = strings.Cut(text, "## Tables, lines and traces")
	commands := regexp.MustCompile("(?m)(?:`|^\\$ )nonogram ([^`\n]+)").FindAllStringSubmatch(text, -1)
	points, err := os.ReadFile("../../docs/lab/points.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile("(?m)`nonogram ([^`\n]+)` \\|$").FindAllStringSubmatch(string(points), -1)
	if rows := strings.Count(string(points), "\n| ") - 2; len(listed) != rows || rows < 60 {
		t.Errorf("%d commands of %d points", len(listed), rows)
	}
	commands = append(commands, listed...)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("small.nin", []byte("3 3\n1 1\n1\n3\n1 1\n2\n1 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	small := []string{"", "generate random --size 4 --count 3 --out question.txt"}
	var all [][]string
	for _, c := range commands { // a command of the page writes the file with larger boards
		all = append(all, small, c)
	}
	for _, c := range all {
		var out, errs bytes.Buffer
		a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&out), err: &errs}
		root := newRoot(a)
		root.SetArgs(fields(c[1]))
		err := root.ExecuteContext(t.Context())
		var status exitStatus
		if stalled := errors.As(err, &status) && status == exitUndecided && strings.Contains(c[1], "perm_elim"); err != nil && !stalled {
			t.Errorf("nonogram %s: %v\n%s", c[1], err, &errs)
		}
	}
	if len(commands) < 18 {
		t.Errorf("%d commands", len(commands))
	}
}

// fields splits a command line at blanks outside of quotes.
func fields(command string) []string {
	var list []string
	for _, field := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(command, -1) {
		list = append(list, strings.Trim(field, `"`))
	}
	return list
}
