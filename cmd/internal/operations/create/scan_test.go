package create_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/format"
	"nonogram/render"
)

// A watch of the context hears of every stage of reading.
func TestScanReportsStages(t *testing.T) {
	var stages []string
	ctx := operations.WithWatch(t.Context(), operations.Watch{Progress: func(p operations.Progress) { stages = append(stages, p.Stage) }})
	if _, err := create.Scan(ctx, &operations.Service{}, &create.ScanRequest{Image: heart(t)}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"1-board", "2-straight", "3-clues", "4-digits"}; len(stages) < len(want) || !slices.Equal(stages[:len(want)], want) {
		t.Errorf("reported %q, want %q first", stages, want)
	}
}

// Pixels beside a request are read as those in it.
func TestScanPixelsBeside(t *testing.T) {
	picture := heart(t)
	service := &operations.Service{RGBA: picture.RGBA}
	picture.RGBA = nil
	read, err := create.Scan(t.Context(), service, &create.ScanRequest{Image: picture})
	if err != nil || read.Read.Width() != 5 {
		t.Errorf("read %v, %v", read, err)
	}
	picture.Width++
	if _, err := create.Scan(t.Context(), service, &create.ScanRequest{Image: picture}); err == nil {
		t.Error("pixels of another size are accepted")
	}
}

// heart is a picture of a puzzle.
func heart(t *testing.T) *create.Pixels {
	const text = "width 5\nheight 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n"
	var file bytes.Buffer
	for p, err := range format.Decode([]byte(text), "", "non") {
		if err != nil {
			t.Fatal(err)
		}
		if err := render.PNG(&file, &render.Drawing{Puzzle: p, Style: render.Style{Cell: 32}}); err != nil {
			t.Fatal(err)
		}
	}
	drawn, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	b := drawn.Bounds()
	out := image.NewRGBA(b)
	draw.Draw(out, b, drawn, b.Min, draw.Src)
	return &create.Pixels{Width: b.Dx(), Height: b.Dy(), RGBA: out.Pix}
}
