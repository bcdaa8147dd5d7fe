// Command perf measures the engine and writes the figures of docs/performance.md:
//
//	go run ./tools/perf growth     how cost grows with size and density
//	go run ./tools/perf colors     how cost grows with the number of inks
//	go run ./tools/perf sides      how cost grows with the side of several kinds of boards
//	go run ./tools/perf standing   noise, proofs, drawings and easy puzzles, all in one run
//	go run ./tools/perf families   boards that were once hard, beside SAT solvers
//	go run ./tools/perf compare …  this program and others on the same files
//	go run ./tools/perf rivals     this program and others, built from sources in a folder
//	go run ./tools/perf proofs …   what certificates cost, on files of puzzles
//	go run ./tools/perf against …  the benchmarks of two revisions, in turns
//	go run ./tools/perf fused      arithmetic that differs between processors
//
// It is run from the root of the repository, where the Makefile has a target for
// each. The first four write tables, charts and their sections of the page, so
// that no figure in it is typed by hand.
//
// The figures are CPU time of one core, user and system, the garbage
// collector included: on a machine that others use too it is far steadier than
// the clock. Every answer is held against the clues before it counts.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
)

// command is one of the things this program does.
type command struct {
	name, summary string
	run           func(ctx context.Context, args []string) error
}

var commands = []command{
	{"growth", "random boards by size and by density", runGrowth},
	{"colors", "random color boards by number of inks", runColors},
	{"sides", "kinds of boards by size, beside SAT solvers", runSides},
	{"standing", "fresh noise, proofs beside cadical, survey and easy puzzles", runStanding},
	{"families", "boards of families that were once hard, beside SAT solvers", runFamilies},
	{"compare", "the command nonogram and others on the same files", runCompare},
	{"rivals", "other solvers, built from sources in a folder, on the same boards", runRivals},
	{"proofs", "solving, proving and checking the puzzles of some files", runProofs},
	{"against", "the benchmarks of another revision and of this one, in turns", runAgainst},
	{"fused", "lists arithmetic that other processors round differently", runFused},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "perf:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 {
		i := slices.IndexFunc(commands, func(c command) bool { return c.name == args[0] })
		if i >= 0 {
			return commands[i].run(ctx, args[1:])
		}
	}
	var b strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&b, "\n  %-8s %s", c.name, c.summary)
	}
	return fmt.Errorf("expected one of these commands, each with -help:%s", b.String())
}

// newFlags makes the flags of a command. usage is what follows its name.
func newFlags(name, usage, help string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintf(flags.Output(), "usage: perf %s %s\n\n%s\n\n", name, usage, help)
		flags.PrintDefaults()
	}
	return flags
}

// noArguments reports arguments after the flags.
func noArguments(flags *flag.FlagSet) error {
	if flags.NArg() > 0 {
		return fmt.Errorf("%s takes no arguments, found %q", flags.Name(), flags.Args())
	}
	return nil
}
