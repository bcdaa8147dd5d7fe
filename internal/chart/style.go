package chart

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// Styles. Attributes have the colors of the light drawing. Shapes use "currentColor" of their
// group; the style sheet changes the color of the groups on dark screens, but not in print.

// theme holds the colors of everything except series.
type theme struct{ paper, ink, quiet, grid string }

var (
	light = theme{paper: "#ffffff", ink: "#1f2328", quiet: "#59636e", grid: "#d1d9e0"}
	dark  = theme{paper: "#0d1117", ink: "#f0f6fc", quiet: "#9198a1", grid: "#3d444d"}
)

// look distinguishes a series from the others.
type look struct {
	light, dark string // colors after Okabe and Ito
	dash        string
	marker      marker
}

var looks = [...]look{
	{"#0072b2", "#56b4e9", "", circle},
	{"#d55e00", "#e8762d", "7 4", square},
	{"#009e73", "#1fb88d", "2 3", triangle},
	{"#cc79a7", "#cc79a7", "10 3 2 3", diamond},
	{"#e69f00", "#e69f00", "14 4", inverted},
	{"#56b4e9", "#f0e442", "5 2", cross},
	{"#000000", "#ffffff", "1 2", plus},
	{"#8c564b", "#c49c94", "8 2 2 2 2 2", ring},
}

// lookIndex is the look that a series asks for, or else the next that no other series asks for.
// It repeats the list for charts with many series.
func (c *Chart) lookIndex(series int) int {
	if n := c.Series[series].Look; n > 0 {
		return (n - 1) % len(looks)
	}
	asked := [len(looks)]bool{}
	position := 0
	for i := range c.Series {
		if n := c.Series[i].Look; n > 0 {
			asked[(n-1)%len(looks)] = true
		} else if i < series {
			position++
		}
	}
	var free []int
	for i := range looks {
		if !asked[i] {
			free = append(free, i)
		}
	}
	if len(free) == 0 {
		return series % len(looks)
	}
	return free[position%len(free)]
}

func (c *Chart) look(series int) *look { return &looks[c.lookIndex(series)] }

type marker uint8

const (
	circle marker = iota
	square
	triangle
	diamond
	inverted
	cross
	plus
	ring
)

// path is the marker at a position as an SVG path. All markers have about the same area.
func (m marker) path(x, y, r float64) string {
	switch m {
	case square:
		r *= 0.88
		return fmt.Sprintf("M%s %sh%sv%sh%sz", px(x-r), px(y-r), px(2*r), px(2*r), px(-2*r))
	case triangle:
		return fmt.Sprintf("M%s %sl%s %sh%sz", px(x), px(y-1.2*r), px(1.15*r), px(2*r), px(-2.3*r))
	case inverted:
		return fmt.Sprintf("M%s %sl%s %sh%sz", px(x), px(y+1.2*r), px(1.15*r), px(-2*r), px(-2.3*r))
	case diamond:
		r *= 1.25
		return fmt.Sprintf("M%s %sl%s %sl%s %sl%s %sz", px(x), px(y-r), px(r), px(r), px(-r), px(r), px(-r), px(-r))
	case cross:
		return fmt.Sprintf("M%s %sl%s %sm0 %sl%s %s", px(x-r), px(y-r), px(2*r), px(2*r), px(-2*r), px(-2*r), px(2*r))
	case plus:
		r *= 1.2
		return fmt.Sprintf("M%s %sh%sm%s %sv%s", px(x-r), px(y), px(2*r), px(-r), px(-r), px(2*r))
	}
	return fmt.Sprintf("M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z", px(x-r), px(y), px(r), px(r), px(2*r), px(r), px(r), px(-2*r))
}

// open reports whether a marker has only strokes.
func (m marker) open() bool { return m == cross || m == plus || m == ring }

// hatches fill the bars of the series after the first. Each is a path in a tile
// of 6 × 6 pixels.
var hatches = [...]string{"M-1 7L7 -1M-1 1L1 -1M5 7L7 5", "M-1 -1L7 7M5 -1L7 1M-1 5L1 7", "M3 0V6", "M0 3H6", "M0 3H6M3 0V6", "M-1 7L7 -1M-1 -1L7 7"}

// scope is a class name that is unique on the page.
func (c *Chart) scope() string {
	h := fnv.New64a()
	plain := *c
	plain.X.Format, plain.Y.Format = nil, nil // addresses differ between runs
	fmt.Fprintf(h, "%+v", plain)
	return fmt.Sprintf("c%010x", h.Sum64()>>24)
}

// styleSheet has the dark colors. Every selector starts with the scope.
func (c *Chart) styleSheet(scope string) string {
	var b strings.Builder
	b.WriteString("@media screen and (prefers-color-scheme:dark){")
	rule := func(class, color string) { fmt.Fprintf(&b, ".%s .%s{color:%s}", scope, class, color) }
	rule("paper", dark.paper)
	rule("ink", dark.ink)
	rule("quiet", dark.quiet)
	rule("grid", dark.grid)
	used := [len(looks)]bool{}
	for i := range c.Series {
		used[c.lookIndex(i)] = true
	}
	for i, used := range used {
		if used {
			rule(fmt.Sprintf("s%d", i), looks[i].dark)
		}
	}
	b.WriteString("}")
	return b.String()
}
