// Package chart draws line charts, scatter plots and bars as SVG.
//
// A [Chart] is plain data. [Chart.WriteSVG] lays it out and writes one <svg>
// element without external fonts or scripts:
//
//	c := chart.Chart{
//		Title: "How cost grows",
//		X:     chart.Axis{Title: "side of the board"},
//		Y:     chart.Axis{Title: "time", Log: true, Format: chart.Seconds},
//		Series: []chart.Series{{Name: "first solution", Points: points}},
//	}
//	err := c.WriteSVG(w)
//
// The drawing has its own background, and a style sheet for dark screens; all colors are
// also attributes, so that programs without style sheets draw it light. Series differ in
// color, dashes and markers, or in hatching, so that they are distinguishable in gray print
// and without color vision (the palette is that of Okabe and Ito, "Color Universal Design",
// 2008). Class names and ids carry a hash of the chart, so that several charts can be inline
// in one HTML page.
//
// The same chart always gives the same bytes. Cost: linear in the number of points, some
// microseconds for each.
package chart

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Chart describes a chart.
type Chart struct {
	Title    string
	Subtitle string // a line under the title
	X, Y     Axis
	Series   []Series
	Rules    []Rule
	// Width and Height are in pixels, at least 200 × 140; 0 means 720 and 440. The drawing
	// scales, so they set its proportions and the relative size of the text.
	Width, Height int
}

// Axis describes an axis.
type Axis struct {
	Title string
	Log   bool
	// Max, if not 0, makes the axis end there and begin at 0.
	Max float64
	// Format formats the labels; nil means [Number].
	Format func(float64) string
	// Names, on the X axis, replace numbers: Names[i] at value i.
	Names []string
	// Ticks are the values to label instead of round numbers.
	Ticks []float64
}

// Kind selects how a series is drawn.
type Kind uint8

// The kinds of series.
const (
	Line    Kind = iota // points joined by a line
	Scatter             // points alone
	Bars                // a bar for each point, over the names of the X axis
)

// Series is one line, cloud or set of bars.
type Series struct {
	Name   string
	Kind   Kind
	Points []Point
	// Band shades the range from Low to High along a line, with thin edges.
	Band bool
	// Look is the color, dash and marker, from 1 to 8; 0 selects the next that is free.
	Look int
	// Bare omits the markers of a line without data, such as a bound.
	Bare bool
}

// Point is one value. A Y that is not a number leaves a gap.
type Point struct {
	X, Y      float64
	Low, High float64 // if the series has a Band
}

// Rule is a horizontal line with a label.
type Rule struct {
	Y     float64
	Label string
}

// The default size.
const defaultWidth, defaultHeight = 720, 440

// ErrEmpty reports a chart without points.
var ErrEmpty = errors.New("no series has a point")

// WriteSVG draws the chart. A point that is not on the axes leaves a gap. WriteSVG fails if
// nothing is left to draw, and if writing fails.
func (c *Chart) WriteSVG(w io.Writer) error {
	drawn := c.drawable()
	if !slices.ContainsFunc(drawn.Series, func(s Series) bool { return slices.ContainsFunc(s.Points, visible) }) {
		return fmt.Errorf("chart %q: %w", c.Title, ErrEmpty)
	}
	d := newDrawing(drawn)
	d.draw()
	_, err := w.Write(d.out.Bytes())
	return err
}

// drawable returns a copy with the size that is drawn, and with gaps for points that are not
// on the axes.
func (c *Chart) drawable() *Chart {
	drawn := *c
	drawn.Width, drawn.Height = cmp.Or(c.Width, defaultWidth), cmp.Or(c.Height, defaultHeight)
	drawn.Rules = slices.DeleteFunc(slices.Clone(c.Rules), func(r Rule) bool { return !c.Y.has(r.Y) })
	drawn.Series = slices.Clone(c.Series)
	for i := range drawn.Series {
		s := &drawn.Series[i]
		s.Points = slices.Clone(s.Points)
		for j := range s.Points {
			p := &s.Points[j]
			ok := c.X.has(p.X) && c.Y.has(p.Y) && (!s.Band || c.Y.has(p.Low) && c.Y.has(p.High))
			if !ok || s.Kind == Bars && len(c.X.Names) == 0 {
				p.Y = math.NaN()
			}
		}
	}
	return &drawn
}

// visible reports whether a point is drawn.
func visible(p Point) bool { return !math.IsNaN(p.Y) }

// Bounds of values, so that differences stay finite and logarithms exact.
const largest, smallestLog = 1e300, 1e-300

// has reports whether a value can be on the axis: finite, positive on a logarithmic axis, and
// one of the names.
func (a *Axis) has(v float64) bool {
	return math.Abs(v) <= largest && (!a.Log || v >= smallestLog) && (len(a.Names) == 0 || v >= 0 && v <= float64(len(a.Names)-1))
}
