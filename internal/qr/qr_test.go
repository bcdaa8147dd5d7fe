package qr_test

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"github.com/makiuchi-d/gozxing/qrcode/encoder"

	"nonogram/internal/qr"
)

// The library gozxing, which shares nothing with this one, writes what is read here and
// reads what is written.

// picture draws a code, with modules of so many pixels and its margin.
func picture(side, module int, dark func(x, y int) bool) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, (side+8)*module, (side+8)*module))
	for i := range img.Pix {
		x, y := i%img.Stride/module-4, i/img.Stride/module-4
		if x < 0 || y < 0 || x >= side || y >= side || !dark(x, y) {
			img.Pix[i] = 255
		}
	}
	return img
}

// other is a code that the other library writes.
func other(t *testing.T, text string, level decoder.ErrorCorrectionLevel, version int) *image.Gray {
	t.Helper()
	hints := map[gozxing.EncodeHintType]any{}
	if version > 0 {
		hints[gozxing.EncodeHintType_QR_VERSION] = version
	}
	code, err := encoder.Encoder_encode(text, level, hints)
	if err != nil {
		t.Fatal(err)
	}
	m := code.GetMatrix()
	return picture(m.GetWidth(), 3, func(x, y int) bool { return m.Get(x, y) == 1 })
}

// byOther is what the other library reads.
func byOther(img image.Image) (string, bool) {
	bits, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		return "", false
	}
	code, err := qrcode.NewQRCodeReader().Decode(bits, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		return "", false
	}
	return code.GetText(), true
}

// Codes of every version, level and kind of characters are read.
func TestReadsAll(t *testing.T) {
	levels := []decoder.ErrorCorrectionLevel{
		decoder.ErrorCorrectionLevel_L, decoder.ErrorCorrectionLevel_M, decoder.ErrorCorrectionLevel_Q, decoder.ErrorCorrectionLevel_H,
	}
	texts := []string{"0123456", "HTTP://A", "a#p=b", "12"}
	for version := 1; version <= 40; version++ {
		for i, level := range levels {
			if version > 8 && i != version%len(levels) {
				continue // the large ones take long to write
			}
			text := texts[(version+i)%len(texts)]
			if version > 3 {
				text = strings.Repeat(text, version-2)
			}
			if got, ok := qr.Read(other(t, text, level, version)); !ok || got != text {
				t.Errorf("version %d, level %v: read %q, expected %q", version, level, got, text)
			}
		}
	}
	long := strings.Repeat("x", qr.MaxText)
	if got, _ := qr.Read(other(t, long, levels[0], 0)); got != long {
		t.Error("the longest text is not read")
	}
}

// What is written is read by both, up to the longest text.
func TestWrites(t *testing.T) {
	for _, n := range []int{1, 17, 18, 53, 106, 107, 230, 231, 500, 1000, 1853, 2000, qr.MaxText} {
		text := strings.Repeat("https://example.org/#p=", n/23+1)[:n]
		code, err := qr.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		img := picture(code.Side(), 3, code.Dark)
		if got, _ := byOther(img); got != text {
			t.Errorf("%d bytes: the other library reads %q", n, got)
		}
		if got, _ := qr.Read(img); got != text {
			t.Errorf("%d bytes: read %q", n, got)
		}
		if m := other(t, text, decoder.ErrorCorrectionLevel_L, 0); m.Rect.Dx() < img.Rect.Dx() {
			t.Errorf("%d bytes: %d pixels wide, the other library needs %d", n, img.Rect.Dx(), m.Rect.Dx())
		}
	}
	if _, err := qr.Encode(strings.Repeat("x", qr.MaxText+1)); err == nil {
		t.Error("a text that is too long has a code")
	}
}

// Wrong modules are put right, as many as the level allows, and no more are made up.
func TestCorrects(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := strings.Repeat("https://example.org/#p=", 6)
	right, wrong := 0, 0
	for _, spots := range []int{0, 2, 4, 8, 40} {
		for range 10 {
			img := other(t, text, decoder.ErrorCorrectionLevel_H, 0)
			for range spots {
				x, y := random.IntN(img.Rect.Dx()/3), random.IntN(img.Rect.Dy()/3)
				for i := range 9 {
					at := img.PixOffset(3*x+i%3, 3*y+i/3)
					img.Pix[at] = 255 - img.Pix[at]
				}
			}
			switch got, ok := qr.Read(img); {
			case ok && got == text:
				right++
			case ok:
				wrong++
			}
		}
	}
	if right < 30 || wrong > 0 {
		t.Errorf("of 50 damaged codes %d are read rightly and %d wrongly", right, wrong)
	}
}

// photo is a picture of a code turned by an angle, seen aslant, in uneven light, with
// noise.
func photo(code *image.Gray, angle, slant, noise float64, random *rand.Rand) *image.Gray {
	side := float64(code.Rect.Dx())
	out := image.NewGray(image.Rect(0, 0, int(1.6*side), int(1.6*side)))
	sin, cos := math.Sincos(angle)
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			u, v := float64(x)-0.8*side, float64(y)-0.8*side
			w := 1 + slant*u/side
			u, v = u/w, v/w
			p := image.Pt(int(math.Floor(cos*u+sin*v+side/2)), int(math.Floor(cos*v-sin*u+side/2)))
			shade := 140.0
			if p.In(code.Rect) {
				shade = 60 + 0.5*float64(code.GrayAt(p.X, p.Y).Y)
			}
			shade += 40*float64(x)/side - 20 + noise*random.NormFloat64()
			out.SetGray(x, y, color.Gray{Y: uint8(min(max(shade, 0), 255))})
		}
	}
	return out
}

// Photographs are read from every side, aslant and mirrored, at least as many as the
// other library reads.
func TestPhotos(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ours, theirs, all := 0, 0, 0
	for i := range 24 {
		text := "https://example.org/play/#p=" + strings.Repeat(fmt.Sprint(i), 8+i)
		code, err := qr.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		mirrored := i%7 == 3
		img := photo(picture(code.Side(), 5, func(x, y int) bool {
			if mirrored {
				x = code.Side() - 1 - x
			}
			return code.Dark(x, y)
		}), float64(i)*2*math.Pi/24, 0.15*float64(i%3), float64(4*(i%4)), random)
		all++
		if got, ok := qr.Read(img); ok && got == text {
			ours++
		} else if ok {
			t.Errorf("photo %d: read %q, expected %q", i, got, text)
		}
		if got, _ := byOther(img); got == text {
			theirs++
		}
	}
	t.Logf("of %d photos %d are read, %d by the other library", all, ours, theirs)
	if ours < theirs || ours < all*9/10 {
		t.Errorf("of %d photos %d are read, %d by the other library", all, ours, theirs)
	}
}

// Pictures without a code have none.
func TestReadsNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, size := range []image.Point{{0, 0}, {1, 1}, {1, 300}, {40, 40}, {400, 300}} {
		img := image.NewGray(image.Rectangle{Max: size})
		for range 3 {
			if text, ok := qr.Read(img); ok {
				t.Errorf("%v: read %q", size, text)
			}
			for i := range img.Pix {
				img.Pix[i] = uint8(random.IntN(256))
			}
		}
	}
}

func BenchmarkReadNothing(b *testing.B) {
	img := image.NewGray(image.Rect(0, 0, 1000, 1000))
	random := rand.New(rand.NewPCG(5, 6))
	for i := range img.Pix {
		img.Pix[i] = uint8(random.IntN(256))
	}
	for b.Loop() {
		qr.Read(img)
	}
}
