package nonogram

import (
	"context"
	"fmt"
)

// Solver is the one signature of the engine and of every method of the lab: a
// puzzle, how many solutions are wanted, and what it may cost.
//
// The puzzle must have passed [Validate]. Time is limited through the context:
// a solver that is cancelled or runs past its deadline answers Undecided with
// what it has, not an error. An error means that the puzzle cannot be handled
// at all.
type Solver func(ctx context.Context, p *Puzzle, opts Options) (*Result, error)

// Options configures a call of a solver. The zero value asks whether the puzzle is
// unique, without limits.
type Options struct {
	// Limit is the number of solutions to look for: 1 is content with any
	// solution, 2 also proves whether it is the only one, n lists up to n.
	// 0 means 2.
	Limit int
	// Seed varies whatever a method leaves to chance. The same puzzle, options
	// and seed give the same answer and the same counters.
	Seed uint64
	// Budget bounds the work besides the context's deadline.
	Budget Budget
	// Trace, if not nil, receives every step. It does not change the run.
	Trace func(Event)
}

// Budget bounds the work of one call. Zero means no limit.
type Budget struct {
	Conflicts int64 // dead ends met in the search
	Memory    int64 // bytes, roughly, beyond what reading the puzzle took
}

// Status is a solver's verdict.
type Status uint8

// The verdicts. Solved is only given when a single solution was asked for and
// nothing more is known.
const (
	Undecided  Status = iota // a budget or the context ended the search
	Solved                   // at least one solution
	Unique                   // exactly one solution
	Multiple                 // at least two solutions
	Unsolvable               // none
)

var statusNames = [...]string{"undecided", "solved", "unique", "multiple", "unsolvable"}

// String is the lower-case name used in JSON and on the command line.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("status(%d)", uint8(s))
}

// MarshalText writes the name.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Status) UnmarshalText(text []byte) error {
	for i, name := range statusNames {
		if string(text) == name {
			*s = Status(i)
			return nil
		}
	}
	return fmt.Errorf("unknown status %q, expected one of %v", text, statusNames)
}

// StopReason says what ended an undecided search.
type StopReason string

// Why a search may end early.
const (
	StopNone      StopReason = ""
	StopTime      StopReason = "time"      // the context's deadline
	StopCancelled StopReason = "cancelled" // the context was cancelled
	StopConflicts StopReason = "conflicts" // Budget.Conflicts
	StopMemory    StopReason = "memory"    // Budget.Memory
	StopStalled   StopReason = "stalled"   // an incomplete method has no more to say
)

// Result is a solver's answer.
type Result struct {
	Status Status
	// Solutions holds up to Options.Limit solutions, each of which has passed
	// [Check]. With Undecided it holds those found so far.
	Solutions []*Grid
	// Exhausted reports that there are no solutions but these.
	Exhausted bool
	// Known holds the cells that every solution must have, Unknown elsewhere,
	// where a method stalled on the way to a solution; nil otherwise.
	Known *Grid
	// Stopped says why the search ended early, if it did.
	Stopped StopReason
	// Helpers is how many searchers of a team had a part in it, besides the first.
	// If there are any, the verdict depends on clauses that they exchanged, and there is
	// no certificate for it.
	Helpers int
	Stats   Stats
}

// String is the status, and the first solution below it.
func (r *Result) String() string {
	if len(r.Solutions) == 0 {
		return r.Status.String()
	}
	return r.Status.String() + "\n" + r.Solutions[0].String()
}

// Stats counts what a solver did. A counter that a method has no use for stays
// zero. The same run gives the same counters on every machine.
type Stats struct {
	LineSolves int64 `json:"line_solves"`        // lines handed to the line solver
	Probes     int64 `json:"probes,omitempty"`   // cells tried both ways
	Guesses    int64 `json:"guesses"`            // decisions of the search
	Conflicts  int64 `json:"conflicts"`          // dead ends
	Restarts   int64 `json:"restarts,omitempty"` // returns to the root
	Learned    int64 `json:"learned,omitempty"`  // clauses learned
	Messages   int64 `json:"messages,omitempty"` // lines updated by belief propagation
	Nodes      int64 `json:"nodes"`              // search-tree nodes or table states
	Checks     int64 `json:"checks,omitempty"`   // lines held against their clue, whole or in part
	LineOpen   int   `json:"line_open"`          // cells left open by line solving alone

	// What only methods of the lab count. The tag keeps it out of the engine's signature.
	Listed int64 `json:"listed,omitempty" lab:"only"` // possibilities of lines put into lists
	Boards int64 `json:"boards,omitempty" lab:"only"` // full boards held against the clues
	Moves  int64 `json:"moves" lab:"only"`            // steps of blocks to the first solution
	Sweeps int64 `json:"sweeps,omitempty" lab:"only"` // rounds over all lines
}

// Verdict gives the status that follows from the number of solutions found and
// whether the search is over.
func Verdict(found int, exhausted bool, limit int) Status {
	switch {
	case found >= 2:
		return Multiple
	case found == 1 && exhausted:
		return Unique
	case found == 1 && limit == 1:
		return Solved
	case found == 0 && exhausted:
		return Unsolvable
	}
	return Undecided
}
