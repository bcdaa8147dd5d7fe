package study

import (
	"strconv"
	"strings"
)

// claim is a conclusion of a source: the document and its section, the claim, the section of the
// page that shows it, the parts that decide it (see evidence.go), and a note for the reader.
// Parts are counts, so that every machine gives the same verdicts. A claim without parts is
// about a time or a program that the study does not run.
type claim struct {
	source, section, says string
	at                    string
	note                  string
	parts                 []part
}

// finding is the verdict on a claim with its evidence.
type finding struct {
	Verdict verdict
	Found   string
}

// notMeasured is the finding of a study that was interrupted before its end.
var notMeasured = finding{undecided, "Not measured in this run."}

// decided applies the rule to a claim.
func (c *claim) decided(d *measurements) finding {
	if len(d.Counts) < countRuns(&d.Settings) {
		return notMeasured
	}
	var verdicts []verdict
	var text []string
	for i := range c.parts {
		e := c.parts[i].evidence(d)
		verdicts = append(verdicts, c.parts[i].decide(e))
		text = append(text, c.parts[i].write(e))
	}
	if c.note != "" {
		text = append(text, c.note)
	}
	return finding{combined(verdicts), strings.Join(text, " ")}
}

// The notes of claims that the study does not decide.
const (
	notRun     = "The study does not run 10×10 that long; the table of times has its limits."
	ownProgram = "Depends on the program: this one keeps one board."
)

