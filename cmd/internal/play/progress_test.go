package play

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/puzzles"
	"nonogram/teach"
)

var update = flag.Bool("update", false, "write testdata/progress.json again")

const fixture = "testdata/progress.json"

func heart(t *testing.T) *Game {
	t.Helper()
	e, ok := puzzles.ByName("heart")
	if !ok {
		t.Fatal("the pack has no heart")
	}
	p := e.Puzzle()
	return New(p, p.Goal)
}

// two is a puzzle that is not in the pack.
func two() *Game {
	row := func(n int) nonogram.Clue { return nonogram.Clue{{Length: n, Color: nonogram.Black}} }
	p := &nonogram.Puzzle{Palette: nonogram.BlackAndWhite(), Rows: []nonogram.Clue{row(2), row(1)}, Cols: []nonogram.Clue{row(2), row(1)}}
	return New(p, &nonogram.Grid{Width: 2, Height: 2, Cells: []nonogram.Color{1, 1, 1, 0}})
}

func mark(row, col int, c nonogram.Color) teach.Mark {
	return teach.Mark{Cell: nonogram.Cell{Row: row, Col: col}, Color: c}
}

func keep(t *testing.T, file []byte, g *Game) []byte {
	t.Helper()
	p, err := ReadProgress(file)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := p.Keep(&b, g, time.UnixMilli(1_700_000_000_000)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// web/tests/storage.test.ts reads the same file.
func TestProgress(t *testing.T) {
	other := []byte(`{"kind":"nonogram-progress","version":1,"entries":{"settings":{"version":7,"value":{"theme":"dark"}}}}`)
	open := heart(t)
	open.Seconds, open.Hints = 12, 1
	open.Move([]teach.Mark{mark(0, 1, 1), mark(0, 2, 0)})
	open.Move([]teach.Mark{mark(1, 0, 1)})
	solved := two()
	solved.Move([]teach.Mark{mark(0, 0, 1), mark(0, 1, 1)})
	solved.Move([]teach.Mark{mark(1, 0, 1)})
	got := keep(t, keep(t, other, open), solved)
	if *update {
		if err := os.WriteFile(fixture, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(fixture)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %s\nwant %s\n%v", got, want, err)
	}

	p, err := ReadProgress(want)
	if err != nil {
		t.Fatal(err)
	}
	again := heart(t)
	if err := p.Resume(again); err != nil || !again.Board.Equal(open.Board) || again.Hints != 1 || again.Seconds != 12 {
		t.Errorf("%v, %v", again, err)
	}
	again.Move([]teach.Mark{mark(0, 1, nonogram.Unknown)})
	if text := string(keep(t, want, again)); strings.Count(text, `"73,1,1,0,1;73,0,2,0,1"`) != 1 || !strings.Contains(text, `"1,73,1,0,1"`) {
		t.Errorf("the moves of the file are lost: %s", text)
	}
	fresh := two()
	if err := p.Resume(fresh); err != nil || fresh.Board.Open() != 4 {
		t.Errorf("a finished game begins again: %v, %v", fresh.Board, err)
	}
}

func TestBadProgress(t *testing.T) {
	name, _ := nameOf(two().Puzzle)
	for _, c := range []struct{ file, want string }{
		{`{"rows":[]}`, "expected a file of progress"},
		{`{"kind":"nonogram-progress","version":2,"entries":{}}`, "version 1"},
		{`{"kind":"nonogram-progress","version":1,"entries":{"game/` + name + `":{"version":2,"value":{}}}}`, "found version 2"},
		{`{"kind":"nonogram-progress","version":1,"entries":{"game/` + name + `":{"version":1,"value":{"cells":"5?"}}}}`, "expected 4 cells of 1 color"},
		{`{"kind":"nonogram-progress","version":1,"entries":{"game/` + name + `":{"version":1,"value":{"cells":"3?B"}}}}`, "expected 4 cells of 1 color"},
		{`{"kind":"nonogram-progress","version":1,"entries":{"game/` + name + `":{"version":1,"value":{"cells":"99999999999999999999?"}}}}`, "expected 4 cells"},
	} {
		p, err := ReadProgress([]byte(c.file))
		if err == nil {
			err = p.Resume(two())
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.file, err, c.want)
		}
	}
}
