// Package teach solves nonograms with the techniques that people use and explains each step.
//
// [Explain] gives the path from a position to the solution in steps, each with
// the technique it uses, the line and the blocks it looks at, the cells that
// follow, and a sentence that a person understands:
//
//	Row 4: the 7 in a row of 10 covers cells 4 to 7 wherever it goes.
//
// [Hint] checks the position of a player for mistakes and gives the first of these steps,
// as a tip of four grades. [Rate] returns the difficulty of the path.
//
// All three walk the same path: in every position they apply the cheapest technique that
// finds something. [Techniques] lists the techniques by cost, and docs/techniques.md gives
// the reasons. Techniques are sound: their marks hold in every solution. The last ones
// refute suppositions, so that a puzzle with one solution is explained to the end.
//
// The cost grows with what a puzzle needs. Over the pack, [Rate] takes 1 ms at the median, [Explain]
// 1.5 ms and [Hint] 0.2 ms; nested suppositions take some 0.4 s. Options.Work bounds it by the number
// of lines solved, and the context by time; both give the path so far.
//
// Two questions need a search: cells that nested suppositions do not decide, and the cells
// in which several solutions differ. For these the caller passes a [nonogram.Solver].
package teach
