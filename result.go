package nonogram

import (
	"context"
	"fmt"
)

// Solver is the signature of the engine and of all methods of the lab.
//
// The puzzle must have passed [Validate]. If the context is cancelled or its deadline
// passes, a solver returns Undecided with its partial result and no error. An error
// means that the solver cannot handle the puzzle at all.
type Solver func(ctx context.Context, p *Puzzle, opts Options) (*Result, error)

// Options configures a call of a solver. With the zero value the solver decides
// uniqueness, without limits.
type Options struct {
	// Limit is the number of solutions after which the search ends: 1 finds any
	// solution, 2 decides uniqueness, and n lists up to n solutions. 0 means 2.
	Limit int
	// Seed is the seed of randomized methods. The same puzzle, options and seed give the
	// same answer and the same counters.
	Seed uint64
	// Budget bounds the work, in addition to the context's deadline.
	Budget Budget
	// Trace, if not nil, receives every step. It does not change the run.
	Trace func(Event)
}

// Budget bounds the work of one call. Zero means no limit.
type Budget struct {
	Conflicts int64 // conflicts of the search
	Memory    int64 // approximate number of bytes, without the puzzle itself
}

// Status is a solver's verdict.
type Status uint8

// The verdicts. Solvers return Solved only if Options.Limit is 1 and uniqueness was not
// decided.
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

// StopReason is the reason why a search ended without a verdict.
type StopReason string

// The reasons.
const (
	StopNone      StopReason = ""
	StopTime      StopReason = "time"      // the context's deadline
	StopCancelled StopReason = "cancelled" // the context was cancelled
	StopConflicts StopReason = "conflicts" // Budget.Conflicts
	StopMemory    StopReason = "memory"    // Budget.Memory
	StopStalled   StopReason = "stalled"   // an incomplete method found no more deductions
)

// Result is a solver's answer.
type Result struct {
	Status Status
	// Solutions holds up to Options.Limit solutions, each of which has passed
	// [Check]. With Undecided it holds those found so far.
	Solutions []*Grid
	// Exhausted reports whether Solutions holds all solutions.
	Exhausted bool
	// Known holds the cells that are equal in all solutions, if a method stalled; the
	// others are Unknown. It is nil otherwise.
	Known *Grid
	// Stopped is the reason if the search ended early.
	Stopped StopReason
	// Helpers is the number of searchers of a team, without the first. If it is not 0, the
	// verdict depends on clauses that the searchers exchanged and has no certificate.
	Helpers int
	Stats   Stats
}

// String formats the status and, on the lines below it, the first solution.
func (r *Result) String() string {
	if len(r.Solutions) == 0 {
		return r.Status.String()
	}
	return r.Status.String() + "\n" + r.Solutions[0].String()
}

// Stats holds the counters of a run. Counters that do not apply to a method are zero. The
// same run has the same counters on every machine.
type Stats struct {
	LineSolves int64 `json:"line_solves"`        // lines handed to the line solver
	Probes     int64 `json:"probes,omitempty"`   // cells whose candidates were tried
	Guesses    int64 `json:"guesses"`            // decisions of the search
	Conflicts  int64 `json:"conflicts"`          // contradictions after decisions
	Restarts   int64 `json:"restarts,omitempty"` // restarts of the search
	Learned    int64 `json:"learned,omitempty"`  // clauses learned
	Messages   int64 `json:"messages,omitempty"` // lines updated by belief propagation
	Nodes      int64 `json:"nodes"`              // search-tree nodes or table states
	Checks     int64 `json:"checks,omitempty"`   // complete or partial lines compared with their clue
	LineOpen   int   `json:"line_open"`          // cells left open by line solving alone

	// Counters of the lab's methods. The tag excludes them from the engine's signature.
	Listed int64 `json:"listed,omitempty" lab:"only"` // possibilities of lines stored in lists
	Boards int64 `json:"boards,omitempty" lab:"only"` // complete boards compared with the clues
	Moves  int64 `json:"moves" lab:"only"`            // steps of blocks to the first solution
	Sweeps int64 `json:"sweeps,omitempty" lab:"only"` // rounds over all lines
	Looks  int64 `json:"looks,omitempty" lab:"only"`  // lines looked at, the common cost of the lab's methods
}

// Verdict returns the status for the number of solutions found, for whether the search was
// exhaustive, and for the limit of the search.
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
