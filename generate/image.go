package generate

import (
	"fmt"
	"image"
	"math"
	"slices"

	"nonogram"
)

// Puzzles from pictures. A photo or drawing is cropped, averaged down to a few points
// per cell in linear light (sample.go), and every cell then decided by one of four
// modes:
//
//	threshold  black where darker than the surroundings (threshold.go)
//	edges      black along outlines (edges.go)
//	dither     black dots whose density follows the brightness (dither.go)
//	color      the nearest of some colors that the picture itself suggests (colors.go)
//
// At last specks can be cleaned away (clean.go). Lightness and distances of colors
// are those of OKLab (Björn Ottosson, 2020), where they are as large as they look.
//
// FromImage takes a decoded image, so that programs that get their pixels elsewhere,
// a browser for instance, need no decoders. Package generate/picture decodes files.
//
// Cost: reading the image, about 10 ns a pixel; everything else is small.

// Mode is a way to decide cells.
type Mode uint8

// The modes.
const (
	Threshold Mode = iota // black where it is darker than the surroundings
	Edges                 // black along outlines
	Dither                // black dots, as dense as it is dark
	Colored               // the nearest of ImageOptions.Colors inks
)

var modeNames = [...]string{"threshold", "edges", "dither", "color"}

// Modes lists the modes.
func Modes() []Mode { return []Mode{Threshold, Edges, Dither, Colored} }

// String is the name.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// MarshalText writes the name.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the name.
func (m *Mode) UnmarshalText(text []byte) error {
	i := slices.Index(modeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown mode %q, expected one of %v", text, modeNames)
	}
	*m = Mode(i)
	return nil
}

// Fit says what becomes of an image whose sides are not in the proportion of the
// puzzle's.
type Fit uint8

// The ways to fit.
const (
	Cover   Fit = iota // what is over on two sides is cut off
	Contain            // background is added on two sides
	Stretch            // it is stretched
)

var fitNames = [...]string{"cover", "contain", "stretch"}

// String is the name.
func (f Fit) String() string {
	if int(f) < len(fitNames) {
		return fitNames[f]
	}
	return fmt.Sprintf("fit(%d)", uint8(f))
}

// MarshalText writes the name.
func (f Fit) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the name.
func (f *Fit) UnmarshalText(text []byte) error {
	i := slices.Index(fitNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown fit %q, expected one of %v", text, fitNames)
	}
	*f = Fit(i)
	return nil
}

// ImageOptions says how an image becomes a picture of cells.
type ImageOptions struct {
	// Width and Height are the size of the puzzle. If one is 0 it follows from the
	// image; if both are, the longer side has DefaultSide cells.
	Width, Height int
	// Crop is the part of the image to use, in its pixels; the zero value is all.
	Crop image.Rectangle
	Fit  Fit
	Mode Mode
	// Bias makes more cells black above 0 and fewer below, from -1 to 1. Color
	// does not use it.
	Bias float64
	// Local is how much a threshold follows the surroundings of a cell, rather
	// than being the same all over: 0 to 1.
	Local float64
	// Invert makes light cells black instead of dark ones.
	Invert bool
	// Colors is the number of inks that color mode looks for, besides the
	// background, from 1 to MaxInks; 0 means 3. Fewer come out if the image has
	// no more.
	Colors int
	// Palette, if not nil, is what color mode uses instead. Entry 0 is the
	// background.
	Palette nonogram.Palette
	// Specks cleans away areas of up to so many cells, ink and holes alike, and
	// Thin what is a single cell wide and ends freely.
	Specks int
	Thin   bool
	// Seed varies where the search for colors begins.
	Seed uint64
}

// The limits of a picture made from an image.
const (
	DefaultSide = 25
	MaxInks     = 16
	// MaxImageCells bounds the size: the image is kept at sixteen points to a
	// cell, 16 bytes each.
	MaxImageCells = 250_000
)

// Picture is what FromImage makes.
type Picture struct {
	// Puzzle has the picture as its goal. Nothing is known about its solutions.
	Puzzle *nonogram.Puzzle
	// Doubt says for every cell, from 0 to 1, how near it was to being decided
	// otherwise: RepairOptions.Doubt.
	Doubt []float64
}

