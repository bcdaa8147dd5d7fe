package files

import (
	"bytes"
	"image"
	"iter"
	"strings"

	"nonogram"
	"nonogram/internal/qr"
)

// The QR codes of the web app's links. A picture of one, a screenshot or a photo, stands
// for the puzzle of the link; it would pass for a puzzle with a cell for every pixel
// otherwise. Looking costs a millisecond for a picture of 300 × 300.

const (
	// CodeReading is what people are told, and linkFormat what stands in a code.
	CodeReading = "the link in its QR code"
	linkFormat  = "link"
	// maxCodePixels is enough for photos of phones, and bounds what a look costs.
	maxCodePixels = 16_000_000
	// linkMark is in every link that brings a puzzle.
	linkMark = "#p="
)

// Images decodes a file of an image of at most so many pixels.
type Images func(data []byte, pixels int) (image.Image, error)

// MayHoldCode tells by the first dozen bytes of a file whether it is a picture in which
// codes are looked for: PNG, JPEG, GIF or WebP.
func MayHoldCode(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x89PNG")) || bytes.HasPrefix(head, []byte("\xff\xd8\xff")) ||
		bytes.HasPrefix(head, []byte("GIF8")) || bytes.HasPrefix(head, []byte("RIFF"))
}

// FromCode is the link in a picture of its QR code. What cannot be decoded has none:
// whoever reads it next says why.
func FromCode(data []byte, images Images) (link []byte, found bool) {
	if images == nil || !MayHoldCode(data) {
		return nil, false
	}
	img, err := images(data, maxCodePixels)
	if err != nil {
		return nil, false
	}
	text, _ := qr.Read(img)
	if !strings.Contains(text, linkMark) {
		return nil, false
	}
	return append([]byte(text), '\n'), true
}

// decode reads a file that is no archive.
func (r Reader) decode(data []byte, filename, formatName string) iter.Seq2[*nonogram.Puzzle, error] {
	if formatName == "" {
		if link, found := FromCode(data, r.Images); found {
			return readAs(CodeReading, decoder.Decode(link, filename, linkFormat))
		}
	}
	return decoder.Decode(data, filename, formatName)
}

// readAs says of puzzles how they were read.
func readAs(how string, list iter.Seq2[*nonogram.Puzzle, error]) iter.Seq2[*nonogram.Puzzle, error] {
	return func(yield func(*nonogram.Puzzle, error) bool) {
		for p, err := range list {
			if p != nil {
				p.ReadAs = how
			}
			if !yield(p, err) {
				return
			}
		}
	}
}
