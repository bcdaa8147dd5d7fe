package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Benchmarks of two revisions in one run. A machine that is shared, or that
// changes its clock rate, is not the same machine an hour later; so the test
// binaries of both are built first and then run in turns, and whatever disturbs
// one disturbs the other. benchstat then says which differences are more than
// noise.

type rivals struct {
	rev, bench, benchtime, benchstat, results string
	count                                     int
	slower                                    float64 // tolerated, in percent
	packages                                  []string
	temp                                      string
}

const againstHelp = `Checks REV out into a temporary worktree, builds the benchmarks there and here,
runs them in turns and compares the results by benchstat. The files bench-old.txt
and bench-new.txt stay in the folder of results. It fails if the fastest run of a
benchmark is slower than that of REV by more than -slower percent.`

func runAgainst(ctx context.Context, args []string) error {
	var r rivals
	var packages string
	flags := newFlags("against", "[flags] REV", againstHelp)
	flags.StringVar(&r.bench, "bench", ".", "which benchmarks, a regular expression")
	flags.StringVar(&r.benchtime, "benchtime", "0.3s", "how long each runs")
	flags.IntVar(&r.count, "count", 6, "how often each runs; benchstat wants at least 6")
	flags.StringVar(&packages, "packages", "./internal/line ./solve", "which packages")
	flags.StringVar(&r.benchstat, "benchstat", "latest", "version of golang.org/x/perf/cmd/benchstat")
	flags.Float64Var(&r.slower, "slower", 3, "how much slower a benchmark may be, in percent")
	flags.StringVar(&r.results, "results", "bin", "folder of the results")
	if err := flags.Parse(args); err != nil {
		return err
	}
	r.packages = strings.Fields(packages)
	if flags.NArg() != 1 || flags.Arg(0) == "" || r.count < 1 || len(r.packages) == 0 {
		return errors.New("against: expected one revision, a package and a -count of at least 1, see -help")
	}
	r.rev = flags.Arg(0)
	return r.run(ctx)
}

func (r *rivals) run(ctx context.Context) error {
	oldFile, newFile, err := r.measure(ctx)
	if err != nil {
		return err
	}
	if err := invoke(ctx, ".", nil, "go", "run", "golang.org/x/perf/cmd/benchstat@"+r.benchstat, r.rev+"="+oldFile, "here="+newFile); err != nil {
		return err
	}
	return r.compare(oldFile, newFile)
}

// compare reports an error if the fastest run of a benchmark has become slower than tolerated. The
// fastest one has been disturbed least.
func (r *rivals) compare(oldFile, newFile string) error {
	old, err := fastestRuns(oldFile)
	if err != nil {
		return err
	}
	now, err := fastestRuns(newFile)
	if err != nil {
		return err
	}
	var slower []string
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if change := 100 * (now[name]/old[name] - 1); change > r.slower {
			slower = append(slower, fmt.Sprintf("%s by %.1f %%", name, change))
		}
	}
	if len(slower) > 0 {
		return fmt.Errorf("slower than %s by more than %g %%, fastest runs compared: %s", r.rev, r.slower, strings.Join(slower, ", "))
	}
	return nil
}

// fastestRuns returns the least time of each benchmark in a file of results, in nanoseconds.
func fastestRuns(file string) (map[string]float64, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	least := map[string]float64{}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) < 4 || f[3] != "ns/op" {
			continue
		}
		ns, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", file, line, err)
		}
		if known, ok := least[f[0]]; !ok || ns < known {
			least[f[0]] = ns
		}
	}
	return least, nil
}

// measure runs the benchmarks of both trees and names the files with the results.
func (r *rivals) measure(ctx context.Context) (oldFile, newFile string, err error) {
	if r.temp, err = os.MkdirTemp("", "nonogram-bench-"); err != nil {
		return "", "", err
	}
	old := filepath.Join(r.temp, "tree")
	if err := invoke(ctx, ".", nil, "git", "worktree", "add", "--quiet", "--detach", old, r.rev); err != nil {
		return "", "", errors.Join(err, os.RemoveAll(r.temp))
	}
	defer func() { err = errors.Join(err, r.clean(old)) }()
	pairs, err := r.build(ctx, old)
	if err != nil {
		return "", "", err
	}
	oldFile, newFile = filepath.Join(r.results, "bench-old.txt"), filepath.Join(r.results, "bench-new.txt")
	return oldFile, newFile, r.takeTurns(ctx, pairs, oldFile, newFile)
}

// clean removes the worktree even after an interrupt.
func (r *rivals) clean(tree string) error {
	return errors.Join(
		invoke(context.Background(), ".", nil, "git", "worktree", "remove", "--force", tree),
		os.RemoveAll(r.temp))
}

// pair is the test binaries of one package and the folders they run in.
type pair struct{ binary, folder [2]string }

// build compiles the benchmarks of both trees. Packages that the old tree does
// not have are left out.
func (r *rivals) build(ctx context.Context, old string) ([]pair, error) {
	var pairs []pair
	for i, pkg := range r.packages {
		if _, err := os.Stat(filepath.Join(old, pkg)); err != nil {
			fmt.Fprintf(os.Stderr, "%s has no %s\n", r.rev, pkg)
			continue
		}
		var p pair
		for k, tree := range [2]string{old, "."} {
			p.binary[k] = filepath.Join(r.temp, fmt.Sprintf("%d-%d.test", i, k))
			p.folder[k] = filepath.Join(tree, pkg)
			if err := invoke(ctx, tree, nil, "go", "test", "-c", "-o", p.binary[k], pkg); err != nil {
				return nil, err
			}
		}
		pairs = append(pairs, p)
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s has none of the packages %q", r.rev, r.packages)
	}
	return pairs, nil
}

// takeTurns runs old and new, then new and old, and so on.
func (r *rivals) takeTurns(ctx context.Context, pairs []pair, oldFile, newFile string) error {
	if err := os.MkdirAll(r.results, 0o755); err != nil {
		return err
	}
	var results [2]bytes.Buffer
	for round := range r.count {
		for _, p := range pairs {
			for turn := range 2 {
				k := (round + turn) % 2
				fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, r.count, p.folder[k])
				err := invoke(ctx, p.folder[k], &results[k], p.binary[k], "-test.run", "^$", "-test.bench", r.bench,
					"-test.benchtime", r.benchtime, "-test.benchmem", "-test.cpu", "1")
				if err != nil {
					return err
				}
			}
		}
	}
	return errors.Join(os.WriteFile(oldFile, results[0].Bytes(), 0o644), os.WriteFile(newFile, results[1].Bytes(), 0o644))
}

// invoke runs a program in a folder; its output goes to the buffer, or on.
func invoke(ctx context.Context, folder string, to *bytes.Buffer, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = folder
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if to != nil {
		cmd.Stdout = to
	}
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}
