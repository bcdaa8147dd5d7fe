package lab_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/lab"
)

// Names, numbers and options of methods.

func TestTableOfMethods(t *testing.T) {
	names := map[string]bool{}
	for i, m := range lab.Methods() {
		if m.Number != i+1 || names[m.Name] {
			t.Errorf("method %d is number %d, %s", i+1, m.Number, m.Name)
		}
		names[m.Name] = true
		for what, text := range map[string]string{"family": m.Family, "source": m.Source, "description": m.Description, "size": m.Size} {
			if text == "" {
				t.Errorf("%s has no %s", m.Name, what)
			}
		}
		byNumber, err := lab.Lookup(strconv.Itoa(m.Number))
		if err != nil || byNumber.Name != m.Name {
			t.Errorf("number %d finds %+v, %v", m.Number, byNumber, err)
		}
	}
	// The numbers of the source.
	for number, name := range map[int]string{1: "bruteforce", 4: "bruteforce_rulecut_wiki", 5: "liao:dfs", 9: "dfs_possiblecut", 11: "recursive_intersect", 12: "recursive_intersect_greedy"} {
		if got := lab.Methods()[number-1].Name; got != name {
			t.Errorf("number %d is %s, want %s", number, got, name)
		}
	}
	lab.Methods()[0].Name = "mine"
	if lab.Methods()[0].Name != "bruteforce" {
		t.Error("callers can change the table")
	}
}

