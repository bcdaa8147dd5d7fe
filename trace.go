package nonogram

// Tracing: a solver calls [Options.Trace] for each step, so that a run can be replayed and
// its search tree drawn. Calls are synchronous and never concurrent; to stop the run, cancel
// the context. The same run has the same events.

// EventKind is the kind of a step.
type EventKind string

// The kinds of steps. Place and guess open a node of the search tree. A depth-first search
// leaves the node by a prune or a backtrack, a breadth-first search only by a prune.
const (
	// EventList: Count possibilities of a line have been listed.
	EventList EventKind = "list"
	// EventPlace: a cell, a line or a whole board has been filled in.
	EventPlace EventKind = "place"
	// EventGuess: the search assumes a color for an open cell or, if only a line is named,
	// a range of starting cells for a block.
	EventGuess EventKind = "guess"
	// EventCheck: a line has been compared with its clue.
	EventCheck EventKind = "check"
	// EventFix: a cell has been deduced.
	EventFix EventKind = "fix"
	// EventPrune: Count possibilities of a line have been eliminated or, if no line is
	// named, the search has abandoned the node early.
	EventPrune EventKind = "prune"
	// EventBacktrack: the search has exhausted the node and leaves it.
	EventBacktrack EventKind = "backtrack"
	// EventSweep: a pass over all lines has ended; Count possibilities are left.
	EventSweep EventKind = "sweep"
	// EventSolution: a solution has been found.
	EventSolution EventKind = "solution"
)

// Event is one step of a solver. It is small and flat, because traces of millions of events
// are written as lines of JSON. Fields that do not apply are zero and omitted in JSON.
type Event struct {
	Kind EventKind `json:"kind"`
	// Node is the node of the search tree. Nodes are numbered from 1 in the order in
	// which they are opened; 0 is the blank board.
	Node int64 `json:"node,omitempty"`
	// Parent is the parent of a node that is opened.
	Parent int64 `json:"parent,omitempty"`
	// Depth is the depth of the node; the blank board has depth 0.
	Depth int `json:"depth,omitempty"`
	// Row and Column, counted from 1, name a cell. If one of them is 0, the event is
	// about a row or column; if both are, about the whole board.
	Row    int `json:"row,omitempty"`
	Column int `json:"column,omitempty"`
	// Line names a rising or falling line of a triddler, "rising line 3".
	Line string `json:"line,omitempty"`
	// Cells is the new content of the cell, line or board, row by row, with the palette's
	// character for each cell.
	Cells string `json:"cells,omitempty"`
	// Count is a number of possibilities, see the kinds.
	Count int64 `json:"count,omitempty"`
	// Failed reports that a check found a contradiction or, for a guess, that the
	// assumption is that the cell does not have the color.
	Failed bool `json:"failed,omitempty"`
}
