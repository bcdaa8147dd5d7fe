// Package create holds the operations that create puzzles, at random, from images and
// photographs or by repairing others, and those that describe and compare puzzles. It is
// separate from package operations so that the browser's engine does not link the
// generators and the network that reads photographs.
package create

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/teach"
)

// Operations lists the operations of this package.
func Operations() []operations.Operation {
	repair := operations.Each("repair", "Change a picture that has several solutions into one that is fair", OpenRepair)
	repair.Whole = true
	return []operations.Operation{
		operations.Once("generate", "Make new puzzles", Generate),
		repair,
		operations.Each("describe", "Say what is in a puzzle, how many solutions it has and how difficult it is", OpenDescribe),
		operations.Once("dedupe", "Find puzzles that are the same, however turned, mirrored or colored", Dedupe),
		operations.Once("scan", "Read a puzzle from a photograph or a screenshot of it", Scan),
	}
}

// paramFields maps the parameters of package generate whose request field has another name.
var paramFields = map[string]string{
	"first": "density", "last": "last_density", "changes": "max_changes", "size": "width", "goal": "puzzle.goal",
}

// Coded adds the code and the field to a parameter error of package generate, and returns
// other errors unchanged.
func Coded(err error) error {
	var param *generate.ParamError
	if !errors.As(err, &param) {
		return err
	}
	return &operations.Error{Code: operations.BadRequest, Where: cmp.Or(paramFields[param.Param], param.Param), Message: param.Message}
}

// GenerateRequest asks for new puzzles. The kind decides which fields count. Each kind has
// a file of its own, with a struct of the fields that only it uses.
type GenerateRequest struct {
	Kind     string          `json:"kind,omitempty" doc:"The kind of puzzle: random (the default), boards of random cells; puzzle, random puzzles with one solution and a given difficulty; image, a picture from an image; repair, an ambiguous picture changed to have one solution" example:"random"`
	Width    int             `json:"width,omitempty" minimum:"0" maximum:"10000" doc:"Cells of a row (default 10; from the image's proportions for image)"`
	Height   int             `json:"height,omitempty" minimum:"0" maximum:"10000" doc:"Cells of a column (default: the width; from the image's proportions for image)"`
	Count    int             `json:"count,omitempty" minimum:"0" maximum:"1000000000" doc:"How many to make (default 1)"`
	Seed     operations.Seed `json:"seed,omitempty" doc:"The seed of the random generator, a whole number; for random of up to 1000 digits (default 0)"`
	Density  float64         `json:"density,omitempty" minimum:"0" maximum:"1" doc:"random, puzzle: the share of filled cells (default 0.5 for random, by difficulty for puzzle)"`
	Colors   int             `json:"colors,omitempty" minimum:"0" maximum:"16" doc:"puzzle: inks to use (default 1); image: inks to look for in mode color (default 3)"`
	Levels   Levels          `json:"levels,omitempty" doc:"puzzle, repair: the allowed levels of difficulty (default any)"`
	Symmetry string          `json:"symmetry,omitempty" enum:"none,mirror,mirrors,rotation,quarter" doc:"puzzle, image, repair: the symmetry of the picture; an image is averaged with its mirror images"`
	Triddler []int           `json:"triddler,omitempty" minimum:"0" maximum:"10000" doc:"puzzle, image: the lines at the six sides of a board of triangles, in place of a size"`
	RandomOptions
	RecipeOptions
	ImageOptions
	operations.Input
	RepairOptions
}

// GenerateAnswer holds the new puzzles.
type GenerateAnswer struct {
	Kind    string             `json:"kind"`
	Puzzles []*object.Nonogram `json:"puzzles" doc:"The puzzles, with their pictures as goals"`
	Reason  string             `json:"reason,omitempty" doc:"puzzle: why there are fewer than requested"`
	Doubt   []float64          `json:"doubt,omitempty" doc:"image: for each cell, row by row, how uncertain it is, 0 to 1"`
	Repair  *record.Repair     `json:"repair,omitempty" doc:"repair: the changes and their result"`
	// Candidates describe the puzzles, in their order.
	Candidates []record.Candidate `json:"candidates,omitempty" doc:"image, of a sheet or one candidate: how each puzzle was made"`
}

// generated returns a response with puzzles alone.
func generated(puzzles ...*nonogram.Puzzle) *GenerateAnswer {
	response := &GenerateAnswer{}
	for _, p := range puzzles {
		response.Puzzles = append(response.Puzzles, object.New(p))
	}
	return response
}

