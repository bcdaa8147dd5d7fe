package wasm_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonogram/internal/testkit/wasmtest"
)

// sizeLimits bounds the modules as they are sent, in kB of Brotli at its best quality, with about a
// hundredth to spare: a change that adds a kilobyte is no fault.
// Decision 0008 promises that of the engine, which most visitors load.
var sizeLimits = map[string]int{"engine": 1238, "make": 2215, "files": 1415, "draw": 1546}

// sizeLine is a line of measure.mjs: file, size, size by gzip, size by Brotli.
var sizeLine = regexp.MustCompile(`\.wasm .* brotli *(\d+) kB`)

func TestModuleSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("compressing the modules takes a minute")
	}
	node, folder := wasmtest.Node(t), t.TempDir()
	if out, err := exec.Command("make", "-s", "-C", filepath.Join("..", ".."), "wasm", "WASM_DIR="+folder).CombinedOutput(); err != nil {
		t.Fatalf("make wasm: %v\n%s", err, out)
	}
	for name, limit := range sizeLimits {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := exec.Command(node, "measure.mjs", filepath.Join(folder, name+".wasm")).CombinedOutput()
			found := sizeLine.FindSubmatch(out)
			if err != nil || found == nil {
				t.Fatalf("measure.mjs: %v\n%s", err, out)
			}
			if size, err := strconv.Atoi(string(found[1])); err != nil || size > limit {
				t.Errorf("%d kB in Brotli, the limit is %d kB", size, limit)
			}
		})
	}
}

func TestEngineHasNoLab(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./engine")
	list.Env = append(list.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	module := strings.TrimSuffix(deps[len(deps)-1], "/cmd/wasm/engine")
	if !slices.Contains(deps, module+"/solve") {
		t.Errorf("go list does not list the solver:\n%s", out)
	}
	for _, unwanted := range []string{"/lab", "/cmd/internal/bench", "/scan", "/generate", "/format"} {
		if slices.Contains(deps, module+unwanted) {
			t.Errorf("the engine's module depends on %s", module+unwanted)
		}
	}
}
