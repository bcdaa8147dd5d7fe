package study

import (
	"html"
	"strings"
)

// Descriptive names of the methods.

var readable = map[string]string{
	"bruteforce": "cell by cell", "bruteforce_rulecut": "cell by cell, lines checked", "bruteforce_wiki": "cell by cell, certain cells first", "bruteforce_rulecut_wiki": "cell by cell, both",
	"dfs": "rows at random", "dfs_rulecut": "rows, columns checked", "dfs_wiki": "rows, certain cells first", "dfs_rulecut_wiki": "rows, both",
	"dfs_possiblecut": "rows, columns’ possibilities kept", "dfs_possiblecut_wiki": "rows, kept, certain cells first",
	"recursive_intersect": "intersection, random guess", "recursive_intersect_greedy": "intersection, likeliest guess",
	"table_bfs": "clue table, breadth first", "table_dfs": "clue table, depth first",
	"shift_bfs": "moving blocks", "row_dfs": "rows in order", "row_dfs_cutoff": "rows in order, cut off",
	"force": "random boards", "perm_elim": "permutations eliminated", "engine": "this project’s solver",
}

var readableOption = map[string]string{
	"none": "no pruning", "columns": "all columns", "visited": "each board once", "liao": "as programmed", "max_iter=inf": "without end", "reuse": "set kept",
}

// inWordsOf is a method in words.
func inWordsOf(label string) string {
	name, options, more := strings.Cut(strings.TrimPrefix(label, "liao:"), ":")
	text := readable[name]
	for more {
		var option string
		option, options, more = strings.Cut(options, ":")
		if words := readableOption[option]; words != "" {
			text += ", " + words
		}
	}
	return text
}

// method is a method's id with its name beside it.
func method(label string) hypertext {
	return markup("`"+label+"`") + hypertext(` <span class="name">`+html.EscapeString(inWordsOf(label))+`</span>`)
}
