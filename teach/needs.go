package teach

import (
	"context"
	"slices"

	"nonogram"
)

// Needs reports whether a technique together with all easier ones solves the puzzle while
// the easier ones alone do not, in any order. In black and white that is so if the technique
// is the hardest of the path. In color, a player who notes every color that a cell cannot
// have may do without it.
func Needs(ctx context.Context, p *nonogram.Puzzle, t Technique) (bool, error) {
	var techniques []Technique
	for u := range t {
		techniques = append(techniques, u)
	}
	without, err := openAfter(ctx, p, techniques, true)
	if err != nil || without == 0 {
		return false, err
	}
	with, err := openAfter(ctx, p, append(techniques, t), true)
	return with == 0, err
}

// openAfter is how many cells stay open when only the given techniques are used, in no
// order: every line is asked again and again until none of them finds anything. It has the
// techniques in common with a path, and nothing of how a path chooses among them. Without
// pencil the findings that decide no cell are left out.
func openAfter(ctx context.Context, p *nonogram.Puzzle, techniques []Technique, pencil bool) (int, error) {
	b, drawn, err := position(p, nil)
	if err != nil || b == nil {
		return 0, err
	}
	w := newPath(ctx, b)
	w.share(drawn)
	for w.askAll(techniques, pencil) {
	}
	return b.Open, nil
}

// askAll draws what the techniques find, and reports whether that was anything.
func (p *path) askAll(techniques []Technique, pencil bool) bool {
	found := false
	draw := func(findings []finding) {
		for i := range findings {
			if pencil || !findings[i].pencil {
				found = len(p.eliminate(&findings[i])) > 0 || found
			}
		}
	}
	for i := range p.lines {
		for _, t := range techniques {
			gains := false // only then a line is asked
			if p.b.solve(i, func(candidate) { gains = true }); gains && t.SingleLine() {
				p.look.load(p.b, i)
				draw(p.ask(t))
			}
		}
	}
	if !found && slices.Contains(techniques, EdgeContradiction) {
		draw(p.refutations(p.refute(p.edgeCells(), edgeRounds), EdgeContradiction))
	}
	if !found && slices.Contains(techniques, Contradiction) {
		draw(p.refutations(p.refute(p.openCells(), noLimit), Contradiction))
	}
	return found
}
