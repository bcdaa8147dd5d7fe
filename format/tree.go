// Texts with brackets as trees. JSON, YAML and the lists of programming languages differ in
// their brackets, separators and signs of assignment, and agree in their nesting:
//
//	{"rows": [[1, 1], [2]]}     rows = [(1, 1), (2,)]      int rows[2][2] = {{1, 1}, {2}};
//	rows := [][]int{{1,1},{2}}  :rows [[1 1] [2]]          puzzle(a, [[1,1],[2]], …).
//	rows = [| 1, 1 | 2, 0 |];   rows = [1 1; 2 0]          rows:
//	                                                         - [1, 1]
//
// Any pair of brackets is a list; the word or the string before "=" or ":" is its name.
// Types, calls and comments are skipped. Bars and semicolons cut a list of numbers into
// lists. Lines with bullets, as in YAML, are lists by their indentation.

package format

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonogram/internal/object/cursor"
)

// node is a value of a tree.
type node struct {
	name  string
	text  string // of a textNode, and of a word for a number
	items []node // of a listNode
	at, n int32
	kind  nodeKind
}

type nodeKind uint8

const (
	listNode nodeKind = iota
	numberNode
	textNode
)

// Numbers that are not lengths: null, which is a hidden block in a clue, a hidden block, and the
// padding at the end of a clue.
const (
	nullNumber   = -3
	hiddenNumber = -2
	padNumber    = -1
)

// maxTree bounds a text that is read as a tree, whose nodes take up to 40 bytes a byte.
const maxTree = 4 << 20

// parseTree returns the values of a text.
func parseTree(c *cursor.Cursor, from, to int) []node {
	c.Require(to-from <= maxTree, from, "found lists of %d bytes, the limit is %d", to-from, maxTree)
	r := treeReader{Cursor: cursor.Cursor{Data: c.Data[:to], Pos: from, ID: c.ID}}
	r.blocks = []block{{indent: -1}}
	r.lineStart()
	for !r.EOF() {
		r.next()
		if !r.EOF() && isClosing(r.Data[r.Pos]) {
			r.Pos++ // of a bracket that the text does not open
		}
	}
	r.closeTo(-1)
	r.endItem()
	return r.blocks[0].items
}

// block is a list that is open: one of brackets, or of lines with bullets. In the latter the
// item of each bullet is another block.
type block struct {
	indent int
	item   bool
	items  []node
	name   string // before the list

	word    string // the last word, a name if a list or an assignment follows
	at      int    // of the word
	before  int    // the items before the word
	named   bool   // an assignment has followed the name
	cuts    []int  // numbers of items before bars and semicolons
	between bool   // a separator, or nothing, is before the cursor
}

// treeReader reads a text. The last block is the innermost one.
type treeReader struct {
	cursor.Cursor
	blocks   []block
	brackets int // open ones
	typeEnd  int // the offset after the last word and its empty brackets
}

func (r *treeReader) top() *block { return &r.blocks[len(r.blocks)-1] }

// next reads a token.
func (r *treeReader) next() {
	b := r.Data[r.Pos]
	switch {
	case cursor.IsBlank(b):
		r.Pos++
	case r.LineEnd():
		r.SkipEOL()
		if r.brackets == 0 {
			r.lineStart()
		}
	case strings.IndexByte("/%#-;", b) >= 0 && r.comment():
	case cursor.IsDigit(b) || b == '-' && r.Pos+1 < len(r.Data) && cursor.IsDigit(r.Data[r.Pos+1]):
		r.number()
	case b == '"' || b == '\'' || b == '`':
		r.quoted(b)
	case b == '[' || b == '(' || b == '{':
		r.list()
	case isClosing(b):
	case b == ',':
		r.Pos++
		r.endItem()
	case b == ';' || b == '|':
		r.Pos++
		r.endItem()
		r.top().cuts = append(r.top().cuts, len(r.top().items))
	case b == '=' || b == ':' || r.Literal("<-"):
		r.Pos++
		r.assignment()
	case b == '?':
		r.Pos++
		r.add(node{kind: numberNode, n: hiddenNumber, at: int32(r.Pos - 1)})
	default:
		r.word()
	}
}

func isClosing(b byte) bool { return b == ']' || b == ')' || b == '}' }

