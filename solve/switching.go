package solve

import (
	"slices"

	"nonogram"
)

// Second solutions by a switching component: two lines exchange the colors of some cells, and
// every clue still holds. In most components these are two cells, the corners of a rectangle;
// in n-dom with red cells four are needed. Most boards of noise with several solutions have a
// component, and finding it is much cheaper than a search.
//
//	. #      # .
//	# .  ⇄   . #
//
// Within a line across, a block moves by one cell, or a block of one cell moves within the gaps
// beside it. Cells that jump over others are left to the search.
//
// Cost: 45 µs on a 25×25 board; of 500 tournament boards 493 have a component, 487 a rectangle.
// A drawing whose cells are nearly all fixed costs a few microseconds.

// maxSwitchPaths bounds the choices followed at a time, maxSwitchSteps their steps in all.
const maxSwitchPaths, maxSwitchSteps = 16, 1 << 20

// lineSwitch exchanges the colors of two cells of a line, from < to.
type lineSwitch struct{ from, to int }

// switchable is a line of a solution. Its runs are the cells of its blocks, with one empty cell
// between blocks of the same color; at is the number of them before each cell.
type switchable struct {
	cells, runs []nonogram.Color
	at          []int
}

// switchPath is a choice of switches up to some cell, and its positions in the runs of two lines.
type switchPath struct {
	a, b   int
	chosen int // 1 + index of the last switch among all that were tried, or 0
}

// triedSwitch is a switch at cell k of two lines, after another one.
type triedSwitch struct{ k, before int }

// switchChooser has the memory of [switchChooser.choose], and how many steps are left.
type switchChooser struct {
	paths, next []switchPath
	tried       []triedSwitch
	steps       int
}

// switchedSolution is the function of that name for the first solution, which is on the board.
func (s *core) switchedSolution(p *nonogram.Puzzle, g *nonogram.Grid) *nonogram.Grid {
	return switchedSolution(p, g, func(cell int) bool {
		return s.vars[s.valueLit(cell, int(g.Cells[cell]))>>1].level == 0
	})
}

// switchedSolution returns another solution that differs by one switching component, or nil.
// Cells that are fixed have the same color in all solutions and are left alone, which saves
// most of the work on drawings.
func switchedSolution(p *nonogram.Puzzle, g *nonogram.Grid, fixed func(cell int) bool) *nonogram.Grid {
	lines := [2][]switchable{make([]switchable, g.Height), make([]switchable, g.Width)}
	for axis := range lines {
		cells := make([]nonogram.Color, len(g.Cells))
		for i := range lines[axis] {
			lines[axis][i].cells = g.Line(nonogram.LineRef{Axis: nonogram.Axis(axis), Index: i}, cells)
			cells = cells[len(lines[axis][i].cells):]
		}
	}
	other := switchedLines(p, g, lines[0], lines[1], g.Width, 1, fixed)
	if other == nil {
		other = switchedLines(p, g, lines[1], lines[0], 1, g.Width, fixed)
	}
	return other
}

// switchedLines exchanges cells of two lines where the lines across allow it. The cells of a
// line are step apart, lines apart.
func switchedLines(p *nonogram.Puzzle, g *nonogram.Grid, across, lines []switchable, step, apart int, fixed func(cell int) bool) *nonogram.Grid {
	var moves []lineSwitch
	n, chooser := len(across), switchChooser{steps: maxSwitchSteps}
	switches := make([]int, 0, 16*n) // by pair of lines, then by cell
	for k := range across {
		moves = lineSwitches(across[k].cells, moves[:0])
		for _, m := range moves {
			if !fixed(k*step+m.from*apart) && !fixed(k*step+m.to*apart) {
				switches = append(switches, (m.from*len(lines)+m.to)*n+k)
			}
		}
	}
	slices.Sort(switches)
	switches = slices.Compact(switches)
	for end := 0; len(switches) > 0 && chooser.steps > 0; switches = switches[end:] {
		pair := switches[0] / n
		for end = 1; end < len(switches) && switches[end]/n == pair; {
			end++
		}
		from, to := pair/len(lines), pair%len(lines)
		chosen := chooser.choose(&lines[from], &lines[to], switches[:end])
		if chosen == nil {
			continue
		}
		other := g.Clone()
		for _, k := range chosen {
			i, j := k*step+from*apart, k*step+to*apart
			other.Cells[i], other.Cells[j] = g.Cells[j], g.Cells[i]
		}
		if nonogram.Check(p, other) == nil {
			return other
		}
	}
	return nil
}

