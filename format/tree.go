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
	"sync"
	"unicode"
	"unicode/utf8"

	"nonogram/internal/object/cursor"
)

// node is a value of a tree. Most are numbers without a name, which share their details.
type node struct {
	*details
	at, n int32
	kind  nodeKind
	open  byte // the bracket of a listNode, 0 if it has none; the first digit of a textNode that is a fraction or the like
}

// details are the parts of a node that a plain number does not have. Nodes may share them: they
// are not changed.
type details struct {
	name  string
	text  string // of a textNode, and of a word for a number
	items []node // of a listNode
}

// plain are the details of a number.
var plain = new(details)

type nodeKind uint8

const (
	listNode nodeKind = iota
	numberNode
	textNode
)

// Numbers that are not lengths: a missing clue, null, which is a hidden block in a clue and a missing
// clue in place of one, a hidden block, and the padding at the end of a clue.
const (
	missingNumber = -4
	nullNumber    = -3
	hiddenNumber  = -2
	padNumber     = -1
)

// maxTree bounds a text that is read as a tree, whose nodes take up to 40 bytes a byte.
const maxTree = 4 << 20

// parseTree reads a text. Its values are the reader's nodes, until it is released.
func parseTree(c *cursor.Cursor, from, to int) *treeReader {
	c.Require(to-from <= maxTree, from, "found lists of %d bytes, the limit is %d", to-from, maxTree)
	r, ok := treeReaders.Get().(*treeReader)
	if !ok {
		r = new(treeReader)
	}
	*r = treeReader{Cursor: cursor.Cursor{Data: c.Data[:to], Pos: from, ID: c.ID}, blocks: r.blocks[:0], nodes: r.nodes[:0], room: r.room[:0], details: r.details[:0], cuts: r.cuts[:0]}
	r.open(block{indent: -1})
	r.lineStart()
	for !r.EOF() {
		r.next()
		if !r.EOF() && isClosing(r.Data[r.Pos]) {
			r.Pos++ // of a bracket that the text does not open
		}
	}
	r.closeTo(-1)
	r.endItem()
	return r
}

// treeReaders have room for nodes: most of the time to read a small file went into finding it.
var treeReaders sync.Pool

// release keeps the reader's room for another text, unless it is that of a large one.
func (r *treeReader) release() {
	if r.Data = nil; cap(r.nodes)+cap(r.room) <= 1<<14 {
		treeReaders.Put(r)
	}
}

// block is a list that is open: one of brackets, or of lines with bullets. In the latter the
// item of each bullet is another block.
type block struct {
	indent int
	item   bool
	from   int    // the first of its items in treeReader.nodes
	name   string // before the list

	word    string // the last word, a name if a list or an assignment follows
	at      int    // of the word
	before  int    // the nodes before the word
	named   bool   // an assignment has followed the name
	cuts    int    // the first of its cuts in treeReader.cuts
	between bool   // a separator, or nothing, is before the cursor
}

// treeReader reads a text. The last block is the innermost one.
type treeReader struct {
	cursor.Cursor
	blocks   []block
	nodes    []node // the items of all blocks; the innermost one has the last
	room     []node // for the items of lists that are closed
	details  []details
	cuts     []int // nodes before bars and semicolons, of all blocks
	brackets int   // open ones
	typeEnd  int   // the offset after the last word and its empty brackets
}

func (r *treeReader) top() *block { return &r.blocks[len(r.blocks)-1] }

// keep stores details.
func (r *treeReader) keep(d details) *details {
	if len(r.details) == cap(r.details) {
		r.details = make([]details, 0, max(2*cap(r.details), 64))
	}
	r.details = append(r.details, d)
	return &r.details[len(r.details)-1]
}

// open begins a list.
func (r *treeReader) open(b block) {
	b.from, b.cuts = len(r.nodes), len(r.cuts)
	r.blocks = append(r.blocks, b)
}

// pop ends the innermost list and returns it with its items. Its cuts are behind those of the
// others, up to b.cuts.
func (r *treeReader) pop() (b block, items []node) {
	b = *r.top()
	r.blocks = r.blocks[:len(r.blocks)-1]
	n := len(r.nodes) - b.from
	if cap(r.room)-len(r.room) < n {
		r.room = make([]node, 0, max(n, 2*cap(r.room), 64))
	}
	at := len(r.room)
	r.room = append(r.room, r.nodes[b.from:]...)
	r.nodes = r.nodes[:b.from]
	b.cuts, r.cuts = len(r.cuts), r.cuts[:b.cuts]
	return b, r.room[at:len(r.room):len(r.room)]
}

