package nonogram

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// The limits of a puzzle. They bound the cost of hostile input and far exceed all
// published puzzles: the largest one known to the project has 512 × 512 cells.
const (
	// MaxSide is the largest width or height.
	MaxSide = 10_000
	// MaxCells bounds width × height. The engine's search needs about 200 bytes per cell
	// and ink, and memory for learned clauses: 0.7 to 1.5 GB for random black-and-white
	// boards of this size. Budget.Memory bounds it.
	MaxCells = 4_000_000
	// MaxColors is the largest palette, background included, so that the
	// candidates of a cell fit one machine word.
	MaxColors = 64
)

// ProblemKind classifies the problems that Validate finds.
type ProblemKind string

// The kinds of problems.
const (
	ProblemSize        ProblemKind = "size"          // no cells, or more than the limits allow
	ProblemPalette     ProblemKind = "palette"       // too few or too many colors
	ProblemBlock       ProblemKind = "block"         // a negative length
	ProblemColor       ProblemKind = "color"         // a color the palette does not have
	ProblemClueTooLong ProblemKind = "clue too long" // the blocks and gaps do not fit the line
	ProblemTotals      ProblemKind = "totals differ" // rows and columns ask for different numbers of cells
	ProblemGiven       ProblemKind = "given cells"   // given cells of another size or color
)

// Problem is one inconsistency of a puzzle. Line is nil if the problem is not about a
// single line.
type Problem struct {
	Kind    ProblemKind
	Line    *LineRef
	Message string
}

// String formats the line, if there is one, and the message.
func (p Problem) String() string {
	if p.Line != nil {
		return p.Line.String() + ": " + p.Message
	}
	return p.Message
}

// InvalidError lists the problems that Validate found in a puzzle.
type InvalidError struct{ Problems []Problem }

// maxShownProblems bounds the length of the message; the field Problems has all.
const maxShownProblems = 5

func (e *InvalidError) Error() string {
	var sb strings.Builder
	for i, p := range e.Problems {
		if i == maxShownProblems {
			fmt.Fprintf(&sb, "; and %d more", len(e.Problems)-i)
			break
		}
		if i > 0 {
			sb.WriteString("; ")
		}
		sb.WriteString(p.String())
	}
	return sb.String()
}

// ValidateSize checks a width and height against the limits, so that readers can reject
// a size before they allocate memory for it.
func ValidateSize(width, height int) error {
	if problems := sizeProblems(width, height); len(problems) > 0 {
		return &InvalidError{problems}
	}
	return nil
}

