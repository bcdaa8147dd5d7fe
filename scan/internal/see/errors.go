package see

import "errors"

// ErrNoBoard says that nothing in the photograph looks like the lines or cells of a board.
var ErrNoBoard = errors.New("no board found")
