package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The path of the module stands in go.mod; whatever else needs it asks go.mod, but for
// what Go insists on, the imports, and for what people copy: the sample of the README.
// Those are rewritten here, and the names of packages in recorded measurements.

var moduleLine = regexp.MustCompile(`(?m)^module (\S+)$`)

// moduleOf is the path in a go.mod.
func moduleOf(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return "", err
	}
	m := moduleLine.FindSubmatch(data)
	if m == nil {
		return "", fmt.Errorf("%s/go.mod: there is no line module", dir)
	}
	return string(m[1]), nil
}

// rename gives the module in dir another path and tells how many files that changed.
func rename(dir, path string) (int, error) {
	old, err := moduleOf(dir)
	if err != nil {
		return 0, err
	}
	edit := func(dir string, args ...string) error {
		if out, err := command(dir, "go", append([]string{"mod", "edit"}, args...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("go mod edit: %s", bytes.TrimSpace(out))
		}
		return nil
	}
	if err := edit(dir, "-module", path); err != nil {
		return 0, err
	}
	changed := 1
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			below, ours := within(name, old)
			switch {
			case name == dir:
			case !ours:
				return filepath.SkipDir
			case below != "": // a module of its own, which needs this one
				changed++
				return edit(name, "-module", path+below, "-droprequire", old, "-dropreplace", old, "-require", path+"@v0.0.0", "-replace", path+"="+up(dir, name))
			}
			return nil
		}
		edit := edits(name)
		if edit == nil {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		now, err := edit(data, old, path)
		if err != nil || bytes.Equal(now, data) {
			return err
		}
		changed++
		return os.WriteFile(name, now, 0o666)
	})
	return changed, err
}

// within reports whether a folder belongs to the module: it has no go.mod, or the path in it begins
// with that of the module and ends with below. Fetched and built files do not belong to it.
func within(dir, module string) (below string, ours bool) {
	switch filepath.Base(dir) {
	case ".git", "bin", "node_modules":
		return "", false
	}
	own, err := moduleOf(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", true
	}
	below, found := strings.CutPrefix(own, module)
	return below, err == nil && found && strings.HasPrefix(below, "/")
}

// up is the way from a folder to one above it, as in a replace directive.
func up(above, dir string) string {
	way, err := filepath.Rel(dir, above)
	if err != nil {
		return above
	}
	return filepath.ToSlash(way) + "/"
}

// edits is how the path of the module changes in a file; nil where it does not occur.
func edits(name string) func(data []byte, old, path string) ([]byte, error) {
	switch {
	case filepath.Ext(name) == ".go":
		return renameImports
	case filepath.Base(name) == "README.md":
		return renameLines("\t\"", "/\"")
	case filepath.Base(name) == "baseline.txt":
		return renameLines("pkg: ", "/\n")
	}
	return nil
}

// renameImports changes the imports of a Go file, and keeps them in order.
func renameImports(data []byte, old, path string) ([]byte, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", data, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var out []byte
	from := 0
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil || imported != old && !strings.HasPrefix(imported, old+"/") {
			continue
		}
		at := int(spec.Path.Pos()) - 1 // positions of the only file begin at 1
		out = append(append(out, data[from:at]...), strconv.Quote(path+imported[len(old):])...)
		from = at + len(spec.Path.Value)
	}
	if from == 0 {
		return data, nil
	}
	return format.Source(append(out, data[from:]...))
}

// renameLines changes lines that begin with a word and the path, with one of the bytes
// behind it.
func renameLines(before, behind string) func(data []byte, old, path string) ([]byte, error) {
	return func(data []byte, old, path string) ([]byte, error) {
		line := regexp.MustCompile(`(?m)^(` + regexp.QuoteMeta(before) + `)` + regexp.QuoteMeta(old) + `([` + behind + `]|$)`)
		return line.ReplaceAll(data, []byte("${1}"+strings.ReplaceAll(path, "$", "$$")+"${2}")), nil
	}
}
