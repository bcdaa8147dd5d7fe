//go:build js && wasm

// Command make is the module for creating puzzles and comparing methods: it generates
// and repairs puzzles, reads photographs, describes puzzles, writes and checks
// certificates, and runs the classic methods of the lab.
package main

import (
	"nonogram/cmd/wasm/internal/bridge"
	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
	"nonogram/internal/operations/methods"
)

func main() {
	service := &operations.Service{Limits: bridge.Limits(), Methods: methods.Lookup}
	solving := operations.Each("solve", "", operations.OpenSolve)
	bridge.Serve(service, create.Operations(), operations.Proving(),
		methods.Operations(), methods.Measuring(), []operations.Operation{solving})
}
