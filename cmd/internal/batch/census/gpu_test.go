package census

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// The GPU's program, compiled for one thread, agrees with the counter on both counts for
// several sizes and fixed lines, and with tables so small that every way of cutting
// buckets is used.
func TestGPUProgram(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++: THE GPU'S PROGRAM IS NOT TESTED")
	}
	build := func(name string, flags ...string) string {
		program := filepath.Join(t.TempDir(), name)
		args := append(flags, "-O2", "-std=c++17", "-x", "c++", "../../../../docs/census/census.cu", "-o", program)
		if out, err := exec.CommandContext(t.Context(), compiler, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return program
	}
	usual, narrow := build("usual"), build("narrow", "-DNARROW")
	for _, c := range []struct {
		program           string
		rows, cols, extra int
	}{{usual, 4, 4, 1}, {usual, 5, 4, 2}, {usual, 4, 6, 1}, {usual, 5, 5, 2}, {narrow, 4, 6, 3}, {narrow, 6, 4, 1}} {
		var got struct{ Grids, Unique, Descriptions uint64 }
		size := []string{strconv.Itoa(c.rows), strconv.Itoa(c.cols), strconv.Itoa(c.extra)}
		for _, args := range [][]string{size, append([]string{"--descriptions"}, size...)} {
			out, err := exec.CommandContext(t.Context(), c.program, args...).Output()
			if err != nil || json.Unmarshal(out, &got) != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		want := count(t, Size{Width: c.cols, Height: c.rows})
		if got.Grids != want.Grids || got.Unique != want.Unique || got.Descriptions != want.Descriptions {
			t.Errorf("%d×%d: the GPU's program has %+v, expected %+v", c.rows, c.cols, got, want)
		}
	}
}
