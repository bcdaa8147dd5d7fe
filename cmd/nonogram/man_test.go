package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every command that help lists has a page, with its flags, and none starts a line with
// what only looks like a request.
func TestManPages(t *testing.T) {
	dir := t.TempDir()
	if status := run([]string{"man", dir}); status != 0 {
		t.Fatalf("exit status %d", status)
	}
	root := newRoot(newApp())
	root.InitDefaultCompletionCmd() // which running does
	commands := documented(root)
	for _, c := range commands {
		data, err := os.ReadFile(filepath.Join(dir, manName(c)+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		text := string(data)
		for _, want := range []string{".TH ", ".SH NAME\n" + roff(manName(c)) + " ", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", `\fB\-\-help\fR`} {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %q", manName(c), want)
			}
		}
		for line := range strings.Lines(text) {
			request, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch {
			case !strings.HasPrefix(line, ".") && !strings.HasPrefix(line, "'"):
			case request != ".TH" && request != ".SH" && request != ".B" && request != ".PP" && request != ".TP" && request != ".RS" && request != ".RE" && request != ".nf" && request != ".fi":
				t.Errorf("%s: the line %q", manName(c), line)
			}
		}
	}
	if pages, _ := filepath.Glob(filepath.Join(dir, "*.1")); len(pages) != len(commands) || len(pages) < 25 {
		t.Errorf("%d pages of %d commands", len(pages), len(commands))
	}
	if got, want := roff(`.dot \n --x`), `\&.dot \en \-\-x`; got != want {
		t.Errorf("roff gives %q, not %q", got, want)
	}
}
