//go:build lean && !unix

package main

import (
	"errors"
	"os/exec"
)

// handOver runs the other program and ends as it does.
func handOver(cmd *exec.Cmd) error {
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exitStatus(exit.ExitCode())
	}
	return err
}
