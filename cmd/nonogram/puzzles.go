package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/files"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/plural"
	"nonogram/puzzles"
)

// puzzles, describe and dedupe: lists of the pack and of files, filters, and duplicates.

type puzzlesFlags struct {
	request       files.PuzzlesRequest
	JSON          bool `flag:"print one JSON object per puzzle and line"`
	Color         bool `flag:"list only puzzles in color, with =false only black and white ones"`
	colorGiven    bool
	width, height int
	levels        create.Levels
}

func newPuzzles(a *app) *cobra.Command {
	f := &puzzlesFlags{}
	cmd := newCommand("puzzles", cobra.NoArgs, f, func(cmd *cobra.Command, _ []string) error {
		f.colorGiven = cmd.Flags().Changed("color")
		return f.run(cmd.Context(), a)
	})
	requestFlags(cmd, &f.request, "titles", "chapter")
	levelsVar(cmd, &f.levels, "list only puzzles of")
	sizeVar(cmd.Flags(), &f.width, &f.height, "", "list only puzzles of a `SIZE`, as 10x15, or 10 for 10x10")
	completeFlag(cmd, "chapter", chapterNames()...)
	return cmd
}

func chapterNames() []string {
	var names []string
	for _, c := range puzzles.Chapters() {
		names = append(names, c.Name)
	}
	return append(names, puzzles.ExampleSet, puzzles.TriddlerSet)
}

func (f *puzzlesFlags) run(ctx context.Context, a *app) error {
	list, err := f.list(ctx, a)
	if err != nil {
		return err
	}
	if !f.JSON {
		return f.print(a, list)
	}
	lines := newJSONLines(a)
	for _, p := range list {
		if err := lines.print(p); err != nil {
			return err
		}
	}
	return nil
}

// list returns the puzzles that pass the filters.
func (f *puzzlesFlags) list(ctx context.Context, a *app) ([]record.Puzzle, error) {
	pack, err := files.Puzzles(ctx, a.service(), &f.request)
	if err != nil {
		return nil, badFlag(err)
	}
	list := slices.DeleteFunc(pack.Puzzles, func(p record.Puzzle) bool {
		return f.levels != nil && !slices.Contains(f.levels, p.Level) ||
			f.width > 0 && (p.Width != f.width || p.Height != f.height) ||
			f.colorGiven && f.Color != (p.Colors > 1)
	})
	if len(list) == 0 {
		return nil, errors.New("no puzzle of the pack is like that")
	}
	return list, nil
}

