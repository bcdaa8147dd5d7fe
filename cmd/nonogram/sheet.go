package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"nonogram/render"
)

// A sheet is several drawings in one picture, side by side: before and after, or the
// candidates to choose from. Each is drawn by package render with its caption; the
// sheet only puts them in their places.

// sheetGap is the space around the drawings, in pixels.
const sheetGap = 16

// sheet is drawings in rows of so many columns.
type sheet struct {
	drawings []*render.Drawing
	columns  int
}

// checkSheet refuses names that do not end like a picture.
func checkSheet(flag, path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg", ".png":
		return nil
	}
	return usagef("--%s %s: expected a name that ends in .svg or .png", flag, path)
}

// write writes the file, an SVG or PNG by its ending.
func (s *sheet) write(path string) error {
	return writeFile(path, func(w io.Writer) error {
		if strings.EqualFold(filepath.Ext(path), ".svg") {
			return s.svg(w)
		}
		return s.png(w)
	})
}

// places says where the drawings go, by their sizes, and how large the sheet is.
func (s *sheet) places(sizes []image.Point) ([]image.Point, image.Point) {
	var cell image.Point
	for _, size := range sizes {
		cell.X, cell.Y = max(cell.X, size.X), max(cell.Y, size.Y)
	}
	columns := min(s.columns, len(sizes))
	rows := (len(sizes) + columns - 1) / columns
	places := make([]image.Point, len(sizes))
	for i := range sizes {
		places[i] = image.Pt(sheetGap+i%columns*(cell.X+sheetGap), sheetGap+i/columns*(cell.Y+sheetGap))
	}
	return places, image.Pt(columns*(cell.X+sheetGap)+sheetGap, rows*(cell.Y+sheetGap)+sheetGap)
}

func (s *sheet) page() color.NRGBA {
	page := render.Light().Page
	if theme := s.drawings[0].Style.Theme; theme != nil {
		page = theme.Page
	}
	return color.NRGBA{R: page.R, G: page.G, B: page.B, A: 255}
}

func (s *sheet) png(w io.Writer) error {
	var images []image.Image
	var sizes []image.Point
	for _, d := range s.drawings {
		var b bytes.Buffer
		if err := render.PNG(&b, d); err != nil {
			return err
		}
		img, err := png.Decode(&b)
		if err != nil {
			return err
		}
		images, sizes = append(images, img), append(sizes, img.Bounds().Size())
	}
	places, size := s.places(sizes)
	if size.X*size.Y > render.MaxPixels {
		return fmt.Errorf("a picture of %d × %d pixels is too large", size.X, size.Y)
	}
	out := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Bounds(), image.NewUniform(s.page()), image.Point{}, draw.Src)
	for i, img := range images {
		draw.Draw(out, image.Rectangle{places[i], places[i].Add(sizes[i])}, img, img.Bounds().Min, draw.Src)
	}
	return png.Encode(w, out)
}

// svgSize finds the size in the head of an SVG of package render.
var svgSize = regexp.MustCompile(`<svg [^>]*?\bwidth="([0-9.]+)" height="([0-9.]+)"`)

func (s *sheet) svg(w io.Writer) error {
	var parts [][]byte
	var sizes []image.Point
	for _, d := range s.drawings {
		var b bytes.Buffer
		if err := render.SVG(&b, d); err != nil {
			return err
		}
		data := b.Bytes()
		found := svgSize.FindSubmatchIndex(data)
		if found == nil {
			return errors.New("internal error: a drawing without a size")
		}
		var width, height float64
		if _, err := fmt.Sscan(string(data[found[2]:found[3]])+" "+string(data[found[4]:found[5]]), &width, &height); err != nil {
			return err
		}
		parts = append(parts, data[found[0]:])
		sizes = append(sizes, image.Pt(int(width+0.99), int(height+0.99)))
	}
	places, size := s.places(sizes)
	c := s.page()
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`+"\n", size.X, size.Y)
	fmt.Fprintf(w, `<rect width="%d" height="%d" fill="#%02x%02x%02x"/>`+"\n", size.X, size.Y, c.R, c.G, c.B)
	for i, part := range parts {
		fmt.Fprintf(w, `<svg x="%d" y="%d"%s`+"\n", places[i].X, places[i].Y, part[len("<svg"):])
	}
	_, err := fmt.Fprintln(w, "</svg>")
	return err
}
