//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime is what this process has used so far, user and system, all threads.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// clockName names the clock on the page.
const clockName = "CPU time"
