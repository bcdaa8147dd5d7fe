// PNG pictures, one pixel per cell. They are written with a palette. A bKGD chunk names the
// background; a background with the color of an ink is transparent instead.
//
// Source: https://www.w3.org/TR/png-3/, image/png.

package format

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"io"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var pngFormat = Format{
	Name:       "png",
	Title:      "PNG picture, one pixel per cell",
	Extensions: []string{".png"},
	holds:      pictureHolds,
	Picture:    true,
	Binary:     true,
	sniff:      func(data []byte) confidence { return magic(data, pngMagic) },
	decode: single(func(d *cursor.Draft) *nonogram.Puzzle {
		return (&pictureReader{d, png.DecodeConfig, png.Decode, pngBackground(d.Data)}).puzzle()
	}),
	whole: encodePNG,
	fits:  func(p *nonogram.Puzzle) error { return paints(p, true, true) },
}

const pngMagic = "\x89PNG\r\n\x1a\n"

// magic is the confidence in a format whose files start with the given bytes.
func magic(data []byte, start string) confidence {
	return certainIf(bytes.HasPrefix(data, []byte(start)))
}

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
	if magic(data, pngMagic) == no {
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

func encodePNG(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	img := paint(p, !paperIsPlain(p, true))
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return err
	}
	_, err := w.Write(withBackground(buf.Bytes()))
	return err
}

// withBackground inserts a bKGD chunk for color 0 between the palette and the image.
func withBackground(data []byte) []byte {
	at := bytes.Index(data, []byte("IDAT")) - 4
	chunk := []byte{0, 0, 0, 1, 'b', 'K', 'G', 'D', 0}
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return bytes.Join([][]byte{data[:at], chunk, data[at:]}, nil)
}
