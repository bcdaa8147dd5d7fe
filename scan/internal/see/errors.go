package see

import (
	"errors"
	"fmt"
)

// ErrNoBoard says that nothing in the photograph looks like the lines or cells of a board.
var ErrNoBoard = errors.New("no board found; expected a photograph of the whole puzzle, with its lines in focus")

// ErrOther says that digits are in the cells of a grid.
var ErrOther = errors.New("found digits in the cells of a grid, which is not a nonogram; expected numbers beside an empty board")

// ErrLabels says that there is hardly more than one number beside each line of a grid, and that no
// picture has these numbers.
var ErrLabels = errors.New("found hardly more than one number beside each line of a grid, and no picture has these; expected a nonogram, or a number is misread")

// PixelsError says that a photograph has too few or too many pixels.
type PixelsError struct{ Width, Height int }

func (e *PixelsError) Error() string {
	if min(e.Width, e.Height) < minPhoto {
		return fmt.Sprintf("found a photograph of %d × %d pixels, expected %d a side at least", e.Width, e.Height, minPhoto)
	}
	return fmt.Sprintf("found a photograph of %d × %d pixels, expected %d in all at most", e.Width, e.Height, maxPixels)
}

// SizeError says that the board has more cells a side than is allowed.
type SizeError struct{ Width, Height int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("found a board of %d × %d cells, expected at most %d a side", e.Width, e.Height, maxSide)
}

// CluesError says that there are no clues on a side of the board, or that the border of the
// photograph cuts them.
type CluesError struct {
	Side string
	Cut  bool
}

func (e *CluesError) Error() string {
	if e.Cut {
		return fmt.Sprintf("the clues at the %s are cut off; expected a photograph of the whole puzzle", e.Side)
	}
	return fmt.Sprintf("found a board, but no clues at its %s", e.Side)
}

// EmptyError says that a board has hardly any clues: it is a menu, a part of a picture, or an
// empty board.
type EmptyError struct{ Width, Height int }

func (e *EmptyError) Error() string {
	return fmt.Sprintf("found something like a board of %d × %d cells, but hardly any clues; expected a nonogram", e.Width, e.Height)
}
