package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/server"
	"nonogram/internal/testkit/markdown"
)

// Every command, flag and address that a page or a help text names is there. What the list of
// changes calls gone is gone. Paths, targets of make, tests and names of Go are tested in
// internal/testkit/housetest.

var (
	// call is a command. Help texts indent it, and it follows a prompt in console blocks.
	call = map[string]*regexp.Regexp{
		"":        regexp.MustCompile(`(?:^(?:\$ )?|[(|;&] *)nonogram ([^|;&)<>]*)`),
		"help":    regexp.MustCompile(`(?:^  |[(|;&] *)nonogram ([^|;&)<>]*)`),
		"prose":   regexp.MustCompile(`$.`), // a sentence about nonogram is no command
		"console": regexp.MustCompile(`(?:^\$ |[(|;&] *)nonogram ([^|;&)<>]*)`),
	}
	// flagWord is a flag, its value aside. A single letter may be one of another program.
	flagWord = regexp.MustCompile(`^[\[(]?(--[a-z][a-z0-9-]*|-[a-z]$)`)
	nameWord = regexp.MustCompile(`^[a-z][a-z-]+$`)
	// gone marks a sentence about something that was removed.
	gone          = regexp.MustCompile(`(?i)\b(gone|dropped|no longer|replaces?|before)\b`)
	parenthesized = regexp.MustCompile(`\([^()]*\)`)
	// addressOnPage is a path on the server, in a span or after a host.
	addressOnPage = regexp.MustCompile("(?:[` \"(]|:[0-9]{4})((?:/[a-z0-9.-]*[a-z0-9])+)")
)

// rootsOfDisks begin paths that are no addresses.
var rootsOfDisks = []string{"dev", "etc", "perf", "proc", "srv", "tmp", "usr", "var"}

// pagesAndHelp are the pages with the help texts among them, each as one block.
func pagesAndHelp(t *testing.T) map[string][]string {
	pages := markdown.Present(t, "../..")
	texts, err := filepath.Glob("help/*.txt")
	if err != nil || len(texts) < 40 || len(pages) < 30 {
		t.Fatalf("found %d pages and %d help texts: %v", len(pages), len(texts), err)
	}
	for _, name := range texts {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages["cmd/nonogram/"+name] = append(append([]string{"```help"}, strings.Split(string(data), "\n")...), "```")
	}
	return pages
}

func TestCommandsOnPages(t *testing.T) {
	const leastNames = 900 // there are some more
	root, names := newRoot(newApp()), 0
	for name, lines := range pagesAndHelp(t) {
		for _, code := range append(markdown.CodeOf(lines), markdown.ProseOf(lines)...) {
			found, faults := namesIn(root, code)
			names += found
			switch item := strings.TrimLeft(code.Said, "- "); {
			case name != "CHANGELOG.md" || !gone.MatchString(code.Said):
				for _, fault := range faults {
					t.Errorf("%s:%d: there is no %s: %s", name, code.Line, fault, code.Text)
				}
			case found > 1 && faults == nil && strings.HasPrefix(item, "Gone: ") && strings.Contains(parenthesized.ReplaceAllString(item, ""), "`"+code.Text+"`"):
				t.Errorf("%s:%d: %s is there", name, code.Line, code.Text)
			}
		}
	}
	if names < leastNames {
		t.Errorf("found %d commands and flags, expected at least %d", names, leastNames)
	}
}

// namesIn counts the commands and flags in a piece of code, and lists those that are not there.
func namesIn(root *cobra.Command, code markdown.Code) (names int, faults []string) {
	found := cmp.Or(call[code.Block], call[""]).FindAllStringSubmatch(code.Text, -1)
	for _, m := range found {
		n, f := namesOfCall(root, strings.Fields(m[1]))
		names, faults = names+n, append(faults, f...)
	}
	words := strings.Fields(code.Text)
	switch {
	case len(found) > 0 || len(words) == 0 || code.Block != "" && code.Block != "help" && code.Block != markdown.Prose:
	case code.Block == "" && !flagWord.MatchString(words[0]): // may be a call without the program's name
		if n, f := namesOfCall(root, words); n > 0 {
			return n, f
		}
	default: // of some command
		for _, w := range words {
			if m := flagWord.FindStringSubmatch(w); m != nil && strings.HasPrefix(m[1], "--") {
				names++
				if !slices.ContainsFunc(documented(root), func(c *cobra.Command) bool { return hasFlag(c, m[1]) }) {
					faults = append(faults, "command with "+m[1])
				}
			}
		}
	}
	return names, faults
}

// namesOfCall does so for the words after the name of the program.
func namesOfCall(root *cobra.Command, words []string) (names int, faults []string) {
	cmd := root
	for len(words) > 0 {
		i := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == words[0] })
		if i < 0 {
			break
		}
		cmd, words, names = cmd.Commands()[i], words[1:], names+1
	}
	if cmd.HasSubCommands() && len(words) > 0 && nameWord.MatchString(words[0]) {
		return names, []string{cmd.CommandPath() + " " + words[0]}
	}
	for _, w := range words {
		if m := flagWord.FindStringSubmatch(w); m != nil && names > 0 {
			names++
			if !hasFlag(cmd, m[1]) {
				faults = append(faults, cmd.CommandPath()+" "+m[1])
			}
		}
	}
	return names, faults
}

