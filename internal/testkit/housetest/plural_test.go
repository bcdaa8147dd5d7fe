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

// countedNoun is a number that may be one, and a plural noun after it.
var countedNoun = regexp.MustCompile(`(?:^|[^ ×] ?)%d ([a-z]+ )?(cells|rows|columns|puzzles|colors|inks|blocks|numbers|solutions|guesses|marks|steps|files|errors|entries|items|lines|attempts|clues|seconds|minutes|pages|nodes|conflicts|cores|bytes|processes|characters|positions|grids|clauses|frames|pixels|digits|ways|photographs|boards|runs|moves|times)\b`)

// Numbers and nouns agree: what package fmt formats never counts things, since it would
// say "1 cells"; package internal/plural does.
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
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && isName(sel.X, "fmt") {
					for _, arg := range call.Args {
						if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
							if text, _ := strconv.Unquote(lit.Value); countedNoun.MatchString(text) {
								t.Errorf("%s: %q counts without plural", fset.Position(lit.Pos()), text)
							}
						}
					}
				}
				return true
			})
		}
	}
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}
