package teach

import (
	"context"

	"nonogram"
)

// Reasons returns the cheapest technique that decides each cell of a position, looking at
// one line at a time. Cells that no single line decides are left out.
func Reasons(p *nonogram.Puzzle, from *nonogram.Grid) (map[nonogram.Cell]Technique, error) {
	b, drawn, err := position(p, from)
	if err != nil || b == nil {
		return nil, err
	}
	w := newPath(context.Background(), b)
	reasons := map[nonogram.Cell]Technique{}
	for _, f := range b.sharedFindings(drawn) {
		for _, c := range f.eliminated {
			reasons[b.place(int(c.cell))] = SharedColors
		}
	}
	for i := range w.lines {
		gains := false // only then a line is asked
		if !b.solve(i, func(candidate) { gains = true }) || !gains {
			continue
		}
		w.look.load(b, i)
		for t := EmptyLine; t <= LineLogic; t++ {
			for _, f := range w.ask(t) {
				decided, _ := b.divide(append([]candidate(nil), f.eliminated...))
				for _, c := range decided {
					cell := b.place(int(c.cell))
					if known, ok := reasons[cell]; !ok || t < known {
						reasons[cell] = t
					}
				}
			}
		}
	}
	return reasons, nil
}
