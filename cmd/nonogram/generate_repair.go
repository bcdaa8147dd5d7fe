package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/record"
	"nonogram/render"
	"nonogram/solve"
)

// aimFlags say what a repaired picture must be, and what it may cost.
type aimFlags struct {
	difficulty string
	maxChanges string
	symmetry   string
	seed       uint64
	tries      int
	timeout    time.Duration
}

func (f *aimFlags) addFlags(cmd *cobra.Command) {
	addLevels(cmd, &f.difficulty, "make it of")
	flags := cmd.Flags()
	flags.StringVar(&f.maxChanges, "max-changes", "20%", "change at most `N` cells, or N% of them")
	flags.StringVar(&f.symmetry, "symmetry", "none", "change cells together, to keep the symmetry `NAME`: "+joined(generate.Symmetries()))
	flags.Uint64Var(&f.seed, "seed", 0, "vary what is left to chance by the seed `N`")
	flags.IntVar(&f.tries, "tries", generate.DefaultTries, "look `N` times for fewer changes")
	flags.DurationVar(&f.timeout, "timeout", 0, "give up on a puzzle after `D`, as 500ms or 10s (default: after some seconds of work)")
	_ = cmd.RegisterFlagCompletionFunc("symmetry", cobra.FixedCompletions(texts(generate.Symmetries()), cobra.ShellCompDirectiveNoFileComp))
}

// options are the flags in the library's terms, for a picture of so many cells.
func (f *aimFlags) options(cells int) (o generate.RepairOptions, err error) {
	if o.Levels, err = parseLevels("difficulty", f.difficulty); err != nil {
		return o, err
	}
	if err := o.Symmetry.UnmarshalText([]byte(f.symmetry)); err != nil {
		return o, usagef("--symmetry: %w", err)
	}
	number, percent := strings.CutSuffix(f.maxChanges, "%")
	n, err := strconv.ParseFloat(number, 64)
	if percent {
		n *= float64(cells) / 100
	}
	switch {
	case err != nil || !(n >= 0) || n > nonogram.MaxCells:
		return o, usagef("--max-changes is %q, expected a number of cells, or a share as 5%%", f.maxChanges)
	case f.tries < 1:
		return o, usagef("--tries is %d, expected at least 1", f.tries)
	case f.timeout < 0:
		return o, usagef("--timeout is %v, expected a positive duration", f.timeout)
	}
	o.MaxChanges, o.Seed, o.Tries = max(1, int(n)), f.seed, f.tries
	if f.timeout > 0 {
		o.Work = -1 // the clock decides
	}
	return o, nil
}

// repair runs a repair within the time it may take.
func (f *aimFlags) repair(ctx context.Context, p *nonogram.Puzzle, doubt []float64) (*generate.Repaired, error) {
	o, err := f.options(len(p.Goal.Cells))
	if err != nil {
		return nil, err
	}
	o.Doubt = doubt
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	return generate.Repair(ctx, p, o)
}

// repairFlags are what generate repair is asked for.
type repairFlags struct {
	inputs
	aimFlags
	puzzleOut
	diff        string
	json, quiet bool
	force       bool
}

func newGenerateRepair(a *app) *cobra.Command {
	f := &repairFlags{}
	cmd := &cobra.Command{
		Use:   "repair [flags] [FILE…]",
		Short: "Make ambiguous pictures fair by changing a few cells",
		Long: `Repair takes the goal of each puzzle, or a solution it finds itself, and changes as
few cells as it can, where it shows least, so that the picture becomes the only
solution of its clues. With --difficulty it also makes it as hard as wanted;
--difficulty lines wants a puzzle that single lines solve.

It draws the picture with the changed cells marked and says what was done. --diff
draws before and after side by side. --out writes the repaired puzzles; those that
could not be repaired are left out, unless --force is given.

Exit status: 0 all puzzles are as wanted; 1 bad usage or unreadable input; 3 some
puzzle is unsolvable; 4 some puzzle could not be repaired.`,
		Example: `  nonogram generate repair ambiguous.non
  nonogram generate repair --difficulty lines ambiguous.non --out fair.non
  nonogram generate repair ambiguous.non --diff repair.svg
  nonogram generate repair --difficulty easy..medium --max-changes 5% cat.non`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	f.inputs.addFlags(cmd)
	f.aimFlags.addFlags(cmd)
	f.puzzleOut.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.diff, "diff", "", "draw before and after to `FILE`, .svg or .png; of several puzzles below each other")
	flags.BoolVar(&f.json, "json", false, "print one JSON object per puzzle and line")
	flags.BoolVar(&f.quiet, "quiet", false, "do not draw")
	flags.BoolVar(&f.force, "force", false, "write puzzles even if they are not as wanted")
	return cmd
}

