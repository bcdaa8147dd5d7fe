//go:build js && wasm

// Command draw is the module that draws pictures and prints books.
package main

import (
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/draw"
	"nonogram/cmd/wasm/internal/bridge"
)

func main() { bridge.Serve(&operations.Service{Limits: bridge.Limits()}, draw.Operations()) }
