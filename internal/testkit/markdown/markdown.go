// Package markdown finds the pages of the repository and the code in them, for tests of what
// the pages say.
package markdown

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// BuiltFolders hold what others wrote, or what make has built.
var BuiltFolders = []string{".git", "bin", "site", "node_modules", "dist"}

// Pages are the lines of the Markdown files below a folder, by name.
func Pages(t testing.TB, root string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	tree := os.DirFS(root)
	err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(BuiltFolders, d.Name()):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		data, err := fs.ReadFile(tree, path)
		found[path] = strings.Split(string(data), "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Present are the pages that speak of the program as it is: all but those of decisions, which are
// of their day. Of the list of changes only the newest section is left.
func Present(t testing.TB, root string) map[string][]string {
	t.Helper()
	pages := Pages(t, root)
	for name, lines := range pages {
		if strings.HasPrefix(name, "docs/decisions/") {
			delete(pages, name)
		}
		if name != "CHANGELOG.md" {
			continue
		}
		sections := 0
		pages[name] = lines[:slices.IndexFunc(append(lines, "## ", "## "), func(line string) bool {
			if strings.HasPrefix(line, "## ") {
				sections++
			}
			return sections > 1
		})]
	}
	return pages
}

// Code is a line of code on a page: a line of a block, or a span within text.
type Code struct {
	Line  int // from 1
	Text  string
	Block string // the language of the block, "text" where none is named, "" in a span
	Said  string // the sentence that a span is in
}

var (
	span     = regexp.MustCompile("`([^`]+)`")
	fence    = regexp.MustCompile("^ *(?:```|~~~)(.*)$")
	sentence = regexp.MustCompile(`[.] `)
)

// CodeOf lists the code on a page.
func CodeOf(lines []string) (list []Code) {
	block := ""
	for i, line := range lines {
		switch m := fence.FindStringSubmatch(line); {
		case m != nil && block != "":
			block = ""
		case m != nil:
			if block = strings.TrimSpace(m[1]); block == "" {
				block = "text"
			}
		case block != "":
			list = append(list, Code{Line: i + 1, Text: line, Block: block})
		default:
			for _, m := range span.FindAllStringSubmatchIndex(line, -1) {
				list = append(list, Code{Line: i + 1, Text: line[m[2]:m[3]], Said: around(lines, i, m[0])})
			}
		}
	}
	return list
}

// Prose is the block that [ProseOf] gives to text.
const Prose = "prose"

var linkTarget = regexp.MustCompile(`\]\([^)]*\)|<[^>]*>|https?://\S+`)

// ProseOf lists the lines of text on a page, without the code in them and the targets of links.
func ProseOf(lines []string) (list []Code) {
	inCode := map[int]bool{}
	for _, code := range CodeOf(lines) {
		inCode[code.Line] = inCode[code.Line] || code.Block != ""
	}
	for i, line := range lines {
		if text := linkTarget.ReplaceAllString(span.ReplaceAllString(line, ""), "]"); !inCode[i+1] && !fence.MatchString(line) {
			list = append(list, Code{Line: i + 1, Text: text, Block: Prose, Said: around(lines, i, 0)})
		}
	}
	return list
}

// around returns the sentence at a place of a page. It may begin in the line before and end in the
// next one.
func around(lines []string, i, at int) string {
	text, offset := lines[i], at
	for j := i - 1; j >= 0 && continues(lines[j+1]) && strings.TrimSpace(lines[j]) != ""; j-- {
		text, offset = lines[j]+"\n"+text, offset+len(lines[j])+1
	}
	for j := i + 1; j < len(lines) && continues(lines[j]); j++ {
		text += "\n" + lines[j]
	}
	begin, end := 0, len(text)
	for _, m := range sentence.FindAllStringIndex(strings.ReplaceAll(text, "\n", " "), -1) {
		if m[1] <= offset {
			begin = m[1]
		} else {
			end = min(end, m[1])
		}
	}
	return text[begin:end]
}

// continues reports whether a line goes on with the paragraph, or item of a list, of the line before.
func continues(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.ContainsAny(line[:1], "-#|>*") && !fence.MatchString(line)
}
