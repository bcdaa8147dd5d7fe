package study

// Everything that the sources claim, with document and section. The sections of the
// page say what became of each; what none of them mentions was not measured.

// statement is a claim of a source.
type statement struct{ source, section, says string }

// Statement is one for those who list them.
type Statement struct{ Source, Section, Says string }

// Statements lists all claims of the sources, in the markup of the page.
func Statements() []Statement {
	list := make([]Statement, len(statements))
	for i, s := range statements {
		list[i] = Statement{s.source, s.section, s.says}
	}
	return list
}

var statements = []statement{
	{liao, "IV", "Of the brute-force methods, rule cutting and Wiki techniques together are fastest."},
	{liao, "IV", "Skipping fixed cells makes brute force faster."},
	{liao, "V", "Depth first over the possibilities of rows avoids many impossible searches of brute force."},
	{liao, "V", "State space cutting is faster than rule cutting, in theory."},
	{liao, "V", "Rule cutting and state space cutting are not useful in depth first; they make it slower."},
	{liao, "V", "Wikipedia techniques are useful in depth first, which is fastest with them."},
	{liao, "VI", "Without a guess, intersection solves a puzzle in polynomial time."},
	{liao, "VI", "Intersection usually stops with open cells because there are several solutions."},
	{liao, "VI", "The greedy guess improves the longest and the mean time very much; the shortest are near each other."},
	{liao, "VII", "Intersection is fastest, followed by depth first; brute force is last."},
	{liao, "VII", "Even at 25×25 intersection solves the question within 20 minutes."},
	{liao, "VIII", "Brute force takes O(2^{n·n})."},
	{liao, "VIII", "With *k* cells fixed, brute force takes O(2^{n·n−k})."},
	{liao, "VIII", "A row with *m* spaces in *k* groups has H = C(*k* + *m* − 1, *m*) possibilities."},
	{liao, "VIII", "Depth first takes *n*·H, brute force 2^{n·n}: one grows exponentially, the other double exponentially."},
	{liao, "VIII", "Without a guess, intersection takes O(2*n*³*t*), with *t* possibilities a line."},
	{liao, "VIII", "The average *t* is much smaller than H, since possibilities are removed."},
	{liao, "VIII", "With *g* guesses, intersection takes O((2*n*³*t*)^{g})."},
	{liao, "VIII", "The space of brute force is O(*n*⁴), a copy of the board at every step."},
	{liao, "VIII", "Brute force saves the most space, followed by depth first; intersection is last."},
	{liao, "VIII", "The more the state space is pruned, the faster the algorithm."},
	{liao, "VIII", "The better the next step is chosen, the faster the algorithm."},
	{liao, "VIII", "Larger puzzles take more time."},
	{liao, "VIII", "More solutions make a puzzle more difficult; with a single one, determined cells are easily found."},
	{liao, "VIII", "If boxes are very many or very few a puzzle is easy; it is difficult where boxes and spaces are about equally many."},
	{wang, "2-1", "Breadth first and depth first walk through the same tree: rows 1, 2, 1 of three cells have 18 boards."},
	{wang, "2-2", "Depth first is better than breadth first in by far most cases."},
	{wang, "2-2", "The nearer to the front of the last level the solution is, the wider the gap between the two."},
	{wang, "3-1, 3-2", "A table of the states of every clue saves computing them again and again."},
	{wang, "3-3", "Pruning matters very much; without it the effort grows exponentially."},
	{wang, "3-4", "Early exit saves about two thirds of the time, in a proportion that does not depend on the size."},
	{peng, "BFS", "Moving blocks breadth first finds the solution of the fewest moves."},
	{peng, "BFS", "One block in each row: (*n* − 1)^{n} boards; two blocks: C(*n* − 1, 2)^{n}."},
	{peng, "BFS", "Three blocks in each row: O(1)."},
	{peng, "BFS", "There are most possibilities when the number of blocks is in the middle."},
	{peng, "BFS", "The space of breadth first is O(*n*^{n}) at worst."},
	{peng, "BFS", "Breadth first solves 5×5 at once; 10×10 takes very long."},
	{peng, "DFS", "The example has 45 boards, out of 13 stored rows."},
	{peng, "DFS", "In general depth first takes O(*n*^{n})."},
	{peng, "DFS", "Depth first solves 5×5 at once; 10×10 takes more than half an hour."},
	{peng, "DFS", "In general depth first stores O(*n*²)."},
	{peng, "DFS + Cut-off", "Cutting off as soon as a column fails makes the search much faster."},
	{peng, "DFS + Cut-off", "The fault usually shows after two or three rows."},
	{peng, "DFS + Cut-off", "With cut-off 5×5 is solved at once and 10×10 within seconds; 15×15 takes longer."},
	{peng, "Conclusion", "Depth first needs far less memory than breadth first."},
	{peng, "Conclusion", "Putting in certain cells first would make it faster still."},
	{rPkg, "README", "Random boards are rarely useful beyond very small nonograms."},
	{rPkg, "README", "With the right proportion of boxes there are fewer boards than 2^{n·m}, but soon far too many."},
	{rPkg, "README", "Permutation elimination does not scale beyond 30×30, since it needs all permutations up front."},
	{rPkg, "README", "For several puzzles of a size it is more efficient to make the permutations once."},
	{rPkg, "README", "Its algorithms are not the most efficient ones."},
}
