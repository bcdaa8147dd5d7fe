package housetest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram"
)

// The packages of the house by floors, the ground first, as in docs/architecture.md, and
// which others each may import. A package imports packages of lower floors, or earlier ones
// of its own floor, so that imports run downwards and cycles cannot arise. Packages inside
// a folder belong to it.
var floors = []struct {
	name     string
	packages []room
}{
	{"model", []room{{path: "nonogram"}}},
	{"ground", []room{
		{path: messages},
		{path: "nonogram/internal/line", may: []string{"nonogram"}},
		{path: "nonogram/internal/board", may: []string{"nonogram", "nonogram/internal/line"}},
		{path: "nonogram/internal/object", may: []string{"nonogram"}},
		{path: "nonogram/internal/models", may: []string{"nonogram"}},
		{path: "nonogram/internal/chart"},
		{path: "nonogram/internal/stat"},
		{path: "nonogram/internal/machine"},
		{path: "nonogram/internal/pipeline"},
	}},
	{"libraries", []room{
		{path: "nonogram/solve", may: []string{"nonogram", "nonogram/internal/line", "nonogram/internal/board"}},
		{path: "nonogram/certify", may: []string{"nonogram"}},
		{path: "nonogram/lab", may: []string{"nonogram", "nonogram/internal/line"}},
		{path: "nonogram/teach", may: []string{"nonogram", "nonogram/internal/line", "nonogram/internal/board"}},
		{path: "nonogram/format", may: []string{"nonogram", "nonogram/internal/object", "nonogram/internal/models"}},
		{path: "nonogram/render", may: []string{"nonogram"}},
	}},
	{"libraries on libraries", []room{
		{path: "nonogram/generate", may: []string{"nonogram", "nonogram/internal/pipeline", "nonogram/internal/line", "nonogram/internal/board", "nonogram/solve", "nonogram/teach"}},
		{path: "nonogram/scan", may: []string{"nonogram", "nonogram/solve"}},
		{path: "nonogram/puzzles", may: []string{"nonogram", "nonogram/teach", "nonogram/format"}},
		{path: "nonogram/web"},
	}},
	{"the commands' own packages", []room{
		{path: "nonogram/cmd/internal/atomicfile"},
		{path: "nonogram/cmd/internal/filelock"},
		{path: "nonogram/cmd/internal/terminal"},
		{path: "nonogram/cmd/internal/picture"},
		{path: "nonogram/cmd/internal/archive", may: []string{"nonogram/format"}},
		{path: "nonogram/cmd/internal/play", may: []string{"nonogram", "nonogram/teach", "nonogram/format", "nonogram/render", "nonogram/puzzles"}},
		{path: "nonogram/cmd/internal/calibration", may: []string{"nonogram", "nonogram/teach", "nonogram/format", "nonogram/internal/stat"}},
		{path: "nonogram/cmd/internal/bench", may: []string{"nonogram", "nonogram/solve", "nonogram/lab", "nonogram/generate", "nonogram/internal/chart", "nonogram/internal/stat"}},
		{path: "nonogram/cmd/internal/study", above: true},
		{path: "nonogram/cmd/internal/batch/census", may: []string{"nonogram"}},
		{path: "nonogram/cmd/internal/operations/record", above: true},
		{path: "nonogram/cmd/internal/operations", above: true},
		{path: "nonogram/cmd/internal/operations/schema", above: true},
		{path: "nonogram/cmd/internal/batch", above: true},
		{path: "nonogram/cmd/internal/server", above: true},
		{path: "nonogram/cmd/internal/mcp", above: true},
	}},
	{"commands", []room{
		{path: "nonogram/cmd/libnonogram", above: true},
		{path: "nonogram/cmd/wasm", above: true},
		{path: "nonogram/cmd/nonogram", above: true},
	}},
	{"for tests", []room{
		{path: "nonogram/internal/testkit/corpus", above: true},
		{path: "nonogram/internal/testkit/families", above: true},
		{path: "nonogram/internal/testkit/libtest", above: true},
		{path: "nonogram/internal/testkit/markdown", above: true},
		{path: "nonogram/internal/testkit/naive", above: true},
		{path: "nonogram/internal/testkit/pages", above: true},
		{path: "nonogram/internal/testkit/wasmtest", above: true},
	}},
}

