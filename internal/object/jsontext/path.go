// The path of a value, as in "rows[2][0]". It is needed only for errors, so it is found
// by walking the text again.

package jsontext

import (
	"strconv"

	"nonogram/internal/object/cursor"
)

// Path names the innermost value of a JSON text that is, or whose key is, at the
// given offset. It is empty for the whole text.
func Path(text []byte, offset int) string {
	w := walker{Cursor: cursor.Cursor{Data: text}, offset: offset}
	w.SkipSpace()
	// A syntax error ends the walk with the path so far.
	_ = cursor.Catch(func() { w.value(1) })
	return string(w.path)
}

// walker walks over values up to the one at the offset.
type walker struct {
	cursor.Cursor
	offset int
	path   []byte
}

// value enters the value at the cursor and reports whether it has found the offset in
// it.
func (w *walker) value(depth int) bool {
	switch {
	case depth > cursor.MaxDepth:
	case w.Next('['):
		for i := range Array(&w.Cursor) {
			if w.step(w.Pos, depth, func() { w.index(i) }) {
				return true
			}
		}
	case w.Next('{'):
		for key, at := range Object(&w.Cursor) {
			if w.step(at, depth, func() { w.member(key) }) {
				return true
			}
		}
	}
	return false
}

// step skips an element or a member that begins at an offset. If the walk ends in it,
// step adds its name to the path, goes on inside it, and returns true.
func (w *walker) step(from, depth int, name func()) bool {
	value := w.Pos
	if cursor.Catch(func() { Skip(&w.Cursor, depth) }) == nil && w.offset >= w.Pos {
		return false
	}
	if w.offset >= from {
		name()
		w.Pos = value
		w.value(depth + 1)
	}
	return true
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
