package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"nonogram/internal/bench"
	"nonogram/internal/plural"
)

// File is a file of the study.
type File struct {
	Name    string // relative, with slashes
	Content []byte
}

// PageName is the name of the page among the files.
const PageName = "study.html"

// Files are the page, every chart as SVG and CSV, every run and every cell of the atlas
// as CSV, and the data as JSON.
func (d *Data) Files() ([]File, error) {
	var page bytes.Buffer
	if err := d.WriteHTML(&page); err != nil {
		return nil, err
	}
	files := []File{{PageName, page.Bytes()}}
	for _, f := range newReport(d).figures {
		table, err := f.csv()
		if err != nil {
			return nil, err
		}
		files = append(files, File{"charts/" + f.Name + ".svg", []byte(f.SVG)}, File{"charts/" + f.Name + ".csv", table})
	}
	runs, err := d.runsCSV()
	if err != nil {
		return nil, err
	}
	atlas, err := d.atlasCSV()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	return append(files, File{"runs.csv", runs}, File{"atlas.csv", atlas}, File{"data.json", append(data, '\n')}), nil
}

// Read decodes data.json of Files and validates it.
func Read(data []byte) (*Data, error) {
	d := new(Data)
	if err := json.Unmarshal(data, d); err != nil {
		return nil, err
	}
	return d, d.check()
}

// maxSize exceeds the side of any board of a study.
const maxSize = 1000

func (d *Data) check() error {
	s := &d.Settings
	for _, sizes := range [][]int{s.Sizes, s.PruneSizes, s.GuessSizes, s.AtlasSizes, {s.TreeSide, s.SolutionSide}} {
		for _, side := range sizes {
			if side < 0 || side > maxSize {
				return fmt.Errorf("a board of side %d, expected at most %d", side, maxSize)
			}
		}
	}
	if len(d.Guesses) > 0 && len(s.GuessSizes) == 0 {
		return errors.New("guesses were measured, but the settings have no sizes for them")
	}
	for _, l := range d.Lines {
		if l.N < 0 || l.N > maxSize || l.Blocks < 0 || l.Blocks > l.N {
			return plural.Errorf("a line of %d cells with %d blocks, expected at most %d cells, and blocks that fit", l.N, l.Blocks, maxSize)
		}
	}
	return d.checkAtlas()
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
func (d *Data) runsCSV() ([]byte, error) {
	records := [][]string{{"experiment", "method", "set", "density", "puzzle", "round", "outcome", "time_s", "repeats", "nodes", "guesses", "conflicts", "line_solves", "checks", "line_open", "bytes", "solutions"}}
	add := func(experiment, density, solutions string, runs ...bench.Run) {
		for i := range runs {
			records = append(records, runRecord(experiment, density, solutions, &runs[i]))
		}
	}
	for _, e := range []struct {
		name  string
		cells []bench.Series
	}{{"sizes", d.Sizes}, {"prunings", d.Prunings}, {"guesses", d.Guesses}, {"large", d.Large}} {
		for _, c := range e.cells {
			add(e.name, "", "", c.Runs...)
		}
	}
	for _, t := range d.Trees {
		add("trees", "", "", t.Breadth, t.Depth)
	}
	for _, c := range d.Densities {
		add("densities", number(c.Density), "", c.Runs...)
	}
	for _, b := range d.Solutions {
		solutions := ""
		if b.Exact {
			solutions = number(b.Count)
		}
		add("solutions", number(solutionDensity), solutions, b.Runs...)
	}
	return csvOf(records)
}

func runRecord(experiment, density, solutions string, r *bench.Run) []string {
	record := []string{experiment, r.Method, r.Set, density, r.Puzzle, strconv.Itoa(r.Round), r.Outcome.String(), number(r.Time.Seconds())}
	for _, n := range []int64{int64(r.Repeats), r.Nodes, r.Stats.Guesses, r.Stats.Conflicts, r.Stats.LineSolves, r.Stats.Checks, int64(r.Stats.LineOpen), r.Bytes} {
		record = append(record, strconv.FormatInt(n, 10))
	}
	return append(record, solutions)
}