// rooms are the packages of all floors.
var rooms = func() (list []room) {
	for _, f := range floors {
		list = append(list, f.packages...)
	}
	return list
}()

// testHelpers are packages that only tests and the tools import.
var testHelpers = []string{"nonogram/internal/testkit/corpus", "nonogram/internal/testkit/families", "nonogram/internal/testkit/libtest", "nonogram/internal/testkit/markdown", "nonogram/internal/testkit/naive", "nonogram/internal/testkit/pages", "nonogram/internal/testkit/wasmtest"}

// messages puts numbers into words. Every package but the root may import it.
const messages = "nonogram/internal/plural"

type room struct {
	path  string
	may   []string
	above bool // may import every room above it
}

// library reports a room that must leave files, sockets, clocks and chance to
// its callers.
func (r *room) library() bool {
	switch r.path {
	case "nonogram/internal/line", "nonogram/internal/board", "nonogram/internal/pipeline", "nonogram/cmd/internal/bench":
		return true
	case "nonogram/cmd/internal/study", "nonogram/cmd/internal/batch/census":
		return false
	}
	return !strings.HasPrefix(r.path, "nonogram/internal/") && !strings.HasPrefix(r.path, "nonogram/cmd/")
}

func roomOf(importPath string) int {
	best := -1
	for i, r := range rooms {
		inside := importPath == r.path || r.path != "nonogram" && strings.HasPrefix(importPath, r.path+"/")
		if inside && (best < 0 || len(r.path) > len(rooms[best].path)) {
			best = i
		}
	}
	return best
}

// goPackage is what this test reads of the output of go list.
type goPackage struct {
	ImportPath     string
	Dir            string
	GoFiles        []string
	IgnoredGoFiles []string
	Imports        []string
	Deps           []string
	Standard       bool
}

// houseName is the path of a package, with "nonogram" for that of the module, which may
// be another one (make module).
func houseName(path string) string {
	if below, ok := strings.CutPrefix(path, module); ok && (below == "" || below[0] == '/') {
		return "nonogram" + below
	}
	return path
}

var module = reflect.TypeFor[nonogram.Puzzle]().PkgPath()

func goList(t *testing.T, args ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-json"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	var packages []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		p.ImportPath = houseName(p.ImportPath)
		for _, paths := range [][]string{p.Imports, p.Deps} {
			for i, path := range paths {
				paths[i] = houseName(path)
			}
		}
		packages = append(packages, p)
	}
}

func ours(importPath string) bool {
	return importPath == "nonogram" || strings.HasPrefix(importPath, "nonogram/")
}

func TestRoomsOnlyPointUp(t *testing.T) {
	for i, r := range rooms {
		for _, other := range r.may {
			if j := roomOf(other); j < 0 || j >= i {
				t.Errorf("the table lets %s import %s, which is not above it", r.path, other)
			}
		}
	}
}

// The rule has to refuse something, or it proves nothing.
func TestRuleBites(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"nonogram/lab", "nonogram/solve", false},
		{"nonogram/internal/line", "nonogram/solve", false},
		{"nonogram", "nonogram/internal/line", false},
		{"nonogram/format", "nonogram/render", false},
		{"nonogram/internal/object", "nonogram/format", false},
		{"nonogram/lab", "nonogram/internal/line", true},
		{"nonogram/cmd/nonogram", "nonogram/solve", true},
	} {
		if got := mayImport(roomOf(c.from), roomOf(c.to)); got != c.want {
			t.Errorf("mayImport(%s, %s) = %v", c.from, c.to, got)
		}
	}
	if !reachesOut("time", "Now") || reachesOut("time", "Duration") || !reachesOut("math/rand/v2", "IntN") || reachesOut("math/rand/v2", "NewPCG") {
		t.Error("reachesOut does not tell the clock and the global generator from the rest")
	}
}

func TestImports(t *testing.T) {
	for _, p := range goList(t, "./...") {
		if len(p.GoFiles) == 0 {
			continue
		}
		at := roomOf(p.ImportPath)
		if at < 0 {
			t.Errorf("%s has no place in the table of architecture_test.go", p.ImportPath)
			continue
		}
		for _, path := range p.Imports {
			if ours(path) && !mayImport(at, roomOf(path)) {
				t.Errorf("%s must not import %s", p.ImportPath, path)
			}
		}
	}
}

