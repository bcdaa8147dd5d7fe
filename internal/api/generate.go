package api

import (
	"context"
	"slices"
	"strings"

	"nonogram"
	"nonogram/internal/record"
)

// GenerateRequest asks for new puzzles. What the fields mean, and which of them
// count, is up to the kind; each kind has a file of its own, generate_….go, and a
// row in the table below.
type GenerateRequest struct {
	Kind   string `json:"kind,omitempty" doc:"What to make: random (the default) boards of random cells" example:"random"`
	Width  int    `json:"width,omitempty" minimum:"0" doc:"Cells of a row (default 10)"`
	Height int    `json:"height,omitempty" minimum:"0" doc:"Cells of a column (default: as the width)"`
	Count  int    `json:"count,omitempty" minimum:"0" doc:"How many to make (default 1)"`
	Seed   string `json:"seed,omitempty" doc:"A whole number to start the random generator with, as long as you like (default 0)" example:"12345"`
	randomRequest
}

// GenerateResponse is what was made.
type GenerateResponse struct {
	Kind    string             `json:"kind"`
	Puzzles []*record.Nonogram `json:"puzzles" doc:"With the picture as the goal of each"`
}

// generator makes the puzzles of one kind. It ends early, with what it has, when the
// context does.
type generator func(ctx context.Context, r *GenerateRequest) ([]*nonogram.Puzzle, error)

var generators = map[string]generator{
	"random": generateRandom,
}

// defaultSide is the size of a puzzle nobody has given a size.
const defaultSide = 10

// Generate makes new puzzles.
func Generate(ctx context.Context, s *Service, r *GenerateRequest) (*GenerateResponse, error) {
	q := *r
	q.fill()
	if err := q.admit(&s.Limits); err != nil {
		return nil, err
	}
	make, ok := generators[q.Kind]
	if !ok {
		return nil, Errorf(UnknownName, "kind", "found %.24q, expected one of %s", q.Kind, strings.Join(generatorNames(), ", "))
	}
	ctx, cancel := (&Budget{}).context(ctx, &s.Limits)
	defer cancel()
	puzzles, err := make(ctx, &q)
	if err != nil {
		return nil, err
	}
	response := &GenerateResponse{Kind: q.Kind}
	for _, p := range puzzles {
		response.Puzzles = append(response.Puzzles, record.NewNonogram(p))
	}
	return response, nil
}

func generatorNames() []string {
	var names []string
	for name := range generators {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// fill puts in the defaults.
func (r *GenerateRequest) fill() {
	if r.Kind == "" {
		r.Kind = "random"
	}
	if r.Width == 0 {
		r.Width = defaultSide
	}
	if r.Height == 0 {
		r.Height = r.Width
	}
	if r.Count == 0 {
		r.Count = 1
	}
	if r.Seed == "" {
		r.Seed = "0"
	}
}

// admit refuses sizes and numbers beyond the limits before anything is made.
func (r *GenerateRequest) admit(l *Limits) error {
	if err := nonogram.ValidateSize(r.Width, r.Height); err != nil {
		return Errorf(BadRequest, "width", "%v", err)
	}
	switch {
	case r.Count < 0:
		return Errorf(BadRequest, "count", "found %d, expected at least 1", r.Count)
	case l.Puzzles > 0 && r.Count > l.Puzzles:
		return Errorf(TooLarge, "count", "found %d, the limit of this service is %d", r.Count, l.Puzzles)
	case l.Side > 0 && max(r.Width, r.Height) > l.Side:
		return Errorf(TooLarge, "width", "found %d × %d cells, the limit of this service is %d a side", r.Width, r.Height, l.Side)
	case l.Cells > 0 && r.Count > l.Cells/(r.Width*r.Height):
		return Errorf(TooLarge, "count", "found %d × %d × %d cells, the limit of this service is %d in all", r.Count, r.Width, r.Height, l.Cells)
	}
	return nil
}
