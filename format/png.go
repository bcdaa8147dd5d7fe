// The background of a PNG, in its bKGD chunk. The standard library ignores it.
//
// Source: https://www.w3.org/TR/png-3/#11bKGD.

package format

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"

	"nonogram"
)

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
