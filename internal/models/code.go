// Words, punctuation and comments of MathProg and MiniZinc data.

package models

import (
	"bytes"

	"nonogram/internal/object/cursor"
)

// codeReader reads a file with comments as in C, or from remark to the end of the line.
type codeReader struct {
	*cursor.Draft
	remark string
}

// skip skips space and comments.
func (r *codeReader) skip() {
	for {
		r.SkipSpace()
		at := r.Pos
		switch {
		case r.Literal(r.remark):
			r.SkipLine()
		case r.Literal("/*"):
			n := bytes.Index(r.Data[r.Pos:], []byte("*/"))
			if n < 0 {
				r.Pos = len(r.Data)
				panic(r.Fail(at, "found a comment without an end, expected */"))
			}
			r.Pos += n + len("*/")
		default:
			return
		}
	}
}

// word reads a word of letters, digits and underscores.
func (r *codeReader) word() string {
	from := r.Pos
	for !r.EOF() && (cursor.IsLetter(r.Data[r.Pos]) || cursor.IsDigit(r.Data[r.Pos]) || r.Next('_')) {
		r.Pos++
	}
	return string(r.Data[from:min(r.Pos, from+cursor.MaxShown)])
}

// sign expects the given punctuation.
func (r *codeReader) sign(sign string) {
	r.skip()
	if !r.Literal(sign) {
		panic(r.Expected(r.Pos, "%q", sign))
	}
	r.skip()
}
