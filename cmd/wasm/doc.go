// Package wasm is the folder of the modules that run in a browser; each is a command
// of its own below it, compiled by "make wasm" with GOOS=js GOARCH=wasm:
//
//	engine   solve, count, rate, hint, explain, check, clues, methods, techniques, measure
//	make     generate, repair, describe, dedupe, prove, certify, scan
//	files    decode, convert, formats, puzzles, puzzle
//	draw     render
//
// All of them answer as the HTTP API does, from the same code (internal/operations). There
// are four because one would be 1.7 MB compressed, of which most visitors need the
// first part only; docs/decisions/0008-web-engine.md has the figures. The bridge
// package says how JavaScript calls them.
package wasm

import _ "embed"

// Runner is the program that runs a module under Node, as a worker of a page would: for
// tests, and for the build of the web app.
//
//go:embed run.mjs
var Runner []byte
