package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nonogram/internal/chart"
)

// Charts compared with golden files, and drawings of odd values.

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

func points(xy ...float64) []chart.Point {
	var list []chart.Point
	for i := 0; i+1 < len(xy); i += 2 {
		list = append(list, chart.Point{X: xy[i], Y: xy[i+1]})
	}
	return list
}

// band makes points with a range upwards.
func band(xyh ...float64) []chart.Point {
	var list []chart.Point
	for i := 0; i+2 < len(xyh); i += 3 {
		list = append(list, chart.Point{X: xyh[i], Y: xyh[i+1], Low: xyh[i+1], High: xyh[i+2]})
	}
	return list
}

// charts are made up to show every feature; the figures mean nothing.
var charts = map[string]chart.Chart{
	"growth": {
		Title: "Cost by size", Subtitle: "line: median; top of the band: 99th percentile",
		X: chart.Axis{Title: "side of the board (cells)"},
		Y: chart.Axis{Title: "CPU time per board", Log: true, Format: chart.Seconds},
		Series: []chart.Series{
			{Name: "first solution", Band: true, Points: band(5, 4e-6, 9e-6, 10, 2e-5, 9e-5, 15, 9e-5, 6e-4, 20, 4e-4, 5e-3, 25, 1.6e-3, 0.09, 30, 5e-3, 0.7, 35, 0.04, 10, 40, 0.9, 10)},
			{Name: "verdict", Band: true, Points: band(5, 5e-6, 1e-5, 10, 3e-5, 2e-4, 15, 2e-4, 1e-3, 20, 1e-3, 0.01, 25, 5e-3, 0.3, 30, 0.03, 3, 35, 0.4, 10, 40, 10, 10)},
		},
		Rules: []chart.Rule{{Y: 10, Label: "time limit"}},
	},
	"crowded": {
		Title: "Seven lines whose ends meet",
		X:     chart.Axis{Title: "x", Log: true},
		Y:     chart.Axis{Title: "y", Format: chart.Percent},
		Series: []chart.Series{
			{Name: "one", Points: points(1, 0.1, 10, 0.2, 1000, 0.5)},
			{Name: "two & a half", Points: points(1, 0.2, 10, 0.25, 1000, 0.5)},
			{Name: "three", Points: points(1, 0.3, 10, 0.3, 1000, 0.51)},
			{Name: "four", Points: points(1, 0.4, 10, math.NaN(), 100, 0.6, 1000, 0.52)},
			{Name: "five", Points: points(1, 0.5, 10, 0.7, 1000, 0.49)},
			{Name: "six", Points: points(1, 0.6, 10, 0.75, 1000, 0.9)},
			{Name: "seven", Points: points(1, 0.9, 10, 0.95, 300, 0.92)},
		},
	},
	"bars": {
		Title: "Bars", Subtitle: "hatched so that grey print tells them apart",
		X: chart.Axis{Names: []string{"lines only", "probing", "beliefs", "search"}},
		Y: chart.Axis{Title: "puzzles"},
		Series: []chart.Series{
			{Name: "newspaper", Kind: chart.Bars, Points: points(0, 1970, 1, 364, 2, 0, 3, 4)},
			{Name: "random", Kind: chart.Bars, Points: points(0, 120, 1, 300, 2, 800, 3, 1300)},
			{Name: "drawn", Kind: chart.Bars, Points: points(0, 700, 1, 500, 2, 400, 3, 100)},
		},
	},
	"names": {
		Title: "Long names",
		X: chart.Axis{Title: "method", Names: []string{"exhaustive search by rows", "line solving", "belief propagation with decimation", "tabu search", "simulated annealing",
			"genetic algorithm", "integer programming", "a name that is far too long to be shown in full under a chart"}},
		Y: chart.Axis{Title: "change", Log: false},
		Series: []chart.Series{
			{Name: "", Kind: chart.Bars, Points: points(0, -30, 1, 12, 2, 45, 3, -5, 4, 3, 5, 0, 6, 22, 7, 9)},
		},
	},
	"looks": {
		Title: "A look of its own, a bound without markers, chosen ticks",
		X:     chart.Axis{Title: "side", Ticks: []float64{5, 7, 10, 15, 25, 40}},
		Y:     chart.Axis{Title: "time", Log: true, Format: chart.Seconds},
		Series: []chart.Series{
			{Name: "yardstick", Look: 7, Points: points(5, 2e-6, 7, 5e-6, 10, 2e-5, 15, 1e-4, 25, 2e-3)},
			{Name: "gives up early", Points: points(5, 1e-5, 7, 2e-2)},
			{Name: "bound", Bare: true, Points: points(5, 1e-6, 25, 1e-1)},
		},
	},
	"scatter": {
		Title: "Conflicts and guesses",
		X:     chart.Axis{Title: "guesses", Log: true},
		Y:     chart.Axis{Title: "conflicts", Log: true},
		Series: []chart.Series{
			{Name: "pictures", Kind: chart.Scatter, Points: points(10, 3, 25, 9, 80, 22, 300, 140, 2000, 900, 15000, 7000)},
			{Name: "noise", Kind: chart.Scatter, Points: points(12, 1, 40, 2, 90, 8, 400, 35, 1800, 210, 22000, 3000)},
			{Name: "half", Points: points(10, 5, 22000, 11000)},
		},
	},
}

