package calibration

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nonogram"
	"nonogram/teach"
)

// random makes a puzzle that single lines solve.
func random(t *testing.T) *nonogram.Puzzle {
	t.Helper()
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		g := nonogram.NewGrid(10, 10)
		for i := range g.Cells {
			g.Cells[i] = nonogram.Color(rng.IntN(2))
		}
		p := nonogram.FromGrid(g, nonogram.BlackAndWhite())
		if r, err := teach.Rate(context.Background(), p, teach.Options{}); err != nil || r.LineSolvable && r.Level == teach.Medium {
			return p
		}
	}
	t.Fatal("no puzzle")
	return nil
}

func clock(seconds float64) string {
	return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(seconds * 1e9)).Format(time.RFC3339Nano)
}

// made plays puzzles with times that follow from the given costs.
func made(t *testing.T, p *nonogram.Puzzle, people int, cost func(teach.Technique) float64) string {
	t.Helper()
	path, err := teach.Explain(context.Background(), p, teach.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(37, 1))
	var b strings.Builder
	for range people {
		fmt.Fprintln(&b, `{"type":"session_start_three","queue":["made"],"schedule_idx":3,"t":"2026-01-02T03:04:05Z"}`)
		board, now := nonogram.NewGrid(p.Width(), p.Height()), 0.0
		slow := 1 + 3*rng.Float64()
		for board.Open() > 0 {
			reasons, err := teach.Reasons(p, board)
			if err != nil || len(reasons) == 0 {
				t.Fatalf("no reason: %v", err)
			}
			cells := slices.SortedFunc(maps.Keys(reasons), func(a, b nonogram.Cell) int {
				return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
			})
			cell := cells[rng.IntN(len(cells))]
			now += slow * cost(reasons[cell]) * (0.5 + rng.Float64()) / 2
			color, value := path.Grid.At(cell.Row, cell.Col), 1
			if color == nonogram.Empty {
				value = -1
			}
			board.Set(cell.Row, cell.Col, color)
			fmt.Fprintf(&b, "{\"type\":\"move\",\"r\":%d,\"c\":%d,\"value\":%d,\"t\":%q}\n", cell.Row, cell.Col, value, clock(now))
		}
		fmt.Fprintf(&b, "{\"type\":\"check_bank\",\"puzzle_id\":\"made\",\"solved\":true,\"mismatches\":[],\"t\":%q}\n", clock(now+1))
	}
	return b.String()
}

// Times that were made with other costs lead to a claim; times that were made with the
// present ones do not.
func TestMoves(t *testing.T) {
	p := random(t)
	list := teach.Techniques()
	present := func(t teach.Technique) float64 { return list[t].Cost }
	for _, c := range []struct {
		people int
		cost   func(teach.Technique) float64
		want   string
	}{
		{5, func(t teach.Technique) float64 { return 9 / present(t) }, "the fitted costs predict times better (gain 1."},
		{5, present, "the costs may stay as they are (gain "},
		{1, present, "nothing from fewer than 3 games"},
	} {
		study, _, err := Read([]byte(made(t, p, c.people, c.cost)), "x")
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := cmp.Or(study.Add(context.Background(), "made", p), study.Report(&b)); err != nil || !strings.Contains(b.String(), c.want) {
			t.Errorf("%d people: expected %q in\n%s%v", c.people, c.want, b.String(), err)
		}
	}
}

// All events of the form are followed. Moves that are wrong, repeated, within a stroke or
// after a hint have no time of their own.
func TestLog(t *testing.T) {
	p := nonogram.FromGrid(&nonogram.Grid{Width: 3, Height: 2, Cells: []nonogram.Color{1, 1, 1, 1, nonogram.Empty, 1}}, nonogram.BlackAndWhite())
	events := []string{
		`{"type":"session_start","queue":[7,"b"],"t":"2026-01-02T03:04:05+00:00"}`,
		`{"id":7,"rows":[[3],[1,1]],"columns":[[2],[1],[2]]}`,
		`{"type":"move","r":0,"c":0,"value":1,"t":"2026-01-02T03:04:10+00:00"}`, // the first
		`{"type":"move","r":0,"c":1,"value":1,"t":"2026-01-02T03:04:12+00:00"}`, // 2 s
		`{"type":"move","r":0,"c":2,"value":1,"t":"2026-01-02T03:04:12.05+00:00"}`,
		`{"type":"undo","t":"2026-01-02T03:04:14+00:00"}`,
		`{"type":"drag","mode":"flip","normalized_start":{"r":0,"c":2},"normalized_end":{"r":1,"c":2},"t":"2026-01-02T03:04:17+00:00"}`, // 3 s
		`{"type":"move","r":1,"c":0,"value":-1,"t":"2026-01-02T03:04:18+00:00"}`,                                                        // wrong
		`{"type":"check_bank","puzzle_id":7,"solved":false,"mismatches":[],"t":"2026-01-02T03:04:19+00:00"}`,
		`{"type":"hint","r":1,"c":0,"t":"2026-01-02T03:04:19+00:00"}`,
		`{"type":"move","r":1,"c":0,"value":1,"t":"2026-01-02T03:04:20+00:00"}`,                                                                 // after a hint
		`{"type":"drag","mode":"cross_toggle","normalized_start":{"r":1,"c":1},"normalized_end":{"r":1,"c":1},"t":"2026-01-02T03:04:24+00:00"}`, // 4 s
		`{"type":"reset","t":"2026-01-02T03:04:30+00:00"}`,
		`{"type":"move","r":0,"c":0,"value":1,"t":"2026-01-02T03:04:31+00:00"}`, // repeated
		`{"type":"survey_submit","survey_type":"puzzle_1","puzzle_idx":0,"answers":{},"t":"2026-01-02T03:04:32+00:00"}`,
		`{"type":"move","r":9,"c":9,"value":1,"t":"2026-01-02T03:04:40+00:00"}`, // of another puzzle
	}
	study, puzzles, err := Read([]byte(strings.Join(events, "\n")), "x")
	if err != nil || string(puzzles) != events[1]+"\n" {
		t.Fatalf("puzzles %q, %v", puzzles, err)
	}
	if err := study.Add(context.Background(), "7", p); err != nil {
		t.Fatal(err)
	}
	m := study.(*moves)
	var got []string
	for _, v := range m.list {
		got = append(got, fmt.Sprint(v.technique, v.seconds))
	}
	if want := "full line 2, full line 3, full line 4"; strings.Join(got, ", ") != want || len(m.games) != 2 || m.games[1].id != "b" {
		t.Errorf("found %s, expected %s; games %+v", strings.Join(got, ", "), want, m.games)
	}
	if err := study.Add(context.Background(), "b", p); err == nil || !strings.HasPrefix(err.Error(), "x:16:1: found row 9, column 9") {
		t.Errorf("a cell outside of the puzzle: %v", err)
	}
	for line, want := range map[string]string{
		`{"type":"session_start","queue":[]}` + "\n" + `{"type":"move"}`: "x:2:1: found \"{\\\"type\\\":\\\"move\\\"}\", expected a session_start",
		`{"type":"session_start"` + "\n":                                 "x:1:1: found ",
		`{"type":"session_start","t":"soon"}`:                            "x:1:1: found ",
	} {
		if _, _, err := Read([]byte(line), "x"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", line, err, want)
		}
	}
}
