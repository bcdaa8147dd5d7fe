package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// What the libraries export, a line for every name, field and method:
//
//	solve: func Solve(context.Context, *nonogram.Puzzle, nonogram.Options) (nonogram.Result, error)
//
// api.txt lists what the last release has. It is kept in the tree, since not every clone
// has tags, and it survives another module path. A program that compiled with the release
// may fail to where a line is gone, so such a name has to stand in CHANGELOG.md.
//
// The method is that of Go itself (api/*.txt, cmd/api): new lines are harmless, an
// interface is one line, since a new method breaks its implementations.

const apiFile = "tools/release/api.txt"

// exported lists the API of the libraries in dir, in order.
func exported(dir string) ([]string, error) {
	module, err := moduleOf(dir)
	if err != nil {
		return nil, err
	}
	files, libraries, err := exportData(dir, module)
	if err != nil {
		return nil, err
	}
	importing := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	var list []string
	for _, path := range libraries {
		p, err := importing.Import(path)
		if err != nil {
			return nil, err
		}
		l := lister{pkg: p, prefix: cmp.Or(strings.TrimPrefix(strings.TrimPrefix(path, module), "/"), p.Name()) + ": "}
		l.scope(p.Scope())
		list = append(list, l.lines...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// exportData compiles the libraries and tells where what they export is.
func exportData(dir, module string) (files map[string]string, libraries []string, err error) {
	all, err := goList(dir, "./...")
	if err != nil {
		return nil, nil, err
	}
	for _, path := range strings.Fields(string(all)) {
		if below := strings.TrimPrefix(path, module); !strings.Contains(below+"/", "/internal/") && !strings.HasPrefix(below, "/cmd/") && below != "/web" {
			libraries = append(libraries, path)
		}
	}
	out, err := goList(dir, append([]string{"-export", "-deps", "-json=ImportPath,Export"}, libraries...)...)
	files = map[string]string{}
	if err != nil {
		return nil, nil, err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return files, libraries, nil
		} else if err != nil {
			return nil, nil, err
		}
		files[p.ImportPath] = p.Export
	}
}

func goList(dir string, args ...string) ([]byte, error) {
	out, err := command(dir, "go", append([]string{"list"}, args...)...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = fmt.Errorf("go list: %w\n%s", err, exit.Stderr)
	}
	return out, err
}

// lister writes lines about a package.
type lister struct {
	pkg    *types.Package
	prefix string
	lines  []string
}

func (l *lister) add(format string, args ...any) {
	l.lines = append(l.lines, l.prefix+fmt.Sprintf(format, args...))
}

// text is a type, with packages by name and parameters without: their names are free.
func (l *lister) text(t types.Type) string {
	generic := ""
	if s, ok := t.(*types.Signature); ok {
		for p := range s.TypeParams().TypeParams() {
			generic += "[" + p.String() + " " + l.text(p.Constraint()) + "]"
		}
		t = types.NewSignatureType(nil, nil, nil, nameless(s.Params()), nameless(s.Results()), s.Variadic())
	}
	return generic + types.TypeString(t, (*types.Package).Name)
}

func nameless(t *types.Tuple) *types.Tuple {
	var list []*types.Var
	for v := range t.Variables() {
		list = append(list, types.NewParam(token.NoPos, nil, "", v.Type()))
	}
	return types.NewTuple(list...)
}

func (l *lister) scope(s *types.Scope) {
	for _, name := range s.Names() {
		o := s.Lookup(name)
		if !o.Exported() {
			continue
		}
		switch o := o.(type) {
		case *types.Const:
			l.add("const %s %s", name, l.text(o.Type()))
		case *types.Var:
			l.add("var %s %s", name, l.text(o.Type()))
		case *types.Func:
			l.add("func %s%s", name, strings.Replace(l.text(o.Type()), "func(", "(", 1))
		case *types.TypeName:
			l.typeName(o)
		}
	}
}

func (l *lister) typeName(o *types.TypeName) {
	name := o.Name()
	if o.IsAlias() {
		l.add("type %s = %s", name, l.text(types.Unalias(o.Type())))
		return
	}
	switch u := o.Type().Underlying().(type) {
	case *types.Struct:
		l.add("type %s struct%s", name, comparability(o.Type()))
		for f := range u.Fields() {
			if f.Exported() {
				l.add("field %s.%s %s", name, f.Name(), l.text(f.Type()))
			}
		}
	default:
		l.add("type %s %s", name, l.text(u))
	}
	if types.IsInterface(o.Type()) {
		return // its methods are in it
	}
	for m := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
		if f := m.Obj(); f.Exported() {
			receiver := "*" + name
			if types.NewMethodSet(o.Type()).Lookup(l.pkg, f.Name()) != nil {
				receiver = name
			}
			l.add("method (%s) %s%s", receiver, f.Name(), strings.Replace(l.text(f.Type()), "func(", "(", 1))
		}
	}
}

// comparability says of a struct that == works on it, which a field can take away.
func comparability(t types.Type) string {
	if types.Comparable(t) {
		return ", comparable"
	}
	return ""
}

// subject is what a line is about, as the change log would call it: solve.Solve,
// solve.Engine.Count.
func subject(line string) string {
	pkg, rest, _ := strings.Cut(line, ": ")
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ", "[", " ", "*", "").Replace(rest))
	name := words[1]
	if words[0] == "method" {
		name += "." + words[2]
	}
	return pkg[strings.LastIndexByte(pkg, '/')+1:] + "." + name
}

// broken are the lines of a release that are no more, but for those whose subject the
// notes mention.
func broken(release, now []string, notes string) (gone []string) {
	for _, line := range release {
		if _, there := slices.BinarySearch(now, line); !there && !strings.Contains(notes, "`"+subject(line)+"`") {
			gone = append(gone, line)
		}
	}
	return gone
}

// readAPI reads a listing. Lines that begin with # say which version it is of.
func readAPI(path string) (lines []string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		if line := s.Text(); !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// writeAPI records the API.
func writeAPI() error {
	lines, err := exported(".")
	if err != nil {
		return err
	}
	text := fmt.Sprintf("# The API of the public packages, written by release api.\n%s\n", strings.Join(lines, "\n"))
	return os.WriteFile(apiFile, []byte(text), 0o666)
}
