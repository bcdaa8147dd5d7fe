// Steve Simpson's .non, with Michael Terry's extensions (colors, goals, bundles of puzzles, the
// .nonpack ending) and the dialect of Gregory Kikola's nonny.
//
// Unknown keywords are ignored, so this package adds its own: id, notes, given, background and
// swatch. The rule of an empty line is "0" (Simpson) or a blank line (pbnsolve, Terry); blank
// lines are spacing if there are enough others. The player's drawing ("saved") is ignored.

package format

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var nonFormat = Format{
	Name:       "non",
	Title:      "Steve Simpson's .non with its extensions",
	Extensions: []string{".non", ".nonpack"},
	holds:      holdsMany | allColors | holdsGiven | holdsGoal | allTexts,
	sniff:      sniffNon,
	decode:     several(moreText, readNon, pastBundleLine),
	boundary:   boundary{mark: "\n====", after: true},
	append:     appendNextNon,
}

// sniffNon looks for the keywords that every file has.
func sniffNon(data []byte) confidence {
	s := cursor.Cursor{Data: data}
	var width, height, rows, columns bool
	for ; !s.EOF(); s.SkipLine() {
		if s.SkipBlanks(); s.EOF() || !cursor.IsLetter(s.Data[s.Pos]) {
			continue
		}
		word := string(s.Word())
		s.SkipBlanks()
		number := !s.EOF() && cursor.IsDigit(s.Data[s.Pos])
		width = width || number && (word == "width" || word == "columns")
		height = height || number && (word == "height" || word == "rows")
		rows = rows || word == "rows" && s.LineEnd()
		columns = columns || word == "columns" && s.LineEnd()
		if width && height {
			return certain
		}
	}
	switch {
	case rows && columns:
		return likely
	case width || height || rows || columns:
		return possible
	}
	return no
}

// nonReader reads a puzzle.
type nonReader struct {
	*cursor.Draft
	p             *nonogram.Puzzle
	width, height int // 0 if unknown
	rows, cols    nonBlock
	goal, given   nonCells
	swatches      []nonSwatch
	ownPaper      bool // the file defines the background
	content       bool // there was a line with a known keyword
	stray         int  // offset of the last line if its keyword was unknown, or -1
}

// nonBlock is a "rows" or "columns" block.
type nonBlock struct {
	lines []cursor.Line
	end   int // where the block ends in the file
	seen  bool
}

// nonCells is the text of a goal or of given cells.
type nonCells struct {
	text []byte
	at   int
}

// nonSwatch is a "swatch" line: the symbol and the name of a color.
type nonSwatch struct {
	char, symbol byte
	name         string
}

// pastBundleLine moves past the next "====" line.
func pastBundleLine(d *cursor.Draft) {
	if !d.LineStart() {
		d.SkipLine()
	}
	for !d.EOF() && !atBundleLine(d) {
		d.SkipLine()
	}
	d.SkipLine()
}

// atBundleLine reports whether the cursor is at a line of four or more "=".
func atBundleLine(d *cursor.Draft) bool {
	if !d.Next('=') {
		return false
	}
	line := bytes.TrimRight(d.PeekLine(), " \t")
	return len(line) >= 4 && len(bytes.Trim(line, "=")) == 0
}

// readNon reads a part of a bundle.
func readNon(d *cursor.Draft) *nonogram.Puzzle {
	r := nonReader{Draft: d, p: &nonogram.Puzzle{}, stray: -1}
	for !r.EOF() && !atBundleLine(d) {
		r.line()
	}
	if r.content {
		r.complete()
	} else {
		r.p = nil
	}
	pastBundleLine(d)
	return r.p
}