func (f *puzzlesFlags) print(a *app, list []record.Puzzle) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "NO\tSIZE\tCOLORS\tLEVEL\tSCORE\tCHAPTER")
	if f.request.Titles {
		fmt.Fprint(w, "\tNAME\tTITLE")
	}
	fmt.Fprintln(w)
	for _, p := range list {
		fmt.Fprintf(w, "%d\t%d×%d\t%d\t%s\t%.1f\t%s", p.Number, p.Width, p.Height, p.Colors, p.Level, p.Score, p.Chapter)
		if f.request.Titles {
			fmt.Fprintf(w, "\t%s\t%s", p.Name, p.Title)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// describeFlags are the flags of describe.
type describeFlags struct {
	common
	request create.DescribeRequest
	puzzleOut
	filter  create.Filter
	Only    bool `json:"unique" flag:"only puzzles with exactly one solution"`
	Summary bool `flag:"print the counts alone"`
}

func newDescribe(a *app) *cobra.Command {
	f := &describeFlags{}
	cmd := newCommand("describe", nil, f, f.runE(a, f.run), &f.request)
	flags := cmd.Flags()
	rangeVar(flags, &f.filter.Sides, "size", "only puzzles whose sides are both in the `RANGE`")
	rangeVar(flags, &f.filter.Density, "density", "only puzzles with a share of filled cells in the `RANGE`")
	rangeVar(flags, &f.filter.Colors, "colors", "only puzzles with a number of inks in the `RANGE`")
	levelsVar(cmd, &f.filter.Levels, "only puzzles of")
	f.addWorkers(cmd)
	annotate(cmd, rewrites)
	cmd.MarkFlagsMutuallyExclusive("json", "summary")
	return cmd
}

func (f *describeFlags) run(ctx context.Context, a *app) error {
	f.filter.Unique = f.Only
	list := &descriptions{f: f, a: a, table: tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)}
	var c *converter
	return each(ctx, a, &f.common, create.OpenDescribe, &f.request, hooks[*create.DescribeAnswer]{
		verb: "describing",
		begin: func() (err error) {
			c, err = f.open(a, len(f.files) > 1)
			return err
		},
		wanted: list.wanted,
		take: func(it item, _ *create.DescribeAnswer) error {
			c.add(it)
			return nil
		},
		print: list.add,
		end: func(t tally) error {
			if err := list.close(); err != nil {
				return err
			}
			return c.end(t)
		},
	})
}

// descriptions prints the list.
type descriptions struct {
	f      *describeFlags
	a      *app
	table  *tabwriter.Writer
	counts counts
	left   int // excluded by the filters
}

// wanted applies the filters.
func (l *descriptions) wanted(d *create.DescribeAnswer) bool {
	if !l.f.filter.Wants(d.Description) {
		l.left++
		return false
	}
	if d.Status == nonogram.Unique && d.Level != nil {
		l.counts.add(d.Level.String())
	} else {
		l.counts.add(d.Status.String())
	}
	return true
}

func (l *descriptions) add(it item, d *create.DescribeAnswer) error {
	if l.f.Summary || l.f.Out == stdoutName {
		return nil
	}
	if l.counts.total == 1 {
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
	if err := l.table.Flush(); err != nil || l.f.JSON || l.f.Out == "-" {
		return err
	}
	text := fmt.Sprintf("%s: %s", plural.Of(l.counts.total, "puzzle", "puzzles"), &l.counts)
	if l.left > 0 {
		text += fmt.Sprintf("; %d left out", l.left)
	}
	_, err := fmt.Fprintln(l.a.out, text)
	return err
}

// dedupeFlags are the flags of dedupe.
type dedupeFlags struct {
	common
	puzzleOut
}

func newDedupe(a *app) *cobra.Command {
	f := &dedupeFlags{}
	cmd := newCommand("dedupe", nil, f, f.runE(a, f.run))
	annotate(cmd, rewrites)
	return cmd
}

func (f *dedupeFlags) run(ctx context.Context, a *app) error {
	if err := f.inputs.check(); err != nil {
		return err
	}
	c, err := f.open(a, len(f.files) > 1)
	if err != nil {
		return err
	}
	var seen create.Seen
	var status exitStatus
	total, again := 0, 0
	lines := newJSONLines(a)
	for it := range f.items(a) {
		if ctx.Err() != nil {
			break
		}
		var err error
		if it.err != nil {
			status.add(exitFailed)
			c.fail()
		}
		switch {
		case it.err != nil && f.JSON:
			err = lines.printError(it, it.file, it.err)
		case it.err != nil:
			printError(a, it, it.err)
		default:
			total++
			found := f.look(&seen, it)
			if found == nil {
				c.add(it)
				continue
			}
			again++
			err = f.print(a, lines, found)
		}
		if err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		status.add(exitUndecided)
	}
	if err := c.finish(); err != nil {
		return err
	}
	if !f.JSON && f.Out != stdoutName {
		fmt.Fprintf(a.out, "%s, %d of them again\n", plural.Of(total, "puzzle", "puzzles"), again)
	}
	return status.err()
}

// look compares a puzzle with earlier ones. JSON names its id and file, text its label.
func (f *dedupeFlags) look(seen *create.Seen, it item) *record.Dedupe {
	if f.JSON {
		return seen.Add(it.puzzle, it.id, it.file)
	}
	return seen.Add(it.puzzle, it.label, "")
}

func (f *dedupeFlags) print(a *app, lines *jsonLines, again *record.Dedupe) error {
	switch {
	case f.JSON:
		return lines.print(again)
	case f.Out == stdoutName:
		return nil
	}
	_, err := fmt.Fprintf(a.out, "%s is %s again\n", again.ID, again.Of)
	return err
}
