// Package depth gives a goroutine the stack that it will need before it is deep in calls.
// A stack grows by moving, and to move it the runtime looks up every function on it in
// tables that lie all over the program's file; a short command spends more memory on that
// than on its puzzle. The main goroutine's turn comes early, since the package imports
// next to nothing: before that of libraries which compile regular expressions when they
// are initialised. Workers call Grow.
package depth

import "runtime"

func init() {
	runtime.MemProfileRate = 0 // nobody asks for profiles, and each sample of them walks a stack too
	Grow()
}

// Grow enlarges the stack of the goroutine that calls it.
func Grow() { grow(false) }

// enough is what initialising and a short command have been seen to need. The stack
// becomes the next power of two.
const enough = 40 << 10

// grow has a frame of that size. The stack grows when it is called, whether or not it
// touches any of it.
//
//go:noinline
func grow(touch bool) (sum byte) {
	if touch {
		var room [enough]byte
		for i := range room {
			room[i] = byte(i) + sum
			sum += room[i/2]
		}
	}
	return sum
}
