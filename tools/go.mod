// The developers' tools: nothing of the program imports them, and what only they need is not
// in the program's go.mod.
module nonogram/tools

go 1.26.0

require (
	nonogram v0.0.0
	pgregory.net/rapid v1.3.0
)

require (
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace nonogram => ../