// choose chooses some of the cells at which two lines can exchange colors, so that both
// clues hold; nil if there is no choice. It follows all choices from cell to cell, as one if
// their positions are the same, until one is at the positions of the solution again. Switches
// stand for cells modulo the length.
func (c *switchChooser) choose(a, b *switchable, switches []int) []int {
	if len(switches) == 1 {
		return nil
	}
	a.findRuns()
	b.findRuns()
	c.paths, c.tried = c.paths[:0], c.tried[:0]
	n := len(a.cells)
	for k := switches[0] % n; k < n && len(c.paths)+len(switches) > 0; k++ {
		if len(c.paths) == 0 {
			k = switches[0] % n
		}
		c.steps -= len(c.paths) + 1
		tries := 1
		if len(switches) > 0 && switches[0]%n == k {
			switches, tries = switches[1:], 2
		}
		c.next = c.next[:0]
		for _, p := range append(c.paths, switchPath{a.at[k], b.at[k], 0}) {
			q, x, y := p, a.cells[k], b.cells[k]
			for try := range tries {
				if try == 1 {
					c.tried = append(c.tried, triedSwitch{k, p.chosen})
					x, y, q.chosen = y, x, len(c.tried)
				}
				q.a, q.b = a.after(p.a, x), b.after(p.b, y)
				switch {
				case q.a < 0 || q.b < 0 || q.chosen == 0:
				case q.a == a.at[k+1] && q.b == b.at[k+1]:
					return chosenCells(c.tried, q.chosen)
				case len(c.next) < maxSwitchPaths && !slices.ContainsFunc(c.next, func(o switchPath) bool { return o.a == q.a && o.b == q.b }):
					c.next = append(c.next, q)
				}
			}
		}
		c.paths, c.next = c.next, c.paths
	}
	return nil
}

// chosenCells returns the cells of a path.
func chosenCells(tried []triedSwitch, last int) (cells []int) {
	for ; last > 0; last = tried[last-1].before {
		cells = append(cells, tried[last-1].k)
	}
	return cells
}

// findRuns sets runs and at, unless they are known.
func (l *switchable) findRuns() {
	if l.at != nil {
		return
	}
	last := nonogram.Empty
	l.runs = make([]nonogram.Color, 0, len(l.cells))
	for j, c := range l.cells {
		if c != nonogram.Empty {
			if c == last && l.cells[j-1] != c {
				l.runs = append(l.runs, nonogram.Empty)
			}
			l.runs = append(l.runs, c)
			last = c
		}
	}
	l.at = make([]int, len(l.cells)+1)
	for j, c := range l.cells {
		l.at[j+1] = l.after(l.at[j], c)
	}
}

// after returns the position in the runs after a cell of color c, or -1.
func (l *switchable) after(at int, c nonogram.Color) int {
	switch {
	case at < len(l.runs) && l.runs[at] == c:
		return at + 1
	case c != nonogram.Empty || at > 0 && at < len(l.runs) && l.runs[at] == l.runs[at-1]:
		return -1
	}
	return at
}

// lineSwitches lists the switches that preserve the clue of a line: a block moves into the
// empty cell beside it, or a block of one cell moves within the gap beside it, without
// touching its own color.
func lineSwitches(cells []nonogram.Color, moves []lineSwitch) []lineSwitch {
	n := len(cells)
	for i := 0; i < n; {
		start, color := i, cells[i]
		for i < n && cells[i] == color {
			i++
		}
		if color == nonogram.Empty {
			continue
		}
		for j := i; j < n && cells[j] == nonogram.Empty; j++ {
			if j+1 == n || cells[j+1] != color {
				moves = append(moves, lineSwitch{start, j})
			}
			if i-start > 1 {
				break
			}
		}
		for j := start - 1; j >= 0 && cells[j] == nonogram.Empty; j-- {
			if j == 0 || cells[j-1] != color {
				moves = append(moves, lineSwitch{j, i - 1})
			}
			if i-start > 1 {
				break
			}
		}
	}
	return moves
}
