package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/render"
	"nonogram/teach"
)

// What the commands that make and sort puzzles share: where the puzzles and pictures
// of them go, and the flags for levels and ranges.

// puzzleOut are the flags that say where puzzles go.
type puzzleOut struct {
	out, to string
	lossy   bool
}

func (o *puzzleOut) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.out, "out", "", "write the puzzles to `FILE`, in the format of its ending, or into a folder/; - is standard output")
	cmd.Flags().StringVar(&o.to, "to", "", "write the format `NAME` instead of the one of --out's ending")
	cmd.Flags().BoolVar(&o.lossy, "lossy", false, "write what the format can hold, and leave out the rest")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
}

// oneOnStdout refuses to mix records and puzzles.
func oneOnStdout(json bool, out string) error {
	if json && out == stdoutName {
		return usagef("--json and --out - both write to standard output, expected one of them")
	}
	return nil
}

// stdoutFormat is what goes to standard output if --to does not say.
const stdoutFormat = "non"

// open is the converter for --out, nil if nothing is to be written. Puzzles of several
// files are numbered anew.
func (o *puzzleOut) open(a *app, renumber bool) (*converter, error) {
	if o.out == "" {
		return nil, nil
	}
	c, err := o.converter(a, o.out)
	c.renumber = renumber
	return c, err
}

// converter collects the puzzles for a file; path is --out or what stands for it.
func (o *puzzleOut) converter(a *app, path string) (*converter, error) {
	c := &converter{a: a, out: path, lossy: o.lossy, lost: map[string]int{}}
	c.folder = strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(os.PathSeparator)) || isFolder(path)
	target := convertFlags{to: o.to}
	if target.to == "" && path == "-" {
		target.to = stdoutFormat
	}
	var err error
	if c.format, err = target.target(path, c.folder); err == nil && path != "-" && !c.folder {
		err = writable(path)
	}
	return c, err
}

// madeItem is a puzzle of our own making as one of an input, for what takes those.
func madeItem(name string, p *nonogram.Puzzle, only bool) item {
	return item{id: p.ID, file: name, label: p.ID, only: only, puzzle: p}
}

// parseLevels reads the levels of --difficulty: "medium", "easy,hard", "easy..hard", or "lines" for all
// that need nothing but single lines.
func parseLevels(text string) ([]teach.Level, error) {
	if text == "" {
		return nil, nil
	}
	var levels []teach.Level
	for _, part := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(part, "..")
		switch {
		case part == lineLevels:
			from, to = teach.Trivial.String(), teach.Medium.String()
		case !isRange:
			to = from
		}
		var first, last teach.Level
		if first.UnmarshalText([]byte(levelName(from))) != nil || last.UnmarshalText([]byte(levelName(to))) != nil || first > last {
			return nil, usagef("--difficulty: found %q, expected %s or one of %s; a range is as easy..hard", text, lineLevels, strings.Join(levelNames(), ", "))
		}
		for l := first; l <= last; l++ {
			levels = append(levels, l)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels), nil
}

// lineLevels is the word for all levels that lines solve.
const lineLevels = "lines"

// levelName allows a hyphen for the space in a name, which a shell likes better.
func levelName(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "-", " ") }

func levelNames() []string {
	var names []string
	for _, l := range teach.Levels() {
		names = append(names, strings.ReplaceAll(l.String(), " ", "-"))
	}
	return names
}

// addLevels adds a flag for levels.
func addLevels(cmd *cobra.Command, levels *string, usage string) {
	cmd.Flags().StringVar(levels, "difficulty", "", usage+" `LEVELS`: "+strings.Join(levelNames(), ", ")+", as a list or a range as easy..hard; lines is all that single lines solve")
	_ = cmd.RegisterFlagCompletionFunc("difficulty", cobra.FixedCompletions(append(levelNames(), lineLevels), cobra.ShellCompDirectiveNoFileComp))
}

// checkSheet refuses names that do not end like a picture; none is as good.
func checkSheet(flag, path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg", ".png":
		return nil
	}
	if path == "" {
		return nil
	}
	return usagef("--%s %s: expected a name that ends in .svg or .png", flag, path)
}

// writeSheet writes drawings side by side, an SVG or PNG by the file's ending.
func writeSheet(path string, s *render.Sheet) error {
	if strings.EqualFold(filepath.Ext(path), ".svg") {
		return writeFile(path, s.SVG)
	}
	return writeFile(path, s.PNG)
}
