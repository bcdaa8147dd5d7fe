package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/object"
	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
	"nonogram/internal/operations/record"
	"nonogram/internal/play"
	"nonogram/internal/plural"
	"nonogram/solve"
)

// play reads commands line by line: words of a person, or JSON of a program.

type playFlags struct {
	chosen
	json     bool
	language operations.LanguageOption
	hints    int
}

func newPlay(a *app) *cobra.Command {
	f := &playFlags{}
	cmd := newCommand("play")
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		f.files = args
		if f.json {
			return f.environment(cmd.Context(), a)
		}
		return f.game(cmd.Context(), a)
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "answer a JSON object per line, for programs")
	requestFlags(cmd, &f.language)
	f.chosen.addFlags(cmd)
	return cmd
}

// begin begins a game of a puzzle with exactly one solution, found within showTimeout.
func begin(ctx context.Context, p *nonogram.Puzzle) (*play.Game, error) {
	ctx, cancel := context.WithTimeout(ctx, showTimeout)
	defer cancel()
	result, err := solve.Solve(ctx, p, nonogram.Options{Limit: 2})
	switch {
	case err != nil:
		return nil, err
	case result.Status != nonogram.Unique:
		return nil, fmt.Errorf("the puzzle is %s, expected one with exactly one solution", result.Status)
	}
	return play.New(p, result.Solutions[0]), nil
}

// hint returns the advice of a grade from 1 to 4.
func (f *playFlags) hint(ctx context.Context, a *app, g *play.Game, grade int) (*record.Hint, error) {
	f.hints++
	work, err := operations.OpenHint(a.service(), &operations.HintRequest{State: g.Board.Rows(g.Puzzle.Palette), Tip: grade, LanguageOption: f.language})
	if err != nil {
		return nil, err
	}
	return work(ctx, g.Puzzle)
}

// playLine is a line of a program: exactly one of its members.
type playLine struct {
	Reset *create.GenerateRequest `json:"reset"`
	Moves []string                `json:"moves"`
	Undo  int                     `json:"undo"`
	Hint  int                     `json:"hint"`
}

// playState is the answer to a line.
type playState struct {
	Puzzle *object.Nonogram `json:"puzzle,omitempty"` // after a reset
	Board  []string         `json:"board"`
	Wrong  []record.Cell    `json:"wrong"`
	Reward float64          `json:"reward"`
	Done   bool             `json:"done"`
	Moves  int              `json:"moves"`
	Hint   *record.Hint     `json:"hint,omitempty"`
}

// maxPlayLine bounds a line, which may hold a puzzle.
const maxPlayLine = 16 << 20

