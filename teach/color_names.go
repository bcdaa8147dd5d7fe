package teach

import "nonogram"

// Names for colors without a name: the nearest common color, if it is near enough and no
// other color of the puzzle has the same name. "The red 3" reads better than a character
// in quotes.

var knownColors = []struct {
	name string
	rgb  nonogram.RGB
}{
	{"black", nonogram.RGB{R: 0, G: 0, B: 0}},
	{"white", nonogram.RGB{R: 255, G: 255, B: 255}},
	{"gray", nonogram.RGB{R: 128, G: 128, B: 128}},
	{"red", nonogram.RGB{R: 220, G: 30, B: 30}},
	{"orange", nonogram.RGB{R: 250, G: 140, B: 20}},
	{"yellow", nonogram.RGB{R: 250, G: 225, B: 40}},
	{"green", nonogram.RGB{R: 30, G: 150, B: 60}},
	{"light green", nonogram.RGB{R: 130, G: 220, B: 100}},
	{"cyan", nonogram.RGB{R: 60, G: 210, B: 220}},
	{"blue", nonogram.RGB{R: 40, G: 70, B: 210}},
	{"light blue", nonogram.RGB{R: 130, G: 180, B: 240}},
	{"purple", nonogram.RGB{R: 130, G: 50, B: 170}},
	{"pink", nonogram.RGB{R: 250, G: 150, B: 190}},
	{"brown", nonogram.RGB{R: 130, G: 80, B: 40}},
	{"beige", nonogram.RGB{R: 240, G: 220, B: 180}},
}

// nearEnough is the square of the largest distance at which a name still fits.
const nearEnough = 120 * 120

// nameOf names a color of a palette in a language: by its own name if the locale has it,
// otherwise by the nearest common color if that is unambiguous. English accepts every name;
// in other languages an uncommon name stays as its author wrote it.
func (v *locale) nameOf(p nonogram.Palette, c nonogram.Color) string {
	name := v.called(p[c])
	for i, w := range p {
		if i != int(c) && name != p[c].Name && v.called(w) == name {
			return p[c].Name
		}
	}
	return name
}

func (v *locale) called(w nonogram.Swatch) string {
	if w.Name != "" && (v == english() || v.colors[w.Name] != "") {
		return w.Name
	}
	return nearest(w.RGB)
}

func nearest(rgb nonogram.RGB) string {
	name, best := "", nearEnough
	for _, k := range knownColors {
		r, g, b := int(k.rgb.R)-int(rgb.R), int(k.rgb.G)-int(rgb.G), int(k.rgb.B)-int(rgb.B)
		if d := r*r + g*g + b*b; d < best {
			name, best = k.name, d
		}
	}
	return name
}
