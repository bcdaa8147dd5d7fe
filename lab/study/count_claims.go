package study

import (
	"math"

	"nonogram/internal/bench"
	"nonogram/internal/stat"
)

// The sources' rules of thumb about what can be counted: lines, clue tables, the depth of
// dead ends, boards on which lines alone stop.

// listClaims tests claims about counts.
func (r *report) listClaims() {
	r.at = "lines"
	if len(r.Lines) > 0 {
		small, large := lineLengths[0], lineLengths[len(lineLengths)-1]
		v := contradicted
		if r.lineCount(small, 3) == 1 {
			v = inPart
		}
		if r.lineCount(large, 3) == 1 {
			v = confirmed
		}
		r.claim(peng, "Three blocks in each row: O(1).", v, "A line of %d cells has %d arrangement of three blocks of one cell, one of %d has %s.", small, r.lineCount(small, 3), large, count(float64(r.lineCount(large, 3))))
	}
	r.at = "example"
	if s := r.example("row_dfs"); s.Boards > 0 {
		v := contradicted
		if s.Boards == 45 && s.Listed == 13 {
			v = confirmed
		}
		r.claim(peng, "The example has 45 boards, out of 13 stored rows.", v, "`row_dfs` looks at %d full boards out of %d stored rows.", s.Boards, s.Listed)
	}
	queue, visited := r.example("shift_bfs"), r.example("shift_bfs:visited")
	if queue.Boards > 0 && visited.Boards > 0 {
		v := contradicted
		if queue.Moves == visited.Moves {
			v = confirmed
		}
		r.claim(peng, "Moving blocks breadth first finds the solution of the fewest moves.", v, "On his example it takes %d moves, with and without a memory for boards: breadth first goes by their number.", queue.Moves)
	}
	r.at = "breadth"
	if a, b := r.example(wangMethods[0]), r.example(wangMethods[1]); a.Boards > 0 && b.Boards > 0 {
		v := contradicted
		if a.Boards == 18 && b.Boards == 18 {
			v = confirmed
		}
		r.claim(wang, "Breadth first and depth first walk through the same tree: rows 1, 2, 1 of three cells have 18 boards.", v, "Without pruning breadth first looks at %d full boards, depth first at %d.", a.Boards, b.Boards)
	}
	r.at = "boards"
	r.tableClaim()
	r.at = "example"
	r.depthClaim()
	r.at = "solutions"
	r.stallClaim()
}

// tableClaim is about clues that a board has several times.
func (r *report) tableClaim() {
	var shares []float64
	for i := range r.Spaces {
		if s := &r.Spaces[i]; s.Clues > 0 {
			shares = append(shares, 1-float64(s.Clues)/float64(2*s.Side))
		}
	}
	if len(shares) < fewBoards {
		return
	}
	v := inPart
	if low, _ := stat.Interval(len(shares), func(pick []int) float64 { return stat.Mean(picked(shares, pick)) }); low > 0 {
		v = confirmed
	}
	r.claim(wang, "A table of the states of every clue saves computing them again and again.", v, "Of the lines of a board %s%s have a clue that another line has as well, even before a search comes by a second time.", percent(stat.Mean(shares)), within(shares, stat.Mean, percent))
}

// soon is how many rows Peng calls two or three.
const soon = 3

// depthClaim is about where the cut-off turns back.
func (r *report) depthClaim() {
	all, early := int64(0), int64(0)
	for rows, n := range r.DeadEnds {
		all += n
		if rows <= soon {
			early += n
		}
	}
	if all < fewBoards {
		return
	}
	share := float64(early) / float64(all)
	v := inPart
	switch {
	case share > 0.5:
		v = confirmed
	case share < 0.1:
		v = contradicted
	}
	r.claim(peng, "The fault usually shows after two or three rows.", v, "Of %s dead ends on %d boards of %s that come before the last row, %s show after at most %d rows.",
		count(float64(all)), r.Settings.Boards, bench.SizeName(deadEndSide, deadEndSide), percent(share), soon)
}

// stallClaim is about the boards on which lines alone stop. That most of them have
// several solutions says something only if boards do not have several anyway.
func (r *report) stallClaim() {
	var stalled, several []bool
	for i := range r.Solutions {
		b := &r.Solutions[i]
		if run := b.run(stallMethod); run != nil && b.Exact && b.Count >= 1 && run.Timed() {
			stalled, several = append(stalled, run.Outcome == bench.Stalled), append(several, b.Count > 1)
		}
	}
	of := func(pick []int, among, what []bool) float64 {
		n, hits := 0, 0
		for _, i := range pick {
			if among == nil || among[i] {
				n++
				if what[i] {
					hits++
				}
			}
		}
		return float64(hits) / float64(n)
	}
	all := make([]int, len(stalled))
	for i := range all {
		all[i] = i
	}
	share, base := of(all, stalled, several), of(all, nil, several)
	if len(all) < fewBoards || math.IsNaN(share) {
		return
	}
	low, high := stat.Interval(len(all), func(pick []int) float64 { return of(pick, stalled, several) })
	more, _ := stat.Interval(len(all), func(pick []int) float64 { return of(pick, stalled, several) - of(pick, nil, several) })
	v := inPart
	switch {
	case low > 0.5 && more > 0:
		v = confirmed
	case high < 0.5:
		v = contradicted
	}
	r.claim(liao, "Intersection usually stops with open cells because there are several solutions.", v, "Of the boards on which `%s` stops, %s%s have several solutions; of all %d boards %s have.",
		stallMethod, percent(share), bracket(low, high, percent), len(all), percent(base))
}
