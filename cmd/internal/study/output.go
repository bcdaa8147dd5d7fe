package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"

	"nonogram/cmd/internal/bench"
)

// Files are the page study.html, every chart as SVG and CSV, every run as CSV, the captions as
// text, the boards of every experiment, and the data as JSON, by name. There are none if nothing was measured.
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
		files["captions.txt"] = fmt.Appendf(files["captions.txt"], "Figure %d, charts/%s.svg: %s. %s\n", f.Number, f.Name, f.chart.Title, html.UnescapeString(tags.ReplaceAllString(string(f.Caption), "")))
		table, err := f.csv()
		if err != nil {
			return nil, err
		}
		files["charts/"+f.Name+".svg"], files["charts/"+f.Name+".csv"] = []byte(f.SVG), table
	}
	for _, set := range d.Boards {
		files["boards/"+set.Name] = []byte(set.Text)
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

// tags are those of captions.
var tags = regexp.MustCompile("<[^>]*>")

// csv returns the points of a chart.
func (f *figure) csv() ([]byte, error) {
	records := [][]string{{"series", "x", "y", "low", "high"}}
	for _, s := range f.chart.Series {
		for _, p := range s.Points {
			record := []string{s.Name, bench.Number(p.X), bench.Number(p.Y), "", ""}
			if len(f.chart.X.Names) > 0 {
				record[1] = f.chart.X.Names[int(p.X)]
			}
			if s.Band {
				record[3], record[4] = bench.Number(p.Low), bench.Number(p.High)
			}
			records = append(records, record)
		}
	}
	return bench.CSV(records)
}

// runsCSV has a line for every run of every experiment.
func (d *measurements) runsCSV() ([]byte, error) {
	records := [][]string{slices.Concat([]string{"experiment", "density", "solutions"}, bench.CSVHead)}
	add := func(experiment, density, solutions string, runs ...bench.Run) {
		for i := range runs {
			records = append(records, slices.Concat([]string{experiment, density, solutions}, runs[i].Record()))
		}
	}
	for _, c := range slices.Concat(d.Sizes, d.Own) {
		add("sizes", "", "", c.Runs...)
	}
	for i := range d.Counts {
		o := &d.Counts[i]
		add(o.Sample, bench.Number(o.Density), bench.Number(o.Values["solutions"]), o.run())
	}
	return bench.CSV(records)
}

// run is a counted run as a run of the bench, without a time.
func (o *observation) run() bench.Run {
	value := func(name string) int64 { return int64(o.Values[name]) }
	r := bench.Run{Method: o.Method, Set: bench.SizeName(o.Side, o.Side), Puzzle: o.Puzzle, Round: 1, Outcome: bench.Solved, Nodes: value("nodes"), Looks: value("looks")}
	r.Stats.Guesses, r.Stats.Conflicts, r.Stats.LineSolves = value("guesses"), value("conflicts"), value("lines")
	r.Stats.Checks, r.Stats.LineOpen = value("checks"), int(value("open"))
	if !o.Ended {
		r.Outcome = bench.OutOfBudget
	}
	return r
}