func TestLookup(t *testing.T) {
	for text, want := range map[string]string{
		"7":                          "dfs_wiki",
		"table_dfs":                  "table_dfs",
		"table_dfs:early":            "table_dfs",
		"table_dfs:none":             "table_dfs:none",
		"13:pruning=columns":         "table_bfs:columns",
		"force":                      "force",
		"force:max_iter=10":          "force",
		"force:cells":                "force:cells",
		"perm_elim:max_iter=100":     "perm_elim",
		"r:perm_elim:max_iter=7":     "perm_elim:max_iter=7",
		"force:max_iter=1000":        "force:max_iter=1000",
		"force:inf":                  "force:max_iter=inf",
		"force:max_iter=Inf":         "force:max_iter=inf",
		"liao:DFS":                   "liao:dfs",
		"wang:DFS":                   "table_dfs",
		"wang:BFS:none":              "table_bfs:none",
		"peng:BFS":                   "shift_bfs",
		"Peng:DFS":                   "row_dfs",
		"peng:DFS+Cut-off":           "row_dfs_cutoff",
		"liao:DFS_ruleCut":           "dfs_rulecut",
		"liao:12:liao":               "recursive_intersect_greedy:liao",
		"r:perm_elim:turns":          "perm_elim:turns",
		"wang:table_dfs":             "table_dfs",
		"DFS_ruleCut":                "dfs_rulecut",
		"Recursive_Intersect_Greedy": "recursive_intersect_greedy",
		"greedy":                     "recursive_intersect_greedy",
		"6:liao":                     "dfs_rulecut:liao",
		"shift_bfs:queue":            "shift_bfs",
		"shift_bfs:columns:visited":  "shift_bfs:visited:columns",
		"perm_elim:parallel":         "perm_elim",
		"perm_elim:verbose=false":    "perm_elim:verbose=false",
		"perm_elim:parallel=false":   "perm_elim:parallel=false",
		"perm_elim:reuse=true:turns": "perm_elim:turns:reuse",
	} {
		m, err := lab.Lookup(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		label := m.Label()
		if label != want {
			t.Errorf("%s is called %s, want %s", text, label, want)
		}
		if n, err := lab.Lookup(label); err != nil || n.Label() != label {
			t.Errorf("%s does not find itself: %v", label, err)
		}
	}
}

func TestLookupErrors(t *testing.T) {
	for text, want := range map[string]string{
		"magic":              `unknown method "magic", expected a number or one of bruteforce, `,
		"0":                  `unknown method "0"`,
		"":                   `unknown method ""`,
		"liao:dfs:early":     `unknown option "early", expected liao`,
		"row_dfs:early":      `unknown option "early", expected none: row_dfs has no options`,
		"BFS":                `method "BFS" is one of several, expected one of wang:bfs, peng:bfs`,
		"dfs":                `method "dfs" is one of several, expected one of liao:dfs, wang:dfs, peng:dfs`,
		"wang:perm_elim":     `unknown method "wang:perm_elim", expected a number or one of table_bfs, table_dfs`,
		"brute":              `method "brute" is one of several, expected one of bruteforce, bruteforce_rulecut, `,
		"df":                 `unknown method "df"`,
		"table_dfs:late":     `unknown option "late", expected pruning=early|columns|none`,
		"table_dfs:":         `unknown option "", expected pruning=`,
		"table_dfs:pruning":  `unknown option "pruning"`,
		"force:max_iter=0":   `unknown option "max_iter=0", expected max_iter=N|inf, draw=boxes|cells`,
		"force:N":            `unknown option "N"`,
		"force:max_iter=x":   `unknown option "max_iter=x"`,
		"perm_elim:true":     `unknown option "true", expected max_iter=N|inf, order=snapshot|turns, parallel=true|false, reuse, verbose=true|false`,
		"perm_elim:reuse=so": `unknown option "reuse=so"`,
	} {
		_, err := lab.Lookup(text)
		var e *lab.LookupError
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Verbose, which is usual, tells what the source tells: the steps, and after every
// iteration the members of every line, columns first.
func TestVerbose(t *testing.T) {
	var log bytes.Buffer
	m, err := lab.Lookup("perm_elim")
	if err != nil {
		t.Fatal(err)
	}
	p := nonogram.New([][]int{{1, 1}, {1}, {3}}, [][]int{{1, 1}, {2}, {1, 1}})
	p.ID = "7"
	if _, err := m.New(&log)(context.Background(), p, nonogram.Options{}); err != nil {
		t.Fatal(err)
	}
	want := "puzzle 7 : Generating initial possible row permutations\n" +
		"puzzle 7 : Generating initial possible row patterns\n" +
		"puzzle 7 : Matching all possible starting solutions for each row\n" +
		"puzzle 7 : Matching all possible starting solutions for each column\n" +
		"puzzle 7 : Creating empty lists of search vectors\n" +
		"puzzle 7 : Eliminating non-viable permutations\n" +
		"puzzle 7 : Iter 1 :\nColumns:  1 1 1 \nRows:     1 1 1 \n"
	if log.String() != want {
		t.Errorf("got\n%swant\n%s", &log, want)
	}
	log.Reset()
	wide := nonogram.New([][]int{{3}, {1}}, [][]int{{1}, {2}, {1}})
	if _, err := m.New(&log)(context.Background(), wide, nonogram.Options{}); err != nil || !strings.Contains(log.String(), "column permutations\npuzzle  : Generating initial possible row patterns\npuzzle  : Generating initial possible column patterns\n") {
		t.Errorf("a puzzle that is not square: %v\n%s", err, &log)
	}
	log.Reset()
	if m, err = lab.Lookup("perm_elim:verbose=false"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.New(&log)(context.Background(), p, nonogram.Options{}); err != nil || log.Len() > 0 {
		t.Errorf("quiet: %v, %s", err, &log)
	}
}

// A solver that keeps its sets of lines gives the same answers.
func TestReusedSet(t *testing.T) {
	solvers := map[string]nonogram.Solver{}
	for _, label := range []string{"perm_elim", "perm_elim:reuse"} {
		m, err := lab.Lookup(label)
		if err != nil {
			t.Fatal(err)
		}
		solvers[label] = m.New(nil)
	}
	p := hard(t, 12)
	want, err := solvers["perm_elim"](context.Background(), p, nonogram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		got, err := solvers["perm_elim:reuse"](context.Background(), p, nonogram.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if made := want.Stats.Looks - got.Stats.Looks; i == 0 && made != 0 || i == 1 && made != 1<<12 {
			t.Errorf("run %d looks at %d lines less than one without a set", i+1, made)
		}
		got.Stats.Looks = want.Stats.Looks
		if got.Stats != want.Stats || got.Stopped != want.Stopped || !got.Known.Equal(want.Known) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
}

// As in the source, max_iter bounds the iterations of perm_elim, and a stalled search counts
// that many. Without a limit and with turns only the sweeps that are made count.
func TestPermElimMaxIter(t *testing.T) {
	p := hard(t, 12)
	all := run(t, "perm_elim:max_iter=inf", p, nonogram.Options{})
	if n := all.Stats.Sweeps; n <= 2 || n >= 100 || all.Stopped != nonogram.StopStalled {
		t.Fatalf("%d iterations without a limit, stopped %q", n, all.Stopped)
	}
	for label, want := range map[string]int64{"perm_elim": 100, "perm_elim:max_iter=2": 2, "perm_elim:max_iter=1000000000000": 1e12} {
		if got := run(t, label, p, nonogram.Options{}); got.Stats.Sweeps != want || got.Stopped != nonogram.StopStalled {
			t.Errorf("%s: %d iterations, stopped %q, want %d", label, got.Stats.Sweeps, got.Stopped, want)
		}
	}
	if got := run(t, "perm_elim:turns", p, nonogram.Options{}); got.Stats.Sweeps >= all.Stats.Sweeps {
		t.Errorf("%d iterations with turns, %d without", got.Stats.Sweeps, all.Stats.Sweeps)
	}
}

// The words of the sources find their methods, and misspelled names the nearest ones.
func TestSourcesWords(t *testing.T) {
	for text, want := range map[string]string{
		"Brute-force": "bruteforce", "Brute-force + rule cutting + Wiki techniques": "bruteforce_rulecut_wiki", "DFS + rule cutting": "dfs_rulecut",
		"DFS + state space cutting + Wiki techniques": "dfs_possiblecut_wiki", "Intersection": "recursive_intersect", "intersection + greedy": "recursive_intersect_greedy",
		"peng:DFS + Cut-off": "row_dfs_cutoff", "cut-off": "row_dfs_cutoff", "permutation elimination": "perm_elim", "clue table + DFS": "table_dfs",
	} {
		if m, err := lab.Lookup(text); err != nil || m.Name != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"liao": "bruteforce, ", "wang": "table_bfs, table_dfs", "peng": "shift_bfs, row_dfs, ", "R": "force, perm_elim", "clue table": "table_bfs, table_dfs",
		"rule cutting": "bruteforce_rulecut, bruteforce_rulecut_wiki, dfs_rulecut, dfs_rulecut_wiki", "state space cutting": "dfs_possiblecut, dfs_possiblecut_wiki",
		"tabel_dfs": "one of table_dfs", "nothing like it": "one of bruteforce, bruteforce_rulecut, ",
	} {
		if _, err := lab.Lookup(text); err == nil || !strings.Contains(err.Error(), want) || strings.HasPrefix(want, "one of table") && strings.Contains(err.Error(), "force") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// Looks of runs that were counted by hand. The rows of the R package's example have 1, 3 and 1
// possibilities, its columns 1, 2 and 1.
func TestLooks(t *testing.T) {
	p := nonogram.New([][]int{{1, 1}, {1}, {3}}, [][]int{{1, 1}, {2}, {1, 1}})
	for label, want := range map[string]int64{
		"row_dfs_cutoff":      5 /* listed */ + 1 + 3 /* row 1, its columns */ + 1 + 1 /* #.. fails in column 1 */ + 1 + 3 /* .#. */ + 1 + 3, /* row 3 */
		"perm_elim":           8 /* all lines */ + 9 /* groups */ + 9 /* agreements */ + 9,                                                   /* one sweep */
		"recursive_intersect": 9 /* listed */ + 9 /* filtered */ + 3,                                                                         /* row 2 after the columns */
	} {
		if got := run(t, label, p, nonogram.Options{Limit: 1}).Stats.Looks; got != want {
			t.Errorf("%s: %d looks, want %d", label, got, want)
		}
	}
}
