package bench

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
)

// CSVHead names the columns of [Run.Record].
var CSVHead = []string{"method", "set", "puzzle", "round", "outcome", "time_s", "repeats", "nodes", "looks", "guesses", "conflicts", "line_solves", "checks", "line_open", "bytes"}

// Record returns a run as a line of a table.
func (r *Run) Record() []string {
	record := []string{r.Method, r.Set, r.Puzzle, strconv.Itoa(r.Round), string(r.Outcome), Number(r.Time.Seconds())}
	for _, n := range []int64{int64(r.Repeats), r.Nodes, r.Looks, r.Stats.Guesses, r.Stats.Conflicts, r.Stats.LineSolves, r.Stats.Checks, int64(r.Stats.LineOpen), r.Bytes} {
		record = append(record, strconv.FormatInt(n, 10))
	}
	return record
}

// Number formats a value with six digits, and NaN and infinities as "".
func Number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// CSV returns a table. Texts that a spreadsheet would take for a formula begin with an
// apostrophe.
func CSV(records [][]string) ([]byte, error) {
	for _, record := range records {
		for i, cell := range record {
			if _, err := strconv.ParseFloat(cell, 64); err != nil && strings.IndexAny(cell, "=+-@\t\r") == 0 {
				record[i] = "'" + cell
			}
		}
	}
	var b bytes.Buffer
	err := csv.NewWriter(&b).WriteAll(records)
	return b.Bytes(), err
}