func sizeProblems(width, height int) []Problem {
	bad := func(format string, args ...any) []Problem {
		return []Problem{{Kind: ProblemSize, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case width < 1 || height < 1:
		return bad("a puzzle needs at least one row and one column, this one is %d × %d", width, height)
	case width > MaxSide || height > MaxSide:
		return bad("size %d × %d is over the limit of %d cells a side", width, height, MaxSide)
	case width*height > MaxCells:
		return bad("size %d × %d is over the limit of %d cells", width, height, MaxCells)
	}
	return nil
}

// Validate finds the inconsistencies of a puzzle that need no search: a clue that does not
// fit its line, rows and columns with different totals of a color, negative blocks, colors
// that are not in the palette, sizes over the limits, and given cells of another size or
// color. It returns an [*InvalidError] that lists them all, or nil.
//
// A puzzle whose clues are too long or whose totals differ is well-formed but has no
// solution. All other problems mean that it is malformed. [InvalidError.Unsolvable]
// distinguishes the two cases.
func Validate(p *Puzzle) error {
	v := validator{p: p}
	v.problems = sizeProblems(p.Width(), p.Height())
	switch {
	case len(v.problems) > 0:
	case p.Shape == nil:
		v.palette()
		v.clues(LineRef{Row, 0}, p.Rows, p.Width())
		v.clues(LineRef{Column, 0}, p.Cols, p.Height())
		v.totals(Row, Column)
		v.given()
	default:
		v.shape()
	}
	if len(v.problems) > 0 {
		return &InvalidError{v.problems}
	}
	return nil
}

// Unsolvable reports whether the puzzle is well-formed but has no solution: its only
// problems are clues that are too long or totals that differ.
func (e *InvalidError) Unsolvable() bool {
	for _, p := range e.Problems {
		if p.Kind != ProblemClueTooLong && p.Kind != ProblemTotals {
			return false
		}
	}
	return true
}

type validator struct {
	p        *Puzzle
	problems []Problem
	totalsOf [Falling + 1][MaxColors]int
	free     [Falling + 1]int // cells of the lines without a clue
	blotted  bool
}

// cells formats a number of cells; noun is "cell", with an adjective or without.
func cells(noun string, n int) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

func (v *validator) add(kind ProblemKind, line *LineRef, format string, args ...any) {
	v.problems = append(v.problems, Problem{kind, line, fmt.Sprintf(format, args...)})
}

func (v *validator) palette() {
	switch n := len(v.p.Palette); {
	case n < 2:
		v.add(ProblemPalette, nil, "the palette needs a background and at least one color, found %d in all", n)
	case n > MaxColors:
		v.add(ProblemPalette, nil, "the palette has %d entries, the limit is %d", n, MaxColors)
	}
	for i, s := range v.p.Palette {
		switch {
		case s.Diagonal == 0:
		case i == 0:
			v.add(ProblemPalette, nil, "the background is drawn as triangles, expected one color")
		case s.Diagonal != '/' && s.Diagonal != '\\':
			v.add(ProblemPalette, nil, "color %d is divided by %q, expected '/' or '\\'", i, s.Diagonal)
		}
	}
}

// shape checks a puzzle on a board that is not a rectangle.
func (v *validator) shape() {
	s := v.p.Shape
	rising, falling := s.Across()
	if len(v.p.Rows) != s.Height || len(v.p.Cols) != rising+falling {
		v.add(ProblemSize, nil, "found the clues of %s and %s, expected %d and %d", cells("row", len(v.p.Rows)), cells("other line", len(v.p.Cols)), s.Height, rising+falling)
		return
	}
	v.palette()
	for i, cells := range s.Lines {
		ref := s.Ref(i)
		v.clues(ref, []Clue{v.p.Clue(ref)}, len(cells))
	}
	v.totals(Row, Rising)
	v.totals(Row, Falling)
	v.totals(Rising, Falling)
	v.given()
}

// clues checks the clues of equally long lines, which begin at the given one.
func (v *validator) clues(first LineRef, clues []Clue, length int) {
	axis := first.Axis
	for i, clue := range clues {
		if cells, ok := clue.plain(length); ok {
			v.totalsOf[axis][Black] += cells
			continue
		}
		if clue.Missing() {
			v.free[axis] += length
			continue
		}
		i += first.Index
		if v.blocks(axis, i, clue, length) {
			if need := clue.MinLength(); need > length {
				v.add(ProblemClueTooLong, &LineRef{axis, i}, "the clue %s needs %d cells, the line has %d", clue, need, length)
			}
		}
	}
}

// plain is the fast path for clues of black blocks that fit the line. It returns the number
// of filled cells, or false for other clues.
func (c Clue) plain(length int) (cells int, ok bool) {
	for i := range c {
		b := &c[i]
		if b.Color != Black || uint(b.Length)-1 >= uint(length) {
			return 0, false
		}
		cells += b.Length
	}
	return cells, cells+len(c)-1 <= length
}

// blocks checks the blocks of one clue and adds them to the totals. It returns false if a
// block is wrong.
func (v *validator) blocks(axis Axis, i int, clue Clue, length int) bool {
	ok := true
	for j, b := range clue {
		switch {
		case b.Length < 0:
			v.add(ProblemBlock, &LineRef{axis, i}, "block %d is %d, expected a positive number", j+1, b.Length)
			ok = false
		case b.Color == Empty || int(b.Color) >= len(v.p.Palette):
			v.add(ProblemColor, &LineRef{axis, i}, "block %d has color %d, the palette has 1 to %d", j+1, b.Color, len(v.p.Palette)-1)
			ok = false
		case b.Length > length:
			v.add(ProblemClueTooLong, &LineRef{axis, i}, "block %d is %d, the line has only %s", j+1, b.Length, cells("cell", length))
			ok = false
		case int(b.Color) < MaxColors:
			v.totalsOf[axis][b.Color] += b.Length
			v.blotted = v.blotted || b.Length == 0
		}
	}
	return ok
}

// totals compares the numbers of cells that the lines of two axes ask for.
func (v *validator) totals(a, b Axis) {
	if v.blotted || len(v.problems) > 0 {
		return // totals are unknown if numbers are missing or wrong
	}
	for c := range min(len(v.p.Palette), MaxColors) {
		m, n := v.totalsOf[a][c], v.totalsOf[b][c]
		if m <= n+v.free[b] && n <= m+v.free[a] {
			continue
		}
		if v.free[a]+v.free[b] > 0 {
			v.boundsDiffer(Color(c), a, b)
			continue
		}
		if v.p.Colored() {
			v.add(ProblemTotals, nil, "the %ss ask for %s of color %q, the %ss for %d", a, cells("cell", m), v.p.colorName(Color(c)), b, n)
		} else {
			v.add(ProblemTotals, nil, "the %ss ask for %s, the %ss for %d", a, cells("filled cell", m), b, n)
		}
	}
}

// boundsDiffer adds the problem that the lines of one axis cannot hold what those of another with
// clues ask for, whatever the lines without clues have.
func (v *validator) boundsDiffer(c Color, more, less Axis) {
	if v.totalsOf[more][c] < v.totalsOf[less][c] {
		more, less = less, more
	}
	least, most := v.totalsOf[more][c], v.totalsOf[less][c]+v.free[less]
	if v.p.Colored() {
		v.add(ProblemTotals, nil, "the %ss ask for at least %s of color %q, the %ss for at most %d", more, cells("cell", least), v.p.colorName(c), less, most)
	} else {
		v.add(ProblemTotals, nil, "the %ss ask for at least %s, the %ss for at most %d", more, cells("filled cell", least), less, most)
	}
}

func (p *Puzzle) colorName(c Color) string {
	if s := p.Palette[c]; s.Name != "" {
		return s.Name
	}
	return string(rune(p.Palette[c].Symbol))
}

func (v *validator) given() {
	g := v.p.Given
	if g == nil {
		return
	}
	if !v.p.sized(g) {
		v.add(ProblemGiven, nil, "the given cells are %d × %d, the puzzle is %d × %d", g.Width, g.Height, v.p.Width(), v.p.Height())
		return
	}
	for i, c := range g.Cells {
		switch {
		case c == Unknown:
		case v.p.Shape != nil && !v.p.Shape.Has(i) && c != Empty:
			v.add(ProblemGiven, &LineRef{Row, i / g.Width}, "the given cell in column %d is outside the board", i%g.Width+1)
		case int(c) >= len(v.p.Palette):
			v.add(ProblemGiven, &LineRef{Row, i / g.Width}, "the given cell in column %d has color %d, the palette has 0 to %d", i%g.Width+1, c, len(v.p.Palette)-1)
		}
	}
}

// sized reports whether a grid has the puzzle's size.
func (p *Puzzle) sized(g *Grid) bool {
	return g.Width == p.Width() && g.Height == p.Height() && len(g.Cells) == g.Width*g.Height
}

// CheckError describes the first line of a grid that is wrong.
type CheckError struct {
	Line LineRef
	// Want is the puzzle's clue and Got the clue of the grid's line. Both are nil if a
	// single cell is wrong; Cell is then its index in the line, from 0.
	Want, Got Clue
	Cell      int
	Message   string
}

func (e *CheckError) Error() string { return e.Line.String() + ": " + e.Message }

// ErrGridSize is the error of Check for a grid that does not have the puzzle's size.
var ErrGridSize = errors.New("the grid is not of the puzzle's size")

// Check reports whether a grid solves the puzzle: all cells are known, given cells are
// unchanged, and the runs of each line equal its clue. Blotted blocks match any length, and
// missing clues any line. It returns nil, or a [*CheckError] for the first line that is wrong, rows before columns.
//
// Check shares no code with the solvers. It takes a few nanoseconds per cell, and one on
// small black-and-white boards.
func Check(p *Puzzle, g *Grid) error {
	if !p.sized(g) {
		return fmt.Errorf("%w: grid %d × %d, puzzle %d × %d", ErrGridSize, g.Width, g.Height, p.Width(), p.Height())
	}
	if p.Given != nil && !p.sized(p.Given) {
		return fmt.Errorf("%w: given cells %d × %d, puzzle %d × %d", ErrGridSize, p.Given.Width, p.Given.Height, p.Width(), p.Height())
	}
	if p.Shape != nil {
		return checkShape(p, g)
	}
	if p.accepts(g) {
		return nil
	}
	for y, clue := range p.Rows {
		row := g.Row(y)
		if err := checkCells(p, y, row); err != nil {
			return err
		}
		if !fits(clue, row, 1) {
			return clueError(LineRef{Row, y}, clue, row)
		}
	}
	for x, clue := range p.Cols {
		if !fits(clue, g.Cells[x:], g.Width) {
			l := LineRef{Column, x}
			return clueError(l, clue, g.Line(l, nil))
		}
	}
	return nil
}

// accepts is the fast path for finished black-and-white grids of at most 64×64 cells
// without given cells: it compares each line as the bits of a word. It returns false for
// wrong grids and for all others.
func (p *Puzzle) accepts(g *Grid) bool {
	var cols [64]uint64
	if len(p.Palette) != 2 || p.Given != nil || g.Width > len(cols) || g.Height > len(cols) {
		return false
	}
	for y, clue := range p.Rows {
		row, ok := wordOf(g.Row(y))
		if !ok || !clue.describes(row) {
			return false
		}
		for m := row; m != 0; m &= m - 1 {
			cols[bits.TrailingZeros64(m)&63] |= 1 << uint(y&63)
		}
	}
	for x, clue := range p.Cols {
		if !clue.describes(cols[x]) {
			return false
		}
	}
	return true
}

// wordOf returns a row of at most 64 cells as a word whose bits are set for black cells. It
// returns false if a cell is neither black nor empty. It reads eight cells at a time as the
// bytes of a word and collects their lowest bits by one multiplication, which shifts byte i
// by 56-7i, to bit 56+i; no two partial products overlap.
func wordOf(row []Color) (word uint64, ok bool) {
	x, other := 0, uint64(0)
	for ; x+8 <= len(row); x += 8 {
		c := row[x : x+8]
		eight := uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24 |
			uint64(c[4])<<32 | uint64(c[5])<<40 | uint64(c[6])<<48 | uint64(c[7])<<56
		other |= eight &^ 0x0101010101010101
		word |= eight * 0x0102040810204080 >> 56 << uint(x&63)
	}
	for ; x < len(row); x++ {
		other |= uint64(row[x]) &^ 1
		word |= uint64(row[x]) << uint(x&63)
	}
	return word, other == 0
}

// describes reports whether the runs of ones in a word, from the lowest bit on, are
// the blocks of a black-and-white clue. It is false for a missing clue.
func (c Clue) describes(cells uint64) bool {
	first, last := cells&^(cells<<1), cells&^(cells>>1) // of every run
	for i := range c {
		b := &c[i]
		n := bits.TrailingZeros64(last) - bits.TrailingZeros64(first) + 1
		if first == 0 || b.Color != Black || n != b.Length && b.Length != 0 {
			return false
		}
		first &= first - 1
		last &= last - 1
	}
	return first == 0
}

func checkCells(p *Puzzle, y int, row []Color) error {
	for x, c := range row {
		var message string
		switch {
		case c == Unknown:
			message = fmt.Sprintf("the cell in column %d is not decided", x+1)
		case int(c) >= len(p.Palette):
			message = fmt.Sprintf("the cell in column %d has color %d, the palette has 0 to %d", x+1, c, len(p.Palette)-1)
		case p.Given != nil && p.Given.At(y, x) != Unknown && p.Given.At(y, x) != c:
			message = fmt.Sprintf("the cell in column %d contradicts the given cell", x+1)
		default:
			continue
		}
		return &CheckError{Line: LineRef{Row, y}, Cell: x, Message: message}
	}
	return nil
}

// fits compares the runs of a line, cells[0], cells[stride], …, with its clue.
func fits(clue Clue, cells []Color, stride int) bool {
	if clue.Missing() {
		return true
	}
	k := 0
	for i := 0; i < len(cells); {
		c := cells[i]
		n := 0
		for i < len(cells) && cells[i] == c {
			n++
			i += stride
		}
		if c == Empty {
			continue
		}
		if k == len(clue) || clue[k].Color != c || clue[k].Length != n && clue[k].Length != 0 {
			return false
		}
		k++
	}
	return k == len(clue)
}

func clueError(l LineRef, want Clue, cells []Color) error {
	got := ClueOf(cells)
	return &CheckError{Line: l, Want: want, Got: got, Message: fmt.Sprintf("the clue is %s, the grid has %s", want, got)}
}
