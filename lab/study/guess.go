package study

import (
	"context"
	"fmt"
	"math"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
)

// Liao's guesses: a random open cell, or the most probable one.

const (
	randomGuess = "recursive_intersect"
	greedyGuess = "recursive_intersect_greedy"
)

// guesses gives both the same boards; the random one gets several rounds with other
// seeds, the greedy one would do the same each time.
func (l *laboratory) guesses(ctx context.Context) error {
	for _, side := range l.GuessSizes {
		set, err := l.boards(side, l.Settings.Guesses)
		if err != nil {
			return err
		}
		for _, m := range []struct {
			method string
			rounds int
		}{{randomGuess, l.GuessRounds}, {greedyGuess, 1}} {
			methods, err := lookup(m.method)
			if err != nil {
				return err
			}
			cells, err := l.run(ctx, bench.Plan{Methods: methods, Sets: []bench.Set{set}, Timeout: l.GuessLimit, Rounds: m.rounds})
			l.data.Guesses = append(l.data.Guesses, cells...)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *report) guessing() {
	r.part("guessing", "Random against greedy guesses")
	r.text("Where lines alone get no further, the intersection method has to guess. Method 11 supposes a box in a random open cell, method 12 takes the cell and the value with the highest share among the possibilities of its row and its column.")
	r.guessTable()
	if len(r.Guesses) == 0 {
		r.missing("guesses on more boards")
		return
	}
	side := r.Settings.GuessSizes[len(r.Settings.GuessSizes)-1]
	set := bench.SizeName(side, side)
	random, greedy := find(r.Guesses, randomGuess, set), find(r.Guesses, greedyGuess, set)
	if !measured(random) || !measured(greedy) {
		r.missing("guesses on the largest boards")
		return
	}
	r.guessScatter(random, greedy, set)
	r.guessSpread()
	r.shuffleEvidence()
}

// guessTable has Liao's table beside ours.
func (r *report) guessTable() {
	random, greedy := r.cell(randomGuess, 15), r.cell(greedyGuess, 15)
	if !measured(random) || !measured(greedy) {
		return
	}
	t := &table{
		Caption: markup(fmt.Sprintf("Ten boards of 15×15: Liao’s times, and this run’s on the same boards (limit %s).", chart.Seconds(r.Settings.Limit.Seconds()))),
		Head: [][]headCell{
			{{Text: "guess", Tall: true, Left: true}, {Text: "mean", Span: 2}, {Text: "longest", Span: 2}, {Text: "shortest", Span: 2}},
			{{Text: "Liao"}, {Text: "here"}, {Text: "Liao"}, {Text: "here"}, {Text: "Liao"}, {Text: "here"}},
		},
	}
	for _, m := range []struct {
		name string
		c    *bench.Series
	}{{"random (`recursive_intersect`)", random}, {"greedy (`recursive_intersect_greedy`)", greedy}} {
		s, q := m.c.Summary().Time, guessQuotes[m.c.Method]
		cells := []tableCell{{Text: markup(m.name), Left: true}}
		for i, e := range []bench.Estimate{s.Mean, s.Max, s.Min} {
			cells = append(cells, tableCell{Text: markup(inSeconds(q[i])), Source: true}, tableCell{Text: markup(secondsOf(e))})
		}
		t.Rows = append(t.Rows, tableRow{Cells: cells})
	}
	r.table(t)
	r.greedyClaim(random, greedy)
}

// greedyClaim is about the mean and the longest time. The mean counts as improved, or
// as worse, if the interval of the ratio over boards says so too.
func (r *report) greedyClaim(random, greedy *bench.Series) {
	says := "The greedy guess improves the longest and the mean time very much; the shortest are near each other."
	s, g := random.Summary().Time, greedy.Summary().Time
	pairs := pairedTimes(random, greedy)
	if len(pairs) < fewBoards {
		r.claim(liao, says, undecided, "Only %d of the ten boards of 15×15 were measured.", len(pairs))
		return
	}
	if g.Mean.AtLeast {
		r.claim(liao, says, undecided, "On some of the ten boards of 15×15 the greedy guess met the limit.")
		return
	}
	low, high := stat.Interval(len(pairs), func(pick []int) float64 { return meanRatio(pairs, pick) })
	v := inPart
	switch {
	case low > 1 && g.Max.Value < s.Max.Value:
		v = confirmed
	case high < 1 && g.Max.Value > s.Max.Value:
		v = contradicted
	}
	r.claim(liao, says, v, "On ten boards of 15×15 the mean goes from %s to %s, a ratio of %s%s, and the longest from %s to %s.",
		secondsOf(s.Mean), secondsOf(g.Mean), factor(s.Mean.Value/g.Mean.Value), bracket(low, high, factor), secondsOf(s.Max), secondsOf(g.Max))
}

// pairedTimes are the times of two methods on the same boards, in seconds.
func pairedTimes(first, second *bench.Series) [][2]float64 {
	var pairs [][2]float64
	for i := range first.Runs {
		a := &first.Runs[i]
		if b := findRun(second, a); b != nil && a.Timed() && b.Timed() {
			pairs = append(pairs, [2]float64{a.Time.Seconds(), b.Time.Seconds()})
		}
	}
	return pairs
}

// meanRatio is the ratio of the means of some pairs.
func meanRatio(pairs [][2]float64, pick []int) float64 {
	var a, b float64
	for _, i := range pick {
		a, b = a+pairs[i][0], b+pairs[i][1]
	}
	return a / b
}

// guessScatter holds the two against each other board by board.
func (r *report) guessScatter(random, greedy *bench.Series, set string) {
	points := chart.Series{Name: "a board and a round", Kind: chart.Scatter}
	cut := chart.Series{Name: "met the limit", Kind: chart.Scatter}
	low, high := math.Inf(1), 0.0
	faster := 0
	for i := range random.Runs {
		a := &random.Runs[i]
		b := findPuzzle(greedy, a.Puzzle)
		if b == nil || !a.Timed() || !b.Timed() || a.Time <= 0 || b.Time <= 0 {
			continue
		}
		p := chart.Point{X: a.Time.Seconds(), Y: b.Time.Seconds()}
		low, high = min(low, p.X, p.Y), max(high, p.X, p.Y)
		if b.Ended() && (b.Time < a.Time || !a.Ended()) {
			faster++
		}
		if a.Ended() && b.Ended() {
			points.Points = append(points.Points, p)
		} else {
			cut.Points = append(cut.Points, p)
		}
	}
	if high == 0 {
		return
	}
	equal := chart.Series{Name: "equal", Bare: true, Look: engineLook, Points: []chart.Point{{X: low, Y: low}, {X: high, Y: high}}}
	n := len(points.Points) + len(cut.Points)
	r.figure("guesses", plural.Sprintf("Below the line the greedy guess was faster: on %d of %d runs. It counts the shares of every open cell, which has to pay in guesses that are spared.", faster, n), chart.Chart{
		Title: "Random and greedy guesses", Subtitle: fmt.Sprintf("the same boards, %s, %d of them, %d rounds of random guesses", set, r.Settings.Guesses, r.Settings.GuessRounds),
		X: chart.Axis{Title: "random guess, " + r.Clock, Log: true, Format: chart.Seconds}, Y: chart.Axis{Title: "greedy guess, " + r.Clock, Log: true, Format: chart.Seconds},
		Series: []chart.Series{points, cut, equal}, Height: 520,
	})
}

// findPuzzle is the first run on a puzzle.
func findPuzzle(c *bench.Series, puzzle string) *bench.Run {
	for i := range c.Runs {
		if c.Runs[i].Puzzle == puzzle {
			return &c.Runs[i]
		}
	}
	return nil
}

// guessSpread sums up all sizes: the middle and the tail.
func (r *report) guessSpread() {
	t := &table{
		Caption: markup(plural.Sprintf("Random and greedy guesses on %d boards of each size; nine of ten runs took no longer than the 90th percentile.", r.Settings.Guesses)),
		Head: [][]headCell{
			{{Text: "boards", Tall: true, Left: true}, {Text: "median", Span: 2}, {Text: "90th percentile", Span: 2}, {Text: "met the limit", Span: 2}, {Text: "guesses, mean", Span: 2}},
			{{Text: "random"}, {Text: "greedy"}, {Text: "random"}, {Text: "greedy"}, {Text: "random"}, {Text: "greedy"}, {Text: "random"}, {Text: "greedy"}},
		},
	}
	for _, side := range r.Settings.GuessSizes {
		set := bench.SizeName(side, side)
		random, greedy := find(r.Guesses, randomGuess, set), find(r.Guesses, greedyGuess, set)
		if !measured(random) || !measured(greedy) {
			continue
		}
		a, b := random.Summary(), greedy.Summary()
		t.Rows = append(t.Rows, row(set, secondsOf(a.Time.Median), secondsOf(b.Time.Median), tail(random), tail(greedy),
			fmt.Sprintf("%d of %d", a.TimedOut, a.Runs), fmt.Sprintf("%d of %d", b.TimedOut, b.Runs), guessesOf(random), guessesOf(greedy)))
	}
	r.table(t)
	r.guessFinding()
}

// tail is the 90th percentile of the times.
func tail(c *bench.Series) string {
	if q := stat.Quantile(timesOf(c), 0.9); !math.IsInf(q, 1) {
		return chart.Seconds(q)
	}
	return "> limit"
}

// timesOf are the times of all runs, in seconds; infinite for those that met the limit.
func timesOf(c *bench.Series) []float64 {
	var times []float64
	for i := range c.Runs {
		if run := &c.Runs[i]; run.Timed() {
			t := run.Time.Seconds()
			if !run.Ended() {
				t = math.Inf(1)
			}
			times = append(times, t)
		}
	}
	return times
}

func guessesOf(c *bench.Series) string {
	var sum, n float64
	cut := ""
	for i := range c.Runs {
		if run := &c.Runs[i]; run.Timed() {
			sum += float64(run.Stats.Guesses)
			n++
			if !run.Ended() {
				cut = "> "
			}
		}
	}
	return cut + count(sum/n)
}

// guessFinding names the sizes at which one of the two was faster on average beyond
// what the choice of boards explains. What met the limit counts with the limit.
func (r *report) guessFinding() {
	var better, worse, open []string
	for _, side := range r.Settings.GuessSizes {
		set := bench.SizeName(side, side)
		random, greedy := find(r.Guesses, randomGuess, set), find(r.Guesses, greedyGuess, set)
		if !measured(random) || !measured(greedy) {
			continue
		}
		pairs := pairedTimes(random, greedy)
		if len(pairs) < fewBoards {
			continue
		}
		low, high := stat.Interval(len(pairs), func(pick []int) float64 { return meanRatio(pairs, pick) })
		name := set + bracket(low, high, factor)
		switch {
		case low > 1:
			better = append(better, name)
		case high < 1:
			worse = append(worse, name)
		default:
			open = append(open, name)
		}
	}
	var parts []string
	for _, p := range []struct {
		does  string
		sizes []string
	}{{"beats guessing at random on average at %s", better}, {"is slower on average at %s", worse}, {"is neither clearly faster nor slower at %s", open}} {
		if len(p.sizes) > 0 {
			parts = append(parts, fmt.Sprintf(p.does, listed(p.sizes)))
		}
	}
	if len(parts) > 0 {
		r.finding("Guessing the most probable cell %s (in brackets, how many times as long a random guess takes).", listed(parts))
	}
}
