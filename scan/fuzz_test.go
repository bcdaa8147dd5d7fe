package scan_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/pages"
	"nonogram/scan"
)

// FuzzRead reads pages that are cut, tilted, blurred, covered and of every color model, and files
// that are cut: the answer is a puzzle or an error about the picture, never a fault of the reader.
func FuzzRead(f *testing.F) {
	for seed := range uint64(3) {
		f.Add(seed, uint8(5+seed), uint8(7), uint8(seed), uint16(0), uint16(0), uint16(999), uint16(999), uint8(16+seed*3), uint8(seed*20), []byte(nil))
	}
	f.Add(uint64(2), uint8(9), uint8(9), uint8(1), uint16(300), uint16(200), uint16(200), uint16(300), uint8(12), uint8(90), []byte{200, 10, 3})
	f.Fuzz(func(t *testing.T, seed uint64, w, h, kind uint8, x, y, wide, high uint16, cell, blur uint8, noise []byte) {
		p := pages.Puzzle(seed, 3+int(w)%10, 3+int(h)%10, int(kind/16)%4)
		page := pages.Random(seed, p, []*pages.Face{pages.Plain()})
		if kind%8 == 7 {
			page = pages.Other(seed, p, []*pages.Face{pages.Plain()})
		}
		page.Style.Cell = 6 + int(cell)%14
		page.Camera.Blur = float64(blur) / 64
		photo, err := page.Photograph()
		if err != nil {
			t.Skip(err)
		}
		read(t, changed(photo, kind, x, y, wide, high, noise))
	})
}

// changed is a part of a photograph in some color model, with rectangles over it.
func changed(photo *image.RGBA, kind uint8, x, y, wide, high uint16, noise []byte) image.Image {
	b := photo.Rect
	part := image.Rect(int(x)%b.Dx(), int(y)%b.Dy(), int(x)%b.Dx()+1+int(wide), int(y)%b.Dy()+1+int(high)).Intersect(b)
	for k := 0; k+2 < len(noise); k += 3 {
		at := image.Pt(part.Min.X+int(noise[k])*part.Dx()/256, part.Min.Y+int(noise[k+1])*part.Dy()/256)
		size := image.Pt(2+int(noise[k+2])%64, 2+int(noise[k+2])/4)
		draw.Draw(photo, image.Rectangle{at, at.Add(size)}, image.NewUniform(color.Gray{noise[k] ^ noise[k+1]}), image.Point{}, draw.Src)
	}
	var to draw.Image
	switch kind % 6 {
	case 0:
		return photo.SubImage(part)
	case 1:
		to = image.NewGray(part)
	case 2:
		to = image.NewNRGBA(part)
	case 3:
		to = image.NewGray16(part)
	case 4:
		to = image.NewPaletted(part, color.Palette{color.White, color.Black, color.Transparent, color.RGBA{200, 0, 0, 255}})
	default:
		to = image.NewCMYK(part)
	}
	draw.Draw(to, part, photo, part.Min, draw.Src)
	return to
}

// FuzzFile reads what image files decode to.
func FuzzFile(f *testing.F) {
	for _, file := range [][]byte{encoded(f, "png"), encoded(f, "jpeg"), encoded(f, "gif")} {
		f.Add(file)
		f.Add(file[:len(file)*2/3])
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		const most = 1 << 18 // pixels: more are slow, and no other
		if c, _, err := image.DecodeConfig(bytes.NewReader(file)); err != nil || c.Width*c.Height > most {
			return
		}
		if img, _, err := image.Decode(bytes.NewReader(file)); err == nil {
			read(t, img)
		}
	})
}

// read fails the test if the reader fails, or if its answer contradicts itself.
func read(t *testing.T, img image.Image) {
	t.Helper()
	r, err := scan.Read(context.Background(), img, scan.Options{})
	switch {
	case err != nil && !errors.Is(err, scan.ErrUnreadable):
		t.Fatal(err)
	case err != nil:
		return
	case r.Probability < 0 || r.Probability > 1 || r.Status == nonogram.Unsolvable && r.Probability > 0:
		t.Errorf("%s with probability %v", r.Status, r.Probability)
	}
	for _, d := range r.Doubts {
		if d.Chosen < 0 || d.Chosen >= len(d.Choices) || len(r.Puzzle.Rows) <= d.Line.Index && d.Line.Axis == nonogram.Row {
			t.Errorf("doubt %+v", d)
		}
	}
}

// encoded is a small page as a file.
func encoded(f *testing.F, kind string) []byte {
	f.Helper()
	p := pages.Puzzle(3, 5, 5, 0)
	page := &pages.Page{Puzzle: p, Seed: 1, Style: pages.Style{Face: pages.Plain(), Cell: 20, Size: .6, Pitch: .95, Thick: 5}}
	photo, err := page.Photograph()
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	switch kind {
	case "png":
		err = png.Encode(&b, photo)
	case "jpeg":
		err = jpeg.Encode(&b, photo, nil)
	default:
		err = gif.Encode(&b, photo, nil)
	}
	if err != nil {
		f.Fatal(err)
	}
	return b.Bytes()
}
