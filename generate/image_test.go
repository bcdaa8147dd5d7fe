package generate_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonogram"
	"nonogram/generate"
)

// Pictures become the cells that a person would draw, whatever their kind.

var (
	inkWhite = color.NRGBA{255, 255, 255, 255}
	inkBlack = color.NRGBA{0, 0, 0, 255}
	inkRed   = color.NRGBA{210, 40, 40, 255}
	inkBlue  = color.NRGBA{40, 60, 200, 255}
	inkNone  = color.NRGBA{}
)

// drawn is an image of squares, eight pixels to a cell: '#' black, 'r' red, 'b' blue,
// '.' white, ' ' transparent.
func drawn(rows ...string) *image.NRGBA {
	const side = 8
	colors := map[byte]color.NRGBA{'#': inkBlack, 'r': inkRed, 'b': inkBlue, '.': inkWhite, ' ': inkNone}
	img := image.NewNRGBA(image.Rect(0, 0, side*len(rows[0]), side*len(rows)))
	for y, row := range rows {
		for x := range len(row) {
			draw.Draw(img, image.Rect(x*side, y*side, (x+1)*side, (y+1)*side), image.NewUniform(colors[row[x]]), image.Point{}, draw.Src)
		}
	}
	return img
}

// imagePicture is the result of FromImage.
type imagePicture struct {
	Puzzle *nonogram.Puzzle
	Doubt  []float64
}

func fromImage(t *testing.T, img image.Image, o generate.ImageOptions) *imagePicture {
	t.Helper()
	p, doubt, err := generate.FromImage(context.Background(), img, o)
	if err != nil {
		t.Fatal(err)
	}
	pic := &imagePicture{p, doubt}
	if err := errors.Join(nonogram.Validate(p), nonogram.Check(p, p.Goal)); err != nil {
		t.Fatal(err)
	}
	if len(pic.Doubt) != len(p.Goal.Cells) || slices.ContainsFunc(pic.Doubt, func(d float64) bool { return !(d >= 0 && d <= 1) }) {
		t.Fatalf("doubts are %v", pic.Doubt)
	}
	return pic
}

func rows(p *nonogram.Puzzle) string { return strings.Join(p.Goal.Rows(p.Palette), "/") }

var cross = []string{
	".....",
	"..#..",
	".###.",
	"..#..",
	".....",
}

// A drawing with a square for every cell comes out as it is, in the modes that decide
// by brightness or color.
func TestImageOfSquares(t *testing.T) {
	want := strings.Join(cross, "/")
	for _, o := range []generate.ImageOptions{
		{Width: 5, Height: 5},
		{Width: 5},
		{Height: 5},
		{Width: 5, Local: 1},
		{Width: 5, Mode: generate.Dither},
		{Width: 5, Mode: generate.Colored, Colors: 1},
		{Width: 5, Mode: generate.Colored, Colors: 7},
		{Width: 5, Mode: generate.Colored, Palette: nonogram.BlackAndWhite()},
	} {
		if got := rows(fromImage(t, drawn(cross...), o).Puzzle); got != want {
			t.Errorf("%+v: %s", o, got)
		}
	}
	inverted := strings.NewReplacer(".", "#", "#", ".").Replace(want)
	if got := rows(fromImage(t, drawn(cross...), generate.ImageOptions{Width: 5, Invert: true}).Puzzle); got != inverted {
		t.Errorf("inverted: %s", got)
	}
}

// The kind of image does not matter.
func TestImageKinds(t *testing.T) {
	src := drawn(cross...)
	b := src.Bounds()
	gray, rgba, paletted, far := image.NewGray(b), image.NewRGBA64(b), image.NewPaletted(b, color.Palette{inkWhite, inkBlack}), image.NewNRGBA(b.Add(image.Pt(-7, 100)))
	for _, dst := range []draw.Image{gray, rgba, paletted, far} {
		draw.Draw(dst, dst.Bounds(), src, image.Point{}, draw.Src)
		if got := rows(fromImage(t, dst, generate.ImageOptions{Width: 5}).Puzzle); got != strings.Join(cross, "/") {
			t.Errorf("%T: %s", dst, got)
		}
	}
}

