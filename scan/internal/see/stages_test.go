package see

import (
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"nonogram/internal/pages"
)

// TestStages is make scan-pictures: it writes the pictures of docs/scanning.md into the
// folder NONOGRAM_STAGES.
func TestStages(t *testing.T) {
	folder := os.Getenv("NONOGRAM_STAGES")
	if folder == "" {
		t.Skip("NONOGRAM_STAGES names no folder for the pictures; make scan-pictures does")
	}
	page := pages.Page{
		Puzzle: pages.Puzzle(8, 15, 15, 1), Seed: 1,
		Style:  pages.Style{Face: pages.Plain(), Cell: 26, Size: .56, Pitch: .95, Thick: 5, Chips: true},
		Camera: pages.Camera{TiltX: 12, TiltY: -10, Roll: 3, Curl: .05, Margin: .06, Light: .4, Shadow: .3, Blur: .5, Noise: 3, Quality: 80},
	}
	photo, err := page.Photograph()
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(photo, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	sight, err := e.Look(0, Usual)
	if err != nil {
		t.Fatal(err)
	}
	found := e.boards[0]
	m := found.extended(found.lines, 5, 5, 1, 1).scaled(found.factor)
	canvas := found.canvas(e)
	for name, img := range map[string]image.Image{
		"photo": photo, "lines": found.drawn(), "straight": straighten(e.levels, m, 5, 5, 1, 1).gray(),
		"ink": canvas.drawn(), "seen": Overlay(photo, sight),
	} {
		file, err := os.Create(filepath.Join(folder, name+".jpg"))
		if err != nil {
			t.Fatal(err)
		}
		if err := jpeg.Encode(file, img, &jpeg.Options{Quality: 75}); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// drawn shows the evidence for lines across and down, and the mesh of their crossings.
func (s *sighting) drawn() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, s.lines.w, s.lines.h))
	for k := range s.lines.across {
		img.SetRGBA(k%s.lines.w, k/s.lines.w, color.RGBA{255 - s.lines.down[k], 255 - s.lines.across[k]/2 - s.lines.down[k]/2, 255 - s.lines.across[k], 255})
	}
	for _, p := range s.points {
		for d := -2; d <= 2; d++ {
			img.SetRGBA(int(p.X)+d, int(p.Y), doubtColor)
			img.SetRGBA(int(p.X), int(p.Y)+d, doubtColor)
		}
	}
	return img
}

// gray is the plane as an image, at half its size.
func (c *canvas) gray() image.Image {
	p := c.half()
	return &image.Gray{Pix: p.pix, Stride: p.w, Rect: image.Rect(0, 0, p.w, p.h)}
}

// drawn shows the ink of the clues, with the boxes of what may be digits.
func (c *canvas) drawn() image.Image {
	x0, y0, x1 := c.board[left], c.board[top], c.board[right]
	window := image.Rect((x0-4)*c.scale, (y0-4)*c.scale, x1*c.scale, (y0+4)*c.scale).Intersect(image.Rect(0, 0, c.w, c.h))
	img := image.NewRGBA(window)
	for y := window.Min.Y; y < window.Max.Y; y++ {
		for x := window.Min.X; x < window.Max.X; x++ {
			v := 255 - c.ink[y*c.w+x]
			img.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	for _, blobs := range c.blobs {
		for _, b := range blobs {
			for x := b.x0 - 1; x <= b.x1; x++ {
				img.SetRGBA(x, b.y0-1, numberColor)
				img.SetRGBA(x, b.y1, numberColor)
			}
			for y := b.y0 - 1; y <= b.y1; y++ {
				img.SetRGBA(b.x0-1, y, numberColor)
				img.SetRGBA(b.x1, y, numberColor)
			}
		}
	}
	return img
}
