package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/draw"
	"nonogram/teach"
)

// said are the literals that are passed to the functions of a speaker, in the commands and on the
// screen of a game.
func said(t *testing.T) []string {
	t.Helper()
	texts := []string{"row %d", "column %d"} // formatted by the name of the axis
	constants := map[string]string{}
	for _, name := range []string{"../internal/play/screen.go", "../internal/play/spoken.go", "language.go", "explain.go", "play.go", "streams.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if len(n.Values) == 1 {
					if text, ok := literal(n.Values[0]); ok {
						constants[n.Names[0].Name] = text
					}
				}
			case *ast.CallExpr:
				f, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || len(n.Args) == 0 || !slices.Contains([]string{"say", "Say", "count", "Count"}, f.Sel.Name) {
					return true
				}
				if from, ok := f.X.(*ast.Ident); ok && from.Name == "strings" {
					return true
				}
				at := 0
				if strings.EqualFold(f.Sel.Name, "count") {
					at = 1
				}
				if text, ok := literal(n.Args[at]); ok {
					texts = append(texts, text)
				} else if name, ok := n.Args[at].(*ast.Ident); ok && constants[name.Name] != "" {
					texts = append(texts, constants[name.Name])
				}
			}
			return true
		})
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func literal(e ast.Expr) (string, bool) {
	text, ok := e.(*ast.BasicLit)
	if !ok || text.Kind != token.STRING {
		return "", false
	}
	plain, err := strconv.Unquote(text.Value)
	return plain, err == nil
}

// TestTextsOfCommands compares the texts of the commands with those of language.txt: every language
// has all of them, with the verbs of the English ones.
func TestTextsOfCommands(t *testing.T) {
	texts := said(t)
	if len(texts) < 15 {
		t.Fatalf("found only %d texts", len(texts))
	}
	verbs := regexp.MustCompile(`%[ds]`)
	for _, l := range teach.Languages()[1:] {
		s := newSpeaker(l.String())
		for _, english := range texts {
			text, ok := s.texts[english]
			if !ok {
				t.Errorf("%s: cmd/nonogram/language.txt lacks %q", l, english)
				continue
			}
			for _, form := range strings.Split(text, "|") {
				first, _, _ := strings.Cut(english, "|")
				if !slices.Equal(verbs.FindAllString(form, -1), verbs.FindAllString(first, -1)) {
					t.Errorf("%s: %q has other verbs than %q", l, form, first)
				}
			}
		}
		for english := range s.texts {
			if !slices.Contains(texts, english) {
				t.Errorf("%s: no command says %q", l, english)
			}
		}
	}
}

// TestLanguagesAreListed finds every language in the descriptions of flags and requests.
func TestLanguagesAreListed(t *testing.T) {
	for _, request := range []any{operations.LanguageOption{}, draw.BookRequest{}} {
		field, _ := reflect.TypeOf(request).FieldByName("Language")
		doc := field.Tag.Get("doc")
		for _, l := range teach.Languages() {
			if !regexp.MustCompile(`[ ,]` + l.String() + `[ ,]`).MatchString(doc) {
				t.Errorf("%T: %q does not list %s", request, doc, l)
			}
		}
	}
	page, err := os.ReadFile("../../docs/drawing.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range teach.Languages() {
		if !strings.Contains(string(page), " "+l.String()+",") && !strings.Contains(string(page), " "+l.String()+" or") {
			t.Errorf("docs/drawing.md does not list %s", l)
		}
	}
}

// TestEnvironmentLanguage orders the variables as POSIX does, and ignores languages that the program
// does not have.
func TestEnvironmentLanguage(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "de_DE.UTF-8", "de"},
		{"", "fr_CA@euro", "de_DE", "fr"},
		{"zh_TW.UTF-8", "fr_FR", "de_DE", "zh-Hant"},
		{"C", "", "de_DE.UTF-8", ""},
		{"", "", "nl_NL.UTF-8", ""},
		{"", "", "C.UTF-8", ""},
		{"", "", "", ""},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		if got := environmentLanguage(); got != c.want {
			t.Errorf("%v: %q", c, got)
		}
	}
}
