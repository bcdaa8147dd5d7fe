package api

import (
	"errors"

	"nonogram"
)

// Validated says of a puzzle that needs no solver what is to be said: an error if it
// is none, a reason if its clues contradict each other on sight. Otherwise it gives
// neither.
func Validated(p *nonogram.Puzzle) (reason string, err error) {
	err = nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	if errors.As(err, &invalid) && invalid.Unsolvable() {
		return err.Error(), nil
	}
	return "", err
}
