package study

import "strconv"

// Times that the sources report: Liao's are of Matlab R2016b on a university workstation,
// Peng's of C (moving blocks) and Python (rows). Wang (C++) shows charts without figures.

// quote is a time from a source.
type quote struct {
	text    string
	seconds float64 // 0 if the source gives none
	over    bool    // a lower bound
}

// took formats a time with the digits of the source.
func took(seconds float64) quote { return quote{inSeconds(seconds), seconds, false} }

func inSeconds(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + " s" }

func tookMinutes(minutes int) quote {
	return quote{strconv.Itoa(minutes) + " min", float64(minutes) * 60, false}
}

func more(text string, seconds float64) quote { return quote{text, seconds, true} }

func said(text string) quote { return quote{text: text} }

// twentyMinutes is Liao's time limit.
var twentyMinutes = more("> 20 min", 1200)

// quotes are the sources' mean times for a board of a side, by method.
func quotes() map[string]map[int]quote {
	return map[string]map[int]quote{
		"bruteforce":                 {5: took(134.88)},
		"bruteforce_rulecut":         {5: took(0.39)},
		"bruteforce_wiki":            {5: took(3.18)},
		"bruteforce_rulecut_wiki":    {5: took(0.05), 7: twentyMinutes, 10: twentyMinutes, 15: twentyMinutes, 25: twentyMinutes},
		"liao:dfs":                   {5: took(0.03), 7: took(21.04)},
		"dfs_rulecut":                {5: took(1.28), 7: twentyMinutes},
		"dfs_wiki":                   {5: took(0.01), 7: took(1.81), 10: twentyMinutes, 15: twentyMinutes, 25: twentyMinutes},
		"dfs_rulecut_wiki":           {5: took(0.61), 7: twentyMinutes},
		"dfs_possiblecut":            {5: took(0.04), 7: took(104.53)},
		"dfs_possiblecut_wiki":       {5: took(0.01), 7: took(4.22)},
		"recursive_intersect":        {15: took(28.23)},
		"recursive_intersect_greedy": {5: took(0.01), 7: took(0.03), 10: took(0.28), 15: took(5.45), 25: tookMinutes(17)},
		"shift_bfs":                  {5: said("at once"), 10: said("very long")},
		"row_dfs":                    {5: said("at once"), 10: more("> 30 min", 1800)},
		"row_dfs_cutoff":             {5: said("at once"), 10: said("1–3 s"), 15: said("longer")},
	}
}

// guessQuotes are Liao's mean, longest and shortest times of ten boards of 15×15.
var guessQuotes = map[string][3]float64{
	"recursive_intersect":        {28.23, 257.50, 0.55},
	"recursive_intersect_greedy": {5.45, 24.43, 0.32},
}

// The names of the sources on the page.
const (
	liao = "Liao"
	wang = "Wang"
	peng = "Peng"
	rPkg = "R package"
)
