package calibration

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"nonogram"
	"nonogram/teach"
)

// Moves of games, in the form of the logs of bing-j/nonogram-difficulty (2026): one event
// per line. docs/difficulty.md describes it.

// event is a line of a log. Rows and columns are counted from 0.
type event struct {
	place
	Type       string
	T          time.Time
	Queue      []any
	Value      int    // a color, 0 for unknown, -1 for empty
	Mode       string // of a drag
	Start      place  `json:"normalized_start"`
	End        place  `json:"normalized_end"`
	Solved     bool
	SurveyType string `json:"survey_type"`

	line int
}

type place struct{ R, C int }

// game is the work of one person on one puzzle.
type game struct {
	id             string // of the puzzle
	person, number int
	events         []event
}

// moves are the right moves of games with their reasons: the cheapest technique that
// decides a cell in the position before, the dearest of them if a move has several cells.
type moves struct {
	name              string
	games             []*game
	seen, unexplained int
	list              []move
}

type move struct {
	*game
	technique teach.Technique
	seconds   float64 // since the event before
}

// readLog reads a log. A session begins with the ids of its puzzles; a game ends when a
// check finds the board solved, or with a survey about the puzzle. Lines without a type are
// puzzles.
func readLog(data []byte, name string) (Study, []byte, error) {
	m := &moves{name: name}
	var queue []any // the puzzles that follow
	var now *game
	var puzzles []byte
	person := 0
	err := eachLine(data, name, func(n int, line []byte) string {
		e := event{line: n}
		if err := json.Unmarshal(line, &e); err != nil {
			return "an event: " + err.Error()
		}
		switch {
		case e.Type == "":
			puzzles = append(append(puzzles, line...), '\n')
		case strings.HasPrefix(e.Type, "session_start"):
			queue, now, person = e.Queue, nil, person+1
		case e.Type == "check_bank" && e.Solved, strings.HasPrefix(e.SurveyType, "puzzle_"):
			now = nil
		case slices.Contains([]string{"move", "drag", "undo", "reset", "hint"}, e.Type):
			if now == nil && len(queue) == 0 {
				return "a session_start with a queue of puzzles before it"
			}
			if now == nil {
				now = &game{id: fmt.Sprint(queue[0]), person: person, number: len(m.games)}
				m.games, queue = append(m.games, now), queue[1:]
			}
			now.events = append(now.events, e)
		}
		return ""
	})
	return m, puzzles, err
}

// stroke is the time within which a move continues the one before, without thought.
const stroke = 0.1

// Add repeats the games of a puzzle.
func (m *moves) Add(ctx context.Context, id string, p *nonogram.Puzzle) error {
	path, err := teach.Explain(ctx, p, teach.Options{})
	for _, g := range m.games {
		if err == nil && g.id == id && path.Status == nonogram.Unique {
			m.seen++
			err = m.repeat(g, p, path.Grid)
		}
	}
	return err
}

// repeat collects the moves of a game.
func (m *moves) repeat(g *game, p *nonogram.Puzzle, solution *nonogram.Grid) error {
	board := nonogram.NewGrid(p.Width(), p.Height())
	right := board.Clone() // the cells that are or were right
	var undo []*nonogram.Grid
	last := event{Type: "hint"} // the first move has no time
	for _, e := range g.events {
		next := board.Clone()
		switch e.Type {
		case "undo":
			if len(undo) > 0 {
				next, undo = undo[len(undo)-1], undo[:len(undo)-1]
			}
		case "reset":
			undo, next = append(undo, board), nonogram.NewGrid(p.Width(), p.Height())
		case "move", "drag":
			if wrong := e.draw(p, next); wrong != "" {
				return fail(m.name, e.line, 1, wrong)
			}
			undo = append(undo, board)
			fresh := news(board, next, solution, right)
			if seconds := e.T.Sub(last.T).Seconds(); last.Type != "hint" && seconds >= stroke && len(fresh) > 0 {
				if err := m.explain(move{game: g, seconds: seconds}, fresh, p, board); err != nil {
					return err
				}
			}
		}
		board, last = next, e
	}
	return nil
}

// draw applies a move or a drag. It returns a message if the event is outside the board.
func (e *event) draw(p *nonogram.Puzzle, g *nonogram.Grid) (problem string) {
	from, to := e.Start, e.End
	if e.Type == "move" {
		from, to = e.place, e.place
	}
	if min(from.R, from.C) < 0 || to.R >= g.Height || to.C >= g.Width || e.Value < -1 || e.Value >= len(p.Palette) {
		return fmt.Sprintf("found row %d, column %d, value %d, expected 0 to %d, 0 to %d, -1 to %d", to.R, to.C, e.Value, g.Height-1, g.Width-1, len(p.Palette)-1)
	}
	for r := from.R; r <= to.R; r++ {
		for c := from.C; c <= to.C; c++ {
			g.Set(r, c, e.color(g.At(r, c)))
		}
	}
	return ""
}

// color is the color that a cell gets. Drags toggle.
func (e *event) color(old nonogram.Color) nonogram.Color {
	switch flip := e.Mode == "flip"; {
	case e.Type == "move" && e.Value > 0:
		return nonogram.Color(e.Value)
	case e.Type == "move" && e.Value == 0:
		return nonogram.Unknown
	case flip && old != 1:
		return 1
	case flip, e.Mode == "cross_toggle" && old == nonogram.Empty:
		return nonogram.Unknown
	}
	return nonogram.Empty
}

// news lists the cells that became right for the first time; none if one became wrong.
func news(before, after, solution, right *nonogram.Grid) (fresh []nonogram.Cell) {
	wrong := false
	for i, c := range after.Cells {
		if c == before.Cells[i] || c == nonogram.Unknown || c == right.Cells[i] {
			continue
		}
		if wrong = wrong || c != solution.Cells[i]; !wrong {
			right.Cells[i] = c
			fresh = append(fresh, nonogram.Cell{Row: i / after.Width, Col: i % after.Width})
		}
	}
	if wrong {
		return nil
	}
	return fresh
}

// explain adds a move with its technique.
func (m *moves) explain(v move, cells []nonogram.Cell, p *nonogram.Puzzle, position *nonogram.Grid) error {
	reasons, err := teach.Reasons(p, position)
	for _, cell := range cells {
		t, ok := reasons[cell]
		if !ok {
			m.unexplained++
			return err
		}
		v.technique = max(v.technique, t)
	}
	m.list = append(m.list, v)
	return err
}
