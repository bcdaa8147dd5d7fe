package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"nonogram"
	"nonogram/format/object"
	"nonogram/generate"
	"nonogram/internal/operations/record"
	"nonogram/teach"
)

// Generating lists the operations that make puzzles, and that look after many.
func Generating() []Operation {
	return []Operation{
		Once("generate", "Make new puzzles", Generate),
		Each("repair", "Change a picture that has several solutions into one that is fair", OpenRepair).whole(),
		Each("describe", "Say what is in a puzzle, how many solutions it has and how difficult it is", OpenDescribe),
		Once("dedupe", "Find puzzles that are the same, however turned, mirrored or colored", Dedupe),
	}
}

// GenerateRequest asks for new puzzles. What the fields mean, and which of them
// count, is up to the kind; each kind has a file of its own, generate_….go, with a
// struct of what it alone asks for, and a row in the table below. The structs are
// exported because those who describe a request see no others.
type GenerateRequest struct {
	Kind     string            `json:"kind,omitempty" doc:"What to make: random (the default) boards of random cells; puzzle, random puzzles that are fair, of a wanted difficulty; image, a picture of cells from an image; repair, a picture that has several solutions changed into one that is fair" example:"random"`
	Width    int               `json:"width,omitempty" minimum:"0" doc:"Cells of a row (default 10; from the image's proportions for image)"`
	Height   int               `json:"height,omitempty" minimum:"0" doc:"Cells of a column (default: as the width; from the image's proportions for image)"`
	Count    int               `json:"count,omitempty" minimum:"0" doc:"How many to make (default 1)"`
	Seed     Seed              `json:"seed,omitempty" doc:"A whole number to start the random generator with; for random as long as you like (default 0)"`
	Density  float64           `json:"density,omitempty" minimum:"0" maximum:"1" doc:"random, puzzle: the share of filled cells (default 0.5 for random, what suits the difficulty for puzzle)"`
	Colors   int               `json:"colors,omitempty" minimum:"0" maximum:"16" doc:"puzzle: inks to use (default 1); image: inks to look for in mode color (default 3)"`
	Levels   Levels            `json:"levels,omitempty" doc:"puzzle, repair: the difficulty that it may have (default any)"`
	Symmetry generate.Symmetry `json:"symmetry,omitempty" enum:"none,mirror,mirrors,rotation,quarter" doc:"puzzle, repair: the symmetry to have, or to keep"`
	RandomOptions
	RecipeOptions
	ImageOptions
	Input
	RepairOptions
}

// GenerateResponse is what was made.
type GenerateResponse struct {
	Kind    string             `json:"kind"`
	Puzzles []*object.Nonogram `json:"puzzles" doc:"With the picture as the goal of each"`
	Reason  string             `json:"reason,omitempty" doc:"puzzle: why there are fewer than wanted"`
	Doubt   []float64          `json:"doubt,omitempty" doc:"image: for each cell, row by row, how near it was to being decided otherwise, 0 to 1"`
	Repair  *record.Repair     `json:"repair,omitempty" doc:"repair: what was changed, and what it led to"`
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
		"puzzle": generatePuzzle,
		"image":  generateImage,
		"repair": generateRepair,
	}
}

// defaultSide is the size of a puzzle nobody has given a size.
const defaultSide = 10

// Generate makes new puzzles.
func Generate(ctx context.Context, s *Service, r *GenerateRequest) (*GenerateResponse, error) {
	q := *r
	q.Kind, q.Count = cmp.Or(r.Kind, "random"), cmp.Or(r.Count, 1)
	generator, ok := generators()[q.Kind]
	if !ok {
		return nil, Errorf(UnknownName, "kind", "found %.24q, expected one of %s", q.Kind, strings.Join(slices.Sorted(maps.Keys(generators())), ", "))
	}
	bounds, err := (&Budget{}).Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	ctx, cancel := bounds.Context(ctx)
	defer cancel()
	response, err := generator(ctx, s, &q)
	if err != nil {
		return nil, err
	}
	response.Kind = q.Kind
	return response, nil
}

// fillSize puts in the size of what nobody has given one.
func (r *GenerateRequest) fillSize() {
	r.Width = cmp.Or(r.Width, defaultSide)
	r.Height = cmp.Or(r.Height, r.Width)
}

// admit refuses sizes and numbers beyond the limits before anything is made.
func (r *GenerateRequest) admit(l *Limits) error {
	if err := nonogram.ValidateSize(r.Width, r.Height); err != nil {
		field := "width"
		if r.Width > 0 && r.Height < 1 {
			field = "height"
		}
		return Errorf(BadRequest, field, "%v", err)
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

// Levels is a list of degrees of difficulty, by their names.
type Levels []teach.Level

// UnmarshalJSON reads an array. Without it a text would be taken for bytes, since a
// level is one.
func (l *Levels) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return Errorf(BadRequest, "levels", "found the text %.40s, expected an array of names", data)
	}
	return json.Unmarshal(data, (*[]teach.Level)(l))
}
