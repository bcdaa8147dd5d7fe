package housetest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Names that comments mention are names of the code: a word with a capital inside, as in
// maxLines, is an identifier or part of a text of some file.

var (
	mixedCaps    = regexp.MustCompile(`\b[A-Za-z][a-z0-9]+[A-Z]\w*\b`)
	properNames  = strings.Fields("JavaScript MathProg NonoDataset FreeSans PostScript LeCun McClure MiniSat McGraw CaDiCaL ManySAT DeMillo CycloneDX OpenSSH GoReleaser")
	foreignNames = strings.Fields(`isError savedGames requestJSON onProgress responseJSON pickLanguage
		ByteReader ReaderAt ResponseController EoYSw`)  // of protocols, the web app, the standard library
)

// words collects the names of the code and those of its comments.
type words struct {
	known    map[string]bool
	comments map[string][]string // places by name
}

func (w *words) read(t *testing.T, fset *token.FileSet, path string, source any) {
	t.Helper()
	file, err := parser.ParseFile(fset, path, source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			w.known[n.Name] = true
		case *ast.BasicLit:
			for _, word := range mixedCaps.FindAllString(n.Value, -1) {
				w.known[word] = true
			}
		}
		return true
	})
	for _, c := range file.Comments {
		for _, word := range mixedCaps.FindAllString(c.Text(), -1) {
			w.comments[word] = append(w.comments[word], fset.Position(c.Pos()).String())
		}
	}
}

// lost lists the names of comments that the code does not have.
func (w *words) lost() (list []string) {
	for name, places := range w.comments {
		if !w.known[name] && !slices.Contains(properNames, name) && !slices.Contains(foreignNames, name) {
			list = append(list, name+" at "+strings.Join(places, ", "))
		}
	}
	slices.Sort(list)
	return list
}

func TestNamesInComments(t *testing.T) {
	const leastNames = 1000 // there are some more
	w, fset := words{map[string]bool{}, map[string][]string{}}, token.NewFileSet()
	walkGo(t, func(path string) {
		if filepath.Base(path) != "comment_names_test.go" { // which has the lists above
			w.read(t, fset, path, nil)
		}
	})
	for _, name := range w.lost() {
		t.Errorf("a comment names what does not exist: %s", name)
	}
	if len(w.comments) < leastNames {
		t.Errorf("found %d names, expected at least %d", len(w.comments), leastNames)
	}
	for _, name := range slices.Concat(properNames, foreignNames) {
		if w.comments[name] == nil || w.known[name] {
			t.Errorf("no comment names %s any more, or the code has it", name)
		}
	}
}

func TestNamesInCommentsBite(t *testing.T) {
	w := words{map[string]bool{}, map[string][]string{}}
	w.read(t, token.NewFileSet(), "a.go", "package a\n\n// maxErrors is the limit; see MaxErrors.\nvar maxErrors = 1\n")
	if list := w.lost(); len(list) != 1 || !strings.HasPrefix(list[0], "MaxErrors at a.go:3") {
		t.Errorf("%q", list)
	}
}
