package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"nonogram/internal/operations"
	"nonogram/internal/operations/record"
)

type certifyFlags struct {
	chosen
	json    bool
	request operations.CertifyRequest
}

func newCertify(a *app) *cobra.Command {
	f := &certifyFlags{}
	cmd := newCommand("certify")
	cmd.Args = cobra.ExactArgs(2)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.files = args[:1]
		return f.run(cmd.Context(), a, args[1])
	}
	f.chosen.addFlags(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print the answer as a JSON object")
	requestFlags(cmd, &f.request, "timeout_ms")
	return cmd
}

func (f *certifyFlags) run(ctx context.Context, a *app, file string) error {
	if f.files[0] == "-" && file == "-" {
		return usagef("only one of the two files can be standard input")
	}
	if err := f.inputs.check(); err != nil {
		return err
	}
	it, err := f.choose(a)
	if err != nil {
		return err
	}
	name, in := stdinName, a.in
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return fileError(file, err)
		}
		defer opened.Close()
		name, in = printable(file), opened
	}
	work, err := operations.OpenCertifyFrom(a.service(), &f.request, func() io.Reader { return in })
	if err != nil {
		return badFlag(err)
	}
	answer, err := work(ctx, it.puzzle)
	var unread *fs.PathError
	switch {
	case err == nil && f.json:
		answer.Name(it.id, record.Origin{ReadAs: it.puzzle.ReadAs})
		err = newJSONLines(a).print(answer)
	case err == nil && answer.Reason != "":
		fmt.Fprintf(a.err, "nonogram: %s: undecided (%s), neither accepted nor rejected\n", name, answer.Reason)
	case err == nil && answer.Accepted:
		_, err = fmt.Fprintf(a.out, "%s: accepted: %s\n", name, answer.Claim)
	case err == nil:
		_, err = fmt.Fprintf(a.out, "%s: rejected: line %d: %s\n", name, answer.Line, answer.Message)
	case ctx.Err() != nil:
		fmt.Fprintf(a.err, "nonogram: %s: interrupted\n", name)
		return exitUndecided
	case errors.As(err, &unread):
		return fileError(file, err) // the file, not the certificate in it
	default:
		return fmt.Errorf("%s: %w", it.file, err)
	}
	if err != nil {
		return err
	}
	return exitStatus(answer.Code()).err()
}
