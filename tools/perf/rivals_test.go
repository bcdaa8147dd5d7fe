package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nonogram"
)

// A rival without its program is left out by name; one with it is asked.
func TestRivals(t *testing.T) {
	var names []string
	for _, p := range allRivals() {
		if names = append(names, p.name); p.build == "" && p.make(context.Background(), filepath.Join(t.TempDir(), p.name)) == nil {
			t.Errorf("%s is not missing", p.name)
		}
	}
	for _, name := range []string{"kissat", "cadical", "pbnsolve", "picross-solver", "nonosolve", "nonogrid", "olsak-grid", "hugi"} {
		if !slices.Contains(names, name) {
			t.Errorf("no rival %s", name)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, verdictProgram), []byte("#!/bin/sh\ngrep -q . \"$1\" && echo unique\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	board := nonogram.FromGrid(&nonogram.Grid{Width: 2, Height: 1, Cells: []nonogram.Color{1, nonogram.Empty}}, nonogram.BlackAndWhite())
	for _, p := range allRivals() {
		if p.build != "" {
			continue
		}
		if err := p.make(context.Background(), dir); err != nil {
			t.Fatal(err)
		}
		r := &race{dir: t.TempDir(), limit: 5}
		if verdict, _, err := r.measure(context.Background(), p, board); err != nil || verdict != "unique" {
			t.Errorf("%s: %q, %v", p.name, verdict, err)
		}
	}
}
