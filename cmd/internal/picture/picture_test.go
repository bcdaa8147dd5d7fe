package picture_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"nonogram/cmd/internal/picture"
)

// sample is a picture that is dark in its upper left corner only.
func sample() *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, 32, 16), color.Palette{color.White, color.Black})
	for y := range 8 {
		for x := range 16 {
			img.SetColorIndex(x, y, 1)
		}
	}
	return img
}

func encoded(t *testing.T, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func files(t *testing.T) map[string][]byte {
	return map[string][]byte{
		"PNG":  encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, sample()) }),
		"JPEG": encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, sample(), nil) }),
		"GIF":  encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, sample(), nil) }),
		"BMP":  encoded(t, func(b *bytes.Buffer) error { return bmp.Encode(b, sample()) }),
		"TIFF": encoded(t, func(b *bytes.Buffer) error { return tiff.Encode(b, sample(), nil) }),
		"WebP": webp(t),
	}
}

// The first frame of an animation is a picture.
func TestAnimatedWebP(t *testing.T) {
	still := webp(t)
	frame := append(make([]byte, 16), still[12:]...)
	file := append([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02"), make([]byte, 9)...)
	file = append(file, "ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	file = binary.LittleEndian.AppendUint32(append(file, "ANMF"...), uint32(len(frame)))
	file = append(file, frame...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	img, err := picture.Decode(context.Background(), file)
	if err != nil || img.Bounds().Size() != image.Pt(1, 1) {
		t.Fatalf("got %v, %v", img, err)
	}
	want, err := picture.Decode(context.Background(), still)
	if err != nil || img.At(0, 0) != want.At(0, 0) {
		t.Errorf("got %v, want %v (%v)", img.At(0, 0), want.At(0, 0), err)
	}
	for n := range file { // cut anywhere, it is an error and no more
		if _, err := picture.Decode(context.Background(), file[:n]); err == nil {
			t.Errorf("the first %d bytes are a picture", n)
		}
	}
}

// webp is the smallest lossless WebP: one pixel.
func webp(t *testing.T) []byte {
	data, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func dark(c color.Color) bool {
	r, g, b, _ := c.RGBA()
	return r+g+b < 3*0x8000
}

func TestDecode(t *testing.T) {
	for name, data := range files(t) {
		img, err := picture.Decode(context.Background(), data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name == "WebP" {
			if img.Bounds().Size() != image.Pt(1, 1) {
				t.Errorf("WebP: %v", img.Bounds())
			}
			continue
		}
		if img.Bounds().Size() != image.Pt(32, 16) || !dark(img.At(3, 3)) || dark(img.At(20, 3)) || dark(img.At(3, 12)) {
			t.Errorf("%s: another picture", name)
		}
	}
}

// chunk is a chunk of a PNG file.
func chunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func pngHeader(width, height uint32) []byte {
	body := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(body, 8, 2, 0, 0, 0))...)
}

// jpegHeader is a JPEG that ends where its data would begin.
func jpegHeader(width, height, components int) []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xc0, 0, byte(8 + 3*components), 8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(components)}
	for i := range components {
		out = append(out, byte(i+1), 0x11, 0)
	}
	return append(out, 0xff, 0xda, 0, 2)
}

// Bad files get an error with the reason.
func TestDecodeErrors(t *testing.T) {
	good := files(t)
	animated := encoded(t, func(b *bytes.Buffer) error {
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{sample(), sample(), sample()}, Delay: []int{1, 1, 1}})
	})
	apng := append(pngHeader(3, 3), chunk("acTL", make([]byte, 8))...)
	awebp := append([]byte("RIFF\x40\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00"), make([]byte, 10)...)
	awebp = append(awebp, "ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"no bytes":       {nil, "the file is empty"},
		"text":           {[]byte("width 5\nheight 5\n"), "this is not a picture, expected PNG, JPEG, GIF, WebP, BMP or TIFF"},
		"SVG":            {[]byte("<?xml version=\"1.0\"?>\n<svg viewBox='0 0 9 9'><text>A</text></svg>"), "this is an SVG drawing; export it as PNG, for example with: rsvg-convert"},
		"HEIC":           {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00"), "this is a HEIC photo; export it as JPEG"},
		"AVIF":           {[]byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00"), "this is an AVIF picture; export it as PNG or JPEG"},
		"PDF":            {[]byte("%PDF-1.4"), "this is a PDF document; export the picture in it as PNG"},
		"huge PNG":       {pngHeader(30_000, 30_000), "PNG picture: it has 30000 × 30000 pixels, expected at most 50 million in all"},
		"huge JPEG":      {jpegHeader(30_000, 30_000, 3), "JPEG picture: it has 30000 × 30000 pixels"},
		"largest PNG":    {pngHeader(1<<31-1, 1<<31-1), "PNG picture: "},
		"CMYK":           {jpegHeader(10, 10, 4), "JPEG picture: its colors are CMYK, for a printing press; save it as RGB"},
		"animated GIF":   {animated, "GIF picture: it is an animation of 3 frames; save one frame of it"},
		"animated PNG":   {apng, "PNG picture: it is an animation; save one frame of it"},
		"no frame":       {awebp, "WebP picture: "},
		"truncated PNG":  {good["PNG"][:len(good["PNG"])-20], "PNG picture: the file ends too early"},
		"truncated JPEG": {good["JPEG"][:len(good["JPEG"])-200], "JPEG picture: the file ends too early"},
		"truncated GIF":  {good["GIF"][:30], "GIF picture: "},
		"truncated BMP":  {good["BMP"][:60], "BMP picture: the file ends too early"},
		"truncated WebP": {good["WebP"][:24], "WebP picture: "},
		"only a mark":    {[]byte("\x89PNG\r\n\x1a\n"), "PNG picture: the file ends too early"},
	} {
		img, err := picture.Decode(context.Background(), c.data)
		var e *picture.Error
		if img != nil || !errors.As(err, &e) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A photo says how to turn it; all eight ways lead to the same upright picture.
func TestOrientation(t *testing.T) {
	upright := image.NewGray(image.Rect(0, 0, 48, 32))
	for y := range 32 {
		for x := range 48 {
			if x < 24 && y < 16 || x < 8 {
				upright.SetGray(x, y, color.Gray{0})
			} else {
				upright.SetGray(x, y, color.Gray{255})
			}
		}
	}
	for o := 1; o <= 8; o++ {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			stored := stored(upright, o)
			data := encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, stored, &jpeg.Options{Quality: 95}) })
			lossless := encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, stored) })
			got, err := picture.Decode(context.Background(), withExif(data, order, o))
			if err != nil {
				t.Fatal(err)
			}
			again, err := picture.Decode(context.Background(), withChunk(lossless, exif(order, o)))
			if err != nil || again.Bounds().Size() != got.Bounds().Size() || dark(again.At(28, 4)) != dark(upright.At(28, 4)) || dark(again.At(4, 28)) != dark(upright.At(4, 28)) {
				t.Fatalf("orientation %d of a PNG: %v", o, err)
			}
			if got.Bounds().Size() != upright.Bounds().Size() {
				t.Fatalf("orientation %d: %v", o, got.Bounds())
			}
			for y := 4; y < 32; y += 8 {
				for x := 4; x < 48; x += 8 {
					if dark(got.At(x, y)) != dark(upright.At(x, y)) {
						t.Fatalf("orientation %d: pixel %d, %d is wrong", o, x, y)
					}
				}
			}
		}
	}
}

