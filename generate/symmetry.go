package generate

import (
	"cmp"
	"slices"

	"nonogram"
)

// Symmetries of pictures: which cells are images of each other, whether a picture has a
// symmetry, and how an image gets one, by the average of the points that are images of each
// other.
//
// Cost: a few nanoseconds a cell.

// Symmetry is a symmetry of a picture; "" and "none" mean none.
type Symmetry string

// The symmetries.
const (
	Mirror   Symmetry = "mirror"   // left and right
	Mirrors  Symmetry = "mirrors"  // left and right, and top and bottom
	Rotation Symmetry = "rotation" // by a half turn
	Quarter  Symmetry = "quarter"  // by a quarter turn; square pictures only
	none     Symmetry = "none"
)

// check rejects symmetries that the size does not allow.
func (s Symmetry) check(width, height int) error {
	if s == Quarter && width != height {
		return badParam("symmetry", "found quarter, which needs a square, for %d × %d cells", width, height)
	}
	return oneOf("symmetry", cmp.Or(s, none), none, Mirror, Mirrors, Rotation, Quarter)
}

// holds returns an error if the picture lacks the symmetry.
func (s Symmetry) holds(g *nonogram.Grid) error {
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

// symmetrize replaces the colors of a point and its images by their average.
func (f *field) symmetrize(s Symmetry) {
	var images []int
	for i := range f.points {
		images = s.orbit(images, f.width, f.height, i)
		if len(images) == 1 || slices.Min(images) < i {
			continue
		}
		var sum lab
		for _, j := range images {
			p := f.points[j]
			sum = lab{sum.l + float32(p.l*p.alpha), sum.a + float32(p.a*p.alpha), sum.b + float32(p.b*p.alpha), sum.alpha + p.alpha}
		}
		mean := lab{l: 1, alpha: sum.alpha / float32(len(images))}
		if sum.alpha > 0 {
			mean.l, mean.a, mean.b = sum.l/sum.alpha, sum.a/sum.alpha, sum.b/sum.alpha
		}
		for _, j := range images {
			f.points[j] = mean
		}
	}
}

// symmetrize gives the images of a cell its color and doubt. A mode that looks at cells in their
// order may have decided them differently.
func (s *sketch) symmetrize(of Symmetry) {
	var images []int
	for i := range s.cells {
		images = of.orbit(images, s.width, s.height, i)
		if slices.Min(images) < i {
			continue
		}
		for _, j := range images {
			s.cells[j], s.doubt[j] = s.cells[i], s.doubt[i]
		}
	}
}
