package api

import (
	"context"
	"maps"
	"slices"
	"strings"

	"nonogram"
	"nonogram/format/object"
)

// Generating lists the operations that make puzzles.
func Generating() []Operation {
	return []Operation{NewOperation("generate", "Make new puzzles", Generate)}
}

// GenerateRequest asks for new puzzles. What the fields mean, and which of them
// count, is up to the kind; each kind has a file of its own, generate_….go, and a
// row in the table below.
type GenerateRequest struct {
	Kind   string `json:"kind,omitempty" doc:"What to make: random (the default) boards of random cells; image, a picture of cells from an image; repair, a picture that has several solutions changed into one that is fair" example:"random"`
	Width  int    `json:"width,omitempty" minimum:"0" doc:"Cells of a row (default 10; from the image's proportions for image)"`
	Height int    `json:"height,omitempty" minimum:"0" doc:"Cells of a column (default: as the width; from the image's proportions for image)"`
	Count  int    `json:"count,omitempty" minimum:"0" doc:"How many to make (default 1)"`
	Seed   string `json:"seed,omitempty" doc:"A whole number to start the random generator with, as long as you like (default 0)" example:"12345"`
	randomRequest
	imageRequest
	repairRequest
}

// GenerateResponse is what was made.
type GenerateResponse struct {
	Kind    string             `json:"kind"`
	Puzzles []*object.Nonogram `json:"puzzles" doc:"With the picture as the goal of each"`
	Doubt   []float64          `json:"doubt,omitempty" doc:"image: for each cell, row by row, how near it was to being decided otherwise, 0 to 1"`
	Repair  *RepairReport      `json:"repair,omitempty" doc:"repair: what was changed, and what it led to"`
}

// generated is an answer of nothing but puzzles.
func generated(puzzles ...*nonogram.Puzzle) *GenerateResponse {
	response := &GenerateResponse{}
	for _, p := range puzzles {
		response.Puzzles = append(response.Puzzles, object.New(p))
	}
	return response
}

// generator makes the puzzles of one kind. It ends early, with what it has, when the
// context does.
type generator func(ctx context.Context, s *Service, r *GenerateRequest) (*GenerateResponse, error)

// generators is the table of kinds. It is made when it is needed: a variable would be
// linked, with all that makes pictures, into modules that never generate anything.
func generators() map[string]generator {
	return map[string]generator{
		"random": generateRandom,
		"image":  generateImage,
		"repair": generateRepair,
	}
}

// defaultSide is the size of a puzzle nobody has given a size.
const defaultSide = 10

// Generate makes new puzzles.
func Generate(ctx context.Context, s *Service, r *GenerateRequest) (*GenerateResponse, error) {
	q := *r
	q.fill()
	generator, ok := generators()[q.Kind]
	if !ok {
		return nil, Errorf(UnknownName, "kind", "found %.24q, expected one of %s", q.Kind, strings.Join(slices.Sorted(maps.Keys(generators())), ", "))
	}
	ctx, cancel := (&Budget{}).context(ctx, &s.Limits)
	defer cancel()
	response, err := generator(ctx, s, &q)
	if err != nil {
		return nil, err
	}
	response.Kind = q.Kind
	return response, nil
}

// fill puts in the defaults.
func (r *GenerateRequest) fill() {
	if r.Kind == "" {
		r.Kind = "random"
	}
	if r.Count == 0 {
		r.Count = 1
	}
	if r.Seed == "" {
		r.Seed = "0"
	}
}

// fillSize puts in the size of what nobody has given one.
func (r *GenerateRequest) fillSize() {
	if r.Width == 0 {
		r.Width = defaultSide
	}
	if r.Height == 0 {
		r.Height = r.Width
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
