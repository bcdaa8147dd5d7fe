package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The small build solves, says what it has not, and links neither a server nor a queue.
func TestSmallBuild(t *testing.T) {
	program := filepath.Join(t.TempDir(), "nonogram")
	if out, err := exec.Command("go", "build", "-tags", "small", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program, "solve", "@heart").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "unique · ") {
		t.Errorf("solve: %v\n%s", err, out)
	}
	for _, name := range []string{"serve", "mcp", "batch", "study"} {
		if out, err := exec.Command(program, name, "--verbose").CombinedOutput(); err == nil || !strings.Contains(string(out), name+" is not in this program") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	deps, err := exec.Command("go", "list", "-tags", "small", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, heavy := range []string{"net/http", "github.com/nats-io/nats.go", "/web"} {
		if slices.ContainsFunc(strings.Fields(string(deps)), func(d string) bool { return strings.HasSuffix(d, heavy) }) {
			t.Errorf("it links %s", heavy)
		}
	}
}