// comment skips a comment of any language.
func (r *treeReader) comment() bool {
	rest := r.Data[r.Pos:]
	if r.Literal("/*") {
		if end := bytes.Index(rest, []byte("*/")); end >= 0 {
			r.Pos += end
		} else {
			r.Pos = len(r.Data)
		}
		return true
	}
	for _, mark := range []string{"//", "%", "#", "-- ", ";;"} {
		if bytes.HasPrefix(rest, []byte(mark)) {
			r.Rest()
			return true
		}
	}
	return false
}

// add appends a value.
func (r *treeReader) add(n node) {
	t := r.top()
	if t.word != "" && (t.named || n.kind == listNode) {
		n.name = t.word
	}
	t.items = append(t.items, n)
	t.between = false
	if t.named || depthOf(n) != 1 { // the list may be a size, and an assignment follow
		t.word, t.named = "", false
	}
}

// endItem ends the text up to a separator. A word in a list, which names nothing, is a value.
func (r *treeReader) endItem() {
	t := r.top()
	if t.word != "" && !t.named && t.before == len(t.items) && r.brackets > 0 {
		r.add(node{kind: textNode, text: t.word, at: int32(t.at)})
	}
	t.word, t.named, t.between = "", false, true
}

// assignment makes a name of the word before a sign. The lists between them are sizes, as in
// "int rows[5][3] =". A number before a sign is a key.
func (r *treeReader) assignment() {
	t := r.top()
	n := len(t.items)
	switch {
	case t.word != "":
		t.items = t.items[:min(t.before, n)]
		t.named = true
	case n > 0 && !t.between && t.items[n-1].kind == numberNode && r.brackets > 0:
		r.key(strconv.Itoa(int(t.items[n-1].n)))
	case n > 0 && !t.between && len(t.items[n-1].items) == 1 && t.items[n-1].items[0].kind == numberNode && t.items[n-1].name == "":
		r.key(strconv.Itoa(int(t.items[n-1].items[0].n)))
	}
}

// key takes the last value as the name of the next one.
func (r *treeReader) key(name string) {
	t := r.top()
	t.items = t.items[:len(t.items)-1]
	t.word, t.at, t.before, t.named = name, r.Pos, len(t.items), true
}

func (r *treeReader) number() {
	at, sign := r.Pos, int32(1)
	if r.Next('-') {
		r.Pos++
		sign = -1
	}
	n, ok := r.TryNumber()
	if !ok {
		r.SkipDigits()
	}
	from := r.Pos
	if r.Next('.') && r.Pos+1 < len(r.Data) && cursor.IsDigit(r.Data[r.Pos+1]) {
		r.Pos++
		r.SkipDigits()
	}
	fraction := bytes.Trim(r.Data[from:r.Pos], ".0")
	if !ok || len(fraction) > 0 || sign < 0 && n != 1 || !r.EOF() && cursor.IsLetter(r.Data[r.Pos]) {
		for !r.EOF() && (cursor.IsLetter(r.Data[r.Pos]) || cursor.IsDigit(r.Data[r.Pos])) {
			r.Pos++
		}
		r.add(node{kind: textNode, text: string(r.Data[at:r.Pos]), at: int32(at)})
		return
	}
	r.add(node{kind: numberNode, n: sign * int32(n), at: int32(at)})
}