// line reads one line outside of the rules.
func (r *nonReader) line() {
	r.SkipBlanks()
	if r.LineEnd() {
		r.SkipEOL()
		return
	}
	at := r.Pos
	if cursor.IsDigit(r.Data[at]) && r.content {
		if r.stray >= 0 { // it has ended the clues
			panic(r.Fail(r.stray, "found %s before more clues, expected a clue or a keyword", r.Found(r.stray)))
		}
		panic(r.Fail(at, "found the clue %s outside of the rows and columns", r.Found(at)))
	}
	word := r.Word()
	word = word[:min(len(word), cursor.MaxShown)] // no keyword is as long
	r.SkipBlanks()
	r.keyword(strings.ToLower(string(word)), at)
	if r.Pos == at || !r.LineStart() { // a block of rules ends at the start of a line
		r.SkipLine()
	}
}

func (r *nonReader) keyword(keyword string, at int) {
	known := true
	switch bare := r.LineEnd(); {
	case keyword == "rows" && bare:
		r.block(&r.rows, keyword, at)
	case keyword == "columns" && bare:
		r.block(&r.cols, keyword, at)
	case keyword == "width" || keyword == "columns":
		r.dimension(&r.width)
	case keyword == "height" || keyword == "rows":
		r.dimension(&r.height)
	case keyword == "color" || keyword == "colour":
		r.color(at)
	case keyword == "background":
		r.background()
	case keyword == "swatch":
		r.swatch()
	case keyword == "goal":
		r.goal = r.cellText()
	case keyword == "given":
		r.given = r.cellText()
	case keyword == "saved":
		r.cellText() // only to get past it
	default:
		field := textField(r.p, keyword)
		if known = field != nil && (keyword != "collection" || *field == ""); known {
			*field = r.quoted()
		}
	}
	r.content = r.content || known
	if r.stray = -1; !known {
		r.stray = at
	}
}

// dimension reads the value of width or height.
func (r *nonReader) dimension(n *int) {
	at := r.Pos
	v := r.Number()
	r.SkipBlanks()
	r.Expect(r.LineEnd(), at, "a number")
	*n = v
	r.Size(at, max(r.width, 1), max(r.height, 1))
}

// quoted reads the rest of the line as a text, with or without quotes.
func (r *nonReader) quoted() string {
	b := bytes.TrimRight(r.Rest(), " \t")
	if len(b) > 0 && b[0] == '"' {
		b = bytes.TrimSuffix(b[1:], []byte{'"'})
	}
	if bytes.IndexByte(b, '&') >= 0 {
		b = []byte(html.UnescapeString(string(b)))
	}
	return cursor.CleanText(b)
}

// cellText reads the text of a grid: a quoted text of several lines, or the rest of the
// line and following lines of cells.
func (r *nonReader) cellText() nonCells {
	at := r.Pos
	if r.Next('"') {
		if n := bytes.IndexByte(r.Data[at+1:], '"'); n >= 0 {
			r.Pos = at + n + 2
			return nonCells{r.Data[at+1 : at+1+n], at + 1}
		}
		return nonCells{r.Rest()[1:], at + 1}
	}
	open := r.width*r.height - len(r.Rest())
	end := r.Pos
	for open > 0 && !r.EOF() {
		r.SkipEOL()
		line := bytes.TrimRight(r.PeekLine(), " \t")
		isText := bytes.ContainsAny(line, "=, \t") || string(line) == "rows" || string(line) == "columns"
		if len(line) == 0 || len(line) > open || isText {
			break
		}
		open -= len(line)
		r.Rest()
		end = r.Pos
	}
	r.Pos = end
	return nonCells{r.Data[at:end], at}
}

// complete makes the puzzle.
func (r *nonReader) complete() {
	rows := r.chosen(&r.rows, &r.height, "rows")
	cols := r.chosen(&r.cols, &r.width, "columns")
	missing := ""
	switch clues := r.rows.seen || r.cols.seen || r.goal.text == nil; {
	case r.width == 0:
		missing = "width"
	case r.height == 0:
		missing = "height"
	case clues && !r.rows.seen:
		missing = "rows"
	case clues && !r.cols.seen:
		missing = "columns"
	}
	r.Require(missing == "", r.Start, "found no %s, expected width, height, rows and columns", missing)
	r.Size(r.Start, r.width, r.height)
	r.palette()
	if r.rows.seen {
		r.Build(r.p, rows, cols)
	} else {
		r.Derive(r.p, r.goal.at)
	}
	r.Finished(r.p)
}

