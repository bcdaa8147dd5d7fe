package generate

import (
	"cmp"
	"context"
	"image"
	"math"
	"nonogram/internal/plural"

	"nonogram"
)

// Puzzles from images. An image is cropped and averaged to a few points per cell in linear
// light (sample.go). One of five modes then decides each cell:
//
//	threshold  black where darker than the surroundings (threshold.go)
//	ink        the same after sharpening, as with pen and ink (threshold.go)
//	edges      black along outlines (edges.go)
//	dither     black dots whose density follows the brightness (dither.go)
//	color      the nearest of some colors that the picture itself suggests (colors.go)
//
// Finally specks are removed (clean.go). Lightness and color distances are those of OKLab
// (Björn Ottosson, 2020).
//
// FromImage takes a decoded image, so that programs with pixels of their own, such as a
// browser, need no decoders.
//
// Cost: about 10 ns per pixel.

// Mode is a method to decide cells.
type Mode string

// The modes; the default is Threshold.
const (
	Threshold Mode = "threshold" // black where it is darker than the surroundings
	Ink       Mode = "ink"       // black where it is dark and along lines, as with pen and ink
	Edges     Mode = "edges"     // black along outlines
	Dither    Mode = "dither"    // black dots, as dense as it is dark
	Colored   Mode = "color"     // the nearest of ImageOptions.Colors inks
)

// Fit adapts an image to the proportions of the puzzle.
type Fit string

// The ways to fit; the default is Cover.
const (
	Cover   Fit = "cover"   // two sides are cut off
	Contain Fit = "contain" // background is added on two sides
	Stretch Fit = "stretch" // it is stretched
)

// ImageOptions configures [FromImage].
type ImageOptions struct {
	// Width and Height are the size of the puzzle. If one is 0 it follows from the
	// image; if both are, the longer side has 25 cells.
	Width, Height int
	// Shape, if not nil, is the board of a triddler, in place of the size. Then there is no
	// Symmetry, and neither Specks nor Thin.
	Shape *nonogram.Shape
	// Crop is the part of the image to use, in pixels; the zero value means all.
	Crop image.Rectangle
	Fit  Fit
	Mode Mode
	// Bias, from -1 to 1, makes more cells black above 0 and fewer below. Color mode
	// ignores it.
	Bias float64
	// Local, from 0 to 1, is how much the threshold follows the surroundings of a cell.
	Local float64
	// Invert makes light cells black instead of dark ones.
	Invert bool
	// Colors is the number of inks of color mode, from 1 to 16; 0 means 3. The image
	// may have fewer.
	Colors int
	// Palette, if not nil, is the palette of color mode. Entry 0 is the background.
	Palette nonogram.Palette
	// Specks removes areas of up to so many cells, and Thin removes thin ends.
	Specks int
	Thin   bool
	// Mask, if not nil, marks parts of the image as subject or as background.
	Mask *Mask
	// Symmetry is a symmetry that the picture gets: images of a place are averaged.
	Symmetry Symmetry
	// Seed varies the initial colors.
	Seed uint64
}

// The limits of a picture made from an image.
const (
	defaultSide = 25
	maxInks     = 16
	// maxImageCells bounds the size: each cell has 16 points of 16 bytes.
	maxImageCells = 250_000
)

// FromImage makes a puzzle from an image, with the picture of cells as its goal. It may have
// other solutions. The doubt, from 0 to 1 for each cell, is high if another color was almost
// chosen, see [RepairOptions]. The error is a [*ParamError], about the size or that of the
// context.
func FromImage(ctx context.Context, img image.Image, o ImageOptions) (p *nonogram.Puzzle, doubt []float64, err error) {
	p, doubt, _, err = fromImage(ctx, img, o)
	return p, doubt, err
}

