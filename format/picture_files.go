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
// The standard library ignores the background of a PNG (https://www.w3.org/TR/png-3/#11bKGD).

package format

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/png"
	"io"
	"slices"
	"strings"

	"golang.org/x/image/bmp"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var (
	pngFormat = pictureFormat("png", startsWith(pngMagic), codec{
		config: png.DecodeConfig, decode: png.Decode, encode: encodePNG, background: pngBackground, clearable: true,
	})
	gifFormat = pictureFormat("gif", startsWith("GIF87a", "GIF89a"), codec{
		config: gif.DecodeConfig, decode: gif.Decode, animated: gifAnimated, clearable: true,
		encode: func(w io.Writer, img image.Image) error { return gif.Encode(w, img, nil) },
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

// gifAnimated reports whether the rest of a file begins with an image, or with an extension
// that describes one.
func gifAnimated(rest []byte) bool {
	return bytes.HasPrefix(rest, []byte(",")) || bytes.HasPrefix(rest, []byte("!\xf9"))
}

// sniffBMP expects BM, the file size and four zeros.
func sniffBMP(data []byte) confidence {
	return certainIf(bytes.HasPrefix(data, []byte("BM")) && len(data) >= 10 && string(data[6:10]) == "\x00\x00\x00\x00")
}

const pngMagic = "\x89PNG\r\n\x1a\n"

// pngChunk splits off the first chunk of data; ok is false if it is incomplete.
func pngChunk(data []byte) (kind string, body, rest []byte, ok bool) {
	const around = 12 // length, kind, checksum
	if len(data) < around {
		return "", nil, nil, false
	}
	n := binary.BigEndian.Uint32(data)
	if uint64(n) > uint64(len(data)-around) {
		return "", nil, nil, false
	}
	return string(data[4:8]), data[8 : 8+n], data[around+n:], true
}

// pngBackground returns the color of the bKGD chunk, nil if there is none.
func pngBackground(data []byte) *nonogram.RGB {
	if !bytes.HasPrefix(data, []byte(pngMagic)) {
		return nil
	}
	var header, palette []byte
	for rest := data[len(pngMagic):]; ; {
		kind, body, next, ok := pngChunk(rest)
		switch {
		case !ok || kind == "IDAT":
			return nil
		case kind == "IHDR":
			header = body
		case kind == "PLTE":
			palette = body
		case kind == "bKGD":
			return pngColor(header, palette, body)
		}
		rest = next
	}
}

// pngColor reads the body of a bKGD chunk: an index, a gray or three channels of
// two bytes, by the color type in the header.
func pngColor(header, palette, body []byte) *nonogram.RGB {
	if len(header) < 10 {
		return nil
	}
	depth, colorType := header[8], header[9]
	sample := func(i int) uint8 {
		v := uint32(body[2*i])<<8 | uint32(body[2*i+1])
		if depth == 16 {
			return uint8(v >> 8)
		}
		return uint8(v * 255 / (1<<depth - 1))
	}
	switch {
	case colorType == 3 && len(body) == 1 && 3*int(body[0])+3 <= len(palette):
		c := palette[3*int(body[0]):]
		return &nonogram.RGB{R: c[0], G: c[1], B: c[2]}
	case colorType&3 == 0 && len(body) == 2 && depth > 0:
		return &nonogram.RGB{R: sample(0), G: sample(0), B: sample(0)}
	case colorType&3 == 2 && len(body) == 6 && depth > 0:
		return &nonogram.RGB{R: sample(0), G: sample(1), B: sample(2)}
	}
	return nil
}

func encodePNG(w io.Writer, img image.Image) error {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return err
	}
	// A bKGD chunk for color 0 goes between the palette and the image.
	data := buf.Bytes()
	rest := data[len(pngMagic):]
	for {
		kind, _, next, ok := pngChunk(rest)
		if kind == "IDAT" || !ok {
			break
		}
		rest = next
	}
	chunk := []byte{0, 0, 0, 1, 'b', 'K', 'G', 'D', 0}
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	_, err := w.Write(slices.Concat(data[:len(data)-len(rest)], chunk, rest))
	return err
}