func TestImageColors(t *testing.T) {
	art := []string{
		"......",
		".rrbb.",
		".rrbb.",
		".####.",
		"......",
	}
	pic := fromImage(t, drawn(art...), generate.ImageOptions{Width: 6, Mode: generate.Colored, Colors: 3})
	p := pic.Puzzle
	if len(p.Palette) != 4 || p.Palette[0].RGB != (nonogram.RGB{R: 255, G: 255, B: 255}) {
		t.Fatalf("%+v", p.Palette)
	}
	at := func(y, x int) nonogram.RGB { return p.Palette[p.Goal.At(y, x)].RGB }
	near := func(a nonogram.RGB, b color.NRGBA) bool {
		return math.Abs(float64(a.R)-float64(b.R))+math.Abs(float64(a.G)-float64(b.G))+math.Abs(float64(a.B)-float64(b.B)) < 12
	}
	if !near(at(1, 1), inkRed) || !near(at(2, 4), inkBlue) || !near(at(3, 2), inkBlack) || p.Goal.At(0, 0) != nonogram.Empty {
		t.Errorf("%s in %+v", rows(p), p.Palette)
	}
	given := nonogram.Palette{{RGB: nonogram.RGB{R: 255, G: 255, B: 255}}, {RGB: nonogram.RGB{B: 255}}, {RGB: nonogram.RGB{R: 255}}}
	p = fromImage(t, drawn(art...), generate.ImageOptions{Width: 6, Mode: generate.Colored, Palette: given}).Puzzle
	if at(1, 1) != given[2].RGB || at(2, 4) != given[1].RGB {
		t.Errorf("given palette: %s", rows(p))
	}
}

// Paper is light: of two colors that are as frequent at the border it is the lighter
// one, and a dark background is filled.
func TestImagePaper(t *testing.T) {
	for _, c := range []struct {
		name  string
		art   []string
		want  string
		paper nonogram.RGB
	}{
		{"dark ground", []string{"......", "..rr..", "######", "######", "######"}, "....../..rr../######/######/######", nonogram.RGB{R: 255, G: 255, B: 255}},
		{"at night", []string{"#####", "##r##", "#rrr#", "#####"}, "#####/##r##/#rrr#/#####", nonogram.RGB{R: 255, G: 255, B: 255}},
	} {
		p := fromImage(t, drawn(c.art...), generate.ImageOptions{Width: len(c.art[0]), Mode: generate.Colored, Colors: 2}).Puzzle
		if p.Palette[0].RGB != c.paper {
			t.Errorf("%s: paper %v, expected %v", c.name, p.Palette[0].RGB, c.paper)
		}
		for y, row := range c.art {
			for x := range row {
				if got, want := p.Goal.At(y, x) == nonogram.Empty, strings.Split(c.want, "/")[y][x] == '.'; got != want {
					t.Errorf("%s: row %d, column %d is empty: %t, in %s", c.name, y+1, x+1, got, rows(p))
				}
			}
		}
	}
}

// Transparent pixels are background, in every mode, even if they are black. White inside a
// dark outline is paper; a white shape is an ink, on paper of another color.
func TestImageTransparent(t *testing.T) {
	art := []string{
		"     ",
		" ### ",
		" #.# ",
		" ### ",
		"     ",
	}
	img := drawn(art...)
	for _, m := range []generate.Mode{generate.Threshold, generate.Dither} {
		if got := rows(fromImage(t, img, generate.ImageOptions{Width: 5, Mode: m}).Puzzle); got != "...../.###./.#.#./.###./....." {
			t.Errorf("%v: %s", m, got)
		}
	}
	p := fromImage(t, img, generate.ImageOptions{Width: 5, Mode: generate.Colored, Colors: 2}).Puzzle
	if got := rows(p); p.Palette[0].RGB != (nonogram.RGB{R: 255, G: 255, B: 255}) || p.Goal.At(2, 2) != nonogram.Empty || p.Goal.At(1, 1) == nonogram.Empty {
		t.Errorf("color: %s on %v", got, p.Palette[0].RGB)
	}
	white := fromImage(t, drawn("     ", " ... ", " .#. ", " ... ", "     "), generate.ImageOptions{Width: 5, Mode: generate.Colored, Colors: 2}).Puzzle
	if c := white.Goal.At(1, 1); c == nonogram.Empty || white.Palette[c].RGB == white.Palette[0].RGB || white.Goal.At(0, 0) != nonogram.Empty {
		t.Errorf("a white shape: %s in %v", rows(white), white.Palette)
	}
	given := nonogram.Palette{{RGB: nonogram.RGB{R: 255, G: 255, B: 255}}, {RGB: nonogram.RGB{R: 240, G: 240, B: 240}}, {}}
	if p := fromImage(t, drawn("     ", " ... ", " .#. ", " ... ", "     "), generate.ImageOptions{Width: 5, Mode: generate.Colored, Palette: given}).Puzzle; p.Goal.At(1, 1) != 1 {
		t.Errorf("a white shape with a given palette: %s", rows(p))
	}
	nothing := fromImage(t, drawn("  ", "  "), generate.ImageOptions{Width: 2, Mode: generate.Colored}).Puzzle
	if rows(nothing) != "../.." {
		t.Errorf("nothing at all: %s", rows(nothing))
	}
}

