// The developers' tools: nothing of the program imports them, and what only they need is not
// in the program's go.mod.
module nonogram/tools

go 1.26.0

require (
	golang.org/x/image v0.47.0
	golang.org/x/tools v0.51.0
	nonogram v0.0.0
	pgregory.net/rapid v1.3.0
)

require (
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace nonogram => ../
