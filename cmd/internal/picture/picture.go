// Package picture decodes image files for package generate: PNG, JPEG, GIF, WebP, BMP and
// TIFF, recognized by their content.
//
// Decode checks the size and the memory that the header promises against limits before it
// allocates memory (memory.go), and ends with its context. Errors
// state the reason: a truncated file, an animation, CMYK colors, or a format that must be
// exported as PNG first. Photos are rotated by their EXIF orientation.
//
// The package is separate from generate so that programs that have pixels already, such as
// a web page, do not link the decoders.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"
)

// MaxPixels is the largest number of pixels of an image.
const MaxPixels = 50_000_000

// Error is the reason why a file cannot be used.
type Error struct {
	Format  string // "PNG", "JPEG", …; empty if it is none of them
	Message string
	Err     error // of the decoder, or nil
}

func (e *Error) Error() string {
	text := e.Message
	if e.Format != "" {
		text = e.Format + " picture: " + text
	}
	if e.Err != nil {
		text += " (" + e.Err.Error() + ")"
	}
	return text
}

// Unwrap returns the error of the decoder.
func (e *Error) Unwrap() error { return e.Err }

// kind is a file format of images.
type kind struct {
	name   string
	starts func(data []byte) bool
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	// refuse returns the reason why a valid file cannot be used, or "".
	refuse func(data []byte) string
}

func magic(text string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(text)) }
}

var kinds = []kind{
	{"PNG", magic("\x89PNG\r\n\x1a\n"), png.DecodeConfig, png.Decode, refusePNG},
	{"JPEG", magic("\xff\xd8"), jpeg.DecodeConfig, jpeg.Decode, func([]byte) string { return "" }},
	{"GIF", magic("GIF8"), gif.DecodeConfig, gif.Decode, refuseGIF},
	{"WebP", func(data []byte) bool {
		return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode, func([]byte) string { return "" }},
	{"BMP", magic("BM"), bmp.DecodeConfig, bmp.Decode, func([]byte) string { return "" }},
	{"TIFF", func(data []byte) bool {
		return bytes.HasPrefix(data, []byte("II*\x00")) || bytes.HasPrefix(data, []byte("MM\x00*"))
	}, tiff.DecodeConfig, tiff.Decode, func([]byte) string { return "" }},
}

// Decode decodes the content of an image file. The error is an [*Error] or that of the
// context.
func Decode(ctx context.Context, data []byte) (image.Image, error) {
	return DecodeWithin(ctx, data, MaxPixels, func(int64) error { return nil })
}

// DecodeWithin decodes an image of at most the given number of pixels; 0 means MaxPixels.
// Before it does so it calls reserve with the number of bytes that decoding the image and
// working with it takes, and returns its error.
func DecodeWithin(ctx context.Context, data []byte, pixels int, reserve func(bytes int64) error) (image.Image, error) {
	if pixels <= 0 || pixels > MaxPixels {
		pixels = MaxPixels
	}
	if len(data) == 0 {
		return nil, &Error{Message: "the file is empty"}
	}
	for _, k := range kinds {
		if k.starts(data) {
			if k.name == "WebP" {
				data = firstFrame(data)
			}
			return k.read(ctx, data, pixels, reserve)
		}
	}
	if message := foreign(data); message != "" {
		return nil, &Error{Message: message}
	}
	return nil, &Error{Message: "this is not a picture, expected " + names()}
}

// foreign describes files in other formats and what to do about them.
func foreign(data []byte) string {
	head := data[:min(len(data), 1<<10)]
	switch {
	case len(head) >= 12 && string(head[4:8]) == "ftyp":
		switch brand := string(head[8:12]); brand {
		case "avif", "avis":
			return "this is an AVIF picture; export it as PNG or JPEG"
		case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
			return "this is a HEIC photo; export it as JPEG"
		}
	case bytes.HasPrefix(head, []byte("%PDF")):
		return "this is a PDF document; export the picture in it as PNG"
	case bytes.Contains(head, []byte("<svg")):
		return "this is an SVG drawing; export it as PNG, for example with: rsvg-convert -w 1000 drawing.svg -o drawing.png; the web app opens it as it is"
	}
	return ""
}

func names() string {
	var list []string
	for _, k := range kinds {
		list = append(list, k.name)
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

func (k *kind) read(ctx context.Context, data []byte, most int, reserve func(int64) error) (image.Image, error) {
	fail := func(message string, err error) (image.Image, error) { return nil, &Error{k.name, message, err} }
	if message := k.refuse(data); message != "" {
		return fail(message, nil)
	}
	config, err := k.config(bytes.NewReader(data))
	if err != nil {
		return nil, k.damaged(err)
	}
	switch {
	case config.Width < 1 || config.Height < 1:
		return fail(fmt.Sprintf("it has %d × %d pixels, expected at least one", config.Width, config.Height), nil)
	case config.Width > most/config.Height:
		return fail(fmt.Sprintf("it has %d × %d pixels, expected at most %d million in all", config.Width, config.Height, most/1_000_000), nil)
	case config.ColorModel == color.CMYKModel:
		return fail("its colors are CMYK, for a printing press; save it as RGB", nil)
	}
	bytes := k.memory(data, config)
	if limit := int64(most) * bytesPerPixel; bytes > limit {
		return fail(fmt.Sprintf("it takes %d MB to decode, expected at most %d; save it with fewer pixels, or with 8 bits for each color", bytes>>20, limit>>20), nil)
	}
	if err := reserve(bytes); err != nil {
		return nil, err
	}
	img, err := k.decode(newEnding(ctx, data))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, k.damaged(err)
	}
	return upright(img, orientation(k.name, data)), nil
}

// damaged describes an error of the decoder.
func (k *kind) damaged(err error) error {
	// Some decoders keep only the text of the error.
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || strings.Contains(err.Error(), io.EOF.Error()) {
		return &Error{k.name, "the file ends too early", err}
	}
	return &Error{k.name, "it is damaged, or of a kind that cannot be read", err}
}
