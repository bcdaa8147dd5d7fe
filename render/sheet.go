package render

import (
	"bufio"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"nonogram"
)

// A sheet combines several drawings in one picture, each laid out by itself, in a grid of the
// largest size. In SVG they are nested pictures.

// Sheet is a picture of several drawings, such as before and after.
type Sheet struct {
	Drawings []*Drawing // at least one; the first one sets the theme of the page
	Columns  int        // drawings in a row; below 1 means all
}

// sheetGap is the space around the drawings, in pixels.
const sheetGap = 16

// SVG writes the sheet as an SVG picture.
func (s *Sheet) SVG(w io.Writer) error {
	var scenes []*scene
	var sizes []image.Point
	for _, d := range s.Drawings {
		drawn, err := d.scene()
		if err != nil {
			return err
		}
		scenes = append(scenes, drawn)
		sizes = append(sizes, image.Pt(int(math.Ceil(drawn.width)), int(math.Ceil(drawn.height))))
	}
	places, size, err := s.places(sizes)
	if err != nil {
		return err
	}
	out := svgWriter{bufio.NewWriter(w)}
	width, height := number2(float64(size.X)), number2(float64(size.Y))
	out.put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, width, `" height="`, height, `" viewBox="0 0 `, width, " ", height, `">`, "\n")
	out.put(`<rect width="`, width, `" height="`, height, `" fill="`, s.page().String(), `"/>`, "\n")
	for i, drawn := range scenes {
		out.scene(drawn, `x="`, number2(float64(places[i].X)), `" y="`, number2(float64(places[i].Y)), `" `)
	}
	out.put("</svg>\n")
	return out.Flush()
}

// PNG writes the sheet as a PNG picture.
func (s *Sheet) PNG(w io.Writer) error {
	var pictures []image.Image
	var sizes []image.Point
	for _, d := range s.Drawings {
		painted, err := d.image()
		if err != nil {
			return err
		}
		pictures, sizes = append(pictures, painted), append(sizes, painted.Bounds().Size())
	}
	places, size, err := s.places(sizes)
	if err != nil {
		return err
	}
	if size.X*size.Y > maxPixels {
		return badOption("cell", "found cells for a sheet of %d × %d pixels, expected smaller ones or fewer drawings: the limit is %d pixels", size.X, size.Y, maxPixels)
	}
	page := s.page()
	out := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Bounds(), image.NewUniform(color.NRGBA{page.R, page.G, page.B, 255}), image.Point{}, draw.Src)
	for i, painted := range pictures {
		draw.Draw(out, image.Rectangle{places[i], places[i].Add(sizes[i])}, painted, image.Point{}, draw.Src)
	}
	return png.Encode(w, out)
}

// places returns the places of the drawings and the size of the sheet.
func (s *Sheet) places(sizes []image.Point) ([]image.Point, image.Point, error) {
	if len(sizes) == 0 {
		return nil, image.Point{}, badOption("puzzle", "found none")
	}
	var cell image.Point
	for _, size := range sizes {
		cell.X, cell.Y = max(cell.X, size.X), max(cell.Y, size.Y)
	}
	columns := len(sizes)
	if s.Columns > 0 {
		columns = min(s.Columns, columns)
	}
	rows := (len(sizes) + columns - 1) / columns
	places := make([]image.Point, len(sizes))
	for i := range sizes {
		places[i] = image.Pt(sheetGap+i%columns*(cell.X+sheetGap), sheetGap+i/columns*(cell.Y+sheetGap))
	}
	return places, image.Pt(columns*(cell.X+sheetGap)+sheetGap, rows*(cell.Y+sheetGap)+sheetGap), nil
}

func (s *Sheet) page() nonogram.RGB { return s.Drawings[0].Style.theme().page }
