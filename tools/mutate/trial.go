package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The trial of mutants: a first run records which tests reach which mutants, and only those
// run on a mutant, the cheapest first.

// test is a test function of a package.
type test struct {
	name   string
	binary string
	dir    string        // of the package, where it runs
	cost   time.Duration // of the processor
}

// prepare compiles the mutants, leaves out those that do not compile, and records which tests
// reach their functions.
func (s *schema) prepare(packages []string) error {
	slices.SortStableFunc(s.mutants, func(a, b *mutant) int {
		return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.decl.Pos(), b.decl.Pos()))
	})
	for i, m := range s.mutants {
		m.id = i + 1
	}
	for i, pkg := range packages {
		binary := filepath.Join(s.dir, fmt.Sprintf("mutants%d.test", i))
		if err := s.build(pkg, binary); err != nil {
			return err
		}
		if err := s.record(pkg, binary); err != nil {
			return err
		}
	}
	for _, m := range s.mutants {
		slices.SortStableFunc(m.tests, func(a, b *test) int { return cmp.Compare(a.cost, b.cost) })
	}
	return nil
}

// record runs the tests of a package one by one and notes which mutants they reach. A test
// that fails is left out: some count allocations, which the copies change.
func (s *schema) record(pkg, binary string) error {
	dir := filepath.Join(s.root, pkg)
	list := exec.Command(binary, "-test.list", cmp.Or(s.tests, "."))
	list.Dir = dir
	names, err := list.Output()
	if err != nil {
		return err
	}
	first := ""
	functions := map[string][]*mutant{} // by number of the first mutant
	for i, m := range s.mutants {
		if i == 0 || m.decl != s.mutants[i-1].decl {
			first = strconv.Itoa(m.id)
		}
		functions[first] = append(functions[first], m)
	}
	for name := range strings.FieldsSeq(string(names)) {
		file := filepath.Join(s.dir, "reached-"+name)
		run := exec.Command(binary, "-test.run", "^"+name+"$", "-test.short")
		run.Dir = dir
		run.Env = append(os.Environ(), chosen+"=-1", reached+"="+file)
		if out, err := run.CombinedOutput(); err != nil {
			fmt.Printf("%s %s fails without a mutant, and is not run: %v\n%s\n", pkg, name, err, out)
			continue
		}
		this := &test{name, binary, dir, run.ProcessState.UserTime() + run.ProcessState.SystemTime()}
		ids, _ := os.ReadFile(file) // there is none if the test reaches no mutant
		for id := range strings.FieldsSeq(string(ids)) {
			for _, m := range functions[id] {
				if !slices.Contains(m.tests, this) {
					m.tests = append(m.tests, this)
				}
			}
		}
	}
	return nil
}

// verdict is what came of a mutant.
type verdict string

const (
	killed    verdict = "killed"
	hung      verdict = "hung"
	survived  verdict = "survived"
	unreached verdict = "unreached" // no test runs its code
)

// verdict runs the tests that reach a mutant, cheapest first, until one fails.
func (m *mutant) verdict() (verdict, error) {
	if len(m.tests) == 0 {
		return unreached, nil
	}
	for tests := m.tests; len(tests) > 0; {
		n, sum := 1, tests[0].cost // of the tests in one run
		most := max(2*sum, 100*time.Millisecond)
		for n < len(tests) && tests[n].binary == tests[0].binary && sum+tests[n].cost < most {
			sum += tests[n].cost
			n++
		}
		if v, err := m.run(tests[:n], sum); v != survived {
			return v, err
		}
		tests = tests[n:]
	}
	return survived, nil
}

// limited runs a command with a limit of seconds of the processor, and of memory.
const limited = `ulimit -t $0; ulimit -v 6000000; exec "$@"`

// run runs some tests on a mutant. Time is that of the processor, so that a busy machine
// changes no verdict; the clock only ends tests that wait for ever.
func (m *mutant) run(tests []*test, cost time.Duration) (verdict, error) {
	var names []string
	for _, t := range tests {
		names = append(names, t.name)
	}
	seconds := strconv.Itoa(2 + int((4 * cost).Seconds()))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute+20*cost)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", limited, seconds, tests[0].binary,
		"-test.run", "^("+strings.Join(names, "|")+")$", "-test.short", "-test.failfast")
	cmd.Dir = tests[0].dir
	cmd.Env = append(os.Environ(), chosen+"="+strconv.Itoa(m.id))
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return survived, nil
	case ctx.Err() != nil || errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
		return hung, nil
	case exit != nil:
		return killed, nil
	}
	return "", err
}
