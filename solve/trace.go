package solve

import "nonogram"

// tracer emits trace events: decisions, backtracks and solutions. It does not trace
// deductions and learned clauses, so the tree of decisions shows how the search moves, not
// why it ends.
type tracer struct {
	listener func(nonogram.Event)
	palette  nonogram.Palette
	nodes    []int64 // the current decisions
	count    int64
}

// newTracer returns nil without a listener.
func newTracer(tell func(nonogram.Event), palette nonogram.Palette) *tracer {
	if tell == nil {
		return nil
	}
	return &tracer{listener: tell, palette: palette}
}

// traceGuess emits a decision on a cell, or on the start of a block of a line.
func (s *core) traceGuess(l lit) {
	e := nonogram.Event{Kind: nonogram.EventGuess}
	if v := int32(l >> 1); s.isCell(v) {
		p := s.places[v]
		e.Row, e.Column = int(p.row)+1, int(p.col)+1
		color := nonogram.Color(p.color)
		if s.board.Colors == 2 {
			color = nonogram.Color(1 - l&1)
		} else {
			e.Failed = l&1 != 0
		}
		e.Cells = string(rune(s.trace.palette.Symbol(color)))
	} else if ref := s.board.Ref(int(s.blocks.list[s.blocks.owner[v-s.blocks.base]].line)); ref.Axis == nonogram.Row {
		e.Row = ref.Index + 1
	} else if ref.Axis == nonogram.Column {
		e.Column = ref.Index + 1
	} else {
		e.Line = ref.String()
	}
	s.trace.open(e)
}

// open adds a node for a decision.
func (t *tracer) open(e nonogram.Event) {
	if n := len(t.nodes); n > 0 {
		e.Parent = t.nodes[n-1]
	}
	t.count++
	t.nodes = append(t.nodes, t.count)
	t.emit(e)
}

// leave emits the decisions undone by backtracking to a level.
func (t *tracer) leave(level int) {
	for len(t.nodes) > level {
		t.emit(nonogram.Event{Kind: nonogram.EventBacktrack})
		t.nodes = t.nodes[:len(t.nodes)-1]
	}
}

func (t *tracer) solution(g *nonogram.Grid) {
	cells := make([]byte, len(g.Cells))
	for i, c := range g.Cells {
		cells[i] = t.palette.Symbol(c)
	}
	t.emit(nonogram.Event{Kind: nonogram.EventSolution, Cells: string(cells)})
}

func (t *tracer) emit(e nonogram.Event) {
	if e.Depth = len(t.nodes); e.Depth > 0 {
		e.Node = t.nodes[e.Depth-1]
	}
	t.listener(e)
}
