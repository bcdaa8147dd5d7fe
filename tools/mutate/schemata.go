package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// All mutants of a target are compiled together. Each is a copy of its function under
// another name, and the function calls the copy that an environment variable names:
//
//	func gap(j int) int { switch mutantChosen { case 7: return gap_mutant7(j) … }; …
//
// So one build serves all mutants. Untch, Offutt and Harrold call this a mutant schema
// (Mutation Analysis Using Mutant Schemata, 1993).

// chosen is the environment variable with the number of a mutant; 0 or nothing is none. With
// -1 each function writes the number of its first mutant to the file that reached names.
const (
	chosen  = "NONOGRAM_MUTANT"
	reached = "NONOGRAM_REACHED"
)

// choice is the file that every package with mutants gets.
const choice = `package %s

import (
	"fmt"
	"os"
	"strconv"
)

var mutantChosen, _ = strconv.Atoi(os.Getenv("` + chosen + `"))

var mutantSeen = make([]bool, %d)

func mutantReached(id int) {
	if !mutantSeen[id] {
		mutantSeen[id] = true
		f, _ := os.OpenFile(os.Getenv("` + reached + `"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		fmt.Fprintln(f, id)
		f.Close()
	}
}
`

// schema compiles and tries the mutants of a target.
type schema struct {
	root, dir string // the module; where files are written
	mutants   []*mutant
	tests     string             // tests that are run, as a regular expression; all if empty
	starts    map[string][]start // by file, in order
}

// start is the line where the copy of a mutant begins.
type start struct {
	line int
	m    *mutant
}

// write writes the changed files and the overlay, and returns the name of the overlay.
func (s *schema) write() (string, error) {
	root, err := filepath.Abs(s.root)
	if err != nil {
		return "", err
	}
	byFile := map[string][]*mutant{}
	for _, m := range s.mutants {
		byFile[m.file] = append(byFile[m.file], m)
	}
	texts := map[string]string{}
	s.starts = map[string][]start{}
	for file, list := range byFile {
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return "", err
		}
		name := regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(source)[1]
		texts[file] = s.file(string(source), list)
		texts[filepath.Dir(file)+"/mutant_choice.go"] = fmt.Sprintf(choice, name, s.mutants[len(s.mutants)-1].id+1)
	}
	replace := map[string]string{}
	for file, text := range texts {
		name := filepath.Join(s.dir, strings.ReplaceAll(file, "/", "+"))
		replace[filepath.Join(root, file)] = name
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(s.dir, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o666)
}

// edit is a replacement in a text.
type edit struct {
	from, to int
	is       string
}

// file returns a file with the copies of its mutants at the end.
func (s *schema) file(source string, list []*mutant) string {
	var edits []edit
	copies, line := "", strings.Count(source, "\n")+2
	for i, m := range list {
		if i == 0 || m.decl != list[i-1].decl {
			edits = append(edits, dispatch(m.decl, m.set, list[i:])...)
		}
		offset := func(p token.Pos) int { return m.set.Position(p).Offset }
		from, named, to := offset(m.decl.Pos()), offset(m.decl.Name.End()), offset(m.decl.End())
		s.starts[m.file] = append(s.starts[m.file], start{line, m})
		text := source[from:named] + "_mutant" + strconv.Itoa(m.id) + source[named:m.from] + m.is + source[m.to:to] + "\n"
		line += strings.Count(text, "\n")
		copies += text
	}
	for _, e := range slices.Backward(edits) {
		source = source[:e.from] + e.is + source[e.to:]
	}
	return source + "\n" + copies
}

// dispatch makes a function call the copy of the chosen mutant. Parameters without a name
// get one. The mutants of the function come first in the list.
func dispatch(f *ast.FuncDecl, set *token.FileSet, list []*mutant) []edit {
	var edits []edit
	names := func(fields *ast.FieldList) (names []string) {
		for _, field := range fields.List {
			ids, variadic := field.Names, ""
			if len(ids) == 0 {
				ids = []*ast.Ident{{NamePos: field.Pos()}}
			}
			if _, ok := field.Type.(*ast.Ellipsis); ok {
				variadic = "..."
			}
			for _, id := range ids {
				name, at := id.Name, set.Position(id.Pos()).Offset
				if name == "" || name == "_" {
					name = "mutant_" + strconv.Itoa(at)
					edits = append(edits, edit{at, at + len(id.Name), name + " "})
				}
				names = append(names, name+variadic)
			}
		}
		return names
	}
	receiver, types := "", ""
	if f.Recv != nil {
		receiver = names(f.Recv)[0] + "."
	}
	if f.Type.TypeParams != nil {
		types = "[" + strings.Join(names(f.Type.TypeParams), ", ") + "]"
	}
	args := types + "(" + strings.Join(names(f.Type.Params), ", ") + ")"
	var b strings.Builder
	fmt.Fprintf(&b, " if mutantChosen < 0 { mutantReached(%d) }; switch mutantChosen {", list[0].id)
	for _, m := range list {
		if m.decl != f {
			break
		}
		call := fmt.Sprintf("%s%s_mutant%d%s", receiver, f.Name.Name, m.id, args)
		if f.Type.Results == nil {
			fmt.Fprintf(&b, " case %d: %s; return;", m.id, call)
		} else {
			fmt.Fprintf(&b, " case %d: return %s;", m.id, call)
		}
	}
	at := set.Position(f.Body.Lbrace + 1).Offset
	return append(edits, edit{at, at, b.String() + " }; "})
}

// compileError is a line of the compiler's output.
var compileError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// build compiles the tests of a package with all mutants that compile.
func (s *schema) build(pkg, binary string) error {
	for {
		overlay, err := s.write()
		if err != nil {
			return err
		}
		cmd := exec.Command("go", "test", "-c", "-overlay", overlay, "-gcflags=./...=-e", "-vet=off", "-o", binary, pkg)
		cmd.Dir = s.root
		out, err := cmd.CombinedOutput()
		if err == nil {
			return nil
		}
		wrong := map[*mutant]bool{}
		for _, found := range compileError.FindAllStringSubmatch(string(out), -1) {
			line, _ := strconv.Atoi(found[2])
			starts := s.starts[strings.ReplaceAll(filepath.Base(found[1]), "+", "/")]
			i, _ := slices.BinarySearchFunc(starts, line+1, func(s start, line int) int { return s.line - line })
			if i > 0 {
				wrong[starts[i-1].m] = true
			}
		}
		if len(wrong) == 0 {
			return fmt.Errorf("%s: %w\n%s", pkg, err, out)
		}
		s.mutants = slices.DeleteFunc(s.mutants, func(m *mutant) bool { return wrong[m] })
	}
}