func draw(t *testing.T, c chart.Chart) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for name, c := range charts {
		t.Run(name, func(t *testing.T) {
			got := draw(t, c)
			path := filepath.Join("testdata", name+".svg")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the drawing differs from %s; look at it and run go test ./internal/chart -update\n%s", path, got)
			}
		})
	}
}

// wellFormed parses the drawing as XML and returns all its text.
func wellFormed(t *testing.T, svg string) string {
	t.Helper()
	var text strings.Builder
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatalf("not well formed: %v\n%s", err, svg)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
	}
}

func TestHostileText(t *testing.T) {
	hostile := "<script>alert(\"1\")</script> & \x00\x1b\xff � ]]> 漢字"
	c := chart.Chart{
		Title: hostile, Subtitle: hostile, X: chart.Axis{Title: hostile, Names: []string{hostile}}, Y: chart.Axis{Title: hostile},
		Series: []chart.Series{{Name: hostile, Points: points(0, 1)}}, Rules: []chart.Rule{{Y: 1, Label: hostile}},
	}
	svg := draw(t, c)
	if text := wellFormed(t, svg); !strings.Contains(text, `<script>alert("1")</script> &`) {
		t.Errorf("the text is lost: %q", text)
	}
	if strings.Contains(svg, "<script") {
		t.Error("text became an element")
	}
}

