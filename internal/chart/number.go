package chart

import (
	"math"
	"strconv"
	"strings"
)

// Number formats a value: "0.25", "12,000", and powers of ten for very large and very small
// ones.
func Number(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0"
	case a >= 1e7 || a < 1e-4:
		return scientific(v)
	case a >= 999.5:
		return grouped(strconv.FormatFloat(v, 'f', 0, 64))
	}
	return minus(strconv.FormatFloat(round3(v), 'f', -1, 64))
}

// Seconds formats a time in seconds with a suitable unit: "15 µs", "1.83 ms", "12 s".
func Seconds(v float64) string {
	switch a := math.Abs(v); {
	case a == 0:
		return "0 s"
	case a < 0.9995e-6:
		return Number(round3(v*1e9)) + " ns"
	case a < 0.9995e-3:
		return Number(round3(v*1e6)) + " µs"
	case a < 0.9995:
		return Number(round3(v*1e3)) + " ms"
	}
	return Number(round3(v)) + " s"
}

// Percent formats a share: "35 %".
func Percent(v float64) string { return Number(round3(v*100)) + " %" }

// round3 keeps three digits, or all of an integer.
func round3(v float64) float64 {
	if v == 0 || math.Abs(v) >= 1000 {
		return math.Round(v)
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		return v
	}
	return r
}

// scientific is "10⁷" or "2.35·10⁻⁵", with three digits at most.
func scientific(v float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 2, 64), "e")
	n, err := strconv.Atoi(exponent)
	if err != nil { // not a finite number
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	power := "10" + superscript(strconv.Itoa(n))
	switch mantissa {
	case "1":
		return power
	case "-1":
		return "−" + power
	}
	return minus(mantissa) + "·" + power
}

func superscript(digits string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' {
			return '⁻'
		}
		return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0']
	}, digits)
}

// grouped puts commas between thousands.
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// minus replaces a hyphen by a minus sign.
func minus(s string) string { return strings.Replace(s, "-", "−", 1) }
