package create

import (
	"context"
	"errors"
	"image"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/generate"
	"nonogram/internal/object"
)

// Kind "image" makes a picture of cells from the pixels of an image. A browser sends the
// pixels; image files need a service with a decoder.

// ImageOptions are the fields of kind "image".
type ImageOptions struct {
	Image   *Pixels         `json:"image,omitempty" doc:"image: the pixels"`
	File    []byte          `json:"image_file,omitempty" doc:"image: the file of an image in Base64, as PNG or JPEG, in place of the pixels"`
	Crop    *Rectangle      `json:"crop,omitempty" doc:"image: the part to use (default all of it)"`
	Trim    bool            `json:"trim,omitempty" doc:"image: cut off margins of one color"`
	Mode    string          `json:"mode,omitempty" enum:"threshold,ink,edges,dither,color" doc:"image: how cells are decided (default threshold)"`
	Fit     string          `json:"fit,omitempty" enum:"cover,contain,stretch" doc:"image: how it fits into a puzzle of other proportions (default cover)"`
	Bias    float64         `json:"bias,omitempty" minimum:"-1" maximum:"1" doc:"image: fill more cells above 0 and fewer below, -1 to 1"`
	Local   *float64        `json:"local,omitempty" minimum:"0" maximum:"1" doc:"image: how much a threshold follows its surroundings, 0 to 1 (default 0.5)"`
	Invert  bool            `json:"invert,omitempty" doc:"image: fill the light cells instead of the dark ones"`
	Mask    *Mask           `json:"mask,omitempty" doc:"image: what a person has marked as subject and as background"`
	Palette []object.Swatch `json:"palette,omitempty" doc:"image: the colors for mode color, the background first"`
	Specks  int             `json:"specks,omitempty" minimum:"0" maximum:"250000" doc:"image: remove specks and holes of up to this many cells"`
	Thin    bool            `json:"thin,omitempty" doc:"image: remove thin ends"`
	// Sheet and Candidate repair what they make.
	Sheet     bool `json:"sheet,omitempty" doc:"image: make twelve candidates, which differ in mode, size, inks and bias, each repaired" flag:"show twelve candidates, which differ in mode, size, inks and bias; --out FILE.png draws them"`
	Candidate int  `json:"candidate,omitempty" minimum:"0" maximum:"12" doc:"image: make the candidate with this number" flag:"make candidate <N> of the sheet"`
}

// Pixels is an image as four bytes per pixel, row by row: red, green, blue and opacity, not
// premultiplied, as in the canvas of a browser.
type Pixels struct {
	Width  int    `json:"width" minimum:"1" maximum:"16384"`
	Height int    `json:"height" minimum:"1" maximum:"16384"`
	RGBA   []byte `json:"rgba" doc:"Four bytes a pixel in Base64"`
}

// Mask has the marks of an image, row by row. It is stretched over the whole image.
type Mask struct {
	Width  int    `json:"width" minimum:"1" maximum:"16384"`
	Height int    `json:"height" minimum:"1" maximum:"16384"`
	Marks  []byte `json:"marks" doc:"A byte a place in Base64: 0 for no mark, 1 for the subject, 2 for the background"`
}

// mask returns the mask for the library; nil remains nil.
func (m *Mask) mask() *generate.Mask {
	if m == nil {
		return nil
	}
	marks := make([]generate.Mark, len(m.Marks))
	for i, mark := range m.Marks {
		marks[i] = generate.Mark(mark)
	}
	return &generate.Mask{Width: m.Width, Height: m.Height, Marks: marks}
}

// Rectangle is a part of an image, in pixels.
type Rectangle struct {
	X      int `json:"x" minimum:"0" maximum:"16384"`
	Y      int `json:"y" minimum:"0" maximum:"16384"`
	Width  int `json:"width" minimum:"1" maximum:"16384"`
	Height int `json:"height" minimum:"1" maximum:"16384"`
}

// maxImageSide keeps the number of bytes within an int32.
const maxImageSide = 1 << 14

// image returns the image of a request, from pixels or decoded, and a function that gives
// back its memory.
func (r *ImageOptions) image(ctx context.Context, s *operations.Service) (img image.Image, release func(), err error) {
	release = func() {}
	switch {
	case len(r.File) == 0:
		img, err = r.Image.image(s)
		return img, release, err
	case r.Image != nil:
		return nil, release, operations.Errorf(operations.BadRequest, "image_file", "found an image too, expected only one of them")
	case s.Images == nil:
		return nil, release, operations.Errorf(operations.Unsupported, "image_file", "this engine does not decode image files; expected the pixels as image")
	}
	img, err = s.Images(ctx, r.File, s.Limits.Pixels, func(bytes int64) error {
		if s.Reserve == nil {
			return nil
		}
		free, err := s.Reserve(ctx, bytes)
		if err == nil {
			release = free
		}
		return err
	})
	var known *operations.Error
	if err != nil && ctx.Err() == nil && !errors.As(err, &known) {
		err = &operations.Error{Code: operations.Unreadable, Where: "image_file", Message: err.Error()}
	}
	return img, release, err
}