// Two charts in one page must not share a class or an id.
func TestScopes(t *testing.T) {
	ids := regexp.MustCompile(`(?:id="|url\(#|class=")([^")]*)`)
	seen := map[string]string{}
	for name, c := range charts {
		svg := draw(t, c)
		scope := regexp.MustCompile(`class="(\w+)"`).FindStringSubmatch(svg)[1]
		for _, match := range ids.FindAllStringSubmatch(svg, -1) {
			id := match[1]
			if strings.Contains(match[0], "class") && id != scope {
				continue // classes inside are only styled below the scope
			}
			if !strings.HasPrefix(id, scope) {
				t.Errorf("%s: %s does not carry the scope %s", name, id, scope)
			}
			if other, ok := seen[id]; ok && other != name {
				t.Errorf("%s and %s share %s", name, other, id)
			}
			seen[id] = name
		}
		style := regexp.MustCompile(`<style>(.*)</style>`).FindStringSubmatch(svg)[1]
		_, rules, _ := strings.Cut(style, "{")
		for _, rule := range strings.Split(strings.TrimSuffix(rules, "}}"), "}") {
			if !strings.HasPrefix(rule, "."+scope+" ") {
				t.Errorf("%s: rule %q applies outside the chart", name, rule)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	one := []chart.Series{{Name: "s", Points: points(1, 1)}}
	for name, c := range map[string]chart.Chart{
		"nothing":   {},
		"gaps only": {Series: []chart.Series{{Points: points(1, math.NaN())}}},
		"infinite":  {Series: []chart.Series{{Points: points(1, math.Inf(1))}}},
		"nowhere":   {Series: []chart.Series{{Points: points(math.NaN(), 1)}}},
		"log of 0":  {Y: chart.Axis{Log: true}, Series: []chart.Series{{Points: points(1, 0)}}},
		"band":      {Y: chart.Axis{Log: true}, Series: []chart.Series{{Band: true, Points: points(1, 1)}}},
		"names":     {X: chart.Axis{Names: []string{"a"}}, Series: one},
		"bars":      {Series: []chart.Series{{Kind: chart.Bars, Points: points(1, 1)}}},
	} {
		if err := c.WriteSVG(io.Discard); !errors.Is(err, chart.ErrEmpty) {
			t.Errorf("%s: %v, expected %v", name, err, chart.ErrEmpty)
		}
	}
	rule := chart.Chart{Y: chart.Axis{Log: true}, Series: one, Rules: []chart.Rule{{Label: "below", Y: -1}}}
	if strings.Contains(draw(t, rule), "below") {
		t.Error("a rule beside its axis is drawn")
	}
	if err := (&chart.Chart{Series: one}).WriteSVG(failing{}); !errors.Is(err, errFull) {
		t.Errorf("a failing writer gives %v", err)
	}
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

// Whatever the values, the drawing is well formed and has finite coordinates.
func TestOddValues(t *testing.T) {
	for _, log := range []bool{false, true} {
		for _, values := range [][]float64{{1}, {1, 1, 1}, {1e-12, 2e-12}, {1e299, 1}, {1e-299, 1e299}, {7, 7.0000001}, {0.3, 0.4, 0.5}, {0.005, math.Nextafter(0.005, 1)}, {123456789, 123456790}} {
			for _, kind := range []chart.Kind{chart.Line, chart.Scatter, chart.Bars} {
				s := chart.Series{Name: "s", Kind: kind, Band: true}
				for i, v := range values {
					s.Points = append(s.Points, chart.Point{X: values[len(values)-1-i], Y: v, Low: v, High: v})
				}
				c := chart.Chart{X: chart.Axis{Log: log}, Y: chart.Axis{Log: log}, Series: []chart.Series{s}, Width: 200, Height: 140}
				if kind == chart.Bars {
					c.X = chart.Axis{Names: make([]string, len(values))}
					for i := range s.Points {
						s.Points[i].X = float64(i)
					}
				}
				svg := draw(t, c)
				wellFormed(t, svg)
				if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
					t.Errorf("log %v, values %v, kind %d: a coordinate is not a number\n%s", log, values, kind, svg)
				}
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 5: "5", 0.25: "0.25", -3: "−3", 1000: "1,000", 12000: "12,000", 1234567: "1,234,567", 1e7: "10⁷", 2e-5: "2·10⁻⁵", -12000: "−12,000", 0.1 + 0.2: "0.3", 33_554_432: "3.36·10⁷", 1.0004e9: "10⁹", 9.999e9: "10¹⁰", -2.5e-6: "−2.5·10⁻⁶"} {
		if got := chart.Number(v); got != want {
			t.Errorf("Number(%v) = %q, want %q", v, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0 s", 4e-9: "4 ns", 15e-6: "15 µs", 0.001: "1 ms", 0.00183: "1.83 ms", 0.9996: "1 s", 12: "12 s", 72.345: "72.3 s", 1433: "1,433 s", 12345: "12,345 s"} {
		if got := chart.Seconds(v); got != want {
			t.Errorf("Seconds(%v) = %q, want %q", v, got, want)
		}
	}
}

// Names never take more than a third of the width: on a narrow chart they go above the plot.
func TestNarrowLegend(t *testing.T) {
	c := chart.Chart{Title: "Narrow", Series: []chart.Series{{Name: "recursive_intersect_greedy", Points: []chart.Point{{X: 1, Y: 1}, {X: 2, Y: 2}}}}}
	for width, side := range map[int]bool{360: false, 720: true} {
		c.Width = width
		var b bytes.Buffer
		if err := c.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		at := regexp.MustCompile(`<text x="([\d.]+)"[^>]*>recursive_intersect_greedy`).FindStringSubmatch(b.String())
		if at == nil {
			t.Fatalf("no name in\n%s", &b)
		}
		if x, _ := strconv.ParseFloat(at[1], 64); x > float64(width)/2 != side {
			t.Errorf("at a width of %d the name is at %v", width, x)
		}
	}
}
