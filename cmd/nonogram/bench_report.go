package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"nonogram/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/machine"
	"nonogram/internal/plural"
)

// bench prints a table per size, or JSON. Both name the machine, the clock and the version.

type benchReport struct {
	f           *benchFlags
	machine     machine.Info
	clock       string
	cells       []bench.Series
	interrupted bool
}

func (r *benchReport) print(a *app) error {
	if r.f.json {
		return r.printJSON(a)
	}
	return r.printText(a)
}

// draw writes the charts of the times.
func (r *benchReport) draw() error {
	charts := bench.Charts(r.cells, r.clock)
	if len(charts) == 0 {
		return errors.New("--chart: no run ended, there is nothing to draw")
	}
	return writeFile(r.f.chart, func(w io.Writer) error {
		if strings.EqualFold(filepath.Ext(r.f.chart), ".svg") {
			return bench.WriteSVG(w, charts)
		}
		return bench.WriteHTML(w, charts, fmt.Sprintf("%s · %s · nonogram %s", r.f.boards(), r.machine, programVersion()))
	})
}

func (r *benchReport) printText(a *app) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s · nonogram %s\n", r.machine, programVersion())
	wanted := "first solution"
	if r.f.limit > 1 {
		wanted = plural.Sprintf("up to %d solutions", r.f.limit)
	}
	fmt.Fprintf(&b, "%s · %s · %s · %s", r.clock, r.f.boards(), wanted, plural.Of(r.f.rounds, "round"))
	if r.f.timeout > 0 {
		fmt.Fprintf(&b, " · limit %v", r.f.timeout)
	}
	b.WriteByte('\n')
	for i := 0; i < len(r.cells); {
		rows := [][]string{{"METHOD", "MEAN", "MEDIAN", "MIN", "MAX", "NODES", "SOLVED", "WRONG", "TIMED OUT", "OTHER"}}
		set := r.cells[i].Set
		for ; i < len(r.cells) && r.cells[i].Set == set; i++ {
			s := r.cells[i].Summary()
			rows = append(rows, textRow(&s))
		}
		fmt.Fprintf(&b, "\n%s\n", set)
		writeAligned(&b, rows)
	}
	if r.f.runs {
		r.writeRuns(&b)
	}
	if r.interrupted {
		b.WriteString("interrupted\n")
	}
	_, err := a.out.Write([]byte(b.String()))
	return err
}

// writeRuns writes a line per run: the time, and whether the answer is right.
func (r *benchReport) writeRuns(b *strings.Builder) {
	rows := [][]string{{"BOARD", "SIZE", "ROUND", "TIME", "METHOD AND ANSWER"}}
	for i := range r.cells {
		for _, run := range r.cells[i].Runs {
			answer := run.Outcome.String()
			switch run.Outcome {
			case bench.Solved:
				answer = "correct"
			case bench.Wrong:
				answer = "not correct"
			}
			elapsed := "–"
			if run.Timed() {
				elapsed = estimated(bench.Estimate{Value: run.Time.Seconds(), AtLeast: !run.Ended()}, chart.Seconds)
			}
			rows = append(rows, []string{run.Puzzle, run.Set, strconv.Itoa(run.Round), elapsed, run.Method + ": " + answer})
		}
	}
	b.WriteByte('\n')
	writeAligned(b, rows)
}

func textRow(s *bench.Summary) []string {
	row := []string{s.Method, "–", "–", "–", "–", "–"}
	if s.Measured() > 0 {
		row = []string{
			s.Method, estimated(s.Time.Mean, chart.Seconds), estimated(s.Time.Median, chart.Seconds),
			estimated(s.Time.Min, chart.Seconds), estimated(s.Time.Max, chart.Seconds), estimated(s.Nodes.Mean, nodeCount),
		}
	}
	var other []string
	for _, o := range []struct {
		n    int
		what bench.Outcome
	}{{s.Stalled, bench.Stalled}, {s.OutOfBudget, bench.OutOfBudget}, {s.Failed, bench.Failed}, {s.Skipped, bench.Skipped}} {
		if o.n > 0 {
			other = append(other, fmt.Sprintf("%d %s", o.n, o.what))
		}
	}
	return append(row, fmt.Sprintf("%d/%d", s.Solved, s.Runs), strconv.Itoa(s.Wrong), strconv.Itoa(s.TimedOut), strings.Join(other, ", "))
}

