package main

import (
	"strings"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
)

// Names of files may hold anything but reach a terminal only as text.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"cat.non":               "cat.non",
		"Kätzchen 猫.non":        "Kätzchen 猫.non",
		"red\x1b[31m.non":       "red\ufffd[31m.non",
		"title\x1b]0;x\a":       "title\ufffd]0;x\ufffd",
		"\u009b2Jc1\r":          "\ufffd2Jc1\ufffd",
		"two\nlines\tand a tab": "two\nlines\tand a tab",
		"not UTF-8: \xff":       "not UTF-8: \ufffd",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	var line strings.Builder
	title(&line, &nonogram.Puzzle{Title: "\x1b[31mred", Author: "\x1b]0;x\a"})
	if line.String() != "\ufffd[31mred, by \ufffd]0;x\ufffd\n" {
		t.Errorf("title line %q", line.String())
	}
	first := item{file: "a\x1b[31m.non", id: "1", fileIndex: 0}
	second := item{file: "b.non", id: "1", fileIndex: 1}
	for it := range labeled(true, func(yield func(item) bool) { _ = yield(first) && yield(second) }) {
		if it.file == first.file && it.label != "a\ufffd[31m.non" {
			t.Errorf("label %q", it.label)
		}
	}
}

// Stopped before it began is not the same as nothing to search.
func TestDetailsWithoutWork(t *testing.T) {
	for status, want := range map[nonogram.Status]string{
		nonogram.Unsolvable: "no search needed",
		nonogram.Undecided:  "stopped before the first line",
	} {
		if got := details(&operations.SolveAnswer{Solve: record.Solve{Status: status}}); got != want {
			t.Errorf("%v: %q, want %q", status, got, want)
		}
	}
}
