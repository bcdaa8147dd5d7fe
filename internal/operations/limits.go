package operations

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"nonogram"
	"nonogram/internal/operations/record"
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
	Bytes             int64 // of a certificate
}

// Budget is the part of a request that bounds its work. The limits of the service
// hold in any case.
type Budget struct {
	Timeout   Timeout `json:"timeout_ms,omitempty" minimum:"0" doc:"Give up after so many milliseconds and answer undecided"`
	Conflicts int64   `json:"conflicts,omitempty" minimum:"0" doc:"Give up after so many dead ends of the search"`
	MemoryMB  int64   `json:"memory_mb,omitempty" minimum:"0" doc:"Give up when a search takes more than about so many megabytes"`
	Seed      Seed    `json:"seed,omitempty" doc:"Varies what the method leaves to chance"`
}

// Timeout is a duration that is a number of milliseconds in JSON.
type Timeout time.Duration

// MarshalJSON writes milliseconds, with as many digits as it takes.
func (t Timeout) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(t)/float64(time.Millisecond), 'f', -1, 64), nil
}

// UnmarshalJSON reads a number of milliseconds.
func (t *Timeout) UnmarshalJSON(data []byte) error {
	ms, err := strconv.ParseFloat(string(data), 64)
	if limit := math.MaxInt64 / float64(time.Millisecond); err != nil || ms < 0 || ms >= limit {
		return Errorf(BadRequest, "timeout_ms", "found %.24s, expected a number from 0 to %.0f", data, limit)
	}
	*t = Timeout(math.Round(ms * float64(time.Millisecond)))
	return nil
}

// Bounds is a budget that has been checked, and cut down to what the service allows.
type Bounds struct {
	Timeout time.Duration // 0: none
	nonogram.Budget
	Seed uint64
}

// Open checks a budget.
func (b *Budget) Open(l *Limits) (*Bounds, error) {
	switch {
	case b.Timeout < 0:
		return nil, Errorf(BadRequest, "timeout_ms", "found %v, expected a positive duration", time.Duration(b.Timeout))
	case b.Conflicts < 0:
		return nil, Errorf(BadRequest, "conflicts", "found %d, expected a positive number", b.Conflicts)
	case b.MemoryMB < 0 || b.MemoryMB > maxMegabytes:
		return nil, Errorf(BadRequest, "memory_mb", "found %d, expected a positive number of megabytes, up to %d", b.MemoryMB, int64(maxMegabytes))
	}
	seed, err := b.Seed.Word()
	if err != nil {
		return nil, err
	}
	return &Bounds{
		Timeout: atMost(cmp.Or(time.Duration(b.Timeout), l.DefaultTime), l.Time),
		Budget:  nonogram.Budget{Conflicts: b.Conflicts, Memory: atMost(b.MemoryMB<<20, l.Memory)},
		Seed:    seed,
	}, nil
}

// maxMegabytes is the most of which the bytes can be counted.
const maxMegabytes = math.MaxInt64 >> 20

// Options are what the library is told.
func (b *Bounds) Options(limit int) nonogram.Options {
	return nonogram.Options{Limit: limit, Seed: b.Seed, Budget: b.Budget}
}

// Context is the time that the work on one puzzle may take.
func (b *Bounds) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Timeout == 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, b.Timeout)
	return LetTimersRun(ctx), cancel
}

// took is what the work on a puzzle came to.
type took struct {
	onSight string // why the puzzle is unsolvable, if that needed no work
	elapsed record.Milliseconds
}

// within does the work on a puzzle in the time there is for it, unless there is none
// to do: what is no puzzle is an error, and what contradicts itself on sight has no
// solution.
func (s *Service) within(ctx context.Context, b *Bounds, p *nonogram.Puzzle, do func(context.Context) error) (took, error) {
	onSight, err := Validated(p)
	if err != nil || onSight != "" {
		return took{onSight: onSight}, err
	}
	elapsed, err := s.Timed(ctx, b, do)
	return took{elapsed: elapsed}, err
}

// Validated says of a puzzle that needs no solver what is to be said: an error if it
// is none, a reason if its clues contradict each other on sight. Otherwise it gives
// neither.
func Validated(p *nonogram.Puzzle) (onSight string, err error) {
	err = nonogram.Validate(p)
	var invalid *nonogram.InvalidError
	if errors.As(err, &invalid) && invalid.Unsolvable() {
		return err.Error(), nil
	}
	return "", err
}

// Timed does some work within the time that the bounds allow, and measures it.
func (s *Service) Timed(ctx context.Context, b *Bounds, do func(context.Context) error) (record.Milliseconds, error) {
	ctx, cancel := b.Context(ctx)
	defer cancel()
	start := time.Now()
	err := do(ctx)
	if s.Untimed || err != nil {
		return 0, err
	}
	return record.InMilliseconds(time.Since(start)), nil
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
