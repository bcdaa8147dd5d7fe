package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/txtar"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/all"
	"nonogram/internal/testkit/wasmtest"
)

// The texts that could be read in more than one way get the same reading at every
// door: by the command, over HTTP, from the browser's modules and by tools.

// read is what a door says of a text: how it was read and the sizes of its puzzles, or why
// not.
func read(t *testing.T, answer string) string {
	t.Helper()
	type size struct{ Width, Height int }
	var name string
	var sizes []string
	for line := range strings.Lines(answer) {
		var a struct {
			size
			ReadAs  string `json:"read_as"`
			Puzzles []size
			Error   *struct{ Message string }
		}
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%v in %s", err, answer)
		}
		if a.Error != nil {
			return "error " + a.Error.Message
		}
		if len(a.Puzzles) == 0 {
			a.Puzzles = []size{a.size}
		}
		for _, p := range a.Puzzles {
			sizes = append(sizes, fmt.Sprintf("%dx%d", p.Width, p.Height))
		}
		name, _, _ = strings.Cut(a.ReadAs, " ")
	}
	return name + " " + strings.Join(sizes, " ")
}

// inUTF16 are texts in UTF-16, with and without a byte order mark.
func inUTF16() (list []txtar.File) {
	const text = "\ufeffrows: 1 1, 2\ncolumns: 2, 1, 1\n"
	for _, skip := range []int{0, 1} {
		little, big := []byte{}, []byte{}
		for _, unit := range utf16.Encode([]rune(text))[skip:] {
			little = binary.LittleEndian.AppendUint16(little, unit)
			big = binary.BigEndian.AppendUint16(big, unit)
		}
		list = append(list,
			txtar.File{Name: fmt.Sprintf("little endian without %d: plain 3x2", skip), Data: little},
			txtar.File{Name: fmt.Sprintf("big endian without %d: plain 3x2", skip), Data: big})
	}
	return list
}

// severalGrids is a file of picross-solver.
var severalGrids = txtar.File{
	Name: "several grids: plain 3x2 1x1",
	Data: []byte("GRID Two trees\nROWS\n[ 1 1 ]\n[ 2 ]\nCOLUMNS\n[ 2 ]\n[ 1 ]\n[ 1 ]\n\nGRID Dot\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n"),
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
	for i, f := range slices.Concat(texts.Files, inUTF16(), []txtar.File{severalGrids}) {
		name, want, _ := strings.Cut(f.Name, ": ")
		want, asked, _ := strings.Cut(want, " as ")
		if asked != "" {
			continue // there is nothing to guess
		}
		request, err := json.Marshal(map[string]string{"text": string(f.Data)})
		if bytes.IndexByte(f.Data, 0) >= 0 {
			request, err = json.Marshal(map[string][]byte{"data": f.Data})
		}
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
