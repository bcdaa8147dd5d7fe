package server

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What strangers make of the description: a library that did not write it finds it
// valid, and a client generated from it calls every operation of a real server, with
// generated types that hold every request and every answer in full. The tools are
// those of testdata/outside, a module of its own; the generated code is not kept.
func TestOutside(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/outside")); err != nil {
		t.Fatal(err)
	}
	if out, err := goCommand(dir, "mod", "download"); err != nil {
		t.Skipf("the generator cannot be fetched: %v\n%s", err, out)
	}
	_, addr, _ := start(t, Config{})
	type call struct {
		Operation string          `json:"operation"`
		Request   json.RawMessage `json:"request"`
	}
	list := []call{
		{"puzzles", json.RawMessage(`{"titles":true,"chapter":"doodles"}`)}, {"puzzle", json.RawMessage(`{"name":"17","goal":true}`)},
		{"methods", json.RawMessage(`{}`)}, {"techniques", json.RawMessage(`{}`)}, {"formats", json.RawMessage(`{}`)},
	}
	for _, c := range calls {
		list = append(list, call{c.operation, json.RawMessage(c.request)})
	}
	asked, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	described := newTester(t, Config{Version: "1.2.3"}).get("/openapi.json").body
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "calls.json"), asked, 0o600),
		os.WriteFile(filepath.Join(dir, "openapi.json"), described, 0o600),
	); err != nil {
		t.Fatal(err)
	}
	if out, err := goCommand(dir, "tool", "oapi-codegen", "-package", "main", "-o", "client.go", "openapi.json"); err != nil {
		t.Fatalf("no client can be generated: %v\n%s", err, out)
	}
	out, err := goCommand(dir, "run", ".", "http://"+addr, "openapi.json", "calls.json")
	if err != nil {
		t.Fatalf("%v\n%.4000s", err, out)
	}
	t.Log(strings.TrimSpace(out))
}

// goCommand runs the go command in the module of a folder.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
