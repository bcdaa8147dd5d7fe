// Package teach solves nonograms with the techniques that people use and explains each step.
//
// [Explain] gives the path from a position to the solution in steps, each with
// the technique it uses, the line and the blocks it looks at, the cells that
// follow, and a sentence that a person understands:
//
//	Row 4: the 7 in a row of 10 covers cells 4 to 7 wherever it goes.
//
// [Hint] gives the first of these steps from a position that a player has
// reached, after making sure that nothing in it is wrong, in four degrees of
// candour. [Rate] says how difficult the path is.
//
// The three share one engine. In every position each line is asked for its
// cheapest technique, and the cheapest of all is used; [Techniques] lists them
// in that order, docs/techniques.md reasons it. All techniques are sound by
// themselves: what they mark holds in every solution. The last ones suppose
// something and refute it, so that a puzzle with one solution is always explained
// to the end.
//
// Two questions need a search: the remaining cells where nested suppositions do not
// help, and the cells in which several solutions differ. For these the caller passes a
// [nonogram.Solver].
package teach
