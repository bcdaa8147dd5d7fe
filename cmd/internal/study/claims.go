package study

import (
	"fmt"
	"math"
	"slices"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// The claims of the sources, one row each: the document and its section, the claim, the section
// of the page that shows it, the sample and the statistic that decide it, and the function that
// does. Claims are decided by counts, so that every machine gives the same verdicts. A claim
// about a size or a time that was not run is not decided.

// verdict is the result of testing a claim.
type verdict string

const (
	confirmed    verdict = "confirmed"
	contradicted verdict = "contradicted"
	inPart       verdict = "in part"
	undecided    verdict = "not decided"
)

// claim is a conclusion of a source.
type claim struct {
	source, section, says string
	at                    string // the section of the page
	sample, statistic     string // sample: the id of a sample, or a text
	decide                func(d *measurements) finding
}

// finding is the verdict on a claim with its evidence.
type finding struct {
	Verdict verdict
	Found   string
}

func found(v verdict, format string, args ...any) finding {
	return finding{v, fmt.Sprintf(format, args...)}
}

// fewBoards is the least number of boards for a verdict.
const fewBoards = 4

// notMeasured is the finding without data.
var notMeasured = finding{undecided, "Not measured in this run."}

// beyond decides by an interval: confirmed above the bound, contradicted below.
func beyond(low, high, bound float64) verdict {
	switch {
	case math.IsNaN(low):
		return undecided
	case low > bound:
		return confirmed
	case high < bound:
		return contradicted
	}
	return inPart
}

// ratioOf decides by the geometric mean of ratios, which has to be above 1.
func ratioOf(ratios []float64, text string) finding {
	if len(ratios) < fewBoards {
		return notMeasured
	}
	low, high := interval(ratios, stat.GeometricMean)
	return found(beyond(low, high, 1), "%s: %s on %s.", text, written(ratios, stat.GeometricMean, factor), plural.Of(len(ratios), "board", "boards"))
}

// fewer claims that one method needs fewer of something than another.
func fewer(sample string, side int, slow, fast, value string) func(*measurements) finding {
	return func(d *measurements) finding {
		return ratioOf(d.Counts.ratios(sample, side, slow, fast, value), fmt.Sprintf("`%s` against `%s` at %s", slow, fast, bench.SizeName(side, side)))
	}
}

// relation decides by a rank correlation, whose sign the claim gives.
func relation(xs, ys []float64, sign float64, text string) finding {
	c := correlate(xs, ys)
	if math.IsNaN(c.rho) {
		return notMeasured
	}
	low, high := c.low, c.high
	if sign < 0 {
		low, high = -c.high, -c.low
	}
	return found(beyond(low, high, 0), "%s: %s on %s.", text, c, plural.Of(len(xs), "board", "boards"))
}

// shareOf decides by a share of boards, whose Wilson interval has to be above a bound.
func shareOf(hits, of int, bound float64, text string) finding {
	if of < fewBoards {
		return notMeasured
	}
	low, high := stat.Wilson(hits, of)
	return found(beyond(low, high, bound), "%s: %d of %d%s.", text, hits, of, bracket(low, high, percent))
}

const (
	ratioNodes = "geometric mean of the ratio of nodes, bootstrap over boards"
	rank       = "rank correlation, bootstrap over boards"
	exact      = "exact count"
)

var claims = []claim{
	{liao, "IV", "Of the brute-force methods, rule cutting and Wiki techniques together are fastest.", "growth", "brute", "boards of 5×5 on which none of the other three has fewer nodes", func(d *measurements) finding {
		own := d.Counts.of("brute", "bruteforce_rulecut_wiki", 5)
		best := own.where(func(i int, o *observation) bool {
			return !slices.ContainsFunc([]string{"bruteforce", "bruteforce_rulecut", "bruteforce_wiki"}, func(m string) bool {
				return d.Counts.of("brute", m, 5)[i].Values["nodes"] < o.Values["nodes"]
			})
		})
		return shareOf(best, len(own), 0.5, "Fewest nodes")
	}},
	{liao, "IV", "Skipping fixed cells makes brute force faster.", "fixing", "brute", ratioNodes, fewer("brute", 5, "bruteforce", "bruteforce_wiki", "nodes")},
	{liao, "V", "Depth first over the possibilities of rows avoids many impossible searches of brute force.", "growth", "brute", ratioNodes, fewer("brute", 5, "bruteforce", "liao:dfs", "nodes")},
	{liao, "V", "State space cutting is faster than rule cutting, in theory.", "cutting", "depth", ratioNodes, fewer("depth", 7, "dfs_rulecut", "dfs_possiblecut", "nodes")},
	{liao, "V", "Rule cutting and state space cutting are not useful in depth first; they make it slower.", "cutting", "depth", ratioNodes, func(d *measurements) finding {
		rule := ratioOf(d.Counts.ratios("depth", 7, "dfs_rulecut", "liao:dfs", "nodes"), "Nodes with rule cutting against without")
		state := ratioOf(d.Counts.ratios("depth", 7, "dfs_possiblecut", "liao:dfs", "nodes"), "With state space cutting")
		return worse(rule, state, rule.Found+" "+state.Found+" His program is slow, not the idea.")
	}},
	{liao, "V", "Wikipedia techniques are useful in depth first, which is fastest with them.", "fixing", "depth", ratioNodes, func(d *measurements) finding {
		useful := ratioOf(d.Counts.ratios("depth", 7, "liao:dfs", "dfs_wiki", "nodes"), "`liao:dfs` against `dfs_wiki` at 7×7")
		best := ratioOf(d.Counts.ratios("depth", 7, "dfs_possiblecut_wiki", "dfs_wiki", "nodes"), "But `dfs_possiblecut_wiki` against `dfs_wiki`")
		return worse(useful, best, useful.Found+" "+best.Found)
	}},
	{liao, "VI", "Without a guess, intersection solves a puzzle in polynomial time.", "guessing", "lines", "growth of the possibilities of a line for a cell of the side, bootstrap over boards", func(d *measurements) finding {
		runs := d.unguessed()
		var sides, logs []float64
		for _, o := range runs {
			sides, logs = append(sides, float64(o.Side)), append(logs, math.Log(o.Values["listed"]/float64(2*o.Side)))
		}
		if len(runs) < fewBoards {
			return notMeasured
		}
		slope, low, high := slopeOf(sides, logs)
		return found(choose(math.Exp(low) > 1.05, inPart, confirmed), "The number of lines is polynomial (see below), but a line has %s%s times as many possibilities for every cell of the side.",
			factor(math.Exp(slope)), bracket(math.Exp(low), math.Exp(high), factor))
	}},
	{liao, "VI", "Intersection usually stops with open cells because there are several solutions.", "solutions", "mixed", "share of boards with several solutions among those that stall, against all boards", (*measurements).stalls},
	{liao, "VI", "The greedy guess improves the longest and the mean time very much; the shortest are near each other.", "guessing", "guesses", "ratio of the mean nodes, bootstrap over boards", (*measurements).guessGain},
	{liao, "VII", "Intersection is fastest, followed by depth first; brute force is last.", "growth", "depth", "nodes of his best three, sign on each board", func(d *measurements) finding {
		first := shareOf(d.wins("depth", 7, greedyGuess, "dfs_wiki"), 10, 0.5, "At 7×7 intersection has fewer nodes than depth first")
		last := shareOf(d.wins("depth", 7, "dfs_wiki", "bruteforce_rulecut_wiki"), 10, 0.5, "depth first fewer than brute force with rule cutting")
		return worse(first, last, first.Found+" But "+last.Found)
	}},
	{liao, "VII", "Even at 25×25 intersection solves the question within 20 minutes.", "engine", "10 boards of 25×25", "boards solved", func(*measurements) finding {
		return found(undecided, "The study does not run 20 minutes a board; docs/lab.md has the record of a longer run.")
	}},
	{liao, "VIII", "Brute force takes O(2^{n·n}).", "boards", "brute", "slope of log₂ of the nodes over *n*², three sizes, bootstrap over boards", slopeClaim("bruteforce")},
	{liao, "VIII", "With *k* cells fixed, brute force takes O(2^{n·n−k}).", "boards", "brute", "slope of log₂ of the nodes over *n*² − *k*, three sizes, bootstrap over boards", slopeClaim("bruteforce_wiki")},
	{liao, "VIII", "A row with *m* spaces in *k* groups has H = C(*k* + *m* − 1, *m*) possibilities.", "boards", "the rows of all boards of the tables", exact, func(d *measurements) finding {
		per := func(pick func(*boardSpace) float64) float64 { return math.Exp2(d.meanSpace(5, pick) / 5) }
		return found(choose(per(log2Liao) > per(log2Rows), inPart, confirmed), "Right if *m* excludes the separating spaces. With all, as in the text, a row of 5×5 has %s instead of %s.", count(per(log2Liao)), count(per(log2Rows)))
	}},
	{liao, "VIII", "Depth first takes *n*·H, brute force 2^{n·n}: one grows exponentially, the other double exponentially.", "boards", "brute", "nodes of `liao:dfs` over the sum of the rows’ possibilities, bootstrap over boards", func(d *measurements) finding {
		var over []float64
		for _, o := range d.Counts.of("brute", "liao:dfs", 5) {
			if s := d.space(5, o.Puzzle); s != nil {
				over = append(over, o.Values["nodes"]/s.Sum)
			}
		}
		f := ratioOf(over, "Rows placed at 5×5 over *n*·H")
		return finding{reversed(f.Verdict), f.Found + " Both searches are exponential in *n*²."}
	}},
	{liao, "VIII", "Without a guess, intersection takes O(2*n*³*t*), with *t* possibilities a line.", "guessing", "lines", "boards without a guess on which at most 2*n*³ lines are looked at", func(d *measurements) finding {
		most := 0.0
		runs := d.unguessed()
		kept := runs.where(func(_ int, o *observation) bool {
			share := o.Values["lines"] / (2 * math.Pow(float64(o.Side), 3))
			most = max(most, share)
			return share <= 1
		})
		f := shareOf(kept, len(runs), 0.5, "Within the bound")
		return finding{f.Verdict, f.Found + " The most was " + percent(most) + " of it."}
	}},
	{liao, "VIII", "The average *t* is much smaller than H, since possibilities are removed.", "guessing", "guesses", "share of the possibilities left at a look, up to the first dead end, bootstrap over boards", func(d *measurements) finding {
		left := d.Counts.of("guesses", greedyGuess, 15).values("left")
		if len(left) < fewBoards {
			return notMeasured
		}
		low, high := interval(left, stat.Mean)
		return found(reversed(beyond(low, high, 0.5)), "%s are left on average.", written(left, stat.Mean, percent))
	}},
	{liao, "VIII", "With *g* guesses, intersection takes O((2*n*³*t*)^{g}).", "guessing", "guesses", "exponent fitted to the lines looked at, bootstrap over boards", (*measurements).guessBound},
	{liao, "VIII", "The space of brute force is O(*n*⁴), a copy of the board at every step.", "boards", "–", "–", func(*measurements) finding {
		return found(undecided, "Depends on the program: this one keeps one board.")
	}},
	{liao, "VIII", "Brute force saves the most space, followed by depth first; intersection is last.", "boards", "depth", "possibilities stored, on each board", func(d *measurements) finding {
		brute, dfs, greedy := d.Counts.of("depth", "bruteforce_rulecut", 7), d.Counts.of("depth", "liao:dfs", 7), d.Counts.of("depth", greedyGuess, 7)
		ordered := dfs.where(func(i int, o *observation) bool {
			return brute[i].Values["listed"] < o.Values["listed"] && o.Values["listed"] < greedy[i].Values["listed"]
		})
		return shareOf(ordered, len(dfs), 0.5, "In this order")
	}},
	{liao, "VIII", "The more the state space is pruned, the faster the algorithm.", "heuristics", "depth", "rank correlation, over methods, of nodes with lines looked at and nodes together", func(d *measurements) finding {
		var nodes, work []float64
		for _, step := range ladder {
			if runs := d.Counts.of("depth", step.method, 7); len(runs) > 0 {
				nodes = append(nodes, stat.Median(runs.values("nodes")))
				work = append(work, stat.Median(runs.values("nodes"))+stat.Median(runs.values("checks"))+stat.Median(runs.values("lines")))
			}
		}
		c := correlate(nodes, work)
		return found(beyond(c.low, c.high, 0), "%s over %d methods at 7×7.", c, len(nodes))
	}},
	{liao, "VIII", "The better the next step is chosen, the faster the algorithm.", "guessing", "guesses", "ratio of the mean nodes and of the 90th percentiles, bootstrap over boards", (*measurements).guessGain},
	{liao, "VIII", "Larger puzzles take more time.", "size", "reach", "rank correlation of side and nodes, bootstrap over boards", func(d *measurements) finding {
		runs := d.Counts.of("reach", "row_dfs_cutoff", 0)
		var sides []float64
		for _, o := range runs {
			sides = append(sides, float64(o.Side))
		}
		return relation(sides, runs.values("nodes"), 1, "`row_dfs_cutoff`")
	}},
	{liao, "VIII", "More solutions make a puzzle more difficult; with a single one, determined cells are easily found.", "solutions", "solutions", rank + ", of the number of solutions and nodes", func(d *measurements) finding {
		greedy, rows := d.solutionRelation(greedyGuess), d.solutionRelation("dfs_possiblecut")
		return worse(greedy, rows, "Intersection, "+greedy.Found+" Depth first, "+rows.Found)
	}},
	{liao, "VIII", "If boxes are very many or very few a puzzle is easy; it is difficult where boxes and spaces are about equally many.", "density", "density", "share of filled cells with the most nodes (geometric mean), bootstrap over boards", (*measurements).densityClaim},
	{wang, "2-1", "Breadth first and depth first walk through the same tree: rows 1, 2, 1 of three cells have 18 boards.", "breadth", "his example", exact, func(d *measurements) finding {
		a, b := d.example("wang all", "table_bfs:none", "boards"), d.example("wang all", "table_dfs:none", "boards")
		return found(choose(a == 18 && b == 18, confirmed, contradicted), "Breadth first looks at %s, depth first at %d.", plural.Of(a, "full board", "full boards"), b)
	}},
	{wang, "2-2", "Depth first is better than breadth first in by far most cases.", "breadth", "trees", "boards on which depth first has fewer nodes, at least three quarters", func(d *measurements) finding {
		return shareOf(d.wins("trees", 8, "table_dfs", "table_bfs"), len(d.Counts.of("trees", "table_bfs", 8)), 0.75, "Depth first has fewer nodes")
	}},
	{wang, "2-2", "The nearer to the front of the last level the solution is, the wider the gap between the two.", "breadth", "trees", rank, func(d *measurements) finding {
		shares, ratios := d.trees()
		return relation(shares, ratios, -1, "Share of the tree seen and ratio of nodes")
	}},
	{wang, "3-1, 3-2", "A table of the states of every clue saves computing them again and again.", "boards", "the boards of the tables", "share of lines whose clue another line has, bootstrap over boards", func(d *measurements) finding {
		var shares []float64
		for i := range d.Spaces {
			shares = append(shares, 1-float64(d.Spaces[i].Clues)/float64(2*d.Spaces[i].Side))
		}
		low, high := interval(shares, stat.Mean)
		return found(beyond(low, high, 0), "%s of the lines, even before a search looks a second time.", written(shares, stat.Mean, percent))
	}},
	{wang, "3-3", "Pruning matters very much; without it the effort grows exponentially.", "pruning", "pruning", "rank correlation of side and ratio of nodes, bootstrap over boards", func(d *measurements) finding {
		var sides, ratios []float64
		text := "Ratio of nodes"
		for _, side := range []int{4, 5, 6} {
			list := d.Counts.ratios("pruning", side, "table_dfs:none", "table_dfs:columns", "nodes")
			ratios = append(ratios, list...)
			sides = append(sides, slices.Repeat([]float64{float64(side)}, len(list))...)
			text += fmt.Sprintf(", %s at %s", factor(stat.GeometricMean(list)), bench.SizeName(side, side))
		}
		return relation(sides, ratios, 1, text)
	}},
	{wang, "3-4", "Early exit saves about two thirds of the time, in a proportion that does not depend on the size.", "pruning", "early", "share of the columns looked up for equal nodes, bootstrap over boards", (*measurements).earlyExit},
	{peng, "BFS", "Moving blocks breadth first finds the solution of the fewest moves.", "example", "stored", "boards on which the plain queue and the one without repetitions need as many moves", func(d *measurements) finding {
		ratios := d.Counts.ratios("stored", 0, "shift_bfs", "shift_bfs:visited", "moves")
		equal := slices.DeleteFunc(slices.Clone(ratios), func(ratio float64) bool { return ratio != 1 })
		return shareOf(len(equal), len(ratios), 0.5, "Equal")
	}},
	{peng, "BFS", "One block in each row: (*n* − 1)^{n} boards; two blocks: C(*n* − 1, 2)^{n}.", "lines", "all lines of 5 to 20 cells", exact, func(d *measurements) finding {
		one, two := true, true
		for _, n := range lineLengths {
			one = one && float64(d.lineCount(n, 1)) == pengFormula(n, 1)
			two = two && float64(d.lineCount(n, 2)) == pengFormula(n, 2)
		}
		return found(choose(one && two, confirmed, choose(one || two, inPart, contradicted)), "Two blocks as he says. One block has *n* places, not *n* − 1.")
	}},
	{peng, "BFS", "Three blocks in each row: O(1).", "lines", "all lines of 5 to 20 cells", exact, func(d *measurements) finding {
		return found(choose(d.lineCount(5, 3) == 1, choose(d.lineCount(20, 3) == 1, confirmed, inPart), contradicted), "%d arrangement in 5 cells, %d in 20.", d.lineCount(5, 3), d.lineCount(20, 3))
	}},
	{peng, "BFS", "There are most possibilities when the number of blocks is in the middle.", "lines", "all lines of 5 to 20 cells", exact, func(d *measurements) finding {
		middle := true
		for _, n := range lineLengths {
			best := d.mostArranged(n)
			middle = middle && best > 1 && best < (n+1)/2
		}
		return found(choose(middle, confirmed, contradicted), "Of 20 cells, %s of one cell have most arrangements; 1 to 10 fit.", plural.Of(d.mostArranged(20), "block", "blocks"))
	}},
	{peng, "BFS", "The space of breadth first is O(*n*^{n}) at worst.", "boards", "the boards of the tables", "boards whose rows allow at most *n*^{n} boards", (*measurements).rowsBound},
	{peng, "BFS", "Breadth first solves 5×5 at once; 10×10 takes very long.", "growth", "–", "–", notRun},
	{peng, "DFS", "The example has 45 boards, out of 13 stored rows.", "example", "his example", exact, func(d *measurements) finding {
		boards, stored := d.example("peng all", "row_dfs", "boards"), d.example("peng all", "row_dfs", "listed")
		return found(choose(boards == 45 && stored == 13, confirmed, contradicted), "`row_dfs` looks at %s out of %s.", plural.Of(boards, "full board", "full boards"), plural.Of(stored, "stored row", "stored rows"))
	}},
	{peng, "DFS", "In general depth first takes O(*n*^{n}).", "boards", "the boards of the tables", "boards whose rows allow at most *n*^{n} boards", (*measurements).rowsBound},
	{peng, "DFS", "Depth first solves 5×5 at once; 10×10 takes more than half an hour.", "growth", "–", "–", notRun},
	{peng, "DFS", "In general depth first stores O(*n*²).", "boards", "the boards of the tables", "rank correlation of side and stored rows over *n*², bootstrap over boards", func(d *measurements) finding {
		var sides, stored []float64
		for i := range d.Spaces {
			s := &d.Spaces[i]
			sides, stored = append(sides, float64(s.Side)), append(stored, s.Sum/float64(s.Side*s.Side))
		}
		f := relation(sides, stored, 1, fmt.Sprintf("%s times *n*² at 5×5, %s at 25×25", factor(d.meanSpace(5, sumOf)/25), factor(d.meanSpace(25, sumOf)/625)))
		return finding{reversed(f.Verdict), f.Found}
	}},
	{peng, "DFS + Cut-off", "Cutting off as soon as a column fails makes the search much faster.", "pruning", "cutoff", ratioNodes, fewer("cutoff", 7, "row_dfs", "row_dfs_cutoff", "nodes")},
	{peng, "DFS + Cut-off", "The fault usually shows after two or three rows.", "example", "reach", "share of wrong rows of 10×10 that are refuted within three steps, the wrong row being the first", func(d *measurements) finding {
		runs := d.Counts.of("reach", "row_dfs_cutoff", 10)
		wrong, early := stat.Mean(runs.values("wrong"))*float64(len(runs)), stat.Mean(runs.values("soon"))*float64(len(runs))
		if wrong < fewBoards {
			return notMeasured
		}
		return shareOf(int(early), int(wrong), 0.5, "Within three")
	}},
	{peng, "DFS + Cut-off", "With cut-off 5×5 is solved at once and 10×10 within seconds; 15×15 takes longer.", "growth", "reach", "nodes of the boards of each size; 50,000 dead ends take less than a second", func(d *measurements) finding {
		five, ten, fifteen := d.Counts.of("reach", "row_dfs_cutoff", 5), d.Counts.of("reach", "row_dfs_cutoff", 10), d.Counts.of("reach", "row_dfs_cutoff", 15)
		if len(five) < fewBoards || len(ten) < fewBoards {
			return notMeasured
		}
		a, b, c := slices.Max(five.values("nodes")), slices.Max(ten.values("nodes")), stat.Median(fifteen.values("nodes"))
		return found(choose(a < 1e4 && b < 1e6 && c > stat.Median(ten.values("nodes")), confirmed, inPart), "At most %s rows at 5×5 and %s at 10×10; %s in the median at 15×15.", count(a), count(b), count(c))
	}},
	{peng, "Conclusion", "Depth first needs far less memory than breadth first.", "example", "stored", "longest queue of `shift_bfs` at 5×5 over the rows that `row_dfs` stores, bootstrap over boards", func(d *measurements) finding {
		queue, stored := d.Counts.of("stored", "shift_bfs", 5).values("queue"), d.Counts.of("stored", "row_dfs", 5).values("listed")
		var ratios []float64
		for i := range min(len(queue), len(stored)) {
			ratios = append(ratios, (queue[i]+1)/(stored[i]+1))
		}
		return ratioOf(ratios, "At 5×5")
	}},
	{peng, "Conclusion", "Putting in certain cells first would make it faster still.", "fixing", "depth", ratioNodes, fewer("depth", 7, "liao:dfs", "dfs_wiki", "nodes")},
	{rPkg, "README", "Random boards are rarely useful beyond very small nonograms.", "growth", "random", "boards solved within 20,000 draws", func(d *measurements) finding {
		_, small := d.Counts.of("random", "force:max_iter=20000", 3).ended()
		_, large := d.Counts.of("random", "force:max_iter=20000", 7).ended()
		f := shareOf(large, 10, 0.5, fmt.Sprintf("%d of 10 at 3×3, at 7×7", small))
		return finding{reversed(f.Verdict), f.Found}
	}},
	{rPkg, "README", "With the right proportion of boxes there are fewer boards than 2^{n·m}, but soon far too many.", "boards", "the boards of the tables", exact, func(d *measurements) finding {
		left := d.meanSpace(25, log2Choose)
		if math.IsNaN(left) {
			return notMeasured
		}
		return found(choose(left < 625 && left > 100, confirmed, inPart), "At 25×25 %s with the right number of boxes, of %s.", power(left), power(625))
	}},
	{rPkg, "README", "Permutation elimination does not scale beyond 30×30, since it needs all permutations up front.", "lines", "lines of 30 cells", exact, func(*measurements) finding {
		return found(confirmed, "A line of 30 cells has 2^{30} permutations; at a byte for a cell they take %s.", bytesOf(30*math.Exp2(30)))
	}},
	{rPkg, "README", "For several puzzles of a size it is more efficient to make the permutations once.", "growth", "10 puzzles of 15×15", exact, func(*measurements) finding {
		return found(confirmed, "%s lines are made for ten puzzles instead of %s.", count(math.Exp2(15)), count(10*math.Exp2(15)))
	}},
	{rPkg, "README", "Its algorithms are not the most efficient ones.", "engine", "permutations", "boards that `perm_elim` solves, of those that the engine solves", func(d *measurements) finding {
		_, own := d.Counts.of("permutations", "perm_elim:parallel=false", 0).ended()
		_, engine := d.Counts.of("permutations", bench.EngineLabel, 0).ended()
		if engine < fewBoards {
			return notMeasured
		}
		low, high := stat.Wilson(own, engine)
		return found(choose(high < 1, confirmed, inPart), "%d of %d%s.", own, engine, bracket(low, high, percent))
	}},
}

// notRun is the finding on a size that the study does not run for so long.
func notRun(*measurements) finding {
	return found(undecided, "The study does not run 10×10 that long; the table of times has its limits.")
}

// worse combines the findings on both halves of a claim.
func worse(a, b finding, text string) finding {
	switch {
	case a.Verdict == undecided || b.Verdict == undecided:
		return finding{undecided, text}
	case a.Verdict == b.Verdict:
		return finding{a.Verdict, text}
	}
	return finding{inPart, text}
}

// reversed is the verdict on the opposite.
func reversed(v verdict) verdict {
	switch v {
	case confirmed:
		return contradicted
	case contradicted:
		return confirmed
	}
	return v
}
