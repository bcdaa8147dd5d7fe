package bench

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"slices"

	"nonogram/internal/chart"
)

// Charts draws series: a bar for every puzzle and method of each set, the median over the sizes
// if there are several, the distribution of the times, and the cactus plot. The clock is the title of the axis of
// times. Runs that were cut off have no bar, and a chart without points is omitted.
func Charts(series []Series, clock string) []chart.Chart {
	var charts []chart.Chart
	for _, set := range grouped(series, setOf) {
		charts = append(charts, PuzzleChart(set, clock))
	}
	charts = append(charts, sizeChart(series, clock), distribution(series, clock), Cactus(series, clock))
	return slices.DeleteFunc(charts, func(c chart.Chart) bool {
		return !slices.ContainsFunc(c.Series, func(s chart.Series) bool { return len(s.Points) > 0 })
	})
}

func setOf(s Series) string    { return s.Set }
func methodOf(s Series) string { return s.Method }

// grouped divides series by a field, in the order of its first occurrences.
func grouped(series []Series, field func(Series) string) [][]Series {
	var groups [][]Series
	for _, s := range series {
		at := slices.IndexFunc(groups, func(group []Series) bool { return field(group[0]) == field(s) })
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], s)
	}
	return groups
}

// maxBars is the number of puzzles that a chart of bars can show.
const maxBars = 60

// PuzzleChart has a bar for each puzzle and method of one set: the time of its first round.
func PuzzleChart(series []Series, clock string) chart.Chart {
	c := chart.Chart{
		Title: "Time of every puzzle", X: chart.Axis{Title: "puzzle"},
		Y: chart.Axis{Title: clock, Log: true, Format: chart.Seconds},
	}
	for i := range series {
		s := chart.Series{Name: series[i].Method, Kind: chart.Bars}
		for _, run := range series[i].Runs {
			at := slices.Index(c.X.Names, run.Puzzle)
			if at < 0 && len(c.X.Names) < maxBars {
				at = len(c.X.Names)
				c.X.Names = append(c.X.Names, run.Puzzle)
			}
			if at >= 0 && run.Round == 1 && run.Ended() && run.Time > 0 {
				s.Points = append(s.Points, chart.Point{X: float64(at), Y: run.Time.Seconds()})
			}
		}
		c.Series = append(c.Series, s)
		c.Subtitle = series[i].Set + ", a bar for each puzzle and method; no bar: a limit ended the run"
	}
	return c
}

// sizeChart has the median times over the sizes; empty if there is only one.
func sizeChart(series []Series, clock string) chart.Chart {
	c := chart.Chart{
		Title: "Median time by size", X: chart.Axis{Title: "size"}, Y: chart.Axis{Title: clock, Log: true, Format: chart.Seconds},
	}
	for _, set := range grouped(series, setOf) {
		c.X.Names = append(c.X.Names, set[0].Set)
	}
	if len(c.X.Names) < 2 {
		return c
	}
	for _, list := range grouped(series, methodOf) {
		line := chart.Series{Name: list[0].Method}
		for _, s := range list {
			if m := s.Summary().Time.Median; !m.AtLeast && m.Value > 0 {
				line.Points = append(line.Points, chart.Point{X: float64(slices.Index(c.X.Names, s.Set)), Y: m.Value})
			}
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// distribution has, for each method, the share of its runs that ended within a time.
func distribution(series []Series, clock string) chart.Chart {
	c := chart.Chart{
		Title: "Share of the runs that ended within a time", X: chart.Axis{Title: clock, Log: true, Format: chart.Seconds},
		Y: chart.Axis{Title: "share of the runs", Format: chart.Percent, Max: 1},
	}
	for _, list := range grouped(series, methodOf) {
		var times []float64
		runs := 0
		for _, s := range list {
			runs += len(s.Runs)
			for _, run := range s.Runs {
				if run.Ended() && run.Time > 0 {
					times = append(times, run.Time.Seconds())
				}
			}
		}
		slices.Sort(times)
		s := chart.Series{Name: list[0].Method}
		for i, t := range times {
			s.Points = append(s.Points, chart.Point{X: t, Y: float64(i+1) / float64(runs)})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// Cactus has, for each method, the time within which it solves a number of puzzles one by one, the
// quickest first: the survival plot of SAT competitions. A curve further to the right solves more.
func Cactus(series []Series, clock string) chart.Chart {
	c := chart.Chart{
		Title: "Puzzles solved within a time each", Subtitle: "each method’s right answers, the quickest first; further right is better",
		X: chart.Axis{Title: "puzzles solved"}, Y: chart.Axis{Title: clock, Log: true, Format: chart.Seconds},
	}
	for _, list := range grouped(series, methodOf) {
		var times []float64
		for _, s := range list {
			for _, run := range s.Runs {
				if run.Outcome == Solved && run.Time > 0 {
					times = append(times, run.Time.Seconds())
				}
			}
		}
		slices.Sort(times)
		s := chart.Series{Name: list[0].Method}
		for i, t := range times {
			s.Points = append(s.Points, chart.Point{X: float64(i + 1), Y: t})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// WriteSVG writes charts below each other as one drawing.
func WriteSVG(w io.Writer, charts []chart.Chart) error {
	const width, height = 720, 460
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n", width, height*len(charts), width, height*len(charts))
	for i := range charts {
		fmt.Fprintf(&b, "<g transform=\"translate(0 %d)\">\n", i*height)
		if err := charts[i].WriteSVG(&b); err != nil {
			return err
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := b.WriteTo(w)
	return err
}

// WriteHTML writes charts as a page with a heading.
func WriteHTML(w io.Writer, charts []chart.Chart, heading string) error {
	const style = "body{font-family:sans-serif;max-width:48rem;margin:1rem auto;padding:0 1rem;color-scheme:light dark}svg{width:100%;height:auto}"
	title := html.EscapeString(heading)
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>%s</title><style>%s</style></head><body>\n<p>%s</p>\n", title, style, title)
	for i := range charts {
		if err := charts[i].WriteSVG(&b); err != nil {
			return err
		}
	}
	b.WriteString("</body></html>\n")
	_, err := b.WriteTo(w)
	return err
}
