package nonogram

// Tracing: a solver calls [Options.Trace] for each of its steps, so that a run can be
// replayed and its search tree drawn. It calls it from one goroutine at a time and waits
// for it; to stop, cancel the context. The same run gives the same events.

// EventKind says what a solver has done.
type EventKind string

// The steps of a search. Place and guess open a node of the search tree. A search
// that goes into the depth leaves the node again with a prune or a backtrack; one
// that goes into the breadth leaves only with a prune.
const (
	// EventList: the possibilities of a line have been listed, Count of them.
	EventList EventKind = "list"
	// EventPlace: a cell, a line or a whole board has been filled in.
	EventPlace EventKind = "place"
	// EventGuess: an open cell has been supposed to have a color or, where only a line
	// is named, a block of it to start in one part of it.
	EventGuess EventKind = "guess"
	// EventCheck: a line has been held against its clue.
	EventCheck EventKind = "check"
	// EventFix: a cell has been deduced.
	EventFix EventKind = "fix"
	// EventPrune: Count possibilities of a line are out or, where no line is
	// named, the node is dropped before its end.
	EventPrune EventKind = "prune"
	// EventBacktrack: all below the node has been seen, the search leaves it.
	EventBacktrack EventKind = "backtrack"
	// EventSweep: all lines have had their turn; Count possibilities are left.
	EventSweep EventKind = "sweep"
	// EventSolution: a solution has been found.
	EventSolution EventKind = "solution"
)

// Event is one step of a solver, flat and small, so that millions of them can be
// written as lines of JSON. What does not apply is zero, and absent in JSON.
type Event struct {
	Kind EventKind `json:"kind"`
	// Node is the node of the search tree at which it happens. Nodes are
	// numbered from 1 as they are opened; 0 is the blank board.
	Node int64 `json:"node,omitempty"`
	// Parent is the node below which a new one is opened.
	Parent int64 `json:"parent,omitempty"`
	// Depth is the number of steps from the blank board to the node.
	Depth int `json:"depth,omitempty"`
	// Row and Column, counted from 1 as people do, name a cell; a row or a
	// column if the other one is 0, and the whole board if both are.
	Row    int `json:"row,omitempty"`
	Column int `json:"column,omitempty"`
	// Cells is what the cell, the line or the board now holds, row by row, a
	// character per cell from the puzzle's palette.
	Cells string `json:"cells,omitempty"`
	// Count is the number of possibilities that the event is about.
	Count int64 `json:"count,omitempty"`
	// Failed reports that a check has found a contradiction; of a guess, that the
	// cell is supposed not to have the color.
	Failed bool `json:"failed,omitempty"`
}
