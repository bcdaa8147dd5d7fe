package operations

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
)

// Limits bounds the cost of a request. The owner of a service sets them, for example to
// protect the memory of a public server. A field of 0 leaves only the limits of the library.
type Limits struct {
	Side   int // cells of a row or a column
	Cells  int // of one puzzle
	Colors int // of a palette, background included
	// Puzzles is the largest number of puzzles of a request or an answer, and AllCells the
	// largest number of cells of all of them.
	Puzzles, AllCells int
	// Time is the longest time that a request may take, and DefaultTime that of a request
	// without a timeout. Searches that exceed it answer "undecided".
	Time, DefaultTime time.Duration
	Memory            int64 // bytes that a search may take
	Solutions         int   // that solve lists, with at most AllCells cells together
	Events            int   // of a trace
	Positions         int   // of a history
	Pixels            int   // of a picture
	Bytes             int64 // of a certificate
}

// Budget is the part of a request that bounds its work, within the limits of the service.
type Budget struct {
	Timeout   Timeout `json:"timeout_ms,omitempty" minimum:"0" maximum:"9223372036854" doc:"Give up after this many milliseconds and answer undecided" flag:"give up on a puzzle after this time, as 500ms, 10s or 2m (default: never)"`
	Conflicts int64   `json:"conflicts,omitempty" minimum:"0" maximum:"1000000000000000" doc:"Give up on a puzzle after this many dead ends of the search"`
	MemoryMB  int64   `json:"memory_mb,omitempty" minimum:"0" maximum:"8796093022207" doc:"Give up on a puzzle when the search takes more than about this many megabytes"`
	Seed      Seed    `json:"seed,omitempty" doc:"The seed of the random choices of the method"`
}

// Timeout is a duration that is a number of milliseconds in JSON.
type Timeout time.Duration

// MarshalJSON writes milliseconds, with as many digits as needed.
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

// Bounds is a budget that was checked and cut to the limits of the service.
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
	case l.Time > 0 && time.Duration(b.Timeout) > l.Time:
		return nil, Errorf(BadRequest, "timeout_ms", "found %d, the limit of this service is %d", time.Duration(b.Timeout).Milliseconds(), l.Time.Milliseconds())
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

// maxMegabytes is the largest number whose bytes fit into an int64.
const maxMegabytes = math.MaxInt64 >> 20

// Options returns the options of a library call.
func (b *Bounds) Options(limit int) nonogram.Options {
	return nonogram.Options{Limit: limit, Seed: b.Seed, Budget: b.Budget}
}

// Context returns a context with the timeout for one puzzle.
func (b *Bounds) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Timeout == 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, b.Timeout)
	return LetTimersRun(ctx), cancel
}

// took is the result of the work on a puzzle.
type took struct {
	onSight string // why the puzzle is unsolvable, if its clues alone show it
	elapsed record.Milliseconds
}

// within works on a puzzle within its time. Malformed puzzles are an error; puzzles whose
// clues contradict each other need no work.
func (s *Service) within(ctx context.Context, b *Bounds, p *nonogram.Puzzle, do func(context.Context) error) (took, error) {
	onSight, err := Validated(p)
	if err != nil || onSight != "" {
		return took{onSight: onSight}, err
	}
	elapsed, err := s.Timed(ctx, b, do)
	return took{elapsed: elapsed}, err
}

// Validated returns an error for a malformed puzzle, and a reason if the clues of a puzzle
// contradict each other, so that it has no solution.
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

// atMost cuts a value to a limit. 0 means unset for both.
func atMost[T int | int64 | time.Duration](wish, limit T) T {
	if limit > 0 && (wish == 0 || wish > limit) {
		return limit
	}
	return wish
}

// Admit rejects puzzles that exceed the limits.
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
