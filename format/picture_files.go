// PNG, GIF and BMP pictures, one pixel per cell.
//
// A PNG is written with a palette, and its bKGD chunk names the background. The background
// is transparent in a PNG if it has the color of an ink, and in a GIF if a reader would not
// find it otherwise. A BMP can neither name its background nor make it transparent, so
// puzzles whose background a reader would not find are rejected. The background color in the
// header of a GIF is ignored, since most programs write an arbitrary one; animations are
// rejected.
//
// Sources: https://www.w3.org/TR/png-3/, https://www.w3.org/Graphics/GIF/spec-gif89a.txt,
// golang.org/x/image/bmp, which reads 1 to 8, 24 and 32 bits per pixel without compression.

package format

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/bmp"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var (
	pngFormat = pictureFormat("png", startsExactly(pngMagic), codec{
		config: png.DecodeConfig, decode: png.Decode, encode: encodePNG, background: pngBackground, clearable: true,
	})
	gifFormat = pictureFormat("gif", startsExactly("GIF87a", "GIF89a"), codec{
		config: gif.DecodeConfig, decode: gif.Decode, encode: encodeGIF, animated: gifAnimated, clearable: true,
	})
	bmpFormat = pictureFormat("bmp", sniffBMP, codec{
		config: bmp.DecodeConfig, decode: bmp.Decode, encode: bmp.Encode,
	})
)

// codec reads and writes the files of a format.
type codec struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	encode func(io.Writer, image.Image) error
	// background returns the background that a file names, nil if it names none. The
	// function is nil if no file of the format does.
	background func(data []byte) *nonogram.RGB
	// animated reports whether another picture follows, in the rest of the file. It may be
	// nil.
	animated  func(rest []byte) bool
	clearable bool // the background may be transparent
}

func pictureFormat(name string, sniff func([]byte) confidence, c codec) Format {
	names := c.background != nil
	return Format{
		Name:       name,
		Title:      strings.ToUpper(name) + " picture, one pixel per cell",
		Extensions: []string{"." + name},
		holds:      pictureHolds,
		Picture:    true,
		Binary:     true,
		sniff:      sniff,
		decode:     single(c.read),
		whole: func(w io.Writer, puzzles []*nonogram.Puzzle) error {
			return c.encode(w, paint(puzzles[0], c.clearable && !paperIsPlain(puzzles[0], names)))
		},
		fits: func(p *nonogram.Puzzle) error { return paints(p, names, c.clearable) },
	}
}

func (c codec) read(d *cursor.Draft) *nonogram.Puzzle {
	r := pictureReader{Draft: d}
	r.Start = cursor.Nowhere
	config, err := c.config(bytes.NewReader(r.Data))
	if err != nil {
		panic(r.Fail(cursor.Nowhere, "found a damaged picture: %v", err))
	}
	r.Size(cursor.Nowhere, config.Width, config.Height)
	in := bytes.NewReader(r.Data)
	img, err := c.decode(in)
	if err != nil {
		panic(r.Fail(cursor.Nowhere, "found a damaged picture: %v", err))
	}
	rest := r.Data[len(r.Data)-in.Len():]
	r.Require(c.animated == nil || !c.animated(rest), cursor.Nowhere, "found an animation, expected one picture")
	if c.background != nil {
		r.named = c.background(r.Data)
	}
	return r.ofCanvas(r.canvasOf(img, config.Width, config.Height))
}

// startsExactly is the sniff function of binary files with one of the marks.
func startsExactly(marks ...string) func([]byte) confidence {
	return func(data []byte) confidence {
		for _, mark := range marks {
			if bytes.HasPrefix(data, []byte(mark)) {
				return certain
			}
		}
		return no
	}
}

// gifAnimated reports whether the rest of a file begins with an image, or with an extension
// that describes one.
func gifAnimated(rest []byte) bool {
	return bytes.HasPrefix(rest, []byte(",")) || bytes.HasPrefix(rest, []byte("!\xf9"))
}

func encodeGIF(w io.Writer, img image.Image) error { return gif.Encode(w, img, nil) }

// sniffBMP expects BM, the file size and four zeros.
func sniffBMP(data []byte) confidence {
	return certainIf(bytes.HasPrefix(data, []byte("BM")) && len(data) >= 10 && string(data[6:10]) == "\x00\x00\x00\x00")
}
