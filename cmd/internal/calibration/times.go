package calibration

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"nonogram"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
	"nonogram/teach"
)

// timing compares the effort of whole puzzles with the mean times of people.
type timing struct {
	name            string
	times           map[string][]float64 // seconds by the id of a puzzle
	effort, seconds []float64
	count, without  int
}

// readTimes reads the web app's export of a player: puzzles, one per line, with their
// seconds. A puzzle may occur several times, once per player.
func readTimes(data []byte, name string) (map[string][]float64, error) {
	times := map[string][]float64{}
	return times, eachLine(data, name, func(_ int, line []byte) string {
		var l struct {
			ID      any
			Seconds float64
		}
		if err := json.Unmarshal(line, &l); err != nil || l.ID == nil || !(l.Seconds > 0) {
			return "an object with id and a number of seconds above 0"
		}
		key := fmt.Sprint(l.ID)
		times[key] = append(times[key], l.Seconds)
		return ""
	})
}

// Add rates a puzzle that has times.
func (t *timing) Add(ctx context.Context, id string, p *nonogram.Puzzle) error {
	own := t.times[id]
	delete(t.times, id)
	rating, err := teach.Rate(ctx, p, teach.Options{})
	if err != nil {
		return err
	}
	if len(own) == 0 || rating.Status != nonogram.Unique {
		t.without++
		return nil
	}
	t.effort, t.seconds, t.count = append(t.effort, rating.Effort), append(t.seconds, stat.Mean(own)), t.count+len(own)
	return nil
}

// Report prints how well the effort orders the puzzles by time.
func (t *timing) Report(w io.Writer) error {
	if len(t.effort) < 3 {
		return fail(t.name, 0, 0, fmt.Sprintf("found times for %s with one solution, expected at least 3", plural.Of(len(t.effort), "puzzle", "puzzles")))
	}
	fmt.Fprintf(w, "%s of %s; left out: %s without times or without one solution found by logic, times of %s not among the puzzles\n",
		plural.Of(t.count, "time", "times"), plural.Of(len(t.effort), "puzzle", "puzzles"), plural.Of(t.without, "puzzle", "puzzles"), plural.Of(len(t.times), "id", "ids"))
	low, high := stat.Interval(len(t.effort), func(pick []int) float64 {
		var xs, ys []float64
		for _, i := range pick {
			xs, ys = append(xs, t.effort[i]), append(ys, t.seconds[i])
		}
		return stat.RankCorrelation(xs, ys)
	})
	_, err := fmt.Fprintf(w, "effort and time: rank correlation %.2f, 95 %% interval %.2f to %.2f, n = %d\n",
		stat.RankCorrelation(t.effort, t.seconds), low, high, len(t.effort))
	return err
}
