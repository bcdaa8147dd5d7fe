// BMP pictures, one pixel per cell. A BMP can neither name its background nor make it
// transparent, so puzzles whose background a reader would not find are rejected.
//
// Source: golang.org/x/image/bmp, which reads 1 to 8, 24 and 32 bits per pixel
// without compression.

package format

import (
	"io"

	"golang.org/x/image/bmp"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var bmpFormat = Format{
	Name:       "bmp",
	Title:      "BMP picture, one pixel per cell",
	Extensions: []string{".bmp"},
	holds:      pictureHolds,
	Picture:    true,
	Binary:     true,
	sniff:      sniffBMP,
	decode: single(func(d *cursor.Draft) *nonogram.Puzzle {
		return (&pictureReader{d, bmp.DecodeConfig, bmp.Decode, nil}).puzzle()
	}),
	whole: encodeBMP,
	fits:  func(p *nonogram.Puzzle) error { return paints(p, false, false) },
}

// sniffBMP expects BM, the file size and four zeros.
func sniffBMP(data []byte) confidence {
	if magic(data, "BM") == no || len(data) < 10 || string(data[6:10]) != "\x00\x00\x00\x00" {
		return no
	}
	return certain
}

func encodeBMP(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return bmp.Encode(w, paint(puzzles[0], false))
}
