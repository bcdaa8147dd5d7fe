// Steve Simpson's .non, with Michael Terry's extensions (colors, goals, bundles
// of puzzles, the .nonpack ending) and the dialect of Gregory Kikola's nonny:
//
//	title "Two trees"
//	width 2
//	height 1
//	color g #00b000
//	rows
//	1g,1g
//	columns
//	1g
//	1g
//	goal "gg"
//	====                      the next puzzle follows
//
// Lines are keywords with a value, except for the rules below "rows" and
// "columns". Unknown keywords are ignored, as the descriptions ask, so this
// package keeps what they have no word for in lines of its own: id, notes,
// given, background and swatch (see docs/formats.md).
//
// The rule of an empty line is "0" (Simpson) or a blank line (pbnsolve, Terry);
// blank lines are spacing where the others suffice. Nonny names the colors,
// "color green 00b000 X", and writes "green 2 1 black 4" for what Terry writes
// "2g,1g,4b". What a player has drawn ("saved") is not part of the puzzle.
//
// Sources: https://www.comp.lancs.ac.uk/~ss/nonogram/fmt2,
// https://github.com/mikix/nonogram-db/blob/master/FORMAT.md, nonny's files.

package format

import (
	"bytes"
	"html"
	"strings"

	"nonogram"
)

var nonFormat = Format{
	Name:       "non",
	Title:      "Steve Simpson's .non with its extensions",
	Extensions: []string{".non", ".nonpack"},
	Holds:      Many | allColors | Given | Goal | allTexts,
	Sniff:      sniffNon,
	Decode:     decodeNon,
	Encode:     encodeNon,
}

// sniffNon looks for the keywords that every file has.
func sniffNon(data []byte) Confidence {
	s := Source{data: data}
	var width, height, rows, columns bool
	for ; !s.eof(); s.skipLine() {
		if s.skipBlanks(); s.eof() || !isLetter(s.data[s.pos]) {
			continue
		}
		word := string(s.word())
		s.skipBlanks()
		number := !s.eof() && isDigit(s.data[s.pos])
		width = width || number && (word == "width" || word == "columns")
		height = height || number && (word == "height" || word == "rows")
		rows = rows || word == "rows" && s.lineEnd()
		columns = columns || word == "columns" && s.lineEnd()
		if width && height {
			return Certain
		}
	}
	switch {
	case rows && columns:
		return Likely
	case width || height || rows || columns:
		return Possible
	}
	return No
}

// nonReader reads one puzzle of a file.
type nonReader struct {
	*Source
	p             *nonogram.Puzzle
	width, height int // 0 as long as they are not known
	rows, cols    nonBlock
	goal, given   nonCells
	swatches      []nonSwatch
	ownPaper      bool // the background is not the usual one
	content       bool // a line with a known keyword was there
	stray         int  // where the last line was if it had no known keyword, or -1
}

// nonBlock is a "rows" or "columns" block: lines[from:to] of the collected
// clue lines.
type nonBlock struct {
	from, to int
	end      int // where the block ends in the file
	seen     bool
}

// nonCells is the text of a goal or of given cells.
type nonCells struct {
	text []byte
	at   int
}

// nonSwatch is a "swatch" line, which tells more of a color than "color" can.
type nonSwatch struct {
	char, symbol byte
	name         string
}

func decodeNon(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	for !s.eof() {
		p, err := s.nonPuzzle()
		if (p != nil || err != nil) && !yield(p, err) {
			return
		}
		s.pastBundleLine()
	}
}

// pastBundleLine moves behind the next "====" line.
func (s *Source) pastBundleLine() {
	if !s.lineStart() {
		s.skipLine()
	}
	for !s.eof() && !s.atBundleLine() {
		s.skipLine()
	}
	s.skipLine()
}

// atBundleLine reports whether the cursor is at a line of four or more "=".
func (s *Source) atBundleLine() bool {
	if !s.next('=') {
		return false
	}
	line := bytes.TrimRight(s.peekLine(), " \t")
	return len(line) >= 4 && len(bytes.Trim(line, "=")) == 0
}

func (s *Source) peekLine() []byte {
	from := s.pos
	line := s.rest()
	s.pos = from
	return line
}

// nonPuzzle reads up to the end of the bundle's part. It returns nil without an
// error for a part without a puzzle.
func (s *Source) nonPuzzle() (*nonogram.Puzzle, error) {
	s.skipSpace()
	s.begin(s.pos)
	r := nonReader{Source: s, p: &nonogram.Puzzle{}, stray: -1}
	for !s.eof() && !s.atBundleLine() {
		if err := r.line(); err != nil {
			return nil, err
		}
	}
	if !r.content {
		s.puzzles--
		return nil, nil
	}
	if err := r.complete(); err != nil {
		return nil, err
	}
	return r.p, nil
}

// line reads one line outside of the rules.
func (r *nonReader) line() error {
	r.skipBlanks()
	if r.lineEnd() {
		r.skipEOL()
		return nil
	}
	at := r.pos
	if isDigit(r.data[at]) && r.content {
		if r.stray >= 0 { // which has ended the clues before
			return r.fail(r.stray, "found %s before more clues, expected a clue or a keyword", r.found(r.stray))
		}
		return r.fail(at, "found the clue %s outside of the rows and columns", r.found(at))
	}
	word := r.word()
	word = word[:min(len(word), maxShown)] // no keyword is as long
	r.skipBlanks()
	if err := r.keyword(strings.ToLower(string(word)), at); err != nil {
		return err
	}
	if r.pos == at || !r.lineStart() { // a block of rules ends at the start of a line
		r.skipLine()
	}
	return nil
}

