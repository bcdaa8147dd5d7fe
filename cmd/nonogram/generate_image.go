package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/generate"
	imagefile "nonogram/generate/picture"
	"nonogram/render"
)

// imageFlags are what generate image is asked for.
type imageFlags struct {
	aimFlags
	puzzleOut
	size, crop, fit string
	mode, palette   string
	o               generate.ImageOptions
	title           string
	repairing       bool
	candidates      int
	candidate       int
	diff            string
	quiet, force    bool
}

func newGenerateImage(a *app) *cobra.Command {
	f := &imageFlags{}
	cmd := &cobra.Command{
		Use:   "image [flags] FILE",
		Short: "Make a puzzle from a photo or drawing",
		Long: `Image makes a puzzle from a picture file (PNG, JPEG, GIF, WebP or BMP; - is standard
input) that has exactly one solution: the picture is reduced to a few cells and then
repaired, as generate repair does, where it is ambiguous.

--mode says how cells are decided: threshold fills what is dark, edges follows
outlines, dither makes dots, color looks for a few colors. What is transparent is
background. --bias fills more or less, --local lets a threshold follow uneven light.

--candidates N makes N pictures in different ways and draws them all to --out, a
.png or .svg; --candidate K then makes the puzzle of one of them.

The picture is drawn with the changed cells marked. --out writes the puzzle.

Exit status: 0 the puzzle is as wanted; 1 bad usage or unreadable input; 4 it could
not be repaired: then nothing is written, unless --force is given.`,
		Example: `  nonogram generate image photo.png
  nonogram generate image photo.png --size 30 --mode edges --clean 2 --out photo.non
  nonogram generate image photo.png --colors 4 --difficulty lines --out photo.json
  nonogram generate image photo.png --candidates 6 --out sheet.png
  nonogram generate image photo.png --candidate 2 --diff repair.svg --out photo.non`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.read(cmd); err != nil {
				return err
			}
			return f.run(cmd.Context(), a, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.size, "size", strconv.Itoa(generate.DefaultSide), "`N` cells on the longer side, or WIDTHxHEIGHT")
	flags.StringVar(&f.crop, "crop", "", "use only the part `WxH+X+Y` of the image, in pixels")
	flags.StringVar(&f.fit, "fit", "cover", "`HOW` an image of other proportions fits: cover cuts it off, contain adds background, stretch")
	flags.StringVar(&f.mode, "mode", "threshold", "decide cells by `NAME`: "+joined(generate.Modes()))
	flags.Float64Var(&f.o.Bias, "bias", 0, "fill more above 0 and less below, `B` from -1 to 1")
	flags.Float64Var(&f.o.Local, "local", 0.5, "how much a threshold follows the surroundings, `L` from 0 to 1")
	flags.BoolVar(&f.o.Invert, "invert", false, "fill what is light")
	flags.IntVar(&f.o.Colors, "colors", 3, fmt.Sprintf("look for `N` inks, up to %d; implies --mode color", generate.MaxInks))
	flags.StringVar(&f.palette, "palette", "", "use the `COLORS` #rrggbb,#rrggbb,…, the background first; implies --mode color")
	flags.IntVar(&f.o.Specks, "clean", 0, "remove specks and holes of up to `N` cells")
	flags.BoolVar(&f.o.Thin, "thin", false, "remove thin ends, too")
	flags.StringVar(&f.title, "title", "", "give the puzzle the title `TEXT` (default: the file's name)")
	flags.BoolVar(&f.repairing, "repair", true, "change cells until there is one solution")
	flags.IntVar(&f.candidates, "candidates", 0, "draw `N` different pictures to --out, to choose from")
	flags.IntVar(&f.candidate, "candidate", 0, "make the puzzle of candidate `K`")
	flags.StringVar(&f.diff, "diff", "", "draw the picture before and after the repair to `FILE`, .svg or .png")
	flags.BoolVar(&f.quiet, "quiet", false, "do not draw")
	flags.BoolVar(&f.force, "force", false, "write the puzzle even if it is not as wanted")
	f.aimFlags.addFlags(cmd)
	f.puzzleOut.addFlags(cmd)
	_ = cmd.RegisterFlagCompletionFunc("mode", cobra.FixedCompletions(texts(generate.Modes()), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("fit", cobra.FixedCompletions([]string{"cover", "contain", "stretch"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// read puts the flags in the library's terms, as far as they do not depend on the
// image.
func (f *imageFlags) read(cmd *cobra.Command) error {
	if err := f.o.Mode.UnmarshalText([]byte(f.mode)); err != nil {
		return usagef("--mode: %w", err)
	}
	if err := f.o.Fit.UnmarshalText([]byte(f.fit)); err != nil {
		return usagef("--fit: %w", err)
	}
	var err error
	if f.o.Palette, err = parsePalette(f.palette); err != nil {
		return err
	}
	if f.o.Crop, err = parseCrop(f.crop); err != nil {
		return err
	}
	if !cmd.Flags().Changed("mode") && (cmd.Flags().Changed("colors") || f.palette != "") {
		f.o.Mode = generate.Colored
	}
	f.o.Seed = f.seed
	if f.diff != "" {
		if err := checkSheet("diff", f.diff); err != nil {
			return err
		}
	}
	variants := len(generate.Variants(f.o))
	given := cmd.Flags().Changed // 0 is what is not given
	switch {
	case given("colors") && f.o.Colors == 0:
		return usagef("--colors is 0, expected 1 to %d", generate.MaxInks)
	case given("candidates") && f.candidates < 1 || f.candidates > variants:
		return usagef("--candidates is %d, expected 1 to %d", f.candidates, variants)
	case given("candidate") && f.candidate < 1 || f.candidate > variants:
		return usagef("--candidate is %d, expected 1 to %d", f.candidate, variants)
	case f.candidates > 0 && f.candidate > 0:
		return usagef("--candidates draws all, --candidate takes one: expected one of them")
	case f.candidates > 0 && f.out == "":
		return usagef("--candidates needs --out FILE.png or FILE.svg")
	case f.candidates > 0:
		return checkSheet("out", f.out)
	}
	_, err = f.options(1)
	return err
}

// parsePalette reads colors as #rrggbb; "" is none.
func parsePalette(text string) (nonogram.Palette, error) {
	if text == "" {
		return nil, nil
	}
	var p nonogram.Palette
	for _, part := range strings.Split(text, ",") {
		v, err := strconv.ParseUint(strings.TrimPrefix(strings.TrimSpace(part), "#"), 16, 32)
		if err != nil || len(strings.TrimPrefix(strings.TrimSpace(part), "#")) != 6 {
			return nil, usagef("--palette has %q, expected colors as #rrggbb, the background first", part)
		}
		p = append(p, nonogram.Swatch{RGB: nonogram.RGB{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}})
	}
	return p, nil
}

// parseCrop reads a rectangle as WxH+X+Y; "" is the whole image.
func parseCrop(text string) (image.Rectangle, error) {
	if text == "" {
		return image.Rectangle{}, nil
	}
	var w, h, x, y int
	n, err := fmt.Sscanf(text, "%dx%d+%d+%d", &w, &h, &x, &y)
	if err != nil || n != 4 || w < 1 || h < 1 || x < 0 || y < 0 || fmt.Sprintf("%dx%d+%d+%d", w, h, x, y) != text {
		return image.Rectangle{}, usagef("--crop is %q, expected WxH+X+Y, as 200x100+10+20", text)
	}
	return image.Rect(x, y, x+w, y+h), nil
}

// sides finds the size of the puzzle: both numbers of --size, or one for the longer
// side of the image.
func (f *imageFlags) sides(img image.Rectangle) error {
	width, height, err := parseSize(f.size)
	if err != nil {
		return err
	}
	part := img
	if !f.o.Crop.Empty() {
		part = f.o.Crop
	}
	f.o.Width, f.o.Height = width, height
	if _, err := strconv.Atoi(f.size); err == nil && width > 0 {
		if part.Dx() >= part.Dy() {
			f.o.Height = 0
		} else {
			f.o.Width = 0
		}
	}
	if f.o.Width < 0 || f.o.Height < 0 || width == 0 || height == 0 {
		return usagef("--size is %q, expected at least one cell a side", f.size)
	}
	return nil
}

func (f *imageFlags) run(ctx context.Context, a *app, file string) error {
	name, data, err := readFile(a.in, file)
	if err != nil {
		return err
	}
	img, err := imagefile.Decode(data)
	if err != nil {
		return fileError(name, err)
	}
	if err := f.sides(img.Bounds()); err != nil {
		return err
	}
	if f.title == "" && file != "-" {
		f.title = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	if f.candidates > 0 {
		return f.drawCandidates(ctx, a, img)
	}
	if f.candidate > 0 {
		f.o = generate.Variants(f.o)[f.candidate-1].Options
	}
	return f.makeOne(ctx, a, img, name)
}

// sketched is an image as a puzzle, repaired if that was asked for.
type sketched struct {
	before   *nonogram.Puzzle
	repaired *generate.Repaired // nil: not asked for
}

func (f *imageFlags) sketch(ctx context.Context, img image.Image, o generate.ImageOptions) (*sketched, error) {
	pic, err := generate.FromImage(img, o)
	if err != nil {
		return nil, usageError{err}
	}
	pic.Puzzle.Title = f.title
	s := &sketched{before: pic.Puzzle}
	if f.repairing {
		s.repaired, err = f.repair(ctx, pic.Puzzle, pic.Doubt)
	}
	return s, err
}

// puzzle is the result.
func (s *sketched) puzzle() *nonogram.Puzzle {
	if s.repaired == nil {
		return s.before
	}
	return s.repaired.Puzzle
}

func (f *imageFlags) makeOne(ctx context.Context, a *app, img image.Image, name string) error {
	start := time.Now()
	bar := newProgressOf(a, "repairing", func(func() bool) int64 { return 0 })
	s, err := f.sketch(ctx, img, f.o)
	bar.finish()
	if err != nil {
		return err
	}
	if err := f.print(a, s, time.Since(start)); err != nil {
		return err
	}
	if f.diff != "" && s.repaired != nil {
		if err := writeSheet(f.diff, &render.Sheet{Drawings: beforeAfter(s.before, s.repaired), Columns: 2}); err != nil {
			return err
		}
	}
	reached := s.repaired == nil || s.repaired.Reached
	if f.out != "" && (reached || f.force) {
		c, err := f.converter(a, f.out)
		if err != nil {
			return err
		}
		c.add(madeItem(name, s.puzzle(), true))
		if err := c.finish(); err != nil {
			return err
		}
	}
	if !reached {
		return exitUndecided
	}
	return nil
}

// print draws the picture and says what was done, on standard error if the puzzle
// itself goes to standard output.
func (f *imageFlags) print(a *app, s *sketched, elapsed time.Duration) error {
	var b bytes.Buffer
	p := s.puzzle()
	o := render.Options{Clues: true, Guides: true, Color: a.color}
	if s.repaired != nil {
		o.Other = changedFrom(s.before, s.repaired)
	}
	if !f.quiet {
		title(&b, p)
		if err := drawTo(a, &b, p, p.Goal, o); err != nil {
			return err
		}
	}
	if blank(p) {
		fmt.Fprintln(&b, "the picture came out blank; another --mode or --bias may help")
	}
	if s.repaired != nil {
		fmt.Fprintf(&b, "before: %s\nafter:  %s\n%s · %s\n", stateWords(&s.repaired.Before), stateWords(&s.repaired.After), changeWords(s.repaired), short(elapsed))
	}
	if f.out == "-" {
		_, err := a.err.Write(b.Bytes())
		return err
	}
	_, err := a.out.Write(b.Bytes())
	return err
}

// blank reports that all cells are alike.
func blank(p *nonogram.Puzzle) bool {
	for _, c := range p.Goal.Cells {
		if c != p.Goal.Cells[0] {
			return false
		}
	}
	return true
}

// sheetColumns is how many candidates stand side by side.
const sheetColumns = 3

// drawCandidates draws the contact sheet.
func (f *imageFlags) drawCandidates(ctx context.Context, a *app, img image.Image) error {
	s := &render.Sheet{Columns: sheetColumns}
	bar := newProgressOf(a, "drawing", func(func() bool) int64 { return int64(f.candidates) })
	defer bar.finish()
	for i, v := range generate.Variants(f.o)[:f.candidates] {
		if ctx.Err() != nil {
			return exitUndecided
		}
		made, err := f.sketch(ctx, img, v.Options)
		if err != nil {
			return err
		}
		caption := fmt.Sprintf("%d: %s", i+1, v.Name)
		if made.repaired != nil {
			caption += fmt.Sprintf(", %s, %d changed", stateBrief(&made.repaired.After), len(made.repaired.Changes))
		}
		s.Drawings = append(s.Drawings, &render.Drawing{
			Puzzle: made.puzzle(), Grid: made.puzzle().Goal, Title: caption, Style: render.Style{NoClues: true, Cell: sheetCell},
		})
		bar.step()
	}
	if err := writeSheet(f.out, s); err != nil {
		return err
	}
	fmt.Fprintf(a.err, "%s: %s; --candidate N makes the puzzle of one\n", f.out, plural(f.candidates, "candidate"))
	return nil
}

// sheetCell is the side of a cell on a contact sheet, in pixels.
const sheetCell = 14
