package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Mutants of a file: its syntax tree is walked, and each operator, condition and statement
// gives changes that some test should notice.

// A mutant is one change of one file, which a test should notice.
type mutant struct {
	file     string // below the root
	function string
	operator string
	from, to int // the bytes that are replaced
	was, is  string
	nth      int // of those that read alike in their function, from 1

	id    int           // from 1, among those compiled together
	decl  *ast.FuncDecl // the function
	set   *token.FileSet
	tests []*test // those that reach the function, cheapest first
}

// String names a mutant so that it keeps its name when other code changes.
func (m *mutant) String() string {
	s := fmt.Sprintf("%s %s: %s: %s → %s", m.file, m.function, m.operator, short(m.was), short(m.is))
	if m.nth > 1 {
		s += fmt.Sprintf(" (%d)", m.nth)
	}
	return s
}

// short is a piece of code in one line.
func short(code string) string {
	code = strings.Join(strings.Fields(code), " ")
	if code == "" {
		return "nothing"
	}
	const most = 60
	if r := []rune(code); len(r) > most {
		code = string(r[:most]) + "…"
	}
	return code
}

// rank orders mutants by chance, the same way every time.
func (m *mutant) rank(seed uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, m)
	return h.Sum64()
}

// mutantsOf lists the mutants of a file in the order of their places.
func mutantsOf(root, file string) ([]*mutant, error) {
	source, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := &collector{file: file, source: string(source), set: set}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			c.function, c.decl = nameOf(f), f
			c.returnEarly(f)
			ast.Inspect(f.Body, c.visit)
		}
	}
	slices.SortStableFunc(c.list, func(a, b *mutant) int { return cmp.Compare(a.from, b.from) })
	seen := map[string]int{}
	for _, m := range c.list {
		name := m.String()
		seen[name]++
		m.nth = seen[name]
	}
	return c.list, nil
}

func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	receiver, _, _ := strings.Cut(strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*"), "[")
	return receiver + "." + f.Name.Name
}

// collector goes through a file.
type collector struct {
	file, source, function string
	set                    *token.FileSet
	decl                   *ast.FuncDecl
	list                   []*mutant
}

func (c *collector) text(n ast.Node) string {
	return c.source[c.set.Position(n.Pos()).Offset:c.set.Position(n.End()).Offset]
}

func (c *collector) add(operator string, from, end token.Pos, is string) {
	a, b := c.set.Position(from).Offset, c.set.Position(end).Offset
	c.list = append(c.list, &mutant{file: c.file, function: c.function, operator: operator, from: a, to: b, was: c.source[a:b], is: is, decl: c.decl, set: c.set})
}

// replace puts other code in the place of a node.
func (c *collector) replace(operator string, n ast.Node, is string) {
	c.add(operator, n.Pos(), n.End(), is)
}

// nextTo are the comparisons that differ in one case.
var nextTo = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==",
}

var opposite = map[string]string{"true": "false", "false": "true"}

// visit applies the operators to a node.
func (c *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		c.replace("negate", n.Cond, "!("+c.text(n.Cond)+")")
	case *ast.ForStmt:
		if n.Cond != nil {
			c.replace("never", n.Cond, "false && "+c.text(n.Cond))
		}
	case *ast.BinaryExpr:
		c.binary(n)
	case *ast.BlockStmt:
		c.statements(n.List)
	case *ast.CaseClause:
		c.statements(n.Body)
	case *ast.BasicLit:
		if i, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil {
			c.replace("constant", n, strconv.FormatInt(i+1, 10))
		}
	case *ast.Ident:
		if is, ok := opposite[n.Name]; ok {
			c.replace("constant", n, is)
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "append" && len(n.Args) > 1 {
			c.replace("drop term", n, c.text(n.Args[0]))
		}
	}
	return true
}

func (c *collector) binary(n *ast.BinaryExpr) {
	if is, ok := nextTo[n.Op]; ok {
		c.add("compare", n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), is)
		return
	}
	switch n.Op {
	case token.LAND, token.LOR, token.AND, token.OR, token.XOR, token.AND_NOT, token.ADD, token.SUB:
		c.replace("drop term", n, c.text(n.X))
		if n.Op != token.SUB && n.Op != token.AND_NOT {
			c.replace("drop term", n, c.text(n.Y))
		}
	}
}

// statements drops them one by one, where nothing declared is lost.
func (c *collector) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt:
			c.replace("drop", s, "")
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				c.replace("drop", s, "")
			}
		}
	}
}

// returnEarly leaves a function at once, with zero values.
func (c *collector) returnEarly(f *ast.FuncDecl) {
	var zeros []string
	if f.Type.Results != nil {
		for _, field := range f.Type.Results.List {
			for range max(1, len(field.Names)) {
				zeros = append(zeros, "*new("+c.text(field.Type)+")")
			}
		}
	}
	at := f.Body.Lbrace + 1
	c.add("return early", at, at, " if true { return "+strings.Join(zeros, ", ")+" }; ")
}