func (r *nonReader) keyword(keyword string, at int) error {
	bare := r.lineEnd()
	known := true
	switch keyword {
	case "width":
		return r.dimension(&r.width)
	case "height":
		return r.dimension(&r.height)
	case "rows":
		if bare {
			return r.block(&r.rows, "rows", at)
		}
		return r.dimension(&r.height)
	case "columns":
		if bare {
			return r.block(&r.cols, "columns", at)
		}
		return r.dimension(&r.width)
	case "color", "colour":
		return r.color(at)
	case "background":
		return r.background()
	case "swatch":
		r.swatch()
	case "goal":
		r.goal = r.cellText()
	case "given":
		r.given = r.cellText()
	case "saved":
		r.cellText() // only to get past it
	default:
		field := r.text(keyword)
		if known = field != nil; known {
			*field = r.quoted()
		}
	}
	r.content = r.content || known
	if r.stray = -1; !known {
		r.stray = at
	}
	return nil
}

// text finds where the text of a keyword goes, nil if nowhere.
func (r *nonReader) text(keyword string) *string {
	p := r.p
	switch keyword {
	case "title":
		return &p.Title
	case "by", "author":
		return &p.Author
	case "copyright":
		return &p.Copyright
	case "license":
		return &p.License
	case "catalogue", "catalog":
		return &p.Source
	case "collection":
		if p.Source == "" {
			return &p.Source
		}
	case "notes", "note", "description":
		return &p.Notes
	case "id":
		return &p.ID
	}
	return nil
}

// dimension reads the value of width or height.
func (r *nonReader) dimension(n *int) error {
	at := r.pos
	v, err := r.number()
	if err != nil {
		return err
	}
	r.skipBlanks()
	if !r.lineEnd() {
		return r.expected(at, "a number")
	}
	*n = v
	r.content = true
	return r.size(at, max(r.width, 1), max(r.height, 1))
}

// quoted reads the rest of the line as a text, with or without quotes.
func (r *nonReader) quoted() string {
	b := bytes.TrimRight(r.rest(), " \t")
	if len(b) > 0 && b[0] == '"' {
		b = bytes.TrimSuffix(b[1:], []byte{'"'})
	}
	if bytes.IndexByte(b, '&') >= 0 {
		b = []byte(html.UnescapeString(string(b)))
	}
	return cleanText(b)
}

// cellText takes the text of a grid: between quotes across lines, or else to the
// end of the line and on through lines that look like more of it.
func (r *nonReader) cellText() nonCells {
	at := r.pos
	if r.next('"') {
		if n := bytes.IndexByte(r.data[at+1:], '"'); n >= 0 {
			r.pos = at + n + 2
			return nonCells{r.data[at+1 : at+1+n], at + 1}
		}
		return nonCells{r.rest()[1:], at + 1}
	}
	open := r.width*r.height - len(r.rest())
	end := r.pos
	for open > 0 && !r.eof() {
		r.skipEOL()
		line := bytes.TrimRight(r.peekLine(), " \t")
		if len(line) == 0 || len(line) > open || !looksLikeCells(line) {
			break
		}
		open -= len(line)
		r.rest()
		end = r.pos
	}
	r.pos = end
	return nonCells{r.data[at:end], at}
}

// looksLikeCells tells a line of a grid from a keyword or the end of the part.
func looksLikeCells(line []byte) bool {
	return !bytes.ContainsAny(line, "=, \t") && string(line) != "rows" && string(line) != "columns"
}

// complete turns what has been read into the puzzle.
func (r *nonReader) complete() error {
	rows, err := r.chosen(&r.rows, &r.height, "rows")
	if err != nil {
		return err
	}
	cols, err := r.chosen(&r.cols, &r.width, "columns")
	if err != nil {
		return err
	}
	if r.width == 0 || r.height == 0 || r.rows.seen != r.cols.seen || !r.rows.seen && r.goal.text == nil {
		return r.fail(r.start, "found no %s, expected width, height, rows and columns", r.missing())
	}
	if err := r.size(r.start, r.width, r.height); err != nil {
		return err
	}
	if err := r.palette(); err != nil {
		return err
	}
	if r.rows.seen {
		r.clues.build(r.p, rows, cols)
	} else if err := r.derive(r.p, r.goal.at); err != nil {
		return err
	}
	return r.finish(r.p, r.start)
}

func (r *nonReader) missing() string {
	switch {
	case r.width == 0:
		return "width"
	case r.height == 0:
		return "height"
	case !r.rows.seen:
		return "rows"
	}
	return "columns"
}

// chosen picks the clues of a block; a block whose size was not given has as
// many clues as there are lines with numbers.
func (r *nonReader) chosen(b *nonBlock, n *int, what string) ([]clueLine, error) {
	if !b.seen {
		return nil, nil
	}
	lines := r.clues.lines[b.from:b.to]
	if *n == 0 {
		for _, l := range lines {
			if !l.blank {
				*n++
			}
		}
	}
	return r.choose(lines, *n, what, b.end)
}
