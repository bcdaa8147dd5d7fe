//go:build js && wasm

// Command files is the module that reads and writes files, and has the pack.
package main

import (
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/files"
	"nonogram/cmd/wasm/internal/bridge"
)

func main() {
	bridge.Serve(&operations.Service{Limits: bridge.Limits(), Reader: files.Reader{}}, files.Operations())
}