// mended is what came of one item.
type mended struct {
	repaired *generate.Repaired
	before   *nonogram.Puzzle
	exit     exitStatus
	err      error
	elapsed  time.Duration
}

func (f *repairFlags) check() error {
	if err := errors.Join(f.inputs.check(), oneOnStdout(f.json, f.out)); err != nil {
		return err
	}
	if f.diff != "" {
		if err := checkSheet("diff", f.diff); err != nil {
			return err
		}
	}
	_, err := f.options(1)
	return err
}

func (f *repairFlags) run(ctx context.Context, a *app) error {
	if err := f.check(); err != nil {
		return err
	}
	var c *converter
	if f.out != "" {
		var err error
		if c, err = f.converter(a, f.out); err != nil {
			return err
		}
	}
	s := &render.Sheet{Columns: 2}
	lines := newJSONLines(a)
	bar := newProgress(a, "repairing", &f.inputs)
	var status exitStatus
	err := forEach(ctx, f.items(a), runtime.GOMAXPROCS(0), f.worker, func(it item, m mended) error {
		defer bar.step()
		status.add(m.exit)
		switch {
		case m.repaired == nil && f.json:
			return lines.printError(it, f.fileOf(it), m.err)
		case m.repaired == nil:
			printError(a, it, m.err)
			return nil
		}
		if c != nil && (m.repaired.Reached || f.force) {
			it.puzzle = m.repaired.Puzzle
			c.add(it)
		}
		s.Drawings = append(s.Drawings, beforeAfter(m.before, m.repaired)...)
		return f.print(a, lines, it, m)
	})
	bar.finish()
	if err == nil && c != nil {
		err = c.finish()
	}
	if err == nil && f.diff != "" && len(s.Drawings) > 0 {
		err = writeSheet(f.diff, s)
	}
	if ctx.Err() != nil {
		status.add(exitUndecided)
	}
	if err != nil {
		return err
	}
	return status.err()
}

func (f *repairFlags) worker() work[mended] {
	engine := new(solve.Engine)
	return func(ctx context.Context, it item) (m mended) {
		if it.err != nil {
			return mended{err: it.err, exit: exitFailed}
		}
		start := time.Now()
		p, exit, err := withGoal(ctx, engine, it.puzzle)
		if err != nil {
			return mended{err: err, exit: exit}
		}
		m.before = p
		m.repaired, m.err = f.repair(ctx, p, nil)
		m.elapsed = time.Since(start)
		switch {
		case m.err != nil:
			m.exit = exitFailed
		case !m.repaired.Reached:
			m.exit = exitUndecided
		}
		return m
	}
}

// goalTimeout is how long a solution is looked for in a puzzle without a goal.
const goalTimeout = 10 * time.Second

// withGoal is the puzzle with a picture: its goal, or a solution.
func withGoal(ctx context.Context, engine *solve.Engine, p *nonogram.Puzzle) (*nonogram.Puzzle, exitStatus, error) {
	if p.Goal != nil {
		return p, exitOK, nil
	}
	ctx, cancel := context.WithTimeout(ctx, goalTimeout)
	defer cancel()
	r, err := engine.Solve(ctx, p, nonogram.Options{Limit: 1})
	switch {
	case err != nil:
		return nil, exitFailed, err
	case len(r.Solutions) > 0:
		q := *p
		q.Goal = r.Solutions[0]
		return &q, exitOK, nil
	case r.Status == nonogram.Unsolvable:
		return nil, exitUnsolvable, errors.New("unsolvable, so that there is no picture to repair")
	}
	return nil, exitUndecided, fmt.Errorf("no solution found in %v, so that there is no picture to repair", goalTimeout)
}

