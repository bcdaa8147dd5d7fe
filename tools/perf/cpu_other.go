//go:build !unix

package main

import "time"

var begin = time.Now()

// cpuTime is the time since the start where the system does not tell CPU time.
func cpuTime() time.Duration { return time.Since(begin) }

const clockName = "elapsed time"
