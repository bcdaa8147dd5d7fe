package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A repository with one benchmark, whose name differs between the commit and the
// working tree, shows which of the two has run.
func TestAgainst(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: no revision to compare with")
	}
	t.Chdir(t.TempDir())
	benchmark := func(name string) string {
		return "package p\n\nimport \"testing\"\n\nfunc Benchmark" + name + "(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n"
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	write("go.mod", "module example\n\ngo 1.24\n")
	write("p/p_test.go", benchmark("Old"))
	git("init", "--quiet")
	git("add", ".")
	git("commit", "--quiet", "--message", "old")
	write("p/p_test.go", benchmark("New"))

	r := rivals{rev: "HEAD", bench: ".", benchtime: "1x", results: "out", count: 3, packages: []string{"./missing", "./p"}}
	oldFile, newFile, err := r.measure(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{oldFile: "BenchmarkOld", newFile: "BenchmarkNew"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(data), want); n != 3 {
			t.Errorf("%s has %d results of %s, want 3:\n%s", file, n, want, data)
		}
	}
	if list := git("worktree", "list"); strings.Count(list, "\n") != 1 {
		t.Errorf("a worktree is left behind:\n%s", list)
	}
	r.rev = "nosuchrevision"
	if _, _, err := r.measure(context.Background()); err == nil {
		t.Error("a revision that is not there is taken")
	}
	r.rev, r.packages = "HEAD", []string{"./missing"}
	if _, _, err := r.measure(context.Background()); err == nil {
		t.Error("nothing to compare is no error")
	}
}

func TestCompareFastest(t *testing.T) {
	write := func(name, text string) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	old := write("old", "goos: linux\nBenchmarkA 10 100 ns/op 3 B/op\nBenchmarkA 10 150 ns/op 3 B/op\nBenchmarkB 10 1000 ns/op\nBenchmarkGone 1 1 ns/op\n")
	now := write("new", "BenchmarkA 10 200 ns/op\nBenchmarkA 10 102 ns/op\nBenchmarkB 10 1040 ns/op\nBenchmarkNew 1 9 ns/op\n")
	r := rivals{rev: "main", slower: 3}
	if err := r.compare(old, now); err == nil || !strings.Contains(err.Error(), "BenchmarkB by 4.0 %") || strings.Contains(err.Error(), "BenchmarkA") {
		t.Errorf("got %v, want BenchmarkB slower by 4.0 %%", err)
	}
	r.slower = 5
	if err := r.compare(old, now); err != nil {
		t.Error(err)
	}
}
