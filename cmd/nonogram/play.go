package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"nonogram"
	"nonogram/cmd/internal/atomicfile"
	"nonogram/cmd/internal/filelock"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/record"
	"nonogram/cmd/internal/play"
	"nonogram/internal/object"
	"nonogram/solve"
)

// play is a game on the screen of a terminal, a game of typed lines, or an environment for
// programs.

type playFlags struct {
	chosen
	operations.LanguageOption
	JSON     bool   `flag:"answer a JSON object per line, for programs"`
	Lines    bool   `flag:"read typed lines and print lines; the default without a terminal"`
	Speak    bool   `flag:"read typed lines and answer in sentences without a board, for screen readers"`
	Progress string `flag:"continue the game in <FILE>, the web app's file of progress, and keep it there" file:"out"`
}

func newPlay(a *app) *cobra.Command {
	f := &playFlags{}
	cmd := newCommand("play", cobra.MaximumNArgs(1), f, func(cmd *cobra.Command, args []string) error {
		f.files = args
		if f.JSON {
			return f.environment(cmd.Context(), a)
		}
		return f.person(cmd.Context(), a)
	})
	cmd.MarkFlagsMutuallyExclusive("json", "lines")
	cmd.MarkFlagsMutuallyExclusive("json", "speak")
	cmd.MarkFlagsMutuallyExclusive("json", "progress")
	return cmd
}

// game begins a game of the chosen puzzle.
func (f *playFlags) game(ctx context.Context, a *app) (*play.Game, error) {
	f.blank = true
	it, err := f.choose(a)
	if err != nil {
		return nil, err
	}
	g, err := begin(ctx, it.puzzle)
	return g, fileError(it.file, err)
}

// begin begins a game of a puzzle with exactly one solution, found within showTimeout.
func begin(ctx context.Context, p *nonogram.Puzzle) (*play.Game, error) {
	if err := p.Rectangular(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, showTimeout)
	defer cancel()
	result, err := solve.Solve(ctx, p, nonogram.Options{Limit: 2})
	if err != nil {
		return nil, err
	}
	if result.Status != nonogram.Unique {
		return nil, fmt.Errorf("the puzzle is %s, expected one with exactly one solution", result.Status)
	}
	return play.New(p, result.Solutions[0]), nil
}