func TestImageCropAndFit(t *testing.T) {
	art := []string{
		"#......#",
		"........",
		"...##...",
		"...##...",
	}
	for _, c := range []struct {
		name string
		o    generate.ImageOptions
		want string
	}{
		{"crop", generate.ImageOptions{Width: 4, Crop: image.Rect(16, 16, 48, 32)}, ".##./.##."},
		{"cover", generate.ImageOptions{Width: 4, Height: 4}, "..../..../.##./.##."},
		{"contain", generate.ImageOptions{Width: 8, Height: 6, Fit: generate.Contain}, "......../#......#/......../...##.../...##.../........"},
		{"stretch", generate.ImageOptions{Width: 4, Height: 4, Fit: generate.Stretch, Bias: 0.5}, "#..#/..../.##./.##."},
		{"default", generate.ImageOptions{}, ""},
	} {
		p := fromImage(t, drawn(art...), c.o).Puzzle
		if c.want != "" && rows(p) != c.want {
			t.Errorf("%s: %s, want %s", c.name, rows(p), c.want)
		}
		if c.name == "default" && (p.Width() != 25 || p.Height() != 13) {
			t.Errorf("default size is %d × %d", p.Width(), p.Height())
		}
	}
}

// A gray area is dithered to as many dots as it is dark.
func TestImageDither(t *testing.T) {
	for _, l := range []float64{0.2, 0.5, 0.8} {
		v := uint8(math.Round(255 * grayOf(l)))
		img := image.NewUniform(color.NRGBA{v, v, v, 255})
		pic := fromImage(t, bounded{img, image.Rect(0, 0, 60, 60)}, generate.ImageOptions{Width: 30, Height: 30, Mode: generate.Dither})
		filled := 0
		for _, c := range pic.Puzzle.Goal.Cells {
			filled += int(c)
		}
		if share := float64(filled) / 900; math.Abs(share-(1-l)) > 0.03 {
			t.Errorf("lightness %v: %.3f filled", l, share)
		}
	}
}

// Errors stay within the picture: transparent cells are empty, whatever the bias is.
func TestImageDitherTransparent(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	for y := range 50 {
		for x := range 100 {
			img.SetNRGBA(x, y, color.NRGBA{A: 255})
		}
	}
	for _, bias := range []float64{-1, 0, 1} {
		pic := fromImage(t, img, generate.ImageOptions{Width: 100, Height: 100, Mode: generate.Dither, Bias: bias})
		for i, c := range pic.Puzzle.Goal.Cells {
			if i >= 5000 && c != nonogram.Empty || bias >= 0 && i < 5000 && c == nonogram.Empty {
				t.Fatalf("bias %v: found color %d in row %d", bias, c, i/100+1)
			}
		}
	}
}

// grayOf is the stored value of a gray of some lightness in OKLab, which is the cube
// root of its light.
func grayOf(l float64) float64 { return 1.055*math.Pow(l*l*l, 1/2.4) - 0.055 }

type bounded struct {
	image.Image
	bounds image.Rectangle
}

func (b bounded) Bounds() image.Rectangle { return b.bounds }

// The outline of a disc is a ring.
func TestImageEdges(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 200, 200))
	for y := range 200 {
		for x := range 200 {
			img.SetNRGBA(x, y, inkWhite)
			if math.Hypot(float64(x)-100, float64(y)-100) < 70 {
				img.SetNRGBA(x, y, inkRed)
			}
		}
	}
	p := fromImage(t, img, generate.ImageOptions{Width: 20, Mode: generate.Edges}).Puzzle
	for i, c := range p.Goal.Cells {
		from := math.Hypot(float64(i%20)-9.5, float64(i/20)-9.5)
		if c == nonogram.Black && math.Abs(from-7) > 1.2 {
			t.Errorf("an edge %.1f cells from the middle:\n%v", from, p.Goal)
		}
	}
	for y, clue := range p.Rows {
		if n := clue.Cells(); y >= 4 && y < 16 && n < 2 {
			t.Errorf("row %d of the ring has %d cells:\n%v", y+1, n, p.Goal)
		}
	}
}

