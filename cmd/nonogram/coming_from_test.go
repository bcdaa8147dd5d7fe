package main

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonogram/cmd/internal/terminal"
)

// Every author takes at most three commands, and every command of the tables in the authors' words and
// of the points of the sources runs. TestSamples of package housetest compares what the three print.
func TestComingFrom(t *testing.T) {
	page, err := os.ReadFile("../../docs/lab/authors.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("\\| `nonogram ([^`\n]+)`").FindAllStringSubmatch(string(page), -1)
	for _, block := range consoleBlock.FindAllSubmatch(page, -1) {
		if n := bytes.Count(block[1], []byte("$ ")); n > 3 {
			t.Errorf("an author takes %d commands:\n%s", n, block[1])
		}
	}
	points, err := os.ReadFile("../../docs/lab/points.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile("(?m)`nonogram ([^`\n]+)` \\|$").FindAllStringSubmatch(string(points), -1)
	if rows := strings.Count(string(points), "\n| ") - 4; len(listed) != rows || rows < 110 {
		t.Errorf("%d commands of %d points", len(listed), rows)
	}
	commands = append(commands, listed...)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("small.nin", []byte("3 3\n1 1\n1\n3\n1 1\n2\n1 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	small := []string{"", "generate random --size 4 --count 3 --out question.txt"}
	ran := map[string]bool{}
	for _, c := range append([][]string{small}, commands...) {
		if ran[c[1]] {
			continue
		}
		ran[c[1]] = true
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
	if len(commands) < 120 {
		t.Errorf("%d commands", len(commands))
	}
}

var (
	consoleBlock = regexp.MustCompile("(?s)\n```console\n(.*?)```")
	timeOfRun    = regexp.MustCompile(`\d+(\.\d+)? (ms|µs|s)\b`)
	anyMachine   = regexp.MustCompile(`.* cores · .*`)
)

// TestConsoleOfLab runs the commands of the console blocks of docs/lab.md. They print what the
// page shows, with more lines where it has "…", apart from times and the machine.
func TestConsoleOfLab(t *testing.T) {
	page, err := os.ReadFile("../../docs/lab.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	plain := func(text string) (lines []string) {
		for line := range strings.Lines(anyMachine.ReplaceAllString(timeOfRun.ReplaceAllString(text, "TIME"), "MACHINE")) {
			if words := strings.Fields(line); len(words) > 0 {
				lines = append(lines, strings.Join(words, " "))
			}
		}
		return lines
	}
	compared := 0
	for _, block := range consoleBlock.FindAllStringSubmatch(string(page), -1) {
		for _, text := range strings.Split(block[1], "$ nonogram ")[1:] {
			command, shown, _ := strings.Cut(text, "\n")
			args := fields(command)
			switch args[0] {
			case "study": // minutes; the tests of the study compare its claims
				continue
			case "bench": // only times depend on it
				args = append(args, "--min-time", "0s")
			}
			var out, errs bytes.Buffer
			a := &app{in: strings.NewReader(""), out: terminal.NewOutput(&out), err: &errs}
			root := newRoot(a)
			root.SetArgs(args)
			if err := errors.Join(root.ExecuteContext(t.Context()), a.out.Flush()); err != nil {
				t.Fatalf("nonogram %s: %v\n%s", command, err, &errs)
			}
			rest, want := plain(out.String()), plain(shown)
			compared += len(want)
			for i, line := range want {
				gap := i > 0 && want[i-1] == "…"
				switch at := slices.Index(rest, line); {
				case line == "…":
				case at < 0 || at > 0 && !gap:
					t.Fatalf("nonogram %s prints\n%s\nand not next\n%s", command, strings.Join(rest, "\n"), line)
				default:
					rest = rest[at+1:]
				}
			}
			if len(rest) > 0 && (len(want) == 0 || want[len(want)-1] != "…") {
				t.Errorf("nonogram %s also prints\n%s", command, strings.Join(rest, "\n"))
			}
		}
	}
	if compared < 10 {
		t.Errorf("compared %d lines", compared)
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