// next reads a token.
func (r *treeReader) next() {
	b := r.Data[r.Pos]
	switch {
	case cursor.IsBlank(b):
		r.SkipBlanks()
	case r.LineEnd():
		r.SkipEOL()
		if r.brackets == 0 {
			r.lineStart()
		}
	case cursor.IsDigit(b):
		r.number()
	case b == ',':
		r.Pos++
		r.endItem()
	case strings.IndexByte("/%#-;", b) >= 0 && r.comment():
	case b == '-' && r.Pos+1 < len(r.Data) && cursor.IsDigit(r.Data[r.Pos+1]):
		r.number()
	case b == '"' || b == '\'' || b == '`':
		r.quoted(b)
	case b == '[' || b == '(' || b == '{':
		r.list()
	case isClosing(b):
	case b == ';' || b == '|':
		r.Pos++
		r.endItem()
		r.cuts = append(r.cuts, len(r.nodes)-r.top().from)
	case b == '=' || b == ':' || r.Literal("<-"):
		r.Pos++
		r.assignment()
	case b == '?':
		r.Pos++
		r.add(node{kind: numberNode, n: hiddenNumber, at: int32(r.Pos - 1)}, details{})
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

// add appends a value, whose name is the word before it.
func (r *treeReader) add(n node, d details) {
	t := r.top()
	if t.word != "" && (t.named || n.kind == listNode) {
		d.name = t.word
	}
	n.details = plain
	if n.kind != numberNode || d.name != "" || d.text != "" {
		n.details = r.keep(d)
	}
	r.nodes = append(r.nodes, n)
	t.between = false
	if t.named || n.kind != listNode || depthOf(n) != 1 { // the list may be a size, and an assignment follow
		t.word, t.named = "", false
	}
}

// endItem ends the text up to a separator. A word in a list, which names nothing, is a value.
func (r *treeReader) endItem() {
	t := r.top()
	if t.word != "" && !t.named && t.before == len(r.nodes) && r.brackets > 0 {
		r.add(node{kind: textNode, at: int32(t.at)}, details{text: t.word})
	}
	t.word, t.named, t.between = "", false, true
}

// assignment makes a name of the word before a sign. The lists between them are sizes, as in
// "int rows[5][3] =". A number before a sign is a key.
func (r *treeReader) assignment() {
	t := r.top()
	if t.word != "" {
		r.nodes = r.nodes[:min(t.before, len(r.nodes))]
		t.named = true
		return
	}
	if len(r.nodes) == t.from || t.between {
		return
	}
	switch last := &r.nodes[len(r.nodes)-1]; {
	case last.kind == numberNode && r.brackets > 0:
		r.key(strconv.Itoa(int(last.n)))
	case len(last.items) == 1 && last.items[0].kind == numberNode && last.name == "":
		r.key(strconv.Itoa(int(last.items[0].n)))
	}
}

// key takes the last value as the name of the next one.
func (r *treeReader) key(name string) {
	t := r.top()
	r.nodes = r.nodes[:len(r.nodes)-1]
	t.word, t.at, t.before, t.named = name, r.Pos, len(r.nodes), true
}

func (r *treeReader) number() {
	at, sign := r.Pos, int32(1)
	if r.Next('-') {
		r.Pos++
		sign = -1
	}
	n, ok := r.TryNumber()
	if t := r.top(); ok && sign > 0 && t.word == "" && (r.Next(',') || r.Next(' ') || r.Next(']')) { // the common case
		r.nodes = append(r.nodes, node{details: plain, kind: numberNode, n: int32(n), at: int32(at)})
		t.between = false
		return
	}
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
		r.add(node{kind: textNode, at: int32(at), open: r.Data[at]}, details{text: string(r.Data[at:r.Pos])})
		return
	}
	r.add(node{kind: numberNode, n: sign * int32(n), at: int32(at)}, details{})
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
		t.word, t.at, t.before = text, at, len(r.nodes)
		return
	}
	r.add(node{kind: textNode, at: int32(at)}, details{text: text})
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
	r.open(block{between: true})
	for r.brackets++; !r.EOF() && !isClosing(r.Data[r.Pos]); {
		r.next()
	}
	r.endItem()
	r.brackets--
	t, items := r.pop()
	items = sortedKeys(r.cutNumbers(items, r.cuts[len(r.cuts):t.cuts]))
	r.Pos = min(r.Pos+1, len(r.Data))
	if len(items) == 0 && (!r.isValue() || r.Data[at] == '[' && at == r.typeEnd) {
		r.typeEnd = r.Pos
		return
	}
	r.add(node{kind: listNode, at: int32(at), open: r.Data[at]}, details{items: items})
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

// cutNumbers cuts a list of numbers at bars or semicolons. Words like null alone are no numbers: they
// may be types.
func (r *treeReader) cutNumbers(items []node, cuts []int) []node {
	if len(cuts) == 0 {
		return items
	}
	numbers := false
	for i := range items {
		if items[i].kind != numberNode {
			return items
		}
		numbers = numbers || items[i].text == ""
	}
	if !numbers {
		return items
	}
	lists := make([]node, 0, len(cuts)+1)
	from := 0
	for i, cut := range append(cuts, len(items)) {
		if cut > from || i > 0 && i < len(cuts) {
			list := node{kind: listNode, details: r.keep(details{items: items[from:cut]})}
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
		if _, ok := cursor.ParseNumber([]byte(items[i].name)); items[i].name == "" || !ok {
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
		r.add(node{kind: numberNode, n: value, at: int32(at)}, details{text: word})
	case !t.named:
		t.word, t.at, t.before = word, at, len(r.nodes)
	case bytes.HasPrefix(bytes.TrimLeft(r.Data[r.Pos:], " \t"), []byte("=")): // a value without a list was before
		t.word, t.at, t.before, t.named = word, at, len(r.nodes), false
	}
}

// wordValues are cells and hidden numbers as words.
var wordValues = map[string]int32{"true": 1, "false": 0, "null": nullNumber, "none": nullNumber, "nil": nullNumber}
