package housetest_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonogram/internal/testkit/markdown"
)

// Files are short, and say at their head what they are for.

const (
	maxLines = 500 // of a file
	// shortFile is the length up to which a file needs no opening.
	shortFile = 100
)

// TestOpenings reads the head of every file of Go. A file of more than shortFile lines has a
// comment before its first declaration, or a doc comment there of more than one line; for a test any
// doc comment will do.
func TestOpenings(t *testing.T) {
	const leastFiles = 500 // there are some more
	long, fset := 0, token.NewFileSet()
	walkGo(t, func(path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(fset, path, data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(string(data), "\n")
		if lines <= shortFile || ast.IsGenerated(file) {
			return
		}
		long++
		if lines > maxLines {
			t.Errorf("%s has %d lines, expected at most %d", path, lines, maxLines)
		}
		if !opens(fset, file, strings.HasSuffix(path, "_test.go")) {
			t.Errorf("%s opens without a word on its purpose", path)
		}
	})
	if long < leastFiles {
		t.Errorf("found %d files, expected at least %d", long, leastFiles)
	}
}

// TestOpeningsOfTheWeb reads the first line of every file of the web app: that of a long one is a
// comment.
func TestOpeningsOfTheWeb(t *testing.T) {
	const leastFiles = 80 // there are some more
	long := 0
	for _, dir := range []string{"src", "tests", "e2e", "build"} {
		err := filepath.WalkDir(filepath.Join("web", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains([]string{".ts", ".js", ".svelte"}, filepath.Ext(path)) {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil || bytes.Count(data, []byte("\n")) <= shortFile {
				return err
			}
			long++
			if !bytes.HasPrefix(data, []byte("//")) && !bytes.HasPrefix(data, []byte("/*")) && !bytes.HasPrefix(data, []byte("<!--")) {
				t.Errorf("%s opens without a word on its purpose", path)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if long < leastFiles {
		t.Errorf("found %d files, expected at least %d", long, leastFiles)
	}
}

// opens reports whether a file says what it is for before its first declaration.
func opens(fset *token.FileSet, file *ast.File, test bool) bool {
	first := len(file.Decls) - 1
	for i, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			first = i
			break
		}
	}
	for _, c := range file.Comments {
		begin, end := fset.Position(c.Pos()).Line, fset.Position(c.End()).Line
		if len(file.Decls) > 0 && c.Pos() > file.Decls[first].Pos() {
			return false
		}
		attached := len(file.Decls) > 0 && fset.Position(file.Decls[first].Pos()).Line == end+1
		if strings.TrimSpace(c.Text()) != "" && (!attached || test || end > begin) && !inImports(file, c) {
			return true
		}
	}
	return false
}

// inImports reports whether a comment is beside an import.
func inImports(file *ast.File, c *ast.CommentGroup) bool {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && c.Pos() > g.Pos() && c.End() <= g.End() {
			return true
		}
	}
	return false
}

// walkGo calls a function with every file of Go in this repository.
func walkGo(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(markdown.BuiltFolders, d.Name()):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOpens breaks the rule in each way.
func TestOpens(t *testing.T) {
	for text, want := range map[string]bool{
		"// Purpose.\n\npackage a\n\nvar x int\n":                        true,
		"package a\n\n// Purpose.\n\nvar x int\n":                        true,
		"package a\n\nimport \"b\"\n\n// Purpose.\n\nfunc f() {}\n":      true,
		"package a\n\n// f is one\n// of two lines.\nfunc f() {}\n":      true,
		"package a\n\n// f is one.\nfunc f() {}\n":                       false,
		"package a\n\nfunc f() {} // is\n":                               false,
		"//go:build linux\n\npackage a\n\nvar x int\n":                   false,
		"package a\n\nimport (\n\t\"b\" // why\n)\n\nvar x int\n":        false,
		"package a\n\nvar x int\n\n// Purpose, too late.\n\nvar y int\n": false,
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := opens(fset, file, false); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