// chosen picks the clues of a block. Without a size, each line with numbers is a clue.
func (r *nonReader) chosen(b *nonBlock, n *int, what string) []cursor.Line {
	if !b.seen {
		return nil
	}
	if *n == 0 {
		for _, l := range b.lines {
			if !l.Blank {
				*n++
			}
		}
	}
	return r.Choose(b.lines, *n, what, b.end)
}

// nonChars are the characters of colors in rules and goals: letters first, as other
// programs expect, then enough others for a full palette.
const nonChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%*+:;<>@^_~()|"

func appendNextNon(b []byte, i int, p *nonogram.Puzzle) []byte {
	if i > 0 {
		b = append(b, "====\n"...)
	}
	return appendNon(b, i, p)
}

func appendNon(b []byte, index int, p *nonogram.Puzzle) []byte {
	if p.ID != ordinal(index+1) {
		b = appendProperty(b, "id", p.ID)
	}
	b = appendProperty(b, "catalogue", p.Source)
	b = appendProperty(b, "title", p.Title)
	b = appendProperty(b, "by", p.Author)
	b = appendProperty(b, "copyright", p.Copyright)
	b = appendProperty(b, "license", p.License)
	b = appendProperty(b, "notes", p.Notes)
	b = fmt.Appendf(b, "width %d\nheight %d\n", p.Width(), p.Height())
	chars, style := []byte("01"), commaClues
	if !cursor.IsBlackAndWhite(p.Palette) {
		chars = append([]byte("0"), symbols(p.Palette[1:], nonChars, nonChars)...)
		b = appendNonColors(b, p.Palette, chars)
		style.colors = strings.Split(string(chars), "")
	}
	b = style.append(append(b, "\nrows\n"...), p.Rows)
	b = style.append(append(b, "\ncolumns\n"...), p.Cols)
	cells := cellStyle{cells: strings.Split(string(chars), "")}
	if p.Goal != nil {
		b = append(cells.append(append(b, "\ngoal \""...), p.Goal), "\"\n"...)
	}
	if p.Given != nil {
		b = append(cells.append(append(b, "\ngiven \""...), p.Given), "\"\n"...)
	}
	return b
}

// appendProperty writes a keyword and its text, if there is one.
func appendProperty(b []byte, keyword, text string) []byte {
	if text = cursor.CleanText([]byte(text)); text == "" {
		return b
	}
	return fmt.Appendf(b, "%s %s\n", keyword, quoteNon(text))
}

// nonEscapes escapes quoted texts.
var nonEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "\n", "&#10;")

func quoteNon(text string) string {
	return `"` + nonEscapes.Replace(cursor.CleanText([]byte(text))) + `"`
}

// appendNonColors declares the colors. The name, and a symbol that cannot be
// used in rules, are in a line of their own.
func appendNonColors(b []byte, palette nonogram.Palette, chars []byte) []byte {
	if paper := palette[nonogram.Empty]; paper.RGB != usual[nonogram.Empty].RGB || paper.Name != usual[nonogram.Empty].Name {
		b = fmt.Appendf(b, "background %s %s\n", paper.RGB, quoteNon(paper.Name))
	}
	for i, w := range palette[1:] {
		c := chars[i+1]
		b = fmt.Appendf(b, "color %c %s\n", c, w.RGB)
		if w.Name != "" || w.Symbol != c && len(palette) > 2 {
			b = fmt.Appendf(b, "swatch %c %c %s\n", c, w.Symbol, quoteNon(w.Name))
		}
	}
	return b
}
