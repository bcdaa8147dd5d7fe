package render

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Letters as masks, without hinting, so that widths are those of the layout.

// drawGlyph draws a letter; without an outline the mask is empty.
func (p *printer) drawGlyph(key glyphKey) mask {
	f, ok := p.faces[key.faceKey]
	if !ok {
		var err error
		f, err = opentype.NewFace(key.face.font, &opentype.FaceOptions{Size: key.size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return mask{}
		}
		p.faces[key.faceKey] = f
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(key.part * 64 / positions)}
	bounds, shape, at, _, ok := f.Glyph(dot, key.letter)
	if !ok || bounds.Empty() {
		return mask{}
	}
	alpha := image.NewAlpha(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	draw.Draw(alpha, alpha.Rect, shape, at, draw.Src)
	return mask{alpha, bounds.Min.X, bounds.Min.Y}
}