func mayImport(from, to int) bool {
	r := &rooms[from]
	return from == to || to >= 0 && (rooms[to].path == messages && r.path != "nonogram" || r.above && to < from || slices.Contains(r.may, rooms[to].path))
}

// Transitive imports matter where a promise is about them: the model stands on
// the standard library alone, the lab and the checker of certificates share nothing
// with the engine, and the browser's engine does without the file formats.
// transports carry requests to the operations and answers back; none knows another.
var transports = []string{"nonogram/cmd/internal/batch", "nonogram/cmd/internal/server", "nonogram/cmd/internal/mcp"}

// decoders of images are what a browser has already, and what its engine does not link.
var decoders = []string{"image/png", "image/gif", "image/jpeg", "golang.org/x/image/webp", "nonogram/cmd/internal/picture", "nonogram/render"}

func TestDependencies(t *testing.T) {
	standard := map[string]bool{}
	for _, p := range goList(t, "-deps", "./...") {
		standard[p.ImportPath] = p.Standard
	}
	for _, p := range goList(t, "./...") {
		for _, dep := range p.Deps {
			switch at := roomOf(p.ImportPath); {
			case at < 0:
			case rooms[at].path == "nonogram" && !standard[dep]:
				t.Errorf("%s depends on %s, which is not in the standard library", p.ImportPath, dep)
			case slices.Contains([]string{"nonogram/lab", "nonogram/certify"}, rooms[at].path) && dep == "nonogram/solve":
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			case slices.Contains([]string{"nonogram/cmd/internal/operations/record", "nonogram/cmd/internal/operations"}, p.ImportPath) && (dep == "nonogram/format" || slices.Contains(decoders, dep)):
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			case slices.Contains(transports, rooms[at].path) && slices.Contains(transports, dep) && dep != rooms[at].path:
				t.Errorf("%s depends on %s, another transport", p.ImportPath, dep)
			case slices.Contains(testHelpers, dep) && !slices.Contains(testHelpers, p.ImportPath):
				t.Errorf("%s depends on %s, which is for tests", p.ImportPath, dep)
			}
		}
	}
}

// forbiddenImports would let a library reach outside by itself.
var forbiddenImports = []string{"os", "net", "syscall", "io/ioutil", "log"}

// clockFunctions read the clock or wait for it.
var clockFunctions = []string{"Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep"}

// allowedFromRand make generators from a seed that the caller gives; the other
// functions of math/rand use the global one.
var allowedFromRand = []string{"New", "NewSource", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "Source64", "PCG", "ChaCha8", "Zipf"}

func TestLibrariesLeaveTheWorldAlone(t *testing.T) {
	for _, p := range goList(t, "./...") {
		at := roomOf(p.ImportPath)
		if at < 0 || !rooms[at].library() {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles) {
			if !strings.HasSuffix(name, "_test.go") {
				checkFile(t, filepath.Join(p.Dir, name))
			}
		}
	}
}

func checkFile(t *testing.T, path string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Error(err)
		return
	}
	names := map[string]string{} // local name of an import → its path
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		for _, bad := range forbiddenImports {
			if imported == bad || strings.HasPrefix(imported, bad+"/") {
				t.Errorf("%s: imports %q; readers, writers and contexts come in as arguments", fset.Position(spec.Pos()), imported)
			}
		}
		names[localName(spec, imported)] = imported
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil && reachesOut(names[id.Name], sel.Sel.Name) {
			t.Errorf("%s: uses %s.%s; time and chance come in as arguments", fset.Position(sel.Pos()), names[id.Name], sel.Sel.Name)
		}
		return true
	})
}

func localName(spec *ast.ImportSpec, imported string) string {
	switch {
	case spec.Name != nil:
		return spec.Name.Name
	case imported == "math/rand/v2":
		return "rand"
	}
	return imported[strings.LastIndexByte(imported, '/')+1:]
}

func reachesOut(imported, name string) bool {
	switch imported {
	case "time":
		return slices.Contains(clockFunctions, name)
	case "math/rand", "math/rand/v2":
		return !slices.Contains(allowedFromRand, name)
	}
	return false
}