// environment plays with a program.
func (f *playFlags) environment(ctx context.Context, a *app) error {
	lines, answers := bufio.NewScanner(a.in), newJSONLines(a)
	lines.Buffer(nil, maxPlayLine)
	var g *play.Game
	if len(f.files) > 0 {
		it, err := f.choose(a)
		if err != nil {
			return err
		}
		if g, err = begin(ctx, it.puzzle); err != nil {
			return fileError(it.file, err)
		}
	}
	for lines.Scan() && ctx.Err() == nil {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		next, state, err := f.step(ctx, a, g, lines.Bytes())
		if err != nil {
			err = answers.print(record.NewError("", "", err))
		} else {
			g = next
			err = answers.print(state)
		}
		if err := errors.Join(err, a.out.Flush()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// step answers a line. After an error the game is as before.
func (f *playFlags) step(ctx context.Context, a *app, g *play.Game, text []byte) (*play.Game, *playState, error) {
	var line playLine
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&line); err != nil {
		return nil, nil, operations.Errorf(operations.BadRequest, "", "found %.40q, expected an object with reset, moves, undo or hint: %v", text, err)
	}
	state := &playState{}
	before := 0.0
	switch {
	case line.Reset != nil:
		p, err := chosenPuzzle(ctx, a.service(), line.Reset)
		if err == nil {
			g, err = begin(ctx, p)
		}
		if err != nil {
			return nil, nil, err
		}
		shown := *p
		shown.Goal = nil
		state.Puzzle, before = object.New(&shown), g.Balance()
	case g == nil:
		return nil, nil, operations.Errorf(operations.BadRequest, "reset", "found no game, expected reset first")
	case line.Hint != 0:
		hint, err := f.hint(ctx, a, g, line.Hint)
		if err != nil {
			return nil, nil, err
		}
		state.Hint, before = hint, g.Balance()
	default:
		moves, err := record.ParseMoves("moves", line.Moves, g.Puzzle)
		if err != nil {
			return nil, nil, operations.AsRequest(err)
		}
		before = g.Balance()
		for range min(line.Undo, g.Moves) {
			g.Undo()
		}
		for _, move := range moves {
			g.Move(move)
		}
	}
	state.Board, state.Wrong = g.Board.Rows(g.Puzzle.Palette), append([]record.Cell{}, record.NewCells(g.Wrong())...) // a list even if empty
	state.Done, state.Moves = g.Done(), g.Moves
	state.Reward = g.Balance() - before
	if state.Done {
		state.Reward++
	}
	return g, state, nil
}

// chosenPuzzle returns the puzzle of a request or, without one, makes one from the seed.
func chosenPuzzle(ctx context.Context, s *operations.Service, r *create.GenerateRequest) (*nonogram.Puzzle, error) {
	if len(r.Puzzle) > 0 || r.Text != "" || len(r.Data) > 0 || r.Pack != "" {
		return s.One(&r.Input)
	}
	r.Count = 1
	recipe, err := create.OpenRecipe(s, r)
	if err != nil {
		return nil, err
	}
	puzzles, err := recipe.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	for made, err := range puzzles {
		if err != nil {
			return nil, err
		}
		return made.Puzzle, nil
	}
	return nil, errors.New("no puzzle like that was found")
}

// game plays with a person.
func (f *playFlags) game(ctx context.Context, a *app) error {
	if len(f.files) == 0 {
		return usagef("expected a puzzle to play, as nonogram play @cat; standard input has the moves")
	}
	f.blank = true
	it, err := f.choose(a)
	if err != nil {
		return err
	}
	g, err := begin(ctx, it.puzzle)
	if err != nil {
		return fileError(it.file, err)
	}
	fmt.Fprintln(a.out, playHelp)
	if err := showGame(a, g); err != nil {
		return err
	}
	for lines := bufio.NewScanner(a.in); !g.Done() && ctx.Err() == nil; {
		fmt.Fprint(a.out, "> ")
		if err := a.out.Flush(); err != nil {
			return err
		}
		if !lines.Scan() {
			fmt.Fprintln(a.out)
			return errors.Join(lines.Err(), exitUndecided)
		}
		if err := f.obey(ctx, a, g, strings.TrimSpace(lines.Text())); errors.Is(err, errQuit) {
			return exitUndecided
		} else if err != nil {
			fmt.Fprintln(a.out, printable(operations.AsError(err).Message))
		}
	}
	if ctx.Err() != nil {
		return exitUndecided
	}
	_, err = fmt.Fprintf(a.out, "Solved in %s, %s.\n", plural.Of(g.Moves, "move"), plural.Of(f.hints, "hint"))
	return err
}

// playHelp lists the words of a person.
const playHelp = `Moves: r3c4 # fills row 3, column 4; r3c4 . marks it empty; r3 .## sets a row, c4 #.# a column.
Other words: show, row 3, column 4, wrong, undo, hint (or hint 2 to 4 for more), help, quit.`

var errQuit = errors.New("quit")

// obey follows a line of a person.
func (f *playFlags) obey(ctx context.Context, a *app, g *play.Game, text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "":
		return nil
	case "quit":
		return errQuit
	case "help":
		fmt.Fprintln(a.out, playHelp)
	case "show":
		return showGame(a, g)
	case "row", "column":
		return printLine(a, g, word == "column", rest)
	case "wrong":
		fmt.Fprintf(a.out, "%s.\n", plural.Of(len(g.Wrong()), "wrong mark"))
	case "undo":
		if !g.Undo() {
			return errors.New("there is no move to take back")
		}
		return showGame(a, g)
	case "hint":
		grade, err := strconv.Atoi(rest)
		if err != nil {
			grade = 1
		}
		hint, err := f.hint(ctx, a, g, grade)
		if err != nil {
			return err
		}
		fmt.Fprintln(a.out, hint.Message)
	default:
		moves, err := record.ParseMoves("moves", []string{text}, g.Puzzle)
		if err != nil {
			return err
		}
		g.Move(moves[0])
		return showGame(a, g)
	}
	return nil
}

func showGame(a *app, g *play.Game) error {
	var b bytes.Buffer
	if err := drawTo(a, &b, g.Puzzle, g.Board, drawing(a, false)); err != nil {
		return err
	}
	_, err := a.out.Write(b.Bytes())
	return err
}

// printLine prints the clue and the cells of a line, for players who listen.
func printLine(a *app, g *play.Game, column bool, number string) error {
	clues, name, length := g.Puzzle.Rows, "row", g.Puzzle.Width()
	if column {
		clues, name, length = g.Puzzle.Cols, "column", g.Puzzle.Height()
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(clues) {
		return fmt.Errorf("found %q, expected a %s from 1 to %d", number, name, len(clues))
	}
	rows, cells := g.Board.Rows(g.Puzzle.Palette), ""
	for i := range length {
		row, col := n-1, i
		if column {
			row, col = i, n-1
		}
		cells += string([]rune(rows[row])[col])
	}
	_, err = fmt.Fprintf(a.out, "%s %d, clue %s: %s\n", name, n, clues[n-1], cells)
	return err
}
