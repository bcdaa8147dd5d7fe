package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/record"
	imagefile "nonogram/cmd/internal/picture"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/internal/plural"
)

// generate image and generate repair: a picture becomes a puzzle, and an ambiguous puzzle one
// with a single solution.

// imageFlags are the flags of generate image.
type imageFlags struct {
	aimFlags
	Size    string `flag:"<N> cells on the longer side, or WIDTHxHEIGHT"`
	Title   string `flag:"give the puzzle the title <TEXT> (default: the file's name)"`
	Repair  bool   `flag:"change cells until there is one solution"`
	Mask    string `flag:"cut out what the image <FILE> marks: the subject white, the background black" file:"in"`
	picture create.GenerateRequest
	o       generate.ImageOptions // for the library
}

func newGenerateImage(a *app) *cobra.Command {
	f := &imageFlags{aimFlags: newAim(), Size: "25", Repair: true}
	cmd := newCommand("generate_image", cobra.ExactArgs(1), f, func(cmd *cobra.Command, args []string) error {
		if err := f.read(cmd); err != nil {
			return err
		}
		return f.run(cmd.Context(), a, args[0])
	})
	flags, r := cmd.Flags(), &f.picture
	r.Local, r.Trim = new(float64), true
	flags.Float64Var(r.Local, "local", 0.5, "how much a threshold follows its surroundings, 0 to 1")
	requestFlags(cmd, r, "trim", "fit", "mode", "bias", "invert", "thin", "sheet", "candidate")
	triddlerVar(flags, &r.Triddler)
	flags.Func("crop", "use only the part `WxH+X+Y` of the image, in pixels", f.setCrop)
	positiveVar(flags, &r.Colors, "colors", 3, "look for `N` inks, up to 16; implies --mode color")
	flags.Func("palette", "use the `COLORS` #rrggbb,#rrggbb,…, the background first; implies --mode color", f.setPalette)
	flags.IntVar(&r.Specks, "clean", 0, "remove specks and holes of up to `N` cells")
	f.aimFlags.addFlags(cmd)
	return cmd
}

// read turns the flags into requests, as far as they do not depend on the image.
func (f *imageFlags) read(cmd *cobra.Command) (err error) {
	r := &f.picture
	if !cmd.Flags().Changed("mode") && (cmd.Flags().Changed("colors") || r.Palette != nil) {
		r.Mode = string(generate.Colored)
	}
	if r.Crop != nil && !cmd.Flags().Changed("trim") {
		r.Trim = false
	}
	r.Seed, r.Symmetry = f.repair.Seed, f.repair.Symmetry
	f.o, err = create.OpenImage(r)
	return badFlag(err)
}

// setCrop reads a rectangle as WxH+X+Y.
func (f *imageFlags) setCrop(text string) error {
	r := new(create.Rectangle)
	_, err := fmt.Sscanf(text, "%dx%d+%d+%d", &r.Width, &r.Height, &r.X, &r.Y)
	if err != nil || r.Width < 1 || r.Height < 1 || r.X < 0 || r.Y < 0 || fmt.Sprintf("%dx%d+%d+%d", r.Width, r.Height, r.X, r.Y) != text {
		return fmt.Errorf("found %q, expected WxH+X+Y, as 200x100+10+20", text)
	}
	f.picture.Crop = r
	return nil
}

func (f *imageFlags) setPalette(text string) error {
	for _, color := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' }) {
		f.picture.Palette = append(f.picture.Palette, object.Swatch{Color: "#" + strings.TrimPrefix(strings.TrimSpace(color), "#")})
	}
	return nil
}

// sides sets the size of the puzzle: both numbers of --size, or one for the longer side of
// the image.
func (f *imageFlags) sides(img image.Rectangle) error {
	if f.o.Shape != nil {
		return nil
	}
	width, height, err := parseSize(f.Size)
	if err != nil {
		return usagef("--size: %w", err)
	}
	part := img
	if !f.o.Crop.Empty() {
		part = f.o.Crop
	}
	f.o.Width, f.o.Height = width, height
	if _, err := strconv.Atoi(f.Size); err == nil {
		if part.Dx() >= part.Dy() {
			f.o.Height = 0
		} else {
			f.o.Width = 0
		}
	}
	return nil
}

