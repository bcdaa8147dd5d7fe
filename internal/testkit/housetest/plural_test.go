package housetest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// countedNoun is a number that may be one, and a plural noun after it. Limits, which are
// larger, and sizes such as 5 × 1 cells are left out.
var countedNoun = regexp.MustCompile(`(?:^|[a-z,:;(] )%d ([a-z]+ )?(cells|rows|columns|puzzles|colors|inks|blocks|numbers|solutions|guesses|marks|steps|files|errors|entries|items|lines|attempts|clues|seconds|minutes|pages|nodes|conflicts|cores|bytes|processes|characters|positions|grids|clauses|frames|pixels|digits|ways|photographs|boards|runs|moves|times)\b`)

// large matches messages whose number is never one: it is a limit, exceeds one, is part of a whole, or is the key of a translation.
var large = regexp.MustCompile(`over %d|limit|at most|up to|at least|longer than|more than|exceeds|expected 1 to %d|fit in %d|of %d \w+|each of|a key of|%d ways|of each size|%d rows with its clues|expected %d|expected one|needs %d cells, the line|1 to %d|^%d puzzles$|the rows ask for %d`)

// Numbers and nouns agree: a format in which a noun follows %d would say "1 cells", so
// messages that count call plural.Of.
func TestNumbersAgree(t *testing.T) {
	for _, p := range goList(t, "./...") {
		if slices.Contains(testHelpers, p.ImportPath) {
			continue
		}
		for _, name := range p.GoFiles {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				if text, _ := strconv.Unquote(lit.Value); countedNoun.MatchString(text) && !large.MatchString(text) {
					t.Errorf("%s: %q counts without plural.Of", fset.Position(lit.Pos()), text)
				}
				return true
			})
		}
	}
}
