package api

import (
	"context"
	"math"
	"time"

	"nonogram"
)

// Limits is what a request may cost. The owner of a service chooses them: a server
// on the internet cares for its memory, a browser works for its only user. Zero
// means that only the limits of the library itself hold.
type Limits struct {
	Side   int // cells of a row or a column
	Cells  int // of one puzzle
	Colors int // of a palette, background included
	// Puzzles is how many a request may bring, or ask for, at once, and AllCells
	// how many cells they may have together.
	Puzzles, AllCells int
	// Time is the most that a request may take, and DefaultTime what it gets if it
	// asks for nothing. Searches that run out of it answer "undecided".
	Time, DefaultTime time.Duration
	Memory            int64 // bytes that a search may take
	Solutions         int   // that solve lists, with at most AllCells cells together
	Events            int   // of a trace
	Positions         int   // of a history
	Pixels            int   // of a picture
}

// Budget is the part of a request that bounds its work. The limits of the service
// hold in any case.
type Budget struct {
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"0" doc:"Give up after so many milliseconds and answer undecided"`
	Conflicts int64  `json:"conflicts,omitempty" minimum:"0" doc:"Give up after so many dead ends of the search"`
	MemoryMB  int64  `json:"memory_mb,omitempty" minimum:"0" doc:"Give up when a search takes more than about so many megabytes"`
	Seed      uint64 `json:"seed,omitempty" doc:"Varies what the method leaves to chance"`
}

func (b *Budget) check() error {
	for _, f := range []struct {
		name  string
		value int64
		most  int64
	}{
		{"timeout_ms", b.TimeoutMS, math.MaxInt64 / int64(time.Millisecond)},
		{"conflicts", b.Conflicts, math.MaxInt64},
		{"memory_mb", b.MemoryMB, math.MaxInt64 >> 20},
	} {
		if f.value < 0 || f.value > f.most {
			return Errorf(BadRequest, f.name, "found %d, expected a number from 0 to %d", f.value, f.most)
		}
	}
	return nil
}

// options are what the library is told.
func (b *Budget) options(l *Limits, limit int) nonogram.Options {
	memory := atMost(b.MemoryMB<<20, l.Memory)
	return nonogram.Options{Limit: limit, Seed: b.Seed, Budget: nonogram.Budget{Conflicts: b.Conflicts, Memory: memory}}
}

// context is the time that the request may take.
func (b *Budget) context(ctx context.Context, l *Limits) (context.Context, context.CancelFunc) {
	timeout := time.Duration(b.TimeoutMS) * time.Millisecond
	if timeout == 0 {
		timeout = l.DefaultTime
	}
	timeout = atMost(timeout, l.Time)
	if timeout == 0 {
		return context.WithCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	return letTimersRun(ctx), cancel
}

// atMost cuts a wish, 0 for none in particular, down to a limit, 0 for none.
func atMost[T int | int64 | time.Duration](wish, limit T) T {
	if limit > 0 && (wish == 0 || wish > limit) {
		return limit
	}
	return wish
}

// Admit refuses puzzles that are larger than this service wants to handle.
func (l *Limits) Admit(p *nonogram.Puzzle) error {
	width, height := p.Width(), p.Height()
	switch {
	case l.Side > 0 && max(width, height) > l.Side:
		return Errorf(TooLarge, "puzzle", "found %d × %d cells, the limit of this service is %d a side", width, height, l.Side)
	case l.Cells > 0 && width*height > l.Cells:
		return Errorf(TooLarge, "puzzle", "found %d × %d cells, the limit of this service is %d in all", width, height, l.Cells)
	case l.Colors > 0 && len(p.Palette) > l.Colors:
		return Errorf(TooLarge, "puzzle", "found %d colors, the limit of this service is %d", len(p.Palette), l.Colors)
	}
	return nil
}
