package operations

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"nonogram"
)

// A budget is cut down to the limits of the service, and only where there are any.
func TestBudgetIsCutDown(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		budget  Budget
		limits  Limits
		timeout time.Duration
		memory  int64
	}{
		{Budget{}, Limits{}, 0, 0},
		{Budget{}, Limits{DefaultTime: 3}, 3, 0},
		{Budget{}, Limits{Time: 1}, 1, 0},
		{Budget{}, Limits{Time: 5, DefaultTime: 3, Memory: 7 * mb}, 3, 7 * mb},
		{Budget{Timeout: 1, MemoryMB: 1}, Limits{}, 1, mb},
		{Budget{Timeout: 4, MemoryMB: 6}, Limits{Time: 5, DefaultTime: 3, Memory: 7 * mb}, 4, 6 * mb},
		{Budget{Timeout: 5, MemoryMB: 7}, Limits{Time: 5, DefaultTime: 3, Memory: 7 * mb}, 5, 7 * mb},
		{Budget{Timeout: 5, MemoryMB: 8}, Limits{Time: 5, DefaultTime: 3, Memory: 7 * mb}, 5, 7 * mb},
		{Budget{MemoryMB: math.MaxInt64 >> 20}, Limits{}, 0, math.MaxInt64 &^ (mb - 1)},
	} {
		b, err := c.budget.Open(&c.limits)
		if err != nil || b.Timeout != c.timeout || b.Memory != c.memory {
			t.Errorf("%+v within %+v: %+v, %v, want %v and %d bytes", c.budget, c.limits, b, err, c.timeout, c.memory)
		}
	}
	for _, b := range []Budget{{Timeout: -1}, {Conflicts: -1}, {MemoryMB: -1}, {MemoryMB: math.MaxInt64>>20 + 1}} {
		if _, err := b.Open(&Limits{}); AsError(err).Code != BadRequest {
			t.Errorf("%+v: %v", b, err)
		}
	}
	if _, err := (&Budget{Timeout: 6}).Open(&Limits{Time: 5}); AsError(err).Code != BadRequest || AsError(err).Where != "timeout_ms" {
		t.Errorf("a timeout above the limit: %v", err)
	}
	opened, err := (&Budget{Conflicts: 9, Seed: SeedOf(8)}).Open(&Limits{})
	if err != nil || opened.Options(4).Limit != 4 || opened.Options(4).Seed != 8 || opened.Options(4).Budget.Conflicts != 9 {
		t.Errorf("%+v, %v", opened, err)
	}
}

// Milliseconds have decimals, begin at 0 and end where a duration does.
func TestTimeoutInMilliseconds(t *testing.T) {
	for text, want := range map[string]Timeout{"0": 0, "0.5": 500_000, "1": 1_000_000, "1e3": 1_000_000_000, "0.0000004": 0} {
		var got Timeout
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"-0.001", "-1", "9223372036854.775807", "9223372036855", "1e300", `"5"`, "true", "[]"} {
		var got Timeout
		var e *Error
		if err := json.Unmarshal([]byte(text), &got); !errors.As(err, &e) || e.Where != "timeout_ms" {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for want, timeout := range map[string]Timeout{"1.5": 1_500_000, "2.000001": 2_000_001} {
		if data, err := json.Marshal(timeout); err != nil || string(data) != want {
			t.Errorf("%s, %v, want %s", data, err, want)
		}
	}
}

// A puzzle at the limit is admitted, one above is not.
func TestAdmit(t *testing.T) {
	p := nonogram.New(make([][]int, 3), make([][]int, 4)) // 4 × 3 cells, 2 colors
	for _, c := range []struct {
		limits Limits
		ok     bool
	}{
		{Limits{}, true},
		{Limits{Side: 4, Cells: 12, Colors: 2}, true},
		{Limits{Side: 1}, false}, {Limits{Side: 3}, false},
		{Limits{Cells: 1}, false}, {Limits{Cells: 11}, false}, {Limits{Colors: 1}, false},
		{Limits{Side: 5, Cells: 13, Colors: 3}, true},
	} {
		if err := c.limits.Admit(p); (err == nil) != c.ok || err != nil && AsError(err).Code != TooLarge {
			t.Errorf("%+v: %v", c.limits, err)
		}
	}
}

// Malformed puzzles are an error, and contradicting clues need no work. An untimed
// service answers with 0.
func TestValidationBeforeWork(t *testing.T) {
	tooLong := nonogram.New([][]int{{4}}, [][]int{{1}, {1}, {1}})
	for _, c := range []struct {
		name           string
		puzzle         *nonogram.Puzzle
		done, onSight  bool
		wrong, untimed bool
	}{
		{name: "a puzzle", puzzle: nonogram.New([][]int{{1}}, [][]int{{1}}), done: true},
		{name: "untimed", puzzle: nonogram.New([][]int{{1}}, [][]int{{1}}), done: true, untimed: true},
		{name: "a clue that is too long", puzzle: tooLong, onSight: true},
		{name: "no puzzle", puzzle: &nonogram.Puzzle{}, wrong: true},
	} {
		done := false
		s := &Service{Untimed: c.untimed}
		took, err := s.within(t.Context(), &Bounds{}, c.puzzle, func(context.Context) error {
			for start := time.Now(); time.Since(start) < time.Millisecond; {
				done = true // and long enough to be more than 0
			}
			return nil
		})
		if done != c.done || (took.onSight != "") != c.onSight || (err != nil) != c.wrong || (took.elapsed > 0) != (c.done && !c.untimed) {
			t.Errorf("%s: done %v, on sight %q, %v, took %v", c.name, done, took.onSight, err, took.elapsed)
		}
	}
}
