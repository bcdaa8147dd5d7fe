package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// What the last release exports is still there, or the change log names it.
func TestAPI(t *testing.T) {
	root := "../.."
	recorded, err := readAPI("api.txt")
	if err != nil {
		t.Fatal(err)
	}
	now, err := exported(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(recorded) < 300 || !slices.Contains(now, "solve: func Solve(context.Context, *nonogram.Puzzle, nonogram.Options) (*nonogram.Result, error)") {
		t.Errorf("%d lines are recorded, and there are %d, without solve.Solve", len(recorded), len(now))
	}
	changes, err := os.ReadFile(root + "/CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.SplitN(string(changes), "\n## ", 3)[1]
	for _, line := range broken(recorded, now, notes) {
		t.Errorf("the last release has\n\t%s\nKeep it, or name `%s` in CHANGELOG.md", line, subject(line))
	}
}

// What is added is no break; what is gone or changed is, until it is named.
func TestBroken(t *testing.T) {
	release := []string{
		"solve: field Counted.Exact bool", "solve: func Solve(context.Context) error",
		"solve: method (*Engine) Count(int) error", "solve: type Engine struct",
	}
	now := []string{"solve: func Solve(context.Context, int) error", "solve: method (*Engine) Count(int) error", "solve: type Engine struct", "solve: var New int"}
	if gone := broken(release, now, ""); !slices.Equal(gone, release[:2]) {
		t.Errorf("broken: %q", gone)
	}
	if gone := broken(release, now, "`solve.Solve` takes a number, `solve.Counted.Exact` is gone."); len(gone) != 0 {
		t.Errorf("broken: %q, though they are named", gone)
	}
	for line, want := range map[string]string{
		release[2]:                             "solve.Engine.Count",
		"format/object: const MaxLength int":   "object.MaxLength",
		"pipeline: func Each[T any](T) error":  "pipeline.Each",
		"generate: method (Symmetry) String()": "generate.Symmetry.String",
	} {
		if got := subject(line); got != want {
			t.Errorf("%q is about %s, not %s", line, got, want)
		}
	}
}
