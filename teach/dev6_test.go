package teach

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nonogram"
	"nonogram/solve"
)

func TestDevDepth(t *testing.T) {
	rows := strings.Fields(`###.#......
.....##....
#.....##.#.
#.#..#.##..
..#.#.##...
##.##...#.#
##.#.#..##.
.....#..#..
.###....##.
...#.....##
..#...#....`)
	g := nonogram.NewGrid(len(rows[0]), len(rows))
	for y, r := range rows {
		for x, c := range r {
			g.Set(y, x, nonogram.Empty)
			if c == '#' {
				g.Set(y, x, nonogram.Black)
			}
		}
	}
	p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
	b := newBoard(p)
	w := newPath(context.Background(), b)
	w.solver = solve.Solve
	for {
		w.refresh()
		if b.open == 0 {
			break
		}
		f := w.cheapest()
		if len(f) == 0 {
			f = w.supposition()
		}
		if f[0].technique == Cases {
			fmt.Println("cases", len(f), "open", b.open)
			fmt.Print(b.grid())
			for _, cell := range w.openCells() {
				for s := b.set(int(cell)); s != 0; s &= s - 1 {
					c := candidate{cell, uint8(lowest(s))}
					if w.certain(c) {
						continue
					}
					ch := w.refuteInside(c)
					tr := w.trial
					tr.suppose(c)
					o := tr.run(noLimit)
					fmt.Println(b.place(int(cell)), c.color, "depth", ch.Depth, "cases", ch.Cases, "trial rounds", o.rounds, "open after", b.open, o.broken)
					tr.undo(0)
				}
			}
		}
		w.take(f)
	}
}
