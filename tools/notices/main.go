// Notices writes the notices of third parties: the licenses of all that the program is
// linked with, on any system, or ships for browsers, and of nothing else. What that is
// the go command tells, and for the web app the packages that its source imports; the
// texts come from the module cache and web/node_modules.
//
//	go run ./tools/notices
//
// writes cmd/nonogram/third_party_notices.txt, which the program carries and prints with
// nonogram licenses. Texts that several have are there once.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// output is the written file, relative to the root of the repository.
const output = "cmd/nonogram/third_party_notices.txt"

func main() {
	text, err := notices(".")
	if err == nil {
		err = os.WriteFile(output, text, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// systems are those that releases are made for; some modules are linked on one only.
var systems = []string{"linux", "darwin", "windows"}

// shipped are the packages of npm of which something is in the web app: those that its
// source imports, and those that these do when they run.
var shipped = []string{"clsx", "esm-env", "svelte", "qr"}

// party is an author whose code is in the program.
type party struct {
	name, version string
	dir           string
}

func (p party) String() string { return strings.TrimSpace(p.name + " " + p.version) }

// modules are the modules of Go that the program is linked with on a system.
func modules(root, system string) ([]party, error) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}", "./cmd/nonogram")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	var list []party
	for line := range strings.Lines(string(out)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 && f[1] != "" { // the program itself has no version
			list = append(list, party{f[0], f[1], f[2]})
		}
	}
	return list, nil
}

// packages are those of npm that are shipped, in the versions of the lock file.
func packages(root string) ([]party, error) {
	data, err := os.ReadFile(filepath.Join(root, "web/package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, err
	}
	var list []party
	for _, name := range shipped {
		p, ok := lock.Packages["node_modules/"+name]
		if !ok {
			return nil, fmt.Errorf("package %s is not in the lock file", name)
		}
		list = append(list, party{"npm: " + name, p.Version, filepath.Join(root, "web/node_modules", name)})
	}
	return list, nil
}

// parties are all, in alphabetical order, after Go itself.
func parties(root string) ([]party, error) {
	list, err := packages(root)
	if err != nil {
		return nil, err
	}
	for _, system := range systems {
		linked, err := modules(root, system)
		if err != nil {
			return nil, err
		}
		list = append(list, linked...)
	}
	slices.SortFunc(list, func(a, b party) int { return strings.Compare(a.String(), b.String()) })
	list = slices.CompactFunc(list, func(a, b party) bool { return a.String() == b.String() })
	home, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	return append([]party{{name: goItself, dir: strings.TrimSpace(string(home))}}, list...), nil
}

// goItself has no version here: it is that of whoever builds.
const goItself = "Go, its library and the loader of its WebAssembly"

// notices is the file.
func notices(root string) ([]byte, error) {
	list, err := parties(root)
	if err != nil {
		return nil, err
	}
	var texts []string
	whose := map[string][]party{}
	for _, p := range list {
		text, err := notice(p)
		if err != nil {
			return nil, err
		}
		if whose[text] == nil {
			texts = append(texts, text)
		}
		whose[text] = append(whose[text], p)
	}
	var b bytes.Buffer
	b.WriteString("Notices of third parties whose code is in nonogram, or in the web app that it serves.\n\n")
	for _, p := range list {
		fmt.Fprintf(&b, "  %s\n", p)
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n\n", strings.Repeat("=", 80))
		for _, p := range whose[text] {
			fmt.Fprintf(&b, "%s\n", p)
		}
		fmt.Fprintf(&b, "\n%s\n", text)
	}
	return b.Bytes(), nil
}

// notice is the license of a party, and its other notices.
func notice(p party) (string, error) {
	if p.dir == "" {
		return "", fmt.Errorf("%s is not in the module cache, go mod download fetches it: %w", p, fs.ErrNotExist)
	}
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p, err)
	}
	var texts []string
	for _, e := range entries {
		switch word, _, _ := strings.Cut(strings.ToLower(e.Name()), "."); word {
		case "license", "licence", "copying", "notice", "patents":
			data, err := os.ReadFile(filepath.Join(p.dir, e.Name()))
			if err != nil {
				return "", err
			}
			texts = append(texts, tidy(data))
		}
	}
	if len(texts) == 0 {
		return "", errors.New(p.String() + " has no license")
	}
	return strings.Join(texts, "\n\n"), nil
}

// tidy removes trailing space and makes line ends alike.
func tidy(data []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
