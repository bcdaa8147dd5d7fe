package calibration

import (
	"fmt"
	"io"
	"math"

	"nonogram/internal/plural"
	"nonogram/internal/stat"
	"nonogram/teach"
)

// The times of right moves are compared within a person, since slow people are slow at
// everything, or within a game if there are fewer than three people. The costs of
// techniques are fitted to all groups but one and judged by the one left out, in turn.

// pause is the longest time that counts, in seconds.
const pause = 30

// prior is the number of average moves that are added to those of each technique, so that
// a rare technique stays near the mean.
const prior = 4

// group holds moves: techniques, and logarithms of times without their mean.
type group struct {
	techniques []teach.Technique
	times      []float64
}

func (m *moves) groups(key func(move) int) (list []*group) {
	found := map[int]*group{}
	for _, v := range m.list {
		g := found[key(v)]
		if g == nil {
			g = &group{}
			found[key(v)], list = g, append(list, g)
		}
		g.techniques = append(g.techniques, v.technique)
		g.times = append(g.times, math.Log(min(v.seconds, pause)))
	}
	for _, g := range list {
		mean := stat.Mean(g.times)
		for i := range g.times {
			g.times[i] -= mean
		}
	}
	return list
}

// fit returns the mean time of each technique in all groups but one, with its use.
func fit(list []*group, without int) (times, uses []float64) {
	times, uses = make([]float64, len(teach.Techniques())), make([]float64, len(teach.Techniques()))
	for i, g := range list {
		for j, t := range g.techniques {
			if i != without {
				times[t] += g.times[j]
				uses[t]++
			}
		}
	}
	for t := range times {
		times[t] /= uses[t] + prior
	}
	return times, uses
}

// agreement is the rank correlation of the times with the costs of the techniques.
func (g *group) agreement(costs []float64) float64 {
	var xs []float64
	for _, t := range g.techniques {
		xs = append(xs, costs[t])
	}
	return stat.RankCorrelation(xs, g.times)
}

// Report prints the report on moves.
func (m *moves) Report(w io.Writer) error {
	list, unit := m.groups(func(v move) int { return v.person }), "person"
	if len(list) < 3 {
		list, unit = m.groups(func(v move) int { return v.number }), "game"
	}
	var costs, now, fitted, gain []float64
	for _, t := range teach.Techniques() {
		costs = append(costs, t.Cost)
	}
	for i, g := range list {
		times, _ := fit(list, i)
		if a, b := g.agreement(costs), g.agreement(times); !math.IsNaN(a) && !math.IsNaN(b) {
			now, fitted, gain = append(now, a), append(fitted, b), append(gain, b-a)
		}
	}
	fmt.Fprintf(w, "%s of %s that follow from one line; left out: %d that do not, and moves that were wrong, repeated or after a hint\n",
		plural.Of(len(m.list), "right move", "right moves"), plural.Of(m.seen, "game", "games"), m.unexplained)
	if len(gain) < 3 {
		_, err := fmt.Fprintln(w, "May be claimed: nothing from fewer than 3 games.")
		return err
	}
	low, high := meanInterval(now)
	fmt.Fprintf(w, "cost and time within a %s: rank correlation %.2f, 95 %% interval %.2f to %.2f, n = %d\n", unit, stat.Mean(now), low, high, len(now))
	low, high = meanInterval(fitted)
	fmt.Fprintf(w, "costs fitted to the others: rank correlation %.2f, 95 %% interval %.2f to %.2f\n", stat.Mean(fitted), low, high)
	times, uses := fit(list, -1)
	for i, t := range teach.Techniques() {
		if uses[i] > 0 {
			fmt.Fprintf(w, "  %-22s %5.0f moves, cost %.1f, time × %.2f\n", t.Name, uses[i], t.Cost, math.Exp(times[i]))
		}
	}
	says := "the gain is within chance: the costs may stay as they are"
	if low, high = meanInterval(gain); low > 0 {
		says = "for puzzles and people like these, the fitted costs predict times better"
	}
	_, err := fmt.Fprintf(w, "May be claimed: %s (gain %.2f, 95 %% interval %.2f to %.2f).\n", says, stat.Mean(gain), low, high)
	return err
}
