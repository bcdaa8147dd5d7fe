package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// EnableEscapes lets a console interpret escape sequences, which older ones print unless they are
// asked. It returns false for a console that cannot, and for other files.
func EnableEscapes(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
