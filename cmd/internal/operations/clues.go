package operations

import (
	"context"
	"strings"

	"nonogram/internal/object"
)

// CluesRequest contains a picture.
type CluesRequest struct {
	Grid     []string        `json:"grid" doc:"The picture: a string for every row, . empty, # or the color's symbol filled"`
	Palette  []object.Swatch `json:"palette,omitempty" doc:"The colors, the background first; black on white if it is missing"`
	Title    string          `json:"title,omitempty"`
	Author   string          `json:"author,omitempty"`
	Triddler []int           `json:"triddler,omitempty" minimum:"0" maximum:"10000" doc:"The lines at the six sides of a board of triangles, for a picture on it" flag:"-"`
}

// PuzzleAnswer is a puzzle with all its data.
type PuzzleAnswer struct {
	Puzzle *object.Nonogram `json:"puzzle"`
}

// Clues makes the puzzle of a picture, with the picture as its goal.
func Clues(_ context.Context, s *Service, r *CluesRequest) (*PuzzleAnswer, error) {
	if len(r.Grid) == 0 {
		return nil, Errorf(BadRequest, "grid", "found nothing, expected a string for every row")
	}
	picture := &object.Nonogram{Title: r.Title, Author: r.Author, Triddler: r.Triddler, Palette: r.Palette, Goal: r.Grid}
	p, err := picture.Puzzle()
	if err != nil {
		e := AsRequest(err)
		if rest, ok := strings.CutPrefix(e.Where, "goal"); ok {
			e.Where = "grid" + rest
		}
		return nil, e
	}
	if err := s.Limits.Admit(p); err != nil {
		return nil, err
	}
	return &PuzzleAnswer{object.New(p)}, nil
}
