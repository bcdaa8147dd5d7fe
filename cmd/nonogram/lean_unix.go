//go:build lean && unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// handOver becomes the other program.
func handOver(cmd *exec.Cmd) error {
	return syscall.Exec(cmd.Path, cmd.Args, os.Environ())
}
