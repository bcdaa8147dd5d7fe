package main

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
	"nonogram/format"
	"nonogram/internal/plural"
	"nonogram/internal/stat"
	"nonogram/teach"
)

// rate --calibrate compares the costs of techniques with measured solving times. Factors
// for the parts of the effort (teach.Facts.Efforts) are fitted to all puzzles but one and
// judged by the one left out, in turn, and compared with the present factors. Errors are
// relative, since slow players are slow on all puzzles.

// effortParts names the parts of an effort.
var effortParts = [...]string{"at a glance", "one block", "whole line", "suppositions"}

// minCalibrated is the least number of puzzles for a fit: three per factor.
const minCalibrated = 3 * len(effortParts)

// timedPuzzle is a puzzle with its mean solving time.
type timedPuzzle struct {
	parts   []float64
	seconds float64
}

// readTimes reads a table with the columns id and seconds, or lines of JSON with these
// fields. A puzzle may occur several times, once per player. Other columns are ignored.
func readTimes(data []byte, name string) (map[string][]float64, error) {
	if isJSON(data) {
		return readTimeLines(data, name)
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	fail := func(line, column int, message string) error {
		return &format.Error{File: name, Line: line, Column: column, Message: message}
	}
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
		return nil, fail(1, 1, "expected the columns id and seconds, with commas between")
	}
	times := map[string][]float64{}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return times, nil
		}
		var bad *csv.ParseError
		if errors.As(err, &bad) {
			return nil, fail(bad.Line, bad.Column, bad.Err.Error())
		}
		if err != nil {
			return nil, err
		}
		line, column := r.FieldPos(seconds)
		t, err := strconv.ParseFloat(strings.TrimSpace(row[seconds]), 64)
		if err != nil || !(t > 0) || math.IsInf(t, 1) {
			return nil, fail(line, column, fmt.Sprintf("found %.24q, expected a number of seconds above 0", row[seconds]))
		}
		key := strings.TrimSpace(row[id])
		times[key] = append(times[key], t)
	}
}

func isJSON(data []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) }

// readTimeLines reads the web app's export of a player: puzzles, one per line, with their
// seconds.
func readTimeLines(data []byte, name string) (map[string][]float64, error) {
	times := map[string][]float64{}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var l struct {
			ID      any     `json:"id"`
			Seconds float64 `json:"seconds"`
		}
		if err := json.Unmarshal(line, &l); err != nil || l.ID == nil || !(l.Seconds > 0) {
			return nil, &format.Error{File: name, Line: n, Column: 1, Message: fmt.Sprintf("found %.24q, expected an object with id and a number of seconds above 0", line)}
		}
		key := fmt.Sprint(l.ID)
		times[key] = append(times[key], l.Seconds)
	}
	return times, nil
}

// calibrateTo rates the puzzles with times and prints the report.
func (f *rateFlags) calibrateTo(ctx context.Context, a *app) error {
	if f.json {
		return usagef("--calibrate prints a report, expected no --json")
	}
	name, data, err := readFile(a.in, f.calibrate)
	if err != nil {
		return err
	}
	if len(f.files) == 0 && isJSON(data) {
		f.files = []string{f.calibrate} // the puzzles are in the same file
		if f.calibrate == "-" {
			a.in = bytes.NewReader(data)
		}
	}
	if err := f.inputs.check(); err != nil {
		return err
	}
	times, err := readTimes(data, name)
	if err != nil {
		return err
	}
	var list []timedPuzzle
	count, without := 0, 0
	for it := range f.items(a) {
		if it.err != nil {
			return it.err
		}
		own := times[it.id]
		delete(times, it.id)
		rating, err := teach.Rate(ctx, it.puzzle, teach.Options{})
		switch {
		case err != nil:
			return err
		case len(own) == 0 || rating.Status != nonogram.Unique:
			without++
			continue
		}
		parts := rating.Facts.Efforts()
		list, count = append(list, timedPuzzle{parts[:], stat.Mean(own)}), count+len(own)
	}
	if len(list) < 3 {
		return usagef("--calibrate %s: found times for %s with one solution, expected at least 3", name, plural.Of(len(list), "puzzle"))
	}
	fmt.Fprintf(a.out, "%s of %s; left out: %s without times or without one solution found by logic, times of %s not among the puzzles\n",
		plural.Of(count, "time"), plural.Of(len(list), "puzzle"), plural.Of(without, "puzzle"), plural.Of(len(times), "id"))
	return printCalibration(a.out, list)
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

func printCalibration(w io.Writer, list []timedPuzzle) error {
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
	low, high = stat.Interval(len(list), func(pick []int) float64 {
		gain := 0.0
		for _, i := range pick {
			gain += (errNow[i] - errFit[i]) / float64(len(pick))
		}
		return gain
	})
	claim := "fitting gains nothing that chance does not: the costs may stay as they are"
	if low > 0 {
		claim = "for puzzles and people like these, the fitted costs predict times better"
	}
	_, err := fmt.Fprintf(w, "May be claimed: %s (gain %.0f %%, 95 %% interval %.0f to %.0f).\n", claim,
		100*(stat.Mean(errNow)-stat.Mean(errFit)), 100*low, 100*high)
	return err
}
