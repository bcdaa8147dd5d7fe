//go:build !js

package operations

import "context"

// Timers have threads of their own here; see yield_js.go.

// LetTimersRun returns ctx.
func LetTimersRun(ctx context.Context) context.Context { return ctx }

const watched = false

func breathe() {}
