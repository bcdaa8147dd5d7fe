package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"nonogram/cmd/internal/operations/all"
	"nonogram/cmd/internal/operations/schema"
)

// elsewhere are the fields of requests that have no flag, beside those with the tag flag:"-":
// puzzles and positions come from files, and some things only programs ask for.
var elsewhere = []string{
	"puzzles", "text", "data", "filename", "pack", "format", "grid", "history", "certificate", "certificate_file", "image", "image_file", // files
	"work", "doubt", // for programs
	"kind", "as", // the name of the command, or of its output
	"check.timeout_ms", "check.conflicts", "check.memory_mb", "check.seed", "check.state", "check.moves", // check reads answers from files, and is quick
	"render.state", "clues.title", "clues.author", "clues.palette",
	"puzzle.name",           // an argument
	"goal",                  // --solution of show
	"render.bare",           // --small
	"generate.last_density", // --p2
	"techniques.language",   // there is no command
}

// commandsOf names the commands of operations that are called otherwise.
var commandsOf = map[string][]string{
	"generate": {"generate random", "generate puzzle", "generate image"}, "repair": {"generate repair"},
	"render": {"show"}, "decode": {"convert"}, "puzzle": {"puzzles"}, "clues": {"generate image"},
}

// What an operation can complain about, its command has a flag for; otherwise the message
// would name one that does not exist. Batch jobs, HTTP, MCP and the browser read the request
// itself, and web/tests compares the types of the app with it.
func TestFieldsHaveFlags(t *testing.T) {
	root := newRoot(newApp())
	for _, o := range all.Operations() {
		commands := commandsOf[o.Name]
		if commands == nil {
			commands = []string{o.Name}
		}
		for _, f := range schema.Fields(o.Request) {
			field := f.Name
			if f.Tag.Get("flag") == "-" || slices.Contains(elsewhere, field) || slices.Contains(elsewhere, o.Name+"."+field) {
				continue
			}
			if !slices.ContainsFunc(commands, func(name string) bool {
				cmd, rest, err := root.Find(strings.Fields(name))
				return err == nil && len(rest) == 0 && cmd.Flags().Lookup(flagOf(field)) != nil
			}) {
				t.Errorf("%s has no flag --%s for the field %s", strings.Join(commands, ", "), flagOf(field), field)
			}
		}
	}
}

// docs/api.md lists the fields of every operation; -update writes the list.
func TestFieldsOfThePage(t *testing.T) {
	const file, begin, end = "../../docs/api.md", "| operation | fields |\n| --- | --- |\n", "\n\n"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), begin)
	have, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no table that begins with %q", file, begin)
	}
	var rows []string
	for _, o := range all.Operations() {
		if names := schema.Names(o.Request); len(names) > 0 {
			rows = append(rows, "| `"+o.Name+"` | `"+strings.Join(names, "`, `")+"` |")
		}
	}
	want := strings.Join(rows, "\n")
	if *update {
		err = os.WriteFile(file, []byte(before+begin+want+end+after), 0o644)
		if err != nil {
			t.Fatal(err)
		}
	} else if have != want {
		t.Errorf("%s: the fields differ, go test ./cmd/nonogram -run TestFieldsOfThePage -update writes\n%s", file, want)
	}
}

func TestFlagOf(t *testing.T) {
	for field, want := range map[string]string{
		"limit": "limit", "timeout_ms": "timeout", "memory_mb": "memory", "max_changes": "max-changes", "max_share": "max-changes",
		"palette[2].color": "palette", "width": "size", "specks": "clean", "grade": "grade",
	} {
		if got := flagOf(field); got != want {
			t.Errorf("flagOf(%s) = %s, want %s", field, got, want)
		}
	}
}
