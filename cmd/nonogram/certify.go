package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"nonogram/certify"
)

// gzipEnding asks for a compressed certificate, gzipMark is how one begins.
const (
	gzipEnding = ".gz"
	gzipMark   = "\x1f\x8b"
)

type certifyFlags struct{ chosen }

func newCertify(a *app) *cobra.Command {
	f := &certifyFlags{}
	cmd := &cobra.Command{
		Use:   "certify [flags] FILE CERTIFICATE",
		Short: "Check a certificate of how many solutions a puzzle has",
		Long: `Certify checks every step of a certificate that nonogram prove, or another program,
has written for a puzzle. If all are right, it says what is thereby proven: no
solution, exactly n, or at least n. If not, it says which line of the certificate
fails, and why.

The check shares no code with the solver and searches for nothing, so that a
mistake of the solver cannot pass. docs/certificates.md says what exactly is proven,
and what one still has to trust. Compressed certificates are recognised. One of the
two files may be -, for standard input.

Exit status: 0 the certificate is accepted, whatever it proves; 1 bad usage or
unreadable input; 3 it is rejected; 4 the check was interrupted.`,
		Example: `  nonogram prove --out cat.proof cat.non
  nonogram certify cat.non cat.proof`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args[:1]
			return f.run(cmd.Context(), a, args[1])
		},
	}
	f.chosen.addFlags(cmd)
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
	claim, err := verify(ctx, in, it)
	var wrong *certify.Error
	var unread *fs.PathError
	switch {
	case err == nil:
		_, err = fmt.Fprintf(a.out, "%s: accepted: %v\n", name, claim)
		return err
	case ctx.Err() != nil:
		fmt.Fprintf(a.err, "nonogram: %s: interrupted\n", name)
		return exitUndecided
	case errors.As(err, &unread):
		return fileError(file, err) // the file, not the certificate in it
	case errors.As(err, &wrong):
		fmt.Fprintf(a.out, "%s: rejected: %v\n", name, err)
		return exitUnsolvable
	}
	return fmt.Errorf("%s: %w", it.file, err)
}

// verify checks a certificate, compressed or not.
func verify(ctx context.Context, in io.Reader, it item) (*certify.Claim, error) {
	buffered := bufio.NewReader(in)
	begin, _ := buffered.Peek(len(gzipMark)) // what cannot be read is told when it is read
	if !bytes.Equal(begin, []byte(gzipMark)) {
		return certify.Verify(ctx, buffered, it.puzzle)
	}
	unpacked, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, &certify.Error{Line: 1, Message: err.Error(), Err: err}
	}
	return certify.Verify(ctx, unpacked, it.puzzle)
}