func (f *imageFlags) run(ctx context.Context, a *app, file string) error {
	name, data, err := a.readFile(file)
	if err != nil {
		return err
	}
	img, err := imagefile.Decode(ctx, data)
	if err != nil {
		return fileError(name, err)
	}
	if f.Mask != "" {
		if f.o.Mask, err = a.readMask(ctx, f.Mask); err != nil {
			return err
		}
	}
	if f.picture.Trim {
		f.trim(ctx, a, img)
	}
	if err := f.sides(img.Bounds()); err != nil {
		return err
	}
	if f.Title == "" && file != "-" {
		f.Title = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	if f.picture.Sheet || f.picture.Candidate > 0 {
		return f.candidates(ctx, a, img, name)
	}
	return f.makeOne(ctx, a, img, name)
}

// readMask reads the marks of an image: white is the subject, black the background, and gray or
// transparent is unmarked.
func (a *app) readMask(ctx context.Context, file string) (*generate.Mask, error) {
	name, data, err := a.readFile(file)
	if err != nil {
		return nil, err
	}
	img, err := imagefile.Decode(ctx, data)
	if err != nil {
		return nil, fileError(name, err)
	}
	b := img.Bounds()
	m := &generate.Mask{Width: b.Dx(), Height: b.Dy(), Marks: make([]generate.Mark, b.Dx()*b.Dy())}
	marked := false
	for i := range m.Marks {
		c := color.NRGBAModel.Convert(img.At(b.Min.X+i%b.Dx(), b.Min.Y+i/b.Dx())).(color.NRGBA)
		switch {
		case c.A < 128:
		case min(c.R, c.G, c.B) > 191:
			m.Marks[i] = generate.Subject
		case max(c.R, c.G, c.B) < 64:
			m.Marks[i] = generate.Background
		}
		marked = marked || m.Marks[i] != generate.Unmarked
	}
	if !marked {
		return nil, fmt.Errorf("%s: found neither white nor black, expected a white subject or a black background", printable(name))
	}
	return m, nil
}

// trim cuts off the margins of the image, and says so.
func (f *imageFlags) trim(ctx context.Context, a *app, img image.Image) {
	all := f.o.Crop
	if all.Empty() {
		all = img.Bounds().Sub(img.Bounds().Min)
	}
	f.o.Crop = f.o.Mask.Trim(ctx, img, f.o.Crop)
	if used := f.o.Crop; !used.Empty() && used != all && !f.Quiet {
		fmt.Fprintf(a.err, "Margins are cut off: %d × %d of %d × %d pixels are used. --trim=false keeps them.\n", used.Dx(), used.Dy(), all.Dx(), all.Dy())
	}
}

// sketch returns the image as a puzzle, with its repair if requested.
func (f *imageFlags) sketch(ctx context.Context, a *app, img image.Image) (*nonogram.Puzzle, *create.RepairAnswer, error) {
	p, doubt, err := f.cells(ctx, img)
	if err != nil {
		return nil, nil, badFlag(err)
	}
	p.Title = f.Title
	if !f.Repair {
		return p, nil, nil
	}
	request := f.repair
	request.Doubt = doubt
	repair, err := create.OpenRepair(a.service(), &request)
	if err != nil {
		return nil, nil, badFlag(err)
	}
	m, err := repair(ctx, p)
	if err != nil {
		return nil, nil, badFlag(err)
	}
	return m.Repaired.Puzzle, m, nil
}

// cells reduces the image to cells within the timeout.
func (f *imageFlags) cells(ctx context.Context, img image.Image) (p *nonogram.Puzzle, doubt []float64, err error) {
	limit := time.Duration(f.repair.Timeout)
	if limit <= 0 {
		return generate.FromImage(ctx, img, f.o)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p, doubt, err = generate.FromImage(ctx, img, f.o)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the image was not reduced to cells in %v, expected a longer --timeout, or a smaller --clean", limit)
	}
	return p, doubt, err
}

func (f *imageFlags) makeOne(ctx context.Context, a *app, img image.Image, name string) error {
	bar := a.progress("repairing", func(func() bool) int64 { return 0 })
	p, m, err := f.sketch(ctx, a, img)
	bar.Finish()
	if err != nil {
		return err
	}
	if err := f.print(a, p, m); err != nil {
		return err
	}
	if blank(p) && !f.Force {
		return fmt.Errorf("%s: the picture came out blank, so nothing is written; another --mode or --bias may help, or --invert", printable(name))
	}
	reached := m == nil || m.Reached
	if reached || f.Force {
		c, err := f.open(a, false)
		if err != nil {
			return err
		}
		c.add(madeItem(name, p, true))
		if err := c.finish(); err != nil {
			return err
		}
	}
	if !reached {
		return exitUndecided
	}
	return nil
}

// print draws the picture and describes the repair, on standard error if the puzzle goes to
// standard output.
func (f *imageFlags) print(a *app, p *nonogram.Puzzle, m *create.RepairAnswer) error {
	w := f.texts(a)
	if !f.Quiet {
		title(w, p)
	}
	switch {
	case m != nil:
		return writeRepair(a, w, m, f.Quiet)
	case !f.Quiet:
		return drawTo(a, w, p, p.Goal, drawing(a, false))
	}
	return nil
}

// blank reports whether all cells are equal.
func blank(p *nonogram.Puzzle) bool {
	return !slices.ContainsFunc(p.Goal.Cells, func(c nonogram.Color) bool { return c != p.Goal.Cells[0] })
}

// aimFlags are the flags for the goal, the cost and the output of a repair.
type aimFlags struct {
	puzzleOut
	repair create.RepairRequest
	Quiet  bool `flag:"do not draw"`
	Force  bool `flag:"write puzzles even if they are not as wanted"`
}

func newAim() aimFlags {
	return aimFlags{repair: create.RepairRequest{RepairOptions: create.RepairOptions{Tries: 4, MaxShare: 0.2}}}
}

func (f *aimFlags) addFlags(cmd *cobra.Command) {
	levelsVar(cmd, &f.repair.Levels, "make it of")
	cmd.Flags().Func("max-changes", "change at most `N` cells, or N% of them (default 20%)", f.setMaxChanges)
	cmd.Flags().Func("keep", "leave the cells of `X,Y,W,H` as they are: W columns from X and H rows from Y, from 1; repeatable", f.setKeep)
	requestFlags(cmd, &f.repair, "symmetry", "seed", "tries", "timeout_ms")
}

// setMaxChanges reads a number of cells, or a share as 5%.
func (f *aimFlags) setMaxChanges(text string) error {
	number, percent := strings.CutSuffix(text, "%")
	n, err := strconv.ParseFloat(number, 64)
	f.repair.MaxShare, f.repair.MaxChanges = 0, 0
	switch {
	case err != nil || !(n > 0) || n > nonogram.MaxCells || !percent && n != math.Trunc(n):
		return fmt.Errorf("found %q, expected a number of cells from 1, or a share as 5%%", text)
	case percent:
		f.repair.MaxShare = min(n/100, 1)
	default:
		f.repair.MaxChanges = int(n)
	}
	return nil
}

// setKeep adds an area, as 3,4,10,2.
func (f *aimFlags) setKeep(text string) error {
	var k create.Area
	_, err := fmt.Sscanf(text, "%d,%d,%d,%d", &k.Column, &k.Row, &k.Width, &k.Height)
	if err != nil || min(k.Column, k.Row, k.Width, k.Height) < 1 || fmt.Sprintf("%d,%d,%d,%d", k.Column, k.Row, k.Width, k.Height) != text {
		return fmt.Errorf("found %q, expected the first column and row, the width and the height, as 3,4,10,2", text)
	}
	f.repair.Keep = append(f.repair.Keep, k)
	return nil
}

// repairFlags are the flags of generate repair.
type repairFlags struct {
	common
	aimFlags
}

func newGenerateRepair(a *app) *cobra.Command {
	f := &repairFlags{aimFlags: newAim()}
	cmd := newCommand("generate_repair", nil, f, f.runE(a, f.run))
	f.workers = runtime.GOMAXPROCS(0)
	annotate(cmd, rewrites)
	f.aimFlags.addFlags(cmd)
	return cmd
}

func (f *repairFlags) run(ctx context.Context, a *app) error {
	var c *converter
	return each(ctx, a, &f.common, create.OpenRepair, &f.repair, hooks[*create.RepairAnswer]{
		verb: "repairing",
		begin: func() (err error) {
			c, err = f.open(a, false)
			return err
		},
		take: func(it item, m *create.RepairAnswer) error {
			if m.Repaired != nil && (m.Reached || f.Force) {
				it.puzzle = m.Repaired.Puzzle
				c.add(it)
			} else {
				c.leave()
			}
			return nil
		},
		print: func(it item, m *create.RepairAnswer) error { return f.print(a, it, m) },
		end:   func(t tally) error { return c.end(t) },
	})
}

func (f *repairFlags) print(a *app, it item, m *create.RepairAnswer) error {
	switch {
	case m.Repaired == nil:
		printError(a, it, errors.New(m.Reason))
		return nil
	case f.Out == stdoutName:
		return nil
	}
	if !it.only {
		fmt.Fprintln(a.out, it.label)
	}
	return writeRepair(a, a.out, m, f.Quiet)
}

// writeRepair draws a repaired picture with its changes marked, unless quiet, and describes
// the repair.
func writeRepair(a *app, b io.Writer, m *create.RepairAnswer, quiet bool) error {
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
		return fmt.Sprintf("several solutions, which differ in %s or more; single lines leave %d open", plural.Of(s.Differ, "cell", "cells"), s.Open)
	}
	return fmt.Sprintf("%s; single lines leave %s open", s.Status, plural.Of(s.Open, "cell", "cells"))
}

// changeWords describes the changes, and why they were not enough.
func changeWords(m *create.RepairAnswer) string {
	cells := m.Width * m.Height
	text := fmt.Sprintf("%s of %d changed (%.1f %%)", plural.Of(len(m.Changes), "cell", "cells"), cells, 100*float64(len(m.Changes))/float64(cells))
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
