package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"nonogram/cmd/internal/bench"
)

// Files are the page study.html, every chart as SVG and CSV, every run as CSV, and the data as
// JSON, by name. There are none if nothing was measured.
func (r *Report) Files() (map[string][]byte, error) {
	d := r.data
	if len(d.Sizes) == 0 && len(d.Own) == 0 {
		return nil, nil
	}
	var page bytes.Buffer
	if err := d.writeHTML(&page); err != nil {
		return nil, err
	}
	files := map[string][]byte{"study.html": page.Bytes()}
	for _, f := range newReport(d).figures {
		table, err := f.csv()
		if err != nil {
			return nil, err
		}
		files["charts/"+f.Name+".svg"], files["charts/"+f.Name+".csv"] = []byte(f.SVG), table
	}
	runs, err := d.runsCSV()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	files["runs.csv"], files["data.json"] = runs, append(data, '\n')
	return files, nil
}

// csv returns the points of a chart.
func (f *figure) csv() ([]byte, error) {
	records := [][]string{{"series", "x", "y", "low", "high"}}
	for _, s := range f.chart.Series {
		for _, p := range s.Points {
			record := []string{s.Name, number(p.X), number(p.Y), "", ""}
			if len(f.chart.X.Names) > 0 {
				record[1] = f.chart.X.Names[int(p.X)]
			}
			if s.Band {
				record[3], record[4] = number(p.Low), number(p.High)
			}
			records = append(records, record)
		}
	}
	return csvOf(records)
}

// number formats a value, and NaN and infinities as "".
func number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

func csvOf(records [][]string) ([]byte, error) {
	var b bytes.Buffer
	err := csv.NewWriter(&b).WriteAll(records)
	return b.Bytes(), err
}

// runsCSV has a line for every run of every experiment.
func (d *measurements) runsCSV() ([]byte, error) {
	records := [][]string{{"experiment", "method", "set", "density", "puzzle", "round", "outcome", "time_s", "repeats", "nodes", "guesses", "conflicts", "line_solves", "checks", "line_open", "bytes", "solutions"}}
	add := func(experiment, density, solutions string, runs ...bench.Run) {
		for i := range runs {
			records = append(records, runRecord(experiment, density, solutions, &runs[i]))
		}
	}
	for _, c := range slices.Concat(d.Sizes, d.Own) {
		add("sizes", "", "", c.Runs...)
	}
	for i := range d.Counts {
		o := &d.Counts[i]
		add(o.Sample, number(o.Density), number(o.Values["solutions"]), o.run())
	}
	return csvOf(records)
}

func runRecord(experiment, density, solutions string, r *bench.Run) []string {
	record := []string{experiment, r.Method, r.Set, density, r.Puzzle, strconv.Itoa(r.Round), string(r.Outcome), number(r.Time.Seconds())}
	for _, n := range []int64{int64(r.Repeats), r.Nodes, r.Stats.Guesses, r.Stats.Conflicts, r.Stats.LineSolves, r.Stats.Checks, int64(r.Stats.LineOpen), r.Bytes} {
		record = append(record, strconv.FormatInt(n, 10))
	}
	return append(record, solutions)
}

// run is a counted run as a run of the bench, without a time.
func (o *observation) run() bench.Run {
	value := func(name string) int64 { return int64(o.Values[name]) }
	r := bench.Run{Method: o.Method, Set: bench.SizeName(o.Side, o.Side), Puzzle: o.Puzzle, Round: 1, Outcome: bench.Solved, Nodes: value("nodes")}
	r.Stats.Guesses, r.Stats.Conflicts, r.Stats.LineSolves = value("guesses"), value("conflicts"), value("lines")
	r.Stats.Checks, r.Stats.LineOpen = value("checks"), int(value("open"))
	if !o.Ended {
		r.Outcome = bench.OutOfBudget
	}
	return r
}
