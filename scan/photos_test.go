package scan_test

import (
	"bytes"
	"context"
	"image/jpeg"
	"path/filepath"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/testkit/corpus"
	"nonogram/scan"
)

// Photographs of book pages are read without an error. Of one the clues have several
// solutions, as printed.
func TestPhotos(t *testing.T) {
	for _, file := range corpus.Files(t, "photos", ".jpg") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			img, err := jpeg.Decode(bytes.NewReader(corpus.Read(t, file)))
			if err != nil {
				t.Fatal(err)
			}
			want := corpus.Puzzles(t, strings.TrimSuffix(file, ".jpg")+".clj")[0]
			got, err := scan.Read(context.Background(), img, scan.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !right(want, got.Puzzle) {
				t.Errorf("%d of the lines are wrong", wrongLines(want, got.Puzzle))
			}
			if got.Status == nonogram.Unsolvable {
				t.Errorf("what was read has no solution")
			}
		})
	}
}