// quoted reads a string, which is a key before ":" or "=>". A quote without a second one on
// its line is skipped.
func (r *treeReader) quoted(quote byte) {
	at := r.Pos
	end := at + 1
	for end < len(r.Data) && r.Data[end] != quote && (quote == '`' || !cursor.IsEOL(r.Data[end])) {
		if r.Data[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(r.Data) || r.Data[end] != quote {
		r.Pos++
		return
	}
	text := cursor.CleanText(unescape(r.Data[at+1 : end]))
	r.Pos = end + 1
	r.SkipBlanks()
	if t := r.top(); r.Next(':') || r.Next('=') {
		t.word, t.at, t.before = text, at, len(t.items)
		return
	}
	r.add(node{kind: textNode, text: text, at: int32(at)})
}

// unescape replaces the escapes of line ends and quotes.
func unescape(b []byte) []byte {
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	return []byte(strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\'`, "'", `\\`, `\`, `\/`, "/").Replace(string(b)))
}

// list reads a list in brackets.
func (r *treeReader) list() {
	at := r.Pos
	r.Require(r.brackets != cursor.MaxDepth, at, "found values nested over %d deep, which is the limit", cursor.MaxDepth)
	r.Pos++
	r.blocks = append(r.blocks, block{between: true})
	for r.brackets++; !r.EOF() && !isClosing(r.Data[r.Pos]); {
		r.next()
	}
	r.endItem()
	r.brackets--
	t := *r.top()
	r.blocks = r.blocks[:len(r.blocks)-1]
	r.Pos = min(r.Pos+1, len(r.Data))
	if len(t.items) == 0 && (!r.isValue() || r.Data[at] == '[' && at == r.typeEnd) {
		r.typeEnd = r.Pos
		return
	}
	r.add(node{kind: listNode, items: sortedKeys(cutNumbers(t.items, t.cuts)), at: int32(at)})
}

// isValue reports whether the empty brackets before the cursor are a list, and no part of a
// type like int[][].
func (r *treeReader) isValue() bool {
	if r.EOF() || isClosing(r.Data[r.Pos]) || strings.IndexByte(",;|\r\n", r.Data[r.Pos]) >= 0 {
		return true
	}
	if !cursor.IsBlank(r.Data[r.Pos]) {
		return false
	}
	rest := bytes.TrimLeft(r.Data[r.Pos:], cursor.BlanksOrEOL)
	return len(rest) > 0 && strings.IndexByte("[({]}),;|:0123456789", rest[0]) >= 0
}

// cutNumbers cuts a list of numbers at bars or semicolons.
func cutNumbers(items []node, cuts []int) []node {
	if len(cuts) == 0 || slices.ContainsFunc(items, func(n node) bool { return n.kind != numberNode }) {
		return items
	}
	var lists []node
	from := 0
	for i, cut := range append(cuts, len(items)) {
		if cut > from || i > 0 && i < len(cuts) {
			list := node{kind: listNode, items: items[from:cut]}
			if cut > from {
				list.at = items[from].at
			}
			lists = append(lists, list)
		}
		from = cut
	}
	return lists
}

// sortedKeys sorts a map of lines by their numbers.
func sortedKeys(items []node) []node {
	for i := range items {
		if _, ok := cursor.ParseNumber([]byte(items[i].name)); !ok {
			return items
		}
	}
	slices.SortStableFunc(items, func(a, b node) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	return items
}

// word reads a word, or skips a character without a meaning.
func (r *treeReader) word() {
	at := r.Pos
	for !r.EOF() {
		c, n := utf8.DecodeRune(r.Data[r.Pos:])
		if !unicode.IsLetter(c) && c != '_' && !(r.Pos > at && (unicode.IsDigit(c) || c == '-' && r.brackets == 0)) {
			break
		}
		r.Pos += n
	}
	if r.Pos == at {
		_, n := utf8.DecodeRune(r.Data[at:])
		r.Pos += n
		return
	}
	r.typeEnd = r.Pos
	word := string(r.Data[at:min(r.Pos, at+cursor.MaxText)])
	value, isValue := wordValues[strings.ToLower(word)]
	t := r.top()
	switch {
	case isValue:
		r.add(node{kind: numberNode, n: value, text: word, at: int32(at)})
	case !t.named:
		t.word, t.at, t.before = word, at, len(t.items)
	case bytes.HasPrefix(bytes.TrimLeft(r.Data[r.Pos:], " \t"), []byte("=")): // a value without a list was before
		t.word, t.at, t.before, t.named = word, at, len(t.items), false
	}
}

// wordValues are cells and hidden numbers as words.
var wordValues = map[string]int32{"true": 1, "false": 0, "null": nullNumber, "none": nullNumber, "nil": nullNumber}

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
		r.blocks = append(r.blocks, block{indent: indent, name: name})
	}
	r.Require(len(r.blocks) <= cursor.MaxDepth, r.Pos, "found values nested over %d deep, which is the limit", cursor.MaxDepth)
	r.blocks = append(r.blocks, block{indent: indent, item: true, between: true})
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
	t := *r.top()
	r.blocks = r.blocks[:len(r.blocks)-1]
	n := node{kind: listNode, name: t.name, items: t.items, at: int32(r.Pos)}
	if len(t.items) > 0 {
		n.at = t.items[0].at
	}
	if t.item && len(t.items) == 1 && t.items[0].name == "" {
		n = t.items[0]
	}
	r.top().items = append(r.top().items, n)
}
