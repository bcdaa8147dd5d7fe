package generate_test

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math/bits"
	"testing"

	"nonogram/generate"
)

// twoBoxes is a picture of a blue and a red box, each 30 pixels wide, on gray. The blue one is
// at the left.
func twoBoxes() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(3, 7, 103, 67))
	draw.Draw(img, img.Rect, image.NewUniform(color.NRGBA{150, 150, 150, 255}), image.Point{}, draw.Src)
	for x, c := range map[int]color.NRGBA{10: {20, 30, 120, 255}, 60: {120, 20, 30, 255}} {
		draw.Draw(img, image.Rect(x, 15, x+30, 45).Add(img.Rect.Min), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return img
}

// marked is a mask of 20 × 12 marks with some strokes.
func marked(strokes map[image.Rectangle]generate.Mark) *generate.Mask {
	m := &generate.Mask{Width: 20, Height: 12, Marks: make([]generate.Mark, 240)}
	for r, mark := range strokes {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				m.Marks[y*20+x] = mark
			}
		}
	}
	return m
}

// A stroke on a box and one beside it are enough to cut the box out, in every mode; a stroke on
// the background alone removes no more than itself.
func TestMask(t *testing.T) {
	blue, red := image.Rect(4, 5, 6, 7), image.Rect(14, 5, 16, 7)
	whole := image.Rect(11, 2, 19, 11)
	for name, c := range map[string]struct {
		strokes     map[image.Rectangle]generate.Mark
		crop        image.Rectangle
		left, right int // cells of the boxes, of 36
	}{
		"nothing":                {nil, image.Rectangle{}, 36, 36},
		"subject":                {map[image.Rectangle]generate.Mark{blue: generate.Subject}, image.Rectangle{}, 36, 0},
		"subject and background": {map[image.Rectangle]generate.Mark{red: generate.Subject, blue: generate.Background}, image.Rectangle{}, 0, 36},
		"background":             {map[image.Rectangle]generate.Mark{whole: generate.Background}, image.Rectangle{}, 36, 0},
		"a stroke":               {map[image.Rectangle]generate.Mark{red: generate.Background}, image.Rectangle{}, 36, 32},
		"a part of the image":    {map[image.Rectangle]generate.Mark{red: generate.Subject}, image.Rect(50, 0, 100, 60), 0, 36},
	} {
		for _, mode := range []generate.Mode{generate.Threshold, generate.Colored} {
			o := generate.ImageOptions{Width: 20, Height: 12, Mode: mode, Colors: 2, Crop: c.crop}
			if c.strokes != nil {
				o.Mask = marked(c.strokes)
			}
			if !c.crop.Empty() {
				o.Width = 10
			}
			p, _, err := generate.FromImage(t.Context(), twoBoxes(), o)
			if err != nil {
				t.Fatal(err)
			}
			left, right := 0, 0
			for i, v := range p.Goal.Cells {
				switch {
				case v == 0:
				case i%o.Width < 10 && c.crop.Empty():
					left++
				default:
					right++
				}
			}
			if left != c.left || right != c.right {
				t.Errorf("%s, %s: %d and %d cells, expected %d and %d\n%v", name, mode, left, right, c.left, c.right, p.Goal)
			}
		}
	}
}

// A mask that does not fit is refused.
func TestMaskErrors(t *testing.T) {
	const half = 1 << (bits.UintSize / 2) // whose square is 0 for the processor
	for name, m := range map[string]*generate.Mask{
		"empty": {}, "short": {Width: 2, Height: 2, Marks: make([]generate.Mark, 3)}, "unknown": {Width: 1, Height: 1, Marks: []generate.Mark{3}},
		"huge": {Width: half, Height: half}, "negative": {Width: -1, Height: -1, Marks: make([]generate.Mark, 1)},
	} {
		_, _, err := generate.FromImage(t.Context(), twoBoxes(), generate.ImageOptions{Mask: m})
		var param *generate.ParamError
		if !errors.As(err, &param) || param.Param != "mask" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The margins of a marked subject are cut off, from the image or a part of it.
func TestMaskTrim(t *testing.T) {
	blue, red := image.Rect(4, 5, 6, 7), image.Rect(14, 5, 16, 7)
	for name, c := range map[string]struct {
		strokes    map[image.Rectangle]generate.Mark
		crop, want image.Rectangle
	}{
		"a box":       {map[image.Rectangle]generate.Mark{red: generate.Subject}, image.Rectangle{}, image.Rect(60, 15, 90, 45)},
		"of a part":   {map[image.Rectangle]generate.Mark{blue: generate.Subject}, image.Rect(0, 10, 50, 60), image.Rect(10, 15, 40, 45)},
		"both":        {map[image.Rectangle]generate.Mark{blue: generate.Subject, red: generate.Subject}, image.Rectangle{}, image.Rect(10, 15, 90, 45)},
		"no subject":  {map[image.Rectangle]generate.Mark{red: generate.Background}, image.Rectangle{}, image.Rect(10, 15, 90, 45)},
		"not in part": {map[image.Rectangle]generate.Mark{red: generate.Subject}, image.Rect(0, 0, 50, 60), image.Rect(0, 0, 50, 60)},
	} {
		if got := marked(c.strokes).Trim(t.Context(), twoBoxes(), c.crop); got != c.want {
			t.Errorf("%s: %v, expected %v", name, got, c.want)
		}
	}
}
