package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"nonogram/format"
	"nonogram/generate"
	imagefile "nonogram/generate/picture"
	"nonogram/internal/operations/files"
	"nonogram/internal/qr"
	"nonogram/puzzles"
)

// photographed is the picture of a code with shades of gray around and in it, on its
// side: what a camera makes of a screen.
func photographed(code image.Image) image.Image {
	b := code.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dy()+60, b.Dx()+40))
	for i := range out.Pix {
		out.Pix[i] = uint8(150 + i%90)
	}
	for y := range b.Dy() {
		for x := range b.Dx() {
			shade := uint8(40 + (x+y)%30)
			if r, _, _, _ := code.At(x, y).RGBA(); r > 0 {
				shade = uint8(200 + (x*y)%40)
			}
			out.SetGray(30+b.Dy()-1-y, 20+x, color.Gray{Y: shade})
		}
	}
	return out
}

// A picture of the QR code of a link is the puzzle of the link; a picture with other
// cells is what it was.
func TestQRCodes(t *testing.T) {
	heart, _ := puzzles.ByName("heart")
	want := heart.Puzzle()
	var link bytes.Buffer
	if err := format.Encode(&link, qrFormat, want); err != nil {
		t.Fatal(err)
	}
	write := func(text string) image.Image {
		code, err := qrcode.NewQRCodeWriter().Encode(text, gozxing.BarcodeFormat_QR_CODE, 300, 300, nil)
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	code := write("https://example.org" + link.String())
	for name, img := range map[string]image.Image{"screen.png": code, "photo.jpg": photographed(code), "other.png": write("https://example.org/")} {
		file := filepath.Join(t.TempDir(), name)
		var b bytes.Buffer
		if filepath.Ext(name) == ".jpg" {
			if err := jpeg.Encode(&b, img, nil); err != nil {
				t.Fatal(err)
			}
		} else if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		in := inputs{files: []string{file}}
		n := 0
		for it := range in.items(newApp()) {
			if it.err != nil {
				t.Fatalf("%s: %v", name, it.err)
			}
			n++
			same := generate.HashOf(it.puzzle) == generate.HashOf(want) && it.puzzle.ReadAs == files.CodeReading
			if same == (name == "other.png") {
				t.Errorf("%s: %d × %d, read as %q", name, it.puzzle.Width(), it.puzzle.Height(), it.puzzle.ReadAs)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d puzzles", name, n)
		}
	}
}

// The command reads the codes that it writes, and as much as a code holds.
func TestWrittenQRCodes(t *testing.T) {
	code := filepath.Join(t.TempDir(), "code.PNG")
	if out, err := outputOf(t, "convert", "--to", "link", "--site", "https://example.org/", "--lossy", "@heart", code); err != nil {
		t.Fatal(out, err)
	}
	want, err := outputOf(t, "convert", "--lossy", "@heart", "nin")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := outputOf(t, "convert", "--lossy", code, "nin"); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	data, err := os.ReadFile(code)
	if err != nil {
		t.Fatal(err)
	}
	if link, _ := files.FromCode(data, imagefile.DecodeWithin); !strings.HasPrefix(string(link), "https://example.org/play/#p=") {
		t.Errorf("the code says %s", link)
	}
	for n, fits := range map[int]bool{qr.MaxText: true, qr.MaxText + 1: false} {
		var b bytes.Buffer
		long := "https://example.org/#p=" + strings.Repeat("x", n-23)
		err := writeQR(&b, long)
		if link, _ := files.FromCode(b.Bytes(), imagefile.DecodeWithin); (err == nil) != fits || fits && string(link) != long+"\n" {
			t.Errorf("%d characters: %v", n, err)
		}
	}
	links, err := outputOf(t, "convert", "--site", "https://example.org", "--lossy", "@heart", "@cat", "link")
	if err != nil || strings.Count(links, "https://example.org/play/#p=") != 2 || strings.Count(links, "\n") != 2 {
		t.Errorf("got %s, %v", links, err)
	}
	for _, args := range [][]string{
		{"--to", "link", "@heart", "x.png"}, // a phone could not open it
		{"--to", "link", "--site", "https://example.org", "@heart", "@cat", "x.png"},
		{"--to", "link", "--site", "example.org", "@heart", "-"},
		{"--to", "json", "--site", "https://example.org", "@heart", "-"},
	} {
		t.Chdir(t.TempDir())
		if out, err := outputOf(t, append([]string{"convert", "--lossy"}, args...)...); err == nil || isThere("x.png") {
			t.Errorf("%q: %s", args, out)
		}
	}
}
