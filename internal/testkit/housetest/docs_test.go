package housetest_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonogram/internal/testkit/markdown"
)

// The pages of the repository: their links lead somewhere, nothing waits in them to be
// filled in, and the table of packages is the one that architecture_test.go enforces.
// What the examples on a page print is tested where the code is, see docs/testing.md.

// pages are the Markdown files of the repository by name, line by line.
func pages(t *testing.T) map[string][]string {
	t.Helper()
	found := markdown.Pages(t, ".")
	for _, name := range []string{"README.md", "docs/architecture.md", "docs/decisions/0001-command-line-library.md"} {
		if found[name] == nil {
			t.Fatalf("%s is not among the %d pages found", name, len(found))
		}
	}
	return found
}

// link is the target of a link or picture, without its anchor.
var link = regexp.MustCompile(`\]\(([^)\s#]+)[^)\s]*\)`)

// relativeLinks are the files that a line leads to.
func relativeLinks(line string) (targets []string) {
	for _, m := range link.FindAllStringSubmatch(line, -1) {
		if !strings.Contains(m[1], ":") {
			targets = append(targets, m[1])
		}
	}
	return targets
}

func TestLinksOfPages(t *testing.T) {
	const leastLinks = 50 // there are over a hundred
	links := 0
	for name, lines := range pages(t) {
		for i, line := range lines {
			for _, target := range relativeLinks(line) {
				links++
				if _, err := os.Stat(filepath.Join(filepath.Dir(name), target)); err != nil {
					t.Errorf("%s:%d: the link leads nowhere: %v", name, i+1, err)
				}
			}
		}
	}
	if links < leastLinks {
		t.Errorf("found %d relative links, expected at least %d", links, leastLinks)
	}
}

// placeholder is a line that was meant to be replaced.
var placeholder = regexp.MustCompile("^[\\s|>*`-]*(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|TODO|FIXME|TBD|XXX)[\\s|*`:.]*$")

func TestPagesAreFilledIn(t *testing.T) {
	for name, lines := range pages(t) {
		for i, line := range lines {
			if placeholder.MatchString(line) {
				t.Errorf("%s:%d: %q is not filled in", name, i+1, line)
			}
		}
	}
}

// The rules have to find something, or they prove nothing.
func TestRulesOfPagesBite(t *testing.T) {
	for line, want := range map[string]bool{
		"BENCH_DEFAULT": true, "  TABLE_2 ": true, "| BENCH_CSV |": true, "`X_Y`": true, "TODO": true,
		"": false, "BENCH_COUNT sets how often": false, "P1": false, "SAVEFILE:41:Simon": false, "---": false,
	} {
		if placeholder.MatchString(line) != want {
			t.Errorf("placeholder matches %q: %v", line, !want)
		}
	}
	line := "![a](b.svg) and [c](../d/e.md#f), [web](https://example.org/x.md), [here](#g)"
	if got := relativeLinks(line); !slices.Equal(got, []string{"b.svg", "../d/e.md"}) {
		t.Errorf("links %q", got)
	}
}

var quoted = regexp.MustCompile("`([^`]+)`")

// roomsOfPage reads the tables under "Floors" of docs/architecture.md.
func roomsOfPage(lines []string) (rooms []room) {
	for _, line := range lines[slices.Index(lines, "## Floors")+1:] {
		if strings.HasPrefix(line, "## ") {
			break
		}
		columns := strings.Split(line, "|")
		if len(columns) != 5 {
			continue
		}
		rule, _, _ := strings.Cut(columns[3], ";")
		r := room{above: strings.Contains(rule, "everything")}
		if strings.Contains(rule, "root") {
			r.may = append(r.may, "nonogram")
		}
		for _, m := range quoted.FindAllStringSubmatch(rule, -1) {
			r.may = append(r.may, "nonogram/"+m[1])
		}
		if r.above {
			r.may = nil // what follows are exceptions
		}
		for _, m := range quoted.FindAllStringSubmatch(columns[1], -1) {
			if r.path = "nonogram"; m[1] != r.path {
				r.path += "/" + m[1]
			}
			rooms = append(rooms, r)
		}
	}
	return rooms
}

func TestRoomsAreDescribed(t *testing.T) {
	same := func(a, b room) bool {
		return a.path == b.path && a.above == b.above && slices.Equal(a.may, b.may)
	}
	written := roomsOfPage(pages(t)["docs/architecture.md"])
	// The page begins at the top of the house and ends with what only tests use.
	helpers := len(rooms) - len(testHelpers)
	ordered := slices.Clone(rooms[:helpers])
	slices.Reverse(ordered)
	ordered = append(ordered, rooms[helpers:]...)
	for i := range max(len(written), len(ordered)) {
		if i >= len(written) || i >= len(ordered) || !same(written[i], ordered[i]) {
			t.Fatalf("docs/architecture.md and architecture_test.go differ from row %d on:\n%+v\n%+v",
				i+1, written[min(i, len(written)):], ordered[min(i, len(ordered)):])
		}
	}
}

// The vocabulary spells it "color"; readers of .non files take the other word too.
func TestOneSpelling(t *testing.T) {
	other := "colo" + "ur"
	takesBoth := []string{"format/non.go", "internal/object/object_test.go", "cmd/internal/operations/decode_test.go"}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(markdown.BuiltFolders, d.Name()):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".go", ".md", ".txtar", ".ts", ".svelte"}, filepath.Ext(path)) || slices.Contains(takesBoth, filepath.ToSlash(path)):
			return nil
		}
		data, err := os.ReadFile(path)
		if i := strings.Index(strings.ToLower(string(data)), other); i >= 0 {
			t.Errorf("%s:%d: found %s, expected color", path, strings.Count(string(data[:i]), "\n")+1, other)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	goSample = regexp.MustCompile("(?s)```go\n(package main\n.*?)```\n\nprints\n\n```\n(.*?)```\n")
	goMod    = regexp.MustCompile("`(go mod [^`]+)`")
)

// TestSample pastes the README's program into another module, which finds this one by the
// commands of the README. The program passes vet and prints what the README shows.
func TestSample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := goSample.FindSubmatch(readme)
	commands := goMod.FindAllSubmatch(readme, -1)
	if m == nil || len(commands) != 2 {
		t.Fatalf("README.md has %d commands for go.mod, and a sample of Go with what it prints: %v", len(commands), m != nil)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), m[1], 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(command string) string {
		t.Helper()
		words := strings.Fields(strings.Replace(command, "=PATH", "="+here, 1))
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		return string(out)
	}
	run("go mod init example.org/me")
	for _, c := range commands {
		run(string(c[1]))
	}
	run("go vet ./...")
	if out := run("go run ."); out != string(m[2]) {
		t.Errorf("prints\n%s\nexpected\n%s", out, m[2])
	}
}
