package scan

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"

	"nonogram"
	"nonogram/scan/internal/see"
	"nonogram/solve"
)

// The lines that are probably misread: without their clues the puzzle has a solution. Sets of
// lines are tried, those first whose numbers are most in doubt and that have few lines. Where
// there is one solution it tells what the clues should be: the nearer that is to what was read,
// the likelier is the set.

const (
	maxSuspects  = 4       // lines of a set
	suspectWork  = 120_000 // cells of all boards that are tried
	leastTries   = 60      // sets, whatever the size of the board
	mostTries    = 600     //
	sureOfLine   = 5.0     // logarithm of the odds that a line without doubts is right
	unsureOfLine = .7      // the same of a line that is in doubt
	oneNumber    = -1.0    // logarithms of how probably a line is misread in one number,
	eachNumber   = -2.5    // in each further one,
	anyNumber    = -5.0    // and somehow, where there are several solutions
	namedLine    = .05     // probability from which a line is named
	maxNamed     = 8       // lines
	mostMisread  = 2       // lines with one number each are labels, if more would have to be misread
)

// suspects is a set of lines in the order of their odds, and how unlikely it is.
type suspects struct {
	lines []int
	cost  float64
}

// queue holds sets of lines, the likeliest first.
type queue []suspects

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, k int) bool { return q[i].cost < q[k].cost }
func (q queue) Swap(i, k int)      { q[i], q[k] = q[k], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(suspects)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// suspect names the lines that are probably misread, the likeliest first, if the reading has no
// solution. It refuses a grid of labels.
func (r *Reading) suspect(ctx context.Context) (*Reading, error) {
	if r.Status != nonogram.Unsolvable {
		return r, nil
	}
	fewest := maxSuspects + 1 // lines of a set
	blame := make([]float64, len(r.odds))
	total := 0.0
	err := r.sets(func(s suspects) (bool, error) {
		weight, err := r.without(ctx, s.lines)
		if err != nil || math.IsInf(weight, -1) {
			return false, err
		}
		fewest = min(fewest, len(s.lines))
		p := math.Exp(weight - s.cost)
		total += p
		for _, k := range s.lines {
			blame[k] += p
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	if fewest > mostMisread && r.labeled() {
		return nil, &sightError{err: see.ErrLabels, sight: r.sight}
	}
	if total == 0 { // too many: those in doubt
		for k, odds := range r.odds {
			if odds < sureOfLine {
				blame[k] = math.Exp(-odds)
			}
		}
		total = 1
	}
	order := make([]int, len(blame))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(blame[b], blame[a]) })
	for _, k := range order[:min(len(order), maxNamed)] {
		if blame[k] > namedLine*total {
			r.Conflicts = append(r.Conflicts, r.line(k))
		}
	}
	return r, nil
}

// labeled reports that hardly any line has more than one number. If no picture has these, they
// count rows and columns, as in a game of ships, or are those of another kind of puzzle.
func (r *Reading) labeled() bool {
	const most = .1 // share of the lines with several
	several := 0
	for _, clue := range slices.Concat(r.Puzzle.Rows, r.Puzzle.Cols) {
		several += min(len(clue)/2, 1)
	}
	return float64(several) <= most*float64(r.Puzzle.Width()+r.Puzzle.Height())
}

// line is the line of an index, rows first.
func (r *Reading) line(k int) nonogram.LineRef {
	if k < len(r.Puzzle.Rows) {
		return nonogram.LineRef{Axis: nonogram.Row, Index: k}
	}
	return nonogram.LineRef{Axis: nonogram.Column, Index: k - len(r.Puzzle.Rows)}
}

// sets calls try with sets of lines, the likeliest first, without those that include one for which
// try has said yes.
func (r *Reading) sets(try func(suspects) (bool, error)) error {
	order := make([]int, len(r.odds))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.odds[a], r.odds[b]) })
	cost := func(at int) float64 { return max(r.odds[order[at]], unsureOfLine) }
	tries := min(max(suspectWork/(r.Puzzle.Width()*r.Puzzle.Height()), leastTries), mostTries)
	var done [][]int
	todo := queue{}
	if len(order) > 0 {
		todo = append(todo, suspects{[]int{0}, cost(0)})
	}
	for len(todo) > 0 && tries > 0 {
		s := heap.Pop(&todo).(suspects)
		last := s.lines[len(s.lines)-1]
		if last+1 < len(order) {
			next := suspects{slices.Clone(s.lines), s.cost - cost(last) + cost(last+1)}
			next.lines[len(s.lines)-1] = last + 1
			heap.Push(&todo, next)
			if len(s.lines) < maxSuspects {
				heap.Push(&todo, suspects{append(slices.Clone(s.lines), last+1), s.cost + cost(last+1)})
			}
		}
		lines := make([]int, len(s.lines))
		for k, at := range s.lines {
			lines[k] = order[at]
		}
		if slices.ContainsFunc(done, func(d []int) bool {
			return !slices.ContainsFunc(d, func(k int) bool { return !slices.Contains(lines, k) })
		}) {
			continue
		}
		tries--
		yes, err := try(suspects{lines, s.cost})
		if err != nil {
			return err
		}
		if yes {
			done = append(done, lines)
		}
	}
	return nil
}

// without solves the puzzle without the clues of some lines, and says how probably these clues
// were read instead of those of the solution, as a logarithm.
func (r *Reading) without(ctx context.Context, lines []int) (float64, error) {
	p := *r.Puzzle
	p.Rows, p.Cols = slices.Clone(p.Rows), slices.Clone(p.Cols)
	for _, k := range lines {
		if l := r.line(k); l.Axis == nonogram.Row {
			p.Rows[l.Index] = nonogram.MissingClue()
		} else {
			p.Cols[l.Index] = nonogram.MissingClue()
		}
	}
	if nonogram.Validate(&p) != nil {
		return math.Inf(-1), nil
	}
	result, err := solve.Solve(ctx, &p, nonogram.Options{Limit: 2, Budget: nonogram.Budget{Conflicts: conflicts}})
	if err != nil {
		return 0, fmt.Errorf("looking for misread lines: %w", err)
	}
	switch {
	case len(result.Solutions) == 0:
		return math.Inf(-1), nil
	case result.Status != nonogram.Unique:
		return anyNumber * float64(len(lines)), nil
	}
	weight := 0.0
	rows, cols := nonogram.CluesOf(result.Solutions[0])
	for _, k := range lines {
		l := r.line(k)
		want := cols
		if l.Axis == nonogram.Row {
			want = rows
		}
		weight += oneNumber + eachNumber*float64(changed(want[l.Index], r.Puzzle.Clue(l))-1)
	}
	return weight, nil
}

// changed is how many numbers are different, too many or too few in one of two clues.
func changed(a, b nonogram.Clue) int {
	row := make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i, x := range a {
		corner := row[0]
		row[0] = i + 1
		for k, y := range b {
			same := corner
			if x != y {
				same++
			}
			corner = row[k+1]
			row[k+1] = min(same, row[k]+1, row[k+1]+1)
		}
	}
	return row[len(b)]
}
