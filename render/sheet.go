package render

import (
	"bufio"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
)

// A sheet combines several drawings in one picture, each laid out by itself, in a grid of the
// largest size. In SVG they are nested pictures.

// sheetGap is the space around the drawings, in pixels.
const sheetGap = 16

// svgSheet writes drawings as one SVG picture.
func svgSheet(w io.Writer, drawings []*Drawing) error {
	var scenes []*scene
	var sizes []image.Point
	for _, d := range drawings {
		drawn, err := d.scene()
		if err != nil {
			return err
		}
		scenes = append(scenes, drawn)
		sizes = append(sizes, image.Pt(int(math.Ceil(drawn.width)), int(math.Ceil(drawn.height))))
	}
	places, size := placesOf(sizes)
	out := svgWriter{bufio.NewWriter(w)}
	width, height := number2(float64(size.X)), number2(float64(size.Y))
	out.put(`<svg xmlns="http://www.w3.org/2000/svg" width="`, width, `" height="`, height, `" viewBox="0 0 `, width, " ", height, `">`, "\n")
	out.put(`<rect width="`, width, `" height="`, height, `" fill="`, drawings[0].Style.theme().page.String(), `"/>`, "\n")
	for i, drawn := range scenes {
		out.scene(drawn, `x="`, number2(float64(places[i].X)), `" y="`, number2(float64(places[i].Y)), `" `)
	}
	out.put("</svg>\n")
	return out.Flush()
}

// pngSheet writes drawings as one PNG picture.
func pngSheet(w io.Writer, drawings []*Drawing) error {
	var pictures []image.Image
	var sizes []image.Point
	for _, d := range drawings {
		painted, err := d.image()
		if err != nil {
			return err
		}
		pictures, sizes = append(pictures, painted), append(sizes, painted.Bounds().Size())
	}
	places, size := placesOf(sizes)
	if size.X*size.Y > maxPixels {
		return badOption("cell", "found cells for a sheet of %d × %d pixels, expected smaller ones or fewer drawings: the limit is %d pixels", size.X, size.Y, maxPixels)
	}
	page := drawings[0].Style.theme().page
	out := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Bounds(), image.NewUniform(color.NRGBA{page.R, page.G, page.B, 255}), image.Point{}, draw.Src)
	for i, painted := range pictures {
		draw.Draw(out, image.Rectangle{places[i], places[i].Add(sizes[i])}, painted, image.Point{}, draw.Src)
	}
	return png.Encode(w, out)
}

// placesOf returns the places of the drawings and the size of the sheet. There are two
// drawings in a row, or four of more than four, so that pairs stay side by side.
func placesOf(sizes []image.Point) ([]image.Point, image.Point) {
	var cell image.Point
	for _, size := range sizes {
		cell.X, cell.Y = max(cell.X, size.X), max(cell.Y, size.Y)
	}
	columns := 2
	if len(sizes) > 4 {
		columns = 4
	}
	rows := (len(sizes) + columns - 1) / columns
	places := make([]image.Point, len(sizes))
	for i := range sizes {
		places[i] = image.Pt(sheetGap+i%columns*(cell.X+sheetGap), sheetGap+i/columns*(cell.Y+sheetGap))
	}
	return places, image.Pt(columns*(cell.X+sheetGap)+sheetGap, rows*(cell.Y+sheetGap)+sheetGap)
}