// image returns the pixels as an image.
func (p *Pixels) image(s *operations.Service) (image.Image, error) {
	if p == nil {
		return nil, operations.Errorf(operations.BadRequest, "image", "found nothing, expected the pixels of an image")
	}
	l, pix := &s.Limits, p.RGBA
	if len(pix) == 0 {
		pix = s.RGBA
	}
	switch {
	case p.Width < 1 || p.Height < 1 || p.Width > maxImageSide || p.Height > maxImageSide:
		return nil, operations.Errorf(operations.BadRequest, "image", "found %d × %d pixels, expected 1 to %d a side", p.Width, p.Height, maxImageSide)
	case l.Pixels > 0 && p.Width*p.Height > l.Pixels:
		return nil, operations.Errorf(operations.TooLarge, "image", "found %d × %d pixels, the limit of this service is %d in all", p.Width, p.Height, l.Pixels)
	case len(pix) != 4*p.Width*p.Height:
		return nil, operations.Errorf(operations.BadRequest, "image.rgba", "found the length %d, expected 4 × %d × %d bytes", len(pix), p.Width, p.Height)
	}
	return &image.NRGBA{Pix: pix, Stride: 4 * p.Width, Rect: image.Rect(0, 0, p.Width, p.Height)}, nil
}

func (r *Rectangle) rectangle() image.Rectangle {
	if r == nil {
		return image.Rectangle{}
	}
	return image.Rect(r.X, r.Y, r.X+r.Width, r.Y+r.Height)
}

// OpenImage converts a request, except for its image, to the options of the library.
func OpenImage(r *GenerateRequest) (o generate.ImageOptions, err error) {
	q := *r
	shape, err := q.shape()
	if err != nil {
		return o, err
	}
	if shape != nil && (r.Sheet || r.Candidate > 0) {
		return o, operations.Errorf(operations.BadRequest, "triddler", "found a board for a sheet of candidates, expected none")
	}
	o = generate.ImageOptions{
		Width: q.Width, Height: q.Height, Shape: shape, Crop: r.Crop.rectangle(), Fit: generate.Fit(r.Fit), Mode: generate.Mode(r.Mode),
		Bias: r.Bias, Local: 0.5, Invert: r.Invert, Colors: r.Colors, Specks: r.Specks, Thin: r.Thin,
		Mask: r.Mask.mask(), Symmetry: generate.Symmetry(r.Symmetry),
	}
	if r.Local != nil {
		o.Local = *r.Local
	}
	if o.Palette, err = r.palette(); err != nil {
		return o, err
	}
	o.Seed, err = r.Seed.Word()
	return o, err
}

// generateImage makes a picture from an image.
func generateImage(ctx context.Context, s *operations.Service, r *GenerateRequest) (*GenerateAnswer, error) {
	pixels, release, err := r.image(ctx, s)
	defer release()
	if err != nil {
		return nil, err
	}
	o, err := OpenImage(r)
	if err != nil {
		return nil, err
	}
	if r.Trim {
		o.Crop = o.Mask.Trim(ctx, pixels, o.Crop)
	}
	if r.Sheet || r.Candidate > 0 {
		return generateCandidates(ctx, s, r, pixels, o)
	}
	p, doubt, err := generate.FromImage(ctx, pixels, o)
	if err != nil {
		return nil, err
	}
	if err := s.Limits.Admit(p); err != nil {
		return nil, err
	}
	response := generated(p)
	response.Doubt = rounded(doubt)
	return response, nil
}

// palette parses the palette, nil if there is none.
func (r *ImageOptions) palette() (nonogram.Palette, error) {
	if len(r.Palette) == 0 {
		return nil, nil
	}
	// Parse it as the palette of the smallest puzzle, an empty cell.
	blank := []object.Clue{{}}
	p, err := (&object.Nonogram{Palette: r.Palette, Rows: blank, Columns: blank}).Puzzle()
	if err != nil {
		return nil, operations.AsRequest(err)
	}
	return p.Palette, nil
}

// rounded rounds doubts down to thousandths.
func rounded(doubt []float64) []float64 {
	const steps = 1000
	for i, d := range doubt {
		doubt[i] = float64(int(d*steps)) / steps
	}
	return doubt
}