// fromImage returns the points that the picture was made from too.
func fromImage(ctx context.Context, img image.Image, o ImageOptions) (p *nonogram.Puzzle, doubt []float64, f *field, err error) {
	part, err := o.complete(img.Bounds())
	if err != nil {
		return nil, nil, nil, err
	}
	sample := o.sample
	if o.Shape != nil {
		sample = o.triangles
	}
	f = sample(ctx, img, part)
	f.symmetrize(o.Symmetry)
	pic := &sketch{width: o.Width, height: o.Height, cells: make([]nonogram.Color, o.Width*o.Height), doubt: make([]float64, o.Width*o.Height)}
	palette := nonogram.BlackAndWhite()
	switch o.Mode {
	case Threshold:
		pic.threshold(f, f.darkness(o.Invert), o.Bias, o.Local)
	case Ink:
		pic.threshold(f, f.sharpened(f.darkness(o.Invert)), o.Bias, o.Local)
	case Edges:
		pic.edges(f, o.Bias)
	case Dither:
		pic.dither(f.inCells(f.darkness(o.Invert)), o.Bias)
	case Colored:
		palette = pic.color(f, &o)
	}
	if o.Thin {
		pic.trim()
	}
	pic.fillSpecks(ctx, o.Specks)
	pic.symmetrize(o.Symmetry)
	if err := ctx.Err(); err != nil {
		return nil, nil, nil, err
	}
	g := &nonogram.Grid{Width: o.Width, Height: o.Height, Cells: pic.cells}
	if o.Shape != nil {
		for cell := range g.Cells {
			if !o.Shape.Has(cell) {
				g.Cells[cell], pic.doubt[cell] = nonogram.Empty, 0
			}
		}
		return redrawn(&nonogram.Puzzle{Palette: palette, Shape: o.Shape}, g), pic.doubt, f, nil
	}
	return nonogram.FromGrid(g, palette), pic.doubt, f, nil
}

// sketch is an unfinished picture of cells.
type sketch struct {
	width, height int
	cells         []nonogram.Color
	doubt         []float64
}

// complete checks the options, sets defaults, and returns the part of the image to use.
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
	if o.Shape != nil {
		o.Width, o.Height = o.Shape.Width, o.Shape.Height
		if err := onTriangles(o.Symmetry); err != nil {
			return part, err
		}
		if o.Specks > 0 || o.Thin {
			return part, badParam("specks", "found specks or thin ends to remove, expected none on a triddler")
		}
	}
	o.complementSize(part)
	if err := nonogram.ValidateSize(o.Width, o.Height); err != nil {
		return part, err
	}
	o.Mode, o.Fit, o.Colors = cmp.Or(o.Mode, Threshold), cmp.Or(o.Fit, Cover), cmp.Or(o.Colors, 3)
	if err := cmp.Or(oneOf("mode", o.Mode, Threshold, Ink, Edges, Dither, Colored), oneOf("fit", o.Fit, Cover, Contain, Stretch)); err != nil {
		return part, err
	}
	unit := func(v float64) bool { return v >= 0 && v <= 1 } // rejects NaN
	if err := o.Symmetry.check(o.Width, o.Height); err != nil {
		return part, err
	}
	if o.Mask != nil {
		if err := o.Mask.check(); err != nil {
			return part, err
		}
	}
	switch {
	case o.Width*o.Height > maxImageCells:
		return part, badParam("size", "found %d × %d, expected at most %d cells", o.Width, o.Height, maxImageCells)
	case !unit(math.Abs(o.Bias)):
		return part, badParam("bias", "found %v, expected -1 to 1", o.Bias)
	case !unit(o.Local):
		return part, badParam("local", "found %v, expected 0 to 1", o.Local)
	case o.Colors < 1 || o.Colors > maxInks:
		return part, badParam("colors", "found %d, expected 1 to %d", o.Colors, maxInks)
	case o.Palette != nil && (len(o.Palette) < 2 || len(o.Palette) > nonogram.MaxColors):
		return part, badParam("palette", "found %s, expected a background and 1 to %d inks", plural.Of(len(o.Palette), "color", "colors"), nonogram.MaxColors-1)
	case o.Specks < 0 || o.Specks > maxImageCells:
		return part, badParam("specks", "found %d, expected 0 to %d", o.Specks, maxImageCells)
	}
	return part, nil
}

// complementSize sets missing sides.
func (o *ImageOptions) complementSize(part image.Rectangle) {
	w, h := float64(part.Dx()), float64(part.Dy())
	scale := func(side int, a, b float64) int {
		return int(min(max(1, math.Round(float64(side)*a/b)), nonogram.MaxSide+1))
	}
	switch {
	case o.Width == 0 && o.Height == 0 && w >= h:
		o.Width, o.Height = defaultSide, scale(defaultSide, h, w)
	case o.Width == 0 && o.Height == 0:
		o.Width, o.Height = scale(defaultSide, w, h), defaultSide
	case o.Width == 0:
		o.Width = scale(o.Height, w, h)
	case o.Height == 0:
		o.Height = scale(o.Width, h, w)
	}
}
