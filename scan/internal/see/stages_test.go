package see

import (
	"image"
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
	e, err := Open(photo, nil)
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
