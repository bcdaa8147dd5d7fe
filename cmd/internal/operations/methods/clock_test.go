package methods

import (
	"testing"
	"time"
)

// Two looks at the clock are never the same time, however coarse the system's is.
func TestClockAdvances(t *testing.T) {
	c := &clock{start: time.Now().Add(time.Hour)} // time.Since says less than nothing
	last := c.Now()
	for range 1000 {
		now := c.Now()
		if now < last+leastStep {
			t.Fatalf("%v after %v", now, last)
		}
		last = now
	}
}
