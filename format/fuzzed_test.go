package format

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestEveryDecoderIsFuzzed reads the table of formats and the fuzz targets, and
// wants a target for every entry.
func TestEveryDecoderIsFuzzed(t *testing.T) {
	fuzzed := map[string]bool{}
	inspect(t, "fuzz_test.go", func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "fuzzDecode" {
			fuzzed[addressOf(call.Args[1])] = true
		}
	})
	listed := 0
	inspect(t, "format.go", func(n ast.Node) {
		list, ok := n.(*ast.CompositeLit)
		if !ok || len(list.Elts) != len(All()) {
			return
		}
		for _, e := range list.Elts {
			listed++
			if name := addressOf(e); !fuzzed[name] {
				t.Errorf("%s has no fuzz target", name)
			}
		}
	})
	if listed != len(All()) {
		t.Errorf("%d formats found in the source of the table, there are %d", listed, len(All()))
	}
}

func inspect(t *testing.T, file string, visit func(ast.Node)) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		visit(n)
		return true
	})
}

// addressOf is the name in &name.
func addressOf(e ast.Expr) string {
	if u, ok := e.(*ast.UnaryExpr); ok {
		if name, ok := u.X.(*ast.Ident); ok {
			return name.Name
		}
	}
	return ""
}
