package format

import (
	"fmt"
	"io"
	"strconv"

	"nonogram"
)

// writeEach writes puzzles one after the other, each through the same buffer.
func writeEach(w io.Writer, puzzles []*nonogram.Puzzle, write func(b []byte, i int, p *nonogram.Puzzle) ([]byte, error)) error {
	var buf []byte
	for i, p := range puzzles {
		b, err := write(buf[:0], i, p)
		if err != nil {
			return fmt.Errorf("puzzle %s: %w", idOf(p, i), err)
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
		buf = b
	}
	return nil
}

func ordinal(n int) string { return strconv.Itoa(n) }