// estimated marks lower bounds.
func estimated(e bench.Estimate, format func(float64) string) string {
	if e.AtLeast {
		return "> " + format(e.Value)
	}
	return format(e.Value)
}

// nodeCount formats a mean of counts, with a decimal for small numbers.
func nodeCount(v float64) string {
	if v >= 100 {
		return chart.Number(float64(int64(v + 0.5)))
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// writeAligned writes a table, the first and the last column left-aligned, the others
// right-aligned.
func writeAligned(b *strings.Builder, rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			switch i {
			case 0:
				line.WriteString(text + pad)
			case len(row) - 1:
				line.WriteString("  " + text)
			default:
				line.WriteString("  " + pad + text)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// benchRecord is the output of bench --json.
type benchRecord struct {
	Machine     machine.Info    `json:"machine"`
	Version     string          `json:"version"`
	Clock       string          `json:"clock"`
	Boards      string          `json:"boards"`
	Seed        uint64          `json:"seed"`
	Rounds      int             `json:"rounds"`
	Limit       int             `json:"limit"`
	Timeout     float64         `json:"timeout_s"`
	MinTime     float64         `json:"min_time_s"`
	Interrupted bool            `json:"interrupted,omitempty"`
	Results     []bench.Summary `json:"results"`
	Runs        []bench.Run     `json:"runs,omitempty"`
}

// record describes the measurement, without results.
func (r *benchReport) record() benchRecord {
	return benchRecord{
		Machine: r.machine, Version: programVersion(), Clock: r.clock, Boards: r.f.boards(), Seed: r.f.seed,
		Rounds: r.f.rounds, Limit: r.f.limit, Timeout: r.f.timeout.Seconds(), MinTime: r.f.minTime.Seconds(), Interrupted: r.interrupted,
	}
}

func (r *benchReport) printJSON(a *app) error {
	record := r.record()
	for i := range r.cells {
		record.Results = append(record.Results, r.cells[i].Summary())
		if r.f.runs {
			record.Runs = append(record.Runs, r.cells[i].Runs...)
		}
	}
	return newJSONLines(a).print(record)
}

// maxFaults is the number of faults printed individually.
const maxFaults = 10

// faults prints and counts wrong answers.
func (r *benchReport) faults(a *app) int {
	n := 0
	for i := range r.cells {
		for _, run := range r.cells[i].Runs {
			if run.Fault == "" {
				continue
			}
			if n++; n <= maxFaults {
				fmt.Fprintf(a.err, "%s, %s, puzzle %s: %v: %s\n", run.Method, run.Set, run.Puzzle, run.Outcome, run.Fault)
			}
		}
	}
	if n > maxFaults {
		fmt.Fprintf(a.err, "and %d more like these\n", n-maxFaults)
	}
	return n
}

// benchState is the file of bench --state: the record of an unfinished measurement with its
// runs. It is written again after a run, but at most once a second.
type benchState struct {
	benchRecord
	known, seen int // runs in the file at first, and runs passed to add
	written     time.Time
}

// readState reads the file of --state, or returns a state without runs if there is none.
func (r *benchReport) readState() (*benchState, error) {
	s := &benchState{benchRecord: r.record()}
	content, err := os.ReadFile(r.f.state)
	switch {
	case r.f.state == "", errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, err
	}
	var before benchRecord
	if err := json.Unmarshal(content, &before); err != nil {
		return nil, fmt.Errorf("--state: %s is not the state of a measurement: %w", r.f.state, err)
	}
	s.Runs, before.Runs = before.Runs, nil
	if !reflect.DeepEqual(before, r.record()) {
		return nil, usagef("--state: %s has runs of another machine, version, clock, limit or of other boards; expected those of this command", r.f.state)
	}
	s.known = len(s.Runs)
	return s, nil
}

// add adds a run to the file; a failure to write shows at the end.
func (s *benchState) add(path string, run bench.Run) {
	if s.seen++; s.seen <= s.known {
		return
	}
	s.Runs = append(s.Runs, run)
	if time.Since(s.written) > time.Second {
		_ = s.write(path)
		s.written = time.Now()
	}
}

func (s *benchState) write(path string) error {
	if path == "" {
		return nil
	}
	return writeFile(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(s.benchRecord) })
}
