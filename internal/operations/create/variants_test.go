package create

import (
	"image"
	"reflect"
	"testing"

	"nonogram/generate"
)

// Variants differ, the first one has the given options, and all can be made.
func TestVariants(t *testing.T) {
	o := generate.ImageOptions{Width: 5, Mode: generate.Edges, Specks: 1}
	list := Variants(o)
	if len(list) < 8 || !reflect.DeepEqual(list[0].Options, o) {
		t.Fatalf("%+v", list)
	}
	img := image.NewGray(image.Rect(0, 0, 20, 20))
	names := map[string]bool{}
	for _, v := range list {
		if names[v.Name] || v.Options.Specks != 1 || v.Options.Width != 5 {
			t.Errorf("%+v", v)
		}
		names[v.Name] = true
		if _, _, err := generate.FromImage(img, v.Options); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
}
