package picture_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/image/tiff"

	"nonogram/cmd/internal/picture"
)

// largeFile returns a file of a picture of 1000 × 1000 pixels.
func largeFile(t *testing.T, kind string) []byte {
	t.Helper()
	var file bytes.Buffer
	bounds := image.Rect(0, 0, 1000, 1000)
	var err error
	switch kind {
	case "gray PNG":
		err = png.Encode(&file, image.NewGray(bounds))
	case "color PNG":
		img := image.NewNRGBA(bounds)
		img.Set(3, 3, color.NRGBA{1, 2, 3, 100})
		err = png.Encode(&file, img)
	case "PNG of 16 bits":
		img := image.NewNRGBA64(bounds)
		img.Set(3, 3, color.NRGBA64{1, 2, 3, 100})
		err = png.Encode(&file, img)
	case "JPEG":
		err = jpeg.Encode(&file, image.NewRGBA(bounds), nil)
	case "TIFF":
		err = tiff.Encode(&file, image.NewRGBA64(bounds), &tiff.Options{Compression: tiff.Deflate})
	}
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// The memory that is reserved is at least what decoding allocates.
func TestMemoryIsReserved(t *testing.T) {
	for _, kind := range []string{"gray PNG", "color PNG", "PNG of 16 bits", "JPEG", "TIFF"} {
		data := largeFile(t, kind)
		var before, after runtime.MemStats
		reserved := int64(0)
		runtime.ReadMemStats(&before)
		img, err := picture.DecodeWithin(t.Context(), data, 10_000_000, func(bytes int64) error {
			reserved = bytes
			return nil
		})
		runtime.ReadMemStats(&after)
		allocated := int64(after.TotalAlloc - before.TotalAlloc)
		if err != nil || img == nil || allocated > reserved || reserved > 50_000_000 {
			t.Errorf("%s: %d bytes are reserved and %d allocated, %v", kind, reserved, allocated, err)
		}
	}
}

// A picture that takes too much memory is refused before it is decoded, and so is one for
// which there is none.
func TestMemoryIsBounded(t *testing.T) {
	data := largeFile(t, "PNG of 16 bits")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := picture.DecodeWithin(t.Context(), data, 1_000_000, func(int64) error { return nil })
	full := errors.New("full")
	_, err2 := picture.DecodeWithin(t.Context(), data, 10_000_000, func(int64) error { return full })
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "takes 12 MB to decode, expected at most 9") || !errors.Is(err2, full) {
		t.Errorf("%v; %v", err, err2)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes are allocated for pictures that are refused", n)
	}
}

// Decoding ends with its context, also in the middle.
func TestDecodingEndsWithItsContext(t *testing.T) {
	for _, kind := range []string{"color PNG", "JPEG", "TIFF"} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := picture.DecodeWithin(ctx, largeFile(t, kind), 0, func(int64) error {
			cancel()
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
