// The game ids of Pattern, the nonogram of Simon Tatham's portable puzzle
// collection, one per line:
//
//	3x2:2/1/1/1.1/2,aDa
//
// is a board 3 wide and 2 high, with the clues of the columns and then of the rows; "/"
// separates lines and "." numbers. Given cells follow a comma, in reading order: a letter
// skips cells, 0 for "a", and gives one, black for a capital, white otherwise; "z" skips 25
// and gives none.
//
// Black and white. Blank lines and lines that start with "#" are ignored.
//
// Source: pattern.c of the collection.

package format

import (
	"fmt"
	"slices"

	"nonogram"
	"nonogram/internal/object/cursor"
)

var tathamFormat = Format{
	Name:       "tatham",
	Title:      "game ids of Simon Tatham's Pattern",
	Extensions: []string{".pattern", ".ids"},
	holds:      holdsMany | holdsGiven,
	sniff:      sniffTatham,
	decode:     decodeTatham,
	append:     appendTathamLine,
}

// sniffTatham expects "3x2:" in the first line that is not a comment.
func sniffTatham(data []byte) confidence {
	s := cursor.Cursor{Data: data}
	for s.SkipSpace(); s.Next('#'); s.SkipSpace() {
		s.SkipLine()
	}
	if !s.SkipDigits() || !s.Next('x') {
		return no
	}
	s.Pos++
	return certainIf(s.SkipDigits() && (s.Next(':') || s.Next('#')))
}

func decodeTatham(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	r := tathamReader{d}
	for ; !r.EOF(); r.SkipLine() {
		r.SkipBlanks()
		if r.LineEnd() || r.Next('#') {
			continue
		}
		if !yield(r.Try(r.line)) {
			return
		}
	}
}

// tathamReader reads one game id after the other.
type tathamReader struct{ *cursor.Draft }

// line reads a game id. The cursor stays in the line.
func (r *tathamReader) line() *nonogram.Puzzle {
	r.Begin(r.Pos)
	width, height := r.size()
	if r.Next('#') {
		panic(r.Fail(r.Pos, "found a random seed, expected a description behind a colon: only the program itself can make the puzzle of a seed"))
	}
	if !r.Next(':') {
		panic(r.Expected(r.Pos, "a colon behind the size"))
	}
	r.Pos++
	return r.description(width, height, r.Start)
}

// size reads "30x20", or "30" for a square.
func (r *tathamReader) size() (width, height int) {
	at := r.Pos
	width = r.Number()
	height = width
	if r.Next('x') {
		r.Pos++
		height = r.Number()
	}
	r.Size(at, width, height)
	return width, height
}

// description reads the clues and the given cells of a puzzle.
func (r *tathamReader) description(width, height, at int) *nonogram.Puzzle {
	for i := range width + height {
		if i > 0 {
			if !r.Next('/') {
				panic(r.Fail(r.Pos, "found %s after %d clues, expected \"/\": there are %d columns and %d rows", r.Found(r.Pos), i, width, height))
			}
			r.Pos++
		}
		r.clue()
	}
	p := &nonogram.Puzzle{}
	r.Build(p, r.Lines[width:], r.Lines[:width])
	if r.Next(',') {
		r.Pos++
		r.given(p)
	}
	r.SkipBlanks()
	if !r.LineEnd() {
		panic(r.Expected(r.Pos, "the end of the line after %d columns and %d rows", width, height))
	}
	r.Finish(p, at)
	return p
}

func (r *tathamReader) clue() {
	r.OpenClue()
	for !r.EOF() && cursor.IsDigit(r.Data[r.Pos]) {
		r.ReadNumber()
		if !r.Next('.') {
			break
		}
		r.Pos++
		if r.EOF() || !cursor.IsDigit(r.Data[r.Pos]) {
			panic(r.Expected(r.Pos, "a number"))
		}
	}
	r.CloseClue()
}

// zSkip is the number of cells that "z" skips.
const zSkip = 'z' - 'a'

func (r *tathamReader) given(p *nonogram.Puzzle) {
	area := p.Width() * p.Height()
	given := nonogram.NewGrid(p.Width(), p.Height())
	for i := 0; i < area; r.Pos++ {
		if r.EOF() || !cursor.IsLetter(r.Data[r.Pos]) {
			panic(r.Fail(r.Pos, "found %s after %d given cells, expected a letter: there are %d cells", r.Found(r.Pos), i, area))
		}
		c := r.Data[r.Pos]
		skip := int(c|0x20) - 'a'
		if i += skip; i > area {
			panic(r.Expected(r.Pos, "at most %d cells", area))
		}
		if skip == zSkip || i == area {
			continue
		}
		given.Cells[i] = nonogram.Empty
		if c < 'a' {
			given.Cells[i] = nonogram.Black
		}
		i++
	}
	p.Given = given
}

func appendTathamLine(b []byte, _ int, p *nonogram.Puzzle) []byte {
	return append(appendTatham(b, p), '\n')
}

// appendTatham writes a game id.
func appendTatham(b []byte, p *nonogram.Puzzle) []byte {
	b = fmt.Appendf(b, "%dx%d:", p.Width(), p.Height())
	b = clueStyle{between: ".", after: "/"}.append(b, slices.Concat(p.Cols, p.Rows))
	b = b[:len(b)-1]
	if p.Given != nil {
		b = appendGiven(append(b, ','), p.Given)
	}
	return b
}

func appendGiven(b []byte, g *nonogram.Grid) []byte {
	run := 0
	for _, c := range g.Cells {
		if c == nonogram.Unknown {
			if run++; run == zSkip {
				b = append(b, 'z')
				run = 0
			}
			continue
		}
		letter := byte('a')
		if c != nonogram.Empty {
			letter = 'A'
		}
		b = append(b, letter+byte(run))
		run = 0
	}
	if run > 0 {
		b = append(b, 'a'+byte(run))
	}
	return b
}
