//go:build !unix

package machine

import "time"

// cpuTime is not told here.
func cpuTime() (time.Duration, bool) { return 0, false }
