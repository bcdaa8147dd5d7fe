package create

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/internal/object"
)

// flag is an image of three stripes, red, white and blue, each so many pixels wide.
func flag(stripe, height int) *Pixels {
	p := &Pixels{Width: 3 * stripe, Height: height}
	colors := [3][4]byte{{200, 30, 40, 255}, {255, 255, 255, 255}, {30, 50, 160, 255}}
	for range height {
		for x := range p.Width {
			p.RGBA = append(p.RGBA, colors[x/stripe][:]...)
		}
	}
	return p
}

func TestGenerateImage(t *testing.T) {
	r, err := Generate(context.Background(), &operations.Service{}, &GenerateRequest{
		Kind: "image", Width: 6, ImageOptions: ImageOptions{Image: flag(20, 20), Mode: "color"}, Colors: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Puzzles[0]
	if p.Width != 6 || p.Height != 2 || len(p.Palette) != 3 || len(r.Doubt) != 12 {
		t.Fatalf("found %d × %d cells, %d colors, %d doubts, expected 6 × 2, 3, 12", p.Width, p.Height, len(p.Palette), len(r.Doubt))
	}
	// Pairs of columns are alike, and the three pairs are not.
	row := p.Goal[0]
	if row[0] != row[1] || row[2] != row[3] || row[4] != row[5] || row[0] == row[2] || row[2] == row[4] || row[0] == row[4] {
		t.Errorf("found the row %q, expected three pairs", row)
	}
}

func TestGenerateImageCropAndPalette(t *testing.T) {
	palette := []object.Swatch{{Symbol: "w", Color: "#fff"}, {Symbol: "b", Color: "#0000c0"}}
	r, err := Generate(context.Background(), &operations.Service{}, &GenerateRequest{
		Kind: "image", Width: 2, Height: 1,
		ImageOptions: ImageOptions{Image: flag(20, 20), Mode: "color", Palette: palette, Crop: &Rectangle{X: 20, Width: 40, Height: 20}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if goal := r.Puzzles[0].Goal; !slices.Equal(goal, []string{".#"}) {
		t.Errorf("found %q, expected paper and ink", goal)
	}
}

// Marks cut out a stripe, and its margins go with trim.
func TestGenerateImageMask(t *testing.T) {
	mask := &Mask{Width: 3, Height: 1, Marks: []byte{2, 0, 1}}
	for trim, want := range map[bool][]string{false: {"....##", "....##"}, true: {"######", "######", "######", "######", "######", "######"}} {
		r, err := Generate(t.Context(), &operations.Service{}, &GenerateRequest{Kind: "image", Width: 6, ImageOptions: ImageOptions{Image: flag(20, 20), Mask: mask, Trim: trim}})
		if err != nil {
			t.Fatal(err)
		}
		if goal := r.Puzzles[0].Goal; !slices.Equal(goal, want) {
			t.Errorf("trim %v: found %q, expected %q", trim, goal, want)
		}
	}
	mask.Marks[0] = 3
	_, err := Generate(t.Context(), &operations.Service{}, &GenerateRequest{Kind: "image", Width: 6, ImageOptions: ImageOptions{Image: flag(20, 20), Mask: mask}})
	var e *operations.Error
	if !errors.As(operations.AsError(err), &e) || e.Where != "mask" {
		t.Errorf("a mark 3: %v", err)
	}
}

// A sheet has twelve candidates, each with its description; one of them alone is the same.
func TestGenerateCandidates(t *testing.T) {
	generateFlag := func(o ImageOptions) *GenerateAnswer {
		o.Image = flag(20, 20)
		r, err := Generate(t.Context(), &operations.Service{}, &GenerateRequest{Kind: "image", Width: 6, ImageOptions: o})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sheet := generateFlag(ImageOptions{Sheet: true})
	if len(sheet.Puzzles) != 12 || len(sheet.Candidates) != 12 {
		t.Fatalf("%d puzzles, %d candidates, expected 12", len(sheet.Puzzles), len(sheet.Candidates))
	}
	one := generateFlag(ImageOptions{Candidate: 7})
	if len(one.Puzzles) != 1 || !reflect.DeepEqual(one.Candidates[0], sheet.Candidates[6]) || !reflect.DeepEqual(one.Puzzles[0].Goal, sheet.Puzzles[6].Goal) {
		t.Errorf("candidate 7: %+v, on the sheet %+v", one.Candidates, sheet.Candidates[6])
	}
}

func TestGenerateImageRefuses(t *testing.T) {
	small := &operations.Service{Limits: operations.Limits{Pixels: 100, Side: 5}}
	for name, c := range map[string]struct {
		service *operations.Service
		request ImageOptions
		width   int
		code    operations.ErrorCode
		where   string
	}{
		"no image":     {&operations.Service{}, ImageOptions{}, 5, operations.BadRequest, "image"},
		"no pixels":    {&operations.Service{}, ImageOptions{Image: &Pixels{}}, 5, operations.BadRequest, "image"},
		"short":        {&operations.Service{}, ImageOptions{Image: &Pixels{Width: 2, Height: 2, RGBA: make([]byte, 15)}}, 5, operations.BadRequest, "image.rgba"},
		"huge":         {&operations.Service{}, ImageOptions{Image: &Pixels{Width: math.MaxInt, Height: math.MaxInt}}, 5, operations.BadRequest, "image"},
		"crop outside": {&operations.Service{}, ImageOptions{Image: flag(2, 2), Crop: &Rectangle{X: 5, Width: 5, Height: 1}}, 5, operations.BadRequest, "crop"},
		"bias":         {&operations.Service{}, ImageOptions{Image: flag(2, 2), Bias: 2}, 5, operations.BadRequest, "bias"},
		"one color":    {&operations.Service{}, ImageOptions{Image: flag(2, 2), Palette: make([]object.Swatch, 1)}, 5, operations.BadRequest, "palette"},
		"pixels":       {small, ImageOptions{Image: flag(20, 20)}, 5, operations.TooLarge, "image"},
		"side":         {small, ImageOptions{Image: flag(2, 2)}, 6, operations.TooLarge, "puzzle"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Generate(context.Background(), c.service, &GenerateRequest{Kind: "image", Width: c.width, ImageOptions: c.request})
			var e *operations.Error
			if !errors.As(operations.AsError(err), &e) || err == nil || e.Code != c.code || e.Where != c.where {
				t.Errorf("found %v, expected %s at %s", err, c.code, c.where)
			}
		})
	}
}

// The command and the API follow the surroundings alike by default, and 0 is a value.
func TestLocalByDefault(t *testing.T) {
	zero := 0.0
	for want, r := range map[float64]*GenerateRequest{0.5: {}, 0: {ImageOptions: ImageOptions{Local: &zero}}} {
		if o, err := OpenImage(r); err != nil || o.Local != want {
			t.Errorf("local is %v (%v), want %v", o.Local, err, want)
		}
	}
}
