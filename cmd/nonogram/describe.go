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
	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
	"nonogram/internal/plural"
	"nonogram/teach"
)

// describeFlags are the flags of describe.
type describeFlags struct {
	common
	operations.Budget
	puzzleOut
	size, density, colors string
	difficulty            string
	filter                create.Filter
	summary               bool
}

func newDescribe(a *app) *cobra.Command {
	f := &describeFlags{}
	cmd := newCommand("describe")
	cmd.RunE = f.runE(a, f.run)
	flags := cmd.Flags()
	flags.StringVar(&f.size, "size", "", "only puzzles whose sides are both in the `RANGE`")
	flags.StringVar(&f.density, "density", "", "only puzzles with a share of filled cells in the `RANGE`")
	flags.StringVar(&f.colors, "colors", "", "only puzzles with a number of inks in the `RANGE`")
	addLevels(cmd, &f.difficulty, "only puzzles of")
	flags.BoolVar(&f.filter.Unique, "unique", false, "only puzzles with exactly one solution")
	flags.BoolVar(&f.summary, "summary", false, "print the counts alone")
	f.common.addFlags(cmd)
	f.addWorkers(cmd)
	requestFlags(cmd, &f.Budget)
	f.puzzleOut.addFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "summary")
	return cmd
}

// parseRange reads "10..20", "10..", "..20" or "10"; a missing bound is 0.
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
		return 0, 0, usagef("--%s: found %q, expected a number or a range as 10..20", flag, text)
	}
	return low, high, nil
}

// read parses the filter.
func (f *describeFlags) read() error {
	if err := oneOnStdout(f.json, f.out); err != nil {
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
	f.filter.Levels, err = parseLevels(f.difficulty)
	return err
}

func (f *describeFlags) run(ctx context.Context, a *app) error {
	if err := f.read(); err != nil {
		return err
	}
	list := &descriptions{f: f, a: a, table: tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)}
	var c *converter
	return each(ctx, a, &f.common, create.OpenDescribe, &create.DescribeRequest{Budget: f.Budget}, hooks[*create.DescribeResponse]{
		verb: "describing",
		begin: func() (err error) {
			c, err = f.open(a, len(f.files) > 1)
			return err
		},
		wanted: list.wanted,
		take: func(it item, _ *create.DescribeResponse) error {
			c.add(it)
			return nil
		},
		print: list.add,
		end: func(t tally) error {
			if err := list.close(); err != nil || t.err != nil {
				return err
			}
			return c.finish()
		},
	})
}

// descriptions prints the list.
type descriptions struct {
	f      *describeFlags
	a      *app
	table  *tabwriter.Writer
	levels levelCount
	left   int // excluded by the filters
}

// wanted applies the filters.
func (l *descriptions) wanted(d *create.DescribeResponse) bool {
	if !l.f.filter.Wants(d.Description) {
		l.left++
		return false
	}
	l.levels.count(d.Description)
	return true
}

func (l *descriptions) add(it item, d *create.DescribeResponse) error {
	if l.f.summary || l.f.out == stdoutName {
		return nil
	}
	if l.levels.total == 1 {
		fmt.Fprintln(l.table, "PUZZLE\tSIZE\tCOLORS\tFILLED\tSTATUS\tLEVEL\tSCORE\tHASH")
	}
	level, score := "", ""
	if d.Level != nil {
		level, score = d.Level.String(), fmt.Sprintf("%.1f", d.Score)
	}
	_, err := fmt.Fprintf(l.table, "%s\t%d×%d\t%d\t%.0f %%\t%s\t%s\t%s\t%.8s\n",
		it.label, d.Width, d.Height, d.Colors, 100*d.Description.Density, d.Status, level, score, d.Hash)
	return err
}

// close prints the table and the counts.
func (l *descriptions) close() error {
	if err := l.table.Flush(); err != nil || l.f.json || l.f.out == "-" {
		return err
	}
	text := fmt.Sprintf("%s: %s", plural.Of(l.levels.total, "puzzle"), &l.levels)
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
	other  [nonogram.Unsolvable + 1]int // those without a unique solution, by status
}

func (c *levelCount) add(r *teach.Rating) {
	c.total++
	c.levels[r.Level]++
}

func (c *levelCount) count(d *create.Description) {
	if d.Status == nonogram.Unique && d.Rating != nil {
		c.add(d.Rating)
		return
	}
	c.total++
	c.other[d.Status]++
}

// String lists the counts: "3 easy, 2 medium, 1 multiple".
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
