// The puzzle as a formula for solvers of satisfiability, in DIMACS CNF:
//
//	c | width 3                       the puzzle itself, as a .non file
//	c | …
//	c cells 1 to 3: …                 what the variables say
//	c r1 block 1, variables 4 to 5: starts at cell 2 to 3 or later
//	p cnf 5 8
//	-5 4 0                            clauses
//
// The encoding is an order encoding. A cell has a variable, or with several inks
// one for every color, and a block has one for each place it can start at but the
// first, "the block starts here or later": numbers are those of the literals in
// certificates (docs/certificates.md). For block b of length L, its offset o being
// counted from where it starts when all blocks are pushed to the left:
//
//	chain   offset of b ≥ o                               →  offset of b ≥ o-1
//	push    offset of b ≥ o                               →  offset of b+1 ≥ o
//	cover   b starts at c-L+1 or later, not behind c      →  cell c has its color
//	gap     b ends before c, b+1 starts behind c          →  cell c is empty
//
// So every solution of the puzzle is one satisfying assignment, and every
// satisfying assignment is a solution. A clause takes time and text of its own
// size; there are about as many as cells times blocks of a line.
//
// Read back is the puzzle in the comments; of other files nothing can be told.
//
// Sources: the DIMACS challenge's "Satisfiability: Suggested Format" (1993); Tamura
// et al., "Compiling finite linear CSP into SAT" (2009), for order encodings.

package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"nonogram"
	"nonogram/format/internal/cursor"
	"nonogram/internal/plural"
)

var cnfFormat = Format{
	Name:       "cnf",
	Title:      "a formula in DIMACS CNF, for SAT solvers",
	Extensions: []string{".cnf"},
	Holds:      nonFormat.Holds &^ Many,
	Sniff:      sniffCNF,
	decode:     decodeCNF,
	whole:      encodeCNF,
	fits:       fitsCNF,
}

// cnfPuzzle begins every line of the puzzle in the comments.
const cnfPuzzle = "c | "

// sniffCNF wants a puzzle in the comments, or at least the line of the problem.
func sniffCNF(data []byte) Confidence {
	switch {
	case bytes.HasPrefix(data, []byte(cnfPuzzle)) || bytes.Contains(data, []byte("\n"+cnfPuzzle)):
		return Certain
	case bytes.HasPrefix(data, []byte("p cnf ")) || bytes.Contains(data, []byte("\np cnf ")):
		return Likely
	}
	return No
}

// decodeCNF reads the puzzle in the comments: all else is blanked out, so that
// places in errors are those in the file.
func decodeCNF(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	bare := bytes.Clone(d.Data)
	found := false
	for at := 0; at < len(bare); {
		end := at
		for end < len(bare) && !cursor.IsEOL(bare[end]) {
			end++
		}
		hide := end
		if bytes.HasPrefix(bare[at:end], []byte(cnfPuzzle)) {
			found, hide = true, at+len(cnfPuzzle)
		}
		for i := at; i < hide; i++ {
			bare[i] = ' '
		}
		at = end + 1
	}
	if !found {
		d.Begin(0)
		yield(nil, d.Fail(0, "found a formula without a puzzle in its comments, expected lines that begin with %q", cnfPuzzle))
		return
	}
	d.Data = bare
	nonFormat.decode(d, yield)
}

// maxCNFClauses bounds the formula: some 120 MB of text.
const maxCNFClauses = 6_000_000

func fitsCNF(p *nonogram.Puzzle) error {
	n, vars := int64(0), cnfCells(p)
	for _, ref := range p.Lines() {
		blocks, cells := int64(len(p.Clue(ref))), int64(cnfLength(p, ref))
		slack := max(0, cells-int64(p.Clue(ref).MinLength()))
		vars += blocks * slack
		n += 2*blocks*slack + (2*blocks+1)*min(cells, 2*slack+1)
	}
	if n > maxCNFClauses || vars > math.MaxInt32 {
		return plural.Errorf("its formula has about %d clauses, the limit is %d", n, maxCNFClauses)
	}
	return nil
}

// cnfCells is the number of variables of cells.
func cnfCells(p *nonogram.Puzzle) int64 {
	n := int64(p.Width()) * int64(p.Height())
	if p.Colored() {
		n *= int64(len(p.Palette))
	}
	return n
}

func cnfLength(p *nonogram.Puzzle, ref nonogram.LineRef) int {
	if ref.Axis == nonogram.Column {
		return p.Height()
	}
	return p.Width()
}

// cnf writes the formula of a puzzle, or only counts its clauses.
type cnf struct {
	p     *nonogram.Puzzle
	w     *bufio.Writer // nil while counting
	count int
	text  []byte
}

func encodeCNF(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	f := cnf{p: p}
	vars := f.clauses()
	f.w = bufio.NewWriter(w)
	f.comments()
	fmt.Fprintf(f.w, "p cnf %d %d\n", vars, f.count)
	f.clauses()
	return f.w.Flush()
}

// comments writes the puzzle and the meaning of the variables.
func (f *cnf) comments() {
	puzzle := appendNextNon(nil, 0, f.p)
	for text := range bytes.Lines(puzzle) {
		fmt.Fprintf(f.w, "%s%s", cnfPuzzle, text)
	}
	if f.p.Colored() {
		fmt.Fprintf(f.w, "c cells 1 to %d: cell (row - 1) * %d + column has color c, variable (cell - 1) * %d + c + 1; 0 is the background\n",
			cnfCells(f.p), f.p.Width(), len(f.p.Palette))
	} else {
		fmt.Fprintf(f.w, "c cells 1 to %d: cell (row - 1) * %d + column is filled\n", cnfCells(f.p), f.p.Width())
	}
	next := int(cnfCells(f.p)) + 1
	for _, ref := range f.p.Lines() {
		l := f.line(ref, next)
		for b := range l.clue {
			if l.slack > 0 {
				fmt.Fprintf(f.w, "c %c%d block %d, variables %d to %d: starts at cell %d to %d or later\n", ref.Axis.String()[0], ref.Index+1, b+1,
					l.first+b*l.slack, l.first+(b+1)*l.slack-1, l.left[b]+2, l.left[b]+l.slack+1)
			}
		}
		next += len(l.clue) * l.slack
	}
}

