package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/record"
	"nonogram/teach"
)

// describeFlags are what describe is asked for.
type describeFlags struct {
	common
	limits
	puzzleOut
	size, density, colors string
	difficulty            string
	filter                generate.Filter
	summary               bool
}

func newDescribe(a *app) *cobra.Command {
	f := &describeFlags{}
	cmd := &cobra.Command{
		Use:   "describe [flags] [FILE…]",
		Short: "List what is in a pack, and pick puzzles from it",
		Long: `Describe lists puzzles with their size, colors, share of filled cells, number of
solutions, difficulty, and a hash that is the same for puzzles that differ only by
rotation, reflection or the names of their colors. Below, it counts them by level.

Filters leave puzzles out; --out writes the others. Ranges are as 10..20, ..20 or
15 alone.

Exit status: 0 all puzzles could be described; 1 bad usage or unreadable input; 4
some puzzle is undecided within its budget.`,
		Example: `  nonogram describe pack.non
  nonogram describe @all --difficulty easy --size ..15 --colors 1
  nonogram describe @all --density 0.5..0.6 --unique --out picked.non
  nonogram describe --json pack.non`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.files = args
			return f.run(cmd.Context(), a)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.size, "size", "", "only puzzles whose sides are both in the `RANGE`")
	flags.StringVar(&f.density, "density", "", "only puzzles with a share of filled cells in the `RANGE`")
	flags.StringVar(&f.colors, "colors", "", "only puzzles with a number of inks in the `RANGE`")
	addLevels(cmd, &f.difficulty, "only puzzles of")
	flags.BoolVar(&f.filter.Unique, "unique", false, "only puzzles with exactly one solution")
	flags.BoolVar(&f.summary, "summary", false, "print the counts alone")
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	f.limits.addFlags(cmd)
	f.puzzleOut.addFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "summary")
	return cmd
}

// parseRange reads "10..20", "10..", "..20" or "10"; what is left out is 0.
func parseRange(flag, text string) (low, high float64, err error) {
	if text == "" {
		return 0, 0, nil
	}
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		to = from
	}
	number := func(s string) float64 {
		if s == "" {
			return 0
		}
		v, e := strconv.ParseFloat(s, 64)
		err = errors.Join(err, e)
		return v
	}
	low, high = number(from), number(to)
	if err != nil || !(low >= 0) || !(high >= 0) || from != "" && to != "" && low > high {
		return 0, 0, usagef("--%s is %q, expected a number or a range as 10..20", flag, text)
	}
	return low, high, nil
}

// read completes the filter.
func (f *describeFlags) read() error {
	if err := errors.Join(f.inputs.check(), f.limits.check(), oneOnStdout(f.json, f.out)); err != nil {
		return err
	}
	low, high, err := parseRange("size", f.size)
	f.filter.MinSide, f.filter.MaxSide = int(low), int(high)
	if err != nil {
		return err
	}
	if f.filter.MinDensity, f.filter.MaxDensity, err = parseRange("density", f.density); err != nil {
		return err
	}
	low, high, err = parseRange("colors", f.colors)
	f.filter.MinColors, f.filter.MaxColors = int(low), int(high)
	if err != nil {
		return err
	}
	f.filter.Levels, err = parseLevels("difficulty", f.difficulty)
	return err
}

// described is what came of one item.
type described struct {
	d   *generate.Description
	err error
}

func (f *describeFlags) worker() work[described] {
	describer := new(generate.Describer)
	return func(ctx context.Context, it item) described {
		if it.err != nil {
			return described{err: it.err}
		}
		ctx, cancel := f.context(ctx)
		defer cancel()
		d, err := describer.Describe(ctx, it.puzzle, generate.DescribeOptions{Budget: f.options(0).Budget, Seed: f.seed})
		return described{d, err}
	}
}

