package main

import (
	"reflect"
	"testing"

	"nonogram/puzzles"
)

// What comes through the input is the pack as it is: nothing is lost on the way
// through the file that it stands for.
func TestPackIsReadAsAFile(t *testing.T) {
	all := puzzles.All()
	in := inputs{files: []string{"@all"}}
	n := 0
	for it := range in.items(newApp()) {
		if it.err != nil {
			t.Fatal(it.err)
		}
		if want := all[n].Puzzle(); !reflect.DeepEqual(it.puzzle, want) {
			t.Errorf("%s comes as %+v, want %+v", all[n].Name, it.puzzle, want)
		}
		n++
	}
	if n != len(all) {
		t.Errorf("%d puzzles came of %d", n, len(all))
	}
}

// A blank drawing does not tell what it shows, of none of them.
func TestPackHidesTitles(t *testing.T) {
	in := inputs{files: []string{"@all"}, blank: true}
	for it := range in.items(newApp()) {
		if want := "@" + it.id; it.puzzle.Title != want {
			t.Errorf("the title is %q, want %q", it.puzzle.Title, want)
		}
	}
}
