package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/image/bmp"

	"nonogram"
)

// Pictures as puzzles: colors, files of other programs, and files that ask for too much
// memory.

var (
	red  = color.NRGBA{R: 255, A: 255}
	gray = color.NRGBA{R: 200, G: 200, B: 200, A: 255}
	ink  = color.NRGBA{A: 255}
	snow = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	none = color.NRGBA{R: 9, A: 100}
)

// drawn makes a picture of one row.
func drawn(pixels ...color.NRGBA) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, len(pixels), 1))
	for x, c := range pixels {
		img.SetNRGBA(x, 0, c)
	}
	return img
}

func asPNG(img image.Image) string {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		panic(err)
	}
	return buf.String()
}

// withChunk puts a chunk before the pixels of a PNG.
func withChunk(data, kind, body string) string {
	at := strings.Index(data, "IDAT") - 4
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, kind...), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return data[:at] + string(chunk) + data[at:]
}

// TestPictureBackground has pictures of one row, and which of their colors is
// taken for the background.
func TestPictureBackground(t *testing.T) {
	gray16 := image.NewGray16(image.Rect(0, 0, 2, 1))
	gray16.SetGray16(0, 0, color.Gray16{Y: 0xffff})
	runDecodeTests(t, []decodeTest{
		{"black and white", "png", asPNG(drawn(snow, ink)), "1: 2x1 [1] [0 | 1] .#"},
		{"white is the background, even where it is rare", "png", asPNG(drawn(ink, red, snow)), "1: 3x1 [1 1:2] [1 | 1:2 | 0] .=#ffffff(white) a=#000000(black) b=#ff0000 ab."},
		{"transparent before white", "png", asPNG(drawn(none, snow, ink)), "1: 3x1 [1 1:2] [0 | 1 | 1:2] .=#ffffff(white) a=#ffffff(white) b=#000000(black) .ab"},
		{"the lighter of two", "png", asPNG(drawn(red, gray)), "1: 2x1 [1] [1 | 0] .=#c8c8c8 #=#ff0000 #."},
		{"one light color", "png", asPNG(drawn(gray)), "1: 1x1 [0] [0] .=#c8c8c8 #=#000000(black) ."},
		{"one dark color", "png", asPNG(drawn(red)), "1: 1x1 [1] [1] .=#ffffff(white) #=#ff0000 #"},
		{"no white among three", "png", asPNG(drawn(red, gray, ink)), "1: 3x1 [1 1:2 1:3] [1 | 1:2 | 1:3] .=#ffffff(white) a=#ff0000 b=#c8c8c8 c=#000000(black) abc"},
		{"nothing but transparent", "png", asPNG(drawn(none)), "1: 1x1 [0] [0] ."},
		{"named", "png", withChunk(asPNG(drawn(red, snow)), "bKGD", "\x00\xff\x00\x00\x00\x00"), "1: 2x1 [1] [0 | 1] .=#ff0000 #=#ffffff(white) .#"},
		{"named, but not there", "png", withChunk(asPNG(drawn(red)), "bKGD", "\x00\x00\x00\x00\x00\x00"), "1: 1x1 [1] [1] .=#000000(black) #=#ff0000 #"},
		{"named in gray of 16 bits", "png", withChunk(asPNG(gray16), "bKGD", "\x00\x00"), "1: 2x1 [1] [1 | 0] .=#000000(black) #=#ffffff(white) #."},
		{"named badly", "png", withChunk(asPNG(drawn(ink, snow)), "bKGD", "\x00"), "1: 2x1 [1] [1 | 0] #."},
	})
}

