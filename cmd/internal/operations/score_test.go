package operations_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations"
)

// FuzzScore holds grades against nonogram.Check: all solutions of a small puzzle are
// found by checking every picture, and each beginning of the moves is held against them.
func FuzzScore(f *testing.F) {
	rng := rand.New(rand.NewPCG(24, 5))
	for range 200 {
		moves := make([]byte, rng.IntN(30))
		for i := range moves {
			moves[i] = byte(rng.IntN(256))
		}
		f.Add(rng.Uint32(), byte(rng.IntN(256)), moves)
	}
	f.Fuzz(func(t *testing.T, picture uint32, size byte, text []byte) {
		width, height := 1+int(size%4), 1+int(size/4%3)
		p := nonogram.FromGrid(gridOf(picture, width, height), nonogram.BlackAndWhite())
		moves, prefixes := randomMoves(text, p.Goal)
		if len(moves) == 0 {
			return
		}
		solutions := allSolutions(p)
		p.Goal = nil
		work, err := operations.OpenCheck(&operations.Service{}, &operations.CheckRequest{Moves: moves, Score: true})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := work(t.Context(), p)
		if err != nil || answer.Score == nil {
			t.Fatalf("%v: %+v, %v", moves, answer, err)
		}
		last := prefixes[len(prefixes)-1]
		first := 0
		for i, g := range prefixes {
			if first == 0 && !someAgrees(solutions, g) {
				first = i + 1
			}
		}
		s, full := answer.Score, last.Clone()
		for i, c := range full.Cells {
			if c == nonogram.Unknown {
				full.Cells[i] = nonogram.Empty
			}
		}
		solved := nonogram.Check(p, full) == nil
		if s.FirstWrong != first || s.Solved != solved || s.Moves != len(moves) || solved != (s.LinesRight == s.Lines) {
			t.Errorf("%v\n%v\nscore %+v, expected first_wrong %d, solved %v", p, moves, s, first, solved)
		}
		if right := agreeing(solutions[0], last); len(solutions) == 1 && !solved && s.CellsRight != right || s.CellsRight > s.Cells-s.CellsOpen {
			t.Errorf("%v\n%v\nscore %+v, expected cells_right %d", p, moves, s, right)
		}
	})
}

func gridOf(picture uint32, width, height int) *nonogram.Grid {
	g := nonogram.NewGrid(width, height)
	for i := range g.Cells {
		g.Cells[i] = nonogram.Color(picture >> i & 1)
	}
	return g
}

// randomMoves are mostly right; two bytes of the text make one.
func randomMoves(text []byte, goal *nonogram.Grid) (moves []string, prefixes []*nonogram.Grid) {
	state := nonogram.NewGrid(goal.Width, goal.Height)
	for ; len(text) >= 2; text = text[2:] {
		at := int(text[0]) % len(goal.Cells)
		c := goal.Cells[at]
		switch row := at / goal.Width; text[1] % 8 {
		case 0:
			c = 1 - c
		case 1:
			c = nonogram.Unknown
		case 2:
			copy(state.Row(row), goal.Row(row))
			moves = append(moves, fmt.Sprintf("r%d %s", row+1, goal.Rows(nonogram.BlackAndWhite())[row]))
			prefixes = append(prefixes, state.Clone())
			continue
		}
		symbol := map[nonogram.Color]string{0: ".", 1: "#", nonogram.Unknown: "?"}[c]
		state.Cells[at] = c
		moves = append(moves, fmt.Sprintf("r%dc%d %s", at/goal.Width+1, at%goal.Width+1, symbol))
		prefixes = append(prefixes, state.Clone())
	}
	return moves, prefixes
}

// allSolutions checks every picture.
func allSolutions(p *nonogram.Puzzle) (list []*nonogram.Grid) {
	for picture := range uint32(1) << (p.Width() * p.Height()) {
		if g := gridOf(picture, p.Width(), p.Height()); nonogram.Check(p, g) == nil {
			list = append(list, g)
		}
	}
	return list
}

func someAgrees(solutions []*nonogram.Grid, drawn *nonogram.Grid) bool {
	for _, s := range solutions {
		if agreeing(s, drawn) == len(drawn.Cells)-drawn.Open() {
			return true
		}
	}
	return false
}

// agreeing is the number of cells decided as in a solution.
func agreeing(solution, drawn *nonogram.Grid) (n int) {
	for i, c := range drawn.Cells {
		if c == solution.Cells[i] {
			n++
		}
	}
	return n
}

// Moves are read with their places, and only in place of a state.
func TestMoves(t *testing.T) {
	const puzzle = `"puzzle":{"rows":[[1],[2]],"columns":[[1],[2]]},"score":true`
	for request, want := range map[string]string{
		`"moves":["r1c2 #","r9c1 #"]`:          "moves[1]",
		`"moves":["r1 ..."]`:                   "moves[0]",
		`"moves":["up"]`:                       "moves[0]",
		`"moves":["r1c"]`:                      "moves[0]",
		`"moves":["c1r1 #"]`:                   "moves[0]",
		`"moves":["r99999999999c1 #"]`:         "moves[0]",
		`"moves":["r1"]`:                       "moves[0]",
		`"moves":["r1c1 ##"]`:                  "moves[0]",
		`"moves":["r1c1 x"]`:                   "moves[0]",
		`"moves":["r0c1 #"]`:                   "moves[0]",
		`"moves":["r1c1 #"],"state":["..",""]`: "moves",
		``:                                     "state",
	} {
		text := "{" + strings.TrimSuffix(puzzle+","+request, ",") + "}"
		answer := call(t, service(), "check", text)
		e, _ := answer["error"].(map[string]any)
		if e == nil || e["where"] != want {
			t.Errorf("%s: %v, expected an error at %s", request, answer, want)
		}
	}
	answer := call(t, service(), "check", `{`+puzzle+`,"state":["##","##"],"history":[[".#","??"],["##","??"]]}`)
	score, _ := answer["score"].(map[string]any)
	if score == nil || score["first_wrong"] != 2.0 || score["cells_right"] != 3.0 || score["lines_right"] != 2.0 || score["moves"] != 3.0 {
		t.Errorf("a history is scored %v", answer)
	}
}
