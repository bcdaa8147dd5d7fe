package housetest_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"nonogram/internal/testkit/markdown"
)

// The names that pages set as code exist: paths, files, targets of make, scripts of npm, the
// packages and tests of go commands, and Go identifiers. The tests of cmd/nonogram check
// commands, flags and addresses.

var (
	makeCall = regexp.MustCompile(`(?:^|[;&|] *|\$ |[A-Z_]+=\S* )make ([a-z][a-z-]*)`)
	npmCall  = regexp.MustCompile(`npm run ([a-z0-9:-]+)`)
	goCall   = regexp.MustCompile(`go (?:-C (\S+) )?(?:test|run)((?: \./\S+)+)(.*)`)
	goRun    = regexp.MustCompile(`-run '?([^'\s]+)`)
	pathWord = regexp.MustCompile(`^(?:[\w.*-]+/)+[\w.*-]*$|^[\w-]+\.(?:go|md|mjs|ts|py|sh|conf|cff|svelte)$`)
	// example is a puzzle of internal/examples, read without its folder.
	example = regexp.MustCompile(`^(?:\$ )?(?:nonogram|convert|solve|show|jq|curl) .*[ @](cat\.non|heart\.non|toadstool\.non)`)
	goName  = regexp.MustCompile(`^\*?([a-z]+)\.([A-Z]\w*(?:\.[A-Z]\w*)?)(?:\(.*\))?$`)
	// anyName stands for a name, as NAME and TAG do.
	anyName = regexp.MustCompile(`NAME|TAG|EXT|\bxx\b`)
	// gone marks a sentence about something that was removed. In a table of the changelog the
	// removed name is in the first column.
	gone     = regexp.MustCompile(`(?i)\b(gone|dropped|no longer|replaces?)\b`)
	lastCell = regexp.MustCompile(`\|([^|]*)\|$`)
)

