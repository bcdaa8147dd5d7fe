package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The Python environment plays a new puzzle to its end by hints alone.
func TestPythonEnvironment(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	const program = `
import sys
sys.path.insert(0, sys.argv[1])
from environment import Nonogram
env = Nonogram(sys.argv[2], max_moves=500)
board, info = env.reset(seed=7, options={"width": 5})
assert board == ["?????"] * 5 and "goal" not in info["puzzle"], info
try:
    env.step("r9c9 #")
    sys.exit("a move beside the board is accepted")
except ValueError as e:
    assert "5 rows" in str(e), e
done, total = False, 0.0
while not done:
    marks = env.hint(4)["marks"]
    board, reward, done, truncated, info = env.step(["r%dc%d %s" % (m["row"], m["column"], m["is"]) for m in marks])
    assert reward > 0 and not truncated and not info["wrong"], info
    total += reward
env.close()
print("done", total <= 2)
`
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "-B", "-c", program, docs, "nonogram")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || strings.TrimSpace(string(out)) != "done True" {
		t.Errorf("%s, %v\n%s", out, err, &errs)
	}
}
