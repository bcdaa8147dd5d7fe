package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonogram/puzzles"
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

// window is a program in a terminal of 80 × 24 characters.
type window struct {
	t      *testing.T
	socket string
}

func newWindow(t *testing.T, command string) *window {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("NO tmux: THE GAME IN THE TERMINAL IS NOT TESTED")
	}
	program, err := exec.LookPath("nonogram")
	if err != nil {
		t.Fatal(err)
	}
	x := &window{t, filepath.Join(t.TempDir(), "tmux")}
	x.run("-f", os.DevNull, "new-session", "-d", "-x", "80", "-y", "24", program+" "+command+"; echo status $?; read end")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", x.socket, "kill-server").Run() })
	return x
}

func (x *window) run(args ...string) string {
	x.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", x.socket}, args...)...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (x *window) keys(keys ...string) { x.run(append([]string{"send-keys"}, keys...)...) }

// wait returns the screen as soon as it contains all texts.
func (x *window) wait(texts ...string) (screen string) {
	x.t.Helper()
	for range 2000 {
		screen = x.run("capture-pane", "-p")
		missing := 0
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				missing++
			}
		}
		if missing == 0 {
			return screen
		}
		time.Sleep(5 * time.Millisecond)
	}
	x.t.Fatalf("expected %q in\n%s", texts, screen)
	return ""
}

// A game of @heart by keys alone: marks, undo, four grades of hints, the end, the file.
func TestTerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "progress.json")
	x := newWindow(t, "play @heart --progress "+file)
	x.wait("row 1: 1 1; column 1: 2; 0 moves", "Arrows move")
	x.keys("Space", "Right", "x", "Right")
	x.wait("│██ × ·", "column 3: 4; 2 moves")
	x.keys("w")
	x.wait("2 wrong marks.")
	x.keys("u", "u", "u")
	x.wait("│ · · ·", "There is no move to take back.")
	for _, message := range []string{"Look at row 2.", "Row 2: ", "settles cells 1 to 5.", "the 5 fills the whole row."} {
		x.keys("h")
		x.wait(message)
	}
	x.keys("Down", "Left", "Left", "Space", "q")
	x.wait("status 4")
	if data, err := os.ReadFile(file); err != nil || !strings.Contains(string(data), `"cells": "5?A19?"`) {
		t.Fatalf("%s, %v", data, err)
	}

	x = newWindow(t, "play @heart --progress "+file)
	x.wait("│██ · ·", "0 moves")
	e, _ := puzzles.ByName("heart")
	keys := []string{}
	for row, cells := range e.Puzzle().Goal.Rows(e.Puzzle().Palette) {
		for col := range cells {
			if cells[col] == '#' && (row != 1 || col != 0) {
				keys = append(keys, "Space")
			}
			keys = append(keys, "Right")
		}
		keys = append(keys, "Down", "Left", "Left", "Left", "Left")
	}
	x.keys(keys...)
	x.wait("Solved in 15 moves, 4 hints.", "status 0")
}
