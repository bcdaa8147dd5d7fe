// Package draw holds the operation that draws puzzles as text, SVG and PNG, and books as
// PDF and HTML.
package draw

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/object"
	"nonogram/render"
)

// Operations lists the operations of this package.
func Operations() []operations.Operation {
	return []operations.Operation{operations.Once("render", "Draw a puzzle, or print a book of puzzles", Render)}
}

// RenderRequest asks for a drawing.
type RenderRequest struct {
	operations.Input
	Puzzles []object.Puzzle `json:"puzzles,omitempty" doc:"Several puzzles as objects, in place of puzzle, for a book"`
	As      string          `json:"as" enum:"text,svg,png,pdf,html" doc:"The output format; pdf and html are books"`
	State   []string        `json:"state,omitempty" doc:"The position to draw: a string for every row. Without it only given cells are drawn"`
	Goal    bool            `json:"goal,omitempty" doc:"Draw the goal of each puzzle into it"`
	Answers bool            `json:"answers,omitempty" doc:"Books: print the goals at the back"`
	Title   string          `json:"title,omitempty" doc:"The title above a picture, or of a book; otherwise the puzzle's own"`
	Theme   string          `json:"theme,omitempty" enum:"light,dark" doc:"The colors (default light)"`
	Cell    float64         `json:"cell,omitempty" minimum:"0" maximum:"1000" doc:"The side of a cell: pixels in a picture, points at most in a book; chosen by size if missing"`
	BookRequest
	Clues  *bool `json:"clues,omitempty" doc:"Draw the clues (default true)"`
	Guides *bool `json:"guides,omitempty" doc:"Draw a line every five cells (default true)"`
	Bare   bool  `json:"bare,omitempty" doc:"Draw the cells alone"`
	Dim    bool  `json:"dim,omitempty" doc:"Draw the clues of finished lines faintly"`
	ASCII  bool  `json:"ascii,omitempty" doc:"text: use only ASCII characters"`
}

// RenderAnswer is a drawing.
type RenderAnswer struct {
	MediaType string `json:"media_type"`
	Extension string `json:"extension"`
	Text      string `json:"text,omitempty" doc:"The drawing, if it is text"`
	Data      []byte `json:"data,omitempty" doc:"The drawing in Base64, if it is not"`
	Pages     int    `json:"pages,omitempty" doc:"The number of pages of a book"`
}

// Drawing returns the drawing itself, and its media type.
func (r *RenderAnswer) Drawing() (mediaType string, content []byte) {
	if len(r.Data) > 0 {
		return r.MediaType, r.Data
	}
	return r.MediaType, []byte(r.Text)
}

// kind is an output format of Render.
type kind struct {
	mediaType string
	text      bool
	make      func(ctx context.Context, b *sheet, r *RenderRequest, s *operations.Service) (pages int, err error)
}

func kindOf(name string) (k kind, ok bool) {
	k, ok = map[string]kind{
		"text": {"text/plain; charset=utf-8", true, renderText},
		"svg":  {"image/svg+xml", true, renderSVG},
		"png":  {"image/png", false, renderPNG},
		"pdf":  {"application/pdf", false, renderPDF},
		"html": {"text/html; charset=utf-8", true, renderHTML},
	}[name]
	return k, ok
}

// Render draws puzzles.
func Render(ctx context.Context, s *operations.Service, r *RenderRequest) (*RenderAnswer, error) {
	if r.As == "" {
		return nil, operations.Errorf(operations.BadRequest, "as", "found nothing, expected text, svg, png, pdf or html")
	}
	k, ok := kindOf(r.As)
	if !ok {
		return nil, operations.Errorf(operations.UnknownName, "as", "found %.24q, expected text, svg, png, pdf or html", r.As)
	}
	b := sheet{ctx: ctx}
	pages, err := b.draw(func() (int, error) { return k.make(ctx, &b, r, s) })
	if err != nil {
		return nil, err
	}
	response := &RenderAnswer{MediaType: k.mediaType, Extension: "." + r.As, Pages: pages}
	if r.As == "text" {
		response.Extension = ".txt"
	}
	if k.text {
		response.Text = b.String()
	} else {
		response.Data = b.Bytes()
	}
	return response, nil
}

// sheet receives a drawing until its context ends. Then it ends the drawing by a panic,
// because package render, which has no context, goes on after an error.
type sheet struct {
	bytes.Buffer
	ctx context.Context
}

// end is the value of the panic.
type end struct{ err error }

// Write implements [io.Writer].
func (s *sheet) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		panic(end{err})
	}
	return s.Buffer.Write(p)
}