// TestPictureFiles reads each kind of file as other programs may write it.
func TestPictureFiles(t *testing.T) {
	encoded := func(write func(io.Writer) error) string {
		var buf bytes.Buffer
		if err := write(&buf); err != nil {
			t.Fatal(err)
		}
		return buf.String()
	}
	frame := image.NewPaletted(image.Rect(1, 0, 2, 1), color.Palette{snow, ink})
	frame.Pix[0] = 1
	inset := encoded(func(w io.Writer) error {
		return gif.EncodeAll(w, &gif.GIF{Image: []*image.Paletted{frame}, Delay: []int{0}, Config: image.Config{Width: 3, Height: 1, ColorModel: frame.Palette}})
	})
	animation := encoded(func(w io.Writer) error {
		return gif.EncodeAll(w, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}})
	})
	var colors []color.NRGBA
	for i := range 65 {
		colors = append(colors, color.NRGBA{R: uint8(i), A: 255})
	}
	runDecodeTests(t, []decodeTest{
		{"24 bits", "bmp", encoded(func(w io.Writer) error { return bmp.Encode(w, drawn(snow, ink, red)) }), "1: 3x1 [1 1:2] [0 | 1 | 1:2] .=#ffffff(white) a=#000000(black) b=#ff0000 .ab"},
		{"a frame smaller than the picture", "gif", inset, "1: 3x1 [1] [0 | 1 | 0] .#."},
		{"animation", "gif", animation, "error found an animation, expected one picture (puzzle 1)"},
		{"damaged", "gif", inset[:20], "error found a damaged picture: gif: can't read image descriptor: unexpected EOF (puzzle 1)"},
		{"65 colors", "png", asPNG(drawn(colors...)), "error found over 64 colors, which is the limit: expected one flat color per cell (puzzle 1)"},
		{"64 inks", "png", asPNG(drawn(append(colors[:64:64], none)...)), "error found 64 colors and the background, the limit is 64 in all (puzzle 1)"},
		{"plain", "pbm", "P1\n# c\n3 2\n1 0 1\n110", "1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##."},
		{"raw, two pictures", "pbm", "P4\n9 1\n\xff\x80P4 1 1 \x00", "1: 9x1 [9] [1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1] #########\n2: 1x1 [0] [0] ."},
		{"gray", "pbm", "P5\n1 1\n255\n\x00", "error 1:1: found \"P5\", expected P1 or P4: a gray or colored picture can be converted to PNG (puzzle 1)"},
		{"short", "pbm", "P1 2 2 1 0 1", "error 1:13: found the end of the file, expected 0 or 1 (puzzle 1)"},
		{"much too short", "pbm", "P1 20 20 1 0 1", "error 1:9: found 6 bytes to the end of the file, expected 20 × 20 digits (puzzle 1)"},
		{"no digit", "pbm", "P1\n2 1\n1 2\n", "error 3:3: found \"2\", expected 0 or 1 (puzzle 1)"},
		{"raw and short", "pbm", "P4\n9 2\n\xff\x80\xff", "error 3:1: found 3 bytes of pixels, expected 4 (puzzle 1)"},
		{"bytes", "xbm", textSeeds["xbm"][0], "1: 3x2 [1 1 | 2] [2 | 1 | 1] #.#/##."},
		{"words", "xbm", textSeeds["xbm"][1], "1: 17x1 [17] [1" + strings.Repeat(" | 1", 16) + "] " + strings.Repeat("#", 17)},
		{"no size", "xbm", "static char a_bits[] = {1};", "error 1:1: found no size, expected definitions of ..._width and ..._height (puzzle 1)"},
		{"too few bits", "xbm", "#define a_width 9\n#define a_height 1\nstatic char a_bits[] = {1};\n", "error 3:26: found \"};\", expected a number like 0x1f (puzzle 1)"},
		{"too wide a number", "xbm", "#define a_width 1\n#define a_height 1\nstatic char a_bits[] = {0x100};", "error 3:25: found \"0x100\", expected a number of 8 bits (puzzle 1)"},
		{"no array", "xbm", "#define a_width 1\n#define a_height 1\n", "error 3:1: found the end of the file, expected an array of bits in braces (puzzle 1)"},
	})
}

// TestMostColors reads the largest palette there is.
func TestMostColors(t *testing.T) {
	pixels := []color.NRGBA{snow}
	for i := range nonogram.MaxColors - 1 {
		pixels = append(pixels, color.NRGBA{R: uint8(i), A: 255})
	}
	if p := decodeAll(t, []byte(asPNG(drawn(pixels...))), "png")[0]; len(p.Palette) != nonogram.MaxColors {
		t.Errorf("got %d colors", len(p.Palette))
	}
}

// bombs are small files that ask for a great deal of memory.
func bombs() map[string]string {
	huge := func(data string, at int, bytes ...byte) string {
		b := []byte(data)
		copy(b[at:], bytes)
		return string(b)
	}
	picture := asPNG(drawn(red, snow))
	var bitmap bytes.Buffer
	if err := bmp.Encode(&bitmap, drawn(red, snow)); err != nil {
		panic(err)
	}
	header := []byte(picture[:33]) // signature and IHDR
	copy(header[16:], "\x00\x00\x75\x30\x00\x00\x75\x30")
	binary.BigEndian.PutUint32(header[29:], crc32.ChecksumIEEE(header[12:29]))
	return map[string]string{
		"png": string(header) + picture[33:50],
		"gif": huge(seeds(&gifFormat)[0], 6, 0xff, 0xff, 0xff, 0xff),
		"bmp": huge(bitmap.String()[:54], 18, 0x30, 0x75, 0, 0, 0x30, 0x75, 0, 0),
		"pbm": "P4 30000 30000 \x00",
		"xbm": "#define a_width 30000\n#define a_height 30000\nstatic char a_bits[] = {0};",
		"nin": "1000000000 1000000000\n", "mk": "30000 30000\n#\n", "cwd": "30000\n30000\n1\n", "spoj": "1\n30000 30000\n",
		"pzl": "0\n30000 30000\n", "cnon": "0 30000 30000\n", "sgriddler": "MK Version 3.0\n\n30000 30000\n\n",
		"gno": "[Dimensions]\n30000\n30000\n[Solution]\n1", "lp": "number_of_rows: 30000 number_of_columns: 30000\n",
		"glpk": "param m := 30000; param n := 30000; param row : 1 := 1 1;", "dzn": "row_rules = array2d(1..30000, 1..999999999, [1]); col_rules = [|1|];",
		"tatham": "30000x30000:1/1", "sav": "SAVEFILE:1:x\nGAME    :7:Pattern\nPARAMS  :11:30000x30000\nDESC    :1:1\n",
		"non": "width 30000\nheight 30000\n", "tournament": "$1 30000x30000\n1\n",
		"freenono":      "<FreeNono><Nonogram width='30000' height='30000'><line>x</line></Nonogram></FreeNono>",
		"nonograms.org": "var d=[[0,0,0,0],[30000,0,0,99999],[30000,0,0,99999],[1,0,0,9],[0,0,0,0]]",
	}
}

