package svg

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
)

const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">`

// look is the color at a point of a drawing of 100 × 100, as #rrggbb, on white.
func look(img image.Image, x, y float64) string {
	c := color.RGBAModel.Convert(img.At(int(x*Side/100), int(y*Side/100))).(color.RGBA)
	white := 255 - c.A
	return fmt.Sprintf("#%02x%02x%02x", c.R+white, c.G+white, c.B+white)
}

// Every element, attribute and way to say a color, seen at a few points of what is drawn.
func TestDrawn(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want string // x,y=color …
	}{
		"rect":          {`<rect x="10" y="20" width="30" height="40" fill="red"/>`, "11,21=#ff0000 39,59=#ff0000 9,30=#ffffff 41,30=#ffffff 20,61=#ffffff"},
		"round corners": {`<rect width="40" height="40" rx="20"/>`, "20,20=#000000 2,2=#ffffff 38,38=#ffffff 20,1=#000000"},
		"percent":       {`<rect x="50%" width="50%" height="100%"/>`, "49,50=#ffffff 51,50=#000000"},
		"circle":        {`<circle cx="50" cy="50" r="20" fill="#0f0"/>`, "50,31=#00ff00 50,29=#ffffff 36,36=#00ff00 34,34=#ffffff"},
		"ellipse":       {`<ellipse cx="50" cy="50" rx="40" ry="10"/>`, "12,50=#000000 50,38=#ffffff"},
		"line":          {`<line x1="0" y1="50" x2="100" y2="50" stroke="#00f" stroke-width="10"/>`, "50,46=#0000ff 50,54=#0000ff 50,44=#ffffff"},
		"polygon":       {`<polygon points="0,0 100,0 0,100"/>`, "10,10=#000000 60,60=#ffffff"},
		"polyline":      {`<polyline points="10 10 90 10 90 90" fill="none" stroke="#000" stroke-width="4"/>`, "50,10=#000000 90,50=#000000 50,50=#ffffff"},
		"path":          {`<path d="M10 10h20v20h-20zm40 0 20 0 0 20-20 0"/>`, "20,20=#000000 60,20=#000000 40,20=#ffffff"},
		"curve":         {`<path d="M0 50C0 0 100 0 100 50S0 100 0 50z"/>`, "50,20=#000000 50,10=#ffffff"},
		"quadratic":     {`<path d="M0 100Q50 0 100 100T200 100"/>`, "50,60=#000000 50,45=#ffffff"},
		"arc":           {`<path d="M20 50a30 30 0 1160 0z"/>`, "50,21=#000000 50,51=#ffffff"},
		"arc below":     {`<path d="M20 50A30 30 0 0080 50z"/>`, "50,79=#000000 50,49=#ffffff"},
		"nonzero":       {`<path d="M0 0h90v90h-90zM30 30h30v30h-30z"/>`, "45,45=#000000"},
		"even-odd":      {`<path fill-rule="evenodd" d="M0 0h90v90h-90zM30 30h30v30h-30z"/>`, "45,45=#ffffff 20,20=#000000"},
		"other way":     {`<path d="M0 0h90v90h-90zM30 30v30h30v-30z"/>`, "45,45=#ffffff 20,20=#000000"},
		"transforms":    {`<g transform="translate(50,50) rotate(90)"><rect width="40" height="10" transform="scale(.5)"/></g>`, "48,60=#000000 52,60=#ffffff 48,72=#ffffff"},
		"skew":          {`<rect width="10" height="50" transform="skewX(45)"/>`, "45,40=#000000 5,40=#ffffff"},
		"inherited":     {`<g fill="red" stroke="none"><g><rect width="9" height="9"/></g><rect x="50" width="9" height="9" fill="lime"/></g>`, "5,5=#ff0000 55,5=#00ff00"},
		"current color": {`<g color="teal"><rect width="9" height="9" fill="currentColor"/></g>`, "5,5=#008080"},
		"rgb":           {`<rect width="9" height="9" fill="rgb(10, 20,30)"/>`, "5,5=#0a141e"},
		"hsl":           {`<rect width="9" height="9" fill="hsl(120 100% 50%)"/>`, "5,5=#00ff00"},
		"opacity":       {`<g opacity=".5"><rect width="9" height="9" fill-opacity=".4"/></g>`, "5,5=#cccccc"},
		"style":         {`<style>.a, .b {fill:red} rect.b {fill:lime} #c{fill:blue !important} @media print{.a{fill:tan}.b{fill:tan}}</style><rect class="a" width="9" height="9"/><rect class="b" x="20" width="9" height="9"/><rect id="c" class="a" x="40" width="9" height="9"/><rect class="a" style="fill:#123456" x="60" width="9" height="9"/>`, "5,5=#ff0000 25,5=#00ff00 45,5=#0000ff 65,5=#123456"},
		"use":           {`<defs><rect id="r" width="10" height="10"/></defs><use href="#r" x="20"/><use xlink:href="#r" y="50" fill="red"/>`, "25,5=#000000 5,5=#ffffff 5,55=#ff0000"},
		"symbol":        {`<symbol id="s" viewBox="0 0 2 2"><rect width="1" height="2"/></symbol><use href="#s" x="50" width="40" height="40"/>`, "60,20=#000000 80,20=#ffffff"},
		"inner svg":     {`<svg x="50" y="50" width="50" height="50" viewBox="0 0 10 10"><rect width="5" height="5"/></svg>`, "60,60=#000000 80,60=#ffffff"},
		"linear":        {`<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><rect width="100" height="100" fill="url(#g)"/>`, "0.1,50=#ff0000 99.9,50=#0000ff"},
		"radial":        {`<radialGradient id="g" cx="50" cy="50" r="25" gradientUnits="userSpaceOnUse"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></radialGradient><rect width="100" height="100" fill="url(#g)"/>`, "50,50=#fe0001 50,80=#0000ff"},
		"focus":         {`<radialGradient id="g" cx="50" cy="50" r="25" fx="35" gradientUnits="userSpaceOnUse"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></radialGradient><rect width="100" height="100" fill="url(#g)"/>`, "55,50=#7f0080 76,50=#0000ff"},
		"no gradient":   {`<rect width="9" height="9" fill="url(#g) lime"/><rect x="20" width="9" height="9" fill="url(#g)"/>`, "5,5=#00ff00 25,5=#ffffff"},
		"clip":          {`<clipPath id="c"><circle cx="50" cy="50" r="20"/></clipPath><g clip-path="url(#c)"><rect width="100" height="100"/></g>`, "50,50=#000000 50,25=#ffffff"},
		"dashes":        {`<path d="M0 50H100" stroke="#000" stroke-width="10" stroke-dasharray="20 10"/>`, "10,50=#000000 25,50=#ffffff 40,50=#000000"},
		"dots":          {`<path d="M0 50H100" stroke="#000" stroke-width="10" stroke-linecap="round" stroke-dasharray="0 50"/>`, "50,50=#000000 25,50=#ffffff"},
		"caps":          {`<path d="M20 20H50" stroke="#000" stroke-width="20" stroke-linecap="square"/><path d="M20 70H50" stroke="#000" stroke-width="20"/>`, "55,20=#000000 55,70=#ffffff"},
		"miter":         {`<path d="M20 80V20H80" fill="none" stroke="#000" stroke-width="20"/>`, "11,11=#000000"},
		"bevel":         {`<path d="M20 80V20H80" fill="none" stroke="#000" stroke-width="20" stroke-linejoin="bevel"/>`, "11,11=#ffffff 18,18=#000000"},
		"round":         {`<path d="M20 80V20H80" fill="none" stroke="#000" stroke-width="20" stroke-linejoin="round"/>`, "11,11=#ffffff 14,14=#000000"},
		"hidden":        {`<rect width="9" height="9" display="none"/><g visibility="hidden"><rect width="9" height="9"/><rect x="20" width="9" height="9" visibility="visible"/></g>`, "5,5=#ffffff 25,5=#000000"},
		"not drawn":     {`<title>x</title><defs><rect width="100" height="100"/></defs><x:rect xmlns:x="urn:x" width="100" height="100"/><text display="none">a</text>`, "50,50=#ffffff"},
		"substitute":    {`<switch><foreignObject requiredExtensions="x"/><rect width="9" height="9"/></switch>`, "5,5=#000000"},
	} {
		img, err := Decode(strings.NewReader(head + c.body + "</svg>"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for at := range strings.FieldsSeq(c.want) {
			var x, y float64
			var want string
			if _, err := fmt.Sscanf(strings.NewReplacer(",", " ", "=", " ").Replace(at), "%f %f %s", &x, &y, &want); err != nil {
				t.Fatal(err)
			}
			if got := look(img, x, y); got != want {
				t.Errorf("%s: %s at %g, %g, want %s", name, got, x, y, want)
			}
		}
	}
}

// The size follows from the file's proportions alone.
func TestSize(t *testing.T) {
	for attrs, want := range map[string]image.Point{
		`viewBox="0 0 20 10"`:                            {1024, 512},
		`width="10mm" height="4cm"`:                      {256, 1024},
		`width="100%" height="100%" viewBox="0 0 5 10"`:  {512, 1024},
		`width="50" viewBox="0 0 1 2"`:                   {512, 1024},
		`width="900000" height="1"`:                      {1024, 1},
		`width="20" height="10" viewBox="0 0 1000 1000"`: {1024, 512},
	} {
		file := "<svg " + attrs + "/>"
		config, err := DecodeConfig(strings.NewReader(file))
		if err != nil || config.Width != want.X || config.Height != want.Y {
			t.Errorf("%s: %d × %d, %v, want %v", attrs, config.Width, config.Height, err, want)
		}
		if img, err := Decode(strings.NewReader(file)); err != nil || img.Bounds().Size() != want {
			t.Errorf("%s: drawn %v", attrs, err)
		}
	}
}

// What would make another picture is refused, with its line.
func TestRefused(t *testing.T) {
	for body, want := range map[string]string{
		"\n<text>a</text>":                                                 "line 2: it has text, which is not drawn; export it as PNG",
		`<image href="file:///a.png"/>`:                                    "line 1: it has a photograph inside it",
		`<foreignObject/>`:                                                 "a part of a web page",
		`<defs><script>1</script></defs>`:                                  "it has a script, which is not run",
		`<g filter="url(#f)"/>`:                                            "it has a filter",
		`<g style="mask:url(#m)"/>`:                                        "it has a mask",
		`<path marker-end="url(#m)"/>`:                                     "it has a marker-end",
		`<pattern id="p"/><rect fill="url(#p)"/>`:                          "painted with a pattern",
		`<rect fill="url(a.svg#p)"/>`:                                      "expected one in this file",
		`<use href="https://example.org/a.svg#p"/>`:                        "expected a part of this file",
		`<style>@import url(a.css);g{fill:red}</style>`:                    "in another file",
		`<style>g > rect{fill:red}</style>`:                                `the selector "g > rect"`,
		`<rect fill="reddish"/>`:                                           `found the color "reddish"`,
		`<rect width="wide"/>`:                                             `found "wide" for width, expected a length`,
		`<path d="M0 0L5"/>`:                                               "expected a number",
		`<path d="5 5"/>`:                                                  "expected a letter like M",
		`<path d="L5 5"/>`:                                                 "expected M",
		`<path d="M0 0a1 1 0 2 0 5 5"/>`:                                   "expected 0 or 1",
		`<polygon points="1 2 x"/>`:                                        "expected a number",
		`<g transform="twist(3)"/>`:                                        `found the transform "twist(3)"`,
		`<g><rect></g>`:                                                    "line 1:",
		`<svg viewBox="0 0 0 5"/>`:                                         "viewBox",
		`<g id="x"><use href="#x"/></g>`:                                   "more than 64 deep",
		strings.Repeat("<g>", MaxDepth+1):                                  "more than 64 deep",
		strings.Repeat("<g/>", MaxElements):                                "over 100000 elements",
		"<g/>" + strings.Repeat(" ", MaxBytes):                             "over 4 MiB",
		`<path d="M0 0` + strings.Repeat("c9 9 -9 9 0 0", 200_000) + `"/>`: "over 1000000 points",
		`<path stroke="red" stroke-dasharray=".1" d="M0 0` + strings.Repeat("H999H0", 9000) + `"/>`: "over 2000000 points",
	} {
		_, err := Decode(strings.NewReader(head + body + "</svg>"))
		var ours *Error
		if !errors.As(err, &ours) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %s", body, err, want)
		}
	}
	for file, want := range map[string]string{
		`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`: "it defines entities",
		`<svg>&b;</svg>`:      "entity",
		`<html><svg/></html>`: "expected <svg>",
		`<svg`:                "line 1:", `<svg>`: "line 1:", ``: "ends too early",
		`<?xml version="1.0" encoding="UTF-16"?><svg/>`: "expected UTF-8",
		`<svg width="100%" height="100%"/>`:             "it does not say its size",
		`<svg width="5"/>`:                              "it does not say its size",
		`<svg width="0" height="5"/>`:                   "expected a size above 0",
	} {
		if _, err := Decode(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

// Little text can ask for much; the work is what ends it, with little of it allowed here.
func TestWork(t *testing.T) {
	laughs := `<defs><g id="a0"><rect width="9" height="9"/></g>`
	for i := range 19 {
		laughs += fmt.Sprintf(`<g id="a%d">%s</g>`, i+1, strings.Repeat(fmt.Sprintf(`<use href="#a%d"/>`, i), 10))
	}
	for name, body := range map[string]string{
		"used again":  laughs + `</defs><use href="#a19"/>`,
		"areas":       strings.Repeat(`<rect width="100" height="100"/>`, 2000),
		"sides":       `<path d="M0 0` + strings.Repeat("L99 99 50 0", 20_000) + `"/>`,
		"clips":       `<clipPath id="c"><rect width="9" height="9"/></clipPath>` + strings.Repeat(`<g clip-path="url(#c)"/>`, 2000),
		"stops":       `<linearGradient id="g">` + strings.Repeat("<stop/>", 20_000) + `</linearGradient>` + strings.Repeat(`<rect fill="url(#g)" width="1" height="1"/>`, 2000),
		"elements":    `<defs><g id="a">` + strings.Repeat("<g/>", 1000) + `</g></defs>` + strings.Repeat(`<use href="#a"/>`, 1000),
		"unseen":      `<linearGradient id="g"/>` + strings.Repeat(`<path stroke="url(#g)" stroke-dasharray="10" d="M0 0H4e6"/>`, 10),
		"long values": `<defs><path id="p" d="M0 0` + strings.Repeat("h0", 200_000) + `"/></defs>` + strings.Repeat(`<use href="#p"/>`, 2000),
	} {
		const allowed = 10_000_000
		if _, err := decode(strings.NewReader(head+body+"</svg>"), allowed); err == nil || !strings.Contains(err.Error(), "takes too long") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Nothing makes it fail but in words.
func FuzzDecode(f *testing.F) {
	for _, body := range []string{
		`<rect rx="3" width="9" height="9" fill="hsl(1 2% 3%)" stroke="red" stroke-dasharray="1 2"/>`,
		`<path d="M1 2c1 2 3 4 5 6s7 8 9 1q1 2 3 4t5 6a1 2 3 0 1 4 5zh5v6" transform="matrix(1 2 3 4 5 6) skewY(7)"/>`,
		`<style>.a{fill:#123}</style><radialGradient id="g" fx="9"><stop offset="1%"/></radialGradient><circle class="a" r="5" fill="url(#g)"/>`,
		`<clipPath id="c"><path d="M0 0h9v9"/></clipPath><use href="#c"/><g clip-path="url(#c)"><polygon points="1 2 3 4 5 6"/></g>`,
	} {
		f.Add([]byte(head + body + "</svg>"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const allowed = 3_000_000
		img, err := decode(bytes.NewReader(data), allowed)
		var ours *Error
		if err != nil && !errors.As(err, &ours) {
			t.Fatalf("the error is %T: %v", err, err)
		}
		config, other := DecodeConfig(bytes.NewReader(data))
		if err == nil && (other != nil || img.Bounds().Size() != image.Pt(config.Width, config.Height)) {
			t.Fatalf("drawn in another size than %v (%v)", config, other)
		}
	})
}
