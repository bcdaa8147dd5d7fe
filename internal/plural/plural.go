// Package plural formats a number with its noun: "1 cell", "2 cells".
package plural

import "strconv"

// Of formats n with the noun that agrees with it.
//
//	plural.Of(1, "guess", "guesses") // 1 guess
func Of(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
