package pages

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"nonogram"
)

// A number names a photograph; another one is another.
func TestPagesAreReproducible(t *testing.T) {
	faces := []*Face{Plain()}
	take := func(seed uint64) *image.RGBA {
		p := Puzzle(7, 8, 6, 0)
		photo, err := Random(seed, p, faces).Photograph()
		if err != nil {
			t.Fatal(err)
		}
		return photo
	}
	first := take(3)
	if !bytes.Equal(first.Pix, take(3).Pix) {
		t.Error("the same seed gave two photographs")
	}
	if bytes.Equal(first.Pix, take(4).Pix) {
		t.Error("two seeds gave the same photograph")
	}
	if shades(first) < 16 {
		t.Errorf("a photograph has %d shades, expected ink and paper", shades(first))
	}
}

func shades(m *image.RGBA) int {
	var seen [256]bool
	n := 0
	for i := 0; i < len(m.Pix); i += 4 {
		if !seen[m.Pix[i]] {
			seen[m.Pix[i]] = true
			n++
		}
	}
	return n
}

// Typefaces for measuring must not be used for training.
func TestFacesAreApart(t *testing.T) {
	train, err := Training()
	if err != nil {
		t.Skip(err)
	}
	test, err := Unseen()
	if err != nil {
		t.Skip(err)
	}
	if len(test) < 30 {
		t.Errorf("%d typefaces to measure with, expected at least 30", len(test))
	}
	known := map[string]bool{}
	for _, f := range train {
		known[f.Name] = true
	}
	for _, f := range test {
		if known[f.Name] {
			t.Errorf("%s is trained with and measured with", f.Name)
		}
	}
	t.Logf("%d to train with, %d to measure with", len(train), len(test))
}

// Puzzles are drawings with one solution, nearly always.
func TestPuzzlesAreValid(t *testing.T) {
	for seed := range uint64(4) {
		if err := nonogram.Validate(Puzzle(seed, 12, 9, int(seed))); err != nil {
			t.Error(err)
		}
	}
}

// TestLook writes some photographs to look at into the folder NONOGRAM_PAGES.
func TestLook(t *testing.T) {
	folder := os.Getenv("NONOGRAM_PAGES")
	if folder == "" {
		t.Skip("NONOGRAM_PAGES names no folder to put photographs into")
	}
	faces, err := Unseen()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(12) {
		side := 5 + 5*int(seed%8)
		photo, err := Random(seed, Puzzle(seed, side, side, int(seed%4)), faces).Photograph()
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := png.Encode(&file, photo); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, strconv.FormatUint(seed, 10)+".png"), file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
