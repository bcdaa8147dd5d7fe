// Command nonogram solves, counts, explains, rates, makes, converts, proves and draws
// nonograms, and serves the web app and the HTTP API.
//
// It is flags and wiring: every command reads puzzles with package format, makes a
// request of its flags, asks the operation of internal/operations and prints what comes back.
// One file per command; the rest is what they share: the input (input.go), the work on
// many puzzles (each.go), what is wrong with flags (flags.go), the streams (streams.go)
// and the progress bar (progress.go).
//
// The exit status is part of the contract: 0 every puzzle has a solution, 1 bad
// usage or unreadable input, 3 some puzzle is unsolvable, 4 some puzzle is
// undecided within its budget, 5 some puzzle has several solutions where only one was
// asked for (solve --unique). Where several apply the lowest one is given.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"nonogram"
	_ "nonogram/cmd/nonogram/internal/depth" // before all others
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

func main() { os.Exit(run(os.Args[1:])) }

// run is main without the exit. The first Ctrl-C cancels the context, so that
// every command ends with what it has; a second one kills the process.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)

	a := newApp()
	root := newRoot(a, args...)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	lost := a.out.Flush()
	if lost != nil && !errors.Is(err, lost) {
		// What was printed is the answer: without it no status but 1 is right.
		err = errors.Join(withoutStatus(err), lost)
	}
	if err == nil {
		return int(exitOK)
	}
	var code exitStatus
	if errors.As(err, &code) {
		return int(code)
	}
	err = groupError(err)
	fmt.Fprintln(a.err, "nonogram:", printable(err.Error()))
	if !a.started && lost == nil || errors.As(err, new(usageError)) {
		fmt.Fprintf(a.err, "See '%s --help'.\n", cmd.CommandPath())
	}
	return int(exitFailed)
}

// withoutStatus is an error that has something to say, or nil.
func withoutStatus(err error) error {
	if errors.As(err, new(exitStatus)) {
		return nil
	}
	return err
}

// exitStatus is how a command ends that has already said all there is to say. The
// numbers are those of the codes of answers.
type exitStatus record.Code

const (
	exitOK         = exitStatus(record.CodeOK)
	exitFailed     = exitStatus(record.CodeFailed)
	exitUnsolvable = exitStatus(record.CodeUnsolvable)
	exitUndecided  = exitStatus(record.CodeUndecided)
	exitMultiple   = exitStatus(record.CodeMultiple)
)

// exitOf is the exit status for a verdict.
func exitOf(s nonogram.Status) exitStatus { return exitStatus(record.CodeOf(s)) }

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// add keeps the gravest status seen so far: the lowest that is not 0.
func (s *exitStatus) add(t exitStatus) {
	if *s == exitOK || t != exitOK && t < *s {
		*s = t
	}
}

// err is nil for status 0, as cobra wants it.
func (s exitStatus) err() error {
	if s == exitOK {
		return nil
	}
	return s
}

// usageError is a mistake in the command line that cobra cannot see.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{plural.Errorf(format, args...)} }