func (f *describeFlags) run(ctx context.Context, a *app) error {
	if err := f.read(); err != nil {
		return err
	}
	var c *converter
	if f.out != "" {
		var err error
		if c, err = f.converter(a, f.out); err != nil {
			return err
		}
		c.renumber = len(f.files) > 1
	}
	list := newDescriptions(f, a)
	bar := newProgress(a, "describing", &f.inputs)
	var status exitStatus
	err := forEach(ctx, f.items(a), f.workers, f.worker, func(it item, d described) error {
		defer bar.step()
		if d.err != nil {
			status.add(exitFailed)
			return list.addError(it, d.err)
		}
		if d.d.Status == nonogram.Undecided {
			status.add(exitUndecided)
		}
		if !f.filter.Wants(d.d) {
			list.left++
			return nil
		}
		if c != nil {
			c.add(it)
		}
		return list.add(it, d.d)
	})
	bar.finish()
	if ctx.Err() != nil {
		status.add(exitUndecided)
	}
	err = errors.Join(err, list.close())
	if err == nil && c != nil {
		err = c.finish()
	}
	if err != nil {
		return err
	}
	return status.err()
}

// descriptions prints the list.
type descriptions struct {
	f      *describeFlags
	a      *app
	lines  *jsonLines
	table  *tabwriter.Writer
	levels levelCount
	left   int // puzzles that the filters left out
}

func newDescriptions(f *describeFlags, a *app) *descriptions {
	return &descriptions{f: f, a: a, lines: newJSONLines(a), table: tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)}
}

func (l *descriptions) quiet() bool { return l.f.summary || l.f.out == "-" }

func (l *descriptions) add(it item, d *generate.Description) error {
	l.levels.count(d)
	switch {
	case l.quiet():
		return nil
	case l.f.json:
		r := record.NewDescribe(d)
		r.ID, r.File = it.id, l.f.fileOf(it)
		return l.lines.print(r)
	case l.levels.total == 1:
		fmt.Fprintln(l.table, "PUZZLE\tSIZE\tCOLORS\tFILLED\tSTATUS\tLEVEL\tSCORE\tHASH")
	}
	level, score := "", ""
	if d.Rating != nil {
		level, score = d.Rating.Level.String(), fmt.Sprintf("%.1f", d.Rating.Score)
	}
	_, err := fmt.Fprintf(l.table, "%s\t%d×%d\t%d\t%.0f %%\t%s\t%s\t%s\t%.8s\n",
		it.label, d.Width, d.Height, d.Colors, 100*d.Density, d.Status, level, score, d.Hash)
	return err
}

// addError tells of a puzzle that cannot be described, in its place.
func (l *descriptions) addError(it item, err error) error {
	if l.f.json && !l.quiet() {
		return l.lines.printError(it, l.f.fileOf(it), err)
	}
	printError(l.a, it, err)
	return nil
}

// close prints what is held and the counts.
func (l *descriptions) close() error {
	if err := l.table.Flush(); err != nil || l.f.json || l.f.out == "-" {
		return err
	}
	text := fmt.Sprintf("%s: %s", plural(l.levels.total, "puzzle"), &l.levels)
	if l.left > 0 {
		text += fmt.Sprintf("; %d left out", l.left)
	}
	_, err := fmt.Fprintln(l.a.out, text)
	return err
}

// levelCount counts puzzles by level.
type levelCount struct {
	total  int
	levels [teach.Expert + 1]int
	other  [nonogram.Unsolvable + 1]int // those without one solution, by status
}

func (c *levelCount) add(r *teach.Rating) {
	c.total++
	c.levels[r.Level]++
}

func (c *levelCount) count(d *generate.Description) {
	if d.Status == nonogram.Unique && d.Rating != nil {
		c.add(d.Rating)
		return
	}
	c.total++
	c.other[d.Status]++
}

// String lists what there is: "3 easy, 2 medium, 1 multiple".
func (c *levelCount) String() string {
	var parts []string
	for l, n := range c.levels {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, teach.Level(l)))
		}
	}
	for s, n := range c.other {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, nonogram.Status(s)))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
