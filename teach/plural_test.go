package teach

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"nonogram"
)

// rules are the rules of CLDR by the words of the table.
var rules = map[string]*plural.Rules{"count": plural.Cardinal, "order": plural.Ordinal}

func pluralOf(tag, what string, n int) plural.Form {
	return rules[what].MatchPlural(language.Make(tag), n, 0, 0, 0, 0)
}

// pluralRow is the row of a language in locales/plurals.txt: its forms in the order of CLDR, from 0
// on.
func pluralRow(tag, what string) string {
	order := []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other}
	var all []plural.Form
	for n := range 200 {
		all = append(all, pluralOf(tag, what, n))
	}
	used := slices.DeleteFunc(order, func(f plural.Form) bool { return !slices.Contains(all, f) })
	forms := make([]int, len(all))
	for n, f := range all {
		forms[n] = slices.Index(used, f)
		if len(used) == 1 {
			forms[n] = several(n)
		}
	}
	row := tag + " " + what
	for from := 0; from < len(forms); {
		to := from
		for to < len(forms) && forms[to] == forms[from] {
			to++
		}
		row += fmt.Sprintf(" %d", forms[from])
		if to-from > 1 {
			row += fmt.Sprintf("*%d", to-from)
		}
		from = to
	}
	return row + "\n"
}

// TestPlurals compares the table with golang.org/x/text; -update writes it anew.
func TestPlurals(t *testing.T) {
	const file = "locales/plurals.txt"
	var want bytes.Buffer
	for _, l := range Languages() {
		want.WriteString(pluralRow(l.String(), "count") + pluralRow(l.String(), "order"))
	}
	if updating() {
		if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not CLDR's table (%v); go test ./teach -run Plurals -update writes it anew", file, err)
	}
	for _, n := range []int{200, 201, 211, 1000, 1021, 1111, 12345} {
		for _, tag := range []string{"en", "fr", "ru", "pl", "ar", "cs"} {
			if got, want := pluralOf(tag, "count", n), pluralOf(tag, "count", 100+n%100); got != want {
				t.Errorf("%s: %d has the form %v, and %d %v", tag, n, got, 100+n%100, want)
			}
		}
	}
}

// TestPluralForms says numbers in a language with three forms.
func TestPluralForms(t *testing.T) {
	v := &locale{templates: map[string]string{"steps": "{n} {n?шаг|шага|шагов}"}}
	for _, run := range strings.Fields(pluralRow("ru", "count"))[2:] {
		v.plurals = append(v.plurals, readRun(run)...)
	}
	for n, want := range map[int]string{0: "0 шагов", 1: "1 шаг", 3: "3 шага", 8: "8 шагов", 11: "11 шагов", 21: "21 шаг", 112: "112 шагов", 2024: "2024 шага"} {
		if got := v.format("steps", parts{"n": v.number(n)}); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

// TestOrdinals names the last of many equal blocks but one.
func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "the first 1", 12: "the 12th 1", 21: "the 21st 1", 22: "the 22nd 1", 23: "the 23rd 1", 24: "the 24th 1", 111: "the 111th 1", 121: "the 121st 1"} {
		lengths := make([]int, n+1)
		for i := range lengths {
			lengths[i] = 1
		}
		p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{nonogram.BlackClue(append(lengths, 1)...)}}
		if got := (phraser{english(), p, nonogram.LineRef{}, p.Rows[0]}).block(n - 1); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
