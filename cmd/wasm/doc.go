// Package wasm holds the modules that run in a browser. Each is a command in a
// subfolder, compiled by "make wasm" with GOOS=js GOARCH=wasm:
//
//	engine   solve, count, rate, hint, explain, check, clues, techniques
//	make     generate, repair, describe, dedupe, prove, certify, scan,
//	         methods, measure, table, lines, solve with a classic method
//	files    decode, convert, formats, puzzles, puzzle
//	draw     render
//
// Their answers are those of the HTTP API, from the same code (cmd/internal/operations).
// There are four because most visitors need only the first; decision
// docs/decisions/0008-web-engine.md has the sizes. Package bridge documents how
// JavaScript calls them.
package wasm

import _ "embed"

// Runner is the program that runs a module under Node, as a worker of a page would: for
// tests, and for the build of the web app.
//
//go:embed run.mjs
var Runner []byte