func (f *repairFlags) print(a *app, lines *jsonLines, it item, m mended) error {
	if f.json {
		r := record.NewRepair(m.repaired)
		r.ID, r.File, r.Elapsed = it.id, f.fileOf(it), record.InMilliseconds(m.elapsed)
		return lines.print(r)
	}
	if f.out == "-" {
		return nil
	}
	var b bytes.Buffer
	if !it.only {
		fmt.Fprintln(&b, it.label)
	}
	if !f.quiet {
		err := drawTo(a, &b, m.repaired.Puzzle, m.repaired.Puzzle.Goal, render.Options{Clues: true, Guides: true, Color: a.color, Other: changedFrom(m.before, m.repaired)})
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(&b, "before: %s\nafter:  %s\n%s · %s\n", stateWords(&m.repaired.Before), stateWords(&m.repaired.After), changeWords(m.repaired), short(m.elapsed))
	_, err := a.out.Write(b.Bytes())
	return err
}

// changedFrom is the picture before, for marking what changed, nil if nothing did.
func changedFrom(before *nonogram.Puzzle, r *generate.Repaired) *nonogram.Grid {
	if len(r.Changes) == 0 {
		return nil
	}
	return before.Goal
}

// stateWords says what is known of a puzzle: "unique, easy (19.2)".
func stateWords(s *generate.State) string {
	switch {
	case s.Rating != nil:
		return fmt.Sprintf("%s, %s (%.1f)", s.Status, s.Rating.Level, s.Rating.Score)
	case s.Status == nonogram.Multiple:
		return fmt.Sprintf("several solutions, which differ in %s or more; single lines leave %d open", plural(s.Differ, "cell"), s.Open)
	}
	return fmt.Sprintf("%s; single lines leave %s open", s.Status, plural(s.Open, "cell"))
}

// changeWords says what was changed, and why it was not enough.
func changeWords(r *generate.Repaired) string {
	cells := len(r.Puzzle.Goal.Cells)
	text := fmt.Sprintf("%s of %d changed (%.1f %%)", plural(len(r.Changes), "cell"), cells, 100*float64(len(r.Changes))/float64(cells))
	if len(r.Changes) == 0 {
		text = "nothing changed"
	}
	if r.Reached {
		return text
	}
	return text + "; it is not as wanted yet, " + whyNot[r.Stopped]
}

// whyNot says why a repair ended before its aim.
var whyNot = map[nonogram.StopReason]string{
	nonogram.StopStalled:   "and no change within the limit helps",
	nonogram.StopTime:      "but the time is up",
	nonogram.StopCancelled: "but it was stopped",
	generate.StopWork:      "but the usual effort is spent; --timeout allows more",
}

// beforeAfter draws a repair: the picture before, the picture after, in both the
// cells that changed outlined.
func beforeAfter(before *nonogram.Puzzle, r *generate.Repaired) []*render.Drawing {
	var marks render.Highlight
	for _, c := range r.Changes {
		marks.Cells = append(marks.Cells, render.Cell{Row: c.Row, Col: c.Col})
	}
	first := *before
	first.Rows, first.Cols = nonogram.CluesOf(before.Goal)
	return []*render.Drawing{
		{Puzzle: &first, Grid: first.Goal, Title: "before: " + stateBrief(&r.Before), Highlight: marks},
		{Puzzle: r.Puzzle, Grid: r.Puzzle.Goal, Title: "after: " + stateBrief(&r.After), Highlight: marks},
	}
}

// stateBrief is stateWords for a caption.
func stateBrief(s *generate.State) string {
	if s.Rating != nil {
		return fmt.Sprintf("%s, %s", s.Status, s.Rating.Level)
	}
	return s.Status.String() + " solutions"
}