func hasFlag(c *cobra.Command, flag string) bool {
	c.InitDefaultHelpFlag()
	if name, long := strings.CutPrefix(flag, "--"); long {
		return c.Flags().Lookup(name) != nil || c.InheritedFlags().Lookup(name) != nil
	}
	return c.Flags().ShorthandLookup(flag[1:]) != nil
}

// pageInText is a page of the documentation in a message.
var pageInText = regexp.MustCompile(`\bdocs/[a-z0-9/-]+\.md\b`)

// TestFlagsInTexts finds the flags, commands and pages in the messages of the program and in the
// texts of the web app.
func TestFlagsInTexts(t *testing.T) {
	const leastNames = 150 // there are some more
	texts := map[string][]string{}
	for _, folder := range []string{".", "../internal"} {
		err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if literal, is := n.(*ast.BasicLit); is && literal.Kind == token.STRING {
					text, _ := strconv.Unquote(literal.Value)
					texts[name] = append(texts[name], text)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	locales, err := filepath.Glob("../../web/src/i18n/*.json")
	if err != nil || len(locales) < 5 || len(texts) < 100 {
		t.Fatalf("found %d files of Go and %d of texts: %v", len(texts), len(locales), err)
	}
	for _, name := range locales {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = strings.Split(string(data), "\n")
	}
	root, names := newRoot(newApp()), 0
	for name, list := range texts {
		for _, text := range list {
			for _, page := range pageInText.FindAllString(text, -1) {
				names++
				if _, err := os.Stat("../../" + page); err != nil {
					t.Errorf("%s: there is no page %s: %s", name, page, text)
				}
			}
			if goneFlags[text] != "" {
				continue
			}
			found, faults := namesIn(root, markdown.Code{Text: text, Block: "help"})
			names += found
			for _, fault := range faults {
				t.Errorf("%s: there is no %s: %s", name, fault, text)
			}
		}
	}
	if names < leastNames {
		t.Errorf("found %d commands and flags, expected at least %d", names, leastNames)
	}
}

func TestAddressesOnPages(t *testing.T) {
	const leastAddresses = 20 // there are some more
	s, err := server.New(server.Config{Sync: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	addresses := 0
	get := func(h http.Handler, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
		return w
	}
	nothing := get(s.Handler(), "/frobnicated").Body.String() // the site answers, as it does for its own addresses
	answers := func(path string) bool {
		body := get(s.Handler(), path).Body.String()
		return !strings.Contains(body, "/docs lists what there is") && body != nothing || get(s.Monitor(), path).Code == http.StatusOK
	}
	for name, lines := range pagesAndHelp(t) {
		for i, line := range lines {
			for _, m := range addressOnPage.FindAllStringSubmatch(line, -1) {
				if first, _, _ := strings.Cut(m[1][1:], "/"); slices.Contains(rootsOfDisks, first) {
					continue
				}
				addresses++
				// the root of the operations has no page, but operations
				if !answers(m[1]) && !answers(m[1]+"/formats") {
					t.Errorf("%s:%d: the server has no %s", name, i+1, m[1])
				}
			}
		}
	}
	if addresses < leastAddresses {
		t.Errorf("found %d addresses, expected at least %d", addresses, leastAddresses)
	}
}

// The rules have to find something, or they prove nothing.
func TestRulesOfPagesBite(t *testing.T) {
	root := newRoot(newApp())
	for _, c := range []struct {
		code  markdown.Code
		fault string
	}{
		{markdown.Code{Text: "nonogram solve --json FILE"}, ""},
		{markdown.Code{Text: "nonogram FILE"}, ""},
		{markdown.Code{Text: "nonogram solv FILE"}, "nonogram solv"},
		{markdown.Code{Text: "nonogram show --jsn"}, "nonogram show --jsn"},
		{markdown.Code{Text: "batch run --frobnicate=3"}, "nonogram batch run --frobnicate"},
		{markdown.Code{Text: "batch frobnicate"}, "nonogram batch frobnicate"},
		{markdown.Code{Text: "--frobnicate FILE"}, "command with --frobnicate"},
		{markdown.Code{Text: "lines 15"}, ""},
		{markdown.Code{Text: "$ cat a.non | nonogram rate -z", Block: "console"}, "nonogram rate -z"},
		{markdown.Code{Text: "nonogram solves puzzles", Block: "console"}, ""},
		{markdown.Code{Text: "or of --too. IN may be -", Block: "help"}, "command with --too"},
		{markdown.Code{Text: "nonogram solves it with --frob", Block: markdown.Prose}, "command with --frob"},
	} {
		if _, got := namesIn(root, c.code); strings.Join(got, ", ") != c.fault {
			t.Errorf("%q: found %q, want %q", c.code.Text, got, c.fault)
		}
	}
	if m := addressOnPage.FindStringSubmatch("below `/v1`, and"); m == nil || m[1] != "/v1" {
		t.Errorf("found %q", m)
	}
}
