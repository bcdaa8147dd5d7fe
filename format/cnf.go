// The puzzle as a formula in DIMACS CNF, for SAT solvers; [models.Formula] describes the
// encoding. The comments contain the puzzle, which the reader reads, as a .non file, or as JSON
// if that cannot hold it.
//
// Source: the DIMACS challenge's "Satisfiability: Suggested Format" (1993).

package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"nonogram"
	"nonogram/internal/models"
	"nonogram/internal/object"
	"nonogram/internal/object/cursor"
)

var cnfFormat = Format{
	Name:       "cnf",
	Title:      "a formula in DIMACS CNF, for SAT solvers",
	Extensions: []string{".cnf"},
	holds:      nonFormat.holds&^holdsMany | holdsMissing | holdsShapes,
	sniff:      sniffCNF,
	decode:     decodeCNF,
	whole:      encodeCNF,
	fits:       fitsCNF,
}

// cnfPuzzle begins every line of the puzzle in the comments.
const cnfPuzzle = "c | "

// sniffCNF expects a puzzle in the comments, or the problem line.
func sniffCNF(data []byte) confidence {
	switch {
	case bytes.HasPrefix(data, []byte(cnfPuzzle)) || bytes.Contains(data, []byte("\n"+cnfPuzzle)):
		return certain
	case bytes.HasPrefix(data, []byte("p cnf ")) || bytes.Contains(data, []byte("\np cnf ")):
		return likely
	}
	return no
}

// decodeCNF reads the puzzle in the comments. Other text is blanked out, so that places in
// errors are those of the file.
func decodeCNF(d *cursor.Draft, yield func(*nonogram.Puzzle, error) bool) {
	bare := bytes.Clone(d.Data)
	found := false
	for c := (cursor.Cursor{Data: bare}); !c.EOF(); c.SkipEOL() {
		hidden := c.Rest()
		if bytes.HasPrefix(hidden, []byte(cnfPuzzle)) {
			found, hidden = true, hidden[:len(cnfPuzzle)]
		}
		for i := range hidden {
			hidden[i] = ' '
		}
	}
	if !found {
		d.Begin(0)
		yield(nil, d.Fail(0, "found a formula without a puzzle in its comments, expected lines that begin with %q", cnfPuzzle))
		return
	}
	d.Data = bare
	if bytes.HasPrefix(bytes.TrimSpace(bare), []byte("{")) {
		decodeJSON(d, yield)
		return
	}
	nonFormat.decode(d, yield)
}

// maxCNFClauses bounds the formula: about 120 MB of text.
const maxCNFClauses = 6_000_000

func fitsCNF(p *nonogram.Puzzle) error {
	n, vars := int64(0), int64(models.NewFormula(p).CellVars())
	for _, ref := range p.Lines() {
		if p.Clue(ref).Missing() {
			continue
		}
		blocks, cells := int64(len(p.Clue(ref))), int64(p.Len(ref))
		slack := max(0, cells-int64(p.Clue(ref).MinLength()))
		vars += blocks * slack
		n += 2*blocks*slack + (2*blocks+1)*min(cells, 2*slack+1)
	}
	if n > maxCNFClauses || vars > math.MaxInt32 {
		return fmt.Errorf("its formula has about %d clauses, the limit is %d", n, maxCNFClauses)
	}
	return nil
}

func encodeCNF(w io.Writer, puzzles []*nonogram.Puzzle) error {
	p := puzzles[0]
	f := models.NewFormula(p)
	b := bufio.NewWriter(w)
	writeCNFComments(b, p, f)
	count := 0
	for range f.Clauses() {
		count++
	}
	fmt.Fprintf(b, "p cnf %d %d\n", f.Vars(), count)
	var text []byte
	for clause := range f.Clauses() {
		text = text[:0]
		for _, literal := range clause {
			text = append(strconv.AppendInt(text, int64(literal), 10), ' ')
		}
		text = append(text, "0\n"...)
		if _, err := b.Write(text); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writeCNFComments writes the puzzle and the meaning of the variables.
func writeCNFComments(w io.Writer, p *nonogram.Puzzle, f *models.Formula) {
	text := object.Append(nil, p, p.ID, true)
	if nonFormat.accepts(p) == nil {
		text = appendNextNon(nil, 0, p)
	}
	for text := range bytes.Lines(text) {
		fmt.Fprintf(w, "%s%s", cnfPuzzle, text)
	}
	if p.Colored() {
		fmt.Fprintf(w, "c cells 1 to %d: cell (row - 1) * %d + column has color c, variable (cell - 1) * %d + c + 1; 0 is the background\n",
			f.CellVars(), p.Width(), len(p.Palette))
	} else {
		fmt.Fprintf(w, "c cells 1 to %d: cell (row - 1) * %d + column is filled\n", f.CellVars(), p.Width())
	}
	for v := range f.Blocks() {
		name := v.Line.String()
		if p.Shape == nil {
			name = fmt.Sprintf("%c%d", name[0], v.Line.Index+1)
		}
		fmt.Fprintf(w, "c %s block %d, variables %d to %d: starts at cell %d to %d or later\n",
			name, v.Block+1, v.First, v.Last, v.From+1, v.To+1)
	}
}
