package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram/internal/signature"
)

// signatureFlag is the flag that prints the signature of the engine, to compare two
// engines.
const signatureFlag = "signature"

// printSignature prints the signature of the engine, for a fixed set of puzzles.
func printSignature(ctx context.Context, a *app, cmd *cobra.Command, files []string) error {
	var other error
	own := cmd.LocalNonPersistentFlags() // flags of all commands are allowed
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != signatureFlag && own.Lookup(f.Name) != nil {
			other = usagef("--%s has a fixed set of puzzles, --%s has no effect on it", signatureFlag, f.Name)
		}
	})
	switch {
	case other != nil:
		return other
	case len(files) > 0:
		return usagef("--%s has a fixed set of puzzles and takes no file", signatureFlag)
	}
	rows, err := signature.Rows(ctx)
	if errors.Is(err, context.Canceled) {
		return exitUndecided
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.out, signature.Number(rows))
	return err
}
