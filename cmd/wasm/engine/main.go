//go:build js && wasm

// Command engine is the module that solves, counts, rates, explains and checks puzzles,
// given as JSON objects.
package main

import (
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/wasm/internal/bridge"
)

func main() {
	bridge.Serve(&operations.Service{Limits: bridge.Limits()}, operations.Operations())
}
