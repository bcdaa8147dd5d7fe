package picture

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"io"
)

// The memory that a picture takes is estimated from its header, because a small file may
// have many pixels, and a pixel 1 to 8 bytes. Measured peaks are at or below the estimates.

const (
	// bytesPerPixel bounds the memory by the allowed number of pixels. A photograph with 8
	// bits for each color takes 9 bytes for a pixel.
	bytesPerPixel = 10
	// workPerPixel is what reading a puzzle from a decoded picture takes besides it.
	workPerPixel = 5
)

// memory estimates the largest number of bytes in use from decoding a picture to the end of
// the work with it.
func (k *kind) memory(data []byte, config image.Config) int64 {
	decoded := sizeOfPixel(config.ColorModel)
	decoding := decoded
	switch k.name {
	case "PNG":
		if len(data) > interlaceByte && data[interlaceByte] != 0 {
			decoding *= 2 // the passes are pictures of their own
		}
	case "JPEG":
		if progressive(data) {
			decoding += 12 // 4 for each of three coefficients
		}
	case "WebP", "GIF":
		decoding *= 2
	case "TIFF":
		decoding *= 4 // the data of a strip, which may be the whole picture, in a growing slice
	}
	if orientation(k.name, data) != 1 {
		decoding, decoded = max(decoding, decoded+4), 4
	}
	return int64(max(decoding, decoded+workPerPixel)) * int64(config.Width) * int64(config.Height)
}

// interlaceByte is the offset of the interlace method in a PNG file.
const interlaceByte = 28

// sizeOfPixel is the number of bytes of a pixel in memory.
func sizeOfPixel(m color.Model) int {
	switch m {
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.YCbCrModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	if _, ok := m.(color.Palette); ok {
		return 1
	}
	return 4
}

// progressive reports whether a JPEG file stores its coefficients in several scans.
func progressive(data []byte) (yes bool) {
	const startOfFrame2 = 0xc2
	segments(data, func(marker byte, _ []byte) bool {
		yes = marker == startOfFrame2
		return !yes
	})
	return yes
}

// ending reads a file until its context ends. The decoder of TIFF uses ReadAt.
type ending struct {
	ctx context.Context
	*bytes.Reader
}

func newEnding(ctx context.Context, data []byte) io.Reader { return ending{ctx, bytes.NewReader(data)} }

// Read implements [io.Reader].
func (e ending) Read(p []byte) (int, error) {
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	return e.Reader.Read(p)
}

// ReadByte implements [io.ByteReader].
func (e ending) ReadByte() (byte, error) {
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	return e.Reader.ReadByte()
}

// ReadAt implements [io.ReaderAt].
func (e ending) ReadAt(p []byte, at int64) (int, error) {
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	return e.Reader.ReadAt(p, at)
}
