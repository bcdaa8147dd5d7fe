//go:build unix

package batch

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations/record"
)

// Items, chunks and results survive the way through the queue, and damaged bytes are refused.

func TestItemsTravel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := randomPuzzle(r, 1+r.IntN(12), 1+r.IntN(12), 1+r.IntN(3))
		p.Title, p.Author, p.Notes = "a title", "äöü", "two\nlines"
		p.Goal = nonogram.NewGrid(p.Width(), p.Height())
		if r.IntN(2) == 0 {
			p.Given = nonogram.NewGrid(p.Width(), p.Height())
			p.Given.Cells[0] = nonogram.Black
		}
		it := &Item{ID: "x", File: "f.non", Puzzle: p}
		got, err := ReadItem(EncodeItem(it, true))
		if err != nil || !reflect.DeepEqual(got, it) {
			t.Fatalf("%v\n%+v\n%+v", err, got.Puzzle, p)
		}
		got, err = ReadItem(EncodeItem(it, false))
		if err != nil || got.Puzzle.Title != "" || got.Puzzle.Goal != nil || !reflect.DeepEqual(got.Puzzle.Rows, p.Rows) || !reflect.DeepEqual(got.Puzzle.Given, p.Given) {
			t.Fatalf("%v %+v", err, got.Puzzle)
		}
	}
	bad := &Item{ID: "3", File: "f.txt", Problem: record.Detail{Where: "f.txt:1", Message: "no"}}
	if got, err := ReadItem(EncodeItem(bad, false)); err != nil || !reflect.DeepEqual(got, bad) {
		t.Errorf("%v %+v", err, got)
	}
}

// Whatever bytes come, reading them ends with an item or an error, and an item is
// written the way it was read.
func FuzzReadItem(f *testing.F) {
	p := sample("1", "#.#", "##.")
	for _, whole := range []bool{false, true} {
		f.Add(EncodeItem(&Item{ID: "1", File: "a", Puzzle: p}, whole))
	}
	shape, _ := nonogram.Triddler([6]int{1, 0, 1, 0, 1, 0})
	f.Add(EncodeItem(&Item{ID: "2", Puzzle: &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Shape: shape, Rows: p.Rows[:1], Cols: p.Rows}}, false))
	f.Add(EncodeItem(&Item{ID: "1", Problem: record.Detail{Message: "no"}}, false))
	f.Add([]byte{0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, b []byte) {
		it, err := ReadItem(b)
		if err != nil {
			return
		}
		again, err := ReadItem(EncodeItem(it, true))
		if err != nil || !reflect.DeepEqual(it, again) {
			t.Errorf("%v\n%+v\n%+v", err, it, again)
		}
	})
}

func TestResultsTravel(t *testing.T) {
	want := []Result{{Code: record.CodeOK, Output: []byte("one\n")}, {Code: CodeAside, Output: []byte{}}, {Code: record.CodeUndecided, Output: []byte("three\n")}}
	var got []Result
	err := decode(encode(want), &got)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v %v", got, err)
	}
	b := encode(want)
	if err := decode(b[:len(b)-1], &got); err == nil {
		t.Error("half a result is accepted")
	}
	if tally := tallyOf(want); tally != (Tally{Items: 3, Undecided: 1, Aside: 1}) {
		t.Errorf("%+v", tally)
	} else if again, err := parseTally(tally.String()); err != nil || again != tally {
		t.Errorf("%+v %v", again, err)
	}
}

// Chunks hold all items in order, are the same every time, and grow within limits.
func TestChunks(t *testing.T) {
	const n = 40_000
	items := func(yield func(Sized) bool) {
		for i := range n {
			if !yield(Sized{[]byte{byte(i), byte(i >> 8), byte(i >> 16)}, 25}) {
				return
			}
		}
	}
	var all [][]byte
	var sizes []int
	before := 0
	for c := range chunks(items, 0, chunkCells) {
		if c.index != len(sizes) {
			t.Fatalf("chunk %d comes as number %d", c.index, len(sizes))
		}
		if len(c.items) > max(chunkLeast/25, before/chunkShare) || len(c.items) > chunkItems || c.size > chunkCells {
			t.Fatalf("chunk %d has %d items, %d cells", c.index, len(c.items), c.size)
		}
		var decoded [][]byte
		err := decode(encode(c.items), &decoded)
		if err != nil || !slices.EqualFunc(decoded, c.items, bytes.Equal) {
			t.Fatalf("chunk %d: %v", c.index, err)
		}
		all = append(all, c.items...)
		sizes = append(sizes, len(c.items))
		before += len(c.items)
	}
	if len(all) != n || slices.Max(sizes) != chunkItems {
		t.Errorf("%d items, at most %d", len(all), slices.Max(sizes))
	}
	i := 0
	for it := range items {
		if !bytes.Equal(it.Item, all[i]) {
			t.Fatalf("item %d is another one", i)
		}
		i++
	}
	for c := range chunks(items, 7, chunkCells) {
		if len(c.items) != 7 && c.index != n/7 {
			t.Fatalf("chunk %d has %d items, not 7", c.index, len(c.items))
		}
	}
	large := func(yield func(Sized) bool) {
		_ = yield(Sized{make([]byte, 2*chunkBytes), 1}) && yield(Sized{[]byte{1}, 1})
	}
	for c := range chunks(large, 100, chunkCells) {
		if len(c.items) != 1 {
			t.Error("an item beyond the limit is alone in its chunk")
		}
	}
}