var claims = []claim{
	{liao, "IV", "Of the brute-force methods, rule cutting and Wiki techniques together are fastest.", "growth", "", []part{
		looksRatio("brute", 5, "bruteforce", "bruteforce_rulecut_wiki"),
		looksRatio("brute", 5, "bruteforce_rulecut", "bruteforce_rulecut_wiki"),
		looksRatio("brute", 5, "bruteforce_wiki", "bruteforce_rulecut_wiki"),
	}},
	{liao, "IV", "Skipping fixed cells makes brute force faster.", "fixing", "", []part{looksRatio("brute", 5, "bruteforce", "bruteforce_wiki")}},
	{liao, "V", "Depth first over the possibilities of rows avoids many impossible searches of brute force.", "growth", "", []part{looksRatio("brute", 5, "bruteforce", "liao:dfs")}},
	{liao, "V", "State space cutting is faster than rule cutting, in theory.", "cutting", "", []part{
		nodesRatio("depth", 7, "dfs_rulecut", "dfs_possiblecut"),
		looksRatio("depth", 7, "dfs_rulecut", "dfs_possiblecut"),
	}},
	{liao, "V", "Rule cutting and state space cutting are not useful in depth first; they make it slower.", "cutting", "His program is slow, not the idea.", []part{
		looksRatio("depth", 7, "dfs_rulecut", "liao:dfs"),
		looksRatio("depth", 7, "dfs_possiblecut", "liao:dfs"),
	}},
	{liao, "V", "Depth first with rule cutting is even slower than brute force with rule cutting.", "cutting", "His text against his program (`:liao`), whose times are 1.28 s and 0.39 s.", []part{
		looksRatio("depth", 7, "dfs_rulecut", "bruteforce_rulecut"),
		looksRatio("cutting", 5, "dfs_rulecut:liao", "bruteforce_rulecut:liao"),
	}},
	{liao, "V", "Wikipedia techniques are useful in depth first, which is fastest with them.", "fixing", "", []part{
		looksRatio("depth", 7, "liao:dfs", "dfs_wiki"),
		looksRatio("depth", 7, "dfs_possiblecut_wiki", "dfs_wiki"),
	}},
	{liao, "VI", "Without a guess, intersection solves a puzzle in polynomial time.", "guessing", "", []part{
		most.on("open", 0, "lines of "+greedyGuess, "2n³ of "+greedyGuess).only("unguessed of " + greedyGuess),
		bend.on("open", 0, "log₂ side", "log₂ possibilities a line of "+greedyGuess).below(0).
			of("the possibilities of a line as a power of the side: the exponent of larger boards less that of smaller ones, which a polynomial leaves unchanged"),
	}},
	{liao, "VI", "Intersection usually stops with open cells because there are several solutions.", "solutions", "", []part{
		less.on("mixed", 0, "1", "least solutions of "+eliminate).only("stalled of " + eliminate).of("boards with several solutions among those that stall"),
		excess.on("mixed", 0, "1", "least solutions of "+eliminate).only("stalled of " + eliminate).above(0).of("their share, less the share among all boards"),
	}},
	{liao, "VI", "The greedy guess improves the longest and the mean time very much; the shortest are near each other.", "guessing", "Runs that met their bound count with the nodes they had.", []part{
		means.on("guesses", 15, "least nodes of "+randomGuess, "nodes of "+greedyGuess).above(1),
		tails.on("guesses", 15, "least nodes of "+randomGuess, "nodes of "+greedyGuess).above(1),
	}},
	{liao, "VII", "Intersection is fastest, followed by depth first; brute force is last.", "growth", "His text, then his program (`:liao`), which gives his order.", []part{
		looksRatio("depth", 7, "dfs_wiki", greedyGuess),
		looksRatio("depth", 7, "bruteforce_rulecut_wiki", "dfs_wiki"),
		looksRatio("depth", 7, "dfs_wiki:liao", greedyGuess+":liao"),
		looksRatio("depth", 7, "bruteforce_rulecut_wiki:liao", "dfs_wiki:liao"),
	}},
	{liao, "VII", "Even at 25×25 intersection solves the question within 20 minutes.", "engine", "The study does not run 20 minutes a board; docs/lab.md has the record of a longer run.", nil},
	{liao, "VIII", "Brute force takes O(2^{n·n}).", "boards", "", []part{slope.on("brute", 0, "cells", "log₂ nodes of bruteforce").within(0.8, 1.2)}},
	{liao, "VIII", "With *k* cells fixed, brute force takes O(2^{n·n−k}).", "boards", "", []part{slope.on("brute", 0, "free cells of bruteforce_wiki", "log₂ nodes of bruteforce_wiki").within(0.8, 1.2)}},
	{liao, "VIII", "A row with *m* spaces in *k* groups has H = C(*k* + *m* − 1, *m*) possibilities.", "boards", "", []part{
		equal.on("rows", 0, "log₂ boards by H", "log₂ boards").of("product of H over the rows, with all spaces as in the text, equal to the boards that the rows allow"),
		equal.on("rows", 0, "log₂ boards by H without separators", "log₂ boards").of("the same if *m* excludes the spaces that separate blocks"),
	}},
	{liao, "VIII", "Depth first takes *n*·H, brute force 2^{n·n}: one grows exponentially, the other double exponentially.", "boards", "A search that checks full boards is exponential in *n*², as brute force is.", []part{
		slope.on("growth", 0, "side", "log₂ nodes over n·H of liao:dfs").below(0).of("doublings of the rows placed over *n*·H, for a cell of the side"),
	}},
	{liao, "VIII", "Without a guess, intersection takes O(2*n*³*t*), with *t* possibilities a line.", "guessing", "", []part{
		most.on("open", 0, "lines of "+greedyGuess, "2n³ of "+greedyGuess).only("unguessed of " + greedyGuess),
	}},
	{liao, "VIII", "The average *t* is much smaller than H, since possibilities are removed.", "guessing", "", []part{
		mean.on("guesses", 15, "left of "+greedyGuess, "1").below(0.5).of("share of the possibilities left at a look, up to the first dead end"),
	}},
	{liao, "VIII", "With *g* guesses, intersection takes O((2*n*³*t*)^{g}).", "guessing", "Guesses one after another do not multiply.", []part{
		most.on("guesses", 15, "work, log₁₀ of "+greedyGuess, "(2n³t)^g, log₁₀ of "+greedyGuess).only("guessed of " + greedyGuess).of("boards within the bound"),
		slope.on("guesses", 15, "(2n³t)^g, log₁₀ of "+greedyGuess, "work, log₁₀ of "+greedyGuess).only("guessed of "+greedyGuess).within(0.8, 1.2).of("the exponent fitted, where the formula has 1"),
	}},
	{liao, "VIII", "The space of brute force is O(*n*⁴), a copy of the board at every step.", "boards", ownProgram, nil},
	{liao, "VIII", "The state space of depth first is O(*n*H), less than O(*n*2^{n}*n*^{n}).", "boards", "", []part{
		equal.on("growth", 0, "listed of liao:dfs", "rows of liao:dfs").of("boards on which the possibilities stored are those of the rows"),
		less.on("rows", 0, "log₂ rows", "log₂ n(2n)ⁿ").of("boards whose rows have fewer possibilities than the bound"),
	}},
	{liao, "VIII", "The current board of depth first takes O(*n*³), one copy at every step.", "boards", ownProgram, nil},
	{liao, "VIII", "The state space of intersection is O(2*n*H) without a guess, O(2*gn*H) with *g* guesses, and its board O(*gn*²).", "boards", "This program keeps one set of lists and one board, with a record of changes, for any number of guesses.", []part{
		equal.on("open", 0, "listed of "+greedyGuess, "possibilities of "+greedyGuess).of("boards on which the possibilities stored are those of all lines"),
	}},
	{liao, "VIII", "Brute force saves the most space, followed by depth first; intersection is last.", "boards", "", []part{
		less.on("depth", 7, "listed of bruteforce_rulecut", "listed of liao:dfs").of("boards on which brute force stores fewer possibilities than depth first"),
		less.on("depth", 7, "listed of liao:dfs", "listed of "+greedyGuess).of("depth first fewer than intersection"),
	}},
	{liao, "VIII", "The more the state space is pruned, the faster the algorithm.", "heuristics", "", []part{
		looksRatio("cutoff", 7, "row_dfs", "row_dfs_cutoff"),
		looksRatio("pruning", 6, "table_dfs:none", "table_dfs:columns"),
		looksRatio("depth", 7, "liao:dfs", "dfs_possiblecut"),
	}},
	{liao, "VIII", "The better the next step is chosen, the faster the algorithm.", "guessing", "Boards with equal nodes are left out.", []part{
		less.on("guesses", 15, "nodes of "+greedyGuess, "nodes of "+randomGuess).only("differing"),
	}},
	{liao, "VIII", "Larger puzzles take more time.", "size", "", []part{rank.on("reach", 0, "side", "least nodes of row_dfs_cutoff").above(0)}},
	{liao, "VIII", "More solutions make a puzzle more difficult; with a single one, determined cells are easily found.", "solutions", "", []part{
		rank.on("solutions", 0, "solutions of "+greedyGuess, "nodes of "+greedyGuess).above(0),
		rank.on("solutions", 0, "solutions of dfs_possiblecut", "nodes of dfs_possiblecut").above(0),
	}},
	{liao, "VIII", "If boxes are very many or very few a puzzle is easy; it is difficult where boxes and spaces are about equally many.", "density", "", append(peaks(0.15, 0.85), peaks(0.45, 0.55)...)},
	{wang, "2-1", "Breadth first and depth first walk through the same tree: rows 1, 2, 1 of three cells have 18 boards.", "breadth", "", []part{
		equal.on("wang all", 0, "boards of table_bfs:none", "18"), equal.on("wang all", 0, "boards of table_dfs:none", "18"),
	}},
	{wang, "2-2", "Depth first is better than breadth first in by far most cases.", "breadth", "", []part{less.on("trees", 8, "nodes of table_dfs", "nodes of table_bfs").above(0.75)}},
	{wang, "2-2", "The nearer to the front of the last level the solution is, the wider the gap between the two.", "breadth", "", []part{
		rank.on("trees", 8, "tree seen of table_dfs", "gap").below(0).of("rank correlation of the share of the tree seen and the ratio of nodes"),
	}},
	{wang, "3-1, 3-2", "A table of the states of every clue saves computing them again and again.", "boards", "Even before a search looks a second time.", []part{
		mean.on("rows", 0, "repeated clues", "1").above(0).of("share of the lines whose clue another line has"),
	}},
	{wang, "3-3", "Pruning matters very much; without it the effort grows exponentially.", "pruning", "", []part{
		nodesRatio("pruning", 6, "table_dfs:none", "table_dfs:columns"),
		slope.on("pruning", 0, "side", "log₂ nodes of table_dfs:none").above(1).of("doublings of the nodes without pruning, for a row more"),
	}},
	{wang, "3-4", "Early exit saves about two thirds of the time, in a proportion that does not depend on the size.", "pruning", "", []part{
		mean.on("early", 5, "look-ups left", "1").within(0.23, 0.43).of("columns looked up with early exit at 5×5, as a share of those without, over equal nodes"),
		mean.on("early", 10, "look-ups left", "1").within(0.23, 0.43).of("at 10×10"),
		mean.on("early", 15, "look-ups left", "1").within(0.23, 0.43).of("at 15×15"),
		rank.on("early", 0, "side", "look-ups left").within(-0.3, 0.3).of("rank correlation of that share and the side"),
	}},
	{peng, "BFS", "Moving blocks breadth first finds the solution of the fewest moves.", "example", "", []part{
		most.on("stored", 0, "moves of shift_bfs", "fewest of shift_bfs").above(0.5).of("boards on which no solution has fewer moves, of all that there are"),
	}},
	{peng, "BFS", "One block in each row: (*n* − 1)^{n} boards; two blocks: C(*n* − 1, 2)^{n}.", "lines", "One block has *n* places, not *n* − 1.", []part{
		equal.on("lines counted", 0, "arrangements", "Peng’s formula").only("one").of("one block, lines of 5 to 20 cells"),
		equal.on("lines counted", 0, "arrangements", "Peng’s formula").only("two").of("two blocks"),
	}},
	{peng, "BFS", "Three blocks in each row: O(1).", "lines", "", []part{
		equal.on("lines counted", 5, "arrangements", "1").only("three").of("one arrangement in 5 cells"),
		equal.on("lines counted", 20, "arrangements", "1").only("three").of("one in 20 cells"),
	}},
	{peng, "BFS", "There are most possibilities when the number of blocks is in the middle.", "lines", "", []part{
		ordered.on("lines counted", 0, "1", "blocks with most").of("lines of 5 to 20 cells on which more than one block has most arrangements"),
		ordered.on("lines counted", 0, "blocks with most", "blocks that fit").of("and fewer than fit"),
	}},
	{peng, "BFS", "The space of breadth first is O(*n*^{n}) at worst.", "boards", "A row with room for two blocks has more than *n* possibilities.", []part{
		most.on("rows", 0, "log₂ boards", "nⁿ, log₂").of("boards whose rows allow at most *n*^{n} boards"),
	}},
	{peng, "BFS", "Breadth first solves 5×5 at once; 10×10 takes very long.", "growth", notRun, nil},
	{peng, "DFS", "The example has 45 boards, out of 13 stored rows.", "example", "", []part{
		equal.on("peng all", 0, "boards of row_dfs", "45"), equal.on("peng all", 0, "listed of row_dfs", "13"),
	}},
	{peng, "DFS", "In general depth first takes O(*n*^{n}).", "boards", "", []part{
		most.on("rows", 0, "log₂ boards", "nⁿ, log₂").of("boards whose rows allow at most *n*^{n} boards"),
	}},
	{peng, "DFS", "Depth first solves 5×5 at once; 10×10 takes more than half an hour.", "growth", notRun, nil},
	{peng, "DFS", "In general depth first stores O(*n*²).", "boards", "", []part{
		rank.on("rows", 0, "side", "rows over n²").below(0).of("rank correlation of the side and the stored rows over *n*²"),
	}},
	{peng, "DFS + Cut-off", "Cutting off as soon as a column fails makes the search much faster.", "pruning", "", []part{nodesRatio("cutoff", 7, "row_dfs", "row_dfs_cutoff")}},
	{peng, "DFS + Cut-off", "The fault usually shows after two or three rows.", "example", "", []part{
		mean.on("reach", 10, "least wrong rows refuted soon of row_dfs_cutoff", "1").of("share of the wrong rows of a board of 10×10 that are refuted within three steps, the wrong row being the first"),
	}},
	{peng, "DFS + Cut-off", "With cut-off 5×5 is solved at once and 10×10 within seconds; 15×15 takes longer.", "growth", "50,000 dead ends take less than a second.", []part{
		less.on("reach", 5, "0", "ended of row_dfs_cutoff").of("boards of 5×5 solved within 50,000 dead ends"),
		less.on("reach", 10, "0", "ended of row_dfs_cutoff").of("of 10×10"),
		rank.on("reach", 0, "side", "least nodes of row_dfs_cutoff").above(0),
	}},
	{peng, "Conclusion", "Depth first needs far less memory than breadth first.", "example", "", []part{
		ratio.on("stored", 5, "queue of shift_bfs", "listed of row_dfs").above(1).of("longest queue of `shift_bfs` over the rows that `row_dfs` stores at 5×5, geometric mean"),
	}},
	{peng, "Conclusion", "Putting in certain cells first would make it faster still.", "fixing", "", []part{nodesRatio("depth", 7, "liao:dfs", "dfs_wiki")}},
	{rPkg, "README", "Random boards are rarely useful beyond very small nonograms.", "growth", "", []part{
		less.on("random", 3, "0", "solved of "+drawMany).of("boards of 3×3 solved within 20,000 draws"),
		less.on("random", 7, "0", "solved of "+drawMany).below(0.5).of("of 7×7"),
	}},
	{rPkg, "README", "With the right proportion of boxes there are fewer boards than 2^{n·m}, but soon far too many.", "boards", "", []part{
		less.on("rows", 0, "log₂ boards with as many boxes", "cells").of("boards with fewer fillings of the right number of boxes than of any"),
		slope.on("rows", 0, "cells", "log₂ boards with as many boxes").above(0.5).of("doublings of these fillings, for a cell more"),
	}},
	{rPkg, "README", "Permutation elimination does not scale beyond 30×30, since it needs all permutations up front.", "lines", "A line of 30 cells has 2^{30} permutations; at a byte for a cell they take 30 GB.", []part{
		ordered.on("", 0, strconv.FormatInt(budget.Memory, 10), "32212254720").of("more bytes than a run of this study may take"),
	}},
	{rPkg, "README", "For several puzzles of a size it is more efficient to make the permutations once.", "growth", "32,768 lines are made for ten puzzles of 15×15 instead of 327,680.", []part{
		ordered.on("", 0, "32768", "327680").of("fewer lines to make"),
	}},
	{rPkg, "README", "Its algorithms are not the most efficient ones.", "engine", "", []part{
		less.on("permutations", 0, "0", "solved of "+eliminate).only("solved of engine").below(0.9).of("boards that `perm_elim` solves, of those that the engine solves"),
	}},
}

// peaks puts the hardest density of three methods into a range.
func peaks(from, to float64) []part {
	var list []part
	for _, m := range densityMethods {
		list = append(list, peak.on("density", 0, "least nodes of "+m, "1").within(from, to).of("hardest share of filled cells for `"+m+"`"))
	}
	return list
}
