package board_test

import (
	"testing"

	"nonogram"
	"nonogram/internal/board"
)

// A line without a clue is never in the queue: not at first, not after it was solved across, not in
// a copy of the board, and it is again when it gets a clue.
func TestMissingIsNeverQueued(t *testing.T) {
	p := nonogram.New([][]int{{1, 1}, {3}, {1}}, [][]int{{2}, {2}, {2}})
	p.Rows[1] = nonogram.MissingClue()
	var b board.Board
	none := func(b *board.Board) {
		t.Helper()
		for b.Queued() > 0 {
			i, _, ok := b.Step()
			if i == 1 || !ok {
				t.Fatalf("line %d is solved, %v", i, ok)
			}
		}
	}
	for range 2 { // the second time in the memory of the first
		b.Reset(p)
		b.EnqueueAll()
		if b.Queued() != 5 || b.Word {
			t.Errorf("%d lines queued", b.Queued())
		}
		copied := b.Clone()
		none(&b)
		b.EnqueueInformative()
		b.Enqueue(1)
		none(&b)
		copied.EnqueueAll()
		none(&copied)
	}
	b.SetClue(1, nonogram.BlackClue(3))
	b.Clear()
	b.Enqueue(1)
	if b.Queued() != 1 {
		t.Error("the line has a clue now and is not queued")
	}
}
