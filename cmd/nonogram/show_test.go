package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"nonogram"
	"nonogram/cmd/internal/terminal"
)

var update = flag.Bool("update", false, "write docs/pictures instead of comparing with it")

// pictureCommand is a line of docs/drawing.md that makes one of its pictures.
var pictureCommand = regexp.MustCompile(`(?m)^    nonogram (show internal/examples/\S+ --out docs/pictures/\S+.*)$`)

// TestDocPictures runs the commands that docs/drawing.md names and compares what
// they draw with the pictures it shows.
func TestDocPictures(t *testing.T) {
	page, err := os.ReadFile("../../docs/drawing.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := pictureCommand.FindAllSubmatch(page, -1)
	if len(commands) < 3 {
		t.Fatalf("docs/drawing.md has %d commands for pictures", len(commands))
	}
	dir := t.TempDir()
	for _, m := range commands {
		args := strings.Fields(string(m[1]))
		committed := filepath.Join("../..", args[3])
		args[1] = filepath.Join("../..", args[1])
		args[3] = filepath.Join(dir, filepath.Base(committed))
		if code := run(args); code != 0 {
			t.Fatalf("%v: exit status %d", args, code)
		}
		drawn, err := os.ReadFile(args[3])
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(committed, drawn, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if shown, err := os.ReadFile(committed); err != nil || !bytes.Equal(drawn, shown) {
			t.Errorf("%s is out of date (%v); go test ./cmd/nonogram -run DocPictures -update writes it", committed, err)
		}
	}
}

// TestShowFitsTheTerminal draws for a narrow terminal, which scripts do not have.
func TestShowFitsTheTerminal(t *testing.T) {
	g := nonogram.NewGrid(60, 10)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(i / 2 % 2)
	}
	it := item{puzzle: nonogram.FromGrid(g, nonogram.BlackAndWhite()), only: true}
	for _, columns := range []int{40, 80, 120, 400} {
		var out bytes.Buffer
		a := &app{out: terminal.NewOutput(&out), columns: columns}
		target := &showTarget{a: a, f: &showFlags{Solution: true, Clues: true, Guides: true}}
		if err := target.add(it, &picture{grid: g}); err != nil {
			t.Fatal(err)
		}
		if err := a.out.Flush(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns && !strings.Contains(line, "fit in") {
				t.Errorf("%d columns: a line of %d", columns, n)
			}
		}
	}
}
