package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
)

// prove writes a certificate, certify checks one. Both stream: memory is bounded by the
// clauses in use, not by the length of the proof.

type proveFlags struct {
	chosen
	request operations.ProveRequest
	Out     string `flag:"write the certificate to <CERTIFICATE>; - is standard output" file:"out"`
	To      string `flag:"write a <FORMAT>: certificate (the default), or lrat for checkers of SAT solvers"`
	Formula string `flag:"with --to lrat, write the formula to <FILE.cnf>" file:"out"`
	JSON    bool   `flag:"print what is proven as a JSON object"`
}

// The formats of a proof.
const (
	proofCertificate = "certificate"
	proofLRAT        = "lrat"
)

func newProve(a *app) *cobra.Command {
	f := &proveFlags{}
	return newCommand("prove", cobra.MaximumNArgs(1), f, f.runE(a, f.run), &f.request)
}

func (f *proveFlags) run(ctx context.Context, a *app) error {
	if f.Out == "" {
		return usagef("expected --out and a file for the certificate, or - for standard output")
	}
	if err := f.inputs.check(); err != nil {
		return err
	}
	switch {
	case f.To != "" && f.To != proofCertificate && f.To != proofLRAT:
		return usagef("--to: found %q, expected %s or %s", f.To, proofCertificate, proofLRAT)
	case (f.To == proofLRAT) != (f.Formula != ""):
		return usagef("--to lrat and --formula belong together: the proof is about a formula")
	}
	service, request := a.service(), &f.request
	if _, err := operations.OpenProveTo(service, request, io.Discard); err != nil {
		return badFlag(err)
	}
	it, err := f.choose(a)
	if err != nil {
		return err
	}
	var answer *record.Prove
	var formula bytes.Buffer
	write := func(w io.Writer) error {
		return f.packed(w, func(w io.Writer) error {
			work, err := operations.OpenProveTo(service, request, w)
			if f.To == proofLRAT {
				work, err = operations.OpenProveLRAT(service, request, &formula, w)
			}
			if err == nil {
				answer, err = work(ctx, it.puzzle)
			}
			if err == nil && answer.Code() == record.CodeUndecided {
				err = errUndecided
			}
			return err
		})
	}
	err = a.writeTo(f.Out, write)
	if err == nil && f.Formula != "" {
		err = a.writeTo(f.Formula, func(w io.Writer) error { _, err := formula.WriteTo(w); return err })
	}
	if err != nil && !errors.Is(err, errUndecided) {
		return err
	}
	answer.Name(it.id)
	answer.From(record.Origin{ReadAs: it.puzzle.ReadAs})
	switch {
	case f.JSON:
		err = newJSONLines(a).print(answer)
	case err != nil:
		fmt.Fprintf(a.err, "nonogram: %s: undecided (%s), no certificate\n", oneLine(it.file), answer.Reason)
		err = nil
	case f.Out != stdoutName:
		_, err = fmt.Fprintf(a.out, "%s: %s\n", oneLine(f.Out), answer.Claim)
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
	if !strings.HasSuffix(f.Out, gzipEnding) {
		return write(w)
	}
	packed, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is valid
	if err := write(packed); err != nil {
		return err
	}
	return packed.Close()
}

type certifyFlags struct {
	chosen
	JSON    bool `flag:"print the answer as a JSON object"`
	request operations.CertifyRequest
}

func newCertify(a *app) *cobra.Command {
	f := &certifyFlags{}
	cmd := newCommand("certify", cobra.ExactArgs(2), f, func(cmd *cobra.Command, args []string) error {
		f.files = args[:1]
		return f.run(cmd.Context(), a, args[1])
	})
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
	name, in := stdinName, a.stdin()
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return fileError(file, err)
		}
		defer opened.Close()
		name, in = oneLine(file), opened
	}
	work, err := operations.OpenCertifyFrom(a.service(), &f.request, func() io.Reader { return in })
	if err != nil {
		return badFlag(err)
	}
	answer, err := work(ctx, it.puzzle)
	var unread *fs.PathError
	switch {
	case err == nil && f.JSON:
		answer.Name(it.id)
		answer.From(record.Origin{ReadAs: it.puzzle.ReadAs})
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