// clauses goes through all clauses and returns the number of variables.
func (f *cnf) clauses() (vars int) {
	f.count = 0
	if f.p.Colored() {
		f.oneColor()
	}
	if f.p.Given != nil {
		for cell, color := range f.p.Given.Cells {
			if color != nonogram.Unknown {
				f.clause(f.cell(cell, color))
			}
		}
	}
	next := int(cnfCells(f.p)) + 1
	for _, ref := range f.p.Lines() {
		l := f.line(ref, next)
		if l.slack < 0 {
			f.clause() // no room: the empty clause
			continue
		}
		next += len(l.clue) * l.slack
		f.order(l)
		f.paint(l)
	}
	return next - 1
}

// cnfLine is a line with the variables of its blocks.
type cnfLine struct {
	clue     nonogram.Clue
	cells    int
	at, step int   // its first cell, and from one to the next
	left     []int // where each block starts when all are pushed to the left
	slack    int   // how far they can move from there, below 0 if they do not fit
	first    int   // the variable of the first block's offset 1
}

func (f *cnf) line(ref nonogram.LineRef, first int) cnfLine {
	l := cnfLine{clue: f.p.Clue(ref), cells: cnfLength(f.p, ref), at: ref.Index * f.p.Width(), step: 1, first: first}
	if ref.Axis == nonogram.Column {
		l.at, l.step = ref.Index, f.p.Width()
	}
	l.slack = l.cells - l.clue.MinLength()
	at := 0
	for i, b := range l.clue {
		if i > 0 && l.clue[i-1].Color == b.Color {
			at++
		}
		l.left = append(l.left, at)
		at += b.Length
	}
	if l.slack < 0 {
		l.clue = nil // no variables
		l.slack = -1
	}
	return l
}

// Literals that are always true or false. No variable has these numbers.
const (
	cnfTrue  = math.MaxInt
	cnfFalse = -math.MaxInt
)

// atLeast is the literal that block b starts at a cell, from 0, or later. Before
// the first block is one that starts before everything, behind the last one that
// starts behind everything.
func (l *cnfLine) atLeast(b, start int) int {
	if b >= len(l.clue) {
		return cnfTrue
	}
	o := start - l.left[b]
	switch {
	case o <= 0:
		return cnfTrue
	case o > l.slack:
		return cnfFalse
	}
	return l.first + b*l.slack + o - 1
}

// over is the literal that block b does not end before a cell.
func (l *cnfLine) over(b, cell int) int {
	if b < 0 {
		return cnfFalse
	}
	return l.atLeast(b, cell-l.clue[b].Length+1)
}

// order writes that a block which starts late also starts less late, and that it
// pushes the next one.
func (f *cnf) order(l cnfLine) {
	for b := range l.clue {
		for o := range l.slack {
			v := l.first + b*l.slack + o
			if o > 0 {
				f.clause(-v, v-1)
			}
			if b+1 < len(l.clue) {
				f.clause(-v, v+l.slack)
			}
		}
	}
}

// paint writes which cells are covered by a block and which lie between two.
func (f *cnf) paint(l cnfLine) {
	for b := -1; b < len(l.clue); b++ {
		from, to := 0, l.cells // where the gap behind block b can be
		if b >= 0 {
			n := l.clue[b].Length
			for c := l.left[b]; c < l.left[b]+l.slack+n; c++ {
				f.clause(l.atLeast(b, c+1), -l.atLeast(b, c-n+1), f.cell(l.at+l.step*c, l.clue[b].Color))
			}
			from = l.left[b] + n
		}
		if b+1 < len(l.clue) {
			to = l.left[b+1] + l.slack
		}
		for c := from; c < to; c++ {
			f.clause(l.over(b, c), -l.atLeast(b+1, c+1), f.cell(l.at+l.step*c, nonogram.Empty))
		}
	}
}

// cell is the literal that a cell, from 0, has a color.
func (f *cnf) cell(cell int, color nonogram.Color) int {
	switch {
	case f.p.Colored():
		return cell*len(f.p.Palette) + int(color) + 1
	case color == nonogram.Empty:
		return -cell - 1
	}
	return cell + 1
}

// oneColor writes that every cell has exactly one color.
func (f *cnf) oneColor() {
	n := len(f.p.Palette)
	all := make([]int, n)
	for cell := range f.p.Width() * f.p.Height() {
		for a := range n {
			all[a] = cell*n + a + 1
			for b := range a {
				f.clause(-all[a], -all[b])
			}
		}
		f.clause(all...)
	}
}

// clause writes a clause, unless it is true anyway, less what is false anyway.
func (f *cnf) clause(literals ...int) {
	f.text = f.text[:0]
	for _, l := range literals {
		switch l {
		case cnfTrue:
			return
		case cnfFalse:
			continue
		}
		f.text = append(strconv.AppendInt(f.text, int64(l), 10), ' ')
	}
	f.count++
	if f.w != nil {
		fmt.Fprintf(f.w, "%s0\n", f.text)
	}
}
