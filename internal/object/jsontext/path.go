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
	c := cursor.Cursor{Data: text}
	c.SkipSpace()
	path := ""
	// A syntax error ends the walk with the path so far.
	_ = cursor.Catch(func() { walk(&c, offset, 1, &path) })
	return path
}

// walk extends the path by the names of the values at the offset, inside the one at the
// cursor.
func walk(c *cursor.Cursor, offset, depth int, path *string) {
	// step skips a value that begins at an offset with its key. It enters the value and
	// returns false if the offset is in it.
	step := func(from int, name string) bool {
		value := c.Pos
		if cursor.Catch(func() { Skip(c, depth) }) == nil && offset >= c.Pos {
			return true
		}
		if offset >= from {
			*path += name
			c.Pos = value
			walk(c, offset, depth+1, path)
		}
		return false
	}
	switch {
	case depth > cursor.MaxDepth:
	case c.Next('['):
		for i := range Array(c) {
			if !step(c.Pos, "["+strconv.Itoa(i)+"]") {
				return
			}
		}
	case c.Next('{'):
		for key, at := range Object(c) {
			name := string(key)
			switch {
			case len(key) == 0 || len(key) > cursor.MaxShown || !cursor.IsPlain(key):
				name = "[" + strconv.QuoteToASCII(name[:min(len(name), cursor.MaxShown)]) + "]"
			case *path != "":
				name = "." + name
			}
			if !step(at, name) {
				return
			}
		}
	}
}