// hint returns the advice of a grade from 1 to 4.
func (f *playFlags) hint(ctx context.Context, a *app, g *play.Game, grade int) (*record.Hint, error) {
	work, err := operations.OpenHint(a.service(), &operations.HintRequest{State: g.Board.Rows(g.Puzzle.Palette), Grade: grade, LanguageOption: f.LanguageOption})
	if err != nil {
		return nil, err
	}
	g.Hints++
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

// turns reads lines until the game or the input ends.
func turns(ctx context.Context, a *app, prompt string, turn func(line string) (end bool, err error)) error {
	lines := bufio.NewScanner(a.stdin())
	lines.Buffer(nil, maxPlayLine)
	for ctx.Err() == nil {
		fmt.Fprint(a.out, prompt)
		if err := a.out.Flush(); err != nil {
			return err
		}
		if !lines.Scan() {
			if errors.Is(lines.Err(), errInterrupted) {
				return nil
			}
			return lines.Err()
		}
		if end, err := turn(strings.TrimSpace(lines.Text())); end || err != nil {
			return err
		}
	}
	return nil
}

// environment plays with a program.
func (f *playFlags) environment(ctx context.Context, a *app) (err error) {
	var g *play.Game
	if len(f.files) > 0 {
		if g, err = f.game(ctx, a); err != nil {
			return err
		}
	}
	answers := newJSONLines(a)
	return turns(ctx, a, "", func(line string) (bool, error) {
		if line == "" {
			return false, nil
		}
		next, state, err := f.step(ctx, a, g, line)
		if err != nil {
			return false, answers.print(record.NewError("", "", err))
		}
		g = next
		return false, answers.print(state)
	})
}

// step answers a line. After an error the game is as before.
func (f *playFlags) step(ctx context.Context, a *app, g *play.Game, text string) (*play.Game, *playState, error) {
	var line playLine
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(&line)
	if _, end := dec.Token(); err == nil && end != io.EOF {
		err = errors.New("there is more after the object")
	}
	if err != nil {
		return nil, nil, operations.Errorf(operations.BadRequest, "", "found %.40q, expected an object with reset, moves, undo or hint: %v", text, err)
	}
	state := &playState{}
	if line.Reset != nil {
		if kind := line.Reset.Kind; kind != "" && kind != "puzzle" {
			return nil, nil, operations.Errorf(operations.BadRequest, "reset.kind", "found %q, expected puzzle, or a puzzle of your own", kind)
		}
		p, err := create.One(ctx, a.service(), line.Reset)
		if err == nil {
			g, err = begin(ctx, p)
		}
		if err != nil {
			return nil, nil, err
		}
		shown := *p
		shown.Goal = nil
		state.Puzzle = object.New(&shown)
	}
	if g == nil {
		return nil, nil, operations.Errorf(operations.BadRequest, "reset", "found no game, expected reset first")
	}
	moves, err := record.ParseMoves("moves", line.Moves, g.Puzzle)
	if err != nil {
		return nil, nil, operations.AsRequest(err)
	}
	if line.Hint != 0 {
		if state.Hint, err = f.hint(ctx, a, g, line.Hint); err != nil {
			return nil, nil, err
		}
	}
	before, done := g.Balance(), g.Done() && line.Reset == nil
	for range min(line.Undo, g.Moves()) {
		g.Undo()
	}
	for _, move := range moves {
		g.Move(move)
	}
	state.Board, state.Wrong = g.Board.Rows(g.Puzzle.Palette), append([]record.Cell{}, record.NewCells(g.Wrong())...) // a list even if empty
	state.Done, state.Moves = g.Done(), g.Moves()
	state.Reward = g.Balance() - before
	if state.Done && !done {
		state.Reward++
	} else if done && !state.Done {
		state.Reward-- // or undo would earn it again
	}
	return g, state, nil
}

// person plays with a person.
func (f *playFlags) person(ctx context.Context, a *app) error {
	if len(f.files) == 0 {
		return usagef("expected a puzzle to play, as nonogram play @cat; standard input has the moves")
	}
	if f.Language == "" {
		f.Language = environmentLanguage()
	}
	if _, err := operations.ParseLanguage(f.Language); err != nil {
		return badFlag(err)
	}
	s := newSpeaker(f.Language)
	g, err := f.game(ctx, a)
	if err != nil {
		return err
	}
	keep, err := f.resume(g)
	if err != nil {
		return err
	}
	mode := typed
	if a.columns > 0 && !f.Lines && !f.Speak && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(os.Stdin.Fd())) {
		mode = screen
	}
	err = mode(ctx, a, &play.Screen{Game: g, Say: s.say, Count: s.count, Wrap: wrap, Colors: a.colors, Spoken: f.Speak, Hint: func(grade int) string {
		h, err := f.hint(ctx, a, g, grade)
		if err != nil {
			return printable(operations.AsError(err).Message)
		}
		return h.Message
	}})
	if err := cmp.Or(keep(), err); err != nil {
		return err
	}
	if !g.Done() {
		return exitUndecided
	}
	fmt.Fprintln(a.out, s.say("Solved in %s, %s.", s.count(g.Moves(), "%d move|%d moves"), s.count(g.Hints, "%d hint|%d hints")))
	if f.Speak {
		fmt.Fprint(a.out, s.picture(item{file: f.files[0], puzzle: g.Puzzle}))
	}
	return nil
}

// resume continues the game of the file of progress. The returned function keeps the game.
func (f *playFlags) resume(g *play.Game) (keep func() error, err error) {
	if f.Progress == "" {
		return func() error { return nil }, nil
	}
	path, err := atomicfile.Target(f.Progress)
	var p *play.Progress
	if err == nil {
		p, err = readProgress(path)
	}
	if err == nil {
		err = p.Resume(g)
	}
	if err != nil {
		return nil, fileError(f.Progress, err)
	}
	started := time.Now()
	return func() error {
		g.Seconds += int(time.Since(started).Seconds())
		return fileError(f.Progress, keepGame(path, g))
	}, nil
}

// readProgress reads a file of progress, which may be missing.
func readProgress(path string) (*play.Progress, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return play.ReadProgress(data)
}

// lockTime is how long keepGame waits for other processes, which need milliseconds.
const lockTime = 10 * time.Second

// keepGame adds a game to a file of progress as it is now: other processes, and the web app,
// may have changed it since it was read.
func keepGame(path string, g *play.Game) error {
	if !g.Changed() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockTime) // also after an interruption
	defer cancel()
	release, err := filelock.Hold(ctx, path)
	if err != nil {
		return err
	}
	defer release()
	p, err := readProgress(path)
	if err != nil {
		return err
	}
	if changed, err := p.Keep(g, time.Now()); err != nil || !changed {
		return err
	}
	return writeFile(path, p.Write)
}