// The key depends on everything that the result depends on, and on nothing else.
func TestKey(t *testing.T) {
	base := Job{Version: "1", Kind: "solve", Request: json.RawMessage(`{"limit":2}`)}
	seen := map[string]string{base.key([]byte("a")): "base"}
	for name, change := range map[string]func(j *Job) []byte{
		"items":   func(*Job) []byte { return []byte("b") },
		"version": func(j *Job) []byte { j.Version = "2"; return []byte("a") },
		"kind":    func(j *Job) []byte { j.Kind = "count"; return []byte("a") },
		"request": func(j *Job) []byte { j.Request = json.RawMessage(`{"limit":1}`); return []byte("a") },
		"files":   func(j *Job) []byte { j.Files = true; return []byte("a") },
		"border":  func(j *Job) []byte { j.Version, j.Kind = "1s", "olve"; return []byte("a") },
	} {
		j := base
		body := change(&j)
		key := j.key(body)
		if other, ok := seen[key]; ok {
			t.Errorf("%s and %s have the same key", name, other)
		}
		seen[key] = name
	}
	j := base
	j.ID, j.Source = "other", "elsewhere"
	if j.key([]byte("a")) != base.key([]byte("a")) {
		t.Error("the name of a job changes its keys")
	}
}

// A chunk is full with what would make it too large, not before.
func TestChunkIsFull(t *testing.T) {
	const many = 1 << 30 // items before, so that a share of them is more than any chunk has
	for _, c := range []struct {
		items, bytes, size int
		next               Sized
		before, every      int
		want               bool
	}{
		{1, chunkBytes - 5, 1, Sized{make([]byte, 5), 1}, many, 0, false},
		{1, chunkBytes - 5, 1, Sized{make([]byte, 6), 1}, many, 0, true},
		{2, 10, 1, Sized{make([]byte, 1), 1}, 0, 3, false},
		{3, 10, 1, Sized{make([]byte, 1), 1}, 0, 3, true},
		{1, 10, chunkLeast - 1, Sized{make([]byte, 1), 1}, 0, 0, false},
		{1, 10, chunkLeast - 1, Sized{make([]byte, 1), 2}, 0, 0, true},
		{1, 10, chunkLeast, Sized{make([]byte, 1), 2}, 2 * chunkShare, 0, false},
		{2, 10, chunkLeast, Sized{make([]byte, 1), 2}, 2 * chunkShare, 0, true},
		{1, 10, chunkCells - 1, Sized{make([]byte, 1), 1}, many, 0, false},
		{1, 10, chunkCells - 1, Sized{make([]byte, 1), 2}, many, 0, true},
		{chunkItems - 1, 10, 1, Sized{make([]byte, 1), 1}, many, 0, false},
		{chunkItems, 10, 1, Sized{make([]byte, 1), 1}, many, 0, true},
	} {
		made := chunk{items: make([][]byte, c.items), bytes: c.bytes, size: c.size}
		if got := made.full(c.next, c.before, c.every, chunkCells); got != c.want {
			t.Errorf("%d items, %d bytes, %d cells and %d bytes, %d cells more, %d before, every %d: %v",
				c.items, c.bytes, c.size, len(c.next.Item), c.next.Size, c.before, c.every, got)
		}
	}
}

// A request is stored without spaces, and malformed JSON unchanged.
func TestCompact(t *testing.T) {
	for request, want := range map[string]string{`{ "limit": 3 }`: `{"limit":3}`, `{"limit":3}`: `{"limit":3}`, "": "", "{": "{"} {
		if got := string(compact(json.RawMessage(request))); got != want {
			t.Errorf("%s: %s, want %s", request, got, want)
		}
	}
}

// randomPuzzle draws a grid with the given number of inks.
func randomPuzzle(r *rand.Rand, width, height, inks int) *nonogram.Puzzle {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(max(0, r.IntN(2*inks+1)-inks))
	}
	palette := nonogram.BlackAndWhite()
	for range inks - 1 {
		palette = append(palette, nonogram.Swatch{})
	}
	palette.AssignSymbols()
	p := nonogram.FromGrid(g, palette)
	p.ID, p.Goal = "1", nil
	return p
}
