// BMP pictures, one pixel per cell. A BMP can neither name its background nor
// leave it transparent, so a puzzle is refused if a reader could not tell its
// background from its inks.
//
// Source: golang.org/x/image/bmp, which reads 1 to 8, 24 and 32 bits per pixel
// without compression.

package format

import (
	"io"

	"golang.org/x/image/bmp"

	"nonogram"
	"nonogram/format/internal/cursor"
)

var bmpFormat = Format{
	Name:       "bmp",
	Title:      "BMP picture, one pixel per cell",
	Extensions: []string{".bmp"},
	Holds:      pictureHolds,
	Picture:    true,
	Binary:     true,
	Sniff:      sniffBMP,
	decode: single(func(d *cursor.Draft) *nonogram.Puzzle {
		return (&pictureReader{d, bmp.DecodeConfig, bmp.Decode, nil}).puzzle()
	}),
	whole: encodeBMP,
	fits:  func(p *nonogram.Puzzle) error { return paints(p, false, false) },
}

// sniffBMP wants the two letters and, behind the size of the file, four zeros.
func sniffBMP(data []byte) Confidence {
	if magic(data, "BM") == No || len(data) < 10 || string(data[6:10]) != "\x00\x00\x00\x00" {
		return No
	}
	return Certain
}

func encodeBMP(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return bmp.Encode(w, paint(puzzles[0], false))
}