// screen plays with keys on the whole terminal.
func screen(ctx context.Context, a *app, s *play.Screen) error {
	in := int(os.Stdin.Fd())
	before, err := term.MakeRaw(in)
	if err != nil {
		return err
	}
	fmt.Fprint(a.out, "\x1b[?1049h") // the alternate screen
	defer func() {
		fmt.Fprint(a.out, "\x1b[?1049l")
		_ = a.out.Flush()
		_ = term.Restore(in, before)
		_ = showGame(a, s.Game)
	}()
	keys := play.Keys(a.in)
	for !s.Done() {
		columns, lines, err := term.GetSize(int(os.Stdout.Fd()))
		if err != nil {
			return err
		}
		fmt.Fprint(a.out, s.Draw(columns, lines))
		if err := a.out.Flush(); err != nil {
			return err
		}
		select {
		case key, ok := <-keys:
			if !ok || s.Press(key) {
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// typed plays with typed lines.
func typed(ctx context.Context, a *app, s *play.Screen) error {
	fmt.Fprintln(a.out, playHelp(s))
	if s.Spoken {
		fmt.Fprintln(a.out, s.Opening())
	} else if err := showGame(a, s.Game); err != nil {
		return err
	}
	if s.Done() {
		return nil
	}
	return turns(ctx, a, "> ", func(line string) (bool, error) {
		quit, err := obey(a, s, line)
		if err != nil {
			fmt.Fprintln(a.out, printable(operations.AsError(err).Message))
		}
		return quit || s.Done(), nil
	})
}

// playHelp lists the words of a person.
func playHelp(s *play.Screen) string {
	help := s.Say("Moves: r3c4 # fills row 3, column 4; r3c4 . marks it empty; r3 .## sets a row, c4 #.# a column.") + "\n" +
		s.Say("Other words: show, row 3, column 4, wrong, undo, hint (or hint 2 to 4 for more), help, quit.")
	if s.Spoken {
		help += "\n" + s.Say("next, or an empty line, reads the next line that has changed; show reads all rows.")
	}
	return help
}

// obey follows a line of a person. Some words are keys of the screen.
func obey(a *app, s *play.Screen, text string) (quit bool, err error) {
	if s.Spoken {
		if said, ok := s.Read(text); ok {
			_, err := fmt.Fprintln(a.out, said)
			return false, err
		}
	}
	for _, l := range s.Puzzle.Lines() {
		if l.String() == text {
			return false, printLine(a, s, l)
		}
	}
	s.Message = ""
	switch word, rest, _ := strings.Cut(text, " "); word {
	case "", "show":
	case "help":
		s.Message = playHelp(s)
	case "undo":
		n, err := strconv.Atoi(cmp.Or(rest, "1"))
		if err != nil || n < 1 {
			return false, fmt.Errorf("found %q, expected undo, or undo and a number of moves", text)
		}
		var said []string
		for range min(n, max(1, s.Moves())) {
			s.Press(word[:1])
			said = append(said, s.Message)
		}
		s.Message = strings.TrimSpace(strings.Join(said, "\n"))
	case "wrong", "hint", "quit":
		if grade, err := strconv.Atoi(rest); err == nil {
			s.Grade = grade - 1
		}
		quit = s.Press(word[:1])
	default:
		moves, err := record.ParseMoves("moves", []string{text}, s.Puzzle)
		if err != nil {
			return false, err
		}
		s.Move(moves[0])
	}
	switch {
	case s.Spoken && quit:
		return quit, nil
	case s.Message == "":
		return quit, showGame(a, s.Game)
	}
	_, err = fmt.Fprintln(a.out, s.Message)
	return quit, err
}

func showGame(a *app, g *play.Game) error {
	return drawTo(a, a.out, g.Puzzle, g.Board, drawing(a, false))
}

// printLine prints the clue and the cells of a line.
func printLine(a *app, g *play.Screen, l nonogram.LineRef) error {
	cells := g.Board.Line(l, nil)
	one := nonogram.Grid{Width: len(cells), Height: 1, Cells: cells}
	_, err := fmt.Fprintln(a.out, g.Say("%s, clue %s: %s", g.Say(l.Axis.String()+" %d", l.Index+1), g.Clue(l), one.Rows(g.Puzzle.Palette)[0]))
	return err
}
