// Where a value is, in the words of whoever sent it: "rows[2][0]". Only an error
// asks, so the path is found by walking the text again, and reading notes nothing.

package jsontext

import (
	"errors"
	"strconv"

	"nonogram/format/internal/cursor"
)

// Path names the innermost value of a JSON text that is, or whose key is, at the
// given offset. It is empty for the whole text.
func Path(text []byte, offset int) string {
	w := walker{Cursor: cursor.Cursor{Data: text}, offset: offset}
	w.SkipSpace()
	w.value(1)
	return string(w.path)
}

// walker walks over values up to the one at the offset.
type walker struct {
	cursor.Cursor
	offset int
	path   []byte
}

// value goes into the value at the cursor. What is no JSON ends the walk, and the
// path is what it is until then.
func (w *walker) value(depth int) {
	switch {
	case depth > cursor.MaxDepth:
	case w.Next('['):
		i := -1
		_ = Array(&w.Cursor, func() error {
			i++
			return w.step(w.Pos, depth, func() { w.index(i) })
		})
	case w.Next('{'):
		_ = Object(&w.Cursor, func(key []byte, at int) error {
			return w.step(at, depth, func() { w.member(key) })
		})
	}
}

// errFound ends the walk.
var errFound = errors.New("this is the value")

// step walks over an element or a member that begins at an offset. If it is the
// one, name adds it to the path, and the walk goes on inside of it alone.
func (w *walker) step(from, depth int, name func()) error {
	value := w.Pos
	if err := Skip(&w.Cursor, depth); err == nil && w.offset >= w.Pos {
		return nil
	}
	if w.offset >= from {
		name()
		w.Pos = value
		w.value(depth + 1)
	}
	return errFound
}

func (w *walker) index(i int) {
	w.path = append(w.path, '[')
	w.path = strconv.AppendInt(w.path, int64(i), 10)
	w.path = append(w.path, ']')
}

// member adds a key; one that is no short word stands in brackets and quotes.
func (w *walker) member(key []byte) {
	if len(key) == 0 || len(key) > cursor.MaxShown || !cursor.IsPlain(key) {
		w.path = append(w.path, '[')
		w.path = strconv.AppendQuoteToASCII(w.path, string(key[:min(len(key), cursor.MaxShown)]))
		w.path = append(w.path, ']')
		return
	}
	if len(w.path) > 0 {
		w.path = append(w.path, '.')
	}
	w.path = append(w.path, key...)
}
