package calibration

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
	"nonogram/teach"
)

// Times of whole puzzles. Factors for the parts of the effort (teach.Facts.Efforts) are
// fitted to all puzzles but one and judged by the one left out, in turn, and compared with
// the present factors. Errors are relative, since slow players are slow on all puzzles.

// effortParts names the parts of an effort.
var effortParts = [...]string{"at a glance", "one block", "whole line", "suppositions"}

// minCalibrated is the least number of puzzles for a fit: three per factor.
const minCalibrated = 3 * len(effortParts)

// timing holds solving times by puzzle, and the puzzles that have some.
type timing struct {
	name           string
	times          map[string][]float64
	list           []timedPuzzle
	count, without int
}

// timedPuzzle is a puzzle with its mean solving time.
type timedPuzzle struct {
	parts   []float64
	seconds float64
}

// readTable reads the columns id and seconds of a table. A puzzle may occur several times,
// once per player.
func readTable(data []byte, name string) (map[string][]float64, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	head, err := r.Read()
	id, seconds := -1, -1
	for i, field := range head {
		switch strings.TrimSpace(field) {
		case "id":
			id = i
		case "seconds":
			seconds = i
		}
	}
	if err != nil || id < 0 || seconds < 0 {
		return nil, fail(name, 1, 1, "expected the columns id and seconds, with commas between")
	}
	times := map[string][]float64{}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return times, nil
		}
		var bad *csv.ParseError
		if errors.As(err, &bad) {
			return nil, fail(name, bad.Line, bad.Column, bad.Err.Error())
		}
		if err != nil {
			return nil, err
		}
		line, column := r.FieldPos(seconds)
		t, err := strconv.ParseFloat(strings.TrimSpace(row[seconds]), 64)
		if err != nil || !(t > 0) || math.IsInf(t, 1) {
			return nil, fail(name, line, column, fmt.Sprintf("found %.24q, expected a number of seconds above 0", row[seconds]))
		}
		key := strings.TrimSpace(row[id])
		times[key] = append(times[key], t)
	}
}

// readTimes reads the web app's export of a player: puzzles, one per line, with their
// seconds.
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
	parts := rating.Facts.Efforts()
	t.list, t.count = append(t.list, timedPuzzle{parts[:], stat.Mean(own)}), t.count+len(own)
	return nil
}

// factors are seconds per unit of effort: one for all parts, or one for each.
func factors(list []timedPuzzle, fitted bool) []float64 {
	var rows [][]float64
	ones := make([]float64, len(list))
	for i, p := range list {
		row := []float64{0}
		if fitted {
			row = make([]float64, len(p.parts))
		}
		for k, e := range p.parts {
			row[k%len(row)] += e / p.seconds
		}
		rows, ones[i] = append(rows, row), 1
	}
	found := stat.NonNegative(rows, ones)
	for len(found) < len(effortParts) {
		found = append(found, found[0])
	}
	return found
}

func (p *timedPuzzle) predicted(factors []float64) (seconds float64) {
	for k, e := range p.parts {
		seconds += factors[k] * e
	}
	return seconds
}

// withoutEach predicts each puzzle from the others and returns the relative errors.
func withoutEach(list []timedPuzzle, fitted bool) (errs []float64) {
	for i, p := range list {
		others := append(append([]timedPuzzle(nil), list[:i]...), list[i+1:]...)
		t := p.predicted(factors(others, fitted))
		errs = append(errs, math.Abs(t-p.seconds)/p.seconds)
	}
	return errs
}

// Report prints the report on solving times.
func (t *timing) Report(w io.Writer) error {
	if len(t.list) < 3 {
		return fail(t.name, 0, 0, fmt.Sprintf("found times for %s with one solution, expected at least 3", plural.Of(len(t.list), "puzzle")))
	}
	fmt.Fprintf(w, "%s of %s; left out: %s without times or without one solution found by logic, times of %s not among the puzzles\n",
		plural.Of(t.count, "time"), plural.Of(len(t.list), "puzzle"), plural.Of(t.without, "puzzle"), plural.Of(len(t.times), "id"))
	return compare(w, t.list)
}

// compare prints how well the present and the fitted factors predict times.
func compare(w io.Writer, list []timedPuzzle) error {
	var effort, seconds []float64
	for _, p := range list {
		effort = append(effort, p.predicted([]float64{1, 1, 1, 1}))
		seconds = append(seconds, p.seconds)
	}
	errNow := withoutEach(list, false)
	low, high := stat.Interval(len(list), func(pick []int) float64 {
		var xs, ys []float64
		for _, i := range pick {
			xs, ys = append(xs, effort[i]), append(ys, seconds[i])
		}
		return stat.RankCorrelation(xs, ys)
	})
	fmt.Fprintf(w, "effort and time: rank correlation %.2f, 95 %% interval %.2f to %.2f, n = %d\n", stat.RankCorrelation(effort, seconds), low, high, len(list))
	fmt.Fprintf(w, "costs as they are: a puzzle left out is off by %.0f %% on average\n", 100*stat.Mean(errNow))
	if len(list) < minCalibrated {
		_, err := fmt.Fprintf(w, "May be claimed: the order above, with its interval. Costs are not fitted to fewer than %s.\n", plural.Of(minCalibrated, "puzzle"))
		return err
	}
	errFit := withoutEach(list, true)
	fmt.Fprintf(w, "costs fitted: a puzzle left out is off by %.0f %% on average\n", 100*stat.Mean(errFit))
	unit, fit := factors(list, false), factors(list, true)
	for part, name := range effortParts {
		fmt.Fprintf(w, "  %-13s × %.2f\n", name, fit[part]/unit[part])
	}
	var gain []float64
	for i := range list {
		gain = append(gain, 100*(errNow[i]-errFit[i]))
	}
	_, err := fmt.Fprintf(w, "May be claimed: %s.\n", claim(gain, "%.0f %%, 95 %% interval %.0f to %.0f"))
	return err
}
