package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/render"
	"nonogram/teach"
)

// The commands that make and sort puzzles share the flags for their output, for levels and
// for ranges.

// puzzleOut are the flags for the output of puzzles.
type puzzleOut struct {
	out, to string
	lossy   bool
}

func (o *puzzleOut) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.out, "out", "", "write the puzzles to `FILE`, in the format of its ending, or into a folder/; - is standard output")
	cmd.Flags().StringVar(&o.to, "to", "", "write the format `NAME` instead of the one of --out's ending")
	cmd.Flags().BoolVar(&o.lossy, "lossy", false, "write what the format can hold, and leave out the rest")
	completeFlag(cmd, "to", formatNames()...)
}

// oneOnStdout rejects JSON and puzzles on the same stream.
func oneOnStdout(json bool, out string) error {
	if json && out == stdoutName {
		return usagef("--json and --out - both write to standard output, expected one of them")
	}
	return nil
}

// stdoutFormat is the default format for standard output.
const stdoutFormat = "non"

// open returns the converter for --out, or nil. Puzzles of several files are renumbered.
func (o *puzzleOut) open(a *app, renumber bool) (*converter, error) {
	if o.out == "" {
		return nil, nil
	}
	c, err := o.converter(a, o.out)
	c.renumber = renumber
	return c, err
}

// converter returns the converter for a file.
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

// madeItem returns a generated puzzle as an input item.
func madeItem(name string, p *nonogram.Puzzle, only bool) item {
	return item{id: p.ID, file: name, label: p.ID, only: only, puzzle: p}
}

// parseLevels reads --difficulty: "medium", "easy,hard", "easy..hard", or "lines" for all
// levels that single lines solve.
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

// lineLevels names all levels that single lines solve.
const lineLevels = "lines"

// levelName replaces hyphens, which are easier to type in a shell, by spaces.
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
	completeFlag(cmd, "difficulty", append(levelNames(), lineLevels)...)
}

// checkSheet rejects names that do not end like a picture.
func checkSheet(flag, path string) error {
	if path != "" && !slices.Contains([]string{".svg", ".png"}, strings.ToLower(filepath.Ext(path))) {
		return usagef("--%s %s: expected a name that ends in .svg or .png", flag, path)
	}
	return nil
}

// writeSheet writes drawings side by side as SVG or PNG.
func writeSheet(path string, drawings []*render.Drawing) error {
	draw := render.PNG
	if strings.EqualFold(filepath.Ext(path), ".svg") {
		draw = render.SVG
	}
	return writeFile(path, func(w io.Writer) error { return draw(w, drawings...) })
}
