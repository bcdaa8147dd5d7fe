package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
)

// stdoutName is the name of standard output as an output file.
const stdoutName = "-"

type proveFlags struct {
	chosen
	operations.Budget
	limit int
	out   string
	json  bool
	team  bool
}

func newProve(a *app) *cobra.Command {
	f := &proveFlags{}
	cmd := newCommand("prove")
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.RunE = f.runE(a, f.run)
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the certificate to `CERTIFICATE`; - is standard output")
	flags.BoolVar(&f.json, "json", false, "print what is proven as a JSON object")
	positiveVar(flags, &f.limit, "limit", 2, "look for `N` solutions; if there are fewer, prove how many")
	f.chosen.addFlags(cmd)
	requestFlags(cmd, &f.Budget)
	flags.Int("workers", 1, "ignored: a proof uses one searcher")
	_ = flags.MarkHidden("workers")
	flags.BoolVar(&f.team, "team", false, "rejected: a proof uses one searcher")
	_ = flags.MarkHidden("team")
	return cmd
}

func (f *proveFlags) run(ctx context.Context, a *app) error {
	if f.team {
		return usagef("--team: conclusions from clauses of other searchers are not certified; prove uses one searcher")
	}
	if f.out == "" {
		return usagef("expected --out and a file for the certificate, or - for standard output")
	}
	if err := errors.Join(f.inputs.check(), oneOnStdout(f.json, f.out)); err != nil {
		return err
	}
	service, request := a.service(), &operations.ProveRequest{Budget: f.Budget, Limit: f.limit}
	if _, err := operations.OpenProveTo(service, request, io.Discard); err != nil {
		return badFlag(err)
	}
	it, err := f.choose(a)
	if err != nil {
		return err
	}
	var answer *record.Prove
	write := func(w io.Writer) error {
		return f.packed(w, func(w io.Writer) error {
			work, err := operations.OpenProveTo(service, request, w)
			if err == nil {
				answer, err = work(ctx, it.puzzle)
			}
			if err == nil && answer.Code() == record.CodeUndecided {
				err = errUndecided
			}
			return err
		})
	}
	if f.out == stdoutName {
		err = write(a.out)
	} else {
		err = writeFile(f.out, write)
	}
	if err != nil && !errors.Is(err, errUndecided) {
		return err
	}
	answer.Name(it.id, record.Origin{ReadAs: it.puzzle.ReadAs})
	switch {
	case f.json:
		err = newJSONLines(a).print(answer)
	case err != nil:
		fmt.Fprintf(a.err, "nonogram: %s: undecided (%s), no certificate\n", printable(it.file), answer.Reason)
		err = nil
	case f.out != stdoutName:
		_, err = fmt.Fprintf(a.out, "%s: %s\n", printable(f.out), answer.Claim)
	}
	if err != nil {
		return err
	}
	return exitStatus(answer.Code()).err()
}

// errUndecided ends an incomplete certificate.
var errUndecided = errors.New("undecided")

// gzipEnding is the extension of a compressed certificate.
const gzipEnding = ".gz"

// packed compresses the output if the file's extension asks for it.
func (f *proveFlags) packed(w io.Writer, write func(io.Writer) error) error {
	if !strings.HasSuffix(f.out, gzipEnding) {
		return write(w)
	}
	packed, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is valid
	if err := write(packed); err != nil {
		return err
	}
	return packed.Close()
}
