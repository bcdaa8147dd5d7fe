package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
	"nonogram/internal/machine"
	"nonogram/internal/plural"
)

// What bench prints: a table per size for people, JSON and CSV for programs, charts, and the
// list of faults. Table and JSON name the machine, the clock and the version.

type benchReport struct {
	f           *benchFlags
	machine     machine.Info
	clock       string
	cells       []bench.Series
	interrupted bool
}

func (r *benchReport) print(a *app) error {
	if r.f.JSON {
		return r.printJSON(a)
	}
	return r.printText(a)
}

// draw writes the charts of the times.
func (r *benchReport) draw(a *app) error {
	charts := bench.Charts(r.cells, r.clock)
	if len(charts) == 0 {
		return errors.New("--chart: no run ended, there is nothing to draw")
	}
	return a.writeTo(r.f.Chart, func(w io.Writer) error {
		if strings.EqualFold(filepath.Ext(r.f.Chart), ".svg") {
			return bench.WriteSVG(w, charts)
		}
		return bench.WriteHTML(w, charts, fmt.Sprintf("%s · %s · nonogram %s", r.f.boards(), r.machine, programVersion()))
	})
}

func (r *benchReport) printText(a *app) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s · nonogram %s\n", r.machine, programVersion())
	wanted := "first solution"
	if r.f.Limit > 1 {
		wanted = "up to " + plural.Of(r.f.Limit, "solution", "solutions")
	}
	fmt.Fprintf(&b, "%s · %s · %s · %s", r.clock, r.f.boards(), wanted, plural.Of(r.f.Rounds, "round", "rounds"))
	if r.f.Timeout > 0 {
		fmt.Fprintf(&b, " · limit %v", r.f.Timeout)
	}
	b.WriteByte('\n')
	for i := 0; i < len(r.cells); {
		rows := [][]string{{"METHOD", "MEAN", "MEDIAN", "MIN", "MAX", "PAR-2", "NODES", "LOOKS", "SOLVED", "WRONG", "TIMED OUT", "OTHER"}}
		set := r.cells[i].Set
		for ; i < len(r.cells) && r.cells[i].Set == set; i++ {
			s := r.cells[i].Summary()
			rows = append(rows, textRow(&s, r.cells[i].PAR2(r.f.Timeout)))
		}
		fmt.Fprintf(&b, "\n%s\n", set)
		writeAligned(&b, rows)
	}
	if r.f.Pairs {
		r.writePairs(&b)
	}
	if r.f.Runs {
		r.writeRuns(&b)
	}
	if r.interrupted {
		b.WriteString("interrupted\n")
	}
	_, err := a.out.Write([]byte(b.String()))
	return err
}

// writePairs writes a line for every two methods.
func (r *benchReport) writePairs(b *strings.Builder) {
	rows := [][]string{{"METHOD", "SIZE", "FASTER", "SLOWER", "P", "TIMES AS FAST", "THAN"}}
	for _, p := range bench.Pairs(r.cells) {
		ratio := "–"
		if p.Low > 0 {
			ratio = fmt.Sprintf("%.3g [%.3g to %.3g]", p.Ratio, p.Low, p.High)
		}
		rows = append(rows, []string{p.First, p.Set, strconv.Itoa(p.Faster), strconv.Itoa(p.Slower), fmt.Sprintf("%.2g", p.P), ratio, p.Second})
	}
	b.WriteByte('\n')
	writeAligned(b, rows)
}

// writeCSV writes a line for every run.
func (r *benchReport) writeCSV(w io.Writer) error {
	records := [][]string{bench.CSVHead}
	for i := range r.cells {
		for j := range r.cells[i].Runs {
			records = append(records, r.cells[i].Runs[j].Record())
		}
	}
	data, err := bench.CSV(records)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// writeRuns writes a line per run: the time, and whether the answer is right.
func (r *benchReport) writeRuns(b *strings.Builder) {
	rows := [][]string{{"BOARD", "SIZE", "ROUND", "TIME", "METHOD AND ANSWER"}}
	for i := range r.cells {
		for _, run := range r.cells[i].Runs {
			answer := string(run.Outcome)
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

func textRow(s *bench.Summary, par2 float64) []string {
	row := []string{s.Method, "–", "–", "–", "–", "–", "–", "–"}
	if s.Measured() > 0 {
		row = []string{
			s.Method, estimated(s.Time.Mean, chart.Seconds), estimated(s.Time.Median, chart.Seconds),
			estimated(s.Time.Min, chart.Seconds), estimated(s.Time.Max, chart.Seconds), "–", estimated(s.Nodes.Mean, nodeCount), "–",
		}
		if !math.IsNaN(par2) {
			row[5] = chart.Seconds(par2)
		}
		if s.Looks.Max.Value > 0 {
			row[7] = estimated(s.Looks.Mean, nodeCount)
		} else if s.Nodes.Max.Value == 0 && s.Method != bench.EngineLabel { // an external program
			row[6] = "–"
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
	Machine     machine.Info  `json:"machine"`
	Version     string        `json:"version"`
	Clock       string        `json:"clock"`
	Boards      string        `json:"boards"`
	Seed        uint64        `json:"seed"`
	Rounds      int           `json:"rounds"`
	Limit       int           `json:"limit"`
	Timeout     float64       `json:"timeout_s"`
	MinTime     float64       `json:"min_time_s"`
	Interrupted bool          `json:"interrupted,omitempty"`
	Results     []benchResult `json:"results"`
	Pairs       []bench.Pair  `json:"pairs,omitempty"`
	Runs        []bench.Run   `json:"runs,omitempty"`
}

// benchResult adds the PAR-2 score to a summary; it is null without a timeout.
type benchResult struct {
	bench.Summary
	PAR2 *float64 `json:"par2_s"`
}

// record describes the measurement, without results.
func (r *benchReport) record() benchRecord {
	return benchRecord{
		Machine: r.machine, Version: programVersion(), Clock: r.clock, Boards: r.f.boards(), Seed: r.f.Seed,
		Rounds: r.f.Rounds, Limit: r.f.Limit, Timeout: r.f.Timeout.Seconds(), MinTime: r.f.MinTime.Seconds(), Interrupted: r.interrupted,
	}
}

func (r *benchReport) printJSON(a *app) error {
	record := r.record()
	for i := range r.cells {
		result := benchResult{Summary: r.cells[i].Summary()}
		if par2 := r.cells[i].PAR2(r.f.Timeout); !math.IsNaN(par2) {
			result.PAR2 = &par2
		}
		record.Results = append(record.Results, result)
		if r.f.Runs {
			record.Runs = append(record.Runs, r.cells[i].Runs...)
		}
	}
	if r.f.Pairs {
		record.Pairs = bench.Pairs(r.cells)
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
