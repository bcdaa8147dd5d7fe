package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The list of licenses has everything that the program contains.

const root = "../.."

// listed are the parties at the head of the file.
func listed(t *testing.T) (text []byte, list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, output))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n====")
	for line := range strings.Lines(head) {
		if name, ok := strings.CutPrefix(line, "  "); ok {
			list = append(list, strings.TrimSpace(name))
		}
	}
	return text, list
}

// Everything that the program is linked with here, or ships, is in the file, in that
// version; what else is in there is in go.mod, for another system.
func TestListed(t *testing.T) {
	text, list := listed(t)
	linked, err := modules(root, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	npm, err := packages(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{goItself}
	for _, p := range append(linked, npm...) {
		want = append(want, p.String())
	}
	for _, name := range want {
		if !slices.Contains(list, name) {
			t.Errorf("%s is missing in %s: go run ./tools/notices", name, output)
		}
		if n := bytes.Count(text, []byte("\n"+name+"\n")); n != 1 {
			t.Errorf("%s has %d notices", name, n)
		}
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		if !slices.Contains(want, name) && !bytes.Contains(mod, []byte("\t"+name)) {
			t.Errorf("%s is in %s, and not linked: go run ./tools/notices", name, output)
		}
	}
}

// imported is what the web app's source imports that is not its own.
var imported = regexp.MustCompile(`(?:from|import\()\s*'((?:@[\w-]+/)?[\w-]+)`)

// Whatever the web app imports is known to be shipped.
func TestShipped(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(root, "web/src"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !slices.Contains([]string{".ts", ".svelte"}, filepath.Ext(path)) {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range imported.FindAllSubmatch(data, -1) {
			seen[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(seen, "virtual") // made while building
	for name := range seen {
		if !slices.Contains(shipped, name) {
			t.Errorf("the web app imports %s, which is not among those shipped", name)
		}
	}
	if !seen["svelte"] {
		t.Error("no import was found")
	}
}

// Where all sources are present, the file is up to date.
func TestWritten(t *testing.T) {
	got, _ := listed(t)
	want, err := notices(root)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err != nil && strings.Contains(err.Error(), "go list"):
		t.Skip("not all sources are here:", err)
	case err != nil:
		t.Error(err)
	case !bytes.Equal(got, want):
		t.Errorf("%s is not what go run ./tools/notices writes", output)
	}
}
