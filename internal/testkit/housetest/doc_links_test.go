package housetest_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What comments lead to: every [Name], [Type.Method] and [package.Name] of a doc
// comment is there, and so is every file that a comment mentions by its name. A
// rename that forgets the comments about it fails here.

// symbols are the names that a package declares: "Name", and "Type.Name" for methods
// and fields.
type symbols map[string]bool

// scope is a package as the test sees it.
type scope struct {
	dir   string
	files []*ast.File
	names symbols
}

// parsed reads all files of a folder, tests and files of other systems included.
func parsed(t *testing.T, fset *token.FileSet, dir string) *scope {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	s := &scope{dir: dir, names: symbols{}}
	for _, p := range paths {
		file, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, file)
		s.names.add(file)
	}
	return s
}

func (s symbols) add(file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				s[d.Name.Name] = true
				continue
			}
			s[receiver(d.Recv.List[0].Type)+"."+d.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch d := spec.(type) {
				case *ast.ValueSpec:
					for _, n := range d.Names {
						s[n.Name] = true
					}
				case *ast.TypeSpec:
					s[d.Name.Name] = true
					s.members(d.Name.Name, d.Type)
				}
			}
		}
	}
}

// members adds fields and methods of a type, those of embedded types by their name.
func (s symbols) members(of string, t ast.Expr) {
	var list *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return
	}
	for _, f := range list.List {
		for _, n := range f.Names {
			s[of+"."+n.Name] = true
		}
	}
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// docLink is a name in brackets, as go doc knows it: "[Name]", "[*Type.Method]",
// "[package.Name]", "[path/of/package.Name]". Text in brackets that is followed by a
// bracket or a colon is something else.
var docLink = regexp.MustCompile(`(?:^|[\s(])\[\*?((?:[a-z][\w/]*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\](?:[^\w(:\[]|$)`)

// namedFile is the name of a file of ours in a comment.
var namedFile = regexp.MustCompile(`(?:^|[\s("])([\w./-]*\w\.(?:go|md|mjs|ts|py))\b`)

// docs are the comments that go doc shows.
func docs(file *ast.File) (groups []*ast.CommentGroup) {
	ast.Inspect(file, func(n ast.Node) bool {
		var g *ast.CommentGroup
		switch n := n.(type) {
		case *ast.File:
			g = n.Doc
		case *ast.FuncDecl:
			g = n.Doc
		case *ast.GenDecl:
			g = n.Doc
		case *ast.TypeSpec:
			g = n.Doc
		case *ast.ValueSpec:
			g = n.Doc
		case *ast.Field:
			g = n.Doc
		}
		if g != nil {
			groups = append(groups, g)
		}
		return true
	})
	return groups
}

// house is all packages of the module by import path, and others as they are needed.
type house struct {
	t      *testing.T
	fset   *token.FileSet
	scopes map[string]*scope
}

func newHouse(t *testing.T) *house {
	h := &house{t, token.NewFileSet(), map[string]*scope{}}
	for _, p := range goList(t, "./...") {
		h.scopes[p.ImportPath] = parsed(t, h.fset, p.Dir)
	}
	for _, path := range []string{"nonogram/cmd/wasm/engine", "nonogram/cmd/wasm/internal/bridge"} {
		if h.scopes[path] == nil { // are for browsers, and not listed here
			h.scopes[path] = parsed(t, h.fset, strings.TrimPrefix(path, "nonogram/"))
		}
	}
	return h
}

// leads reports whether a name in a doc comment of a file is there.
func (h *house) leads(in *scope, file *ast.File, name string) bool {
	if in.names[name] {
		return true
	}
	pkg, symbol, ok := strings.Cut(name, ".")
	if !ok || token.IsExported(pkg) {
		return false
	}
	for importPath, s := range h.scopes {
		if importPath == pkg || path.Base(importPath) == pkg {
			if s.names[symbol] {
				return true
			}
		}
	}
	importPath := pkg
	for _, i := range file.Imports {
		if p, _ := strconv.Unquote(i.Path.Value); path.Base(p) == pkg {
			importPath = p
		}
	}
	found, err := build.Default.Import(importPath, ".", build.FindOnly)
	if err != nil || !found.Goroot {
		return err == nil && found.Dir != "" // of a dependency: believed
	}
	return parsed(h.t, h.fset, found.Dir).names[symbol]
}

func TestDocLinks(t *testing.T) {
	const leastLinks = 100 // there are some more
	h, links := newHouse(t), 0
	for _, s := range h.scopes {
		for _, file := range s.files {
			for _, g := range docs(file) {
				for _, m := range docLink.FindAllStringSubmatch(g.Text(), -1) {
					links++
					if !h.leads(s, file, m[1]) {
						t.Errorf("%s: there is no %s", h.fset.Position(g.Pos()), m[1])
					}
				}
			}
		}
	}
	if links < leastLinks {
		t.Errorf("found %d links, expected at least %d", links, leastLinks)
	}
}

// Comments speak of files by their name, or by their path from the package or the root.
func TestFilesInComments(t *testing.T) {
	const leastFiles = 50 // there are some more
	h, files := newHouse(t), 0
	for _, s := range h.scopes {
		for _, file := range s.files {
			for _, g := range file.Comments {
				for _, m := range namedFile.FindAllStringSubmatch(g.Text(), -1) {
					files++
					if !slices.ContainsFunc([]string{filepath.Join(s.dir, m[1]), m[1]}, exists) && !slices.Contains(othersFiles, m[1]) {
						t.Errorf("%s: there is no file %s", h.fset.Position(g.Pos()), m[1])
					}
				}
			}
		}
	}
	if files < leastFiles {
		t.Errorf("found %d files, expected at least %d", files, leastFiles)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// othersFiles are files of other projects that comments name as their source.
var othersFiles = []string{"boardgen.py", "doc/input.md", "reader.py"}
