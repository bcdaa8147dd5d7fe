//go:build !js

package operations

import "context"

// Timers need no help on other systems; see yield_js.go.

// LetTimersRun returns ctx.
func LetTimersRun(ctx context.Context) context.Context { return ctx }

const watched = false

func breathe() {}
