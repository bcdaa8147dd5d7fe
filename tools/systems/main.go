// Command systems type-checks the program and its tests for other systems, from their sources: in
// seconds, where go vet first compiles every dependency for each system.
//
//	systems [-C DIR] linux/386 windows/amd64 …
//
// Without arguments it takes all systems that Go supports among four systems and four processors,
// those of the releases among them.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

var (
	systems    = []string{"linux", "darwin", "windows", "freebsd"}
	processors = []string{"amd64", "arm64", "386", "riscv64"}
)

// supported lists the systems and processors that Go has.
func supported() (list []string, err error) {
	out, err := exec.Command("go", "tool", "dist", "list").Output()
	for _, port := range strings.Fields(string(out)) {
		if goos, arch, _ := strings.Cut(port, "/"); slices.Contains(systems, goos) && slices.Contains(processors, arch) {
			list = append(list, port)
		}
	}
	return list, err
}

func main() {
	dir := flag.String("C", ".", "the folder of the module")
	flag.Parse()
	debug.SetGCPercent(400) // a third of the time
	if err := run(*dir, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string, ports []string) error {
	if len(ports) == 0 {
		var err error
		if ports, err = supported(); err != nil {
			return err
		}
	}
	sources, err := newSources()
	if err != nil {
		return err
	}
	total := 0
	for _, port := range ports {
		faults, n, err := sources.check(dir, port)
		if err != nil {
			return err
		}
		for _, fault := range faults {
			fmt.Printf("%s: %s\n", port, fault)
		}
		fmt.Printf("%s: %d packages with tests, %d errors\n", port, n, len(faults))
		total += len(faults)
	}
	if total > 0 {
		return fmt.Errorf("%d errors", total)
	}
	return nil
}

// sources are the files that were parsed, most of them for every system.
type sources struct {
	library string // the folder of the standard library
	fset    *token.FileSet
	mu      sync.Mutex
	files   map[string]*ast.File // by name
}

func newSources() (*sources, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	library := filepath.Join(strings.TrimSpace(string(root)), "src") + string(filepath.Separator)
	return &sources{library: library, fset: token.NewFileSet(), files: map[string]*ast.File{}}, err
}

// parse parses a file once. What functions of the standard library do inside does not matter here.
func (s *sources) parse(_ *token.FileSet, name string, src []byte) (*ast.File, error) {
	s.mu.Lock()
	file := s.files[name]
	s.mu.Unlock()
	if file != nil {
		return file, nil
	}
	file, err := parser.ParseFile(s.fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return file, err
	}
	if strings.HasPrefix(name, s.library) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[name] = file
	return file, nil
}

// check lists the errors of all packages below a folder on a system, and counts the packages.
func (s *sources) check(dir, port string) (faults []string, n int, err error) {
	goos, arch, _ := strings.Cut(port, "/")
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, 0, err
	}
	list, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Dir: root, Tests: true, Fset: s.fset, ParseFile: s.parse,
		Env: append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return nil, 0, err
	}
	seen := map[string]bool{}
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			text := strings.TrimPrefix(e.Error(), root+string(filepath.Separator))
			if !seen[text] && !strings.HasPrefix(e.Pos, s.library) { // where bodies are missing
				seen[text] = true
				faults = append(faults, text)
			}
		}
	})
	return faults, len(list), nil
}
