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
// if there are several, and the distribution of the times. The clock is the title of the axis of
// times. Runs that were cut off have no bar, and a chart without points is omitted.
func Charts(series []Series, clock string) []chart.Chart {
	var charts []chart.Chart
	for _, set := range names(series, func(s *Series) string { return s.Set }) {
		var list []Series
		for i := range series {
			if series[i].Set == set {
				list = append(list, series[i])
			}
		}
		charts = append(charts, PuzzleChart(list, clock))
	}
	charts = append(charts, sizeChart(series, clock), distribution(series, clock))
	return slices.DeleteFunc(charts, func(c chart.Chart) bool {
		return !slices.ContainsFunc(c.Series, func(s chart.Series) bool { return len(s.Points) > 0 })
	})
}

// names lists the different values of a field, in order.
func names(series []Series, of func(*Series) string) []string {
	var list []string
	for i := range series {
		if name := of(&series[i]); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
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
	sets := names(series, func(s *Series) string { return s.Set })
	c := chart.Chart{
		Title: "Median time by size", X: chart.Axis{Title: "size", Names: sets}, Y: chart.Axis{Title: clock, Log: true, Format: chart.Seconds},
	}
	if len(sets) < 2 {
		return c
	}
	for _, method := range names(series, func(s *Series) string { return s.Method }) {
		line := chart.Series{Name: method}
		for i := range series {
			if series[i].Method != method {
				continue
			}
			if m := series[i].Summary().Time.Median; !m.AtLeast && m.Value > 0 {
				line.Points = append(line.Points, chart.Point{X: float64(slices.Index(sets, series[i].Set)), Y: m.Value})
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
	for _, method := range names(series, func(s *Series) string { return s.Method }) {
		var times []float64
		runs := 0
		for i := range series {
			if series[i].Method != method {
				continue
			}
			for _, run := range series[i].Runs {
				runs++
				if run.Ended() && run.Time > 0 {
					times = append(times, run.Time.Seconds())
				}
			}
		}
		slices.Sort(times)
		s := chart.Series{Name: method}
		for i, t := range times {
			s.Points = append(s.Points, chart.Point{X: t, Y: float64(i+1) / float64(runs)})
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
