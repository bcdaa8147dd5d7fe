package study

import (
	"math"
	"strconv"
	"strings"
)

// Times that the sources report: Liao's are of Matlab R2016b on a university workstation,
// Peng's of C (moving blocks) and Python (rows). Wang (C++) shows charts without figures.

// quotes are the sources' mean times for a board of a side, by method, with their digits. Liao
// ended a run after 20 minutes.
var quotes = map[string]map[int]string{
	"bruteforce":                 {5: "134.88 s"},
	"bruteforce_rulecut":         {5: "0.39 s"},
	"bruteforce_wiki":            {5: "3.18 s"},
	"bruteforce_rulecut_wiki":    {5: "0.05 s", 7: "> 20 min", 10: "> 20 min", 15: "> 20 min", 25: "> 20 min"},
	"liao:dfs":                   {5: "0.03 s", 7: "21.04 s"},
	"dfs_rulecut":                {5: "1.28 s", 7: "> 20 min"},
	"dfs_wiki":                   {5: "0.01 s", 7: "1.81 s", 10: "> 20 min", 15: "> 20 min", 25: "> 20 min"},
	"dfs_rulecut_wiki":           {5: "0.61 s", 7: "> 20 min"},
	"dfs_possiblecut":            {5: "0.04 s", 7: "104.53 s"},
	"dfs_possiblecut_wiki":       {5: "0.01 s", 7: "4.22 s"},
	"recursive_intersect":        {15: "28.23 s"},
	"recursive_intersect_greedy": {5: "0.01 s", 7: "0.03 s", 10: "0.28 s", 15: "5.45 s", 25: "17 min"},
	"shift_bfs":                  {5: "at once", 10: "very long"},
	"row_dfs":                    {5: "at once", 10: "> 30 min"},
	"row_dfs_cutoff":             {5: "at once", 10: "1–3 s", 15: "longer"},
}

// inSeconds is the time of a quote; NaN for bounds and words.
func inSeconds(quote string) float64 {
	number, unit, _ := strings.Cut(quote, " ")
	v, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil:
		return math.NaN()
	case unit == "min":
		return 60 * v
	}
	return v
}

// guessQuotes are Liao's mean, longest and shortest times of ten boards of 15×15.
var guessQuotes = map[string][3]string{
	"recursive_intersect":        {"28.23 s", "257.50 s", "0.55 s"},
	"recursive_intersect_greedy": {"5.45 s", "24.43 s", "0.32 s"},
}

// The names of the sources on the page.
const (
	liao = "Liao"
	wang = "Wang"
	peng = "Peng"
	rPkg = "R package"
)
