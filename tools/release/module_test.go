package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A copy of the tracked files gets another module path. All its imports,
// those of tests too, lead somewhere, what needs no compiler for long builds, and the
// house's rules hold.
func TestRename(t *testing.T) {
	const path = "example.org/you/picross"
	root := filepath.Join("..", "..")
	files, err := command(root, "git", "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("this is not a clone: %v", err)
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(files), "\x00"), "\x00") {
		copyFile(t, filepath.Join(root, name), filepath.Join(dir, name))
	}
	if n, err := rename(dir, path); err != nil || n < 100 {
		t.Fatalf("%d files changed: %v", n, err)
	}
	old, err := moduleOf(root)
	if err != nil {
		t.Fatal(err)
	}
	deps, err := goList(dir, "-e", "-deps", "-test", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./...")
	if err != nil {
		t.Fatal(err)
	}
	for p := range strings.FieldsSeq(string(deps)) {
		if p == old || strings.HasPrefix(p, old+"/") {
			t.Errorf("%s is still imported", p)
		}
	}
	for _, args := range [][]string{
		{"build", "-trimpath", "./solve", "./format", "./cmd/internal/operations"},
		{"-C", "tools", "vet", "./release"},
		{"test", "-trimpath", "-run", "Rooms|Imports|Rule|Sample", "."},
	} {
		if out, err := command(dir, "go", args...).CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if out, err := command(dir, "gofmt", "-l", ".").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %v\n%s", err, out)
	}
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil || !strings.Contains(string(readme), "\t\""+path+"/solve\"\n") {
		t.Errorf("the sample of the README imports something else (%v)", err)
	}
}

// A path that Go does not accept changes nothing.
func TestRenameRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := rename(dir, "/no path"); err == nil || !strings.Contains(err.Error(), "malformed") {
		t.Errorf("error %v", err)
	}
	if m, err := moduleOf(dir); m != "x" || err != nil {
		t.Errorf("the module is %s (%v)", m, err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if os.IsNotExist(err) {
		return // is about to be removed
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o777)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}
