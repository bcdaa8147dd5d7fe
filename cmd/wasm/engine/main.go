//go:build js && wasm

// Command engine is the module that thinks: it solves, counts, rates, explains
// and checks puzzles, all of them JSON objects.
package main

import (
	"nonogram/cmd/wasm/internal/bridge"
	"nonogram/internal/api"
)

func main() {
	bridge.Serve(&api.Service{Limits: bridge.Limits()}, api.Operations(), api.Listing(), api.Measuring())
}
