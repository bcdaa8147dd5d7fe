package share

import (
	"reflect"
	"testing"

	"nonogram"
)

func TestExchange(t *testing.T) {
	var x Exchange
	var a, b Reader
	x.Join(&a)
	x.Join(&b)
	words := []uint32{1, 1, 42}
	if n := x.Trade(&a, words); len(n) != 1 || n[0].From != &a {
		t.Errorf("a has %v", n)
	}
	if n := x.Trade(&b, nil); len(n) != 1 || !reflect.DeepEqual(n[0].Words, words) {
		t.Errorf("b has %v", n)
	}
	if len(x.notes) != 0 || x.waiting != 0 || x.dropped != 1 {
		t.Errorf("%d notes, %d words left, %d dropped", len(x.notes), x.waiting, x.dropped)
	}
	for range waitingWords {
		x.Trade(&a, words)
	}
	if x.waiting > waitingWords {
		t.Errorf("%d words wait for a reader that does not come", x.waiting)
	}
	x.Close()
	x.Join(&a)
	x.Trade(&a, nil)
	if x.waiting != 0 {
		t.Errorf("%d words wait for a reader that has left", x.waiting)
	}
	x.Join(&b)
	if n := x.Trade(&b, words); len(n) != 1 {
		t.Errorf("b has %d notes after coming back", len(n))
	}
}

func TestBudget(t *testing.T) {
	var p Budget
	p.Conflicts.Store(ConflictsDraw + 1)
	p.Memory.Store(3 * MemoryDraw)
	var b nonogram.Budget
	for _, c := range []struct {
		more  bool
		total int64
	}{{true, ConflictsDraw}, {true, ConflictsDraw + 1}, {false, ConflictsDraw + 1}} {
		if more := p.MoreConflicts(&b); more != c.more || b.Conflicts != c.total {
			t.Errorf("drew %d conflicts in all, more %v; want %d, %v", b.Conflicts, more, c.total, c.more)
		}
	}
	if !p.MoreMemory(&b, 2*MemoryDraw) || p.MoreMemory(&b, 4*MemoryDraw) || b.Memory != 3*MemoryDraw {
		t.Errorf("drew %d bytes", b.Memory)
	}
	var none *Budget
	if none.MoreConflicts(&b) || none.MoreMemory(&b, 1<<40) {
		t.Error("drew on nothing")
	}
}
