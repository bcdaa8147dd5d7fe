package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"nonogram/internal/chart"
)

// A table of measurements: a row for each kind of board, with a first solution
// and with the verdict "unique or not". It goes out as CSV with all digits, as
// Markdown for the page, and as points of charts.

// row is one kind of board.
type row struct {
	side    int
	density float64 // 0 where it falls as in a tournament
	inks    int
	first   summary // limit 1
	verdict summary // limit 2
}

// measureRow measures both questions on the same boards, and says so.
func measureRow(ctx context.Context, r row, boards []board) (row, error) {
	begin := time.Now()
	var err error
	if r.first, r.verdict, err = measureAll(ctx, boards); err != nil {
		return r, err
	}
	fmt.Fprintf(os.Stderr, "%s: first %s, p99 %s; verdict %s, p99 %s; %d + %d of %d unfinished; %.1f s\n",
		r.name(), atLimit(r.first.median), atLimit(r.first.p99), atLimit(r.verdict.median), atLimit(r.verdict.p99),
		r.first.unfinished, r.verdict.unfinished, len(boards), time.Since(begin).Seconds())
	return r, nil
}

func (r *row) name() string {
	name := fmt.Sprintf("%d×%d", r.side, r.side)
	if r.density > 0 {
		name += ", " + chart.Percent(r.density) + " filled"
	}
	if r.inks > 1 {
		name += fmt.Sprintf(", %d inks", r.inks)
	}
	return name
}

// atLimit writes a time, or that it is beyond the limit.
func atLimit(seconds float64) string {
	if math.IsInf(seconds, 1) {
		return "> " + chart.Seconds(boardTimeout.Seconds())
	}
	return chart.Seconds(seconds)
}

// clipped is a time for a chart, where nothing is beyond the limit.
func clipped(seconds float64) float64 { return min(seconds, boardTimeout.Seconds()) }

// csvTable has a line for each row and question.
func csvTable(rows []row) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	records := [][]string{{"side", "filled", "inks", "limit", "boards", "unfinished", "unique", "median_s", "p99_s", "slowest_s", "total_s"}}
	for i := range rows {
		r := &rows[i]
		filled := fmt.Sprintf("%.2f-%.2f", densest, sparsest)
		if r.density > 0 {
			filled = fmt.Sprintf("%.2f", r.density)
		}
		for limit, s := range []*summary{&r.first, &r.verdict} {
			records = append(records, []string{
				strconv.Itoa(r.side), filled, strconv.Itoa(r.inks), strconv.Itoa(limit + 1),
				strconv.Itoa(s.boards), strconv.Itoa(s.unfinished), strconv.Itoa(s.unique),
				csvSeconds(s.median), csvSeconds(s.p99), csvSeconds(s.slowest), csvSeconds(s.total),
			})
		}
	}
	err := w.WriteAll(records)
	return b.Bytes(), err
}

func csvSeconds(s float64) string {
	if math.IsInf(s, 1) {
		return fmt.Sprintf(">%g", boardTimeout.Seconds())
	}
	return strconv.FormatFloat(s, 'g', 4, 64)
}

// markdown is the table for the page. label is what tells the rows apart.
func markdown(title string, rows []row, label func(*row) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | boards | first solution: median | p99 | slowest | verdict: median | p99 | slowest | unique |\n", title)
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", label(r), r.first.boards, r.first.cells(), r.verdict.cells(), r.uniqueShare())
	}
	return b.String()
}

// cells are the three times, the last with the number of unfinished boards.
func (s *summary) cells() string {
	last := atLimit(s.slowest)
	if s.unfinished > 0 {
		last = fmt.Sprintf("%d over %s", s.unfinished, chart.Seconds(boardTimeout.Seconds()))
	}
	return atLimit(s.median) + " | " + atLimit(s.p99) + " | " + last
}

// uniqueShare is that of the boards with a verdict.
func (r *row) uniqueShare() string {
	decided := r.verdict.boards - r.verdict.unfinished
	if decided == 0 {
		return "?"
	}
	return chart.Percent(float64(r.verdict.unique) / float64(decided))
}

// pointsOf makes the points of a chart: the median, and the 99th percentile as
// the upper end of a band.
func pointsOf(rows []row, x func(*row) float64, pick func(*row) *summary) []chart.Point {
	var points []chart.Point
	for i := range rows {
		s := pick(&rows[i])
		points = append(points, chart.Point{X: x(&rows[i]), Y: clipped(s.median), Low: clipped(s.median), High: clipped(s.p99)})
	}
	return points
}

func firstOf(r *row) *summary   { return &r.first }
func verdictOf(r *row) *summary { return &r.verdict }

// bandNote explains the charts of this program.
const bandNote = "line: median; upper edge of the band: 99th percentile"

// timeAxis is the vertical axis of all charts here.
func timeAxis() chart.Axis {
	return chart.Axis{Title: clock.Name() + " per board", Log: true, Format: chart.Seconds}
}

// limitRule marks the time limit, if any board has met it.
func limitRule(rows []row) []chart.Rule {
	for i := range rows {
		if rows[i].first.unfinished+rows[i].verdict.unfinished > 0 {
			return []chart.Rule{{Y: boardTimeout.Seconds(), Label: "limit " + chart.Seconds(boardTimeout.Seconds())}}
		}
	}
	return nil
}

// svg draws a chart into a file of the folder.
func (o output) svg(name string, c *chart.Chart) error {
	var b bytes.Buffer
	if err := c.WriteSVG(&b); err != nil {
		return err
	}
	return o.write(name, b.Bytes())
}