// repository is what names lead to.
type repository struct {
	house    *house
	files    []string // all that are tracked
	folders  map[string]bool
	makefile []byte
	scripts  map[string]string // of web/package.json
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	r := &repository{house: newHouse(t), files: strings.Split(string(out), "\x00"), folders: map[string]bool{}}
	for _, f := range r.files {
		for dir := path.Dir(f); dir != "."; dir = path.Dir(dir) {
			r.folders[dir] = true
		}
	}
	if r.makefile, err = os.ReadFile("Makefile"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("web/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var web struct{ Scripts map[string]string }
	if err := json.Unmarshal(data, &web); err != nil {
		t.Fatal(err)
	}
	r.scripts = web.Scripts
	return r
}

// missing counts the names in a piece of code on a page, and lists those that lead nowhere.
func (r *repository) missing(page string, code markdown.Code) (names int, faults []string) {
	check := func(is bool, what string) {
		names++
		if !is {
			faults = append(faults, what)
		}
	}
	for _, m := range makeCall.FindAllStringSubmatch(code.Text, -1) {
		check(regexp.MustCompile(`(?m)^`+m[1]+`:`).Match(r.makefile), "target "+m[1])
	}
	for _, m := range npmCall.FindAllStringSubmatch(code.Text, -1) {
		check(r.scripts[m[1]] != "", "script "+m[1])
	}
	for _, m := range goCall.FindAllStringSubmatch(code.Text, -1) {
		r.goCall(m, check)
	}
	if m := example.FindStringSubmatch(code.Text); m != nil && page != "CHANGELOG.md" {
		check(false, m[1]+", but internal/examples/"+m[1])
	}
	if code.Block != "" { // only paths of folders that are here: commands write others
		for word := range strings.FieldsFuncSeq(code.Text, notOfPath) {
			if word = strings.TrimRight(word, "."); strings.Contains(strings.TrimSuffix(word, "/"), "/") && pathWord.MatchString(word) {
				r.path(page, word, check)
			}
		}
		return names, faults
	}
	if m := goName.FindStringSubmatch(code.Text); m != nil {
		check(slices.ContainsFunc(slices.Collect(maps.Keys(r.house.scopes)), func(pkg string) bool {
			return path.Base(pkg) == m[1] && r.house.scopes[pkg].names[m[2]]
		}), "name "+m[0])
	} else if pathWord.MatchString(code.Text) {
		r.path(page, code.Text, check)
	}
	return names, faults
}

// notOfPath ends a path in a line of code or text.
func notOfPath(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\"'`(),;:=[]{}<>|$@+→", r)
}

// goCall checks the packages and tests of go test and go run.
func (r *repository) goCall(m []string, check func(bool, string)) {
	var tests strings.Builder
	for pkg := range strings.FieldsSeq(m[2]) {
		dir := path.Join(m[1], anyName.ReplaceAllString(strings.TrimSuffix(pkg, "/..."), "*"))
		if strings.HasSuffix(dir, "PACKAGE") {
			continue
		}
		check(dir == "." || r.folders[dir], "package "+pkg)
		sources, _ := filepath.Glob(dir + "/*_test.go")
		for _, name := range sources {
			data, _ := os.ReadFile(name)
			tests.Write(data)
		}
	}
	if run := goRun.FindStringSubmatch(m[3]); run != nil {
		for pattern := range strings.SplitSeq(run[1], "|") {
			check(regexp.MustCompile(`func Test\w*`+strings.TrimPrefix(pattern, "Test")).MatchString(tests.String()), "test "+pattern)
		}
	}
}

// path checks a path from the root, the folder of the page or one above, or the name of a file.
func (r *repository) path(page, text string, check func(bool, string)) {
	pattern := anyName.ReplaceAllString(strings.TrimSuffix(text, "/"), "*")
	first, _, nested := strings.Cut(pattern, "/")
	if !nested && !strings.HasSuffix(text, "/") {
		check(slices.Contains(othersFiles, text) || slices.ContainsFunc(r.files, func(f string) bool { return path.Base(f) == text }), "file "+text)
		return
	}
	if slices.ContainsFunc(strings.Split(pattern, "/"), func(folder string) bool { return slices.Contains(markdown.BuiltFolders, folder) }) {
		return
	}
	ours, found := false, false
	for dir := page; dir != "."; {
		dir = path.Dir(dir)
		ours = ours || r.folders[path.Join(dir, first)] // else it is no path of the repository
		found = found || r.has(path.Join(dir, pattern))
	}
	if ours {
		check(found, "path "+text)
	}
}

// has reports whether a pattern matches the path of a file or folder.
func (r *repository) has(pattern string) bool {
	matches := func(name string) bool {
		is, _ := path.Match(pattern, name)
		return is
	}
	return slices.ContainsFunc(r.files, matches) || slices.ContainsFunc(slices.Collect(maps.Keys(r.folders)), matches)
}

func TestNamesOnPages(t *testing.T) {
	const leastNames = 450 // there are some more
	r, names := newRepository(t), 0
	for page, lines := range markdown.Present(t, ".") {
		for _, code := range append(markdown.CodeOf(lines), markdown.ProseOf(lines)...) {
			if page == "CHANGELOG.md" && (gone.MatchString(code.Said) || strings.HasPrefix(code.Said, "| ") && !strings.Contains(lastCell.FindString(code.Said), "`"+code.Text+"`")) {
				continue
			}
			found, faults := r.missing(page, code)
			names += found
			for _, fault := range faults {
				t.Errorf("%s:%d: there is no %s: %s", page, code.Line, fault, code.Text)
			}
		}
	}
	if names < leastNames {
		t.Errorf("found %d names, expected at least %d", names, leastNames)
	}
}

// The rules have to find something, or they prove nothing.
func TestRulesOfNamesBite(t *testing.T) {
	r := newRepository(t)
	for text, want := range map[string]string{
		"make test": "", "FOO=1 make frobnicate": "target frobnicate", "npm run lint": "", "npm run lin": "script lin",
		"go test ./solve -run TestSignature": "", "go test ./solved": "package ./solved", "go test ./solve -run TestFrobnicate": "test TestFrobnicate",
		"solve/search.go": "", "solve/searched.go": "path solve/searched.go", "format/NAME.go": "", "search.go": "", "searched.go": "file searched.go",
		"format.Decode": "", "format.Decoded": "name format.Decoded", "image/png": "",
		"nonogram solve cat.non": "cat.non, but internal/examples/cat.non", "nonogram show internal/examples/cat.non": "",
	} {
		if _, got := r.missing("docs/x.md", markdown.Code{Text: text}); strings.Join(got, ", ") != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
	for _, block := range []string{"sh", markdown.Prose} {
		if names, got := r.missing("docs/x.md", markdown.Code{Text: "see docs/frob.md, docs/lab.md and other/frob.md.", Block: block}); names != 2 || strings.Join(got, ", ") != "path docs/frob.md" {
			t.Errorf("%s: found %d names, %q", block, names, got)
		}
	}
	if _, got := r.missing("web/README.md", markdown.Code{Text: "src/frobnicated.ts"}); len(got) != 1 {
		t.Errorf("found %q in a folder of the page", got)
	}
}