// FromImage makes a picture of cells from an image. The error is a [*ParamError] or
// about the size.
func FromImage(img image.Image, o ImageOptions) (*Picture, error) {
	part, err := o.complete(img.Bounds())
	if err != nil {
		return nil, err
	}
	f := o.sample(img, part)
	pic := &sketch{width: o.Width, height: o.Height, cells: make([]nonogram.Color, o.Width*o.Height), doubt: make([]float64, o.Width*o.Height)}
	palette := nonogram.BlackAndWhite()
	switch o.Mode {
	case Threshold:
		pic.threshold(f.cells(), o.Bias, o.Local, o.Invert)
	case Edges:
		pic.edges(f, o.Bias)
	case Dither:
		pic.dither(f.cells(), o.Bias, o.Invert)
	case Colored:
		palette = pic.color(f, &o)
	}
	pic.clean(o.Specks, o.Thin)
	g := &nonogram.Grid{Width: o.Width, Height: o.Height, Cells: pic.cells}
	return &Picture{Puzzle: nonogram.FromGrid(g, palette), Doubt: pic.doubt}, nil
}

// sketch is a picture of cells in the making.
type sketch struct {
	width, height int
	cells         []nonogram.Color
	doubt         []float64
}

// complete checks the options, fills in what was left open, and says which part of
// the image is used.
func (o *ImageOptions) complete(bounds image.Rectangle) (image.Rectangle, error) {
	part := bounds
	if o.Crop != (image.Rectangle{}) {
		part = o.Crop.Add(bounds.Min)
		if part.Empty() || !part.In(bounds) {
			return part, badParam("crop", "found %v, expected a part of %d × %d pixels", o.Crop, bounds.Dx(), bounds.Dy())
		}
	}
	if part.Empty() {
		return part, badParam("image", "found no pixels")
	}
	o.complementSize(part)
	if err := nonogram.ValidateSize(o.Width, o.Height); err != nil {
		return part, err
	}
	if o.Colors == 0 {
		o.Colors = 3
	}
	unit := func(v float64) bool { return v >= 0 && v <= 1 } // so that NaN is refused
	switch {
	case o.Width*o.Height > MaxImageCells:
		return part, badParam("size", "found %d × %d, expected at most %d cells", o.Width, o.Height, MaxImageCells)
	case int(o.Mode) >= len(modeNames):
		return part, badParam("mode", "found %d, expected 0 to %d", o.Mode, len(modeNames)-1)
	case int(o.Fit) >= len(fitNames):
		return part, badParam("fit", "found %d, expected 0 to %d", o.Fit, len(fitNames)-1)
	case !unit(math.Abs(o.Bias)):
		return part, badParam("bias", "found %v, expected -1 to 1", o.Bias)
	case !unit(o.Local):
		return part, badParam("local", "found %v, expected 0 to 1", o.Local)
	case o.Colors < 1 || o.Colors > MaxInks:
		return part, badParam("colors", "found %d, expected 1 to %d", o.Colors, MaxInks)
	case o.Palette != nil && (len(o.Palette) < 2 || len(o.Palette) > nonogram.MaxColors):
		return part, badParam("palette", "found %d colors, expected a background and 1 to %d inks", len(o.Palette), nonogram.MaxColors-1)
	case o.Specks < 0:
		return part, badParam("specks", "found %d, expected at least 0", o.Specks)
	}
	return part, nil
}

// complementSize finds the sides that were not given.
func (o *ImageOptions) complementSize(part image.Rectangle) {
	w, h := float64(part.Dx()), float64(part.Dy())
	scale := func(side int, a, b float64) int {
		return int(min(max(1, math.Round(float64(side)*a/b)), nonogram.MaxSide+1))
	}
	switch {
	case o.Width == 0 && o.Height == 0 && w >= h:
		o.Width, o.Height = DefaultSide, scale(DefaultSide, h, w)
	case o.Width == 0 && o.Height == 0:
		o.Width, o.Height = scale(DefaultSide, w, h), DefaultSide
	case o.Width == 0:
		o.Width = scale(o.Height, w, h)
	case o.Height == 0:
		o.Height = scale(o.Width, h, w)
	}
}
