//go:build js && wasm

// Command draw is the module that draws pictures and prints books.
package main

import (
	"nonogram/cmd/wasm/internal/bridge"
	"nonogram/internal/api"
	"nonogram/internal/api/draw"
)

func main() { bridge.Serve(&api.Service{Limits: bridge.Limits()}, draw.Operations()) }
