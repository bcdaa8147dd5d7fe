//go:build js && wasm

// Command engine is the module that solves, counts, rates, explains and checks puzzles,
// given as JSON objects.
package main

import (
	"nonogram/cmd/wasm/internal/bridge"
	"nonogram/internal/operations"
)

func main() {
	bridge.Serve(&operations.Service{Limits: bridge.Limits()}, operations.Operations())
}
