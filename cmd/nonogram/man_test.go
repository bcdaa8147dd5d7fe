package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// documented lists the commands that help lists.
func documented(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, documented(sub)...)
		}
	}
	return list
}

func TestManPages(t *testing.T) {
	dir := t.TempDir()
	if status := run([]string{"man", dir}); status != 0 {
		t.Fatalf("exit status %d", status)
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
