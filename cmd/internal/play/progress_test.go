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

// The file of progress keeps what it does not know, and what others write.

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
	if changed, err := p.Keep(g, time.UnixMilli(1_700_000_000_000)); err != nil {
		t.Fatal(err)
	} else if !changed {
		return file
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
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

// resume continues the game of a file.
func resume(t *testing.T, file []byte, g *Game) *Game {
	t.Helper()
	p, err := ReadProgress(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Resume(g); err != nil {
		t.Fatal(err)
	}
	return g
}

// value returns the stored value of a game in a file.
func value(t *testing.T, file []byte, g *Game) map[string]any {
	t.Helper()
	p, err := ReadProgress(file)
	if err != nil {
		t.Fatal(err)
	}
	name, _ := nameOf(g.Puzzle)
	v, err := p.object("game/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Opening a game and leaving it changes nothing, finished or not; a move keeps what the web
// app has stored with the game.
func TestKeepsOthersValues(t *testing.T) {
	name, _ := nameOf(two().Puzzle)
	stored := `{"cells":"A3?","undo":["73,1,0,0,1@1k"],"redo":["73,0,3,0,1"],"struck":["r0.0"],"hints":2,"seconds":9,"later":true}`
	file := []byte(`{"kind":"nonogram-progress","version":1,"entries":{"game/` + name + `":{"version":1,"value":` + stored + `}}}`)
	if got := keep(t, file, resume(t, file, two())); !bytes.Equal(got, file) {
		t.Errorf("left without a move: %s", got)
	}
	g := resume(t, file, two())
	g.Hints++
	if v := value(t, keep(t, file, g), g); v["redo"] == nil || v["struck"] == nil || v["later"] == nil || v["hints"] != 3.0 {
		t.Errorf("after a hint: %v", v)
	}
	g = resume(t, file, two())
	g.Move([]teach.Mark{mark(0, 1, 1)})
	if v := value(t, keep(t, file, g), g); v["redo"] != nil || v["struck"] == nil || v["later"] == nil || len(v["undo"].([]any)) != 2 || v["cells"] != "2A2?" {
		t.Errorf("after a move: %v", v)
	}

	maybe := []byte(strings.NewReplacer("A3?", "!A2?", "73,1,0,0,1@1k", "73,72,0,0,1;73,1,1,0,1").Replace(string(file)))
	g = resume(t, maybe, two())
	if got := keep(t, maybe, g); !bytes.Equal(got, maybe) || g.Board.Open() != 3 {
		t.Errorf("with a mark that decides nothing: %s, %v", got, g.Board)
	}
	g.Move([]teach.Mark{mark(0, 0, 1)})
	if v := value(t, keep(t, maybe, g), g); v["cells"] != "2A2?" {
		t.Errorf("a move on such a mark: %v", v)
	}

	g = two()
	g.Move([]teach.Mark{mark(0, 0, 1), mark(0, 1, 1), mark(1, 0, 1)})
	solved := keep(t, nil, g)
	if got := keep(t, solved, resume(t, solved, two())); !bytes.Equal(got, solved) {
		t.Errorf("a finished game that is opened again: %s", got)
	}
}

// Two processes play the same puzzle from the same file, and a third another one: the last
// to write keeps all of them, and undo leads from its board to that of the other.
func TestMergesGames(t *testing.T) {
	start := two()
	start.Move([]teach.Mark{mark(0, 0, 1)})
	file := keep(t, nil, start)
	first, second, third := resume(t, file, two()), resume(t, file, two()), resume(t, file, heart(t))
	first.Move([]teach.Mark{mark(0, 1, 1)})
	second.Move([]teach.Mark{mark(1, 1, nonogram.Empty)})
	third.Move([]teach.Mark{mark(0, 1, 1)})
	all := keep(t, keep(t, keep(t, file, first), third), second)
	if v := value(t, all, third); v["cells"] == nil {
		t.Errorf("another game is lost: %s", all)
	}
	v := value(t, all, second)
	boards, ok := trail(v, second.Puzzle)
	if want := writeCells(first.Board); v["cells"] != writeCells(second.Board) || !ok || !strings.Contains(strings.Join(boards.texts, " "), want) {
		t.Errorf("%v: %v, expected the board %s among them", v, boards.texts, want)
	}

	// Solved elsewhere is solved.
	first = resume(t, all, two())
	first.Move([]teach.Mark{mark(0, 0, 1), mark(0, 1, 1), mark(1, 0, 1), mark(1, 1, nonogram.Empty)})
	second = resume(t, all, two())
	second.Move([]teach.Mark{mark(0, 0, nonogram.Empty)})
	want := keep(t, all, first)
	if got := keep(t, want, second); !bytes.Equal(got, want) {
		t.Errorf("a finished game is replaced: %s", got)
	}
}

// The moves of the web app are read, and damaged ones are not.
func TestReadMove(t *testing.T) {
	for _, text := range []string{"", "b!", "73,1,0,0,1", "k!73,1,0,1,3@1k", "73,1,0,1,2;1,0,3,0,1"} {
		if _, ok := readMove(text, 4); !ok {
			t.Errorf("%q is not read", text)
		}
	}
	for _, text := range []string{"x!", "73,1,0,0", "73,1,0,1,5", "73,1,4,0,1", "73,1,-1,0,1", ";", "a,b,c,d,e,f", "7301,1,0,0,1", "1,1,0,zzzzzz,2"} {
		if _, ok := readMove(text, 4); ok {
			t.Errorf("%q is read", text)
		}
	}
}
