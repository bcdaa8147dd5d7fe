package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestManPages(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("other.1", "a page of another program")
	write("nonogram-solve.1", "a page of somebody else")
	if status := run([]string{"man", dir}); status != 1 {
		t.Errorf("beside a file of another: exit status %d", status)
	}
	if files, _ := os.ReadDir(dir); len(files) != 2 {
		t.Errorf("a refused run has left %v", files)
	}
	write("nonogram-solve.1", ".nh\n.TH \"NONOGRAM-SOLVE\" an earlier version")
	for range 2 {
		if status := run([]string{"man", dir}); status != 0 {
			t.Fatalf("exit status %d", status)
		}
	}
	if other, err := os.ReadFile(filepath.Join(dir, "other.1")); err != nil || !strings.HasSuffix(string(other), "another program") {
		t.Errorf("the page of another program: %q, %v", other, err)
	}
	if err := os.Remove(filepath.Join(dir, "other.1")); err != nil {
		t.Fatal(err)
	}
	root := newRoot(newApp())
	root.InitDefaultCompletionCmd() // as a run does
	commands := documented(root)
	for _, c := range commands {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		data, err := os.ReadFile(filepath.Join(dir, name+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		text := strings.ReplaceAll(string(data), `\`, "")
		for _, want := range []string{".TH ", ".SH NAME\n" + name + " - ", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", "--help"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %q", name, want)
			}
		}
	}
	if pages, _ := filepath.Glob(filepath.Join(dir, "*.1")); len(pages) != len(commands) || len(pages) < 25 {
		t.Errorf("%d pages of %d commands", len(pages), len(commands))
	}
}
