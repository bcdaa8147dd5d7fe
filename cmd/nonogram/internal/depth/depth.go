// Package depth gives goroutines the stack that they will need before they are deep in
// calls. A stack grows by moving, and to move it the runtime looks up every function on
// it in tables that lie all over the program's file; a short command spends more memory
// on that than on its puzzle: 0.7 MB of 16. Importing it does so for the main goroutine,
// and early: it imports next to nothing, so its turn is before that of libraries which
// compile regular expressions when they are initialised.
package depth

import "runtime"

func init() {
	runtime.MemProfileRate = 0 // nobody asks for profiles, and each sample of them walks a stack too
	growMain(false)
}

// What the initialisation and the work on a puzzle have been seen to need. More is not
// wrong, but late.
const (
	ofMain = 24 << 10
	ofWork = 6 << 10
)

// Grow makes the stack of the calling goroutine deep enough to read a puzzle or to solve
// one.
func Grow() { growWork(false) }

// growMain has a frame of that size. The stack grows when it is called, whether or not
// it touches any of it.
//
//go:noinline
func growMain(touch bool) (sum byte) {
	if touch {
		var room [ofMain]byte
		sum = fill(room[:])
	}
	return sum
}

//go:noinline
func growWork(touch bool) (sum byte) {
	if touch {
		var room [ofWork]byte
		sum = fill(room[:])
	}
	return sum
}

// fill uses all of a room, so that the compiler does not do without it.
func fill(room []byte) (sum byte) {
	for i := range room {
		room[i] = byte(i) + sum
		sum += room[i/2]
	}
	return sum
}
