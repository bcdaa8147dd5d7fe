package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/operations/create"
	"nonogram/internal/operations/record"
	"nonogram/internal/plural"
	"nonogram/render"
)

// aimFlags are the flags for the goal and the cost of a repair.
type aimFlags struct {
	difficulty string
	maxChanges string
	create.RepairRequest
}

func (f *aimFlags) addFlags(cmd *cobra.Command) {
	addLevels(cmd, &f.difficulty, "make it of")
	flags := cmd.Flags()
	flags.StringVar(&f.maxChanges, "max-changes", "20%", "change at most `N` cells, or N% of them")
	f.Tries = 4
	requestFlags(cmd, &f.RepairRequest, "symmetry", "seed", "tries", "timeout_ms")
}

// request returns the request of the flags.
func (f *aimFlags) request() (r *create.RepairRequest, err error) {
	r = &f.RepairRequest
	if r.Levels, err = parseLevels(f.difficulty); err != nil {
		return nil, err
	}
	number, percent := strings.CutSuffix(f.maxChanges, "%")
	n, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || !(n >= 0) || n > nonogram.MaxCells:
		return nil, usagef("--max-changes: found %q, expected a number of cells, or a share as 5%%", f.maxChanges)
	case percent && n > 0:
		r.MaxShare = min(n/100, 1)
	default:
		r.MaxChanges = max(1, int(n))
	}
	return r, nil
}

// repairFlags are the flags of generate repair.
type repairFlags struct {
	common
	aimFlags
	puzzleOut
	diff         string
	quiet, force bool
}

func newGenerateRepair(a *app) *cobra.Command {
	f := &repairFlags{}
	cmd := newCommand("generate_repair")
	cmd.RunE = f.runE(a, f.run)
	f.common.addFlags(cmd)
	f.workers = runtime.GOMAXPROCS(0)
	f.aimFlags.addFlags(cmd)
	f.puzzleOut.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.diff, "diff", "", "draw before and after to `FILE`, .svg or .png; of several puzzles below each other")
	flags.BoolVar(&f.quiet, "quiet", false, "do not draw")
	flags.BoolVar(&f.force, "force", false, "write puzzles even if they are not as wanted")
	return cmd
}

func (f *repairFlags) run(ctx context.Context, a *app) error {
	if err := errors.Join(oneOnStdout(f.json, f.out), checkSheet("diff", f.diff)); err != nil {
		return err
	}
	request, err := f.request()
	if err != nil {
		return err
	}
	var c *converter
	var drawings []*render.Drawing
	return each(ctx, a, &f.common, create.OpenRepair, request, hooks[*create.RepairResponse]{
		verb: "repairing",
		begin: func() (err error) {
			c, err = f.open(a, false)
			return err
		},
		take: func(it item, m *create.RepairResponse) error {
			if m.Repaired == nil {
				return nil
			}
			if m.Reached || f.force {
				it.puzzle = m.Repaired.Puzzle
				c.add(it)
			}
			drawings = append(drawings, beforeAfter(m)...)
			return nil
		},
		print: func(it item, m *create.RepairResponse) error { return f.print(a, it, m) },
		end: func(t tally) error {
			if t.err != nil {
				return nil
			}
			if err := c.finish(); err != nil || f.diff == "" || len(drawings) == 0 {
				return err
			}
			return writeSheet(f.diff, drawings)
		},
	})
}

func (f *repairFlags) print(a *app, it item, m *create.RepairResponse) error {
	switch {
	case m.Repaired == nil:
		printError(a, it, errors.New(m.Reason))
		return nil
	case f.out == stdoutName:
		return nil
	}
	var b bytes.Buffer
	if !it.only {
		fmt.Fprintln(&b, it.label)
	}
	if err := writeRepair(a, &b, m, f.quiet); err != nil {
		return err
	}
	_, err := a.out.Write(b.Bytes())
	return err
}

// writeRepair draws a repaired picture with its changes marked, unless quiet, and describes
// the repair.
func writeRepair(a *app, b *bytes.Buffer, m *create.RepairResponse, quiet bool) error {
	if !quiet {
		p := m.Repaired.Puzzle
		o := drawing(a, false)
		if len(m.Changes) > 0 {
			o.Other = m.Picture.Goal
		}
		if err := drawTo(a, b, p, p.Goal, o); err != nil {
			return err
		}
	}
	fmt.Fprintf(b, "before: %s\nafter:  %s\n%s · %s\n", stateWords(&m.Before), stateWords(&m.After), changeWords(m), short(m.Elapsed.Duration()))
	return nil
}

// stateWords describes a puzzle: "unique, easy (19.2)".
func stateWords(s *record.RepairState) string {
	switch {
	case s.Level != nil:
		return fmt.Sprintf("%s, %s (%.1f)", s.Status, s.Level, s.Score)
	case s.Status == nonogram.Multiple:
		return fmt.Sprintf("several solutions, which differ in %s or more; single lines leave %d open", plural.Of(s.Differ, "cell"), s.Open)
	}
	return fmt.Sprintf("%s; single lines leave %s open", s.Status, plural.Of(s.Open, "cell"))
}

// changeWords describes the changes, and why they were not enough.
func changeWords(m *create.RepairResponse) string {
	cells := m.Width * m.Height
	text := fmt.Sprintf("%s of %d changed (%.1f %%)", plural.Of(len(m.Changes), "cell"), cells, 100*float64(len(m.Changes))/float64(cells))
	if len(m.Changes) == 0 {
		text = "nothing changed"
	}
	if m.Reached {
		return text
	}
	return text + "; it is not as wanted yet, " + whyNot[m.Repaired.Stopped]
}

// whyNot explains why a repair stopped early.
var whyNot = map[nonogram.StopReason]string{
	nonogram.StopStalled:   "and no change within the limit helps",
	nonogram.StopTime:      "but the time is up",
	nonogram.StopCancelled: "but it was stopped",
	generate.StopWork:      "but the usual effort is spent; --timeout allows more",
}

// beforeAfter draws the picture before and after a repair, with changed cells outlined.
func beforeAfter(m *create.RepairResponse) []*render.Drawing {
	var changed []nonogram.Cell
	for _, c := range m.Changes {
		changed = append(changed, nonogram.Cell{Row: c.Row - 1, Col: c.Column - 1})
	}
	first, after := *m.Picture, m.Repaired.Puzzle
	first.Rows, first.Cols = nonogram.CluesOf(first.Goal)
	return []*render.Drawing{
		{Puzzle: &first, Grid: first.Goal, Title: "before: " + stateBrief(&m.Before), Cells: changed},
		{Puzzle: after, Grid: after.Goal, Title: "after: " + stateBrief(&m.After), Cells: changed},
	}
}

// stateBrief is a short stateWords for captions.
func stateBrief(s *record.RepairState) string {
	if s.Level != nil {
		return fmt.Sprintf("%s, %s", s.Status, s.Level)
	}
	return s.Status.String() + " solutions"
}