// TestBombs wants a board of 900 million cells or more refused, by the name of
// a limit where it is one, without taking memory for it.
func TestBombs(t *testing.T) {
	const most = 4 << 20 // a fourth of what the cells of the largest board take
	for name, data := range bombs() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		puzzles, message := 0, ""
		for _, err := range Decode([]byte(data), "", name) {
			if err == nil {
				puzzles++
			} else {
				message += err.Error()
			}
		}
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > most {
			t.Errorf("%s took %d bytes of memory for %q", name, taken, data)
		}
		if puzzles > 0 || !strings.Contains(message, "limit") && name != "dzn" {
			t.Errorf("%s: %d puzzles, %s", name, puzzles, message)
		}
	}
}

// TestPictureRefusals has puzzles that a picture would change.
func TestPictureRefusals(t *testing.T) {
	make1 := func(palette nonogram.Palette, cells ...nonogram.Color) *nonogram.Puzzle {
		return nonogram.FromGrid(&nonogram.Grid{Width: len(cells), Height: 1, Cells: cells}, palette)
	}
	colors := func(rgb ...nonogram.RGB) (p nonogram.Palette) {
		for _, c := range rgb {
			p = append(p, nonogram.Swatch{RGB: c})
		}
		p.AssignSymbols()
		return p
	}
	dark, pale := nonogram.RGB{R: 100}, nonogram.RGB{R: 200, G: 200, B: 200}
	tests := []struct {
		name          string
		p             *nonogram.Puzzle
		png, gif, bmp string // the error, or the losses
	}{
		{"black on white", make1(nonogram.BlackAndWhite(), 0, 1), "", "", ""},
		{"all black", make1(nonogram.BlackAndWhite(), 1, 1), "", "", ""},
		{"white on black", make1(colors(black, white), 0, 1), "", "the color of the background", errPaper.Error()},
		{"all filled with a light ink", make1(colors(white, pale), 1), "", errPaper.Error(), errPaper.Error()},
		{"ink like the background", make1(colors(white, white, dark), 0, 1, 2), "", "", errPaper.Error()},
		{"ink like the background, all filled", make1(colors(white, white, dark), 1, 2), errPaper.Error(), errPaper.Error(), errPaper.Error()},
		{"two inks alike", make1(colors(white, dark, dark), 0, 1, 2), errTwins.Error(), errTwins.Error(), errTwins.Error()},
	}
	for _, tt := range tests {
		for name, want := range map[string]string{"png": tt.png, "gif": tt.gif, "bmp": tt.bmp} {
			f, _ := ByName(name)
			got := strings.Join(Losses(f, tt.p), ", ")
			if err := Encode(io.Discard, name, tt.p); err != nil {
				got = strings.TrimPrefix(err.Error(), "puzzle 1: ")
				if !errors.Is(err, ErrCannotHold) {
					t.Errorf("%s: %v", tt.name, err)
				}
			}
			if got != want {
				t.Errorf("%s as %s: got %q, want %q", tt.name, name, got, want)
			}
		}
	}
}

// TestPictureExact pins the bytes that are written, so that a change is a
// decision.
func TestPictureExact(t *testing.T) {
	p := seedPicture(false)
	for name, want := range map[string]string{
		"pbm": "P4\n4 3\n\xb0\x10\xc0",
		"xbm": "#define nonogram_width 4\n#define nonogram_height 3\nstatic unsigned char nonogram_bits[] = {\n   0x0d, 0x08, 0x03 };\n",
	} {
		var sb strings.Builder
		if err := Encode(&sb, name, p); err != nil || sb.String() != want {
			t.Errorf("%s: got %q, %v", name, sb.String(), err)
		}
	}
	var buf bytes.Buffer
	if err := Encode(&buf, "png", seedPicture(true)); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(img.At(0, 0), img.At(1, 0), img.At(3, 0)); got != "{200 10 0 255} {255 255 255 0} {255 255 255 255}" {
		t.Errorf("the picture has the pixels %s", got)
	}
}
