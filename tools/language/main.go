// Language lays out a new language: every file that a language has, with every text to
// translate marked.
//
//	go -C tools run ./language ko 한국어
//
// It writes teach/locales/TAG.txt, docs/techniques/TAG.md and web/src/i18n/TAG.json, and adds a
// section to cmd/nonogram/language.txt, a column to the titles and
// descriptions in puzzles/, and a row to teach/language.go and web/src/i18n/languages.ts. Texts in
// key = value files wait behind "#? ", and are English until the mark is taken away; the others
// begin with TODO. Tests name what is left (CONTRIBUTING.md).
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"nonogram/puzzles"
	"nonogram/teach"
)

const todo = "TODO "

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go -C tools run ./language TAG NAME, as in ko 한국어")
		os.Exit(2)
	}
	if err := layOut(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "language:", err)
		os.Exit(1)
	}
}

var goodTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z][a-z]{3})?$`)

// layOut writes all files, or none if one of them cannot be made.
func layOut(tag, name string) error {
	if !goodTag.MatchString(tag) {
		return fmt.Errorf("found %q, expected a language and perhaps a script, as ko or sr-Latn", tag)
	}
	var known teach.Language
	if err := known.UnmarshalText([]byte(tag)); err == nil {
		return fmt.Errorf("%s is the language %s already", tag, known)
	}
	files := map[string]string{}
	for path, write := range map[string]func(model string) (string, error){
		"teach/locales/de.txt": locale,
		"docs/techniques.md":   page,
		"web/src/i18n/de.json": texts,
		"cmd/nonogram/language.txt": func(all string) (string, error) {
			return all + "\n[" + tag + "]\n" + waiting(section(all, "[de]")), nil
		},
		"puzzles/titles.txt":                column(tag, puzzles.All(), puzzles.Entry.Title),
		"puzzles/daily_titles.txt":          column(tag, puzzles.Daily(), puzzles.Entry.Title),
		"puzzles/descriptions.txt":          column(tag, puzzles.All(), puzzles.Entry.Description),
		"puzzles/daily_descriptions.txt":    column(tag, puzzles.Daily(), puzzles.Entry.Description),
		"puzzles/triddler_titles.txt":       column(tag, puzzles.Triddlers(), puzzles.Entry.Title),
		"puzzles/triddler_descriptions.txt": column(tag, puzzles.Triddlers(), puzzles.Entry.Description),
		"teach/language.go":                 func(code string) (string, error) { return row(code, `"}`, `", "`+tag+`"}`) },
		"web/src/i18n/languages.ts": func(code string) (string, error) {
			return row(code, "} as const;", fmt.Sprintf("  '%s': { name: '%s', tag: '%s' },\n} as const;", tag, name, tag))
		},
	} {
		model, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			return err
		}
		text, err := write(string(model))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		path = strings.NewReplacer("/de.", "/"+tag+".", "techniques.md", "techniques/"+tag+".md").Replace(path)
		files[path] = text
	}
	for path, text := range files {
		if err := os.WriteFile(filepath.Join("..", path), []byte(text), 0o644); err != nil {
			return err
		}
		fmt.Println(path)
	}
	fmt.Println("next: a constant in teach/language.go, and go test ./teach -run Plurals -update")
	return nil
}

// section returns the lines of a section.
func section(all, head string) string {
	_, rest, _ := strings.Cut(all, head+"\n")
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.TrimSuffix(rest, "\n") + "\n"
}

// waiting marks each line, with the English text as its value.
func waiting(lines string) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		if key, _, ok := strings.Cut(line, " = "); ok {
			fmt.Fprintf(&out, "#? %s = %s\n", key, key)
		}
	}
	return out.String()
}

// locale lays out the sentences: the keys of the German file with the English texts.
func locale(german string) (string, error) {
	data, err := os.ReadFile("../teach/locales/en.txt")
	if err != nil {
		return "", err
	}
	english := string(data)
	var out strings.Builder
	fmt.Fprint(&out, "# Texts behind \"#? \" are to be translated: take the mark away. The heads of the other files say how\n# forms of colors are used.\n")
	techniques := map[string]string{}
	for _, t := range teach.Techniques() {
		techniques[t.ID] = t.Name + " | " + t.Summary
	}
	head := ""
	for line := range strings.Lines(german) {
		if strings.HasPrefix(line, "[") {
			head = strings.TrimSpace(line)
			fmt.Fprint(&out, "\n"+line)
			continue
		}
		key, _, ok := strings.Cut(line, " = ")
		if !ok || head == "" || strings.HasPrefix(line, "#") {
			continue
		}
		value := key
		if found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(key) + ` = (.*)$`).FindStringSubmatch(section(english, head)); found != nil {
			value = found[1]
		} else if head == "[techniques]" {
			value = techniques[key]
		}
		fmt.Fprintf(&out, "#? %s = %s\n", key, value)
	}
	return out.String(), nil
}

// page lays out the sections on techniques, paragraphs marked.
func page(english string) (string, error) {
	out := []string{"# " + todo + "Techniques"}
	inside := false
	for block := range strings.SplitSeq(strings.TrimSpace(english), "\n\n") {
		switch {
		case strings.HasPrefix(block, "### <a id="):
			inside = true
			out = append(out, block)
		case strings.HasPrefix(block, "## "):
			inside = false
			out = append(out, "## "+todo+strings.TrimPrefix(block, "## "))
		case inside && strings.HasPrefix(block, "!["):
			out = append(out, strings.Replace(block, "(techniques/", "(", 1))
		case inside && strings.HasPrefix(block, ">"):
			out = append(out, block)
		case inside:
			out = append(out, todo+block)
		}
	}
	// Headings without a technique belong to the English page only.
	out = slices.DeleteFunc(out, func(block string) bool {
		i := slices.Index(out, block)
		return strings.HasPrefix(block, "## ") && (i+1 == len(out) || !strings.HasPrefix(out[i+1], "### "))
	})
	return strings.Join(out, "\n\n") + "\n", nil
}

// texts lays out the texts of the app, in the order of the German ones.
func texts(german string) (string, error) {
	dec := json.NewDecoder(strings.NewReader(german))
	if _, err := dec.Token(); err != nil {
		return "", err
	}
	var rows []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return "", err
		}
		var text any
		if err := dec.Decode(&text); err != nil {
			return "", err
		}
		value := any(todo + key.(string))
		if _, plural := text.(map[string]any); plural {
			value = map[string]string{"other": todo + key.(string)}
		}
		var row strings.Builder
		enc := json.NewEncoder(&row)
		enc.SetEscapeHTML(false)
		if err := errors.Join(enc.Encode(key), enc.Encode(value)); err != nil {
			return "", err
		}
		k, v, _ := strings.Cut(strings.TrimSpace(row.String()), "\n")
		rows = append(rows, "  "+k+": "+strings.NewReplacer(`{"other":`, `{ "other": `).Replace(v))
		if strings.HasPrefix(v, "{") {
			rows[len(rows)-1] = strings.TrimSuffix(rows[len(rows)-1], "}") + " }"
		}
	}
	return "{\n" + strings.Join(rows, ",\n") + "\n}\n", nil
}

// column adds a column with the English texts to a list of the pictures.
func column(tag string, entries []puzzles.Entry, text func(puzzles.Entry, teach.Language) string) func(string) (string, error) {
	return func(all string) (string, error) {
		english := map[string]string{"name": tag}
		for _, e := range entries {
			english[e.Name] = todo + text(e, teach.English)
		}
		var out strings.Builder
		for line := range strings.Lines(all) {
			line = strings.TrimSuffix(line, "\n")
			if name, _, ok := strings.Cut(line, " | "); ok {
				line += " | " + english[name]
			}
			out.WriteString(line + "\n")
		}
		return out.String(), nil
	}
}

// row replaces the end of a list in a source.
func row(code, end, with string) (string, error) {
	if !strings.Contains(code, end) {
		return "", fmt.Errorf("found no %q", end)
	}
	return strings.Replace(code, end, with, 1), nil
}
