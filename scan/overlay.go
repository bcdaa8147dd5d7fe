package scan

import (
	"image"

	"nonogram/scan/internal/see"
)

// Overlay draws the reading over a paler copy of the photograph: the board and its
// cells blue, places of numbers green, those in doubt red.
func (r *Reading) Overlay(img image.Image) *image.RGBA {
	var doubts []Quad
	for _, d := range r.Doubts {
		doubts = append(doubts, d.At)
	}
	if r.view.back != nil {
		return see.Overlay(r.view.img, r.sight)
	}
	return see.Overlay(img, r.sight, doubts...)
}

// Overlay draws as much as was seen before reading failed.
func (e *SightError) Overlay(img image.Image) *image.RGBA { return see.Overlay(img, e.sight) }