// With a symmetry every mode makes symmetric pictures of photos that have none.
func TestImageSymmetry(t *testing.T) {
	for _, photo := range photos(25) {
		for _, s := range []generate.Symmetry{generate.Mirror, generate.Mirrors, generate.Rotation, generate.Quarter} {
			photo.o.Symmetry = s
			p, _, err := generate.FromImage(t.Context(), photo.image, photo.o)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Holds(p.Goal); err != nil {
				t.Errorf("%s: %v", photo.name, err)
			}
		}
	}
}

// The halves are averaged, not copied: a cell that is dark in one half is filled in both.
func TestImageSymmetryAverages(t *testing.T) {
	p := fromImage(t, drawn("##....", "..####", "......"), generate.ImageOptions{Width: 6, Height: 3, Symmetry: generate.Mirror})
	if got, want := rows(p.Puzzle), "##..##/######/......"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestImageClean(t *testing.T) {
	art := []string{
		"#.......",
		"..####..",
		"..#.##..",
		"..####..",
		"..####..",
		"......##",
	}
	for _, c := range []struct {
		o    generate.ImageOptions
		want string
	}{
		{generate.ImageOptions{Specks: 1}, "......../..####../..####../..####../..####../......##"},
		{generate.ImageOptions{Specks: 2}, "......../..####../..####../..####../..####../........"},
		{generate.ImageOptions{Thin: true}, "......../..####../..#.##../..####../..####../......#."}, // its other end touches the square
	} {
		c.o.Width = 8
		got := rows(fromImage(t, drawn(art...), c.o).Puzzle)
		if got != c.want {
			t.Errorf("specks %d, thin %v: %s, want %s", c.o.Specks, c.o.Thin, got, c.want)
		}
	}
}

// Random images of any size in any mode: no panic, a valid puzzle, the same again.
func TestImageAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 150 {
		img := image.NewNRGBA(image.Rect(0, 0, 1+rng.IntN(40), 1+rng.IntN(40)))
		for k := range img.Pix {
			img.Pix[k] = uint8(rng.IntN(256))
		}
		o := generate.ImageOptions{
			Width: rng.IntN(30), Height: rng.IntN(30), Fit: []generate.Fit{generate.Cover, generate.Contain, generate.Stretch}[i%3], Mode: []generate.Mode{generate.Threshold, generate.Edges, generate.Dither, generate.Colored}[i%4],
			Bias: 2*rng.Float64() - 1, Local: rng.Float64(), Invert: rng.IntN(2) == 0, Colors: rng.IntN(17),
			Specks: rng.IntN(4), Thin: rng.IntN(2) == 0, Seed: uint64(i),
		}
		first := fromImage(t, img, o)
		if !reflect.DeepEqual(first, fromImage(t, img, o)) {
			t.Errorf("%+v gives two pictures", o)
		}
	}
}

func TestImageParameters(t *testing.T) {
	img := drawn(cross...)
	for name, o := range map[string]generate.ImageOptions{
		"crop":    {Crop: image.Rect(0, 0, 1000, 10)},
		"size":    {Width: 1000, Height: 1000},
		"mode":    {Mode: "nine"},
		"fit":     {Fit: "nine"},
		"bias":    {Bias: math.NaN()},
		"local":   {Local: 2},
		"colors":  {Colors: 100},
		"palette": {Palette: make(nonogram.Palette, 1)},
		"specks":  {Specks: -1},
	} {
		_, _, err := generate.FromImage(context.Background(), img, o)
		var param *generate.ParamError
		if !errors.As(err, &param) || param.Param != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, o := range []generate.ImageOptions{{Width: -1}, {Width: nonogram.MaxSide + 1, Height: 1}} {
		if _, _, err := generate.FromImage(context.Background(), img, o); err == nil {
			t.Errorf("%d × %d is accepted", o.Width, o.Height)
		}
	}
	if _, _, err := generate.FromImage(context.Background(), image.NewNRGBA(image.Rectangle{}), generate.ImageOptions{}); err == nil {
		t.Error("an image without pixels is accepted")
	}
}

// A context that ends ends the work.
func TestFromImageEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if p, _, err := generate.FromImage(ctx, drawn(cross...), generate.ImageOptions{Width: 5, Specks: 5}); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call returns %v, %v", p, err)
	}
}

func BenchmarkFromImage(b *testing.B) {
	img := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		img.Y[i] = uint8(i / 4000 * 255 / 3000)
	}
	for b.Loop() {
		if _, _, err := generate.FromImage(context.Background(), img, generate.ImageOptions{Mode: generate.Colored}); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleFromImage() {
	p, _, err := generate.FromImage(context.Background(), drawn(cross...), generate.ImageOptions{Width: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Goal)
	// Output:
	// .....
	// ..#..
	// .###.
	// ..#..
	// .....
}
