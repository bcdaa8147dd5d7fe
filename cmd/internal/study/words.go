package study

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"nonogram/cmd/internal/bench"
	"nonogram/internal/chart"
)

// Formatting of figures and text.

// marks turns the little markup of the text into HTML: `code`, *stress*, x^{2},
// x_{2}. Everything else is escaped.
var marks = sync.OnceValue(func() []mark {
	return []mark{
		{regexp.MustCompile("`([^`]*)`"), "<code>$1</code>"},
		{regexp.MustCompile(`\*([^*]*)\*`), "<em>$1</em>"},
		{regexp.MustCompile(`\^\{([^}]*)\}`), "<sup>$1</sup>"},
		{regexp.MustCompile(`_\{([^}]*)\}`), "<sub>$1</sub>"},
	}
})

type mark struct {
	pattern *regexp.Regexp
	html    string
}

// hypertext is escaped HTML.
type hypertext = template.HTML

func markup(text string) hypertext {
	s := html.EscapeString(text)
	for _, m := range marks() {
		s = m.pattern.ReplaceAllString(s, m.html)
	}
	return hypertext(s)
}

// method is the label of a method with its number and description.
func method(label string) hypertext {
	entry, err := bench.Lookup(label, nil)
	if err != nil { // of another version
		return markup("`" + label + "`")
	}
	text := entry.Description
	if entry.Number > 0 { // the engine has none
		text = fmt.Sprintf("method %d: %s", entry.Number, text)
	}
	return markup("`"+label+"`") + hypertext(` <span class="name">`+html.EscapeString(text)+`</span>`)
}

// secondsOf formats a time, with > if it is a lower bound.
func secondsOf(e bench.Estimate) string { return estimate(e, chart.Seconds) }

func estimate(e bench.Estimate, format func(float64) string) string {
	if e.AtLeast {
		return "> " + format(e.Value)
	}
	return format(e.Value)
}

// nodesOf writes a mean number of nodes.
func nodesOf(e bench.Estimate) string { return estimate(e, count) }

// count writes a number of things, rounded to what can be read.
func count(v float64) string {
	switch {
	case v >= 1000:
		return chart.Number(roundTo(v, 3))
	case v >= 100 || v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// roundTo keeps that many digits.
func roundTo(v float64, digits int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return r
}

// factor writes how many times as much something is.
func factor(v float64) string {
	switch {
	case math.IsNaN(v):
		return "?"
	case v >= 100:
		return count(roundTo(v, 2))
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 0.095:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}

// bytesOf writes an amount of memory.
func bytesOf(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1 << 30, "GB"}, {1 << 20, "MB"}, {1 << 10, "kB"}} {
		if n >= unit.size {
			return count(roundTo(n/unit.size, 2)) + " " + unit.name
		}
	}
	return count(n) + " B"
}

// power writes 2^x as a power of ten, where x may be beyond any float.
func power(log2 float64) string {
	log10 := log2 * math.Log10(2)
	if log10 < 6 {
		return count(math.Exp2(log2))
	}
	exponent := math.Floor(log10 + 1e-9)
	mantissa := math.Pow(10, log10-exponent)
	text := strconv.FormatFloat(mantissa, 'f', 1, 64)
	if text == "10.0" {
		text, exponent = "1.0", exponent+1
	}
	return fmt.Sprintf("%s·10^{%.0f}", text, exponent)
}

// listed joins names: "a, b and c".
func listed(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// signed writes a correlation.
func signed(r float64) string {
	if math.IsNaN(r) {
		return "?"
	}
	text := strconv.FormatFloat(math.Abs(r), 'f', 2, 64)
	if r < 0 && text != "0.00" {
		return "−" + text
	}
	return text
}
