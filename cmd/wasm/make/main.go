//go:build js && wasm

// Command make is the module for creating puzzles and comparing methods: it generates
// and repairs puzzles, reads photographs, describes puzzles, writes and checks
// certificates, and runs the classic methods of the lab.
package main

import (
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/cmd/wasm/internal/bridge"
)

func main() {
	service := &operations.Service{Limits: bridge.Limits(), Methods: methods.Lookup}
	solving := operations.Each("solve", "", operations.OpenSolve)
	bridge.Serve(service, create.Operations(), operations.Proving(),
		methods.Operations(), methods.Measuring(), []operations.Operation{solving})
}
