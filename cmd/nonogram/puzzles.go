package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/internal/api/files"
	"nonogram/puzzles"
)

type puzzlesFlags struct {
	titles, json  bool
	chapter, size string
	difficulty    string
	color         bool
	colorGiven    bool
}

func newPuzzles(a *app) *cobra.Command {
	f := &puzzlesFlags{}
	cmd := &cobra.Command{
		Use:   "puzzles [flags]",
		Short: "List the puzzles that come with the program",
		Long: `Puzzles lists the pack that comes with the program: pictures drawn for it, each
the only solution of its clues, in the public domain (CC0). Other commands take
@17 for the puzzle with that number, @cat for the one with that name, @sketches
for a chapter and @all for the whole pack, wherever they take a FILE. (PowerShell
wants quotes: '@17'.)

The list does not say what the pictures show; --titles does.

Level and score say how difficult a puzzle is, as nonogram rate does. All but the
chapter "expert" can be solved by looking at one line at a time.`,
		Example: `  nonogram puzzles
  nonogram puzzles --size 10x10 --color
  nonogram puzzles --difficulty easy
  nonogram show --solution=false @17
  nonogram solve @17
  nonogram show @sketches --answers --out sketches.pdf`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.colorGiven = cmd.Flags().Changed("color")
			return f.run(a)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.titles, "titles", false, "say what the pictures show: names and titles")
	flags.StringVar(&f.chapter, "chapter", "", "list only the chapter `NAME`")
	addLevels(cmd, &f.difficulty, "list only puzzles of")
	flags.StringVar(&f.size, "size", "", "list only puzzles of a `SIZE`, as 10x15, or 10 for 10x10")
	flags.BoolVar(&f.color, "color", false, "list only puzzles in colour, with =false only black and white ones")
	flags.BoolVar(&f.json, "json", false, "print one JSON object per puzzle and line")
	_ = cmd.RegisterFlagCompletionFunc("chapter", cobra.FixedCompletions(chapterNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func chapterNames() []string {
	var names []string
	for _, c := range puzzles.Chapters() {
		names = append(names, c.Name)
	}
	return names
}

// listed is a puzzle of the pack that has passed the filters.
type listed struct {
	puzzles.Entry
	puzzle *nonogram.Puzzle
}

func (l *listed) inks() int { return len(l.puzzle.Palette) - 1 }

func (f *puzzlesFlags) run(a *app) error {
	list, err := f.list()
	if err != nil {
		return err
	}
	if f.json {
		return f.printJSON(a, list)
	}
	return f.print(a, list)
}

// list applies the filters.
func (f *puzzlesFlags) list() ([]listed, error) {
	if names := chapterNames(); f.chapter != "" && !slices.Contains(names, f.chapter) {
		return nil, usagef("--chapter: found %q, expected one of %s", f.chapter, strings.Join(names, ", "))
	}
	levels, err := parseLevels("difficulty", f.difficulty)
	if err != nil {
		return nil, err
	}
	width, height, err := f.sides()
	if err != nil {
		return nil, err
	}
	var list []listed
	for _, e := range puzzles.All() {
		l := listed{e, e.Puzzle()}
		switch {
		case f.chapter != "" && f.chapter != e.Chapter:
		case levels != nil && !slices.Contains(levels, e.Level):
		case f.size != "" && (l.puzzle.Width() != width || l.puzzle.Height() != height):
		case f.colorGiven && f.color != l.puzzle.Colored():
		default:
			list = append(list, l)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no puzzle of the pack is like that")
	}
	return list, nil
}

// sides reads --size: two numbers, or one for a square.
func (f *puzzlesFlags) sides() (width, height int, err error) {
	if f.size == "" {
		return 0, 0, nil
	}
	w, h, two := strings.Cut(strings.ReplaceAll(f.size, "×", "x"), "x")
	if !two {
		h = w
	}
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errW != nil || errH != nil || width < 1 || height < 1 {
		return 0, 0, usagef("--size: found %q, expected width and height as 10x15, or one number", f.size)
	}
	return width, height, nil
}

func (f *puzzlesFlags) print(a *app, list []listed) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "NO\tSIZE\tCOLORS\tLEVEL\tSCORE\tCHAPTER")
	if f.titles {
		fmt.Fprint(w, "\tNAME\tTITLE")
	}
	fmt.Fprintln(w)
	for _, l := range list {
		fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%.1f\t%s", l.Number, size(l.puzzle), l.inks(), l.Level, l.Score, l.Chapter)
		if f.titles {
			fmt.Fprintf(w, "\t%s\t%s", l.Name, l.puzzle.Title)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func (f *puzzlesFlags) printJSON(a *app, list []listed) error {
	lines := newJSONLines(a)
	for _, l := range list {
		if err := lines.print(files.Listed(l.Entry, l.puzzle, f.titles)); err != nil {
			return err
		}
	}
	return nil
}
