// Lists of bullets, as in YAML, in a text of lists: the indentation of a line says which lists end
// and begin there.

package format

import "nonogram/internal/object/cursor"

// lineStart opens and closes the lists of bullets by the indentation of a line.
func (r *treeReader) lineStart() {
	for line := r.Pos; ; {
		from := r.Pos
		r.SkipBlanks()
		indent := r.Pos - line
		switch {
		case r.LineEnd() || r.Next('#'):
			return
		case r.Next('-') && (r.Pos+1 == len(r.Data) || cursor.IsBlank(r.Data[r.Pos+1]) || cursor.IsEOL(r.Data[r.Pos+1])):
			r.bullet(indent)
			r.Pos++
			continue
		case r.Literal("---"):
			r.SkipLine()
			return
		}
		if from == line {
			r.closeTo(indent - 1)
		}
		if c := r.Data[r.Pos]; cursor.IsLetter(c) || c == '"' || c == '\'' {
			r.top().word, r.top().named = "", false // the line before has no list
		}
		return
	}
}

// bullet begins an item of a list.
func (r *treeReader) bullet(indent int) {
	r.closeTo(indent)
	if t := r.top(); t.item && t.indent == indent {
		r.closeBlock()
	}
	if t := r.top(); t.indent != indent {
		name := ""
		if t.named {
			name, t.word, t.named = t.word, "", false
		}
		r.open(block{indent: indent, name: name})
	}
	r.Require(len(r.blocks) <= cursor.MaxDepth, r.Pos, "found values nested over %d deep, which is the limit", cursor.MaxDepth)
	r.open(block{indent: indent, item: true, between: true})
}

// closeTo closes the lists of bullets that are indented further.
func (r *treeReader) closeTo(indent int) {
	for r.top().indent > indent {
		r.closeBlock()
	}
}

// closeBlock closes a list of bullets, or an item. An item of one value is that value.
func (r *treeReader) closeBlock() {
	r.endItem()
	t, items := r.pop()
	n := node{kind: listNode, details: r.keep(details{name: t.name, items: items}), at: int32(r.Pos)}
	if len(items) > 0 {
		n.at = items[0].at
	}
	if t.item && len(items) == 1 && items[0].name == "" {
		n = items[0]
	}
	r.nodes = append(r.nodes, n)
}
