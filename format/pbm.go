// PBM, the black-and-white pictures of Netpbm, in their two forms:
//
//	P1              plain: the size, and a digit for every pixel, 1 is black
//	# a comment
//	3 2
//	1 0 1
//	1 1 0
//
// P4, the raw form, has the same header, then a single blank, and every row in
// whole bytes, the highest bit first. A raw file may hold several pictures one
// behind the other. Written is the raw form. The gray and colored relatives P2,
// P3, P5 and P6 are recognised and refused.
//
// Source: https://netpbm.sourceforge.net/doc/pbm.html.

package format

import (
	"io"

	"nonogram"
)

var pbmFormat = Format{
	Name:       "pbm",
	Title:      "PBM picture, one pixel per cell",
	Extensions: []string{".pbm"},
	Holds:      Many | Goal,
	Picture:    true,
	Sniff:      sniffPBM,
	Decode:     decodePBM,
	Encode:     encodePBM,
}

// sniffPBM wants "P" and a digit, then white space or a comment.
func sniffPBM(data []byte) Confidence {
	if len(data) < 3 || data[0] != 'P' || data[1] < '1' || data[1] > '6' {
		return No
	}
	if c := data[2]; !isBlank(c) && !isEOL(c) && c != '#' {
		return No
	}
	return Certain
}

func decodePBM(s *Source, yield func(*nonogram.Puzzle, error) bool) {
	for s.skipSpace(); !s.eof(); s.skipSpace() {
		p, err := s.pbmPuzzle()
		if err != nil {
			s.pos = len(s.data) // there is no telling where the next one starts
		}
		if !yield(p, err) {
			return
		}
	}
}

func (s *Source) pbmPuzzle() (*nonogram.Puzzle, error) {
	s.begin(s.pos)
	plain := s.literal("P1")
	if !plain && !s.literal("P4") {
		return nil, s.expected(s.pos, "P1 or P4: a gray or colored picture can be converted to PNG")
	}
	at := s.pos
	width, err := s.pbmNumber()
	if err != nil {
		return nil, err
	}
	height, err := s.pbmNumber()
	if err != nil {
		return nil, err
	}
	if err := s.size(at, width, height); err != nil {
		return nil, err
	}
	if plain {
		return s.pbmPlain(width, height)
	}
	return s.pbmRaw(width, height)
}

// pbmNumber reads a number of the header, past white space and comments.
func (s *Source) pbmNumber() (int, error) {
	s.pbmSkip()
	return s.number()
}

func (s *Source) pbmSkip() {
	for s.skipSpace(); s.next('#'); s.skipSpace() {
		s.skipLine()
	}
}

// pbmPlain reads the digits. What follows the last one is another picture.
func (s *Source) pbmPlain(width, height int) (*nonogram.Puzzle, error) {
	if len(s.data)-s.pos < width*height {
		return nil, s.fail(s.pos, "found %d bytes to the end of the file, expected %d × %d digits", len(s.data)-s.pos, width, height)
	}
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		s.pbmSkip()
		if !s.next('0') && !s.next('1') {
			return nil, s.expected(s.pos, "0 or 1")
		}
		g.Cells[i] = nonogram.Color(s.data[s.pos] - '0')
		s.pos++
	}
	return s.goalPuzzle(g)
}

func (s *Source) pbmRaw(width, height int) (*nonogram.Puzzle, error) {
	if s.eof() || !isBlank(s.data[s.pos]) && !isEOL(s.data[s.pos]) {
		return nil, s.expected(s.pos, "one blank between the size and the pixels")
	}
	s.pos++
	stride := (width + 7) / 8
	if have := len(s.data) - s.pos; have < stride*height {
		return nil, s.fail(s.pos, "found %d bytes of pixels, expected %d", have, stride*height)
	}
	g := nonogram.NewGrid(width, height)
	for y := range height {
		row := s.data[s.pos+y*stride:]
		for x := range width {
			g.Set(y, x, nonogram.Color(row[x/8]>>(7-x%8)&1))
		}
	}
	s.pos += stride * height
	return s.goalPuzzle(g)
}

// goalPuzzle makes the black-and-white puzzle of a picture.
func (s *Source) goalPuzzle(g *nonogram.Grid) (*nonogram.Puzzle, error) {
	p := &nonogram.Puzzle{Goal: g}
	p.Rows, p.Cols = nonogram.CluesOf(g)
	if err := s.finish(p, s.start); err != nil {
		return nil, err
	}
	return p, nil
}

func encodePBM(w io.Writer, puzzles []*nonogram.Puzzle) error {
	return writeEach(w, puzzles, func(b []byte, _ int, p *nonogram.Puzzle) ([]byte, error) {
		b = append(b, "P4\n"...)
		b = appendPair(b, p.Width(), p.Height())
		for y := range p.Height() {
			var bits byte
			for x, c := range p.Goal.Row(y) {
				bits |= byte(c) << (7 - x%8)
				if x%8 == 7 || x == p.Width()-1 {
					b = append(b, bits)
					bits = 0
				}
			}
		}
		return b, nil
	})
}
