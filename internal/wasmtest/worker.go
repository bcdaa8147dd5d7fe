// Package wasmtest runs the modules of the browser's engine under Node, as a worker of a
// page would, for tests: a module is built, is asked one call after the other, and
// answers with JSON.
//
// Cost: building takes seconds to a minute, a call what it takes in a browser.
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

// Call is something that a module is asked.
type Call struct {
	Operation string `json:"operation"`
	Request   string `json:"request"` // as it is sent, JSON or not
	// Progress asks for {"reports", "answer"} in place of the answer alone.
	Progress bool `json:"progress,omitempty"`
}

// Node is the program that runs modules. Without it the test is skipped.
func Node(t testing.TB) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the modules with")
	}
	return node
}

// module is the path of the module, as it is in that of this package.
var module = strings.TrimSuffix(reflect.TypeFor[Call]().PkgPath(), "/internal/wasmtest")

// Build compiles a module by its name, as make wasm does, and gives its file.
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

// Run makes calls to a module and gives its answers.
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
