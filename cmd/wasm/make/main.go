//go:build js && wasm

// Command make is the module that makes puzzles: at random, of pictures, and by
// repairing them; it reads them from photographs, describes them, and writes and checks certificates.
package main

import (
	"nonogram/cmd/wasm/internal/bridge"
	"nonogram/internal/operations"
)

func main() {
	bridge.Serve(&operations.Service{Limits: bridge.Limits()}, operations.Generating(), operations.Proving(), operations.Scanning())
}
