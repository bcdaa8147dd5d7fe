package create

import (
	"cmp"

	"nonogram/generate"
	"nonogram/internal/plural"
)

// Variant is a named way to make a picture from an image.
type Variant struct {
	Name    string
	Options generate.ImageOptions
}

// Variants lists the given options and others with the same size, crop and cleaning, the
// most promising first.
func Variants(o generate.ImageOptions) []Variant {
	o.Mode = cmp.Or(o.Mode, generate.Threshold)
	list := []Variant{{variantName(o), o}}
	for _, v := range []generate.ImageOptions{
		{Mode: generate.Threshold, Local: 0.5},
		{Mode: generate.Colored, Colors: 4},
		{Mode: generate.Threshold, Local: 0.5, Invert: true},
		{Mode: generate.Threshold, Bias: 0.3, Local: 0.5},
		{Mode: generate.Edges},
		{Mode: generate.Threshold, Bias: -0.3, Local: 0.5},
		{Mode: generate.Dither},
		{Mode: generate.Threshold, Local: 1},
		{Mode: generate.Colored, Colors: 2},
		{Mode: generate.Edges, Bias: 0.5},
		{Mode: generate.Colored, Colors: 6},
	} {
		w := o
		w.Mode, w.Bias, w.Local, w.Invert = v.Mode, v.Bias, v.Local, v.Invert
		w.Palette = nil
		if v.Mode == generate.Colored {
			w.Colors = v.Colors
		}
		if name := variantName(w); name != list[0].Name {
			list = append(list, Variant{name, w})
		}
	}
	return list
}

// variantName describes options.
func variantName(o generate.ImageOptions) string {
	name := string(o.Mode)
	switch {
	case o.Mode == generate.Colored && o.Palette != nil:
		return "given palette"
	case o.Mode == generate.Colored:
		return plural.Sprintf("%d colors", o.Colors)
	case o.Mode == generate.Threshold && o.Local == 1:
		name = "local threshold"
	}
	switch {
	case o.Bias > 0:
		name += ", more"
	case o.Bias < 0:
		name += ", less"
	}
	if o.Invert {
		name += ", inverted"
	}
	return name
}
