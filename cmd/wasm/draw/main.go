//go:build js && wasm

// Command draw is the module that draws pictures and prints books.
package main

import (
	"nonogram/cmd/wasm/internal/bridge"
	"nonogram/internal/operations"
	"nonogram/internal/operations/draw"
)

func main() { bridge.Serve(&operations.Service{Limits: bridge.Limits()}, draw.Operations()) }
