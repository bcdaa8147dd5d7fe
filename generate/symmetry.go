package generate

import (
	"slices"

	"nonogram"
)

// Symmetry is a symmetry of a picture.
type Symmetry uint8

// The symmetries.
const (
	NoSymmetry Symmetry = iota
	Mirror              // left and right
	Mirrors             // left and right, and top and bottom
	Rotation            // by a half turn
	Quarter             // by a quarter turn; square pictures only
)

var symmetryNames = enum{"symmetry", []string{"none", "mirror", "mirrors", "rotation", "quarter"}}

// Symmetries lists the symmetries.
func Symmetries() []Symmetry { return []Symmetry{NoSymmetry, Mirror, Mirrors, Rotation, Quarter} }

// String returns the name.
func (s Symmetry) String() string { return symmetryNames.text(uint8(s)) }

// MarshalText returns the name.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Symmetry) UnmarshalText(text []byte) error {
	value, err := symmetryNames.parse(text)
	if err == nil {
		*s = Symmetry(value)
	}
	return err
}

// check rejects symmetries that the size does not allow.
func (s Symmetry) check(width, height int) error {
	switch {
	case int(s) >= len(symmetryNames.names):
		return badParam("symmetry", "found %d, expected 0 to %d", s, len(symmetryNames.names)-1)
	case s == Quarter && width != height:
		return badParam("symmetry", "found quarter, which needs a square, for %d × %d cells", width, height)
	}
	return nil
}

// holds returns an error if the picture lacks the symmetry.
func (s Symmetry) holds(g *nonogram.Grid) error {
	if s == NoSymmetry {
		return nil
	}
	var images []int
	for i, c := range g.Cells {
		images = s.orbit(images, g.Width, g.Height, i)
		for _, j := range images {
			if g.Cells[j] != c {
				return badParam("symmetry", "found %v, which the picture does not have: row %d, column %d and row %d, column %d differ",
					s, i/g.Width+1, i%g.Width+1, j/g.Width+1, j%g.Width+1)
			}
		}
	}
	return nil
}

// orbit lists the images of a cell in dst, itself first, each once.
func (s Symmetry) orbit(dst []int, width, height, cell int) []int {
	dst = append(dst[:0], cell)
	y, x := cell/width, cell%width
	add := func(y, x int) {
		if c := y*width + x; !slices.Contains(dst, c) {
			dst = append(dst, c)
		}
	}
	switch s {
	case Mirror:
		add(y, width-1-x)
	case Mirrors:
		add(y, width-1-x)
		add(height-1-y, x)
		add(height-1-y, width-1-x)
	case Rotation:
		add(height-1-y, width-1-x)
	case Quarter:
		add(x, width-1-y)
		add(height-1-y, width-1-x)
		add(height-1-x, y)
	}
	return dst
}