// draw calls a function that draws on the sheet.
func (s *sheet) draw(do func() (int, error)) (pages int, err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case end:
			err = fault.err
		default:
			panic(fault)
		}
	}()
	return do()
}

// picture is a puzzle with a grid to draw.
type picture struct {
	puzzle *nonogram.Puzzle
	grid   *nonogram.Grid
}

// pictures reads the puzzles of the request.
func (r *RenderRequest) pictures(s *operations.Service) ([]picture, error) {
	var list []picture
	for p, err := range s.Several(&r.Input, r.Puzzles) {
		if err != nil {
			return nil, err
		}
		var invalid *nonogram.InvalidError
		if err := nonogram.Validate(p); errors.As(err, &invalid) && !invalid.Unsolvable() {
			return nil, err
		}
		pic := picture{puzzle: p, grid: p.Given}
		switch {
		case len(r.State) > 0:
			if pic.grid, err = record.ParseGrid("state", r.State, p.Width(), p.Height(), p.Palette); err != nil {
				return nil, err
			}
		case r.Goal && p.Goal == nil:
			return nil, operations.Errorf(operations.BadRequest, "goal", "puzzle %s has none; solve finds one", p.ID)
		case r.Goal:
			pic.grid = p.Goal
		}
		list = append(list, pic)
	}
	return list, nil
}

// one returns the puzzle of a request for a single drawing.
func (r *RenderRequest) one(s *operations.Service) (picture, error) {
	list, err := r.pictures(s)
	if err != nil {
		return picture{}, err
	}
	if len(list) > 1 {
		return picture{}, operations.Errorf(operations.ManyPuzzles, "as", "found %d puzzles, expected one; pdf and html print them all", len(list))
	}
	return list[0], nil
}

// Style returns the style of pictures and books.
func (r *RenderRequest) Style() (render.Style, error) {
	style := render.Style{Theme: render.Theme(r.Theme), Cell: r.Cell, NoClues: r.Clues != nil && !*r.Clues, NoGuides: r.Guides != nil && !*r.Guides, Bare: r.Bare, DimDone: r.Dim}
	return style, coded((&render.Book{Style: style}).Check())
}

func renderText(_ context.Context, b *sheet, r *RenderRequest, s *operations.Service) (int, error) {
	pic, err := r.one(s)
	if err != nil {
		return 0, err
	}
	return 0, render.Text(b, pic.puzzle, pic.grid, render.Options{
		NoClues: r.Clues != nil && !*r.Clues, NoGuides: r.Guides != nil && !*r.Guides, ASCII: r.ASCII, Half: r.Bare,
	})
}

// drawing returns the drawing of a request.
func (r *RenderRequest) drawing(s *operations.Service) (*render.Drawing, error) {
	style, err := r.Style()
	if err != nil {
		return nil, err
	}
	pic, err := r.one(s)
	if err != nil {
		return nil, err
	}
	return &render.Drawing{Puzzle: pic.puzzle, Grid: pic.grid, Title: r.Title, Style: style}, nil
}

func renderSVG(_ context.Context, b *sheet, r *RenderRequest, s *operations.Service) (int, error) {
	d, err := r.drawing(s)
	if err != nil {
		return 0, err
	}
	return 0, coded(render.SVG(b, d))
}

func renderPNG(_ context.Context, b *sheet, r *RenderRequest, s *operations.Service) (int, error) {
	d, err := r.drawing(s)
	if err != nil {
		return 0, err
	}
	if pixels := estimate(d); s.Limits.Pixels > 0 && pixels > float64(s.Limits.Pixels) {
		return 0, operations.Errorf(operations.TooLarge, "cell", "the picture would have about %.0f million pixels, the limit of this service is %d million; smaller cells help", pixels/1e6, s.Limits.Pixels/1_000_000)
	}
	return 0, coded(render.PNG(b, d))
}

// usualCell is the side of a cell that render chooses, in pixels.
const usualCell = 24

// estimate returns an upper bound on the pixels of a picture: a number of a clue takes at
// most one and a half cells.
func estimate(d *render.Drawing) float64 {
	cell := d.Style.Cell
	if cell == 0 {
		cell = usualCell
	}
	longest := func(clues []nonogram.Clue) int {
		return len(slices.MaxFunc(clues, func(a, b nonogram.Clue) int { return len(a) - len(b) }))
	}
	width := float64(d.Puzzle.Width()) + 1.5*float64(longest(d.Puzzle.Rows)) + 2
	height := float64(d.Puzzle.Height()) + 1.5*float64(longest(d.Puzzle.Cols)) + 4
	return width * height * cell * cell
}