// generator makes the puzzles of one kind. When the context ends, it returns the puzzles
// made so far.
type generator func(ctx context.Context, s *operations.Service, r *GenerateRequest) (*GenerateAnswer, error)

var generators = map[string]generator{
	"random": generateRandom,
	"puzzle": generatePuzzle,
	"image":  generateImage,
	"repair": generateRepair,
}

// defaultSide is the default width of a puzzle.
const defaultSide = 10

// Generate makes new puzzles.
func Generate(ctx context.Context, s *operations.Service, r *GenerateRequest) (*GenerateAnswer, error) {
	q := *r
	q.Kind, q.Count = cmp.Or(r.Kind, "random"), cmp.Or(r.Count, 1)
	generator, ok := generators[q.Kind]
	if !ok {
		return nil, operations.Errorf(operations.UnknownName, "kind", "found %.24q, expected one of %s", q.Kind, strings.Join(slices.Sorted(maps.Keys(generators)), ", "))
	}
	if len(r.Triddler) > 0 && q.Kind != "puzzle" && q.Kind != "image" {
		return nil, operations.Errorf(operations.BadRequest, "triddler", "found a board for kind %s, expected kind puzzle or image", q.Kind)
	}
	bounds, err := (&operations.Budget{}).Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	ctx, cancel := bounds.Context(ctx)
	defer cancel()
	response, err := generator(ctx, s, &q)
	if err != nil {
		return nil, Coded(err)
	}
	response.Kind = q.Kind
	return response, nil
}

// One returns the puzzle of a request or, without one, makes a puzzle.
func One(ctx context.Context, s *operations.Service, r *GenerateRequest) (*nonogram.Puzzle, error) {
	if len(r.Puzzle) > 0 || r.Text != "" || len(r.Data) > 0 || r.Pack != "" {
		return s.One(&r.Input)
	}
	q := *r
	q.Count = 1
	recipe, err := OpenRecipe(s, &q)
	if err != nil {
		return nil, err
	}
	made, err := recipe.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	for m, err := range made {
		if err != nil {
			return nil, Coded(err)
		}
		return m.Puzzle, nil
	}
	return nil, errors.New("no puzzle like that was found")
}

// shape returns the board of triangles, nil if there is none, and sets the size of its grids.
func (r *GenerateRequest) shape() (*nonogram.Shape, error) {
	if len(r.Triddler) == 0 {
		return nil, nil
	}
	if len(r.Triddler) != len(nonogram.Shape{}.Sides) {
		return nil, operations.Errorf(operations.BadRequest, "triddler", "found %d sides, expected six", len(r.Triddler))
	}
	s, err := nonogram.Triddler([6]int(r.Triddler))
	if err != nil {
		return nil, operations.Errorf(operations.BadRequest, "triddler", "%v", err)
	}
	r.Width, r.Height = s.Width, s.Height
	return s, nil
}

// fillSize sets a missing width and height.
func (r *GenerateRequest) fillSize() {
	r.Width = cmp.Or(r.Width, defaultSide)
	r.Height = cmp.Or(r.Height, r.Width)
}

// admit rejects sizes and counts beyond the limits.
func (r *GenerateRequest) admit(l *operations.Limits) error {
	if err := nonogram.ValidateSize(r.Width, r.Height); err != nil {
		field := "width"
		if r.Width > 0 && r.Height < 1 {
			field = "height"
		}
		return operations.Errorf(operations.BadRequest, field, "%v", err)
	}
	switch {
	case r.Count < 0:
		return operations.Errorf(operations.BadRequest, "count", "found %d, expected at least 1", r.Count)
	case l.Puzzles > 0 && r.Count > l.Puzzles:
		return operations.Errorf(operations.TooLarge, "count", "found %d, the limit of this service is %d", r.Count, l.Puzzles)
	case l.Side > 0 && max(r.Width, r.Height) > l.Side:
		return operations.Errorf(operations.TooLarge, "width", "found %d × %d cells, the limit of this service is %d a side", r.Width, r.Height, l.Side)
	case l.Cells > 0 && r.Count > l.Cells/(r.Width*r.Height):
		return operations.Errorf(operations.TooLarge, "count", "found %d × %d × %d cells, the limit of this service is %d in all", r.Count, r.Width, r.Height, l.Cells)
	}
	return nil
}

// Levels is a list of difficulty levels, by name in JSON.
type Levels []teach.Level

// UnmarshalJSON reads an array. Without it encoding/json would read a string as bytes,
// because a level is a byte.
func (l *Levels) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return operations.Errorf(operations.BadRequest, "levels", "found the text %.40s, expected an array of names", data)
	}
	return json.Unmarshal(data, (*[]teach.Level)(l))
}
