//go:build lean

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// The lean build has no batch commands of its own. The queue's server, which they
// bring with them, would make every start of the program 2.4 ms longer and every
// process larger (decision 0012), so they are in a second binary, nonogram-batch,
// which is the whole program. This command hands over to it.

// batchProgram lies beside this program, or somewhere on the PATH.
const batchProgram = "nonogram-batch"

func newBatch(a *app) *cobra.Command {
	return &cobra.Command{
		Use:                "batch",
		Short:              "Run large jobs over a queue, on one machine or many",
		Example:            "  nonogram batch --help",
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := findBatch()
			if err != nil {
				return err
			}
			run := exec.CommandContext(cmd.Context(), path, append([]string{"batch"}, args...)...)
			run.Stdin, run.Stdout, run.Stderr = a.in, os.Stdout, a.err
			run.Cancel = func() error { return nil } // it has had the Ctrl-C too
			return handOver(run)
		},
	}
}

func findBatch() (string, error) {
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), batchProgram)); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath(batchProgram)
	if err != nil {
		return "", errors.New(strings.TrimSpace(`
this program was built without its batch commands, and there is no ` + batchProgram + `
beside it or on the PATH; make build makes both`))
	}
	return path, nil
}
