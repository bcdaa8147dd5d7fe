package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nonogram/internal/operations/files"
	"nonogram/internal/operations/record"
	"nonogram/puzzles"
)

type puzzlesFlags struct {
	request           files.PuzzlesRequest
	json              bool
	size, difficulty  string
	color, colorGiven bool
}

func newPuzzles(a *app) *cobra.Command {
	f := &puzzlesFlags{}
	cmd := newCommand("puzzles")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		f.colorGiven = cmd.Flags().Changed("color")
		return f.run(cmd.Context(), a)
	}
	flags := cmd.Flags()
	requestFlags(cmd, &f.request, "titles", "chapter")
	addLevels(cmd, &f.difficulty, "list only puzzles of")
	flags.StringVar(&f.size, "size", "", "list only puzzles of a `SIZE`, as 10x15, or 10 for 10x10")
	flags.BoolVar(&f.color, "color", false, "list only puzzles in color, with =false only black and white ones")
	flags.BoolVar(&f.json, "json", false, "print one JSON object per puzzle and line")
	completeFlag(cmd, "chapter", chapterNames()...)
	return cmd
}

func chapterNames() []string {
	var names []string
	for _, c := range puzzles.Chapters() {
		names = append(names, c.Name)
	}
	return append(names, puzzles.ExampleSet)
}

func (f *puzzlesFlags) run(ctx context.Context, a *app) error {
	list, err := f.list(ctx, a)
	if err != nil {
		return err
	}
	if !f.json {
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
	levels, err := parseLevels(f.difficulty)
	if err != nil {
		return nil, err
	}
	width, height := 0, 0
	if f.size != "" {
		if width, height, err = parseSize(f.size); err != nil {
			return nil, err
		}
	}
	pack, err := files.Puzzles(ctx, a.service(), &f.request)
	if err != nil {
		return nil, badFlag(err)
	}
	list := slices.DeleteFunc(pack.Puzzles, func(p record.Puzzle) bool {
		return levels != nil && !slices.Contains(levels, p.Level) ||
			f.size != "" && (p.Width != width || p.Height != height) ||
			f.colorGiven && f.color != (p.Colors > 1)
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
