// GIF pictures, one pixel per cell. Animations are rejected. The background is transparent
// if a reader would not find it otherwise. The background color in the header is ignored,
// since most programs write an arbitrary one.
//
// Source: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, image/gif.

package format

import (
	"image/gif"
	"io"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var gifFormat = Format{
	Name:       "gif",
	Title:      "GIF picture, one pixel per cell",
	Extensions: []string{".gif"},
	holds:      pictureHolds,
	Picture:    true,
	Binary:     true,
	sniff:      func(data []byte) confidence { return max(magic(data, "GIF87a"), magic(data, "GIF89a")) },
	decode: single(func(d *cursor.Draft) *nonogram.Puzzle {
		return (&gifReader{pictureReader{d, gif.DecodeConfig, gif.Decode, nil}}).puzzle()
	}),
	whole: encodeGIF,
	fits:  func(p *nonogram.Puzzle) error { return paints(p, false, true) },
}

// gifReader reads a single picture.
type gifReader struct{ pictureReader }

func (r *gifReader) puzzle() *nonogram.Puzzle {
	if gifFrames(r.Data) > 1 {
		r.Begin(0)
		panic(r.Fail(cursor.Nowhere, "found an animation, expected one picture"))
	}
	return r.pictureReader.puzzle()
}

// gifFrames counts the images of a file, up to 2, without decoding them.
func gifFrames(data []byte) int {
	const header, descriptor = 13, 10
	if len(data) < header {
		return 0
	}
	i, frames := header+gifTable(data[10]), 0
	for i < len(data) && frames < 2 {
		switch {
		case data[i] == '!' && i+2 < len(data): // an extension
			i += 2
		case data[i] == ',' && i+descriptor < len(data): // an image
			frames++
			i += descriptor + gifTable(data[i+9]) + 1
		default:
			return frames
		}
		for i < len(data) && data[i] != 0 { // its blocks
			i += int(data[i]) + 1
		}
		i++
	}
	return frames
}

// gifTable is the size of the color table that a byte of flags announces.
func gifTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

func encodeGIF(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	return gif.Encode(w, paint(p, !paperIsPlain(p, false)), nil)
}