// stored is what a camera with the orientation has in its file: the corner at which
// the first row and the first column of the file begin, by the standard's table.
func stored(img *image.Gray, orientation int) *image.Gray {
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	right := []int{2, 3, 6, 7}
	bottom := []int{3, 4, 7, 8}
	has := func(list []int) bool {
		for _, v := range list {
			if v == orientation {
				return true
			}
		}
		return false
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewGray(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			u, v := x, y
			if has(right) {
				u = w - 1 - x
			}
			if has(bottom) {
				v = h - 1 - y
			}
			if orientation >= 5 {
				u, v = v, u
			}
			out.SetGray(u, v, img.GrayAt(x, y))
		}
	}
	return out
}

// withExif inserts an APP1 segment with the orientation after the start of a JPEG.
func withExif(data []byte, order binary.AppendByteOrder, orientation int) []byte {
	body := append([]byte("Exif\x00\x00"), exif(order, orientation)...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	return slices.Concat(data[:2], segment, body, data[2:])
}

// withChunk inserts a chunk eXIf after the header of a PNG.
func withChunk(data, body []byte) []byte {
	const header = 8 + 25
	chunk := append([]byte("eXIf"), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk))
	return slices.Concat(data[:header], binary.BigEndian.AppendUint32(nil, uint32(len(body))), chunk, data[header:])
}

// exif is a TIFF structure with the orientation.
func exif(order binary.AppendByteOrder, orientation int) []byte {
	mark := "II"
	if fmt.Sprint(order) == fmt.Sprint(binary.BigEndian) {
		mark = "MM"
	}
	tiff := []byte(mark)
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint16(tiff, 0x0112)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, uint16(orientation))
	return append(tiff, 0, 0, 0, 0, 0, 0)
}

// Files that are damaged by chance give an error or a picture, never a panic.
func TestDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	good := files(t)
	good["JPEG"] = withExif(good["JPEG"], binary.BigEndian, 6)
	for name, data := range good {
		for range 300 {
			bad := bytes.Clone(data)
			for range 1 + rng.IntN(4) {
				bad[rng.IntN(len(bad))] = byte(rng.IntN(256))
			}
			bad = bad[:rng.IntN(len(bad)+1)]
			img, err := picture.Decode(context.Background(), bad)
			var e *picture.Error
			if err == nil && img == nil || err != nil && !errors.As(err, &e) {
				t.Fatalf("%s: %v, %v", name, img, err)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("GIF89a"))
	f.Add(pngHeader(3, 3))
	f.Add(jpegHeader(3, 3, 3))
	f.Fuzz(func(t *testing.T, data []byte) {
		if img, err := picture.Decode(context.Background(), data); err == nil && img == nil {
			t.Error("neither a picture nor an error")
		}
	})
}
