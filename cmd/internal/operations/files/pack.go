package files

import (
	"context"
	"strings"
	"sync"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/object"
	"nonogram/puzzles"
)

// The title, the name and the goal of a puzzle of the pack reveal its picture, so answers
// contain them only on request.

// PuzzlesRequest asks for the list of the pack.
type PuzzlesRequest struct {
	Titles  bool   `json:"titles,omitempty" query:"titles" doc:"Show the subjects of the pictures: names and titles"`
	Chapter string `json:"chapter,omitempty" query:"chapter" doc:"List only this chapter" example:"sketches"`
}

// PuzzlesAnswer is the list of the pack.
type PuzzlesAnswer struct {
	Puzzles  []record.Puzzle `json:"puzzles"`
	Chapters []Chapter       `json:"chapters" doc:"All chapters, in order"`
}

// Chapter is a part of the pack.
type Chapter struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Puzzles lists the pack.
func Puzzles(_ context.Context, _ *operations.Service, r *PuzzlesRequest) (*PuzzlesAnswer, error) {
	response := &PuzzlesAnswer{Puzzles: []record.Puzzle{}}
	var names []string
	known, list := r.Chapter == "", wholePack()
	for _, c := range puzzles.Chapters() {
		response.Chapters = append(response.Chapters, Chapter{c.Name, c.Description})
		names = append(names, c.Name)
		known = known || c.Name == r.Chapter
	}
	switch r.Chapter {
	case puzzles.ExampleSet:
		known, list = true, wholeSet()
	case puzzles.TriddlerSet:
		known, list = true, triangles()
	}
	if !known {
		return nil, operations.Errorf(operations.UnknownName, "chapter", "found %.24q, expected one of %s", r.Chapter, strings.Join(append(names, puzzles.ExampleSet, puzzles.TriddlerSet), ", "))
	}
	for _, line := range list {
		if r.Chapter != "" && r.Chapter != line.Chapter {
			continue
		}
		if !r.Titles {
			line.Name, line.Title = "", ""
		}
		response.Puzzles = append(response.Puzzles, line)
	}
	return response, nil
}

// wholePack is the list with all titles. Reading all pictures takes some milliseconds.
var (
	wholePack = sync.OnceValue(func() []record.Puzzle { return allListed(puzzles.All()) })
	wholeSet  = sync.OnceValue(func() []record.Puzzle { return allListed(puzzles.Examples()) })
	triangles = sync.OnceValue(func() []record.Puzzle { return allListed(puzzles.Triddlers()) })
)

func allListed(entries []puzzles.Entry) []record.Puzzle {
	var list []record.Puzzle
	for _, e := range entries {
		list = append(list, listed(e, e.Puzzle(), true))
	}
	return list
}

// listed returns the list entry of a puzzle.
func listed(e puzzles.Entry, p *nonogram.Puzzle, titles bool) record.Puzzle {
	r := record.Puzzle{
		Number: e.Number, Width: p.Width(), Height: p.Height(),
		Colors: len(p.Palette) - 1, Level: e.Level, Score: e.Score, Chapter: e.Chapter,
	}
	if titles {
		r.Name, r.Title = e.Name, p.Title
	}
	return r
}

// PuzzleRequest asks for one puzzle of the pack.
type PuzzleRequest struct {
	Name   string `json:"name" path:"name" doc:"The number of the puzzle, or its name" example:"17"`
	Titles bool   `json:"titles,omitempty" query:"titles" doc:"Include the name and the title, which reveal the picture"`
	Goal   bool   `json:"goal,omitempty" query:"goal" doc:"Give the picture with the puzzle"`
}

// PackAnswer is an entry of the pack with its puzzle.
type PackAnswer struct {
	record.Puzzle
	Object *object.Nonogram `json:"puzzle"`
}

// Puzzle returns a puzzle of the pack.
func Puzzle(_ context.Context, _ *operations.Service, r *PuzzleRequest) (*PackAnswer, error) {
	if r.Name == "" {
		return nil, operations.Errorf(operations.BadRequest, "name", "found nothing, expected the number or the name of a puzzle")
	}
	entries, err := puzzles.Select(r.Name)
	if err != nil {
		return nil, operations.Errorf(operations.UnknownName, "name", "%v", err)
	}
	if len(entries) != 1 {
		return nil, operations.Errorf(operations.ManyPuzzles, "name", "%q selects %d puzzles, expected one", r.Name, len(entries))
	}
	p := entries[0].Puzzle()
	response := &PackAnswer{Puzzle: listed(entries[0], p, r.Titles)}
	if !r.Titles {
		p.Title = ""
	}
	if !r.Goal {
		p.Goal = nil
	}
	response.Object = object.New(p)
	return response, nil
}
