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
	// Min and Max bound the axis; if both are 0, the data do.
	Min, Max float64
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
	// Look is the color, dash and marker, from 1 to 7; 0 selects them by position.
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

// maxNames bounds the names on an axis; more could not be read.
const maxNames = 500

// ErrEmpty reports a chart without points.
var ErrEmpty = errors.New("no series has a point")

// WriteSVG draws the chart. It fails if there is nothing to draw, if a value is not on its
// axis (infinite, or not positive on a logarithmic one), and if writing fails.
func (c *Chart) WriteSVG(w io.Writer) error {
	if err := c.check(); err != nil {
		return fmt.Errorf("chart %q: %w", c.Title, err)
	}
	d := newDrawing(c)
	d.draw()
	_, err := w.Write(d.out.Bytes())
	return err
}

// size returns the width and height, or their defaults.
func (c *Chart) size() (width, height int) {
	return cmp.Or(c.Width, defaultWidth), cmp.Or(c.Height, defaultHeight)
}

func (c *Chart) check() error {
	if len(c.X.Names) > maxNames {
		return fmt.Errorf("%d names on the X axis, expected at most %d", len(c.X.Names), maxNames)
	}
	drawn := 0
	for i := range c.Series {
		n, err := c.checkSeries(&c.Series[i])
		if err != nil {
			return err
		}
		drawn += n
	}
	for _, r := range c.Rules {
		if err := c.Y.check(r.Y); err != nil {
			return fmt.Errorf("rule %q: %w", r.Label, err)
		}
	}
	if drawn == 0 {
		return ErrEmpty
	}
	return nil
}

// checkSeries counts the points that can be drawn.
func (c *Chart) checkSeries(s *Series) (drawn int, err error) {
	if s.Kind == Bars && len(c.X.Names) == 0 {
		return 0, fmt.Errorf("series %q: bars on an axis of numbers, expected names", s.Name)
	}
	for i, p := range s.Points {
		if math.IsNaN(p.Y) {
			continue
		}
		err := errors.Join(c.X.check(p.X), c.Y.check(p.Y))
		if s.Band {
			err = errors.Join(err, c.Y.check(p.Low), c.Y.check(p.High))
		}
		if err != nil {
			return 0, fmt.Errorf("series %q, point %d: %w", s.Name, i, err)
		}
		drawn++
	}
	return drawn, nil
}

// Bounds of values, so that differences stay finite and logarithms exact.
const largest, smallestLog = 1e300, 1e-300

// check reports a value that cannot be on the axis.
func (a *Axis) check(v float64) error {
	switch {
	case !(math.Abs(v) <= largest):
		return fmt.Errorf("value %v, expected a number of at most %.0e", v, largest)
	case a.Log && v < smallestLog:
		return fmt.Errorf("value %v on a logarithmic axis, expected at least %.0e", v, smallestLog)
	case len(a.Names) > 0 && (v < 0 || v > float64(len(a.Names)-1)):
		return fmt.Errorf("value %v on an axis of names, expected 0 to %d", v, len(a.Names)-1)
	}
	return nil
}
