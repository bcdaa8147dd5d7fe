package render

import "unicode"

// Scripts that need shaping, such as Arabic, Hebrew and Indic scripts. PNG and PDF reject
// them; in SVG and HTML the viewer shapes the text. Decision 0027 explains why.

// shapedScripts are the scripts that need shaping.
var shapedScripts = []struct {
	name  string
	table *unicode.RangeTable
}{
	{"Arabic script", unicode.Arabic}, {"Hebrew script", unicode.Hebrew}, {"Syriac script", unicode.Syriac},
	{"Thaana script", unicode.Thaana}, {"N’Ko script", unicode.Nko}, {"Devanagari", unicode.Devanagari},
	{"Bengali script", unicode.Bengali}, {"Gurmukhi", unicode.Gurmukhi}, {"Gujarati script", unicode.Gujarati},
	{"Oriya script", unicode.Oriya}, {"Tamil script", unicode.Tamil}, {"Telugu script", unicode.Telugu},
	{"Kannada script", unicode.Kannada}, {"Malayalam script", unicode.Malayalam}, {"Sinhala script", unicode.Sinhala},
	{"Tibetan script", unicode.Tibetan}, {"Burmese script", unicode.Myanmar}, {"Khmer script", unicode.Khmer},
	{"Mongolian script", unicode.Mongolian},
}

// settable rejects texts that need shaping.
func settable(texts ...string) error {
	for _, text := range texts {
		for _, r := range text {
			if r < 0x590 { // Latin, Greek, Cyrillic, Armenian: nearly every title
				continue
			}
			for _, s := range shapedScripts {
				if unicode.Is(s.table, r) {
					return badOption("title", "found %.40q in %s, which needs text shaping: expected another title, or an SVG or HTML file, which the viewer shapes", text, s.name)
				}
			}
		}
	}
	return nil
}
