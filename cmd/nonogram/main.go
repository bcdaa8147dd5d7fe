// Command nonogram solves, counts, explains, rates, makes, converts, proves and draws
// nonograms, and serves the web app and the HTTP API.
//
// Each command reads puzzles by package format, turns its flags into a request, calls the
// operation of internal/operations and prints the answer. Related commands share a file.
// The input is in input.go, the work on many puzzles in each.go, flags are in flags.go, and
// the streams and the progress bar in streams.go.
//
// The exit status is a contract: 0 every puzzle has a solution, 1 bad usage or unreadable
// input, 3 some puzzle is unsolvable, 4 some puzzle is undecided within its budget, 5 some
// puzzle has several solutions with solve --unique. If several apply, the lowest is
// returned.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
)

func main() { os.Exit(run(os.Args[1:])) }

// run is main without the exit. The first Ctrl-C cancels the context, so that commands end
// with partial results; the second kills the process.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)

	a := newApp()
	root := newRoot(a)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	lost := a.out.Flush()
	if lost != nil && !errors.Is(err, lost) {
		// The output is the answer: if it was lost, the status is 1.
		if errors.As(err, new(exitStatus)) {
			err = nil
		}
		err = errors.Join(err, lost)
	}
	if err == nil {
		return int(exitOK)
	}
	var code exitStatus
	if errors.As(err, &code) {
		return int(code)
	}
	fmt.Fprintln(a.err, "nonogram:", printable(err.Error()))
	if !a.started && lost == nil || errors.As(err, new(usageError)) {
		fmt.Fprintf(a.err, "See '%s --help'.\n", cmd.CommandPath())
	}
	return int(exitFailed)
}

// exitStatus ends a command that has already printed everything. Its numbers are those of
// record.Code.
type exitStatus record.Code

const (
	exitOK         = exitStatus(record.CodeOK)
	exitFailed     = exitStatus(record.CodeFailed)
	exitUnsolvable = exitStatus(record.CodeUnsolvable)
	exitUndecided  = exitStatus(record.CodeUndecided)
	exitMultiple   = exitStatus(record.CodeMultiple)
)

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// add keeps the most severe status, the lowest that is not 0.
func (s *exitStatus) add(t exitStatus) {
	if *s == exitOK || t != exitOK && t < *s {
		*s = t
	}
}

// err returns nil for status 0.
func (s exitStatus) err() error {
	if s == exitOK {
		return nil
	}
	return s
}

// usageError is an error in the command line that cobra does not find.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{plural.Errorf(format, args...)} }
