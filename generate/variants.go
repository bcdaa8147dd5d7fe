package generate

import (
	"nonogram/internal/plural"
)

// Variant is a named way to make a picture from an image.
type Variant struct {
	Name    string
	Options ImageOptions
}

// Variants lists the given options and others with the same size, crop and cleaning, the
// most promising first.
func Variants(o ImageOptions) []Variant {
	list := []Variant{{variantName(o), o}}
	for _, v := range []ImageOptions{
		{Mode: Threshold, Local: 0.5},
		{Mode: Colored, Colors: 4},
		{Mode: Threshold, Local: 0.5, Invert: true},
		{Mode: Threshold, Bias: 0.3, Local: 0.5},
		{Mode: Edges},
		{Mode: Threshold, Bias: -0.3, Local: 0.5},
		{Mode: Dither},
		{Mode: Threshold, Local: 1},
		{Mode: Colored, Colors: 2},
		{Mode: Edges, Bias: 0.5},
		{Mode: Colored, Colors: 6},
	} {
		w := o
		w.Mode, w.Bias, w.Local, w.Invert = v.Mode, v.Bias, v.Local, v.Invert
		w.Palette = nil
		if v.Mode == Colored {
			w.Colors = v.Colors
		}
		if name := variantName(w); name != list[0].Name {
			list = append(list, Variant{name, w})
		}
	}
	return list
}

// variantName describes options.
func variantName(o ImageOptions) string {
	name := o.Mode.String()
	switch {
	case o.Mode == Colored && o.Palette != nil:
		return "given palette"
	case o.Mode == Colored:
		return plural.Sprintf("%d colors", o.Colors)
	case o.Mode == Threshold && o.Local == 1:
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
