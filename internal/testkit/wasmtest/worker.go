// Package wasmtest builds the browser's modules and runs them under Node, as a page's
// worker would, for tests.
//
// Building takes seconds to a minute.
package wasmtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"nonogram/cmd/wasm"
)

// Call is a call of a module.
type Call struct {
	Operation string `json:"operation"`
	Request   string `json:"request"` // sent unchanged, JSON or not
	// Progress asks for {"reports", "answer"} instead of the answer alone.
	Progress bool `json:"progress,omitempty"`
}

// Node returns the path of node. Without it the test is skipped.
func Node(t testing.TB) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the modules with")
	}
	return node
}

// module is the path of the Go module.
var module = strings.TrimSuffix(reflect.TypeFor[Call]().PkgPath(), "/internal/testkit/wasmtest")

// Build compiles a module and returns its file.
func Build(t testing.TB, name string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name+".wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", file, module+"/cmd/wasm/"+name)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// Run makes calls to a module and returns the answers.
func Run(t testing.TB, node, file string, calls []Call) []string {
	t.Helper()
	answers, err := run(node, file, filepath.Join(t.TempDir(), "run.mjs"), calls)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func run(node, file, program string, calls []Call) ([]string, error) {
	var in, out, errs bytes.Buffer
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	for _, c := range calls {
		if err := enc.Encode(c); err != nil {
			return nil, err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err := errors.Join(err, os.WriteFile(program, wasm.Runner, 0o600)); err != nil {
		return nil, err
	}
	support := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	cmd := exec.Command(node, program, support, file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, &errs)
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(answers) != len(calls) {
		return nil, fmt.Errorf("%d calls had %d answers\n%s", len(calls), len(answers), &errs)
	}
	return answers, nil
}
