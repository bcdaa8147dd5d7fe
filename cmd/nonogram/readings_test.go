package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nonogram/internal/operations"
	"nonogram/internal/operations/all"
	"nonogram/internal/wasmtest"
)

// The texts that could be read in more than one way get the same reading at every
// door: by the command, over HTTP, from the browser's modules and by tools.

// read is what a door says of a text: how it was read and of what size, or why not.
func read(t *testing.T, answer string) string {
	t.Helper()
	var a struct {
		ReadAs  string `json:"read_as"`
		Format  string
		Puzzles []struct{ Width, Height int }
		Error   *struct{ Message string }
		Width   int
		Height  int
	}
	if err := json.Unmarshal([]byte(answer), &a); err != nil {
		t.Fatalf("%v in %s", err, answer)
	}
	if len(a.Puzzles) > 0 {
		a.Width, a.Height = a.Puzzles[0].Width, a.Puzzles[0].Height
	}
	if a.Error != nil {
		return "error " + a.Error.Message
	}
	name, _, _ := strings.Cut(a.ReadAs, " ")
	return fmt.Sprintf("%s %dx%d", name, a.Width, a.Height)
}

func TestReadingsInAllTransports(t *testing.T) {
	texts, err := txtar.ParseFile(filepath.Join("..", "..", "format", "testdata", "readings.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var decode operations.Operation
	for _, o := range all.Operations() {
		if o.Name == "decode" {
			decode = o
		}
	}
	type text struct{ name, want, request, file string }
	var list []text
	var calls []wasmtest.Call
	for i, f := range texts.Files {
		name, want, _ := strings.Cut(f.Name, ": ")
		want, asked, _ := strings.Cut(want, " as ")
		if asked != "" {
			continue // there is nothing to guess
		}
		request, err := json.Marshal(map[string]string{"text": string(f.Data)})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if err := os.WriteFile(file, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		list = append(list, text{name, want, string(request), file})
		calls = append(calls, wasmtest.Call{Operation: decode.Name, Request: string(request)})
	}
	doors := map[string]func(t *testing.T, x text) string{
		"command": func(t *testing.T, x text) string {
			printed, err := outputOf(t, "solve", "--json", x.file)
			if failed := strings.HasPrefix(x.want, "error"); failed != errors.Is(err, exitFailed) {
				t.Errorf("it ended with %v", err)
			}
			return read(t, printed)
		},
	}
	answers := wasmtest.Run(t, wasmtest.Node(t), wasmtest.Build(t, "files"), calls)
	doors["browser"] = func(t *testing.T, x text) string { return read(t, answers[slices.Index(list, x)]) }
	for name, door := range map[string]transport{"HTTP": overHTTP(t), "MCP": overMCP(t)} {
		doors[name] = func(t *testing.T, x text) string { return read(t, door(t, decode, x.request)) }
	}
	for door, ask := range doors {
		for _, x := range list {
			t.Run(door+"/"+x.name, func(t *testing.T) {
				got := ask(t, x)
				if strings.Contains(got, "says which") && strings.Contains(got, "--format") != (door == "command") {
					t.Errorf("a flag is for the command: %s", got)
				}
				if message, ok := strings.CutPrefix(x.want, "error "); ok && strings.HasPrefix(got, "error ") && strings.Contains(got, message) {
					return
				}
				if got != x.want {
					t.Errorf("got %q, want %q", got, x.want)
				}
			})
		}
	}
}
